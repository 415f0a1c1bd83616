//! Rejects hints that cannot be combined, or cannot be used on the type.

use crate::ast::{Body, Container, Field};
use crate::attr::{KEEP_DEFAULT, Mistakes};
use crate::{bound, by_variant, derived, group, level, name, range};

/// Reports all mistakes that can only be detected after parsing all attributes.
pub(crate) fn check(container: &Container<'_>, mistakes: &mut Mistakes) {
    if let Body::Union = container.body {
        return;
    }
    if let Some(message) = other_values(container) {
        let on_fields = container.fields().filter_map(|(_, field)| field.toon.first());
        let on_fields = on_fields.chain(by_variant::plurals(container).map(|(_, plural)| plural.span()));
        // If the type itself has a hint, one message covers all of its fields.
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
            "`fold` applies to a struct or one of its fields, not to an enum: use structs with `fold` as the contents of its variants",
        );
    }
    level::check(container, mistakes);
    range::check(container, mistakes);
    derived::check(container, mistakes);
    check_folds(container, mistakes);
    by_variant::check(container, mistakes);
    for (_, field) in container.fields() {
        check_field(container, field, mistakes);
    }
}

/// Why hints have no effect: the type is not serialized through its own fields.
fn other_values(container: &Container<'_>) -> Option<&'static str> {
    let has = |name| container.serde.has(name);
    if has("remote") {
        return Some(
            "this type describes another one for serde (`remote`): put hints on the fields that use it through `with`",
        );
    }
    let is_converted = has("into") || has("from") || has("try_from");
    is_converted.then_some(
        "this type is converted to or from another type (`into`, `from`, `try_from`), so its own fields are not used: put hints on that type",
    )
}

/// Why the type cannot be a row.
fn no_row(container: &Container<'_>) -> Option<&'static str> {
    match &container.body {
        Body::Enum(_) => Some(
            "a row must be a struct with named fields, not an enum: remove `tabular` (an enum without data is already a cell)",
        ),
        Body::Struct(fields) if fields.is_empty() => {
            Some("a row must have at least one column, but this struct has no fields: remove `tabular`")
        }
        Body::Struct(fields) if fields.iter().any(|field| !field.is_named()) => {
            Some("the columns of a row need names, but the fields of this struct are unnamed: name them")
        }
        Body::Struct(_) if container.serde.has("transparent") => Some(
            "a `transparent` struct is written as its only field: put `tabular` on the type of that field",
        ),
        Body::Struct(_) | Body::Union => None,
    }
}

/// Why `skip_default` on the type does not apply to any field.
fn nothing_to_leave_out(container: &Container<'_>) -> Option<&'static str> {
    match &container.body {
        Body::Enum(_) => Some(
            "`skip_default` applies to a struct or a field, not to an enum: put it on the fields of its variants",
        ),
        Body::Struct(fields) if fields.is_empty() => {
            Some("this struct has no fields to leave out: remove `skip_default`")
        }
        Body::Struct(fields) if fields.iter().any(|field| !field.is_named()) => {
            Some("unnamed fields cannot be left out: `skip_default` requires named fields")
        }
        Body::Struct(_) | Body::Union => None,
    }
}

fn check_field(container: &Container<'_>, field: &Field<'_>, mistakes: &mut Mistakes) {
    let hints = &field.toon;
    if let (Some(span), true) = (hints.skip, hints.all().count() > 1) {
        mistakes.add(span, "a field with `skip` is never written: remove its other hints, or `skip`");
    } else if let (Some(derived), true) = (&hints.derived, hints.all().count() > 1) {
        mistakes.add(
            derived.span,
            "a field with `derived` is never written in TOON: remove its other hints, or `derived`",
        );
    } else if let (Some(span), true) = (hints.first(), field.serde.has("skip")) {
        mistakes.add(span, "serde skips this field in every format: remove its hints, or serde's `skip`");
    } else {
        for (hint, span) in hints.all() {
            if let Some(message) = says_nothing(container, field, hint) {
                mistakes.add(span, message);
            }
        }
    }
}

/// Folded keys contain dots, so no other key may contain one.
fn check_folds(container: &Container<'_>, mistakes: &mut Mistakes) {
    let Some(span) = container.fields().find_map(|(_, field)| field.toon.fold) else { return };
    for (_, field) in container.fields() {
        if field.serde.has("flatten") {
            mistakes.add(
                span,
                "`fold` cannot be combined with a field with `flatten`, whose keys may include a folded key",
            );
            return;
        }
        let renamed = field.range.as_ref().and_then(|range| range.name.clone());
        let renamed = renamed.or_else(|| field.toon.rename.as_ref().map(syn::LitStr::value));
        let renamed = renamed.or_else(|| field.serde.directed("rename").map(syn::LitStr::value));
        if renamed.is_some_and(|name| name.contains('.')) {
            mistakes.add(
                span,
                "`fold` cannot be combined with a name that contains a dot, which may equal a folded key",
            );
            return;
        }
    }
}

/// Why a hint has no effect on the field.
fn says_nothing(container: &Container<'_>, field: &Field<'_>, hint: &str) -> Option<&'static str> {
    let is_row = container.toon.tabular.is_some();
    let is_flattened = field.serde.has("flatten");
    let message = match hint {
        "skip" | "rename" | "skip_default" | "derived" if container.serde.has("transparent") => {
            "a `transparent` struct is written as its only field, without a key: put this hint on the fields that hold the struct"
        }
        "rename" if !field.is_named() => "unnamed fields cannot be renamed: remove `rename`",
        "rename" if is_flattened => {
            "a field with `flatten` has no key of its own: put `rename` on the fields of its type"
        }
        "skip_default" if !field.is_named() => {
            "unnamed fields cannot be left out: `skip_default` requires named fields"
        }
        "skip_default" if is_row && is_flattened => {
            "the columns of a field with `flatten` are left out one by one: put `skip_default` on the fields of its type"
        }
        KEEP_DEFAULT if container.toon.skip_default.is_none() => {
            "there is nothing to opt out of: the struct has no `skip_default`"
        }
        KEEP_DEFAULT if is_flattened => {
            "the `skip_default` of the struct does not apply to a field with `flatten`: remove `skip_default = false`"
        }
        "nullable_group" => return group::misuse(container, field),
        "fold" if matches!(container.body, Body::Enum(_)) => {
            "the fields of variants are not folded: use a struct with `fold` as the content of the variant"
        }
        "fold" if is_row && (field.toon.cell.is_some() || field.has_with()) => {
            "this field of a row is a single cell, which has no keys to fold: remove `fold`"
        }
        "fold" if !field.is_named() => "unnamed fields cannot be folded: remove `fold`",
        "level" if !field.is_named() => "unnamed fields cannot be left out: `level` requires named fields",
        "level" if is_flattened => {
            "a field with `flatten` has no key of its own: put `level` on the fields of its type"
        }
        "tabular" if is_row => {
            "a cell cannot contain a table: remove `tabular` from the struct, or leave the field out with `skip`"
        }
        "skip_default" if has_header(field) => {
            "`tabular(header)` writes the header of an empty table, but `skip_default` leaves the table out: remove one of them"
        }
        "tabular" if has_header(field) && !bound::has_known_type(container, field) => {
            "the columns of a type parameter are unknown: `header` requires a field with a concrete type"
        }
        "tabular" if is_flattened => {
            "a field with `flatten` has no key of its own for a table: remove one of them"
        }
        "tabular" if field.has_with() => {
            "this field is written by a function, whose columns are unknown: remove `tabular` or `with`"
        }
        "by_variant" if is_row => {
            "a cell cannot contain tables: remove `tabular` from the struct, or leave the field out with `skip`"
        }
        "by_variant" if field.toon.tabular.is_some() => {
            "a list is written as one table or as one per variant: remove `tabular` or `by_variant`"
        }
        "by_variant" if is_flattened => {
            "a field with `flatten` has no key of its own for the tables: remove one of them"
        }
        "by_variant" if field.has_with() || field.serde.has("deserialize_with") => {
            "this field is written or read by a function, which does not know the tables: remove `by_variant` or the function"
        }
        "cell" if !is_row => {
            "`cell` applies only to fields of a struct with `#[toon(tabular)]`: remove it, or add `tabular` to the struct"
        }
        "hoist" if !is_row => {
            "`hoist` applies only to fields of a struct with `#[toon(tabular)]`: remove it, or add `tabular` to the struct"
        }
        "hoist" if is_flattened || container.fields().any(|(_, field)| field.serde.has("flatten")) => {
            "`hoist` cannot be combined with a field with `flatten`, whose column names are unknown: remove one of them"
        }
        "child" if !is_row => {
            "`child` applies only to fields of a struct with `#[toon(tabular)]`: remove it, or add `tabular` to the struct"
        }
        "child" if is_flattened || container.fields().any(|(_, field)| field.serde.has("flatten")) => {
            "`child` cannot be combined with a field with `flatten`, whose columns are unknown: remove one of them"
        }
        "child" if field.has_with() => {
            "this field is written by a function, whose rows are unknown: remove `child` or `with`"
        }
        "child"
            if ["cell", "hoist", "fold", "by_variant", "nullable_group"]
                .iter()
                .any(|name| hints_have(field, name)) =>
        {
            "a field with `child` is a table, not a column: remove its other hints"
        }
        "child" if has_key(field) && field.toon.skip_default.is_some() => {
            "a child table with a key is always written: remove `skip_default`, or the key"
        }
        "child" if is_side_key(container, field) => {
            "the key of a child table ends with the name of its field, so that must not be `of` or contain a dot: rename the field"
        }
        "cell" if is_flattened => {
            "a field with `flatten` is written as one cell for each field of its type: put `cell` on those"
        }
        _ => return None,
    };
    Some(message)
}

fn has_header(field: &Field<'_>) -> bool {
    field.toon.tabular.as_ref().is_some_and(|table| table.header.is_some())
}

fn hints_have(field: &Field<'_>, hint: &str) -> bool {
    field.toon.all().any(|(name, _)| name == hint)
}

/// Whether the field is a child table with a key.
fn has_key(field: &Field<'_>) -> bool {
    field.toon.child.as_ref().is_some_and(|child| child.key.is_some())
}

/// Whether the name of a child table would be mistaken for something else.
fn is_side_key(container: &Container<'_>, field: &Field<'_>) -> bool {
    let name = name::of(container, field);
    name == "of" || name.contains('.')
}
