//! What a copy of another crate's type needs, beyond the functions that serde calls.

use crate::ast::{Body, Container, members};
use crate::attr::Direction;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Ident, Member};

/// For the user's copy of `remote`; our copy of that is named `plain`.
pub(crate) fn support(container: &Container<'_>, plain: &Ident, remote: &TokenStream) -> TokenStream {
    let mut all = mention(container);
    if container.direction == Direction::Deserialize {
        all.extend(conversion(container, plain, remote));
    }
    all
}

/// A type with private fields is created from the user's copy, so ours must be converted to that.
fn conversion(container: &Container<'_>, plain: &Ident, remote: &TokenStream) -> Option<TokenStream> {
    let Body::Struct(fields) = &container.body else { return None };
    if !fields.iter().any(|field| field.serde.has("getter")) {
        return None;
    }
    let (impl_generics, ty_generics, where_clause) = container.input.generics.split_for_impl();
    let name = &container.input.ident;
    let members: Vec<&Member> = members(fields).collect();
    Some(quote! {
        impl #impl_generics ::core::convert::From<#plain #ty_generics> for #remote #where_clause {
            fn from(copy: #plain #ty_generics) -> Self {
                ::core::convert::From::from(#name { #(#members: copy.#members),* })
            }
        }
    })
}

/// Mentions all parts of the user's copy, which is never created, so that the compiler does not
/// report them as unused.
fn mention(container: &Container<'_>) -> TokenStream {
    let (impl_generics, ty_generics, where_clause) = container.input.generics.split_for_impl();
    let name = &container.input.ident;
    let parts = match &container.body {
        Body::Struct(fields) => vec![(name.to_token_stream(), fields)],
        Body::Enum(variants) => variants
            .iter()
            .map(|variant| {
                let variant_name = &variant.syntax.ident;
                (quote!(#name::#variant_name), &variant.fields)
            })
            .collect(),
        Body::Union => Vec::new(),
    };
    let arms = parts.into_iter().map(|(path, fields)| {
        let members: Vec<&Member> = members(fields).collect();
        let names: Vec<Ident> = (0..members.len()).map(|index| format_ident!("__v{index}")).collect();
        quote!(#path { #(#members: #names),* } => #path { #(#members: #names),* },)
    });
    quote! {
        const _: () = {
            fn mention #impl_generics (copy: #name #ty_generics) -> #name #ty_generics #where_clause {
                match copy { #(#arms)* }
            }
        };
    }
}
