//! Hidden copies of the type, on which `serde_derive` does its work.

use crate::ast::Container;
use crate::attr::Direction;
use crate::bound::Bounds;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Fields, Ident, Meta, Visibility, parse_quote};

/// The copy that is as the user wrote it.
pub(crate) fn plain(container: &Container<'_>, toon: &TokenStream, bounds: &Bounds) -> Shadow {
    Shadow::new(container, "__Plain", toon, bounds)
}

pub(crate) struct Shadow {
    pub(crate) name: Ident,
    item: DeriveInput,
    derive: TokenStream,
}

impl Shadow {
    fn new(container: &Container<'_>, name: &str, toon: &TokenStream, bounds: &Bounds) -> Self {
        let name = Ident::new(name, Span::mixed_site());
        let mut item = container.input.clone();
        let user = std::mem::replace(&mut item.ident, name.clone());
        item.vis = Visibility::Inherited;
        item.attrs
            .retain(|attribute| attribute.path().is_ident("serde") || attribute.path().is_ident("repr"));
        for_fields(&mut item, |attributes| attributes.retain(|attribute| attribute.path().is_ident("serde")));

        // Of another type it is a copy already; `Self` would be this one.
        let own = container.remote().is_none_or(|remote| remote == "Self");
        if own {
            let remote = user.to_string();
            without(&mut item.attrs, "remote");
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
        Shadow { name, item, derive }
    }
}

impl ToTokens for Shadow {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (derive, item) = (&self.derive, &self.item);
        tokens.extend(quote!(#[derive(#derive)] #item));
    }
}

/// Takes what has this name out of the `#[serde(…)]` among the attributes.
fn without(attributes: &mut [Attribute], name: &str) {
    for attribute in attributes.iter_mut().filter(|attribute| attribute.path().is_ident("serde")) {
        let Meta::List(list) = &mut attribute.meta else { continue };
        let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
        let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
        let is_it =
            |item: &&[TokenTree]| matches!(item.first(), Some(TokenTree::Ident(first)) if first == name);
        let items = tokens.split(is_comma).filter(|item| !is_it(item));
        list.tokens = items.map(|item| item.iter().cloned().collect()).fold(
            TokenStream::new(),
            |all, item: TokenStream| {
                if all.is_empty() { item } else { quote!(#all, #item) }
            },
        );
    }
}

/// Does something to the attributes of each variant and field.
fn for_fields(item: &mut DeriveInput, change: impl Fn(&mut Vec<Attribute>)) {
    let each = |fields: &mut Fields| {
        fields.iter_mut().for_each(|field| {
            change(&mut field.attrs);
            field.vis = Visibility::Inherited;
        })
    };
    match &mut item.data {
        Data::Struct(data) => each(&mut data.fields),
        Data::Enum(data) => {
            for variant in &mut data.variants {
                change(&mut variant.attrs);
                variant.discriminant = None;
                each(&mut variant.fields);
            }
        }
        Data::Union(_) => {}
    }
}
