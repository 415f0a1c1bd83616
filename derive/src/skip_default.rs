//! `skip_default`: fields that are left out if they have their default, and filled in if they are missing.

use crate::ast::is_option;
use crate::attr::Direction;
use crate::copied::{Additions, Copied, without};
use crate::{default, row};
use quote::quote;
use syn::{Attribute, parse_quote};

impl Copied<'_> {
    /// Outside of rows, serde skips the field as with a user-defined predicate.
    pub(crate) fn skip_default(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Copied { container, variant, field, toon, .. } = self;
        self.fill_in(attributes, additions);
        if container.direction == Direction::Deserialize || row::needs_own_writer(container, field) {
            return;
        }
        let (name, ty) = (self.function("is_default"), &field.syntax.ty);
        let place = quote!(*value);
        let serde = default::serde_test(field, &place).map(|test| quote!(#test ||));
        let test = default::test(container, *variant, field, &place, toon);
        additions.functions.push(quote!(fn #name(value: &#ty) -> bool { #serde #test }));
        let path = self.path_of(&name);
        without(attributes, &["skip_serializing_if"]);
        attributes.push(parse_quote!(#[serde(skip_serializing_if = #path)]));
    }

    /// In a row, a default that serde would skip is still written.
    pub(crate) fn keep_default(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Copied { container, variant, field, toon, .. } = self;
        let place = quote!(*value);
        let is_default = default::test(container, *variant, field, &place, toon);
        let is_skipped = default::serde_test(field, &place);
        let tests = is_default.zip(is_skipped).filter(|_| row::needs_own_writer(container, field));
        let Some((is_default, is_skipped)) = tests else { return };
        let (name, ty) = (self.function("is_null"), &field.syntax.ty);
        additions.functions.push(quote!(fn #name(value: &#ty) -> bool { #is_skipped && !(#is_default) }));
        let path = self.path_of(&name);
        without(attributes, &["skip_serializing_if"]);
        attributes.push(parse_quote!(#[serde(skip_serializing_if = #path)]));
    }

    /// Sets the default of a missing field. The default is called here rather than in serde's code,
    /// so that the compiler reports a type without `Default` at the field.
    pub(crate) fn fill_in(&self, attributes: &mut Vec<Attribute>, additions: &mut Additions) {
        let Copied { container, variant, field, toon, .. } = self;
        if container.direction == Direction::Deserialize && default::is_missing(container, *variant, field) {
            let (name, ty) = (self.function("default"), &field.syntax.ty);
            let default = default::of(container, *variant, field, toon);
            additions.functions.push(quote!(fn #name() -> #ty { #default }));
            let path = self.path_of(&name);
            attributes.push(parse_quote!(#[serde(default = #path)]));
        }
    }

    /// With a function, serde no longer knows that an `Option` may be missing.
    pub(crate) fn let_option_be_missing(&self, attributes: &mut Vec<Attribute>) {
        let Copied { container, variant, field, .. } = self;
        let has_default =
            field.toon.skip_default.is_some() || !default::is_missing(container, *variant, field);
        if field.is_named() && !has_default && is_option(&field.syntax.ty) {
            attributes.push(parse_quote!(#[serde(default)]));
        }
    }
}
