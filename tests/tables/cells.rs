//! Rows read by position give the same values and errors as rows read by name, for any text.

use proptest::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use toon::DecodeOptions;
use toon_testing::effort;

/// The same types with serde's derive, and with ours and its hint. If a field has an alias, rows
/// are read by name, since no header has all of the names.
macro_rules! types {
    ($module:ident, $derive:path $(, #[$hint:meta])? $(, also $name:literal)?) => {
        mod $module {
            use super::{BTreeMap, Cow};

            #[derive($derive, Debug)]
            $(#[$hint])?
            pub(super) struct Row<'a> {
                $(#[serde(alias = $name)])?
                id: u64,
                #[serde(borrow)]
                name: Cow<'a, str>,
                group: Group,
                score: Option<f64>,
                active: bool,
                delta: i64,
            }

            #[derive($derive, Debug)]
            $(#[$hint])?
            struct Group {
                $(#[serde(alias = $name)])?
                text: String,
                small: i8,
            }

            #[derive($derive, Debug)]
            pub(super) struct Rows<'a> {
                #[serde(borrow)]
                $(#[$hint])?
                t: Vec<Row<'a>>,
            }

            #[derive($derive, Debug)]
            pub(super) struct Entries<'a> {
                #[serde(borrow)]
                $(#[$hint])?
                t: BTreeMap<String, Row<'a>>,
            }
        }
    };
}

types!(by_name, serde::Deserialize, also "in no header");
types!(by_serde, serde::Deserialize);
types!(by_cells, toon::Deserialize, #[toon(tabular)]);

/// Most have the fields of the row in order; others are in a different order, or not those of the
/// row.
const HEADERS: [&str; 11] = [
    "id,name,group{text,small},score,active,delta",
    "id,name,group{text,small},score,active,delta",
    "id,name,group{text,small},score,active,delta",
    "id,name,group{text,small},score,active,delta",
    "name,id,group{text,small},score,active,delta",
    "id,name,group{small,text},score,active,delta",
    "id,name,group{text,small},score,active",
    "id,name,group{text,small},score,active,delta,other",
    "id,name,group,score,active,delta",
    "id{a},name,group{text,small},score,active,delta",
    "id,name,group{text,small},score,active,id",
];

const CELLS: [&str; 7] = ["1", "Ada", "text", "-3", "1.5", "true", "-9223372036854775808"];

const ODD_CELLS: [&str; 24] = [
    "\"a,b\"",
    "é",
    "a cell longer than sixteen bytes",
    "\"x\\n\\\"\"",
    "",
    "null",
    "12",
    "x\"y,z\"",
    "\"\\q\"",
    "a:b",
    "ééééééééé",
    "\"open",
    "18446744073709551615",
    "18446744073709551616",
    "007",
    "1e400",
    "-0.0",
    "\"1\"",
    "false",
    "128",
    "- a",
    "a # b",
    "\"a\"b",
    " spaced ",
];

/// The cells of a row, some of which are changed, missing or misplaced.
fn cells() -> impl Strategy<Value = Vec<&'static str>> {
    let cell = |usual| prop_oneof![12 => Just(usual), 1 => proptest::sample::select(&ODD_CELLS[..])];
    let cells = CELLS.map(cell);
    (cells, 0..24_u8, 0..7_usize).prop_map(|(cells, change, at)| {
        let mut cells = Vec::from(cells);
        match change {
            0 => _ = cells.pop(),
            1 => cells.push("9"),
            2 => cells.swap(0, at),
            3 => _ = cells.remove(at),
            _ => {}
        }
        cells
    })
}

fn text(is_keyed: bool) -> impl Strategy<Value = String> {
    let delimiter = proptest::sample::select(&[",", ",", ",", ", ", " ,"][..]);
    let line_end = proptest::sample::select(&["\n", "\n", "\r\n", " \n", "\n\n", "\n  # x\n"][..]);
    let rows = prop::collection::vec((cells(), delimiter, line_end), 1..5);
    (proptest::sample::select(&HEADERS[..]), rows, 0..20_u8).prop_map(move |(header, rows, count)| {
        let count = rows.len() + usize::from(count == 0);
        let mut text = format!("t[{count}{}]{{{header}}}:\n", if is_keyed { ":" } else { "" });
        for (number, (cells, delimiter, line_end)) in rows.iter().enumerate() {
            text += "  ";
            if is_keyed {
                write!(text, "k{number}: ").unwrap();
            }
            text += &cells.join(delimiter);
            text += line_end;
        }
        text
    })
}

/// The value, or everything that is known about the error.
fn show<T: Debug>(result: toon::Result<T>) -> String {
    match result {
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("{error:?} {:?} {:?}", error.path(), error.classify()),
    }
}

proptest! {
    #![proptest_config(effort::cases(2_000))]

    #[test]
    fn rows(text in text(false), strict: bool) {
        let options = DecodeOptions::new().strict(strict);
        let by_name = show(options.from_str::<by_name::Rows<'_>>(&text));
        prop_assert_eq!(show(options.from_str::<by_serde::Rows<'_>>(&text)), &*by_name);
        prop_assert_eq!(show(options.from_str::<by_cells::Rows<'_>>(&text)), by_name);
    }

    #[test]
    fn entries(text in text(true), strict: bool) {
        let options = DecodeOptions::new().strict(strict);
        let by_name = show(options.from_str::<by_name::Entries<'_>>(&text));
        prop_assert_eq!(show(options.from_str::<by_serde::Entries<'_>>(&text)), &*by_name);
        prop_assert_eq!(show(options.from_str::<by_cells::Entries<'_>>(&text)), by_name);
    }
}
