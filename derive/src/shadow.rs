//! The hidden copies of the type that `serde_derive` works on.

use crate::ast::Container;
use crate::attr::Direction;
use crate::bound::Bounds;
use crate::copied::{Additions, Copied, TraitOfCopy, without};
use crate::{in_parts, range};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, Generics, Ident, Lifetime, Visibility, parse_quote_spanned};

pub(crate) struct Shadow {
    pub(crate) name: Ident,
    item: DeriveInput,
    derive: TokenStream,
    /// The functions that the attributes name, and the traits that these need.
    additions: Additions,
}

impl Shadow {
    /// The copy as the user wrote it.
    pub(crate) fn plain(container: &Container<'_>, toon: &TokenStream, bounds: &Bounds) -> Self {
        Shadow::new("__Plain", container, toon, bounds)
    }

    /// The copy for TOON, if it differs from the `plain` one.
    pub(crate) fn toon(
        plain: &Self,
        container: &Container<'_>,
        toon: &TokenStream,
        de: &Lifetime,
    ) -> Option<Self> {
        let name = Ident::new("__Toon", Span::mixed_site());
        let mut item = DeriveInput { ident: name.clone(), ..plain.item.clone() };
        let mut additions = Additions::default();
        let mut is_changed = false;
        let fields: Vec<_> = container.fields().collect();
        let attributes = attributes_of_fields(&mut item);
        for (number, ((variant, field), attributes)) in fields.into_iter().zip(attributes).enumerate() {
            let hinted = Copied { container, variant, field, shadow: &name, toon, de, number };
            let before = attributes.len();
            let Additions { functions, traits } = hinted.apply(attributes);
            is_changed |= attributes.len() != before;
            additions.functions.extend(functions);
            additions.traits.extend(traits);
        }
        if container.direction == Direction::Serialize && !container.toon.ranges.is_empty() {
            additions.functions.extend(range::join(container, &mut item, &name, toon));
            is_changed = true;
        }
        is_changed.then(|| Shadow { name, item, derive: plain.derive.clone(), additions })
    }

    /// The copy by which TOON reads the type in parts, if it does. What is not an object is read with
    /// this one.
    pub(crate) fn in_parts(&self, container: &Container<'_>, toon: &TokenStream, de: &Lifetime) -> Self {
        let name = Ident::new("__InParts", Span::mixed_site());
        let mut item = DeriveInput { ident: name.clone(), ..self.item.clone() };
        in_parts::change_container(container, &mut item.attrs);
        let fields: Vec<_> = container.fields().collect();
        let attributes = attributes_of_fields(&mut item);
        for (number, ((variant, field), attributes)) in fields.into_iter().zip(attributes).enumerate() {
            in_parts::change_field(container, variant, field, number, attributes);
        }
        let (own, generics) = (&self.name, container.input.generics.split_for_impl().1);
        let turbofish = generics.as_turbofish();
        let traits = vec![in_parts::implementation(container, toon, de, &quote!(#own #turbofish))];
        let additions = Additions { traits, ..Additions::default() };
        Shadow { name, item, derive: self.derive.clone(), additions }
    }

    fn new(name: &str, container: &Container<'_>, toon: &TokenStream, bounds: &Bounds) -> Self {
        let name = Ident::new(name, Span::mixed_site());
        let mut item = container.input.clone();
        let user = std::mem::replace(&mut item.ident, name.clone());
        item.vis = Visibility::Inherited;
        // Lints that the user allows must be allowed on the copies as well.
        let kept = ["serde", "repr", "allow"];
        item.attrs.retain(|attribute| kept.iter().any(|name| attribute.path().is_ident(name)));
        strip(&mut item);

        // serde reports mistakes in the type as a whole at its first token.
        let place = container.input.span();
        // A type with a `remote` already copies another one; `remote = "Self"` would be this type.
        if is_own(container) {
            let remote = user.to_string();
            without(&mut item.attrs, &["remote"]);
            item.attrs.push(parse_quote_spanned!(place=> #[serde(remote = #remote)]));
        }
        if !container.serde.has("crate") {
            let path = quote!(#toon::__private::serde).to_string();
            item.attrs.push(parse_quote_spanned!(place=> #[serde(crate = #path)]));
        }
        let direction = Ident::new(container.direction.word(), Span::call_site());
        // Formats that print type names must print the user's.
        if container.serde.directed("rename").is_none() {
            let user = user.unraw().to_string();
            item.attrs.push(parse_quote_spanned!(place=> #[serde(rename(#direction = #user))]));
        }
        // serde would infer bounds for the copy, not for the type.
        if let Some(inferred) = bounds.inferred.as_ref().filter(|inferred| !inferred.is_empty()) {
            let inferred = quote!(#(#inferred),*).to_string();
            item.attrs.push(parse_quote_spanned!(place=> #[serde(bound(#direction = #inferred))]));
        }
        let derive = match container.direction {
            Direction::Serialize => quote!(#toon::__private::serde::Serialize),
            Direction::Deserialize => quote!(#toon::__private::serde::Deserialize),
        };
        Shadow { name, item, derive, additions: Additions::default() }
    }

    /// The copy, with the bounds of the implementation that uses it.
    pub(crate) fn tokens(&self, bounded: &Generics) -> TokenStream {
        let Shadow { name, item, derive, additions: Additions { functions, traits } } = self;
        let (impl_generics, _, where_clause) = bounded.split_for_impl();
        let (_, ty_generics, _) = item.generics.split_for_impl();
        let mut all = quote!(#[derive(#derive)] #item);
        if !functions.is_empty() {
            all.extend(quote!(impl #impl_generics #name #ty_generics #where_clause { #(#functions)* }));
        }
        for TraitOfCopy { path, body } in traits {
            all.extend(quote!(impl #impl_generics #path for #name #ty_generics #where_clause { #body }));
        }
        all
    }
}

/// Whether the copy's `remote` is the user's type. Adding a `remote` must not make an invalid
/// `getter` valid.
fn is_own(container: &Container<'_>) -> bool {
    match container.remote() {
        Some(remote) => remote.value() == "Self",
        None => !container.fields().any(|(_, field)| field.serde.has("getter")),
    }
}

/// The attributes of each field, variant by variant.
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

/// Removes all attributes of variants and fields except serde's.
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
