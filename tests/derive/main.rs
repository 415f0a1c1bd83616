//! `#[derive(toon::Serialize, toon::Deserialize)]`.
#![allow(clippy::cloned_ref_to_slice_refs, reason = "`[T]` cannot be deserialized")]
#![allow(clippy::unwrap_used, dead_code, missing_docs, unreachable_pub)]
#![allow(
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
mod derived;
#[path = "../support/effort.rs"]
mod effort;
mod fields;
mod fold;
mod foreign;
mod header;
mod hoist;
mod keyed;
mod level;
mod like_serde;
mod matrix;
mod names;
mod nullable_group;
mod properties;
mod range;
mod tabular;
mod unchecked;
mod unchecked_properties;

/// The text of a value, which reads as that value again.
fn round_trip<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(
    value: &T,
) -> String {
    let text = toon::to_string(value).unwrap();
    assert_eq!(&toon::from_str::<T>(&text).unwrap(), value, "{text}");
    #[cfg(feature = "normal")]
    {
        let text = toon::normal::to_string(value).unwrap();
        assert_eq!(&toon::normal::from_str::<T>(&text).unwrap(), value, "{text}");
    }
    text
}
