//! Documents that do not quite fit the requested type.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::time::{Duration, Instant};
use toon_answer::WarningKind::{self, *};
use toon_answer::{AnswerError, from_answer};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Open,
    InProgress,
    Done,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "String")]
struct Date(String);

impl TryFrom<String> for Date {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let parts: Vec<_> = text.split('-').map(|part| part.parse::<u16>().ok()).collect();
        match parts[..] {
            [Some(_), Some(1..=12), Some(1..=31)] => Ok(Date(text)),
            [Some(_), Some(_), Some(_)] => Err("invalid date: month out of range".into()),
            _ => Err("invalid date".into()),
        }
    }
}

/// A type of another crate may quote what it rejects.
#[derive(Debug)]
struct Url;

impl<'de> Deserialize<'de> for Url {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.contains("://") { Ok(Url) } else { Err(D::Error::custom(format!("no scheme in {text:?}"))) }
    }
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Task {
    id: u32,
    #[serde(default)]
    title: Option<String>,
    status: Option<Status>,
    hours: Option<f64>,
    due: Option<Date>,
}

fn task(id: u32) -> Task {
    Task { id, title: Some(String::new()), status: None, hours: None, due: None }
}

#[derive(Debug, PartialEq, Deserialize)]
struct Plan {
    name: String,
    tasks: Vec<Task>,
}

/// Checks what is read of an answer, and its warnings.
#[track_caller]
fn check<T: DeserializeOwned + Debug + PartialEq>(answer: &str, value: &T, warnings: &[&str]) {
    let read = from_answer::<T>(answer).unwrap_or_else(|error| panic!("{answer}\n{}", error.to_message()));
    assert_eq!(&read.value, value, "{answer}");
    let found: Vec<_> = read.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(found, warnings, "{answer}");
}

#[track_caller]
fn refuse<T: DeserializeOwned + Debug>(answer: &str) -> AnswerError {
    from_answer::<T>(answer).unwrap_err()
}

/// The lines, columns and paths of the mismatches.
#[track_caller]
fn places<T: DeserializeOwned + Debug>(answer: &str) -> Vec<(usize, usize, String)> {
    let error = refuse::<T>(answer);
    let place =
        |error: &toon::Error| (error.line(), error.column(), error.path().unwrap_or_default().to_owned());
    error.mismatches().iter().map(place).collect()
}

fn place(line: usize, column: usize, path: &str) -> (usize, usize, String) {
    (line, column, path.to_owned())
}

#[test]
fn variants() {
    let statuses = vec![Status::InProgress, Status::Done];
    let warnings = ["read `In Progress` as the variant `in_progress` at line 2 column 6"];
    check("```toon\n[2]: In Progress,done\n```", &statuses, &warnings);
    check("```toon\n[3]: In Progress,done\n```", &statuses, &warnings);
    check("```toon\n[2]: \"In Progress\",done\n```", &statuses, &warnings);
    for spelling in ["IN_PROGRESS", "inProgress", "in-progress", "in progress", "InProgress"] {
        let warning = format!("read `{spelling}` as the variant `in_progress` at line 1 column 3");
        check(&format!("[\"{spelling}\", \"done\"]"), &statuses, &[&warning.replace("column 3", "column 2")]);
    }
    check("```toon\nDone\n```", &Status::Done, &["read `Done` as the variant `done` at line 2 column 1"]);
    // Not the same word.
    for other in ["progress", "finished", "-", "_", "In Progress!"] {
        let error = refuse::<Vec<Status>>(&format!("```toon\n[1]: {other}\n```"));
        assert!(error.to_string().contains(&format!("unknown variant `{other}`")), "{error}");
    }
}

#[test]
fn variants_in_objects() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Inner {
        #[serde(rename = "in.ner")]
        list: Vec<BTreeMap<String, Status>>,
    }
    let list = vec![BTreeMap::from([("a b".to_owned(), Status::Done)])];
    check(
        "```toon\nin.ner[1]:\n  - a b: DONE\n```",
        &Inner { list },
        &["read `DONE` as the variant `done` at line 3 column 10"],
    );
    let keys = BTreeMap::from([(Status::InProgress, Status::Done), (Status::Open, Status::Open)]);
    check(
        "```toon\nIn Progress: Done\nOpen: open\n```",
        &keys,
        &[
            "read `In Progress` as the variant `in_progress` at line 2 column 1",
            "read `Done` as the variant `done` at line 2 column 14",
            "read `Open` as the variant `open` at line 3 column 1",
        ],
    );
    // Two keys must not become one.
    refuse::<BTreeMap<Status, u8>>("```toon\nopen: 1\nOpen: 2\n```");
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Shape {
    RoundShape { radius: u32 },
    Line(u32),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum Tagged {
    RoundShape { radius: u32 },
    Line { length: u32 },
}

#[test]
fn variants_with_fields() {
    let shapes = vec![Shape::RoundShape { radius: 1 }, Shape::Line(2), Shape::RoundShape { radius: 3 }];
    check(
        "```toon\n[3]:\n  - Round Shape:\n      radius: 1\n  - Line: 2\n  - RoundShape:\n      radius: 3\n```",
        &shapes,
        &[
            "read `Round Shape` as the variant `round_shape` at line 3 column 5",
            "read `Line` as the variant `line` at line 5 column 5",
            "read `RoundShape` as the variant `round_shape` at line 6 column 5",
        ],
    );
    let tagged = vec![Tagged::RoundShape { radius: 1 }, Tagged::Line { length: 2 }];
    check(
        "```json\n[{\"kind\": \"Round-Shape\", \"radius\": 1}, {\"kind\": \"LINE\", \"length\": 2}]\n```",
        &tagged,
        &[
            "read `Round-Shape` as the variant `round_shape` at line 2 column 11",
            "read `LINE` as the variant `line` at line 2 column 49",
        ],
    );
}

#[test]
fn ambiguous_variants() {
    #[derive(Debug, PartialEq, Deserialize)]
    enum Unit {
        #[serde(rename = "mb")]
        Bits,
        #[serde(rename = "MB")]
        Bytes,
    }
    check("[2]: mb,MB", &vec![Unit::Bits, Unit::Bytes], &[]);
    refuse::<Vec<Unit>>("[1]: Mb");
}

#[test]
fn empty_cells() {
    let tasks = vec![
        Task { hours: Some(1.5), status: Some(Status::Open), ..task(1) },
        Task { due: Some(Date("2024-01-02".into())), ..task(2) },
        task(3),
    ];
    let table =
        "```toon\n[3]{id,title,status,hours,due}:\n  1,,open,1.5,\n  2,,,,2024-01-02\n  3,\"\",,,\n```";
    let warnings = [
        "read an empty value as null at line 3 column 15",
        "read an empty value as null at line 4 column 6",
        "read an empty value as null at line 4 column 7",
        "read an empty value as null at line 5 column 8",
        "read an empty value as null at line 5 column 9",
        "read an empty value as null at line 5 column 10",
    ];
    check(table, &tasks, &warnings);
    check(&table.replace("[3]", "[4]"), &tasks, &warnings);
    // Within the answer, and with other warnings.
    let answer = format!("Sure.\n{}", table.replace("1,,open", "1,'x',OPEN"));
    let read = from_answer::<Vec<Task>>(&answer).unwrap();
    let found: Vec<_> =
        read.warnings.iter().map(|warning| (warning.kind(), warning.line(), warning.column())).collect();
    assert_eq!(found[..4], [(Quotes, 4, 5), (Variant, 4, 9), (Empty, 4, 18), (Empty, 5, 6)]);
    assert_eq!(read.value[0].title.as_deref(), Some("'x'"));
}

#[test]
fn quoted_empty_strings_are_not_null() {
    for document in ["[1]: \"\"", "[2]: \"\"", "[\"\"]"] {
        let error = refuse::<Vec<Option<u32>>>(&format!("```\n{document}\n```"));
        assert!(error.to_message().contains("expected a non-negative integer, found string \"\""), "{error}");
    }
    let error = refuse::<Vec<Task>>("[{\"id\": 1, \"status\": null, \"hours\": \"\"}]");
    assert_eq!(error.mismatch().unwrap().path(), Some("[0].hours"));
    // In JSON, `{}` is no missing value either.
    refuse::<BTreeMap<String, Option<u32>>>("{\"a\": {}}");
}

#[test]
fn keys_without_values() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Fields {
        a: Option<u32>,
        b: Option<BTreeMap<String, u8>>,
        c: Option<String>,
        d: Option<Vec<u8>>,
    }
    let fields = Fields { a: None, b: Some(BTreeMap::new()), c: None, d: None };
    let message = |line: usize| format!("read a key without a value as null at line {line} column 1");
    let warnings = [message(2), message(4), message(5)];
    let warnings = warnings.each_ref().map(String::as_str);
    check("```toon\na:\nb:\nc:\nd: \n```", &fields, &warnings);
    check("```toon\na:\nb:\nc:\nd: \nx[2]: 1\n```", &fields, &warnings);
    // Not where a value is required.
    let error = refuse::<BTreeMap<String, u32>>("```toon\na: 1\nb:\n```");
    assert!(error.to_string().contains("invalid type: object, expected u32"), "{error}");
    let error = refuse::<Vec<Task>>("```toon\n[1]{id,status}:\n  ,open\n```");
    assert!(error.to_string().contains("invalid type: string \"\", expected u32"), "{error}");
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "type", content = "of", rename_all = "lowercase")]
enum Element {
    Text { value: Option<String> },
    Number { value: Option<u8> },
    Name { value: String },
}

/// An empty cell is only read as null where it has to be.
#[test]
fn empty_values_of_other_elements() {
    let text = |value: &str| Element::Text { value: Some(value.into()) };
    let number = |value| Element::Number { value };
    check(
        "[4]{type,of{value}}:\n  text,\n  number,\n  text,\n  number,7",
        &vec![text(""), number(None), text(""), number(Some(7))],
        &["read an empty value as null at line 3 column 10"],
    );
    // A replacement that does not fit is undone.
    check(
        "[5]{type,of{value}}:\n  number,\n  number,\n  name,\n  text,x\n  number,",
        &vec![number(None), number(None), Element::Name { value: String::new() }, text("x"), number(None)],
        &[
            "read an empty value as null at line 2 column 10",
            "read an empty value as null at line 3 column 10",
            "read an empty value as null at line 6 column 10",
        ],
    );
}

#[test]
fn words_for_missing_values() {
    for word in ["N/A", "n/a", "-", "none", "NONE", "\"N/A\""] {
        for field in ["hours", "due", "status"] {
            let answer = format!("```toon\n[1]{{id,{field}}}:\n  1,{word}\n```");
            let answer = if field == "status" {
                answer
            } else {
                answer.replace("id,", "id,status,").replace("1,", "1,open,")
            };
            let error = refuse::<Vec<Task>>(&answer);
            let message = error.to_message();
            assert!(message.contains("\nTo fix this: write null, if the value may be missing"), "{message}");
        }
        let error = refuse::<Vec<bool>>(&format!("[\"{}\"]", word.trim_matches('"')));
        assert!(
            error.to_message().ends_with("\nTo fix this: write null, if the value may be missing"),
            "{error}"
        );
    }
    let error = refuse::<Vec<bool>>("[1]: maybe");
    assert!(error.to_message().ends_with("\nTo fix this: write true or false"), "{error}");
}

#[test]
fn wrapped_lists() {
    let tasks =
        vec![Task { title: None, ..task(1) }, Task { title: None, status: Some(Status::Done), ..task(2) }];
    let warning = |line, column| {
        format!("read the value of the only key \"items\" as the document at line {line} column {column}")
    };
    let table = "```toon\nitems[2]{id,status}:\n  1,null\n  2,done\n```";
    check(table, &tasks, &[&warning(2, 1)]);
    check(&table.replace("[2]", "[3]"), &tasks, &[&warning(2, 1)]);
    check(
        "{\"items\": [{\"id\": 1, \"status\": null}, {\"id\": 2, \"status\": \"done\"}]}",
        &tasks,
        &[&warning(1, 3)],
    );
    check(
        &table.replace("null", "").replace("done", "Done"),
        &tasks,
        &[
            &warning(2, 1),
            "read an empty value as null at line 3 column 5",
            "read `Done` as the variant `done` at line 4 column 5",
        ],
    );
    // The mismatches are those of the list, with the key in their paths.
    assert_eq!(
        places::<Vec<Task>>(&table.replace("null", "x").replace("2,", "x,")),
        [place(3, 5, "items[0].status"), place(4, 3, "items[1].id")],
    );
    for other in ["a[1]: 1\nb: 2", "a: 1", "a[1]:\n  - [1]: 1"] {
        let error = refuse::<Vec<u8>>(&format!("```toon\n{other}\n```"));
        assert!(error.mismatch().is_some(), "{other}");
    }
}

#[test]
fn wrapped_structs() {
    let expected = Plan { name: "x".into(), tasks: vec![] };
    let warning = |line, column| {
        format!("read the value of the only key \"plan\" as the document at line {line} column {column}")
    };
    check("```toon\nplan:\n  name: x\n  tasks[0]:\n```", &expected, &[&warning(2, 1)]);
    check("```toon\nplan:\n  name: x\n  tasks[0]:\n  x[2]: 1\n```", &expected, &[&warning(2, 1)]);
    check("```json\n{\"plan\": {\"name\": \"x\", \"tasks\": []}}\n```", &expected, &[&warning(2, 3)]);
    let map = BTreeMap::from([("a".to_owned(), 1_u8)]);
    check("```toon\nplan:\n  a: 1\n```", &map, &[&warning(2, 1)]);
    // Only around the whole document.
    refuse::<Plan>("```toon\nplan:\n  plan:\n    name: x\n    tasks[0]:\n```");
    refuse::<Plan>("```toon\nplan:\n  name: x\n  tasks[0]:\nmore: 1\n```");
    // A mistake in the value is not hidden.
    let error = refuse::<Plan>("```toon\nplan:\n  name: x\n```");
    assert!(error.to_string().contains("missing field `name`"), "{error}");
}

/// A field of the struct is not a wrapper around it.
#[test]
fn fields_are_not_wrappers() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Optional {
        a: Option<u8>,
        b: Option<u8>,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    struct Node {
        id: u8,
        #[serde(default)]
        inner: Option<Box<Node>>,
    }
    refuse::<Optional>("```toon\na:\n  b: 1\n```");
    refuse::<Optional>("{\"a\": {\"c\": 1}}");
    let error = refuse::<Node>("```toon\ninner:\n  id: 1\n```");
    assert!(error.to_string().contains("missing field `id`"), "{error}");
    check(
        "{\"outer\": {\"id\": 1}}",
        &Node { id: 1, inner: None },
        &["read the value of the only key \"outer\" as the document at line 1 column 3"],
    );
}

#[test]
fn all_mismatches() {
    let table =
        "```toon\nname: x\ntasks[4]{id,status,hours}:\n  a,open,1\n  2,open,2\n  3,no,x\n  4,open,y\n```";
    let expected =
        [place(4, 3, "tasks[0].id"), place(6, 5, "tasks[2].status"), place(7, 10, "tasks[3].hours")];
    assert_eq!(places::<Plan>(table), expected);
    assert_eq!(places::<Plan>(&table.replace("[4]", "[5]")), expected);
    assert_eq!(
        places::<Plan>(&table.replace("name: x\n", ""))[..3],
        [place(3, 3, "tasks[0].id"), place(5, 5, "tasks[2].status"), place(6, 10, "tasks[3].hours"),]
    );
    let error = refuse::<Plan>(&table.replace("name: x\n", ""));
    assert!(error.mismatches()[3].to_string().starts_with("missing field `name`"), "{error:?}");
    let message = refuse::<Plan>(table).to_message();
    for expected in [
        "Correct these mistakes",
        "Line 4, column 3, in tasks[0].id: expected a non-negative integer, found string \"a\"\n      a,open,1",
        "Line 6, column 5, in tasks[2].status: unknown variant `no`",
        "Line 7, column 10, in tasks[3].hours: expected a number, found string \"y\"",
    ] {
        assert!(message.contains(expected), "{message}");
    }
    assert!(!message.contains("further down"), "{message}");
    assert_eq!(
        places::<Vec<Vec<u8>>>("[[1, \"x\", \"y\"], [2], [3, \"z\"]]"),
        [place(1, 6, "[0][1]"), place(1, 26, "[2][1]")],
    );
    // A list of one bad element and no other.
    assert_eq!(places::<Vec<u8>>("[1]: x"), [place(1, 6, "[0]")]);
}

/// What is repaired does not hide what is not.
#[test]
fn mismatches_among_repairs() {
    let table = "```toon\n[5]{id,status,hours}:\n  1,Open,\n  x,Open,\n  3,,1\n  4,closed,\n  5,,\n```";
    assert_eq!(places::<Vec<Task>>(table), [place(4, 3, "[1].id"), place(6, 5, "[3].status")]);
}

#[test]
fn limit_of_mismatches() {
    let list = |count: usize| format!("```toon\n[{count}]: {}\n```", vec!["x"; count].join(","));
    let error = refuse::<Vec<u8>>(&list(20));
    assert_eq!(error.mismatches().len(), 20);
    assert!(!error.to_message().contains("further down"));
    assert!(error.to_string().ends_with("(and 19 more mistakes)"), "{error}");
    let error = refuse::<Vec<u8>>(&list(21));
    assert_eq!(error.mismatches().len(), 20);
    assert!(error.to_message().ends_with("\n\nMore values may be of the wrong type further down."));
    assert!(error.to_string().ends_with("(and at least 20 more mistakes)"), "{error}");
    assert_eq!(error.mismatches()[19].path(), Some("[19]"));
}

/// Elements of a tuple cannot be left out.
#[test]
fn mismatches_in_tuples() {
    assert_eq!(places::<(u8, bool, String)>("[3]: x,true,a"), [place(1, 6, "[0]")]);
    assert_eq!(places::<(u8, bool, u8)>("[3]: 1,x,y"), [place(1, 8, "[1]")]);
    assert_eq!(places::<[u8; 2]>("[\"x\", \"y\"]"), [place(1, 2, "[0]")]);
    assert_eq!(
        places::<Vec<(u8, bool)>>("[3]:\n  - [2]: x,true\n  - [2]: 1,x\n  - [2]: 1,true"),
        [place(2, 10, "[0][0]"), place(3, 12, "[1][1]")],
    );
}

#[test]
fn custom_types_name_what_they_found() {
    for (answer, expected) in [
        (
            "```toon\n[1]: 2024-13-01\n```",
            "invalid date: month out of range, found \"2024-13-01\" at line 2 column 6, in [0]",
        ),
        (
            "```toon\n[2]: 2024-13-01\n```",
            "invalid date: month out of range, found \"2024-13-01\" at line 2 column 6, in [0]",
        ),
        (
            "[\"2024-13-01\"]",
            "invalid date: month out of range, found \"2024-13-01\" at line 1 column 2, in [0]",
        ),
        ("```toon\n[1]: 5\n```", "invalid date, found 5 at line 2 column 6, in [0]"),
        ("[1]: \"\"", "invalid date, found \"\" at line 1 column 6, in [0]"),
    ] {
        let error = refuse::<Vec<Date>>(answer);
        assert!(error.mismatch().unwrap().to_string() == expected, "{answer}: {error}");
        let (described, _) = expected.split_once(" at line").unwrap();
        assert!(error.to_message().contains(described), "{}", error.to_message());
        let is_first = error.mistakes().is_empty();
        assert_eq!(error.to_string().contains(described), is_first, "{error}");
    }
    let error = refuse::<Date>("```toon\n2024-13-01\n```");
    assert!(error.to_string().ends_with("found \"2024-13-01\" at line 2 column 1"), "{error}");
    let error = refuse::<Vec<Url>>("[1]: x.org");
    assert!(error.to_string().ends_with("no scheme in \"x.org\" at line 1 column 6, in [0]"), "{error}");
}

/// Values that are read as they stand are not changed.
#[test]
fn values_that_fit() {
    check(
        "[2]{id,title,status,hours,due}:\n  1,,open,1,2024-01-01\n  2,N/A,null,null,null",
        &vec![
            Task {
                status: Some(Status::Open),
                hours: Some(1.0),
                due: Some(Date("2024-01-01".into())),
                ..task(1)
            },
            Task { title: Some("N/A".into()), ..task(2) },
        ],
        &[],
    );
    let any = serde_json::json!({"items": {"a": "", "b": {}, "c": "In Progress"}});
    check("items:\n  a: \"\"\n  b:\n  c: In Progress", &any, &[]);
    check(
        "```toon\nitems: \n```",
        &BTreeMap::from([("items".to_owned(), BTreeMap::<String, u8>::new())]),
        &[],
    );
}

#[test]
fn suggestions() {
    let suggestion = |kind: WarningKind| {
        let answer = "```toon\nitems[1]{id,status,hours}:\n  1,Open,\n```";
        let answer = from_answer::<Vec<Task>>(answer).unwrap();
        let warning = answer.warnings.iter().find(|warning| warning.kind() == kind);
        warning.unwrap().suggestion()
    };
    assert_eq!(suggestion(Variant), "write the name of the variant exactly as requested");
    assert_eq!(suggestion(Empty), "write null");
    assert_eq!(suggestion(Wrapper), "remove the key, so that its value is the whole document");
}

/// The number of readings does not depend on that of the rows, even where repairs are undone.
#[test]
fn linear_time() {
    const ROWS: usize = 100_000;
    let start = Instant::now();
    let mut table = format!("```toon\n[{ROWS}]{{id,title,status,hours}}:\n");
    for row in 0..ROWS {
        let _ = writeln!(table, "  {row},,{},", if row % 2 == 0 { "In Progress" } else { "" });
    }
    table += "```";
    let read = from_answer::<Vec<Task>>(&table).unwrap();
    assert_eq!(read.value.len(), ROWS);
    assert_eq!(read.warnings.len(), 2 * ROWS);
    assert_eq!(read.value[1], task(1));
    let last = read.warnings.last().unwrap();
    assert_eq!((last.kind(), last.line(), last.column()), (Empty, ROWS + 2, 11));

    // On a single line.
    let json = format!("[{}]", vec!["\"DONE\""; ROWS].join(", "));
    let read = from_answer::<Vec<Status>>(&json).unwrap();
    assert_eq!(read.warnings.len(), ROWS);
    assert_eq!(read.warnings[ROWS - 1].column(), 2 + 8 * (ROWS - 1));

    let error = refuse::<Vec<u8>>(&json);
    assert_eq!(error.mismatches().len(), 20);

    // Most of the values that look alike must not be replaced.
    let rows = "  name,\n".repeat(ROWS - 4);
    let table = format!(
        "```toon\n[{ROWS}]{{type,of{{value}}}}:\n  number,\n  number,\n{rows}  number,\n  number,\n```"
    );
    let read = from_answer::<Vec<Element>>(&table).unwrap();
    assert_eq!(read.warnings.len(), 4);
    let rows = "  name,\n  number,\n".repeat(ROWS / 20);
    let error = refuse::<Vec<Element>>(&format!("```toon\n[{}]{{type,of{{value}}}}:\n{rows}```", ROWS / 10));
    assert_eq!(error.mismatches().len(), 20);
    assert_eq!(error.mismatches()[0].kind().to_string(), "invalid type: string \"\", expected u8");
    let taken = start.elapsed();
    assert!(taken < Duration::from_secs(60), "{taken:?}");
}
