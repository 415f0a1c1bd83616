//! What hints cannot stand together, or not on this type.

use crate::ast::{Body, Container, Field};
use crate::attr::Mistakes;
use proc_macro2::Span;

/// Notes every mistake that is left when all attributes have been read.
pub(crate) fn check(container: &Container<'_>, mistakes: &mut Mistakes) {
    if let (Some(span), Body::Enum(_)) = (container.toon.skip_default, &container.body) {
        mistakes.add(span, "`skip_default` stands on a struct or on a field, and this is an enum: put it on fields of its variants");
    }
    if let (Some(span), Body::Struct(fields)) = (container.toon.skip_default, &container.body) {
        if fields.iter().any(|field| !field.is_named()) {
            mistakes.add(span, "the fields of this struct have no names, so that none can be left out: `skip_default` is for named fields");
        }
    }
    check_folds(container, mistakes);
    for (_, field) in container.fields() {
        check_field(field, mistakes);
        let is_row = container.toon.tabular.is_some();
        if let (Some(skip), true, true) = (&field.toon.skip_default, is_row, field.serde.has("flatten")) {
            mistakes.add(skip.span, "the columns of a field with `flatten` are cut one by one: say `skip_default` on the fields of its type");
        }
        if let Some(span) = first_hint(field) {
            if container.serde.has("remote") {
                mistakes.add(span, "this type is serde's view of another one (`remote`), which only a `with` names: hints belong on the fields that use it");
            } else if container.serde.has("into")
                || container.serde.has("from")
                || container.serde.has("try_from")
            {
                mistakes.add(span, "the type is written or read as another one (`into`, `from`, `try_from`), and its own fields are not seen: hints belong on that other type");
            }
        }
    }
}

/// Folded keys have dots in them, and no other key may have.
fn check_folds(container: &Container<'_>, mistakes: &mut Mistakes) {
    for (variant, field) in container.fields() {
        if let (Some(span), Some(_)) = (field.toon.fold, variant) {
            mistakes.add(span, "fields of variants are not folded: give the variant a struct with `fold`");
        } else if let (Some(span), false) = (field.toon.fold, field.is_named()) {
            mistakes.add(span, "this field has no name that could be folded with those below it");
        }
    }
    let Some(span) = container.fields().find_map(|(_, field)| field.toon.fold) else { return };
    for (_, field) in container.fields() {
        if field.serde.has("flatten") {
            mistakes.add(span, "`fold` cannot stand beside a field with `flatten`, which may have a folded key among its own");
            return;
        }
        let renamed = field.toon.rename.as_ref().map(syn::LitStr::value);
        let renamed = renamed.or_else(|| field.serde.directed("rename").map(str::to_owned));
        if renamed.is_some_and(|name| name.contains('.')) {
            mistakes.add(
                span,
                "`fold` cannot stand beside a name with a dot, which may be the same as a folded key",
            );
            return;
        }
    }
}

fn check_field(field: &Field<'_>, mistakes: &mut Mistakes) {
    let hints = &field.toon;
    if let Some(span) = hints.skip {
        let also = hints.rename.is_some() || hints.with.is_some() || hints.skip_default.is_some();
        if also {
            mistakes.add(span, "a field with `skip` is not written at all: its other hints say nothing");
        }
    }
    if let (Some(skip), false) = (&hints.skip_default, field.is_named()) {
        mistakes.add(
            skip.span,
            "this field has no name, so that it cannot be left out: `skip_default` is for named fields",
        );
    }
    if let (Some(name), false) = (&hints.rename, field.is_named()) {
        mistakes.add(name.span(), "this field has no name that could be another");
    }
    if let (Some(name), true) = (&hints.rename, field.serde.has("flatten")) {
        mistakes.add(name.span(), "a field with `flatten` has no key of its own that could be another");
    }
}

/// Where the first hint of the field stands.
fn first_hint(field: &Field<'_>) -> Option<Span> {
    let hints = &field.toon;
    let with = hints.with.as_ref().or(hints.rename.as_ref()).map(syn::LitStr::span);
    hints.skip.or(with).or(hints.skip_default.as_ref().map(|skip| skip.span))
}
