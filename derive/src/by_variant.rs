//! `by_variant`: a list of an enum that is written as one table per variant, and `plural`, the name
//! of such a table.

use crate::ast::{Body, Container, Field, Variant};
use crate::attr::{Direction, Mistakes};
use crate::{bound, default, name, row};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Fields, LitStr, Type};

/// The key of the order, which no table may have.
const ORDER: &str = "_order";

/// What a row of a variant is.
enum Content<'a> {
    /// The variant's only field, or its named fields.
    Row(Option<&'a Type>),
    None,
    Several,
}

fn content<'a>(variant: &'a Variant<'_>) -> Content<'a> {
    if variant.serde.has_with() {
        return Content::Row(None);
    }
    match (&variant.syntax.fields, variant.fields.as_slice()) {
        (Fields::Named(_), _) => Content::Row(None),
        (Fields::Unnamed(_), [only]) if !row::is_written(only) => Content::None,
        (Fields::Unnamed(_), [only]) if only.serde.has_with() || only.toon.with.is_some() => {
            Content::Row(None)
        }
        (Fields::Unnamed(_), [only]) => Content::Row(Some(&only.syntax.ty)),
        (Fields::Unnamed(_), _) => Content::Several,
        (Fields::Unit, _) => Content::None,
    }
}

/// The variants, if the type is an enum that is not merely a choice of names.
fn variants<'a, 'b>(container: &'a Container<'b>) -> Option<&'a [Variant<'b>]> {
    match &container.body {
        Body::Enum(variants) if container.remote().is_none() => {
            let has_content = |variant: &Variant<'_>| !matches!(content(variant), Content::None);
            Some(variants.as_slice()).filter(|variants| variants.iter().any(has_content))
        }
        _ => None,
    }
}

/// Why a list of the enum cannot be grouped by variant.
fn refusal(container: &Container<'_>) -> Option<String> {
    let Body::Enum(variants) = &container.body else { return None };
    let has = |name| container.serde.has(name);
    let ways = ["into", "from", "try_from"];
    if ways.iter().any(|way| has(way)) {
        return Some("an enum that is converted to or from another type cannot be grouped by variant: remove `by_variant`".into());
    }
    if has("content") {
        return Some("an adjacently tagged enum cannot be grouped by variant: remove `content`, or both `tag` and `content`".into());
    }
    if has("untagged") || variants.iter().any(|variant| variant.serde.has("untagged")) {
        return Some("an enum with `untagged` cannot be grouped by variant, since its values do not say which variant they are: remove `untagged`".into());
    }
    let mut plurals = Vec::new();
    for variant in with_tables(variants) {
        let name = &variant.syntax.ident;
        match content(variant) {
            Content::Row(_) => {}
            Content::None => {
                return Some(format!(
                    "an enum with a variant without fields cannot be grouped by variant, since a row needs a column: give `{name}` a field"
                ));
            }
            Content::Several => {
                return Some(format!(
                    "an enum with a variant of several unnamed fields cannot be grouped by variant, since columns need names: name the fields of `{name}`"
                ));
            }
        }
        let plural = plural(container, variant);
        if plurals.contains(&plural) {
            return Some(format!(
                "two variants would have a table named `{plural}`: put `#[toon(plural = \"…\")]` on one of them"
            ));
        }
        plurals.push(plural);
    }
    None
}

/// The variants that have a table in this direction. One that is never written needs none to be
/// read, such as one for all unknown tags (`other`).
fn with_tables<'a, 'b>(variants: &'a [Variant<'b>]) -> impl Iterator<Item = &'a Variant<'b>> {
    variants.iter().filter(|variant| {
        let is_row = matches!(content(variant), Content::Row(_));
        !variant.serde.skips() && (is_row || !variant.serde.has("skip_serializing"))
    })
}

/// The key of the variant's table.
fn plural(container: &Container<'_>, variant: &Variant<'_>) -> String {
    match &variant.toon.plural {
        Some(plural) => plural.value(),
        None => name::of_variant(container, variant) + "s",
    }
}

/// The variants with `plural`.
pub(crate) fn plurals<'a, 'b>(
    container: &'a Container<'b>,
) -> impl Iterator<Item = (&'a Variant<'b>, &'a LitStr)> {
    let variants = match &container.body {
        Body::Enum(variants) => variants.as_slice(),
        _ => &[],
    };
    variants.iter().filter_map(|variant| Some((variant, variant.toon.plural.as_ref()?)))
}

/// Reports mistakes in `plural`.
pub(crate) fn check(container: &Container<'_>, mistakes: &mut Mistakes) {
    let given: Vec<(&Variant<'_>, &LitStr)> = plurals(container).collect();
    let Some((_, last)) = given.last() else { return };
    let before = mistakes.is_empty();
    for (variant, plural) in &given {
        let message = match plural.value().as_str() {
            "" => "a table needs a name: `plural` must not be empty",
            ORDER => "`_order` is the key of the order of a list with `by_variant`: choose another name",
            _ if variant.serde.has("skip") => {
                "serde skips this variant in every format: remove `plural`, or serde's `skip`"
            }
            _ => continue,
        };
        mistakes.add(plural.span(), message);
    }
    if let Some(message) = refusal(container).filter(|_| before && mistakes.is_empty()) {
        mistakes.add(last.span(), message);
    }
}

/// Declares the tables of the variants, for writing.
fn tables(container: &Container<'_>, toon: &TokenStream, is_valid: bool) -> TokenStream {
    let Some(variants) = variants(container) else { return TokenStream::new() };
    let private = quote!(#toon::__private);
    let tables = match refusal(container) {
        _ if !is_valid => quote!(::core::result::Result::Ok(&[])),
        Some(message) => quote!(::core::result::Result::Err(#message)),
        None => {
            let tables = variants.iter().map(|variant| {
                let (plural, hint) = (plural(container, variant), hint(container, variant, &private));
                quote!(#private::VariantTable { plural: #plural, hint: #hint })
            });
            quote!(::core::result::Result::Ok(&[#(#tables),*]))
        }
    };
    let (impl_generics, ty_generics, where_clause) = container.input.generics.split_for_impl();
    let name = &container.input.ident;
    let names = variants.iter().map(|variant| &variant.syntax.ident);
    let indices = 0..variants.len();
    quote! {
        #[automatically_derived]
        impl #impl_generics #private::VariantTables for #name #ty_generics #where_clause {
            const TABLES: ::core::result::Result<&'static [#private::VariantTable], &'static ::core::primitive::str> = #tables;

            fn variant(&self) -> ::core::primitive::usize {
                match self { #(#name::#names { .. } => #indices,)* }
            }
        }
    }
}

/// The hint for the table of the variant.
fn hint(container: &Container<'_>, variant: &Variant<'_>, private: &TokenStream) -> TokenStream {
    match content(variant) {
        Content::Row(Some(ty)) if !variant.serde.skips() && !bound::is_generic(container, ty) => quote!({
            #[allow(unused_imports)]
            use #private::NoColumns as _;
            #private::HintOf::<#ty>::HINT
        }),
        _ => quote!(#private::hint::TABULAR),
    }
}

/// Declares the tables of the variants, for reading.
fn names(container: &Container<'_>, toon: &TokenStream, is_valid: bool) -> TokenStream {
    let Some(variants) = variants(container) else { return TokenStream::new() };
    let private = quote!(#toon::__private);
    let plurals = with_tables(variants).map(|variant| plural(container, variant));
    let names = with_tables(variants).map(|variant| name::of_variant(container, variant));
    let none = || quote!(::core::option::Option::None);
    let some = |tag: &LitStr| quote!(::core::option::Option::Some(#tag));
    let tag = container.serde.text("tag").map_or_else(none, some);
    // Usually, the derive of `Serialize` has already reported it at the field.
    let refusal = refusal(container).filter(|_| is_valid).map(|message| {
        quote! {
            const REFUSAL: ::core::option::Option<&'static ::core::primitive::str> =
                ::core::option::Option::Some(#message);
        }
    });
    let (impl_generics, ty_generics, where_clause) = container.input.generics.split_for_impl();
    let name = &container.input.ident;
    quote! {
        #[automatically_derived]
        impl #impl_generics #private::ReadVariants for #name #ty_generics #where_clause {
            const TAG: ::core::option::Option<&'static ::core::primitive::str> = #tag;
            const PLURALS: &'static [&'static ::core::primitive::str] = &[#(#plurals),*];
            const NAMES: &'static [&'static ::core::primitive::str] = &[#(#names),*];
            #refusal
        }
    }
}

/// The implementations for an enum.
pub(crate) fn implementations(container: &Container<'_>, toon: &TokenStream, is_valid: bool) -> TokenStream {
    match container.direction {
        Direction::Serialize => tables(container, toon, is_valid),
        Direction::Deserialize => names(container, toon, is_valid),
    }
}

/// Checks that fields with `by_variant` are lists of an enum whose variants can be tables. Generic
/// types are checked where they are used.
pub(crate) fn checks(container: &Container<'_>, toon: &TokenStream) -> TokenStream {
    let lists = container.fields().map(|(_, field)| field).filter(|field| field.toon.by_variant.is_some());
    let known = lists.filter(|field| {
        !bound::is_generic(container, &field.syntax.ty) && !bound::has_constant(container, &field.syntax.ty)
    });
    let checks = known.map(|field| {
        // A constant cannot name any other lifetime.
        let ty = bound::made_static(&field.syntax.ty);
        quote_spanned! {default::span_of(field)=>
            const _: () = if let ::core::result::Result::Err(message) = <#ty as #toon::__private::VariantList>::TABLES {
                ::core::panic!("{}", message)
            };
        }
    });
    checks.collect()
}

/// Wraps the `value` of a field with `by_variant`.
pub(crate) fn wrapped(field: &Field<'_>, value: &TokenStream, toon: &TokenStream) -> Option<TokenStream> {
    let keeps_order = field.toon.by_variant.as_ref()?.keeps_order;
    Some(quote!(#toon::__private::ByVariant(#value, #keeps_order)))
}

/// The call that writes a field with `by_variant`, if the list needs no other hint. A type that is
/// no such list causes the same error as in [`checks`], which the compiler reports once.
pub(crate) fn write(field: &Field<'_>, toon: &TokenStream) -> Option<TokenStream> {
    let keeps_order = field.toon.by_variant.as_ref().filter(|_| field.toon.fold.is_none())?.keeps_order;
    let ty = &field.syntax.ty;
    let span = default::span_of(field);
    Some(
        quote_spanned!(span=> <#ty as #toon::__private::VariantList>::write(value, #keeps_order, serializer)),
    )
}

/// The call that reads a field with `by_variant`.
pub(crate) fn read(field: &Field<'_>, toon: &TokenStream) -> Option<TokenStream> {
    field.toon.by_variant.as_ref()?;
    let ty = &field.syntax.ty;
    Some(
        quote_spanned!(default::span_of(field)=> <#ty as #toon::__private::ReadVariantList>::read(deserializer)),
    )
}
