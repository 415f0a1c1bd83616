//! `nullable_group`: groups of columns that may be `None`.

use crate::ast::{Container, Field};
use crate::bound;
use crate::default::span_of;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;

/// Why `nullable_group` cannot be used on the field.
pub(crate) fn misuse(container: &Container<'_>, field: &Field<'_>) -> Option<&'static str> {
    let message = if container.toon.tabular.is_none() {
        "`nullable_group` applies only to fields of a struct with `#[toon(tabular)]`: remove it, or add `tabular` to the struct"
    } else if field.serde.has("flatten") {
        "the columns of a field with `flatten` are not a group: remove one of them"
    } else if field.has_with() {
        "this field is written by a function, whose columns are unknown: remove `nullable_group` or `with`"
    } else if field.toon.cell.is_some() {
        "a group of columns is not a cell: remove `cell` or `nullable_group`"
    } else if field.toon.hoist.is_some() {
        "`hoist` applies to a single cell, not to a group of columns: remove `hoist` or `nullable_group`"
    } else if !bound::is_option(&field.syntax.ty) {
        "`nullable_group` applies to a field that is an `Option` of a struct with `#[toon(tabular)]`"
    } else {
        return None;
    };
    Some(message)
}

/// The columns of the field.
pub(crate) fn columns(field: &Field<'_>, toon: &TokenStream) -> TokenStream {
    columns_of(&field.syntax.ty, field, toon)
}

/// The columns of the field, with a check that no value is written like `None`: if the type is
/// generic, the row is checked where it is written.
pub(crate) fn checked_columns(field: &Field<'_>, toon: &TokenStream) -> TokenStream {
    let columns = columns(field, toon);
    quote!(const { #columns.of_nullable_group() })
}

/// The same check, of a type that is not generic.
pub(crate) fn check(container: &Container<'_>, field: &Field<'_>, toon: &TokenStream) -> Option<TokenStream> {
    if !bound::has_known_type(container, field) {
        return None;
    }
    // A constant cannot name any other lifetime.
    let columns = columns_of(&bound::made_static(&field.syntax.ty), field, toon);
    let uncertain = "every field of this struct can be missing or `null`, so that a value could be written like `None`: `nullable_group` requires a cell among the fields of the struct itself that is not an `Option` and has no default, `skip_default`, `skip_serializing_if`, `level`, `cell` or `with`";
    let unknown = "the columns of a flattened field of this struct are unknown, so that `None` cannot be written as `null` in each of them: remove `nullable_group`, or the `flatten`";
    let assertions = quote_spanned! {span_of(field)=>
        ::core::assert!(#toon::__private::RowColumns::has_certain(COLUMNS), "{}", #uncertain);
        ::core::assert!(#toon::__private::RowColumns::are_known(COLUMNS), "{}", #unknown);
    };
    Some(quote! {
        const _: () = {
            const COLUMNS: #toon::__private::RowColumns = #columns;
            #assertions
        };
    })
}

fn columns_of(ty: &Type, field: &Field<'_>, toon: &TokenStream) -> TokenStream {
    quote_spanned!(span_of(field)=> <#ty as #toon::__private::NullableGroup>::COLUMNS)
}
