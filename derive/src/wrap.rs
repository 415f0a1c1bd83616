//! The hints around the values of fields, which are added while the fields are serialized.

use crate::ast::{Body, Container, Field};
use crate::attr::KEEP_DEFAULT;
use crate::{child, default, hoist, level, name, row};
use proc_macro2::TokenStream;
use quote::quote;

/// The hints that the serializer can add, and those that change only the copy.
const ADDED: [&str; 11] = [
    "skip",
    "rename",
    "with",
    "join",
    "skip_default",
    KEEP_DEFAULT,
    "level",
    "fold",
    "tabular",
    "cell",
    "hoist",
];

/// Whether a serializer around the whole struct adds the hints, so that its fields need no code of
/// their own.
pub(crate) fn is_by_struct(container: &Container<'_>) -> bool {
    let Body::Struct(fields) = &container.body else { return false };
    // Keys of flattened fields cannot be told from those of the struct.
    let is_plain = |field: &Field<'_>| field.is_named() && !field.serde.has("flatten");
    let is_added = |field: &Field<'_>| field.toon.all().all(|(hint, _)| ADDED.contains(&hint));
    let has_own_columns = container.toon.unchecked || !container.toon.ranges.is_empty();
    !container.serde.has("transparent")
        && !has_own_columns
        && fields.iter().all(|field| is_plain(field) && is_added(field))
}

/// The serializer that adds the hints of the struct's fields, if they have any, around `serializer`.
pub(crate) fn serializer(
    container: &Container<'_>,
    serializer: &TokenStream,
    toon: &TokenStream,
) -> Option<TokenStream> {
    if !is_by_struct(container) {
        return None;
    }
    let is_row = container.toon.tabular.is_some();
    let written = || container.fields().map(|(_, field)| field).filter(|field| row::is_written(field));
    let is_hinted = |field: &&Field<'_>| is_hinted(container, field) || field.toon.skip_default.is_some();
    let hinted: Vec<_> = written().filter(is_hinted).collect();
    if hinted.is_empty() && !written().any(|field| row::needs_own_writer(container, field)) {
        return None;
    }
    let defaults = hinted.iter().any(|field| field.toon.skip_default.is_some()).then(|| {
        let tests = hinted.iter().map(|field| {
            let test = default::test(container, None, field, &place(container, field), toon);
            test.unwrap_or_else(|| quote!(false))
        });
        quote!(#(#tests),*)
    });
    let fields = hinted.iter().map(|field| hints(container, field, toon));
    let tables = kinds_of_tables(container, &hinted, toon);
    Some(quote! {
        #toon::__private::Hinted::<_, { #tables }> {
            serializer: #serializer,
            is_row: #is_row,
            fields: const { &[#(#fields),*] },
            defaults: &[#defaults],
        }
    })
}

/// The kinds of tables among the fields with hints.
fn kinds_of_tables(container: &Container<'_>, hinted: &[&Field<'_>], toon: &TokenStream) -> TokenStream {
    let tables = quote!(#toon::__private::tables);
    let kinds = hinted.iter().filter_map(|field| {
        let table = field.toon.tabular.as_ref()?;
        let key = table.key.as_ref().map(|_| quote!(| #tables::KEYED));
        let header = table.header.map(|_| quote!(| #tables::HEADED));
        let parents = child::kind_of_table(container, field, toon).map(|parents| quote!(| #parents));
        Some(quote!(| #tables::ANY #key #header #parents))
    });
    quote!(0 #(#kinds)*)
}

/// The field of `self`, without a reference to it if it may not be aligned.
fn place(container: &Container<'_>, field: &Field<'_>) -> TokenStream {
    let member = &field.member;
    let place = quote!(self.#member);
    let is_packed = container.input.attrs.iter().any(|attribute| {
        attribute.path().is_ident("repr")
            && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string().contains("packed"))
    });
    if is_packed { quote!({ #place }) } else { place }
}

/// Whether the field's value is always wrapped in hints.
pub(crate) fn is_hinted(container: &Container<'_>, field: &Field<'_>) -> bool {
    let hints = &field.toon;
    let is_hinted =
        hints.level.is_some() || hints.tabular.is_some() || hints.fold.is_some() || hints.hoist.is_some();
    is_hinted || is_cell(container, field)
}

fn is_cell(container: &Container<'_>, field: &Field<'_>) -> bool {
    row::needs_own_writer(container, field) && row::is_declared_cell(field)
}

/// The field's hints.
pub(crate) fn hints(container: &Container<'_>, field: &Field<'_>, toon: &TokenStream) -> TokenStream {
    let private = quote!(#toon::__private);
    let name = name::of(container, field);
    let levels = level::hints(container, field).unwrap_or_else(|| quote!(&[]));
    let mut hints = Vec::new();
    if field.toon.fold.is_some() {
        hints.push(quote!(#private::hint::FOLD));
    }
    if field.toon.hoist.is_some() {
        hints.push(quote!(#private::hint::HOIST));
    }
    if is_cell(container, field) {
        hints.push(quote!(#private::hint::CELL));
    }
    let table = option(table(container, field, toon));
    quote!(#private::FieldHints { name: #name, levels: #levels, hints: &[#(#hints),*], table: #table })
}

/// The hints of a table.
fn table(container: &Container<'_>, field: &Field<'_>, toon: &TokenStream) -> Option<TokenStream> {
    let table = field.toon.tabular.as_ref()?;
    let private = quote!(#toon::__private);
    let hint = row::hint_of_table(container, field, hoist::is_read(container, field), toon);
    let key = option(table.key.as_ref().map(|key| quote!(#key)));
    let header = option(table.header.map(|_| row::columns_of_header(field, toon)));
    let parents = child::columns(container, field, toon);
    Some(quote!(#private::TableHints { hint: #hint, key: #key, header: #header, parents: #parents }))
}

fn option(value: Option<TokenStream>) -> TokenStream {
    let none = || quote!(::core::option::Option::None);
    value.map_or_else(none, |value| quote!(::core::option::Option::Some(#value)))
}
