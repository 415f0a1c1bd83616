//! The commands, with their options: `serve` and `proxy`, which may `listen` and are told to `stop`,
//! `filter`, `hook`, `audit`, `install`, `doctor` and `prompt`. `settings` are the proxy's, the filter's and the hook's,
//! `upstream` the server's.

pub(crate) mod audit;
pub(crate) mod doctor;
pub(crate) mod filter;
pub(crate) mod hook;
pub(crate) mod install;
mod listen;
pub(crate) mod prompt;
pub(crate) mod proxy;
pub(crate) mod serve;
mod settings;
pub(crate) mod stats;
mod stop;
mod upstream;
