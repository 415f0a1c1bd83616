//! Prompt context for language models: typed blocks, rendered as text within an exact budget of tokens,
//! or stored in a binary container.
//!
//! ```
//! use toon_context::{Budget, Code, Context, Conversation, Data, Priority, Style};
//!
//! let rows: Vec<(u32, &str)> = (1..=500).map(|number| (number, "open")).collect();
//! let out = Context::new()
//!     .push(Code::new("src/main.rs", "fn main() {}\n").summary("Entry point").priority(Priority::High))
//!     .push(Conversation::user("Fix the timeout.").priority(Priority::Critical))
//!     .push(Data::new(&rows).named("issues").min_rows(5)) // any rows that serialize
//!     .render(&Budget::tokens(300).reserve(100), Style::Xml)?;
//! assert!(out.tokens <= 200);
//! assert_eq!(out.omitted[0].label.to_string(), "data issues");
//! # Ok::<(), toon_context::RenderError>(())
//! ```
//!
//! A [`Context`] consists of blocks, such as [`Code`] and [`ToolResult`]. [`Context::render`] says what is
//! shown of them if not everything fits the [`Budget`]. `container` stores blocks, and [`sources`] makes
//! them.
//!
//! # Features
//!
//! None is enabled by default.
//!
//! | feature | enables |
//! | --- | --- |
//! | `tokens` | counting with the vocabularies of real models: `O200k` and `Cl100k` |
//! | `json` | JSON text as data, data in whichever of TOON, its normal form and JSON has the fewest tokens, and chats |
//! | `fs` | files and folders as blocks, in the order of a ranking; diffs need no feature |
//! | `csv` | CSV files of folders as tables |
//! | `outline` | definitions of code, which are shown first where it does not fit |
//! | `container` | blocks as bytes, in the format of BCP |
//! | `zstd` | compressed containers |
//! | `blake3` | references to blocks by their hash |

mod block;
mod budget;
#[cfg(feature = "container")]
pub mod container;
mod context;
mod fences;
mod outline;
mod render;
mod search;
pub mod sources;
mod value;
mod words;

pub use block::{
    Block, Code, Content, Conversation, Data, Diff, Document, Entry, FileTree, Hunk, Image, Keep, ToolResult,
    Turns,
};
pub use budget::{Budget, Counter, Estimate};
#[cfg(feature = "tokens")]
pub use budget::{Cl100k, O200k};
pub use context::{Context, Omitted, Remainder, Rendered};
pub use render::{Label, RenderError, Style};
pub use words::{DataFormat, DocumentFormat, Lang, MediaType, Priority, Role, Status};

// The examples of the README.
#[cfg(all(doctest, feature = "fs", feature = "json", feature = "tokens"))]
#[doc = include_str!("../README.md")]
struct Readme;
