//! Text in other formats than TOON, with the places of mistakes: encodings, JSON lines, CSV, YAML and
//! TOML.
//!
//! [`Input`] opens a file or standard input, decompresses it and converts it to UTF-8. [`detect`]
//! recognizes the format of a text, and [`csv`], [`yaml`], [`toml`], [`json`] and [`jsonc`] read it:
//! as JSON text or as a value, which `toon` converts.
//!
//! ```
//! use toon_formats::{Lossy, yaml};
//!
//! let value = yaml::read("list.yaml", "- id: 1\n- id: 2\n", Lossy::default())?;
//! assert_eq!(value, serde_json::json!([{"id": 1}, {"id": 2}]));
//!
//! let error = yaml::read("list.yaml", "- id: 1\n- id: [2\n", Lossy::default()).unwrap_err();
//! let toon_formats::Error::Mistake(mistake) = error else { panic!("{error}") };
//! assert_eq!((mistake.name.as_str(), mistake.place.0), ("list.yaml", 2));
//! # Ok::<(), toon_formats::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod conflict;
pub mod csv;
pub mod detect;
mod error;
mod fault;
mod foreign;
mod format;
mod input;
pub mod json;
pub mod jsonc;
pub mod lines;
mod lossy;
pub mod text;
pub mod toml;
pub mod yaml;

pub use error::{Error, Mistake, line_of};
pub use foreign::Prose;
pub use format::Format;
pub use input::{Again, Extent, Input, TextEncoding, Twice, Watch, Watched, extension, spool, uncompressed};
pub use lossy::{Lossy, NonFinite, Tags};

/// The byte-order mark, which may begin a text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';
