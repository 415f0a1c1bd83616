//! Reading: the adapters around the deserializer of a type, each of which undoes what a hint has changed.

use crate::ast::Container;
use crate::{child, hoist, name, range};
use proc_macro2::TokenStream;
use quote::quote;

/// The call that reads a value with the functions of `copy`.
pub(crate) fn call(container: &Container<'_>, toon: &TokenStream, copy: &TokenStream) -> TokenStream {
    let private = quote!(#toon::__private);
    let adapted = |mut deserializer: TokenStream| {
        if container.toon.tabular.is_some() {
            deserializer = quote!(#private::row(#deserializer));
        }
        if container.folds() {
            deserializer = quote!(#private::unfold(#deserializer));
        }
        range::read(container, toon, deserializer)
    };
    let unhoisted = hoist::read(container, toon, copy, &adapted(quote!(deserializer)));
    let fields: Vec<_> = hoist::tables(container).collect();
    if fields.is_empty() {
        return unhoisted;
    }
    let names = fields.iter().map(|field| name::of(container, field));
    let children: Vec<_> = fields.iter().map(|field| child::names_of(&field.syntax.ty, toon)).collect();
    let rejoin = quote!(#private::rejoin(deserializer, const { &[#((#names, #children)),*] }));
    let rejoined = hoist::unhoist(container, toon, copy, &adapted(rejoin));
    quote! {
        if const { #(#children.is_empty())&&* } {
            #unhoisted
        } else {
            #rejoined
        }
    }
}
