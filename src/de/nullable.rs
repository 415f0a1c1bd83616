//! Groups that may be `null` (`#[toon(nullable_group)]`).

/// The newtype name by which derived code reads such a group. Deserializers that recognize it call
/// `visit_none` if the group is `null` or consists of `null`s, otherwise `visit_some`.
pub const NULLABLE_GROUP: &str = "$toon::nullable_group";
