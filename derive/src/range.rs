//! `range`: two integers of a row that are written as one column.

use crate::ast::{Body, Container, Field};
use crate::attr::{Direction, Mistakes, Range};
use crate::copied::{Copied, without};
use crate::default::span_of;
use crate::{bound, level, name, row};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Data, DeriveInput, LitStr, parse_quote};

/// The ranges of a struct, each with its two fields.
fn ranges<'a>(
    container: &'a Container<'_>,
) -> impl Iterator<Item = (&'a Range, &'a Field<'a>, &'a Field<'a>)> {
    let fields = match &container.body {
        Body::Struct(fields) => fields.as_slice(),
        Body::Enum(_) | Body::Union => &[],
    };
    container.toon.ranges.iter().filter_map(|range| {
        let find = |name: &Ident| fields.iter().find(|field| field.is(name));
        Some((range, find(&range.start)?, find(&range.end)?))
    })
}

/// Changes the copy that is serialized: the first field of a range is obtained by a function that
/// joins both, and the second is skipped. Returns the functions.
pub(crate) fn join(
    container: &Container<'_>,
    copy: &mut DeriveInput,
    shadow: &Ident,
    toon: &TokenStream,
) -> Vec<TokenStream> {
    let Data::Struct(data) = &mut copy.data else { return Vec::new() };
    let (user, generics) = (&container.input.ident, container.input.generics.split_for_impl().1);
    let mut functions = Vec::new();
    for (index, (_, start, end)) in ranges(container).enumerate() {
        for (own, field) in container.fields().map(|(_, own)| own).zip(&mut data.fields) {
            let Some(in_range) = own.range.as_ref().filter(|own| own.index == index) else { continue };
            let Some(name) = &in_range.name else {
                field.attrs.push(parse_quote!(#[serde(skip_serializing)]));
                continue;
            };
            let (ty, getter) = (&own.syntax.ty, format_ident!("__range_{index}"));
            let cell = quote!(#toon::__private::RangeCell::<#ty>);
            let levels = level::hints(container, own).unwrap_or_else(|| quote!(&[]));
            let (start, end) = (&start.member, &end.member);
            functions.push(quote! {
                fn #getter(value: &#user #generics) -> #cell {
                    #cell::new(&value.#start, &value.#end, #name, #levels)
                }
            });
            let getter = format!("<{}>::{getter}", quote!(#shadow #generics));
            without(&mut field.attrs, &["rename"]);
            field.attrs.push(parse_quote!(#[serde(rename = #name, getter = #getter)]));
            field.ty = parse_quote!(#cell);
        }
    }
    functions
}

/// Wraps the deserializer of a row with ranges.
pub(crate) fn read(container: &Container<'_>, toon: &TokenStream, deserializer: TokenStream) -> TokenStream {
    let ranges = ranges(container).map(|(range, start, end)| {
        let (column, start, end) = (&range.name, name::of(container, start), name::of(container, end));
        quote!(#toon::__private::RangeNames { column: #column, start: #start, end: #end })
    });
    let ranges: Vec<_> = ranges.collect();
    if ranges.is_empty() {
        return deserializer;
    }
    quote!(#toon::__private::unrange(#deserializer, const { &[#(#ranges),*] }))
}

fn is_read(field: &Field<'_>) -> bool {
    row::is_written(field) || field.range.is_some()
}

/// Checks that both ends of a range are integers. Generic types are checked when a value is
/// written.
pub(crate) fn checks(container: &Container<'_>, toon: &TokenStream) -> TokenStream {
    let ends = ranges(container).flat_map(|(range, start, end)| [(range, start), (range, end)]);
    let is_known = |field: &Field<'_>| {
        !bound::is_generic(container, &field.syntax.ty) && !bound::has_constant(container, &field.syntax.ty)
    };
    let checks = ends.filter(|(_, field)| is_known(field)).map(|(range, field)| {
        // A constant cannot name any other lifetime.
        let ty = bound::made_static(&field.syntax.ty);
        let message = format!(
            "`{}` is one end of the range `{}`, so it must be an integer",
            field.word(),
            range.name.value()
        );
        quote_spanned!(span_of(field)=> const _: () = ::core::assert!(<#ty as #toon::__private::Leaf>::IS_INTEGER, "{}", #message);)
    });
    checks.collect()
}

pub(crate) fn check(container: &Container<'_>, mistakes: &mut Mistakes) {
    let all = &container.toon.ranges;
    if let (Some(range), None) = (all.first(), container.toon.tabular) {
        mistakes.add(
            range.span,
            "`range` applies to a struct with `#[toon(tabular)]`: remove it, or add `tabular` to the struct",
        );
        return;
    }
    let Body::Struct(fields) = &container.body else { return };
    let mut taken: Vec<(usize, &Ident)> = Vec::new();
    for (index, range) in all.iter().enumerate() {
        for end in [&range.start, &range.end] {
            match fields.iter().find(|field| field.is(end)) {
                None => {
                    mistakes.add(
                        end.span(),
                        format!("this struct has no field `{end}`: `range` takes the names of two fields, as they are in Rust"),
                    );
                }
                Some(_) if taken.contains(&(index, end)) => {
                    mistakes.add(end.span(), "a range has two different fields: name the field of its end");
                }
                Some(_) if taken.iter().any(|(_, other)| *other == end) => {
                    mistakes.add(
                        end.span(),
                        format!("`{end}` is already part of another range: a field can be in one range"),
                    );
                }
                Some(field) => check_end(field, end.span(), mistakes),
            }
            taken.push((index, end));
        }
        check_name(container, index, range, mistakes);
    }
    for (_, start, end) in ranges(container) {
        let levels = [start, end].map(|field| field.toon.level.as_ref());
        let [one, other] = levels.map(|level| level.map(LitStr::value));
        if one != other {
            let span = levels.into_iter().flatten().next().map_or_else(Span::call_site, LitStr::span);
            mistakes.add(span, "both fields of a range are one column: give them the same `level`");
        }
    }
}

/// Checks one of the fields of a range, which is named at `span`.
fn check_end(field: &Field<'_>, span: Span, mistakes: &mut Mistakes) {
    for (hint, span) in field.toon.all().filter(|(hint, _)| *hint != "level") {
        mistakes.add(
            span,
            format!("this field is written as part of a range, not as a column of its own: remove `{hint}`, or the range"),
        );
    }
    let serde = [
        "skip",
        "skip_serializing",
        "skip_deserializing",
        "skip_serializing_if",
        "flatten",
        "with",
        "serialize_with",
        "deserialize_with",
    ];
    if let Some(attribute) = serde.iter().find(|name| field.serde.has(name)) {
        mistakes.add(
            span,
            format!("a field with serde's `{attribute}` cannot be part of a range: remove one of them"),
        );
    }
}

/// Checks that the name of a range is not that of another column.
fn check_name(container: &Container<'_>, index: usize, range: &Range, mistakes: &mut Mistakes) {
    let name = range.name.value();
    let earlier = container.toon.ranges.iter().take(index);
    let is_range = earlier.map(|other| other.name.value()).any(|other| other == name);
    let is_field =
        container.fields().map(|(_, field)| field).filter(|field| is_read(field)).any(|field| {
            name::own(container, field) == name || field.serde.aliases().any(|alias| alias == name)
        });
    let is_tag = container.serde.text("tag").is_some_and(|tag| tag.value() == name);
    if is_range || is_field || is_tag {
        mistakes.add(
            range.name.span(),
            format!("there is already a field, or another range, of the name `{name}`: choose another name"),
        );
    }
}

impl Copied<'_> {
    /// The first field of a range is also read under the name of the range, which is the name that
    /// error messages should have.
    pub(crate) fn name_range(&self, attributes: &mut Vec<Attribute>) {
        let Copied { container, field, .. } = self;
        let column = field.range.as_ref().and_then(|range| range.name.as_ref());
        if let (Some(column), Direction::Deserialize) = (column, container.direction) {
            let own = name::own(container, field);
            without(attributes, &["rename"]);
            attributes.push(parse_quote!(#[serde(rename(deserialize = #column), alias = #own)]));
        }
    }
}
