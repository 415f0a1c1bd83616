//! A field of the copy for TOON: what the attributes that serde sees are changed to, and the functions
//! that these name.

use crate::ast::{Container, Field, Variant};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{Attribute, ExprPath, Lifetime, Meta};

/// A field of the type, and its place in the copy.
pub(crate) struct Copied<'a> {
    pub(crate) container: &'a Container<'a>,
    pub(crate) variant: Option<&'a Variant<'a>>,
    pub(crate) field: &'a Field<'a>,
    /// The name of the copy.
    pub(crate) shadow: &'a Ident,
    pub(crate) toon: &'a TokenStream,
    /// The lifetime of the input.
    pub(crate) de: &'a Lifetime,
    /// The index among all fields of the type.
    pub(crate) number: usize,
}

/// What a hint adds to the copy, besides attributes.
#[derive(Default)]
pub(crate) struct Additions {
    /// Functions of the copy.
    pub(crate) functions: Vec<TokenStream>,
    /// Traits to implement for the copy.
    pub(crate) traits: Vec<TraitOfCopy>,
}

/// `impl trait for copy { body }`.
pub(crate) struct TraitOfCopy {
    pub(crate) path: TokenStream,
    pub(crate) body: TokenStream,
}

impl Copied<'_> {
    /// A function that serializes the field's `value` to `serializer`.
    pub(crate) fn writer(&self, name: &Ident, body: &TokenStream) -> TokenStream {
        let (toon, ty) = (self.toon, &self.field.syntax.ty);
        quote! {
            fn #name<__S>(value: &#ty, serializer: __S) -> ::core::result::Result<__S::Ok, __S::Error>
            where
                __S: #toon::__private::serde::Serializer,
            {
                #body
            }
        }
    }

    /// A function that deserializes the field from `deserializer`.
    pub(crate) fn reader(&self, name: &Ident, body: &TokenStream) -> TokenStream {
        let (toon, de, ty) = (self.toon, self.de, &self.field.syntax.ty);
        quote! {
            fn #name<__D>(deserializer: __D) -> ::core::result::Result<#ty, __D::Error>
            where
                __D: #toon::__private::serde::Deserializer<#de>,
            {
                #body
            }
        }
    }

    /// Declares that `function` serializes the field with this index.
    pub(crate) fn written(&self, number: &TokenStream, function: &TokenStream) -> TraitOfCopy {
        let (toon, ty) = (self.toon, &self.field.syntax.ty);
        let write = self.writer(&format_ident!("write"), &quote!(#function(value, serializer)));
        TraitOfCopy {
            path: quote!(#toon::__private::WriteField<#number>),
            body: quote!(type Value = #ty; #write),
        }
    }

    /// The user-defined function that serializes or deserializes the field.
    pub(crate) fn with(&self) -> Option<ExprPath> {
        match &self.field.toon.with {
            Some(module) => self.container.direction.in_module(module),
            None => self.field.serde.with(),
        }
    }

    pub(crate) fn function(&self, what: &str) -> Ident {
        format_ident!("__{what}_{}_{}", self.number, self.field.word())
    }

    /// The path of one of the copy's functions, for serde's attributes.
    pub(crate) fn path_of(&self, function: &Ident) -> String {
        let (shadow, generics) = (self.shadow, self.container.input.generics.split_for_impl().1);
        format!("<{}>::{function}", quote!(#shadow #generics))
    }
}

/// Removes the items with one of these names from `#[serde(…)]` attributes.
pub(crate) fn without(attributes: &mut [Attribute], names: &[&str]) {
    keep(attributes, |name| !names.contains(&name));
}

/// Keeps only the items with one of these names.
pub(crate) fn only(attributes: &mut [Attribute], names: &[&str]) {
    keep(attributes, |name| names.contains(&name));
}

fn keep(attributes: &mut [Attribute], keeps: impl Fn(&str) -> bool) {
    for attribute in attributes.iter_mut().filter(|attribute| attribute.path().is_ident("serde")) {
        let Meta::List(list) = &mut attribute.meta else { continue };
        let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
        let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
        let items = tokens.split(is_comma).filter(|item| match item.first() {
            Some(TokenTree::Ident(name)) => keeps(&name.to_string()),
            Some(_) => true,
            None => false,
        });
        let items: Vec<TokenStream> = items.map(|item| item.iter().cloned().collect()).collect();
        list.tokens = quote!(#(#items),*);
    }
}
