//! Tests of the parts of the program. They are compiled into it, since it has no library.

mod help;
mod http;
mod proxy;
mod server;
#[path = "../support/mod.rs"]
mod support;
