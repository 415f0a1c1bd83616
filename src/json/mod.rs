//! Converts JSON text to TOON text and back, without building a value.
//!
//! Both directions work on streams of events: no tree is built, keys keep their order, and numbers
//! are passed on as text, so that they are exact regardless of length. They are written in
//! canonical form.
//!
//! ```
//! use toon::{DecodeOptions, EncodeOptions, json};
//!
//! let text = json::to_toon(r#"[{"id": 1, "ratio": 1.50}, {"id": 2, "ratio": 2e1}]"#, &EncodeOptions::new())?;
//! assert_eq!(text, "[2]{id,ratio}:\n  1,1.5\n  2,20");
//! assert_eq!(
//!     json::from_toon(&text, &DecodeOptions::new())?,
//!     r#"[{"id":1,"ratio":1.5},{"id":2,"ratio":20}]"#,
//! );
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! This feature also converts a `serde_json::value::RawValue`: its JSON is written as TOON, and
//! TOON is read into one as compact JSON.
//!
//! If the rows of a table have their keys in different orders, all rows are read back in the order
//! of the header (specification §2).

mod duplicate;
#[cfg(feature = "std")]
mod lines;
mod read;
mod smallest;
mod transcode;
mod value;
mod write;

#[cfg(feature = "std")]
#[doc(hidden)]
pub use lines::JsonLines;
#[cfg(feature = "std")]
pub use lines::lines_to_toon_writer;
pub use read::JsonReader;
pub use smallest::{Smallest, smallest, smallest_by};
#[cfg(feature = "std")]
pub use transcode::to_toon_writer;
pub use transcode::{from_toon, to_toon};
#[doc(hidden)]
pub use transcode::{place, read_toon};
#[doc(hidden)]
pub use write::JsonText;
pub(crate) use write::{EventsOf, RAW_VALUE, visit_raw_value};
