//! Random values: trees with many tables, and many near misses of tables.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

/// The keys of random objects: few, so that they collide, and of every kind that §7.3
/// distinguishes.
pub const KEYS: &[&str] = &[
    "a", "b", "id", "name", "x.y", "true", "_", "Z9", "", "1", "a b", "a,b", "a|b", "a:b", "[1]", "{a}",
    "\"", "-", "#", "é", "\n", "a\tb", "null", "\\", "\u{1}", " ", "日本",
];

/// Any JSON value, with at most `depth` levels of arrays and objects.
pub fn value(depth: u32) -> BoxedStrategy<Value> {
    if depth == 0 {
        return primitive().boxed();
    }
    prop_oneof![
        2 => primitive(),
        2 => prop::collection::vec(primitive(), 0..5).prop_map(Value::Array),
        2 => prop::collection::vec(value(depth - 1), 0..4).prop_map(Value::Array),
        3 => object(value(depth - 1).boxed()),
        3 => rows(depth - 1).prop_map(|rows| Value::Array(rows.into_iter().map(Value::Object).collect())),
        3 => (rows(depth - 1), Just(KEYS.to_vec()).prop_shuffle()).prop_map(|(rows, keys)| {
            keys.iter().map(ToString::to_string).zip(rows.into_iter().map(Value::Object)).collect()
        }),
    ]
    .boxed()
}

fn object(value: BoxedStrategy<Value>) -> impl Strategy<Value = Value> {
    (subsequence(KEYS, 0..4), prop::collection::vec(value, 4)).prop_flat_map(|(keys, values)| {
        Just(keys).prop_shuffle().prop_map(move |keys| {
            keys.iter().map(ToString::to_string).zip(values.clone()).collect::<Map<_, _>>().into()
        })
    })
}

/// Objects with the same columns, now and then but for one cell, and at times in another order.
fn rows(depth: u32) -> impl Strategy<Value = Vec<Map<String, Value>>> {
    let columns = subsequence(KEYS, 1..4).prop_shuffle();
    let shape = (columns, prop::collection::vec(any::<bool>(), 3));
    shape.prop_flat_map(move |(columns, groups)| {
        let cells: Vec<_> = columns.iter().zip(groups).map(|(_, group)| cell(group && depth > 0)).collect();
        let row = (cells, damage(depth), Just(columns.clone()).prop_shuffle(), 0..4_u8);
        let row = row.prop_map(move |(cells, damage, shuffled, shuffle)| {
            let row: Map<String, Value> = columns.iter().map(ToString::to_string).zip(cells).collect();
            let order = if shuffle == 0 { &shuffled } else { &columns };
            damage.apply(
                order.iter().filter_map(|key| Some((key.to_string(), row.get(*key)?.clone()))).collect(),
            )
        });
        prop::collection::vec(row, 1..5)
    })
}

fn cell(group: bool) -> BoxedStrategy<Value> {
    let nested =
        |cells: Vec<Value>| -> Value { ["a", "b"].map(str::to_owned).into_iter().zip(cells).collect() };
    if group { prop::collection::vec(primitive(), 2).prop_map(nested).boxed() } else { primitive().boxed() }
}

/// What prevents a row from being one.
#[derive(Clone, Debug)]
enum Damage {
    None,
    Missing,
    Extra(Value),
    Replaced(usize, Value),
    Emptied,
}

impl Damage {
    fn apply(self, mut row: Map<String, Value>) -> Map<String, Value> {
        match self {
            Damage::None => {}
            Damage::Missing => {
                let last = row.keys().next_back().cloned().unwrap_or_default();
                row.shift_remove(&last);
            }
            Damage::Extra(value) => drop(row.insert("extra".to_owned(), value)),
            Damage::Replaced(index, value) => {
                let index = index % row.len();
                row.values_mut().skip(index).take(1).for_each(|cell| *cell = value.clone());
            }
            Damage::Emptied => row.clear(),
        }
        row
    }
}

fn damage(depth: u32) -> impl Strategy<Value = Damage> {
    prop_oneof![
        16 => Just(Damage::None),
        1 => Just(Damage::Missing),
        1 => value(depth).prop_map(Damage::Extra),
        2 => (any::<usize>(), value(depth)).prop_map(|(index, value)| Damage::Replaced(index, value)),
        1 => Just(Damage::Emptied),
    ]
}

fn primitive() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-100..100_i64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1000..1000_i32).prop_map(|cents| Value::from(f64::from(cents) / 100.0)),
        any::<f64>().prop_map(Value::from),
        select(KEYS).prop_map(Value::from),
        select(ODD_NUMBERS).prop_map(Value::from),
        "[a-z]{1,6}".prop_map(Value::from),
        "[-+0-9.eE ,:|#\\[\\]{}\"\\\\\t\na\u{a0}\u{feff}é]{0,4}".prop_map(Value::from),
        any::<String>().prop_map(|text| json!(text)),
    ]
}

const ODD_NUMBERS: &[f64] =
    &[-0.0, 1e-6, 9.999_999e-7, 1e21, 9.999_999_999_999_999e20, 1e-7, 5e-324, f64::MAX, 1e300, -1.5e-10];
