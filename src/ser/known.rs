//! The names of derived structs, whose selected fields must exist.

/// The name under which structs that derive `toon::Serialize` are serialized, unless they are rows.
/// It identifies structs that have the same fields in all values.
pub(crate) const DERIVED_STRUCT: &str = "$toon::struct";
/// The name of rows, which always have the same columns.
pub(crate) const DERIVED_ROW: &str = "$toon::row_struct";
/// The name of rows that have columns with `skip_default`, which a table may omit.
pub(crate) const DERIVED_ROW_WITH_DEFAULTS: &str = "$toon::row_struct_with_defaults";

/// Whether a struct of this name has the same fields in all values.
pub(super) fn is_derived(name: &str) -> bool {
    matches!(name, DERIVED_STRUCT | DERIVED_ROW | DERIVED_ROW_WITH_DEFAULTS)
}
