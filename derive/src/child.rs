//! `child`: lists in rows that are tables of their own beside the table that contains them.

use crate::ast::{Container, Field};
use crate::{bound, default, hoist, name, row};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{GenericParam, LitStr, Type};

/// Returns early from the function that writes a table, `value`, if its rows have child tables.
pub(crate) fn write(container: &Container<'_>, field: &Field<'_>, toon: &TokenStream) -> Option<TokenStream> {
    let table = field.toon.tabular.as_ref()?;
    if !hoist::is_read(container, field) {
        return None;
    }
    let columns = columns_of(field, &field.syntax.ty, toon);
    let private = quote!(#toon::__private);
    let key = option(table.key.as_ref());
    let mut rows = quote!(value);
    if let Some(key) = &table.key {
        rows = quote!(#private::Keyed(#rows, #key));
    }
    let header = option(table.header.map(|_| &key));
    Some(quote! {
        if const { #columns.has_children() } {
            let table = #private::WithChildren {
                table: #rows,
                columns: #columns,
                hint: const { #columns.table_hint(true) },
                header: #header,
            };
            let tables = #private::WithHint(table, #private::hint::TABLES);
            return #private::serde::Serialize::serialize(&tables, serializer);
        }
    })
}

/// The columns of the rows in the field, in an `Option`, if they have child tables.
pub(crate) fn columns(container: &Container<'_>, field: &Field<'_>, toon: &TokenStream) -> TokenStream {
    if !hoist::is_read(container, field) {
        return quote!(::core::option::Option::None);
    }
    let columns = columns_of(field, &field.syntax.ty, toon);
    quote!(#columns.with_children())
}

/// The bit of a table whose rows have child tables, as far as that is known, if they can have any.
pub(crate) fn kind_of_table(
    container: &Container<'_>,
    field: &Field<'_>,
    toon: &TokenStream,
) -> Option<TokenStream> {
    if !hoist::is_read(container, field) {
        return None;
    }
    // A constant argument cannot depend on type parameters, and cannot name lifetimes.
    if !bound::has_known_type(container, field) {
        return Some(quote!(#toon::__private::tables::PARENTS));
    }
    let columns = columns_of(field, &bound::made_static(&field.syntax.ty), toon);
    Some(quote!(#toon::__private::tables::parents(#columns)))
}

/// The columns of a table of type `ty`.
fn columns_of(field: &Field<'_>, ty: &Type, toon: &TokenStream) -> TokenStream {
    if field.toon.tabular.as_ref().is_some_and(|table| table.key.is_some()) {
        quote_spanned!(default::span_of(field)=> <#ty as #toon::__private::List>::COLUMNS)
    } else {
        row::of_table(ty, &quote!(COLUMNS), toon)
    }
}

/// Checks the keys of child tables, and that no sibling of a table has the name of one of its child
/// tables.
pub(crate) fn checks(container: &Container<'_>, toon: &TokenStream) -> TokenStream {
    let mut all = TokenStream::new();
    for (_, field) in container.fields() {
        if let Some(table) = field.toon.tabular.as_ref().filter(|_| bound::has_known_type(container, field)) {
            let (ty, at) = (bound::made_static(&field.syntax.ty), default::span_of(field));
            let columns = columns_of(field, &ty, toon);
            let inner = "the rows of this table have a field with `child` inside another field: only fields of the row itself can have `child`";
            all.extend(
                quote_spanned!(at=> const _: () = ::core::assert!(!#columns.nests_children(), "{}", #inner);),
            );
            if let Some(key) = &table.key {
                let message = "the rows of a child table repeat the key of this table, which has no column for it: use `child` without a key";
                all.extend(quote_spanned!(at=> const _: () = ::core::assert!(!#columns.links_by(#key), "{}", #message);));
            }
            if let Some(name) = clash(container, field) {
                let message = format!(
                    "the name of the field `{name}` could be that of a child table of this one: rename one of them"
                );
                all.extend(quote_spanned!(at=> const _: () = ::core::assert!(!#columns.has_children(), "{}", #message);));
            }
        }
        all.extend(key_check(container, field, toon));
    }
    all
}

/// A field whose name begins with that of the table in `field` and a dot.
fn clash(container: &Container<'_>, field: &Field<'_>) -> Option<String> {
    let table = name::of(container, field);
    let siblings = container.fields().map(|(_, field)| field).filter(|field| row::is_written(field));
    let names = siblings.flat_map(|field| field.serde.aliases().chain([name::of(container, field)]));
    let mut names = names.chain(container.serde.text("tag").map(LitStr::value));
    names.find(|name| name.strip_prefix(&table).is_some_and(|rest| rest.starts_with('.')))
}

/// Checks that the key of a child table is a cell of the row, and that there is always a list.
fn key_check(container: &Container<'_>, field: &Field<'_>, toon: &TokenStream) -> Option<TokenStream> {
    let key = field.toon.child.as_ref()?.key.as_ref()?;
    let params = &container.input.generics.params;
    if !params.iter().all(|param| matches!(param, GenericParam::Lifetime(_))) {
        return None;
    }
    // A constant cannot name any other lifetime.
    let (ty, lifetimes) = (bound::made_static(&field.syntax.ty), params.iter().map(|_| quote!('static)));
    let (own, private) = (&container.input.ident, quote!(#toon::__private));
    let (at, at_key) = (default::span_of(field), default::at(key.span()));
    let no_cell = format!(
        "`{}` is not a cell of every row: `key` takes the name in TOON of a field of this struct that is a single cell, without `level`, `skip_default` and `hoist`",
        key.value()
    );
    let may_be_none = "with a key, no column would tell `None` from an empty list: use `child` without a key, or a list that is not an `Option`";
    let has_of = "the rows of a child table with a key have a column `_of`, but these rows already have a field of that name: rename it";
    let own = quote_spanned!(at_key=> <#own<#(#lifetimes),*> as #private::Tabular>::COLUMNS);
    let list = quote_spanned!(at=> <#ty as #private::ChildList>);
    let is_cell = quote_spanned!(at_key=> ::core::assert!(#own.is_cell(#key), "{}", #no_cell););
    let others = quote_spanned! {at=>
        ::core::assert!(!#list::IS_OPTIONAL, "{}", #may_be_none);
        ::core::assert!(!#list::COLUMNS.has("_of"), "{}", #has_of);
    };
    Some(quote!(const _: () = { #is_cell #others };))
}

/// Declares the child tables of a row, for reading.
pub(crate) fn names(container: &Container<'_>, toon: &TokenStream) -> Option<TokenStream> {
    let children = container.fields().map(|(_, field)| field);
    let children = children.filter(|field| field.toon.child.is_some() && row::is_written(field));
    let children = children.map(|field| {
        let (name, rows) = (name::of(container, field), names_of(&field.syntax.ty, toon));
        quote!(#toon::__private::ChildNames(#name, #rows))
    });
    let children: Vec<_> = children.collect();
    let children = Some(children).filter(|children| !children.is_empty())?;
    Some(quote!(const CHILDREN: &'static [#toon::__private::ChildNames] = &[#(#children),*];))
}

/// The child tables of the rows of this type.
pub(crate) fn names_of(ty: &Type, toon: &TokenStream) -> TokenStream {
    quote!({
        #[allow(unused_imports)]
        use #toon::__private::NothingOutside as _;
        #toon::__private::OutsideOf::<#ty>::CHILDREN
    })
}

/// An `Option` of `value`.
fn option(value: Option<impl ToTokens>) -> TokenStream {
    value.map_or_else(
        || quote!(::core::option::Option::None),
        |value| quote!(::core::option::Option::Some(#value)),
    )
}
