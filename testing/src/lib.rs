//! Random JSON values and texts for property tests: trees with many tables, and many near misses of tables.
//!
//! [`value`] has all of it. The other strategies are its parts, for tests that need other trees. [`effort`] says how many
//! cases to try.
//!
//! ```
//! use proptest::prelude::*;
//!
//! proptest!(|(value in toon_testing::value(4))| {
//!     prop_assert!(serde_json::from_str::<serde_json::Value>(&value.to_string()).is_ok());
//! });
//! ```

pub mod effort;
mod json;
mod key;
mod names;
mod scalar;
mod table;
mod text;
mod value;

pub use json::{json, json_number};
pub use key::key;
pub use names::KEYS;
pub use scalar::scalar;
pub use text::text;
pub use value::{value, value_with};
