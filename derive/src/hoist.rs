//! `hoist`: columns that can be written once before their table, as fields of the struct that
//! contains the table.

use crate::ast::{Body, Container, Field};
use crate::copied::Copied;
use crate::{bound, default, name, row};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;

/// Whether columns of the table in this field could be hoisted. The names of its siblings must be
/// known.
pub(crate) fn is_possible(container: &Container<'_>, field: &Field<'_>) -> bool {
    let Body::Struct(fields) = &container.body else { return false };
    container.toon.tabular.is_none()
        && field.is_named()
        && !fields.iter().any(|field| field.serde.has("flatten"))
}

/// The fields that are tables with possibly hoisted columns.
pub(crate) fn tables<'a>(container: &'a Container<'_>) -> impl Iterator<Item = &'a Field<'a>> {
    container.fields().map(|(_, field)| field).filter(|field| is_read(container, field))
}

/// Whether hoisted columns are read for the field.
pub(crate) fn is_read(container: &Container<'_>, field: &Field<'_>) -> bool {
    field.toon.tabular.is_some() && bound::has_known_type(container, field) && is_possible(container, field)
}

/// Checks that no hoisted column has the name of a sibling field.
pub(crate) fn checks(container: &Container<'_>, toon: &TokenStream) -> TokenStream {
    let tables: Vec<_> = tables(container).collect();
    let siblings = container.fields().map(|(_, field)| field).filter(|field| row::is_written(field));
    let mut names: Vec<String> = siblings.map(|field| name::of(container, field)).collect();
    names.extend(container.serde.text("tag").map(syn::LitStr::value));
    let columns = |field: &Field<'_>| {
        // A constant cannot name any other lifetime.
        let ty = bound::made_static(&field.syntax.ty);
        if field.toon.tabular.as_ref().is_some_and(|table| table.key.is_some()) {
            return quote_spanned!(default::span_of(field)=> <#ty as #toon::__private::List>::COLUMNS);
        }
        row::of_table(&ty, &quote!(COLUMNS), toon)
    };
    let mut all = TokenStream::new();
    for (index, field) in tables.iter().enumerate() {
        let (table, own) = (name::of(container, field), columns(field));
        let at = default::span_of(field);
        for (sibling, message) in clashes(&table, &names, "there is already a field of that name") {
            all.extend(
                quote_spanned!(at=> const _: () = ::core::assert!(!#own.hoists_to(#table, #sibling), "{}", #message);),
            );
        }
        for other in tables.iter().skip(index + 1) {
            let (other_table, others) = (name::of(container, other), columns(other));
            let message = format!(
                "a column of `{table}` and one of `{other_table}`, which have `hoist`, would both be hoisted under the same name: rename one of them"
            );
            all.extend(quote_spanned!(at=> const _: () = ::core::assert!(!#own.hoists_as(#table, #others, #other_table), "{}", #message);));
        }
    }
    all
}

/// The `names` that a hoisted column of `table` could have, with their error messages.
fn clashes<'n>(table: &str, names: &'n [String], why: &str) -> impl Iterator<Item = (&'n String, String)> {
    names.iter().filter_map(move |name| {
        let column = name.strip_prefix(table)?.strip_prefix('_')?;
        let message = format!(
            "the column `{column}` of `{table}`, which has `hoist`, would be hoisted as `{name}`, and {why}: rename one of them"
        );
        Some((name, message))
    })
}

/// Checks that no sibling field is read under the name of a hoisted column. It may be written under
/// another name.
pub(crate) fn checks_of_reading(container: &Container<'_>, toon: &TokenStream) -> TokenStream {
    let siblings = container.fields().map(|(_, field)| field).filter(|field| row::is_written(field));
    let names = siblings.flat_map(|field| field.serde.aliases().chain([name::of(container, field)]));
    let names: Vec<String> = names.collect();
    let mut all = TokenStream::new();
    for field in tables(container) {
        let (table, ty) = (name::of(container, field), bound::made_static(&field.syntax.ty));
        for (key, message) in clashes(&table, &names, "there is already a field that is read under that name")
        {
            let at = default::span_of(field);
            all.extend(quote_spanned! {at=>
                const _: () = {
                    #[allow(unused_imports)]
                    use #toon::__private::NothingOutside as _;
                    let columns = #toon::__private::OutsideOf::<#ty>::HOISTED;
                    ::core::assert!(!#toon::__private::is_hoisted(columns, #table, #key), "{}", #message);
                };
            });
        }
    }
    all
}

/// Declares the hoisted columns of a row, for reading.
pub(crate) fn names(container: &Container<'_>) -> Option<TokenStream> {
    let hoisted = container.fields().filter(|(_, field)| field.toon.hoist.is_some());
    let names: Vec<String> = hoisted.map(|(_, field)| name::of(container, field)).collect();
    let names = Some(names).filter(|names| !names.is_empty())?;
    Some(quote!(const HOISTED: &'static [&'static ::core::primitive::str] = &[#(#names),*];))
}

/// The call that reads a struct, possibly with hoisted columns, from `deserializer`.
pub(crate) fn read(
    container: &Container<'_>,
    toon: &TokenStream,
    copy: &TokenStream,
    deserializer: &TokenStream,
) -> TokenStream {
    let columns: Vec<_> = tables(container).map(|field| columns_of(&field.syntax.ty, toon)).collect();
    if columns.is_empty() {
        return quote!(#copy::deserialize(#deserializer));
    }
    let unhoisted = unhoist(container, toon, copy, deserializer);
    quote! {
        if const { #(#columns.is_empty())&&* } {
            #copy::deserialize(#deserializer)
        } else {
            #unhoisted
        }
    }
}

/// The call that reads a struct whose tables may have hoisted columns.
pub(crate) fn unhoist(
    container: &Container<'_>,
    toon: &TokenStream,
    copy: &TokenStream,
    deserializer: &TokenStream,
) -> TokenStream {
    let names = tables(container).map(|field| name::of(container, field));
    let columns = tables(container).map(|field| columns_of(&field.syntax.ty, toon));
    quote!(#copy::deserialize(#toon::__private::unhoist(#deserializer, const { &[#((#names, #columns)),*] })))
}

/// The call that reads a table: `hoisting` if it has hoisted columns, `plain` otherwise.
pub(crate) fn read_table(
    ty: &Type,
    toon: &TokenStream,
    plain: &TokenStream,
    hoisting: &TokenStream,
) -> TokenStream {
    let columns = columns_of(ty, toon);
    quote!(if const { #columns.is_empty() } { #plain } else { #hoisting })
}

/// The names of a table's hoisted columns.
fn columns_of(ty: &Type, toon: &TokenStream) -> TokenStream {
    quote!({
        #[allow(unused_imports)]
        use #toon::__private::NothingOutside as _;
        #toon::__private::OutsideOf::<#ty>::HOISTED
    })
}

impl Copied<'_> {
    /// The call that reads a table that has a key or may have hoisted columns.
    pub(crate) fn table_reader(&self) -> Option<TokenStream> {
        let Copied { container, field, toon, .. } = self;
        let table = field.toon.tabular.as_ref()?;
        let is_read = is_read(container, field);
        if table.key.is_none() && !is_read {
            return None;
        }
        let private = quote!(#toon::__private);
        let read = |deserializer| quote!(#private::serde::Deserialize::deserialize(#deserializer));
        let (plain, hoisting) = match &table.key {
            Some(key) => (
                read(quote!(#private::as_list(deserializer, #key))),
                quote!(#private::read_list(deserializer, #key)),
            ),
            None => (read(quote!(deserializer)), quote!(#private::read_table(deserializer))),
        };
        Some(if is_read { read_table(&field.syntax.ty, toon, &plain, &hoisting) } else { plain })
    }
}
