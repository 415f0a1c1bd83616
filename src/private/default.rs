//! `skip_default`: the defaults of fields that are left out.

/// The default of a field's type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no default for `skip_default`",
    label = "the trait `Default` is not implemented for `{Self}`",
    note = "implement `Default` for the type, or name a function in `#[serde(default = \"…\")]` on the field",
    note = "to always write the field, remove its `skip_default`; if the struct has it, add `#[toon(skip_default = false)]` to the field"
)]
pub trait HasDefault {
    /// The default.
    fn default() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T: Default> HasDefault for T {
    fn default() -> T {
        T::default()
    }
}
