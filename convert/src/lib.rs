//! Converts the results of tools to what costs a model the fewest tokens: TOON, compact JSON, a
//! normal form, or the original.
//!
//! [`Converter`] converts the results of any tool of the [Model Context
//! Protocol](https://modelcontextprotocol.io), according to [`Rules`]: as JSON, or as a value of any
//! type that has the same fields. It is independent of transports and of libraries for the
//! protocol, so that proxies, filters and other hosts can use it. A [`Session`] explains TOON to a
//! model with the first result that pays for it, [`Explanation`] in advance, and [`tokens`] counts
//! tokens.
//!
//! ```
//! use toon_convert::{Converter, Measure, Rules};
//!
//! let converter = Converter::new(Rules::new().measure(Measure::Bytes).min_size_bytes(20))?;
//! let result = r#"{"content":[{"type":"text","text":"[{\"id\":1,\"name\":\"Ada\"},{\"id\":2,\"name\":\"Bob\"}]"}]}"#;
//! let converted = converter.convert_json("list_users", result).unwrap();
//! assert!(converted.result.unwrap().get().contains(r#""text":"[2]{id,name}:\n  1,Ada\n  2,Bob""#));
//! assert_eq!(converted.conversion.bytes_saved(), 16);
//! # Ok::<(), toon_convert::InvalidPattern>(())
//! ```
//!
//! `rules` are the settings. `filter`, `files` and `definition` decide which results may be
//! converted. `find` finds JSON in a text with `lines` and `fence`, `yaml` reads texts that are
//! YAML, and `text` finds their smallest form. `structured` compares `structuredContent` with the
//! text next to it, `blocks` reads and writes content blocks, and `result` assembles a whole result.
//! `session` decides when an explanation pays. `others` converts resources and prompts. `size` and
//! `host` determine the cost of a result, `describe` describes a conversion for the log, and
//! `stats` adds them up. `json` and `object` read JSON without changing its spelling.

#[doc(hidden)]
#[path = "internal.rs"]
pub mod __internal;
mod blocks;
mod call;
mod compact;
mod conversion;
mod converter;
mod definition;
mod describe;
mod explanation;
mod fence;
mod files;
mod filter;
mod find;
mod host;
mod json;
mod lines;
pub mod marker;
mod object;
mod others;
mod registry;
mod result;
mod rules;
mod session;
mod shorten;
mod size;
mod stats;
mod structured;
mod text;
pub mod tokens;
#[cfg(feature = "yaml")]
mod yaml;

pub use call::Call;
pub use conversion::Conversion;
pub use converter::{ConvertedJson, Converter};
pub use definition::Definition;
pub use explanation::{Explanation, PROMPT};
pub use host::{Client, Host};
pub use rules::{Form, InvalidPattern, Marker, Rules, Structured};
pub use session::Session;
pub use size::{Measure, Size};
pub use stats::{Statistics, ToolStatistics};

/// The examples in the README, as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
