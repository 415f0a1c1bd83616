//! The proxy in front of a server that is deliberately odd.

mod headers;
mod hosts;
mod instructions;
mod load;
mod memory;
mod metrics;
mod protocols;
mod questions;
mod refusals;
mod session;
mod startup;
mod stdio;
