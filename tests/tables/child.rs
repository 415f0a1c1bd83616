//! `child`: lists in rows are tables of their own beside the table that contains them.

use super::round_trip;
use std::collections::{BTreeMap, VecDeque};
use toon::{DecodeOptions, Deserialize, EncodeOptions, KeyFolding, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Task {
    title: String,
    done: bool,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Project {
    id: u32,
    name: String,
    #[toon(child)]
    tasks: Vec<Task>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
struct Plan {
    #[toon(tabular)]
    projects: Vec<Project>,
    total: u32,
}

fn task(title: &str) -> Task {
    Task { title: title.into(), done: false }
}

fn project(id: u32, name: &str, tasks: &[&str]) -> Project {
    Project { id, name: name.into(), tasks: tasks.iter().map(|title| task(title)).collect() }
}

const PLAN: &str = "\
projects[2]{id,name,tasks}:
  1,A,2
  2,B,0
projects.tasks[2]{title,done}:
  x,false
  y,false
total: 2";

fn plan() -> Plan {
    Plan { projects: vec![project(1, "A", &["x", "y"]), project(2, "B", &[])], total: 2 }
}

#[test]
fn counts() {
    assert_eq!(round_trip(&plan()), PLAN);
    let none = Plan { projects: vec![project(1, "A", &[])], total: 1 };
    assert_eq!(round_trip(&none), "projects[1]{id,name,tasks}:\n  1,A,0\nprojects.tasks: []\ntotal: 1");
    assert_eq!(round_trip(&Plan::default()), "projects: []\nprojects.tasks: []\ntotal: 0");
}

/// Other formats, and rows that are not in a field with `tabular`, have the lists in the rows.
#[test]
fn elsewhere() {
    #[derive(serde::Serialize)]
    struct Plain<'a> {
        projects: &'a [PlainProject],
        total: u32,
    }
    #[derive(serde::Serialize)]
    struct PlainProject {
        id: u32,
        name: &'static str,
        tasks: Vec<PlainTask>,
    }
    #[derive(serde::Serialize)]
    struct PlainTask {
        title: &'static str,
        done: bool,
    }
    let tasks = ["x", "y"].map(|title| PlainTask { title, done: false }).into();
    let projects =
        [PlainProject { id: 1, name: "A", tasks }, PlainProject { id: 2, name: "B", tasks: vec![] }];
    let plain = Plain { projects: &projects, total: 2 };
    assert_eq!(serde_json::to_string(&plan()).unwrap(), serde_json::to_string(&plain).unwrap());
    assert_eq!(postcard::to_allocvec(&plan()).unwrap(), postcard::to_allocvec(&plain).unwrap());
    let bytes = postcard::to_allocvec(&plan()).unwrap();
    assert_eq!(postcard::from_bytes::<Plan>(&bytes).unwrap(), plan());

    assert_eq!(round_trip(&plan().projects), toon::to_string(&projects).unwrap());
    assert_eq!(round_trip(&plan().projects[0]), toon::to_string(&projects[0]).unwrap());
    // The lists are read from the rows, too.
    assert_eq!(toon::from_str::<Plan>(&toon::to_string(&plain).unwrap()).unwrap(), plan());
    let folded = EncodeOptions::new().key_folding(KeyFolding::Safe);
    let text = folded.to_string(&plan()).unwrap();
    assert_eq!(text, folded.to_string(&plain).unwrap());
    let picked = EncodeOptions::new().fields(["projects.name", "projects.tasks.title", "total"]);
    assert_eq!(picked.to_string(&plan()).unwrap(), picked.to_string(&plain).unwrap());
}

#[test]
fn read_in_any_order() {
    let text = "projects.tasks[2]{title,done}:\n  x,false\n  y,false\ntotal: 2\nprojects[2]{tasks,id,name}:\n  2,1,A\n  0,2,B";
    assert_eq!(toon::from_str::<Plan>(text).unwrap(), plan());
    // Without the column if there is nothing to count.
    let none = Plan { projects: vec![project(1, "A", &[])], total: 1 };
    let text = "projects[1]{id,name}:\n  1,A\nprojects.tasks: []\ntotal: 1";
    assert_eq!(toon::from_str::<Plan>(text).unwrap(), none);
    let text = "projects[1]{id,name,tasks}:\n  1,A,0\ntotal: 1";
    assert_eq!(toon::from_str::<Plan>(text).unwrap(), none);
    // The rows need not be a table.
    let text = "projects[2]:\n  - id: 1\n    name: A\n    tasks: 2\n  - id: 2\n    name: B\n    tasks: 0\nprojects.tasks[2]:\n  - title: x\n    done: false\n  - done: false\n    title: y\ntotal: 2";
    assert_eq!(toon::from_str::<Plan>(text).unwrap(), plan());
    let lenient = DecodeOptions::new().strict(false);
    assert_eq!(lenient.from_str::<Plan>(PLAN).unwrap(), plan());
    assert_eq!(toon::from_reader::<_, Plan>(PLAN.as_bytes()).unwrap(), plan());
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let error = toon::from_str::<Plan>(text).unwrap_err();
    assert_eq!(error.to_string(), message, "{text}");
}

#[test]
fn counts_that_do_not_add_up() {
    refused(
        "projects[2]{id,name,tasks}:\n  1,A,1\n  2,B,2\nprojects.tasks[2]{title,done}:\n  x,false\n  y,false\ntotal: 2",
        "`projects[1].tasks` counts 2 rows, but `projects.tasks` has only 1 row left at line 3 column 7",
    );
    refused(
        "projects[2]{id,name,tasks}:\n  1,A,1\n  2,B,0\nprojects.tasks[2]{title,done}:\n  x,false\n  y,false\ntotal: 2",
        "`projects.tasks[1]` does not belong to any row of `projects`, whose column `tasks` adds up to 1 at line 6 column 3",
    );
    refused(
        "projects[1]{id,name,tasks}:\n  1,A,-1\nprojects.tasks: []\ntotal: 2",
        "`projects[0].tasks` must be the number of its rows in `projects.tasks` at line 2 column 7",
    );
    refused(
        "projects[1]{id,name,tasks}:\n  1,A,many\nprojects.tasks: []\ntotal: 2",
        "`projects[0].tasks` must be the number of its rows in `projects.tasks` at line 2 column 7",
    );
    refused(
        "projects[1]{id,name,tasks}:\n  1,A,18446744073709551615\nprojects.tasks: []\ntotal: 2",
        "`projects[0].tasks` counts 18446744073709551615 rows, but `projects.tasks` has only 0 rows left at line 2 column 7",
    );
    refused(
        "projects[1]{id,name,tasks}:\n  1,A,3\ntotal: 2",
        "`projects[0].tasks` counts 3 rows, but the table `projects.tasks` is missing at line 2 column 7",
    );
    refused(
        "projects.tasks[1]{title,done}:\n  x,false\ntotal: 2",
        "`projects.tasks[0]` does not belong to any row of `projects`, whose column `tasks` adds up to 0 at line 2 column 3",
    );
    refused(
        "projects: []\nprojects.tasks: 3\ntotal: 1",
        "expected a table `projects.tasks`, found another value at line 2 column 17",
    );
    refused(
        "projects: []\nprojects.task: []\nprojects.tasks[0]: \nprojects.tasks: []\ntotal: 1",
        "duplicate key \"projects.tasks\" at line 4 column 1",
    );
}

/// Errors in cells have the place of the cell, as if they had been read at once.
#[test]
fn places_of_errors() {
    refused(
        "projects[1]{id,name,tasks}:\n  -1,A,0\nprojects.tasks: []\ntotal: 1",
        "invalid value: integer `-1`, expected u32 at line 2 column 3",
    );
    refused(
        "projects[1]{id,name,tasks}:\n  1,A,1\nprojects.tasks[1]{title,done}:\n  x,maybe\ntotal: 1",
        "invalid type: string \"maybe\", expected a boolean at line 4 column 5",
    );
    refused(
        "projects[1]{id,tasks}:\n  1,0\nprojects.tasks: []\ntotal: 1",
        "missing field `name` at line 2 column 3",
    );
}

mod by_key {
    use super::*;

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    #[toon(tabular)]
    struct Project {
        id: u32,
        name: String,
        #[toon(child(key = "id"))]
        tasks: Vec<Task>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    struct Plan {
        #[toon(tabular)]
        projects: Vec<Project>,
        total: u32,
    }

    fn project(id: u32, name: &str, tasks: &[&str]) -> Project {
        Project { id, name: name.into(), tasks: tasks.iter().map(|title| task(title)).collect() }
    }

    const TEXT: &str = "projects[3]{id,name}:\n  1,A\n  2,B\n  3,C\nprojects.tasks.of: id\nprojects.tasks[3]{_of,title,done}:\n  1,x,false\n  1,y,false\n  3,z,false\ntotal: 2";

    fn plan() -> Plan {
        let projects = vec![project(1, "A", &["x", "y"]), project(2, "B", &[]), project(3, "C", &["z"])];
        Plan { projects, total: 2 }
    }

    #[test]
    fn keys() {
        assert_eq!(round_trip(&plan()), TEXT);
        let twice = Plan { projects: vec![project(1, "A", &["x"]), project(1, "B", &[])], total: 2 };
        assert_eq!(
            toon::to_string(&twice).unwrap_err().to_string(),
            "two rows have the same `id`, 1, so their child rows could not be told apart"
        );
        assert_eq!(
            round_trip(&Plan::default()),
            "projects: []\nprojects.tasks.of: id\nprojects.tasks: []\ntotal: 0"
        );
        // Any order of the child rows; that of one parent is kept.
        let moved =
            TEXT.replace("  1,x,false\n  1,y,false\n  3,z,false", "  1,x,false\n  3,z,false\n  1,y,false");
        assert_eq!(toon::from_str::<Plan>(&moved).unwrap(), plan());
        let moved = TEXT
            .replace("{_of,title,done}", "{title,_of,done}")
            .replace("1,x,", "x,1,")
            .replace("1,y,", "y,1,")
            .replace("3,z,", "z,3,");
        assert_eq!(toon::from_str::<Plan>(&moved).unwrap(), plan());
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Named {
        size: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        #[toon(child(key = "name"))]
        tasks: Vec<Task>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct ByName {
        #[toon(tabular)]
        rows: BTreeMap<String, Named>,
    }

    /// A single row of a map is an object, which leaves out what would be `null` in a table.
    #[test]
    fn keys_that_are_left_out() {
        let named = |name: Option<&str>, tasks: &[&str]| {
            let tasks = tasks.iter().map(|title| task(title)).collect();
            Named { size: 1, name: name.map(Into::into), tasks }
        };
        let one = ByName { rows: [("a".into(), named(None, &["x"]))].into() };
        assert_eq!(
            round_trip(&one),
            "rows:\n  a:\n    size: 1\nrows.tasks.of: name\nrows.tasks[1]{_of,title,done}:\n  null,x,false"
        );
        let none = ByName { rows: [("a".into(), named(None, &[]))].into() };
        assert_eq!(round_trip(&none), "rows:\n  a:\n    size: 1\nrows.tasks.of: name\nrows.tasks: []");
        let rows = [("a".into(), named(None, &["x"])), ("b".into(), named(Some("null"), &["y"]))];
        assert_eq!(
            round_trip(&ByName { rows: rows.into() }),
            "rows[2:]{size,name}:\n  a: 1,null\n  b: 1,\"null\"\nrows.tasks.of: name\nrows.tasks[2]{_of,title,done}:\n  null,x,false\n  \"null\",y,false"
        );
        let text =
            "rows:\n  a:\n    size: 1\nrows.tasks.of: name\nrows.tasks[1]{_of,title,done}:\n  a,x,false";
        assert_eq!(
            toon::from_str::<ByName>(text).unwrap_err().to_string(),
            "`rows[0]` has no column `name`, which `rows.tasks.of` names at line 3 column 11"
        );
        // If other parents have the column, the row is what is wrong.
        let text = "rows:\n  a:\n    size: 1\n  b:\n    size: 1\n    name: b\nrows.tasks.of: name\nrows.tasks[1]{_of,title,done}:\n  z,x,false";
        let error = toon::from_str::<ByName>(text).unwrap_err().to_string();
        assert!(
            error.starts_with(
                "`rows.tasks[0]` does not belong to any row of `rows`: `name` is \"z\" in no row"
            ),
            "{error}"
        );
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular, range(start, end) = "lines")]
    struct Lines {
        start: u8,
        end: u8,
        #[toon(child(key = "lines"))]
        tasks: Vec<Task>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct ByLines {
        #[toon(tabular)]
        rows: Vec<Lines>,
    }

    #[test]
    fn ranges_as_keys() {
        let lines = |start, end, title| Lines { start, end, tasks: vec![task(title)] };
        assert_eq!(
            round_trip(&ByLines { rows: vec![lines(1, 3, "x"), lines(4, 4, "y")] }),
            "rows[2]{lines}:\n  1-3\n  4\nrows.tasks.of: lines\nrows.tasks[2]{_of,title,done}:\n  1-3,x,false\n  4,y,false"
        );
    }

    #[track_caller]
    fn refused(from: &str, to: &str, message: &str) {
        let text = TEXT.replace(from, to);
        assert_ne!(text, TEXT);
        assert_eq!(toon::from_str::<Plan>(&text).unwrap_err().to_string(), message, "{text}");
    }

    #[test]
    fn keys_that_lead_nowhere() {
        refused(
            "3,z",
            "4,z",
            "`projects.tasks[2]` does not belong to any row of `projects`: `id` is 4 in no row at line 9 column 3",
        );
        refused(
            "3,z",
            "\"3\",z",
            "`projects.tasks[2]` does not belong to any row of `projects`: `id` is \"3\" in no row at line 9 column 3",
        );
        refused(
            "3,C",
            "1,C",
            "`projects.tasks[0]` belongs to several rows of `projects`: `id` is 1 in several rows at line 7 column 3",
        );
        refused(
            ": id",
            ": key",
            "`projects[0]` has no column `key`, which `projects.tasks.of` names at line 2 column 3",
        );
        refused("_of", "of", "`projects.tasks[0]` has no column `_of` at line 7 column 3");
        refused(
            "projects[3]{id,name}:\n  1,A\n  2,B\n  3,C",
            "projects[1]{id,name,tasks}:\n  1,A,2",
            "`projects[0]` has a column `tasks` beside the table `projects.tasks`, whose rows name their parents: remove one of them at line 2 column 7",
        );
    }
}

mod deeper {
    use super::*;

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Note {
        text: String,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(rename_all = "camelCase")]
    #[toon(tabular)]
    struct Task {
        title: String,
        #[toon(child)]
        side_notes: VecDeque<Note>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(rename_all = "camelCase")]
    #[toon(tabular)]
    struct Project<'a> {
        name: &'a str,
        #[toon(child(key = "name"))]
        all_tasks: Box<[Task]>,
        #[toon(child)]
        pair: [Note; 2],
        #[toon(child)]
        log: Option<Vec<Note>>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Plan<'a> {
        #[serde(borrow)]
        #[toon(tabular)]
        projects: BTreeMap<String, Project<'a>>,
        #[toon(tabular(key = "name"))]
        others: Vec<Other>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Other {
        name: String,
        size: u8,
        #[toon(child)]
        notes: Vec<Note>,
    }

    fn note(text: &str) -> Note {
        Note { text: text.into() }
    }

    #[test]
    fn children_of_children() {
        let task = |title: &str, notes: &[&str]| Task {
            title: title.into(),
            side_notes: notes.iter().map(|text| note(text)).collect(),
        };
        let projects = BTreeMap::from([
            (
                "a".to_owned(),
                Project {
                    name: "A",
                    all_tasks: [task("x", &["1", "2"]), task("y", &[])].into(),
                    pair: [note("p"), note("q")],
                    log: None,
                },
            ),
            (
                "b".to_owned(),
                Project {
                    name: "B",
                    all_tasks: [task("z", &["3"])].into(),
                    pair: [note("r"), note("s")],
                    log: Some(vec![]),
                },
            ),
        ]);
        let other = |name: &str, notes: &[&str]| Other {
            name: name.into(),
            size: 1,
            notes: notes.iter().map(|text| note(text)).collect(),
        };
        let plan = Plan { projects, others: vec![other("m", &[]), other("n", &["4"])] };
        let text = toon::to_string(&plan).unwrap();
        let expected = "\
projects[2:]{name,pair,log}:
  a: A,2,null
  b: B,2,0
projects.allTasks.of: name
projects.allTasks[3]{_of,title,sideNotes}:
  A,x,2
  A,y,0
  B,z,1
projects.allTasks.sideNotes[3]{text}:
  \"1\"
  \"2\"
  \"3\"
projects.pair[4]{text}:
  p
  q
  r
  s
projects.log: []
others[2:]{size,notes}:
  m: 1,0
  n: 1,1
others.notes[1]{text}:
  \"4\"";
        assert_eq!(text, expected);
        assert_eq!(toon::from_str::<Plan<'_>>(&text).unwrap(), plan);
    }
}

mod combined {
    use super::*;

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    #[toon(tabular, skip_default)]
    struct Row {
        id: u8,
        #[toon(hoist)]
        zone: String,
        note: Option<String>,
        #[toon(child)]
        tasks: Option<Vec<Task>>,
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        #[toon(child, level = "full", rename = "extra list")]
        extra: Vec<Task>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    #[toon(fold)]
    struct Table {
        #[serde(rename = "all-rows")]
        #[toon(tabular)]
        rows: Vec<Row>,
        #[toon(skip_default)]
        end: u8,
    }

    fn row(id: u8, zone: &str, tasks: Option<&[&str]>, extra: &[&str]) -> Row {
        Row {
            id,
            zone: zone.into(),
            note: None,
            tasks: tasks.map(|tasks| tasks.iter().map(|title| task(title)).collect()),
            extra: extra.iter().map(|title| task(title)).collect(),
        }
    }

    #[test]
    fn hints_of_rows() {
        let table = |rows| Table { rows, end: 0 };
        let all = table(vec![row(1, "eu", Some(&["x"]), &[]), row(2, "eu", None, &["y", "z"])]);
        assert_eq!(
            round_trip(&all),
            "\"all-rows_zone\": eu\n\"all-rows\"[2]{id,tasks,\"extra list\"}:\n  1,1,0\n  2,null,2\n\"all-rows.tasks\"[1]{title,done}:\n  x,false\n\"all-rows.extra list\"[2]{title,done}:\n  y,false\n  z,false"
        );
        let standard = EncodeOptions::new().level("standard");
        assert_eq!(
            standard.to_string(&all).unwrap(),
            "\"all-rows_zone\": eu\n\"all-rows\"[2]{id,tasks}:\n  1,1\n  2,null\n\"all-rows.tasks\"[1]{title,done}:\n  x,false"
        );
        // Without a list in any row, the column and its table are left out.
        let none = table(vec![row(1, "eu", None, &[]), row(2, "us", None, &[])]);
        assert_eq!(round_trip(&none), "\"all-rows\"[2]{id,zone}:\n  1,eu\n  2,us");
        let some = table(vec![row(1, "eu", Some(&[]), &[]), row(2, "us", None, &[])]);
        assert_eq!(round_trip(&some), "\"all-rows\"[2]{id,zone,tasks}:\n  1,eu,0\n  2,us,null");
        // A row alone.
        assert_eq!(
            round_trip(&row(1, "eu", Some(&["x"]), &[])),
            "id: 1\nzone: eu\ntasks[1]{title,done}:\n  x,false"
        );
        assert_eq!(round_trip(&row(1, "eu", None, &[])), "id: 1\nzone: eu");
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct WithHeader {
        #[toon(tabular(header))]
        projects: Vec<Project>,
    }

    #[test]
    fn header_of_no_rows() {
        let none = WithHeader { projects: vec![] };
        assert_eq!(round_trip(&none), "projects[0]{id,name,tasks}:\nprojects.tasks: []");
        let one = WithHeader { projects: vec![project(1, "A", &["x"])] };
        assert_eq!(
            round_trip(&one),
            "projects[1]{id,name,tasks}:\n  1,A,1\nprojects.tasks[1]{title,done}:\n  x,false"
        );
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "kind")]
    enum Tagged {
        Plan(Plan),
        Other { size: u8 },
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Plan(Plan),
        Fields {
            #[toon(tabular)]
            projects: Vec<Project>,
        },
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(untagged)]
    enum Untagged {
        Size { size: u8 },
        Plan(Plan),
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Flattened {
        first: u8,
        #[serde(flatten)]
        plan: Plan,
        #[serde(flatten)]
        others: BTreeMap<String, u8>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Beside {
        #[toon(tabular)]
        projects: Vec<Project>,
        #[serde(flatten)]
        others: BTreeMap<String, u8>,
    }

    #[test]
    fn behind_buffers_of_serde() {
        assert_eq!(round_trip(&Tagged::Plan(plan())), format!("kind: Plan\n{PLAN}"));
        assert_eq!(round_trip(&Untagged::Plan(plan())), PLAN);
        let text = round_trip(&Adjacent::Plan(plan()));
        assert_eq!(text, format!("t: Plan\nc:\n  {}", PLAN.replace('\n', "\n  ")));
        let nested = "projects[2]:\n  - id: 1\n    name: A\n    tasks[2]{title,done}:\n      x,false\n      y,false\n  - id: 2\n    name: B\n    tasks: []";
        let text = round_trip(&Adjacent::Fields { projects: plan().projects });
        assert_eq!(text, format!("t: Fields\nc:\n  {}", nested.replace('\n', "\n  ")));
        // Keys of others would be read as theirs.
        let others = BTreeMap::from([("z".to_owned(), 1)]);
        let text = round_trip(&Flattened { first: 1, plan: plan(), others: others.clone() });
        assert_eq!(text, format!("first: 1\n{nested}\ntotal: 2\nz: 1"));
        let text = round_trip(&Beside { projects: plan().projects, others });
        assert_eq!(text, format!("{nested}\nz: 1"));
        let wrong = format!("kind: Plan\n{}", PLAN.replace("1,A,2", "1,A,3"));
        assert_eq!(
            toon::from_str::<Tagged>(&wrong).unwrap_err().to_string(),
            "`projects[0].tasks` counts 3 rows, but `projects.tasks` has only 2 rows left at line 3 column 7"
        );
    }

    /// The compiler must be able to handle types that contain themselves.
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    struct Node {
        #[toon(tabular)]
        projects: Vec<Project>,
        one: Option<Box<Node>>,
        many: Vec<Wrapper>,
        named: BTreeMap<String, Node>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    struct Wrapper(Box<Node>);

    #[test]
    fn recursion() {
        let leaf = Node { projects: plan().projects, ..Node::default() };
        let inner = Node { one: Some(Box::new(leaf.clone())), ..leaf.clone() };
        let node = Node {
            many: vec![Wrapper(Box::new(inner.clone())), Wrapper(Box::new(leaf.clone()))],
            named: BTreeMap::from([("a".into(), inner), ("b".into(), leaf.clone())]),
            ..leaf
        };
        round_trip(&node);
    }

    /// Numbers and options mean the same as in a row that is read at once.
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Exact {
        wide: u128,
        narrow: f32,
        letter: char,
        text: Option<String>,
        #[toon(child(key = "wide"))]
        list: Vec<Task>,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Exacts {
        #[toon(tabular)]
        rows: Vec<Exact>,
    }

    #[test]
    fn exact_values() {
        let row = |wide, narrow, text: Option<&str>| Exact {
            wide,
            narrow,
            letter: 'ä',
            text: text.map(Into::into),
            list: vec![task("\"quoted\"\n, 1")],
        };
        let rows = vec![
            row(u128::MAX, 7.038_531e-26, Some("a \"b\"\\\n")),
            row(u128::MAX - 1, 1.5, None),
            row(0, -0.5, Some("null")),
        ];
        // Not through the normal form, whose numbers are buffered as 64-bit ones beside child tables.
        let exacts = Exacts { rows };
        assert_eq!(toon::from_str::<Exacts>(&toon::to_string(&exacts).unwrap()).unwrap(), exacts);
        let quoted = "rows[1]{wide,narrow,letter,text}:\n  \"12\",\"1.5\",x,5\nrows.list.of: wide\nrows.list[1]{_of,title,done}:\n  \"12\",t,\"true\"";
        let coerced = DecodeOptions::new().coerce(true).from_str::<Exacts>(quoted).unwrap();
        assert_eq!((coerced.rows[0].wide, coerced.rows[0].text.as_deref()), (12, Some("5")));
        assert!(coerced.rows[0].list[0].done);
    }
}
