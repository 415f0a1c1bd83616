//! Rejects hints that cannot be combined, or cannot be used on the type.

use crate::ast::{Body, Container, Field, is_option};
use crate::attr::{JOINED, KEEP_DEFAULT, Mistakes};
use crate::{bound, by_variant, derived, level, name, range};
use proc_macro2::Span;

/// Why a hint on a type has no effect: what is in conflict with it, and what the user can do.
struct TypeRule(fn(&Container<'_>) -> bool, &'static str);

/// Why a hint on a field has no effect.
struct Rule {
    hint: &'static str,
    /// The types on whose fields it has none.
    place: fn(&Container<'_>) -> bool,
    /// What is in conflict with it.
    conflict: fn(&Container<'_>, &Field<'_>) -> bool,
    /// What the user can do.
    message: &'static str,
}

/// Reports all mistakes that can only be detected after parsing all attributes.
pub(crate) fn check(container: &Container<'_>, mistakes: &mut Mistakes) {
    if let Body::Union = container.body {
        return;
    }
    if let Some(TypeRule(_, message)) = OTHER_VALUES.iter().find(|rule| rule.0(container)) {
        let on_fields = container.fields().filter_map(|(_, field)| field.toon.first());
        let on_fields = on_fields.chain(by_variant::plurals(container).map(|(_, plural)| plural.span()));
        // If the type itself has a hint, one message covers all of its fields.
        let on_type = container.toon.first();
        for span in on_type.into_iter().chain(on_fields.filter(|_| on_type.is_none())) {
            mistakes.add(span, message);
        }
        return;
    }
    let hints = &container.toon;
    let check_type = |hint: Option<Span>, rules: &[TypeRule], mistakes: &mut Mistakes| {
        let rule = rules.iter().find(|rule| rule.0(container));
        if let (Some(span), Some(TypeRule(_, message))) = (hint, rule) {
            mistakes.add(span, message);
        }
    };
    check_type(hints.tabular, TABULAR, mistakes);
    check_type(hints.skip_default, SKIP_DEFAULT, mistakes);
    check_type(hints.fold, FOLD, mistakes);
    level::check(container, mistakes);
    range::check(container, mistakes);
    derived::check(container, mistakes);
    check_type(container.fields().find_map(|(_, field)| field.toon.fold), FOLDED_KEYS, mistakes);
    by_variant::check(container, mistakes);
    for (_, field) in container.fields() {
        check_field(container, field, mistakes);
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
            let mut rules = RULES.iter().filter(|rule| rule.hint == hint);
            if let Some(rule) =
                rules.find(|rule| (rule.place)(container) && (rule.conflict)(container, field))
            {
                mistakes.add(span, rule.message);
            }
        }
    }
}

/// The type is not serialized through its own fields.
const OTHER_VALUES: &[TypeRule] = &[
    TypeRule(
        |container| container.serde.has("remote"),
        "this type describes another one for serde (`remote`): put hints on the fields that use it through `with`",
    ),
    TypeRule(
        |container| ["into", "from", "try_from"].iter().any(|name| container.serde.has(name)),
        "this type is converted to or from another type (`into`, `from`, `try_from`), so its own fields are not used: put hints on that type",
    ),
];

/// The type cannot be a row.
const TABULAR: &[TypeRule] = &[
    TypeRule(
        is_enum,
        "a row must be a struct with named fields, not an enum: remove `tabular` (an enum without data is already a cell)",
    ),
    TypeRule(
        has_no_fields,
        "a row must have at least one column, but this struct has no fields: remove `tabular`",
    ),
    TypeRule(
        has_unnamed_fields,
        "the columns of a row need names, but the fields of this struct are unnamed: name them",
    ),
    TypeRule(
        is_transparent,
        "a `transparent` struct is written as its only field: put `tabular` on the type of that field",
    ),
];

/// There is no field that could be left out.
const SKIP_DEFAULT: &[TypeRule] = &[
    TypeRule(
        is_enum,
        "`skip_default` applies to a struct or a field, not to an enum: put it on the fields of its variants",
    ),
    TypeRule(has_no_fields, "this struct has no fields to leave out: remove `skip_default`"),
    TypeRule(has_unnamed_fields, "unnamed fields cannot be left out: `skip_default` requires named fields"),
];

const FOLD: &[TypeRule] = &[TypeRule(
    is_enum,
    "`fold` applies to a struct or one of its fields, not to an enum: use structs with `fold` as the contents of its variants",
)];

/// Folded keys contain dots, so no other key may contain one.
const FOLDED_KEYS: &[TypeRule] = &[
    TypeRule(
        has_flattened,
        "`fold` cannot be combined with a field with `flatten`, whose keys may include a folded key",
    ),
    TypeRule(
        has_dot_in_key,
        "`fold` cannot be combined with a name that contains a dot, which may equal a folded key",
    ),
];

const TRANSPARENT: &str = "a `transparent` struct is written as its only field, without a key: put this hint on the fields that hold the struct";

/// For each hint, the first rule that applies is reported.
const RULES: &[Rule] = &[
    Rule { hint: "skip", place: is_transparent, conflict: any_field, message: TRANSPARENT },
    Rule { hint: "rename", place: is_transparent, conflict: any_field, message: TRANSPARENT },
    Rule { hint: "skip_default", place: is_transparent, conflict: any_field, message: TRANSPARENT },
    Rule { hint: "derived", place: is_transparent, conflict: any_field, message: TRANSPARENT },
    Rule {
        hint: "rename",
        place: any_type,
        conflict: is_unnamed,
        message: "unnamed fields cannot be renamed: remove `rename`",
    },
    Rule {
        hint: "rename",
        place: any_type,
        conflict: is_flattened,
        message: "a field with `flatten` has no key of its own: put `rename` on the fields of its type",
    },
    Rule {
        hint: "skip_default",
        place: any_type,
        conflict: is_unnamed,
        message: "unnamed fields cannot be left out: `skip_default` requires named fields",
    },
    Rule {
        hint: "skip_default",
        place: is_row,
        conflict: is_flattened,
        message: "the columns of a field with `flatten` are left out one by one: put `skip_default` on the fields of its type",
    },
    Rule {
        hint: "skip_default",
        place: any_type,
        conflict: has_header,
        message: "`tabular(header)` writes the header of an empty table, but `skip_default` leaves the table out: remove one of them",
    },
    Rule {
        hint: KEEP_DEFAULT,
        place: skips_no_default,
        conflict: any_field,
        message: "there is nothing to opt out of: the struct has no `skip_default`",
    },
    Rule {
        hint: KEEP_DEFAULT,
        place: any_type,
        conflict: is_flattened,
        message: "the `skip_default` of the struct does not apply to a field with `flatten`: remove `skip_default = false`",
    },
    Rule {
        hint: "nullable_group",
        place: is_no_row,
        conflict: any_field,
        message: "`nullable_group` applies only to fields of a struct with `#[toon(tabular)]`: remove it, or add `tabular` to the struct",
    },
    Rule {
        hint: "nullable_group",
        place: any_type,
        conflict: is_flattened,
        message: "the columns of a field with `flatten` are not a group: remove one of them",
    },
    Rule {
        hint: "nullable_group",
        place: any_type,
        conflict: is_by_function,
        message: "this field is written by a function, whose columns are unknown: remove `nullable_group` or `with`",
    },
    Rule {
        hint: "nullable_group",
        place: any_type,
        conflict: is_cell,
        message: "a group of columns is not a cell: remove `cell` or `nullable_group`",
    },
    Rule {
        hint: "nullable_group",
        place: any_type,
        conflict: |_, field| field.toon.hoist.is_some(),
        message: "`hoist` applies to a single cell, not to a group of columns: remove `hoist` or `nullable_group`",
    },
    Rule {
        hint: "nullable_group",
        place: any_type,
        conflict: |_, field| !is_option(&field.syntax.ty),
        message: "`nullable_group` applies to a field that is an `Option` of a struct with `#[toon(tabular)]`",
    },
    Rule {
        hint: "fold",
        place: is_enum,
        conflict: any_field,
        message: "the fields of variants are not folded: use a struct with `fold` as the content of the variant",
    },
    Rule {
        hint: "fold",
        place: is_row,
        conflict: is_one_cell,
        message: "this field of a row is a single cell, which has no keys to fold: remove `fold`",
    },
    Rule {
        hint: "fold",
        place: any_type,
        conflict: is_unnamed,
        message: "unnamed fields cannot be folded: remove `fold`",
    },
    Rule {
        hint: "level",
        place: any_type,
        conflict: is_unnamed,
        message: "unnamed fields cannot be left out: `level` requires named fields",
    },
    Rule {
        hint: "level",
        place: any_type,
        conflict: is_flattened,
        message: "a field with `flatten` has no key of its own: put `level` on the fields of its type",
    },
    Rule {
        hint: "tabular",
        place: is_row,
        conflict: any_field,
        message: "a cell cannot contain a table: remove `tabular` from the struct, or leave the field out with `skip`",
    },
    Rule {
        hint: "tabular",
        place: any_type,
        conflict: has_unknown_header,
        message: "the columns of a type parameter are unknown: `header` requires a field with a concrete type",
    },
    Rule {
        hint: "tabular",
        place: any_type,
        conflict: is_flattened,
        message: "a field with `flatten` has no key of its own for a table: remove one of them",
    },
    Rule {
        hint: "tabular",
        place: any_type,
        conflict: is_by_function,
        message: "this field is written by a function, whose columns are unknown: remove `tabular` or `with`",
    },
    Rule {
        hint: "by_variant",
        place: is_row,
        conflict: any_field,
        message: "a cell cannot contain tables: remove `tabular` from the struct, or leave the field out with `skip`",
    },
    Rule {
        hint: "by_variant",
        place: any_type,
        conflict: |_, field| field.toon.tabular.is_some(),
        message: "a list is written as one table or as one per variant: remove `tabular` or `by_variant`",
    },
    Rule {
        hint: "by_variant",
        place: any_type,
        conflict: is_flattened,
        message: "a field with `flatten` has no key of its own for the tables: remove one of them",
    },
    Rule {
        hint: "by_variant",
        place: any_type,
        conflict: |_, field| {
            field.toon.join.is_none() && field.has_with() || field.serde.has("deserialize_with")
        },
        message: "this field is written or read by a function, which does not know the tables: remove `by_variant` or the function",
    },
    Rule {
        hint: "cell",
        place: is_no_row,
        conflict: any_field,
        message: "`cell` applies only to fields of a struct with `#[toon(tabular)]`: remove it, or add `tabular` to the struct",
    },
    Rule {
        hint: "cell",
        place: any_type,
        conflict: is_flattened,
        message: "a field with `flatten` is written as one cell for each field of its type: put `cell` on those",
    },
    Rule { hint: "join", place: any_type, conflict: is_written_otherwise, message: JOINED },
    Rule {
        hint: "hoist",
        place: is_no_row,
        conflict: any_field,
        message: "`hoist` applies only to fields of a struct with `#[toon(tabular)]`: remove it, or add `tabular` to the struct",
    },
    Rule {
        hint: "hoist",
        place: has_flattened,
        conflict: any_field,
        message: "`hoist` cannot be combined with a field with `flatten`, whose column names are unknown: remove one of them",
    },
    Rule {
        hint: "child",
        place: is_no_row,
        conflict: any_field,
        message: "`child` applies only to fields of a struct with `#[toon(tabular)]`: remove it, or add `tabular` to the struct",
    },
    Rule {
        hint: "child",
        place: has_flattened,
        conflict: any_field,
        message: "`child` cannot be combined with a field with `flatten`, whose columns are unknown: remove one of them",
    },
    Rule {
        hint: "child",
        place: any_type,
        conflict: is_by_function,
        message: "this field is written by a function, whose rows are unknown: remove `child` or `with`",
    },
    Rule {
        hint: "child",
        place: any_type,
        conflict: has_hint_of_column,
        message: "a field with `child` is a table, not a column: remove its other hints",
    },
    Rule {
        hint: "child",
        place: any_type,
        conflict: is_linked_and_left_out,
        message: "a child table with a key is always written: remove `skip_default`, or the key",
    },
    Rule {
        hint: "child",
        place: any_type,
        conflict: has_name_of_side_key,
        message: "the key of a child table ends with the name of its field, so that must not be `of` or contain a dot: rename the field",
    },
];

// Places.

fn any_type(_: &Container<'_>) -> bool {
    true
}

fn is_enum(container: &Container<'_>) -> bool {
    matches!(container.body, Body::Enum(_))
}

fn is_row(container: &Container<'_>) -> bool {
    container.toon.tabular.is_some()
}

fn is_no_row(container: &Container<'_>) -> bool {
    !is_row(container)
}

fn is_transparent(container: &Container<'_>) -> bool {
    container.serde.has("transparent")
}

fn skips_no_default(container: &Container<'_>) -> bool {
    container.toon.skip_default.is_none()
}

fn has_no_fields(container: &Container<'_>) -> bool {
    matches!(&container.body, Body::Struct(fields) if fields.is_empty())
}

fn has_unnamed_fields(container: &Container<'_>) -> bool {
    matches!(&container.body, Body::Struct(fields) if fields.iter().any(|field| !field.is_named()))
}

fn has_flattened(container: &Container<'_>) -> bool {
    container.fields().any(|(_, field)| field.serde.has("flatten"))
}

fn has_dot_in_key(container: &Container<'_>) -> bool {
    container.fields().any(|(_, field)| {
        let renamed = field.range.as_ref().and_then(|range| range.name.clone());
        let renamed = renamed.or_else(|| field.toon.rename.as_ref().map(syn::LitStr::value));
        let renamed = renamed.or_else(|| field.serde.directed("rename").map(syn::LitStr::value));
        renamed.is_some_and(|name| name.contains('.'))
    })
}

// Conflicts.

fn any_field(_: &Container<'_>, _: &Field<'_>) -> bool {
    true
}

fn is_unnamed(_: &Container<'_>, field: &Field<'_>) -> bool {
    !field.is_named()
}

fn is_flattened(_: &Container<'_>, field: &Field<'_>) -> bool {
    field.serde.has("flatten")
}

fn is_by_function(_: &Container<'_>, field: &Field<'_>) -> bool {
    field.has_with() && field.toon.join.is_none()
}

/// Whether a list has a hint that does not write it as one cell.
fn is_written_otherwise(_: &Container<'_>, field: &Field<'_>) -> bool {
    let others = ["tabular", "by_variant", "nullable_group", "child", "fold"];
    let is_other = field.toon.all().any(|(hint, _)| others.contains(&hint));
    is_other || field.serde.has_with() || field.serde.has("flatten")
}

fn is_cell(_: &Container<'_>, field: &Field<'_>) -> bool {
    field.toon.cell.is_some()
}

fn is_one_cell(_: &Container<'_>, field: &Field<'_>) -> bool {
    field.toon.cell.is_some() || field.has_with()
}

fn has_header(_: &Container<'_>, field: &Field<'_>) -> bool {
    field.toon.tabular.as_ref().is_some_and(|table| table.header.is_some())
}

fn has_unknown_header(container: &Container<'_>, field: &Field<'_>) -> bool {
    has_header(container, field) && !bound::has_known_type(container, field)
}

fn has_hint_of_column(_: &Container<'_>, field: &Field<'_>) -> bool {
    let of_columns = ["cell", "hoist", "fold", "by_variant", "nullable_group"];
    field.toon.all().any(|(hint, _)| of_columns.contains(&hint))
}

fn is_linked_and_left_out(_: &Container<'_>, field: &Field<'_>) -> bool {
    let is_linked = field.toon.child.as_ref().is_some_and(|child| child.key.is_some());
    is_linked && field.toon.skip_default.is_some()
}

/// Whether the name of a child table would be mistaken for something else.
fn has_name_of_side_key(container: &Container<'_>, field: &Field<'_>) -> bool {
    let name = name::of(container, field);
    name == "of" || name.contains('.')
}
