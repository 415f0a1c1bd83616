//! The proxy in front of a server that is deliberately odd.

mod budget;
mod headers;
mod hosts;
mod instructions;
mod kept;
mod line_client;
mod load;
mod memory;
mod metrics;
mod protocols;
mod questions;
mod refusals;
mod startup;
mod stdio;
mod tools;
mod usage;
