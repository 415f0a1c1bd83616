//! Rows that derive `toon::Serialize` and `toon::Deserialize`.

use toon::{Deserialize, Grouped, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Row {
    id: u32,
    team: String,
    owner: Owner,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    zone: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Owner {
    name: String,
}

fn row(id: u32, team: &str, note: Option<&str>) -> Row {
    Row { id, team: team.into(), owner: Owner { name: "ada".into() }, note: note.map(Into::into), zone: 1 }
}

/// Rows keep the hints of their fields: a skipped field does not break up a table.
#[test]
fn hints_apply() {
    let rows = [row(1, "red", None), row(2, "blue", None), row(3, "red", Some("x"))];
    let text = toon::to_string(&Grouped::new(&rows, ["team"])).unwrap();
    assert_eq!(
        text,
        "red[2]{id,owner{name},note,zone}:\n  1,ada,null,1\n  3,ada,x,1\nblue[1]{id,owner{name},note,zone}:\n  2,ada,null,1"
    );
    let read: Grouped<Vec<Row>> = toon::from_str(&text).unwrap();
    assert_eq!(read.rows(), [rows[0].clone(), rows[2].clone(), rows[1].clone()]);
    let text = toon::to_string(&Grouped::new(&rows, ["zone", "team"]).hoist_single(true)).unwrap();
    assert_eq!(
        text,
        "zone: 1\nred[2]{id,owner{name},note}:\n  1,ada,null\n  3,ada,x\nblue[1]{id,owner{name},note}:\n  2,ada,null"
    );
    assert_eq!(toon::from_str::<Grouped<Vec<Row>>>(&text).unwrap(), read);
    assert_eq!(
        serde_json::to_string(&Grouped::new(&rows[..1], ["team"])).unwrap(),
        r#"{"red":[{"id":1,"owner":{"name":"ada"},"zone":1}]}"#
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular, skip_default)]
struct Sparse {
    id: u32,
    team: String,
    #[toon(hoist)]
    zone: u8,
    archived: bool,
}

#[test]
fn defaults_are_left_out() {
    let sparse = |id, team: &str, archived| Sparse { id, team: team.into(), zone: 3, archived };
    let rows = [sparse(1, "red", false), sparse(2, "", true), sparse(3, "red", false)];
    let text = toon::to_string(&Grouped::new(&rows, ["team"])).unwrap();
    assert_eq!(text, "red[2]{id,zone}:\n  1,3\n  3,3\n\"\"[1]{id,zone,archived}:\n  2,3,true");
    // The first table lacks another field as well.
    let error = toon::from_str::<Grouped<Vec<Sparse>>>(&text).unwrap_err().to_string();
    assert!(
        error.contains("there are 1 level of groups, and the rows lack `team`, `archived`; name the fields"),
        "{error}"
    );
    let seed = Grouped::<Vec<Sparse>>::seed(["team"]);
    let read =
        serde::de::DeserializeSeed::deserialize(seed, &mut toon::Deserializer::from_str(&text)).unwrap();
    assert_eq!(read.rows(), [rows[0].clone(), rows[2].clone(), rows[1].clone()]);

    // A stated value is written even if it is the default.
    let rows = [Sparse::default(), Sparse::default()];
    let text =
        toon::to_string(&Grouped::new(&rows, ["zone", "archived", "team"]).hoist_single(true)).unwrap();
    assert_eq!(text, "zone: 0\narchived: false\nteam: \"\"\nrows[2]{id}:\n  0\n  0");
    assert_eq!(toon::from_str::<Grouped<Vec<Sparse>>>(&text).unwrap().rows(), rows);
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Page {
    rows: Grouped<Vec<Row>>,
    next: Option<u32>,
}

#[test]
fn in_a_derived_struct() {
    let page = Page { rows: Grouped::new([row(1, "red", None)], ["team", "zone"]), next: None };
    let text = toon::to_string(&page).unwrap();
    assert_eq!(text, "rows:\n  red:\n    \"1\"[1]{id,owner{name},note}:\n      1,ada,null\nnext: null");
    assert_eq!(toon::from_str::<Page>(&text).unwrap(), page);
}

/// A row that is read by position has all of its fields already.
#[test]
fn rows_with_all_fields_are_refused() {
    let text = "red[1]{id,team,owner{name},note,zone}:\n  1,red,ada,null,1";
    let error = toon::from_str::<Grouped<Vec<Row>>>(text).unwrap_err().to_string();
    assert_eq!(
        error,
        "expected a row without the fields that its groups stand for, found one with all fields, or a list at line 2 \
         column 3, in red[0]"
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular, range(start, end) = "lines")]
struct Symbol {
    id: String,
    #[toon(derived = "Self::name_of")]
    name: String,
    module: String,
    start: u32,
    end: u32,
    #[toon(level = "full")]
    team: String,
}

impl Symbol {
    fn name_of(&self) -> String {
        self.id.replace("f:", "")
    }
}

#[test]
fn with_ranges_and_derived_fields() {
    let symbol = |name: &str, module: &str, start, end| Symbol {
        id: format!("f:{name}"),
        name: name.into(),
        module: module.into(),
        start,
        end,
        team: "red".into(),
    };
    let rows = [symbol("a", "core", 1, 5), symbol("b", "cli", 2, 2), symbol("c", "core", 7, 8)];
    let grouped = Grouped::new(&rows, ["module", "team"]);
    let text = toon::to_string(&grouped).unwrap();
    assert_eq!(
        text,
        "core:\n  red[2]{id,lines}:\n    \"f:a\",1-5\n    \"f:c\",7-8\ncli:\n  red[1]{id,lines}:\n    \"f:b\",2"
    );
    let sorted = [rows[0].clone(), rows[2].clone(), rows[1].clone()];
    // The struct's own fields of the range are not in the rows.
    let error = toon::from_str::<Grouped<Vec<Symbol>>>(&text).unwrap_err().to_string();
    assert!(
        error.contains("lack `module`, `start`, `end`, `team`; name the fields with `Grouped::seed`"),
        "{error}"
    );
    let read = Grouped::<Vec<Symbol>>::seed(["module", "team"]);
    let read =
        serde::de::DeserializeSeed::deserialize(read, &mut toon::Deserializer::from_str(&text)).unwrap();
    assert_eq!(read.rows(), sorted);
    let json = serde_json::to_string(&grouped).unwrap();
    assert!(json.starts_with(r#"{"core":{"red":[{"id":"f:a","name":"a","start":1,"end":5},"#), "{json}");
    assert_eq!(serde_json::from_str::<Grouped<Vec<Symbol>>>(&json).unwrap().rows(), sorted);
    // A level of detail hides fields of rows, but no groups.
    let minimal = toon::EncodeOptions::new().level("minimal");
    assert_eq!(minimal.to_string(&grouped).unwrap(), text);
    // In TOON, a derived field is not there to group by.
    let error = toon::to_string(&Grouped::new(&rows, ["name"])).unwrap_err().to_string();
    assert_eq!(
        error,
        "cannot group rows[0] by `name`: it only has the fields `id`, `module`, `lines`, `team`"
    );
}
