//! `skip_default`: the default values of fields, which serde fills in when they are missing.

use crate::ast::{Container, Field, Variant};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{ExprPath, LitStr};

/// The default of a field: from `#[serde(default = "…")]` on the field or its struct, otherwise
/// that of its type.
pub(crate) fn of(
    container: &Container<'_>,
    variant: Option<&Variant<'_>>,
    field: &Field<'_>,
    toon: &TokenStream,
) -> TokenStream {
    let (name, generics) = (&container.input.ident, container.input.generics.split_for_impl().1);
    let (ty, member) = (&field.syntax.ty, &field.member);
    // Its message names what to do about `skip_default`.
    let has_default = if field.toon.skip_default.is_some() {
        quote_spanned!(span_of(field)=> #toon::__private::HasDefault)
    } else {
        quote_spanned!(span_of(field)=> ::core::default::Default)
    };
    let plain = quote_spanned!(span_of(field)=> <#ty as #has_default>::default());
    if let Some(path) = path_of(field.serde.text("default")) {
        return quote!(#path());
    }
    if field.serde.has("default") || variant.is_some() {
        return plain;
    }
    match path_of(container.serde.text("default")) {
        Some(path) => quote!(#path().#member),
        None if container.serde.has("default") => {
            quote!(<#name #generics as ::core::default::Default>::default().#member)
        }
        None => plain,
    }
}

/// Whether the copy needs a `default` attribute for the field to have a default.
pub(crate) fn is_missing(
    container: &Container<'_>,
    variant: Option<&Variant<'_>>,
    field: &Field<'_>,
) -> bool {
    !field.serde.has("default") && (variant.is_some() || !container.serde.has("default"))
}

/// Whether the default of the field is that of its type.
pub(crate) fn is_of_type(
    container: &Container<'_>,
    variant: Option<&Variant<'_>>,
    field: &Field<'_>,
) -> bool {
    field.serde.has_plain("default") || is_missing(container, variant, field)
}

/// An expression that tests whether the field, which is at `place`, has its default.
pub(crate) fn test(
    container: &Container<'_>,
    variant: Option<&Variant<'_>>,
    field: &Field<'_>,
    place: &TokenStream,
    toon: &TokenStream,
) -> Option<TokenStream> {
    let skip = field.toon.skip_default.as_ref()?;
    let test = if let Some(predicate) = &skip.predicate {
        call(predicate, place)
    } else {
        let (place, default) = (located(place, span_of(field)), of(container, variant, field, toon));
        quote_spanned!(span_of(field)=> #place == #default)
    };
    let dropped = serde_test(field, place).filter(|_| field.keeps_null).map(|dropped| quote!(#dropped ||));
    Some(quote!(#dropped #test))
}

/// An expression that tests whether `skip_serializing_if` skips the field, which is at `place`.
pub(crate) fn serde_test(field: &Field<'_>, place: &TokenStream) -> Option<TokenStream> {
    path_of(field.serde.text("skip_serializing_if")).map(|path| call(&path, place))
}

/// Calls a predicate. All errors in the call point to the predicate's name.
fn call(path: &ExprPath, place: &TokenStream) -> TokenStream {
    let span = at(path.span());
    let place = located(place, span);
    quote_spanned!(span=> #path(&#place))
}

/// The tokens with another span, to which all errors point.
fn located(tokens: &TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.clone().into_iter().map(|mut token| {
        token.set_span(span);
        token
    });
    tokens.collect()
}

fn path_of(text: Option<&LitStr>) -> Option<ExprPath> {
    text.and_then(|text| text.parse().ok())
}

/// The span for errors in the field's default: its type.
pub(crate) fn span_of(field: &Field<'_>) -> Span {
    at(field.syntax.ty.span())
}

/// The same location with the derive's hygiene. With the hygiene of a `macro_rules!`, the generated
/// names would not resolve.
pub(crate) fn at(place: Span) -> Span {
    Span::call_site().located_at(place)
}
