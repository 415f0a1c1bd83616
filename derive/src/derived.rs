//! `derived`: fields that follow from others, so that they are not written and are computed when the
//! struct has been read.

use crate::ast::{Container, Field};
use crate::attr::{Direction, Mistakes};
use crate::copied::{Additions, Copied};
use crate::default;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, parse_quote};

/// Whether serde would fail at the key of a skipped field, or give it to a flattened field.
pub(crate) fn may_be_seen(container: &Container<'_>) -> bool {
    container.direction == Direction::Deserialize
        && (container.serde.has("deny_unknown_fields")
            || container.fields().any(|(_, field)| field.serde.has("flatten")))
}

/// Computes the derived fields of `value`, the result of reading a struct without them.
pub(crate) fn compute(container: &Container<'_>, value: TokenStream) -> TokenStream {
    let assignments = container.fields().filter_map(|(_, field)| {
        let function = field.toon.derived.as_ref()?.function.as_ref()?;
        let member = &field.member;
        let computed = quote_spanned!(default::at(function.span())=> #function(&value));
        Some(quote!(value.#member = #computed;))
    });
    let assignments: Vec<_> = assignments.collect();
    if assignments.is_empty() {
        return value;
    }
    quote! {{
        let mut value = #value?;
        #(#assignments)*
        ::core::result::Result::Ok(value)
    }}
}

pub(crate) fn check(container: &Container<'_>, mistakes: &mut Mistakes) {
    for (variant, field) in container.fields() {
        let Some(derived) = &field.toon.derived else { continue };
        let is_unnamed_function = derived.function.is_none() && container.direction == Direction::Deserialize;
        if variant.is_some() {
            mistakes.add(
                derived.span,
                "`derived` applies to the fields of a struct, not of a variant: use a struct with `derived` as the content of the variant",
            );
        } else if !field.is_named() {
            mistakes.add(derived.span, "unnamed fields cannot be left out: `derived` requires named fields");
        } else if field.serde.has("flatten") {
            mistakes.add(
                derived.span,
                "a field with `flatten` has no key of its own: put `derived` on the fields of its type",
            );
        } else if is_unnamed_function {
            mistakes.add(derived.span, needs_function(field));
        }
    }
}

fn needs_function(field: &Field<'_>) -> String {
    let (name, ty) = (field.word(), &field.syntax.ty);
    format!(
        "reading must compute `{name}`: name a function that takes `&Self` and returns `{}`, `derived = \"Self::{name}_of\"`",
        quote!(#ty)
    )
}

impl Copied<'_> {
    /// Reads the default in place of any value.
    pub(crate) fn ignore(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Copied { container, variant, field, toon, .. } = self;
        let (name, default) = (self.function("ignore"), default::of(container, *variant, field, toon));
        let body = quote! {
            <#toon::__private::serde::de::IgnoredAny as #toon::__private::serde::Deserialize>::deserialize(deserializer)?;
            ::core::result::Result::Ok(#default)
        };
        additions.functions.push(self.reader(&name, &body));
        let path = self.path_of(&name);
        attributes.push(parse_quote!(#[serde(deserialize_with = #path)]));
    }
}
