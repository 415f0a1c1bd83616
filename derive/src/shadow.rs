//! Hidden copies of the type, on which `serde_derive` does its work.

use crate::ast::{Container, Field, Variant};
use crate::attr::Direction;
use crate::bound::Bounds;
use crate::default;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Fields, Generics, Ident, Meta, Visibility, parse_quote};

pub(crate) struct Shadow {
    pub(crate) name: Ident,
    item: DeriveInput,
    derive: TokenStream,
    /// Functions that its attributes name.
    functions: Vec<TokenStream>,
}

impl Shadow {
    /// The copy that is as the user wrote it.
    pub(crate) fn plain(container: &Container<'_>, toon: &TokenStream, bounds: &Bounds) -> Self {
        Shadow::new("__Plain", container, toon, bounds)
    }

    /// The copy that TOON sees.
    pub(crate) fn toon(container: &Container<'_>, toon: &TokenStream, bounds: &Bounds) -> Self {
        let mut shadow = Shadow::new("__Toon", container, toon, bounds);
        let fields: Vec<(Option<&Variant<'_>>, &Field<'_>)> = container.fields().collect();
        for ((variant, field), attributes) in fields.into_iter().zip(attributes_of_fields(&mut shadow.item)) {
            let hinted = Hinted { container, variant, field, shadow: &shadow.name };
            shadow.functions.extend(hinted.apply(attributes));
        }
        shadow
    }

    fn new(name: &str, container: &Container<'_>, toon: &TokenStream, bounds: &Bounds) -> Self {
        let name = Ident::new(name, Span::mixed_site());
        let mut item = container.input.clone();
        let user = std::mem::replace(&mut item.ident, name.clone());
        item.vis = Visibility::Inherited;
        item.attrs
            .retain(|attribute| attribute.path().is_ident("serde") || attribute.path().is_ident("repr"));
        strip(&mut item);

        // Of another type it is a copy already; `Self` would be this one.
        if container.remote().is_none_or(|remote| remote == "Self") {
            let remote = user.to_string();
            without(&mut item.attrs, &["remote"]);
            item.attrs.push(parse_quote!(#[serde(remote = #remote)]));
        }
        if !container.serde.has("crate") {
            let path = quote!(#toon::__private::serde).to_string();
            item.attrs.push(parse_quote!(#[serde(crate = #path)]));
        }
        let direction = Ident::new(container.direction.word(), Span::call_site());
        // Formats that print names of types print the user's.
        if container.serde.directed("rename").is_none() {
            let user = user.unraw().to_string();
            item.attrs.push(parse_quote!(#[serde(rename(#direction = #user))]));
        }
        // What serde would infer here is partly about the copy itself.
        if let Some(inferred) = bounds.inferred.as_ref().filter(|inferred| !inferred.is_empty()) {
            let inferred = quote!(#(#inferred),*).to_string();
            item.attrs.push(parse_quote!(#[serde(bound(#direction = #inferred))]));
        }
        let derive = match container.direction {
            Direction::Serialize => quote!(#toon::__private::serde::Serialize),
            Direction::Deserialize => quote!(#toon::__private::serde::Deserialize),
        };
        Shadow { name, item, derive, functions: Vec::new() }
    }

    /// The copy, under the bounds of the implementation that uses it.
    pub(crate) fn tokens(&self, bounded: &Generics) -> TokenStream {
        let Shadow { name, item, derive, functions } = self;
        let mut all = quote!(#[derive(#derive)] #item);
        if !functions.is_empty() {
            let (impl_generics, _, where_clause) = bounded.split_for_impl();
            let (_, ty_generics, _) = item.generics.split_for_impl();
            all.extend(quote!(impl #impl_generics #name #ty_generics #where_clause { #(#functions)* }));
        }
        all
    }
}

/// A field whose hints are to be told to serde.
struct Hinted<'a> {
    container: &'a Container<'a>,
    variant: Option<&'a Variant<'a>>,
    field: &'a Field<'a>,
    shadow: &'a Ident,
}

impl Hinted<'_> {
    /// Changes the attributes of the field's copy; gives the functions that they name.
    fn apply(&self, attributes: &mut Vec<Attribute>) -> Vec<TokenStream> {
        let Hinted { container, variant, field, shadow } = self;
        let hints = &field.toon;
        let mut functions = Vec::new();
        if hints.skip.is_some() {
            // What else serde has been told of the field, it would find at odds with this.
            let rest = ["default", "bound", "rename", "alias", "borrow", "getter"];
            only(attributes, &rest);
            attributes.push(parse_quote!(#[serde(skip)]));
        }
        if let Some(name) = &hints.rename {
            without(attributes, &["rename"]);
            attributes.push(parse_quote!(#[serde(rename = #name)]));
        }
        if let Some(path) = &hints.with {
            without(attributes, &["with", "serialize_with", "deserialize_with"]);
            attributes.push(parse_quote!(#[serde(with = #path)]));
        }
        if hints.skip_default.is_some() {
            if container.direction == Direction::Serialize {
                let name = default::predicate_name(*variant, &field.member);
                functions.extend(default::predicate(container, *variant, field, &name));
                let generics = container.input.generics.split_for_impl().1;
                let path = quote!(#shadow #generics).to_string();
                let path = format!("<{path}>::{name}");
                without(attributes, &["skip_serializing_if"]);
                attributes.push(parse_quote!(#[serde(skip_serializing_if = #path)]));
            } else if default::is_missing(container, *variant, field) {
                attributes.push(parse_quote!(#[serde(default)]));
            }
        }
        functions
    }
}

/// The attributes of each field, those of all variants in turn.
fn attributes_of_fields(item: &mut DeriveInput) -> Vec<&mut Vec<Attribute>> {
    fn of(fields: &mut Fields) -> impl Iterator<Item = &mut Vec<Attribute>> {
        fields.iter_mut().map(|field| &mut field.attrs)
    }
    match &mut item.data {
        Data::Struct(data) => of(&mut data.fields).collect(),
        Data::Enum(data) => data.variants.iter_mut().flat_map(|variant| of(&mut variant.fields)).collect(),
        Data::Union(_) => Vec::new(),
    }
}

/// Leaves of variants and fields what serde has to see.
fn strip(item: &mut DeriveInput) {
    let serde = |attributes: &mut Vec<Attribute>| {
        attributes.retain(|attribute| attribute.path().is_ident("serde"));
    };
    let fields = |fields: &mut Fields| {
        for field in fields {
            serde(&mut field.attrs);
            field.vis = Visibility::Inherited;
        }
    };
    match &mut item.data {
        Data::Struct(data) => fields(&mut data.fields),
        Data::Enum(data) => {
            for variant in &mut data.variants {
                serde(&mut variant.attrs);
                variant.discriminant = None;
                fields(&mut variant.fields);
            }
        }
        Data::Union(_) => {}
    }
}

/// Takes what has one of these names out of the `#[serde(…)]` among the attributes.
fn without(attributes: &mut [Attribute], names: &[&str]) {
    keep(attributes, |name| !names.contains(&name));
}

/// Leaves in them only what has one of these names.
fn only(attributes: &mut [Attribute], names: &[&str]) {
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
        let items = items.map(|item| item.iter().cloned().collect::<TokenStream>());
        let items: Vec<TokenStream> = items.collect();
        list.tokens = quote!(#(#items),*).into_token_stream();
    }
}
