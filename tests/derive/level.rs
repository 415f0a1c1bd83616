//! `level`: how much of a type is written.

use super::round_trip;
use std::collections::BTreeMap;
use toon::{Deserialize, EncodeOptions, ErrorKind, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Issue {
    number: u32,
    #[toon(level = "standard")]
    title: String,
    #[toon(level = "full")]
    author: User,
    #[toon(level = "standard", skip_default)]
    comments: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[toon(level = "minimal")]
    assignee: Option<String>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct User {
    login: String,
    #[toon(level = "full")]
    id: u64,
}

fn issue(number: u32, comments: u32) -> Issue {
    let author = User { login: "ada".into(), id: 9 };
    Issue { number, title: "t".into(), author, comments, assignee: None }
}

fn at<T: Serialize>(level: &str, value: &T) -> String {
    EncodeOptions::new().level(level).to_string(value).unwrap()
}

#[test]
fn rows_have_the_columns_of_the_level() {
    let issues = vec![issue(1, 0), issue(2, 5)];
    let full =
        "[2]{number,title,author{login,id},comments,assignee}:\n  1,t,ada,9,0,null\n  2,t,ada,9,5,null";
    assert_eq!(round_trip(&issues), full);
    assert_eq!(at("full", &issues), full);
    assert_eq!(at("standard", &issues), "[2]{number,title,comments,assignee}:\n  1,t,0,null\n  2,t,5,null");
    assert_eq!(at("minimal", &issues), "[2]{number,assignee}:\n  1,null\n  2,null");
    assert_eq!(at("standard", &issues[..1].to_vec()), "[1]{number,title,assignee}:\n  1,t,null");
    let map: BTreeMap<u32, Issue> = issues.iter().map(|issue| (issue.number, issue.clone())).collect();
    assert_eq!(at("minimal", &map), "[2:]{number,assignee}:\n  \"1\": 1,null\n  \"2\": 2,null");
}

#[test]
fn objects_have_the_fields_of_the_level() {
    let issue = issue(1, 0);
    assert_eq!(at("minimal", &issue), "number: 1");
    assert_eq!(at("standard", &issue), "number: 1\ntitle: t");
    assert_eq!(at("full", &issue), "number: 1\ntitle: t\nauthor:\n  login: ada\n  id: 9");
    assert_eq!(at("minimal", &(issue.author, 1)), "[2]:\n  - login: ada\n  - 1");
}

mod shout {
    use serde::{Deserialize, Deserializer, Serializer};

    #[allow(clippy::ptr_arg, reason = "serde calls it with the field's type")]
    pub(super) fn serialize<S: Serializer>(text: &String, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&text.to_uppercase())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        Ok(String::deserialize(deserializer)?.to_lowercase())
    }
}

/// Types may define their own levels. Types that do not have the requested level are written
/// completely.
#[test]
fn levels_of_their_own() {
    #[derive(Serialize)]
    #[toon(levels("brief", "long"))]
    struct Note {
        a: u8,
        #[toon(level = "long", fold)]
        totals: BTreeMap<String, u32>,
        #[toon(level = "long", with = "shout")]
        title: String,
        issue: Issue,
    }
    let totals: BTreeMap<String, u32> = [("open".to_owned(), 1)].into();
    let note = Note { a: 1, totals, title: "x".into(), issue: issue(2, 0) };
    assert_eq!(
        at("brief", &note),
        "a: 1\nissue:\n  number: 2\n  title: t\n  author:\n    login: ada\n    id: 9"
    );
    assert!(at("long", &note).starts_with("a: 1\ntotals.open: 1\ntitle: X\n"));
    assert!(at("minimal", &note).ends_with("issue:\n  number: 2"));
}

/// Levels may have any name.
#[test]
fn names_of_any_kind() {
    #[derive(Serialize, Clone, Default)]
    #[toon(tabular, levels("a,b", "c/d", "\u{1}\u{4}", "\"{}\"", "$toon::shown_at/a,b"))]
    struct Row {
        #[toon(level = "a,b")]
        a: u8,
        #[toon(level = "c/d")]
        b: u8,
        #[toon(level = "\u{1}\u{4}")]
        c: u8,
        #[toon(level = "\"{}\"")]
        d: u8,
        #[toon(level = "$toon::shown_at/a,b")]
        e: u8,
    }
    let rows = vec![Row::default(); 2];
    let levels = ["a,b", "c/d", "\u{1}\u{4}", "\"{}\"", "$toon::shown_at/a,b"];
    for (level, columns) in levels.into_iter().zip(["a", "a,b", "a,b,c", "a,b,c,d", "a,b,c,d,e"]) {
        assert_eq!(at(level, &rows).lines().next(), Some(&*format!("[2]{{{columns}}}:")));
    }
    for part in ["a", "b", "c", "d", ""] {
        let error = EncodeOptions::new().level(part).to_string(&rows).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::UnknownLevel { .. }), "{part}");
    }
}

/// Levels hold behind the buffers of serde.
#[test]
fn behind_a_buffer() {
    #[derive(Serialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Of(Inner),
    }
    #[derive(Serialize)]
    enum Inner {
        One { issue: Issue },
    }
    let value = Tagged::Of(Inner::One { issue: issue(1, 2) });
    assert_eq!(at("minimal", &value), "kind: Of\nOne:\n  issue:\n    number: 1");
    assert_eq!(
        at("standard", &value),
        "kind: Of\nOne:\n  issue:\n    number: 1\n    title: t\n    comments: 2"
    );
}

#[test]
fn unknown_levels() {
    let fails =
        |level: &str, value: &[Issue]| EncodeOptions::new().level(level).to_string(value).unwrap_err();
    let error = fails("all", &[issue(1, 0)]);
    assert!(
        matches!(error.kind(), ErrorKind::UnknownLevel { level, known, .. } if level == "all" && known == &["minimal", "standard", "full"])
    );
    // Without a type that has levels, the level cannot be checked.
    assert_eq!(at("all", &Vec::<Issue>::new()), "[]");
    assert_eq!(at("all", &[1]), "[1]: 1");
}

/// A list of fields takes precedence over a level.
#[test]
fn fields_win() {
    let options = EncodeOptions::new().level("minimal").fields(["title", "number"]);
    assert_eq!(options.to_string(&[issue(1, 0)]).unwrap(), "[1]{title,number}:\n  t,1");
}

/// Levels do not apply to other formats, nor to values that pass through them.
#[test]
fn other_formats() {
    let json = serde_json::to_value(issue(1, 0)).unwrap();
    assert_eq!(json["author"]["id"], 9);
    assert_eq!(at("minimal", &json["author"]), "login: ada\nid: 9");
}

/// The column that stays belongs to the level.
#[test]
fn the_column_that_stays_is_to_be_seen() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    #[serde(default)]
    #[toon(tabular, skip_default)]
    struct Row {
        #[toon(level = "full")]
        a: u32,
        b: u32,
    }
    let rows = vec![Row::default(), Row::default()];
    assert_eq!(at("minimal", &rows), "[2]{b}:\n  0\n  0");
}

/// A field that is hidden in one row is hidden in all, even if the group around it has its default.
#[test]
fn hidden_in_a_group_with_a_default() {
    #[derive(Serialize, Default, PartialEq, Clone)]
    #[toon(tabular)]
    struct Group {
        a: u8,
        #[toon(level = "full")]
        b: u8,
    }
    #[derive(Serialize, Clone)]
    #[toon(tabular)]
    struct Row {
        id: u8,
        #[toon(skip_default)]
        group: Group,
    }
    #[derive(Serialize)]
    struct Rows {
        #[toon(tabular)]
        rows: Vec<Row>,
    }
    let minimal = EncodeOptions::new().level("minimal");
    let row = |id, a| Row { id, group: Group { a, b: 1 & a } };
    for (first, second) in [(0, 5), (5, 0)] {
        let rows = vec![row(1, first), row(2, second)];
        let text = format!("[2]{{id,group{{a}}}}:\n  1,{first}\n  2,{second}");
        assert_eq!(minimal.to_string(&rows).unwrap(), text);
        assert_eq!(minimal.to_string(&Rows { rows }).unwrap(), format!("rows{text}"));
    }
    let rows = vec![row(1, 0), row(2, 0)];
    assert_eq!(minimal.to_string(&rows).unwrap(), "[2]{id}:\n  1\n  2");
    assert_eq!(minimal.to_string(&Rows { rows }).unwrap(), "rows[2]{id}:\n  1\n  2");
}
