//! `tabular(unchecked)`: rows of cells are the same text as with `tabular`, and whatever is not a
//! cell is an error.

use crate::options::options;
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Debug;
use toon::{DecodeOptions, Deserialize, EncodeOptions, ErrorKind, Serialize};
use toon_testing::effort;

/// Defines a row and its groups, whose hints are the same but for how they are declared.
macro_rules! rows {
    ($module:ident: $($tabular:tt)*) => {
        mod $module {
            use super::*;

            #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
            #[serde(rename_all = "camelCase")]
            #[toon($($tabular)*)]
            pub(super) struct Row {
                pub(super) the_id: u8,
                pub(super) text: String,
                #[serde(skip_serializing_if = "Option::is_none")]
                pub(super) option: Option<u8>,
                #[serde(skip_serializing_if = "String::is_empty", default)]
                #[toon(hoist)]
                pub(super) skipped: String,
                #[toon(skip_default)]
                pub(super) number: f64,
                #[toon(hoist)]
                pub(super) kind: Kind,
                pub(super) group: Group,
                #[toon(skip_default)]
                pub(super) boxed: Box<Group>,
                #[toon(nullable_group)]
                pub(super) nullable: Option<Group>,
                #[serde(default)]
                #[toon(level = "full", rename = "l.e.v")]
                pub(super) level: Option<char>,
                #[toon(cell)]
                pub(super) value: Value,
            }

            #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
            #[toon($($tabular)*, range(from, to) = "range")]
            pub(super) struct Group {
                pub(super) from: u8,
                pub(super) to: u8,
                #[toon(skip_default)]
                pub(super) text: String,
            }

            #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
            #[toon($($tabular)*)]
            pub(super) struct Flat {
                pub(super) first: u8,
                #[serde(flatten)]
                pub(super) group: Group,
            }

            #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
            pub(super) struct Table {
                #[toon(tabular)]
                pub(super) list: Vec<Row>,
                #[toon(tabular)]
                pub(super) map: BTreeMap<String, Row>,
                #[toon(tabular(key = "theId"))]
                pub(super) keyed: Vec<Row>,
                #[toon(tabular(header))]
                pub(super) flat: Vec<Flat>,
                pub(super) plain: Vec<Row>,
                pub(super) one: Option<Row>,
            }
        }
    };
}

rows!(checked: tabular);
rows!(unchecked: tabular(unchecked));

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
enum Kind {
    One,
    Two,
}

/// Fields of any values.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular(unchecked))]
struct Any<T> {
    id: u8,
    value: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<Value>,
    #[toon(skip_default)]
    default: Value,
    #[toon(hoist)]
    hoisted: Value,
    generic: T,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct AnyTable<T> {
    #[toon(tabular)]
    rows: Vec<Any<T>>,
}

/// Rows with any keys, which the type does not know.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular(unchecked))]
struct Open {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct OpenTable {
    #[toon(tabular)]
    rows: Vec<Open>,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![3 => Just(""), 1 => Just("x"), 1 => Just("a,|\t\"b\n"), 1 => Just("null"), 1 => Just("1")]
        .prop_map(String::from)
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        2 => Just(Value::Null), 1 => any::<bool>().prop_map(Value::from), 2 => any::<i64>().prop_map(Value::from),
        3 => text().prop_map(Value::from),
    ]
}

fn container() -> impl Strategy<Value = Value> {
    let list = prop::collection::vec(scalar(), 0..3).prop_map(Value::from);
    let object = prop::collection::btree_map(text(), scalar(), 0..3)
        .prop_map(|entries| Value::from(entries.into_iter().collect::<serde_json::Map<_, _>>()));
    prop_oneof![list, object]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![9 => scalar(), 1 => container()]
}

fn group() -> impl Strategy<Value = unchecked::Group> {
    let number = || prop_oneof![2 => Just(0_u8), 1 => any::<u8>()];
    (number(), number(), text()).prop_map(|(one, other, text)| unchecked::Group {
        from: one.min(other),
        to: one.max(other),
        text,
    })
}

fn row() -> impl Strategy<Value = unchecked::Row> {
    let kind = prop_oneof![3 => Just(Kind::One), 1 => Just(Kind::Two)];
    let number = prop_oneof![2 => Just(0.0), 1 => Just(0.5), 1 => Just(1e300)];
    let cells = (any::<u8>(), text(), any::<Option<u8>>(), text(), number, kind);
    let groups = (group(), group(), prop::option::of(group()));
    (cells, groups, prop::option::of(prop::char::range('a', 'c')), scalar()).prop_map(
        |((the_id, text, option, skipped, number, kind), (group, boxed, nullable), level, value)| {
            let boxed = Box::new(boxed);
            unchecked::Row {
                the_id,
                text,
                option,
                skipped,
                number,
                kind,
                group,
                boxed,
                nullable,
                level,
                value,
            }
        },
    )
}

fn rows(most: usize) -> impl Strategy<Value = Vec<unchecked::Row>> {
    prop::collection::vec(row(), 0..=most)
}

fn table() -> impl Strategy<Value = unchecked::Table> {
    let map = prop::collection::btree_map(text(), row(), 0..3);
    let flat = (any::<u8>(), group()).prop_map(|(first, group)| unchecked::Flat { first, group });
    let flat = prop::collection::vec(flat, 0..3);
    (rows(4), map, rows(3), flat, rows(3), prop::option::of(row())).prop_map(
        |(list, map, mut keyed, flat, plain, one)| {
            keyed.sort_by_key(|row| row.the_id);
            keyed.dedup_by_key(|row| row.the_id);
            unchecked::Table { list, map, keyed, flat, plain, one }
        },
    )
}

fn any_row() -> impl Strategy<Value = Any<Value>> {
    (any::<u8>(), (value(), prop::option::of(value())), (value(), value()), value()).prop_map(
        |(id, (value, option), (default, hoisted), generic)| Any {
            id,
            value,
            option,
            default,
            hoisted,
            generic,
        },
    )
}

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    value: &T,
    (encode, decode): &(EncodeOptions, DecodeOptions),
) -> Result<String, TestCaseError> {
    let text = encode.to_string(value).unwrap();
    let read = decode.from_str::<T>(&text);
    prop_assert!(read.as_ref().is_ok_and(|read| read == value), "{:?}\n{}\n{:?}", value, text, read);
    let mut streamed = Vec::new();
    encode.to_writer(&mut streamed, value).unwrap();
    prop_assert_eq!(std::str::from_utf8(&streamed).unwrap(), &text);
    let tree = toon::to_value(value).unwrap();
    let read = toon::from_value::<T>(&tree);
    prop_assert!(read.as_ref().is_ok_and(|read| read == value), "{:?}\n{}\n{:?}", value, tree, read);
    Ok(text)
}

/// Fails in all ways of writing.
fn refused<T: Serialize>(value: &T, options: &EncodeOptions) -> Result<(), TestCaseError> {
    let is_refused = |result: toon::Result<()>| {
        let is_refused = result.as_ref().is_err_and(|error| matches!(error.kind(), ErrorKind::NotACell));
        prop_assert!(is_refused, "{:?}", result);
        Ok(())
    };
    is_refused(options.to_string(value).map(drop))?;
    is_refused(options.to_writer(std::io::sink(), value))
}

proptest! {
    #![proptest_config(effort::cases(250))]

    #[test]
    fn the_same_text_as_checked(
        table in table(),
        level in prop_oneof![Just("minimal"), Just("standard"), Just("full")],
        options in options(0.5),
    ) {
        let text = check(&table, &options)?;
        let json = serde_json::to_string(&table).unwrap();
        let checked: checked::Table = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(check(&checked, &options)?, text);
        prop_assert_eq!(serde_json::to_string(&checked).unwrap(), json);
        let leveled = options.0.level(level);
        prop_assert_eq!(leveled.to_string(&table).unwrap(), leveled.to_string(&checked).unwrap());
        prop_assert_eq!(toon::to_value(&table).unwrap(), toon::to_value(&checked).unwrap());
    }

    #[test]
    fn values_that_are_not_cells(rows in prop::collection::vec(any_row(), 1..4), options in options(0.5)) {
        let is_cell = |value: &Value| !value.is_array() && !value.is_object();
        let is_row = |row: &Any<Value>| {
            [&row.value, &row.default, &row.hoisted, &row.generic].into_iter().chain(&row.option).all(is_cell)
        };
        for row in &rows {
            if is_row(row) {
                // A `Some` that contains `null` is read as `None`.
                let option = row.option.clone().filter(|value| !value.is_null());
                check(&Any { option, ..row.clone() }, &options)?;
            } else {
                refused(row, &options.0)?;
            }
        }
        if rows.iter().all(is_row) {
            let row = |row: Any<Value>| Any { option: row.option.filter(|value| !value.is_null()), ..row };
            let rows: Vec<_> = rows.into_iter().map(row).collect();
            check(&rows, &options)?;
            check(&AnyTable { rows }, &options)?;
        } else {
            refused(&rows, &options.0)?;
            refused(&AnyTable { rows }, &options.0)?;
        }
    }

    /// Rows with other keys than the first one make the table a list.
    #[test]
    fn unknown_columns(
        rows in prop::collection::vec((any::<u8>(), prop::collection::btree_map("[a-c]", scalar(), 0..3)), 0..4),
        options in options(0.5),
    ) {
        let rows = rows.into_iter().map(|(id, rest)| Open { id, rest }).collect();
        check(&OpenTable { rows }, &options)?;
    }
}
