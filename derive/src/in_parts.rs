//! Enums with a tag, and structs with flattened fields. serde reads them through buffers, which know
//! neither the options nor the places of the text. So TOON reads them with a copy that has neither:
//! the tag of an enum is read like the name of a variant, and each flattened field has a key, under
//! which the deserializer passes the entries that are left to it.

use crate::ast::{Body, Container, Field, Variant};
use crate::attr::Direction;
use crate::copied::{TraitOfCopy, without};
use crate::hoist;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Lifetime, parse_quote};

/// The beginning of the keys of flattened fields, as in `src/de/in_parts.rs`.
const PART: &str = "$toon::part";

/// Whether TOON reads the type in parts.
pub(crate) fn is_read(container: &Container<'_>) -> bool {
    let (serde, hints) = (&container.serde, &container.toon);
    // Other ways to read the type, which know nothing of parts.
    let is_converted =
        ["remote", "from", "try_from", "transparent", "untagged", "variant_identifier", "field_identifier"];
    // The entries that no field takes are known only to serde.
    let is_closed = serde.has("deny_unknown_fields");
    if container.direction != Direction::Deserialize
        || is_converted.iter().any(|name| serde.has(name))
        || container.folds()
        || !hints.ranges.is_empty()
        || hoist::tables(container).next().is_some()
        || is_closed && container.fields().any(|(_, field)| is_part(field))
    {
        return false;
    }
    match &container.body {
        Body::Struct(fields) => !serde.has("tag") && fields.iter().any(is_part),
        // After a failure serde tries the variants without a tag with the same buffer.
        Body::Enum(variants) => {
            serde.text("tag").is_some() && !variants.iter().any(|variant| variant.serde.has("untagged"))
        }
        Body::Union => false,
    }
}

fn is_part(field: &Field<'_>) -> bool {
    field.serde.has("flatten") && !field.serde.skips()
}

/// Changes the attributes of the type on the copy.
pub(crate) fn change_container(container: &Container<'_>, attributes: &mut [Attribute]) {
    if !has_content(container) {
        without(attributes, &["tag"]);
    }
}

/// Changes the attributes of a field on the copy, the one with this number.
pub(crate) fn change_field(
    container: &Container<'_>,
    variant: Option<&Variant<'_>>,
    field: &Field<'_>,
    number: usize,
    attributes: &mut Vec<Attribute>,
) {
    // What has a key of its own is a value of its own.
    if !is_part(field) || variant.is_some() && has_content(container) {
        return;
    }
    without(attributes, &["flatten", "rename", "alias"]);
    let key = format!("{PART} {number}");
    attributes.push(parse_quote!(#[serde(rename = #key)]));
}

fn has_content(container: &Container<'_>) -> bool {
    container.serde.has("content")
}

/// How the type is read with the copy, or, if that is impossible, with `buffered`.
pub(crate) fn implementation(
    container: &Container<'_>,
    toon: &TokenStream,
    de: &Lifetime,
    buffered: &TokenStream,
) -> TraitOfCopy {
    let (name, generics) = (&container.input.ident, container.input.generics.split_for_impl().1);
    let tags = ["tag", "content"].into_iter().filter_map(|name| container.serde.text(name));
    let private = quote!(#toon::__private);
    let read = |name: TokenStream, copy: TokenStream| {
        quote! {
            fn #name<__D>(deserializer: __D) -> ::core::result::Result<Self::Value, __D::Error>
            where
                __D: #private::serde::Deserializer<#de>,
            {
                #copy::deserialize(deserializer)
            }
        }
    };
    let (in_parts, buffered) =
        (read(quote!(in_parts), quote!(Self)), read(quote!(buffered), buffered.clone()));
    TraitOfCopy {
        path: quote!(#private::ReadInParts<#de>),
        body: quote! {
            type Value = #name #generics;
            const TAGS: &'static [&'static str] = &[#(#tags),*];
            #in_parts
            #buffered
        },
    }
}
