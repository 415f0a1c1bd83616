//! `toon::Describe`: the description of a type's fields.

use crate::ast::{Body, Container};
use crate::{level, name, row};
use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

/// Implements `Describe` for a struct with named fields that is written as itself.
pub(crate) fn implementation(container: &Container<'_>, toon: &TokenStream) -> TokenStream {
    let Body::Struct(fields) = &container.body else { return TokenStream::new() };
    let is_named = fields.iter().all(crate::ast::Field::is_named);
    let is_other = ["transparent", "into"].iter().any(|name| container.serde.has(name));
    if !is_named || fields.is_empty() || is_other || container.remote().is_some() {
        return TokenStream::new();
    }
    let mut has_levels = container.toon.levels.is_some();
    let described = fields.iter().filter(|field| row::is_written(field)).map(|field| {
        let is_flattened = field.serde.has("flatten");
        let name = if is_flattened { field.word() } else { name::of(container, field) };
        has_levels |= field.toon.level.is_some();
        let none = || quote!(::core::option::Option::None);
        let some = |level: &LitStr| quote!(::core::option::Option::Some(#level));
        let level = field.toon.level.as_ref().map_or_else(none, some);
        quote!(#toon::Field::__new(#name, #level, #is_flattened))
    });
    let described: Vec<_> = described.collect();
    let levels = if has_levels { level::names(container) } else { Vec::new() };
    // With a type parameter, a row needs bounds that its description does not have.
    let is_row = container.toon.tabular.is_some() && container.input.generics.type_params().next().is_none();
    let columns = is_row.then(|| {
        quote! {
            const __COLUMNS: #toon::__private::RowColumns = <Self as #toon::__private::Tabular>::COLUMNS;
        }
    });
    let (impl_generics, ty_generics, where_clause) = container.input.generics.split_for_impl();
    let name = &container.input.ident;
    quote! {
        #[automatically_derived]
        impl #impl_generics #toon::Describe for #name #ty_generics #where_clause {
            const FIELDS: &'static [#toon::Field] = &[#(#described),*];
            const LEVELS: &'static [&'static ::core::primitive::str] = &[#(#levels),*];
            #columns
        }
    }
}
