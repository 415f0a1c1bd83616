//! `#[derive(toon::Serialize, toon::Deserialize)]`: any type, and all attributes together. Those of tables have
//! their own tests in `tables`.
#![allow(clippy::cloned_ref_to_slice_refs, reason = "`[T]` cannot be deserialized")]
#![allow(clippy::unwrap_used, dead_code, missing_docs, unreachable_pub)]
#![allow(
    clippy::struct_field_names,
    clippy::trivially_copy_pass_by_ref,
    reason = "as serde and its users have it"
)]

mod derived;
mod fields;
mod fold;
mod foreign;
mod in_parts;
mod in_parts_like_serde;
mod level;
mod like_serde;
mod matrix;
mod names;
#[path = "../support/options.rs"]
mod options;
mod properties;
#[path = "../support/round_trip.rs"]
mod round_trip;

use round_trip::round_trip;
