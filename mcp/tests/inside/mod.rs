//! Tests of the parts of the program. They are compiled into it, since it has no library.

#[path = "../../../tests/support/effort.rs"]
mod effort;
mod help;
mod http;
mod proxy;
mod server;
#[path = "../support/mod.rs"]
mod support;
