//! Random JSON values, rich in what decides between the forms: tables that are uniform, and tables
//! that just are not.
//!
//! Excluded is what JavaScript cannot represent: integers beyond 2^53, and keys that look like
//! array indexes, which it moves to the front.

use crate::random::Random;
use serde_json::{Map, Number, Value};

/// A value for the root.
pub fn value(random: &mut Random) -> Value {
    match random.below(20) {
        0 => scalar(random),
        1..=3 => rows(random, 0).into(),
        4..=6 => Value::Object(keyed(random, 0)),
        7..=9 => list(random, 0).into(),
        _ => Value::Object(object(random, 0)),
    }
}

/// Where values end: deeper ones are scalars.
const DEEPEST: usize = 5;

fn node(random: &mut Random, depth: usize) -> Value {
    if depth >= DEEPEST {
        return scalar(random);
    }
    match random.below(24) {
        0..=9 => scalar(random),
        10 => Value::Array(Vec::new()),
        11 => Value::Object(Map::new()),
        12..=13 => scalars(random).into(),
        14..=16 => rows(random, depth + 1).into(),
        17..=18 => Value::Object(keyed(random, depth + 1)),
        19..=20 => list(random, depth + 1).into(),
        _ => Value::Object(object(random, depth + 1)),
    }
}

fn object(random: &mut Random, depth: usize) -> Map<String, Value> {
    let count = random.below(5);
    (0..count).map(|_| (key(random), node(random, depth))).collect()
}

/// Arrays that are in list form, most of them.
fn list(random: &mut Random, depth: usize) -> Vec<Value> {
    let count = 1 + random.below(4);
    let arrays_only = random.percent(30);
    let objects_only = !arrays_only && random.percent(40);
    (0..count)
        .map(|_| match (arrays_only, objects_only) {
            (true, _) if random.percent(70) => scalars(random).into(),
            (true, _) => list_or_empty(random, depth + 1).into(),
            (_, true) => Value::Object(object(random, depth + 1)),
            _ => node(random, depth),
        })
        .collect()
}

fn list_or_empty(random: &mut Random, depth: usize) -> Vec<Value> {
    if depth >= DEEPEST || random.percent(20) { Vec::new() } else { list(random, depth) }
}

fn scalars(random: &mut Random) -> Vec<Value> {
    let count = random.below(5);
    (0..count).map(|_| scalar(random)).collect()
}

/// The columns of a table; a group is a nested-uniform column (§9.3).
enum Column {
    Scalar,
    Group(Schema),
    Any,
}

type Schema = Vec<(String, Column)>;

fn schema(random: &mut Random, depth: usize) -> Schema {
    let mut columns = Schema::new();
    for _ in 0..=random.below(4) {
        let name = key(random);
        if columns.iter().any(|(other, _)| *other == name) {
            continue;
        }
        let column = match random.below(20) {
            0..=3 if depth < DEEPEST => Column::Group(schema(random, depth + 1)),
            4 => Column::Any,
            _ => Column::Scalar,
        };
        columns.push((name, column));
    }
    columns
}

/// Objects of one shape, or of nearly one.
fn rows(random: &mut Random, depth: usize) -> Vec<Value> {
    let schema = schema(random, depth);
    let shuffled = random.percent(35);
    let count = 1 + random.below(5);
    let mut rows: Vec<Value> =
        (0..count).map(|_| Value::Object(row(random, &schema, shuffled, depth))).collect();
    if random.percent(35) {
        let spoilt = random.below(rows.len());
        spoil(random, &mut rows[spoilt], depth);
    }
    rows
}

fn keyed(random: &mut Random, depth: usize) -> Map<String, Value> {
    rows(random, depth).into_iter().map(|row| (key(random), row)).collect()
}

fn row(random: &mut Random, schema: &Schema, shuffled: bool, depth: usize) -> Map<String, Value> {
    let mut fields: Vec<(String, Value)> = schema
        .iter()
        .map(|(name, column)| {
            let value = match column {
                Column::Scalar => scalar(random),
                Column::Group(group) => Value::Object(row(random, group, shuffled, depth + 1)),
                Column::Any => node(random, depth + 1),
            };
            (name.clone(), value)
        })
        .collect();
    if shuffled {
        random.shuffle(&mut fields);
    }
    fields.into_iter().collect()
}

/// One change that may cost the table its form, at any level of the row.
fn spoil(random: &mut Random, value: &mut Value, depth: usize) {
    match value {
        Value::Object(fields) if !fields.is_empty() && random.percent(80) => {
            let name = fields.keys().nth(random.below(fields.len())).unwrap().clone();
            match random.below(4) {
                0 => {
                    fields.shift_remove(&name);
                }
                1 => {
                    fields.insert(key(random), node(random, depth + 1));
                }
                _ => spoil(random, &mut fields[&name], depth + 1),
            }
        }
        cell => {
            *cell = match random.below(6) {
                0 => Value::Null,
                1 => Value::Object(Map::new()),
                2 => Value::Array(Vec::new()),
                3 => scalars(random).into(),
                _ => node(random, depth + 1),
            }
        }
    }
}

fn scalar(random: &mut Random) -> Value {
    match random.below(12) {
        0 => Value::Null,
        1 => Value::Bool(random.percent(50)),
        2..=3 => Value::from(random.below(1000)),
        4..=5 => number(random),
        _ => Value::String(string(random)),
    }
}

const TWO_POW_53: i64 = 1 << 53;

fn number(random: &mut Random) -> Value {
    let sign = if random.percent(30) { -1.0 } else { 1.0 };
    let float = match random.below(10) {
        0 => near(random, 1e-6),
        1 => near(random, 1e21),
        2 => near(random, 9_007_199_254_740_992.0),
        3 => {
            let power = random.pick(&[0.1, 1.0, 1e-5, 1e-7, 1e15, 1e16, 1e17, 1e20, 1e22, 1e23]);
            near(random, power)
        }
        4 => return Value::from(TWO_POW_53 - i64::try_from(random.below(3)).unwrap()),
        5 => return Value::from(-TWO_POW_53 + i64::try_from(random.below(3)).unwrap()),
        6 => f64::from_bits(random.next()),
        7 => {
            random.pick(&[0.0, -0.0, 0.1 + 0.2, 5e-324, f64::MAX, f64::MIN_POSITIVE, 1e-7, 123e-20, 1.5e300])
        }
        _ => {
            f64::from(u32::try_from(random.below(1_000_000)).unwrap()) / random.pick(&[2.0, 10.0, 100.0, 1e4])
        }
    };
    Number::from_f64(sign * float).map_or(Value::Null, Value::Number)
}

/// Up to three units in the last place beside a number that decides something.
fn near(random: &mut Random, number: f64) -> f64 {
    f64::from_bits(number.to_bits() + random.next() % 7 - 3)
}

const KEYS: [&str; 40] = [
    "a",
    "b",
    "c",
    "id",
    "name",
    "value",
    "x",
    "y",
    "_z",
    "K9",
    "a.b",
    "a.b.c",
    "user.name",
    ".a",
    "a.",
    "a..b",
    "",
    " ",
    " a",
    "a ",
    "my-key",
    "1a",
    "007",
    "-1",
    "1.5",
    "a:b",
    "a,b",
    "a|b",
    "a\tb",
    "a[1]",
    "a{b}",
    "#a",
    "- a",
    "a\"b",
    "a\\b",
    "a\nb",
    "true",
    "null",
    "constructor",
    "toString",
];

const UNICODE_KEYS: [&str; 8] =
    ["é", "日本", "👋", "\u{feff}a", "a\u{a0}", "\u{85}", "\u{2028}x", "e\u{301}"];

fn key(random: &mut Random) -> String {
    match random.below(10) {
        // Few plain keys, so that objects meet with the same ones.
        0..=6 => random.pick(&KEYS[..10]).to_owned(),
        7..=8 => random.pick(&KEYS).to_owned(),
        _ if random.percent(60) => random.pick(&UNICODE_KEYS).to_owned(),
        _ => Some(string(random)).filter(|key| !is_index(key)).unwrap_or_default(),
    }
}

/// Whether JavaScript would move this key to the front of its object.
fn is_index(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit())
}

const STRINGS: [&str; 56] = [
    "",
    " ",
    "  ",
    "a",
    "Ada",
    "hello world",
    " lead",
    "trail ",
    "\tlead",
    "trail\t",
    "true",
    "false",
    "null",
    "True",
    "NULL",
    "nullable",
    "0",
    "-0",
    "42",
    "-3.14",
    "05",
    "-05",
    "+1",
    "1e6",
    "1E-6",
    "1e",
    "1.",
    ".5",
    "1_000",
    "0x10",
    "Infinity",
    "NaN",
    "1.2.3",
    "-",
    "- a",
    "-a",
    "--",
    "#",
    "# a",
    "a#",
    "[]",
    "{}",
    "[1]: x",
    "a: b",
    "a:b",
    ":",
    ",",
    "|",
    "\t",
    "\"",
    "\\",
    "a\"b\"",
    "c:\\d",
    "line\nbreak",
    "\r",
    "\r\n",
];

const UNICODE_STRINGS: [&str; 22] = [
    "é",
    "日本語",
    "👋🌍",
    "\u{feff}",
    "\u{feff}a",
    "a\u{feff}",
    "\u{a0}",
    "\u{a0}a",
    "a\u{a0}",
    "\u{85}a",
    "a\u{85}",
    "\u{2003}a",
    "a\u{3000}",
    "\u{2028}",
    "a\u{2029}",
    "e\u{301}",
    "\"\u{301}",
    ":\u{301}",
    "\u{0}",
    "\u{1f}",
    "\u{7f}",
    "\u{e000}\u{fffd}\u{10ffff}",
];

const FRAGMENTS: [&str; 30] = [
    "a", "b", "Z", "0", "7", ".", "-", "+", "e", "E", " ", " ", "\t", ",", "|", ":", "\"", "\\", "[", "]",
    "{", "}", "#", "\n", "\r", "true", "null", "é", "\u{a0}", "👋",
];

fn string(random: &mut Random) -> String {
    match random.below(10) {
        0..=3 => random.pick(&["a", "b", "x y", "Ada", "Bob", "plain text"]).to_owned(),
        4..=5 => random.pick(&STRINGS).to_owned(),
        6 => random.pick(&UNICODE_STRINGS).to_owned(),
        _ => (0..random.below(6)).map(|_| random.pick(&FRAGMENTS)).collect(),
    }
}
