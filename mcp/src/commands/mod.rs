//! The commands, with their options: `serve` and `proxy`, which may `listen` and are told to `stop`,
//! `filter` and `prompt`. `settings` are the proxy's and the filter's, `upstream` the server's.

pub(crate) mod filter;
mod listen;
pub(crate) mod prompt;
pub(crate) mod proxy;
pub(crate) mod serve;
mod settings;
mod stop;
mod upstream;
