//! `range`: two integers of a row are written as one cell.

use super::round_trip;
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use std::num::{NonZero, Wrapping};
use toon::{Describe, Deserialize, EncodeOptions, Serialize};
use toon_testing::effort;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[serde(rename_all = "camelCase")]
#[toon(tabular, range(start_line, end_line) = "lines")]
struct Symbol {
    id: u32,
    start_line: u32,
    name: String,
    end_line: u32,
}

fn symbol(id: u32, start_line: u32, end_line: u32) -> Symbol {
    Symbol { id, start_line, name: "f".into(), end_line }
}

fn error_of(row: &str) -> String {
    toon::from_str::<Symbol>(&format!("id: 1\n{row}\nname: f")).unwrap_err().to_string()
}

#[test]
fn one_cell() {
    let symbols = [symbol(1, 24, 51), symbol(2, 26, 26), symbol(3, 0, u32::MAX)];
    assert_eq!(round_trip(&symbols), "[3]{id,lines,name}:\n  1,24-51,f\n  2,26,f\n  3,0-4294967295,f");
    // The rows look the same outside of a table.
    assert_eq!(round_trip(&symbols[0]), "id: 1\nlines: 24-51\nname: f");
    assert_eq!(
        round_trip(&symbols[1]),
        "id: 1\nlines: 24-51\nname: f".replace("24-51", "26").replace('1', "2")
    );
    assert_eq!(
        serde_json::to_value(&symbols[0]).unwrap(),
        json!({"id": 1, "startLine": 24, "name": "f", "endLine": 51})
    );
}

#[test]
fn other_spellings() {
    let symbols = [symbol(1, 24, 51)];
    for text in [
        "[1]{id,startLine,name,endLine}:\n  1,24,f,51",
        "[1]{id,endLine,startLine,name}:\n  1,51,24,f",
        "[1]{id,lines,name}:\n  1,\"24-51\",f",
        "[1]{name,lines,id}:\n  f,24-51,1",
        "[1]:\n  - lines: 24-51\n    id: 1\n    name: f",
    ] {
        assert_eq!(toon::from_str::<[Symbol; 1]>(text).unwrap(), symbols, "{text}");
    }
    for cell in ["26", "\"26\"", "26-26", "26.0"] {
        let text = format!("[1]{{id,lines,name}}:\n  1,{cell},f");
        assert_eq!(toon::from_str::<[Symbol; 1]>(&text).unwrap(), [symbol(1, 26, 26)], "{text}");
    }
}

#[test]
fn malformed_cells() {
    for (cell, found) in [
        ("51-24", "invalid value: string \"51-24\""),
        ("a-b", "invalid value: string \"a-b\""),
        ("1-2-3", "invalid value: string \"1-2-3\""),
        ("\"\"", "invalid value: string \"\""),
        ("\"-\"", "invalid value: string \"-\""),
        ("5-", "invalid value: string \"5-\""),
        ("-5", "invalid type: integer `-5`"),
        ("\"-5\"", "invalid value: string \"-5\""),
        ("\"+5-6\"", "invalid value: string \"+5-6\""),
        ("024-51", "invalid value: string \"024-51\""),
        ("5 - 6", "invalid value: string \"5 - 6\""),
        ("1.5", "invalid type: floating point `1.5`"),
        ("null", "invalid type: null"),
        ("true", "invalid type: boolean `true`"),
        (
            "340282366920938463463374607431768211456-340282366920938463463374607431768211457",
            "invalid value: string",
        ),
    ] {
        let error =
            toon::from_str::<[Symbol; 1]>(&format!("[1]{{id,lines,name}}:\n  1,{cell},f")).unwrap_err();
        let message = error.to_string();
        assert!(message.starts_with(found), "{cell}: {message}");
        assert!(
            message.contains("expected a range such as `24-51`, or one number such as `26`"),
            "{message}"
        );
        assert_eq!((error.line(), error.column()), (2, 5), "{cell}");
    }
    for (line, message) in [
        (
            "lines: 5000000000",
            "invalid value: integer `5000000000`, expected u32 at line 2 column 8, in lines",
        ),
        ("lines: 5\nstartLine: 5", "duplicate key \"lines\" at line 3 column 1"),
        ("startLine: 5", "missing field `endLine` at line 1 column 1"),
        ("x: 5", "missing field `lines` at line 1 column 1"),
        (
            "lines: 5-5000000000",
            "the end of the range `lines`: invalid value: integer `5000000000`, expected u32 at line 1 column 1",
        ),
        (
            "lines[2]: 1,2",
            "invalid type: array, expected a range such as `24-51`, or one number such as `26` at line 2 column 1, in lines",
        ),
    ] {
        assert_eq!(error_of(line), message);
    }
}

#[test]
fn what_is_no_range() {
    #[derive(Serialize, Default)]
    #[toon(tabular, range(from, to) = "span")]
    struct Row<T> {
        from: T,
        to: T,
    }

    fn error<T: Serialize + toon::__private::Leaf>(from: T, to: T) -> String {
        toon::to_string(&[Row { from, to }]).unwrap_err().to_string()
    }

    let negative = "cannot write the range `span` from -3 to 5: neither may be negative";
    assert_eq!(error(51, 24), "cannot write the range `span` from 51 to 24: its start is after its end");
    assert_eq!(error(-3_i8, 5), negative);
    assert_eq!(error(3, -5), negative.replace("-3", "3").replace(" 5", " -5"));
    assert_eq!(
        error(i128::MIN, 0),
        "cannot write the range `span` from -170141183460469231731687303715884105728 to 0: neither may be negative"
    );
    assert_eq!(error(1.5, 2.5), "cannot write the range `span`: 1.5 is not an integer");
    let others = "cannot write the range `span`: both of its fields must be integers";
    assert_eq!(error("a", "b"), others);
    assert_eq!(error(None, Some(1)), others);
    assert_eq!(toon::to_string(&[Row { from: Some(1), to: Some(2) }]).unwrap(), "[1]{span}:\n  1-2");
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
struct Line(u16);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
#[serde(transparent)]
struct Column {
    number: Line,
}

/// Integers of any type, several ranges, the end before the start.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
#[toon(range(a, b) = "ab", range(c, d) = "c d")]
#[toon(range(start, end) = "big", range(r#type, lines) = "x")]
struct Integers {
    end: u128,
    a: i8,
    c: Line,
    b: Box<i64>,
    d: Column,
    start: u128,
    r#type: NonZero<u8>,
    lines: Wrapping<usize>,
}

#[test]
fn types_of_integers() {
    let row = Integers {
        end: u128::MAX,
        a: 1,
        c: Line(3),
        b: Box::new(i64::MAX),
        d: Column { number: Line(4) },
        start: u128::MAX,
        r#type: NonZero::new(7).unwrap(),
        lines: Wrapping(7),
    };
    assert_eq!(
        round_trip(&[row.clone()]),
        "[1]{big,ab,\"c d\",x}:\n  340282366920938463463374607431768211455-340282366920938463463374607431768211455,1-9223372036854775807,3-4,7"
    );
    let row = Integers { start: u64::MAX.into(), end: u64::MAX.into(), ..row };
    assert!(round_trip(&row).starts_with("big: 18446744073709551615\n"), "{}", round_trip(&row));
    let row = Integers { end: 1 << 64, start: 1 << 64, ..row };
    round_trip(&row);
    let row = Integers { end: u128::MAX, start: 0, ..row };
    round_trip(&[row]);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(deny_unknown_fields)]
#[toon(tabular, range(from, to) = "span", skip_default)]
struct Generic<'a, T, const N: u8> {
    #[serde(borrow)]
    name: &'a str,
    #[serde(rename = "FROM", alias = "begin")]
    from: T,
    to: u32,
    up: bool,
}

#[test]
fn generic_rows() {
    let row = Generic::<'_, Line, 3> { name: "n", from: Line(1), to: 2, up: false };
    let text = toon::to_string(&[row.clone(), row.clone()]).unwrap();
    assert_eq!(text, "[2]{name,span}:\n  n,1-2\n  n,1-2");
    assert_eq!(toon::from_str::<[Generic<'_, Line, 3>; 2]>(&text).unwrap(), [row.clone(), row.clone()]);
    for text in ["name: n\nFROM: 1\nto: 2", "name: n\nbegin: 1\nto: 2", "name: n\nspan: 1-2\nup: false"] {
        assert_eq!(toon::from_str::<Generic<'_, Line, 3>>(text).unwrap(), row, "{text}");
    }
    // A default in all rows stays, since the range has none.
    let row = Generic::<'_, u8, 3> { name: "", from: 0, to: 0, up: false };
    assert_eq!(toon::to_string(&[row]).unwrap(), "[1]{span}:\n  0");
    let error = toon::from_str::<Generic<'_, u8, 3>>("name: n\nspan: 1-2\nother: 1").unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown field `other`, expected one of `name`, `FROM`, `begin`, `span`, `to`, `up` at line 3 column 1"
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular, levels("brief", "long"), range(from, to) = "span", range(x, y) = "xy")]
struct Leveled {
    #[toon(level = "long")]
    #[serde(default)]
    from: u8,
    #[serde(default)]
    #[toon(level = "long")]
    to: u8,
    x: u8,
    y: u8,
}

#[test]
fn at_a_level() {
    let rows = [Leveled { from: 1, to: 2, x: 3, y: 4 }];
    assert_eq!(round_trip(&rows), "[1]{span,xy}:\n  1-2,3-4");
    let brief = EncodeOptions::new().level("brief").to_string(&rows).unwrap();
    assert_eq!(brief, "[1]{xy}:\n  3-4");
    assert_eq!(toon::from_str::<[Leveled; 1]>(&brief).unwrap(), [Leveled { from: 0, to: 0, x: 3, y: 4 }]);
    let names: Vec<_> = Leveled::FIELDS.iter().map(|field| (field.name(), field.level())).collect();
    assert_eq!(names, [("span", Some("long")), ("xy", None)]);
}

#[test]
fn selected() {
    let symbols = [symbol(1, 24, 51), symbol(2, 26, 26)];
    let fields = |name: &str| EncodeOptions::new().fields([name]).to_string(&symbols);
    assert_eq!(fields("lines").unwrap(), "[2]{lines}:\n  24-51\n  26");
    assert_eq!(
        fields("startLine").unwrap_err().to_string(),
        "unknown field \"startLine\", expected one of `id`, `lines`, `name`"
    );
}

/// Rows in rows, flattened, in maps and enums.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Places {
    #[toon(tabular)]
    flat: Vec<Flat>,
    #[toon(tabular)]
    grouped: Vec<Grouped>,
    #[toon(tabular(key = "lines"))]
    keyed: Vec<Symbol>,
    #[toon(tabular(header))]
    none: Vec<Symbol>,
    map: BTreeMap<String, Symbol>,
    tagged: Vec<Tagged>,
    untagged: Vec<Untagged>,
    #[serde(flatten)]
    rest: Option<Span>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    span: Span,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Grouped {
    id: u8,
    span: Span,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
#[toon(tabular, range(from, to) = "span")]
struct Span {
    from: u8,
    to: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "kind")]
enum Tagged {
    A(Symbol),
    B(Span),
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Untagged {
    Symbol(Symbol),
    Span(Span),
}

#[test]
fn everywhere() {
    let span = Span { from: 1, to: 2 };
    let places = Places {
        flat: vec![Flat { id: 1, span }, Flat { id: 2, span }],
        grouped: vec![Grouped { id: 1, span }],
        keyed: vec![symbol(1, 24, 51), symbol(2, 26, 26)],
        none: vec![],
        map: [("a".into(), symbol(1, 2, 3)), ("b".into(), symbol(1, 2, 2))].into(),
        tagged: vec![Tagged::A(symbol(1, 2, 3)), Tagged::B(span)],
        untagged: vec![Untagged::Span(span), Untagged::Symbol(symbol(1, 2, 2))],
        rest: Some(span),
    };
    let text = round_trip(&places);
    assert_eq!(
        text,
        "\
flat[2]{id,span}:
  1,1-2
  2,1-2
grouped[1]{id,span{span}}:
  1,1-2
keyed[2:]{id,name}:
  \"24-51\": 1,f
  \"26\": 2,f
none[0]{id,lines,name}:
map[2:]{id,lines,name}:
  a: 1,2-3,f
  b: 1,2,f
tagged[2]:
  - kind: A
    id: 1
    lines: 2-3
    name: f
  - kind: B
    span: 1-2
untagged[2]:
  - span: 1-2
  - id: 1
    lines: 2
    name: f
span: 1-2"
    );
    // The two fields are read here, too.
    let text = text.replace("{id,span}:\n  1,1-2\n  2,1-2", "{id,from,to}:\n  1,1,2\n  2,1,2");
    assert_eq!(toon::from_str::<Places>(&text).unwrap(), places, "{text}");
}

/// A row with a flattened field, and a range.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(rename_all = "UPPERCASE", tag = "type")]
#[toon(tabular, range(from, to) = "span")]
struct WithRest {
    #[serde(default)]
    from: u64,
    #[serde(flatten)]
    inner: Inner,
    #[serde(default)]
    to: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular, range(a, b) = "ab")]
struct Inner {
    a: u8,
    b: u8,
}

#[test]
fn beside_a_flattened_field() {
    let row = WithRest { from: 5, inner: Inner { a: 1, b: 2 }, to: 7, note: None };
    assert_eq!(round_trip(&[row.clone()]), "[1]{type,span,ab,NOTE}:\n  WithRest,5-7,1-2,null");
    assert_eq!(round_trip(&row), "type: WithRest\nspan: 5-7\nab: 1-2");
    let missing = toon::from_str::<WithRest>("type: WithRest\nab: 1").unwrap();
    assert_eq!((missing.from, missing.inner.b, missing.to), (0, 1, 0));
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(rename_all = "kebab-case")]
#[toon(tabular, range(start, the_end) = "lines", range(x, y) = "xy")]
struct Random {
    the_end: u64,
    #[toon(hoist)]
    kind: u8,
    x: Line,
    name: String,
    start: u64,
    #[toon(skip_default)]
    up: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<u8>,
    y: Line,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(skip_default)]
struct Randoms {
    #[toon(tabular)]
    rows: Vec<Random>,
    #[toon(tabular(key = "name"))]
    keyed: Vec<Random>,
    single: Option<Random>,
    #[serde(flatten)]
    map: BTreeMap<String, Random>,
}

fn random() -> impl Strategy<Value = Random> {
    let ends = prop_oneof![0..3_u64, any::<u64>()];
    let ends = (ends.clone(), ends).prop_map(|(a, b)| (a.min(b), a.max(b)));
    let lines = (0..3_u16, 0..3_u16).prop_map(|(a, b)| (Line(a.min(b)), Line(a.max(b))));
    let rest = (0..2_u8, "[a-c]{0,2}", any::<bool>(), any::<Option<u8>>());
    (ends, lines, rest).prop_map(|((start, the_end), (x, y), (kind, name, up, note))| Random {
        the_end,
        kind,
        x,
        name,
        start,
        up,
        note,
        y,
    })
}

proptest! {
    #![proptest_config(effort::cases(256))]

    #[test]
    fn read_back(
        rows in proptest::collection::vec(random(), 0..4),
        by_name in proptest::collection::btree_map("[a-c]{0,2}", random(), 0..4),
        single in proptest::option::of(random()),
        map in proptest::collection::btree_map("[x-z]{1,2}", random(), 0..3),
    ) {
        let keyed = by_name.into_iter().map(|(name, row)| Random { name, ..row }).collect();
        round_trip(&Randoms { rows, keyed, single, map });
    }

    /// A cell is read as serde reads the two numbers, or is an error.
    #[test]
    fn any_cell(cell in "[0-9]{0,3}-{0,2}[0-9a+ ]{0,3}") {
        let text = format!("id: 1\nname: f\nlines: \"{cell}\"");
        let numbers = cell.split_once('-').unwrap_or((&cell, &cell));
        let canonical = |text: &str| text.parse::<u32>().ok().filter(|number| number.to_string() == text);
        let expected = canonical(numbers.0).zip(canonical(numbers.1)).filter(|(start, end)| start <= end);
        let read = toon::from_str::<Symbol>(&text).ok();
        prop_assert_eq!(read, expected.map(|(start, end)| symbol(1, start, end)));
    }
}
