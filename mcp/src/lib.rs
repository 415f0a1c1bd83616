//! TOON for the Model Context Protocol.

mod convert;
#[cfg(feature = "cli")]
pub mod http;
pub mod marker;
mod object;
#[cfg(feature = "cli")]
pub mod proxy;
mod response;
mod result;
#[cfg(feature = "cli")]
pub mod server;
pub mod tokens;

pub use convert::{Conversion, Converter, InvalidPattern, Marker, Measure, Rules, Statistics, Structured};
pub use response::{ResponseFormat, ResponseOptions, ResponseParams, Verbosity};
pub use result::{Toon, ToonOr};

/// The examples of the README, which are tests here.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
