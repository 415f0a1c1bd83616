//! `AsTable`: tables in objects that do not derive `toon::Serialize`.

use std::collections::BTreeMap;
use toon::{AsTable, Describe, Deserialize, EncodeOptions, KeyFolding, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Task {
    title: String,
    #[toon(child)]
    notes: Vec<Note>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Note {
    text: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Project {
    id: u32,
    #[toon(hoist)]
    zone: String,
    #[toon(child, skip_default)]
    #[serde(skip_serializing_if = "Option::is_none", default)]
    tasks: Option<Vec<Task>>,
    #[toon(child, level = "full")]
    #[serde(default)]
    links: Vec<Note>,
}

fn note(text: &str) -> Note {
    Note { text: text.into() }
}

fn project(id: u32, tasks: Option<&[&str]>) -> Project {
    let task = |title: &&str| Task { title: (*title).into(), notes: vec![note(title)] };
    let tasks = tasks.map(|titles| titles.iter().map(task).collect());
    Project { id, zone: "eu".into(), tasks, links: vec![note("l")] }
}

/// An object without hints.
#[derive(serde::Serialize)]
struct Plain<'a> {
    projects: AsTable<'a, Project>,
    total: u32,
}

/// It is read by a type with hints.
#[derive(Deserialize, PartialEq, Debug)]
struct Plan {
    #[toon(tabular)]
    projects: Vec<Project>,
    #[serde(default)]
    total: u32,
}

fn projects() -> Vec<Project> {
    vec![project(1, Some(&["x", "y"])), project(2, None)]
}

const PROJECTS: &str = "\
projects[2]{id,zone,tasks,links}:
  1,eu,2,1
  2,eu,null,1
projects.tasks[2]{title,notes}:
  x,1
  y,1
projects.tasks.notes[2]{text}:
  x
  y
projects.links[2]{text}:
  l
  l";

#[test]
fn in_a_map() {
    let projects = projects();
    let map = BTreeMap::from([("projects", AsTable(&projects))]);
    let text = toon::to_string(&map).unwrap();
    assert_eq!(text, PROJECTS);
    assert_eq!(toon::from_str::<Plan>(&text).unwrap(), Plan { projects, total: 0 });
}

#[test]
fn in_a_struct_of_serde() {
    let projects = projects();
    let text = toon::to_string(&Plain { projects: AsTable(&projects), total: 2 }).unwrap();
    assert_eq!(text, format!("{PROJECTS}\ntotal: 2"));
    assert_eq!(toon::from_str::<Plan>(&text).unwrap(), Plan { projects, total: 2 });
}

#[test]
fn references_to_rows() {
    let projects = projects();
    let references: Vec<&Project> = projects.iter().collect();
    let map = BTreeMap::from([("projects", AsTable(&references))]);
    assert_eq!(toon::to_string(&map).unwrap(), PROJECTS);
    assert_eq!(<&Project>::LEVELS, Project::LEVELS);
    assert_eq!(<&Project>::FIELDS, Project::FIELDS);
}

#[test]
fn levels_and_defaults() {
    let rows = [project(1, None), project(2, None)];
    let map = BTreeMap::from([("projects", AsTable(&rows))]);
    let options = EncodeOptions::new().level("minimal");
    assert_eq!(options.to_string(&map).unwrap(), "projects[2]{id,zone}:\n  1,eu\n  2,eu");
    let full = "projects[2]{id,zone,links}:\n  1,eu,1\n  2,eu,1\nprojects.links[2]{text}:\n  l\n  l";
    assert_eq!(toon::to_string(&map).unwrap(), full);
    let none = BTreeMap::from([("projects", AsTable::<Project>(&[]))]);
    assert_eq!(toon::to_string(&none).unwrap(), "projects: []\nprojects.links: []");
    assert_eq!(options.to_string(&none).unwrap(), "projects: []");
}

/// Where a field with `tabular` would do the same, and in other formats.
#[test]
fn lists_in_rows() {
    let projects = projects();
    let plain = BTreeMap::from([("projects", &projects)]);
    let map = BTreeMap::from([("projects", AsTable(&projects))]);
    assert_eq!(serde_json::to_string(&map).unwrap(), serde_json::to_string(&plain).unwrap());
    assert_eq!(postcard::to_allocvec(&map).unwrap(), postcard::to_allocvec(&plain).unwrap());
    for options in [
        EncodeOptions::new().fields(["projects.tasks.title", "projects.id"]),
        EncodeOptions::new().key_folding(KeyFolding::Safe),
    ] {
        assert_eq!(options.to_string(&map).unwrap(), options.to_string(&plain).unwrap());
    }
    assert_eq!(toon::to_string(&AsTable(&projects)).unwrap(), toon::to_string(&projects).unwrap());
    assert_eq!(toon::to_string(&[AsTable(&projects)]).unwrap(), toon::to_string(&[&projects]).unwrap());
}

#[test]
fn a_key_like_that_of_a_child_table() {
    let projects = projects();
    let map = BTreeMap::from([("projects", AsTable(&projects)), ("projects.tasks", AsTable(&[]))]);
    let error = toon::to_string(&map).unwrap_err();
    assert_eq!(error.to_string(), "duplicate key \"projects.tasks\"");
}

#[test]
fn rows_without_children() {
    #[derive(Serialize)]
    #[toon(tabular)]
    struct Row<'a> {
        id: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<&'a str>,
        #[toon(skip_default)]
        size: u8,
    }
    let rows = [Row { id: 1, note: None, size: 0 }, Row { id: 2, note: Some("n"), size: 0 }];
    let map = BTreeMap::from([("rows", AsTable(&rows))]);
    assert_eq!(toon::to_string(&map).unwrap(), "rows[2]{id,note}:\n  1,null\n  2,n");
}

#[test]
fn objects_that_are_not_rows() {
    #[derive(Serialize)]
    struct NoRow {
        id: u8,
        tasks: Vec<u8>,
    }
    let rows = [NoRow { id: 1, tasks: vec![2] }];
    let map = BTreeMap::from([("rows", AsTable(&rows))]);
    assert_eq!(toon::to_string(&map).unwrap(), "rows[1]:\n  - id: 1\n    tasks[1]: 2");
}

/// What their columns are is not known.
#[test]
fn generic_rows() {
    #[derive(Serialize)]
    #[toon(tabular)]
    struct Generic<T> {
        id: T,
        #[toon(child)]
        notes: Vec<Note>,
    }
    let rows = [Generic { id: 1, notes: vec![note("n")] }];
    let map = BTreeMap::from([("rows", AsTable(&rows))]);
    let text = toon::to_string(&map).unwrap();
    assert_eq!(text, "rows[1]:\n  - id: 1\n    notes[1]{text}:\n      n");
}
