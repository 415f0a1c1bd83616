//! `#[toon(tabular)]` and the other attributes of tables and their rows.
#![allow(clippy::cloned_ref_to_slice_refs, reason = "`[T]` cannot be deserialized")]
#![allow(clippy::unwrap_used, dead_code, missing_docs, unreachable_pub)]
#![allow(
    clippy::ref_option,
    clippy::struct_field_names,
    clippy::trivially_copy_pass_by_ref,
    reason = "as serde and its users have it"
)]

mod as_table;
mod by_variant;
mod by_variant_properties;
mod by_variant_serde;
mod cells;
mod child;
mod child_properties;
mod header;
mod hoist;
mod join;
mod kept_null;
mod keyed;
mod nullable_group;
#[path = "../support/options.rs"]
mod options;
mod range;
#[path = "../support/round_trip.rs"]
mod round_trip;
mod tabular;
mod unchecked;
mod unchecked_properties;

use round_trip::round_trip;
