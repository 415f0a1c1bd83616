//! TOON for the Model Context Protocol.

mod convert;
#[cfg(feature = "cli")]
pub mod http;
pub mod marker;
mod object;
mod prompt;
#[cfg(feature = "cli")]
pub mod proxy;
mod response;
mod result;
#[cfg(feature = "cli")]
pub mod server;
pub mod tokens;

pub use convert::{Conversion, Converter, InvalidPattern, Marker, Measure, Rules, Statistics, Structured};
pub use prompt::{PROMPT, prompt, prompt_messages};
pub use response::{ResponseFormat, ResponseOptions, ResponseParams, Verbosity};
pub use result::{Toon, ToonOr};
