//! What a type that describes another crate's (`remote`) needs, besides the functions that serde
//! calls.

use crate::ast::{Body, Container, members};
use crate::attr::Direction;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Ident, Member};

/// The additions for the user's description of `remote`. `plain` is the name of our copy of it.
pub(crate) fn support(container: &Container<'_>, plain: &Ident, remote: &TokenStream) -> TokenStream {
    let mut all = mention(container);
    if container.direction == Direction::Deserialize {
        all.extend(conversion(container, plain, remote));
    }
    all
}

/// A type with private fields is built from the user's description, so our copy must convert to
/// that.
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

/// Mentions all parts of the user's description, which is never constructed, so that the compiler
/// does not report them as unused.
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
