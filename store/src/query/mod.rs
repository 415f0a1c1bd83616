//! Queries in the language of jq, in a process of their own.
//!
//! A filter can run for ever, take all memory, or end the process, so the program starts itself once more for each
//! query ([`work`] is that process) and [`run`] watches it.

mod engine;
mod limits;
mod message;
mod prefix;
mod process;
mod work;

pub use message::{Fault, Request, Shape};
pub use process::{Answers, run};
pub use work::work;
