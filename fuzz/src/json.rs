//! Random JSON values, with many tables among them.

use arbitrary::{Arbitrary, Result, Unstructured};
use serde_json::{Map, Number, Value};

/// A JSON value of at most a few levels.
#[derive(Debug)]
pub struct Json(pub Value);

impl<'a> Arbitrary<'a> for Json {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Self> {
        node(source, 6).map(Json)
    }
}

fn node(source: &mut Unstructured<'_>, levels: usize) -> Result<Value> {
    if levels == 0 || source.is_empty() {
        return scalar(source);
    }
    Ok(match source.int_in_range(0..=11)? {
        0..=4 => scalar(source)?,
        5..=6 => Value::Object(object(source, levels - 1)?),
        7 => elements(source, 4, |source| node(source, levels - 1))?.into(),
        8 => elements(source, 4, scalar)?.into(),
        9..=10 => rows(source, levels - 1)?.into(),
        _ => {
            let rows = rows(source, levels - 1)?;
            Value::Object(rows.into_iter().map(|row| Ok((key(source)?, row))).collect::<Result<_>>()?)
        }
    })
}

fn object(source: &mut Unstructured<'_>, levels: usize) -> Result<Map<String, Value>> {
    let fields = elements(source, 4, |source| Ok((key(source)?, node(source, levels)?)))?;
    Ok(fields.into_iter().collect())
}

/// Objects with the same keys, which form a table if all cells are scalars.
fn rows(source: &mut Unstructured<'_>, levels: usize) -> Result<Vec<Value>> {
    let keys = elements(source, 4, key)?;
    elements(source, 4, |source| {
        let mut fields: Vec<(String, Value)> = keys
            .iter()
            .map(|key| {
                let cell = if source.ratio(1, 4)? { node(source, levels)? } else { scalar(source)? };
                Ok((key.clone(), cell))
            })
            .collect::<Result<_>>()?;
        if source.ratio(1, 4)? {
            fields.reverse();
        }
        if source.ratio(1, 16)? {
            fields.pop();
        }
        Ok(Value::Object(fields.into_iter().collect()))
    })
}

/// Up to `most` elements.
pub fn elements<'a, T>(
    source: &mut Unstructured<'a>,
    most: usize,
    mut element: impl FnMut(&mut Unstructured<'a>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = source.int_in_range(0..=most)?;
    (0..count).map(|_| element(source)).collect()
}

pub fn scalar(source: &mut Unstructured<'_>) -> Result<Value> {
    Ok(match source.int_in_range(0..=7)? {
        0 => Value::Null,
        1 => source.arbitrary::<bool>()?.into(),
        2 => source.arbitrary::<i64>()?.into(),
        3 => source.arbitrary::<u64>()?.into(),
        4 => Number::from_f64(source.arbitrary()?).map_or(Value::Null, Value::Number),
        5 => source.arbitrary::<u8>()?.into(),
        _ => Value::String(text(source)?),
    })
}

const TEXTS: [&str; 24] = [
    "",
    " ",
    "true",
    "null",
    "05",
    "-",
    "- a",
    "#",
    "[]",
    "[1]: x",
    "a: b",
    "a,b",
    "a|b",
    "a\tb",
    "\"",
    "\\",
    "\n",
    "\u{feff}",
    "\u{a0}",
    "1e5",
    ".5",
    "a.b",
    "__proto__",
    "é",
];

pub fn text(source: &mut Unstructured<'_>) -> Result<String> {
    if source.ratio(1, 2)? { source.arbitrary() } else { source.choose(&TEXTS).map(|&text| text.to_owned()) }
}

const KEYS: [&str; 10] = ["a", "b", "c", "d", "a.b", "b.c", "a b", "", "1", "é"];

/// Mostly from a small set, so that objects often have the same keys.
pub fn key(source: &mut Unstructured<'_>) -> Result<String> {
    if source.ratio(1, 8)? { text(source) } else { source.choose(&KEYS).map(|&key| key.to_owned()) }
}
