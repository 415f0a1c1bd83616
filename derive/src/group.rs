//! `nullable_group`: groups of columns that may be `None`.

use crate::ast::{Container, Field};
use crate::copied::{Additions, Copied};
use crate::default::span_of;
use crate::{bound, default};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Attribute, Type, parse_quote};

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

impl Copied<'_> {
    /// A group of `null`s means `None`, or that the field is missing.
    pub(crate) fn read_nullable_group(
        &self,
        may_be_null: bool,
        attributes: &mut Vec<Attribute>,
        additions: &mut Additions,
    ) {
        let Copied { container, variant, field, toon, .. } = self;
        let mut body = quote!(#toon::__private::read_nullable_group(deserializer));
        if may_be_null {
            let default = default::of(container, *variant, field, toon);
            body = quote! {
                ::core::result::Result::Ok(match #body? {
                    ::core::option::Option::None => #default,
                    group => group,
                })
            };
        }
        let name = self.function("read");
        additions.functions.push(self.reader(&name, &body));
        let path = self.path_of(&name);
        attributes.push(parse_quote!(#[serde(deserialize_with = #path)]));
        self.let_option_be_missing(attributes);
    }
}
