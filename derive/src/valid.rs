//! What hints cannot stand together, or not on this type.

use crate::ast::{Body, Container, Field};
use crate::attr::Mistakes;
use crate::{hoist, level};

/// Notes every mistake that is left when all attributes have been read.
pub(crate) fn check(container: &Container<'_>, mistakes: &mut Mistakes) {
    if let Body::Union = container.body {
        return;
    }
    if let Some(message) = other_values(container) {
        let on_fields = container.fields().filter_map(|(_, field)| field.toon.first());
        // On the type, one of them counts for all that it says of the fields.
        let on_type = container.toon.first();
        for span in on_type.into_iter().chain(on_fields.filter(|_| on_type.is_none())) {
            mistakes.add(span, message);
        }
        return;
    }
    if let Some((span, message)) = container.toon.tabular.zip(no_row(container)) {
        mistakes.add(span, message);
    }
    if let Some((span, message)) = container.toon.skip_default.zip(nothing_to_leave_out(container)) {
        mistakes.add(span, message);
    }
    if let (Some(span), Body::Enum(_)) = (container.toon.fold, &container.body) {
        mistakes.add(
            span,
            "`fold` stands on a struct or on a field of one, and this is an enum: give its variants structs with `fold`",
        );
    }
    level::check(container, mistakes);
    check_folds(container, mistakes);
    for (_, field) in container.fields() {
        check_field(container, field, mistakes);
    }
}

/// Why no hint means anything: the type's values are not written as its own fields say.
fn other_values(container: &Container<'_>) -> Option<&'static str> {
    let has = |name| container.serde.has(name);
    if has("remote") {
        return Some(
            "this type is serde's view of another one (`remote`), which only a `with` names: hints belong on the fields that use it",
        );
    }
    let is_converted = has("into") || has("from") || has("try_from");
    is_converted.then_some(
        "the type is written or read as another one (`into`, `from`, `try_from`), and its own fields are not seen: hints belong on that other type",
    )
}

/// Why the type is no row.
fn no_row(container: &Container<'_>) -> Option<&'static str> {
    match &container.body {
        Body::Enum(_) => Some(
            "a row is a struct with named fields, and this is an enum: take `tabular` away (an enum without content is a cell as it is)",
        ),
        Body::Struct(fields) if fields.is_empty() => {
            Some("a row has at least one column, and this struct has no fields: take `tabular` away")
        }
        Body::Struct(fields) if fields.iter().any(|field| !field.is_named()) => {
            Some("the columns of a row have names, and the fields of this struct have none: name them")
        }
        Body::Struct(_) if container.serde.has("transparent") => Some(
            "a struct with `transparent` is written as its only field: put `tabular` on the type of that field",
        ),
        Body::Struct(_) | Body::Union => None,
    }
}

/// Why `skip_default` on the type stands for none of its fields.
fn nothing_to_leave_out(container: &Container<'_>) -> Option<&'static str> {
    match &container.body {
        Body::Enum(_) => Some(
            "`skip_default` stands on a struct or on a field, and this is an enum: put it on fields of its variants",
        ),
        Body::Struct(fields) if fields.is_empty() => {
            Some("this struct has no fields that could be left out: take `skip_default` away")
        }
        Body::Struct(fields) if fields.iter().any(|field| !field.is_named()) => Some(
            "the fields of this struct have no names, so that none can be left out: `skip_default` is for named fields",
        ),
        Body::Struct(_) | Body::Union => None,
    }
}

fn check_field(container: &Container<'_>, field: &Field<'_>, mistakes: &mut Mistakes) {
    let hints = &field.toon;
    if let (Some(span), true) = (hints.skip, hints.all().count() > 1) {
        mistakes.add(span, "a field with `skip` is not written at all: take its other hints away, or `skip`");
    } else if let (Some(span), true) = (hints.first(), field.serde.has("skip")) {
        mistakes.add(span, "serde skips this field in every format: take its hints away, or serde's `skip`");
    } else {
        for (hint, span) in hints.all() {
            if let Some(message) = says_nothing(container, field, hint) {
                mistakes.add(span, message);
            }
        }
    }
}

/// Folded keys have dots in them, and no other key may have.
fn check_folds(container: &Container<'_>, mistakes: &mut Mistakes) {
    let Some(span) = container.fields().find_map(|(_, field)| field.toon.fold) else { return };
    for (_, field) in container.fields() {
        if field.serde.has("flatten") {
            mistakes.add(span, "`fold` cannot stand beside a field with `flatten`, which may have a folded key among its own");
            return;
        }
        let renamed = field.toon.rename.as_ref().map(syn::LitStr::value);
        let renamed = renamed.or_else(|| field.serde.directed("rename").map(syn::LitStr::value));
        if renamed.is_some_and(|name| name.contains('.')) {
            mistakes.add(
                span,
                "`fold` cannot stand beside a name with a dot, which may be the same as a folded key",
            );
            return;
        }
    }
}

/// Why this hint says nothing on this field.
fn says_nothing(container: &Container<'_>, field: &Field<'_>, hint: &str) -> Option<&'static str> {
    let is_row = container.toon.tabular.is_some();
    let is_flattened = field.serde.has("flatten");
    let message = match hint {
        "skip" | "rename" | "skip_default" if container.serde.has("transparent") => {
            "a struct with `transparent` is written as its only field, without a key: such hints belong on the fields that hold the struct"
        }
        "rename" if !field.is_named() => "this field has no name that could be another: take `rename` away",
        "rename" if is_flattened => {
            "a field with `flatten` has no key of its own: say `rename` on the fields of its type"
        }
        "skip_default" if !field.is_named() => {
            "this field has no name, so that it cannot be left out: `skip_default` is for named fields"
        }
        "skip_default" if is_row && is_flattened => {
            "the columns of a field with `flatten` are cut one by one: say `skip_default` on the fields of its type"
        }
        "fold" if matches!(container.body, Body::Enum(_)) => {
            "fields of variants are not folded: give the variant a struct with `fold`"
        }
        "fold" if !field.is_named() => {
            "this field has no name that could be folded with those below it: take `fold` away"
        }
        "level" if !field.is_named() => {
            "this field has no name, so that it cannot be left out: `level` is for named fields"
        }
        "level" if is_flattened => {
            "a field with `flatten` has no key of its own: say `level` on the fields of its type"
        }
        "tabular" if is_row => {
            "no cell of a row holds a table: take `tabular` away from the struct, or leave the field out with `skip`"
        }
        "skip_default" if has_header(field) => {
            "`tabular(header)` shows the columns of an empty table, which `skip_default` leaves out: take one of the two away"
        }
        "tabular" if has_header(field) && !hoist::has_known_type(container, field) => {
            "the columns of a type parameter are not known here: `header` is for fields whose type is given in full"
        }
        "tabular" if is_flattened => {
            "a field with `flatten` has no key of its own, under which a table could stand: take one of the two away"
        }
        "tabular" if has_with(field) => {
            "a function writes this field, and not its type, of which the columns are known: take `tabular` or `with` away"
        }
        "cell" if !is_row => {
            "`cell` is for the fields of a struct with `#[toon(tabular)]`: take it away, or say `tabular` on the struct"
        }
        "hoist" if !is_row => {
            "`hoist` is for the fields of a struct with `#[toon(tabular)]`: take it away, or say `tabular` on the struct"
        }
        "hoist" if is_flattened || container.fields().any(|(_, field)| field.serde.has("flatten")) => {
            "`hoist` cannot stand beside a field with `flatten`, whose columns are not known by name: take one of the two away"
        }
        "cell" if is_flattened => {
            "a field with `flatten` is as many cells as its type has fields: say `cell` on those"
        }
        _ => return None,
    };
    Some(message)
}

fn has_header(field: &Field<'_>) -> bool {
    field.toon.tabular.as_ref().is_some_and(|table| table.header.is_some())
}

/// Whether code of the user's writes the field, whichever of the traits is derived.
fn has_with(field: &Field<'_>) -> bool {
    field.toon.with.is_some() || field.serde.has("with") || field.serde.has("serialize_with")
}
