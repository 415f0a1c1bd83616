//! Rows whose lists are tables of their own.

use super::{format, params, text, warnings};
use serde_json::{Value, json};
use toon_rmcp::ResponseOptions;

#[derive(toon::Serialize, toon::Deserialize, PartialEq, Debug)]
#[toon(tabular)]
struct Team {
    id: u8,
    #[toon(child)]
    members: Vec<Member>,
    #[toon(child, level = "standard", skip_default)]
    #[serde(skip_serializing_if = "Option::is_none", default)]
    servers: Option<Vec<Server>>,
    #[toon(child, level = "full")]
    #[serde(default)]
    links: Vec<Link>,
}

#[derive(toon::Serialize, toon::Deserialize, PartialEq, Debug)]
#[toon(tabular)]
struct Member {
    name: String,
    #[toon(level = "full")]
    #[serde(default)]
    mail: String,
}

#[derive(toon::Serialize, toon::Deserialize, PartialEq, Debug)]
#[toon(tabular)]
struct Server {
    host: String,
}

#[derive(toon::Serialize, toon::Deserialize, PartialEq, Debug)]
#[toon(tabular)]
struct Link {
    url: String,
}

fn member(name: &str) -> Member {
    Member { name: name.into(), mail: format!("{name}@x.org") }
}

fn teams() -> Vec<Team> {
    let servers = |hosts: &[&str]| hosts.iter().map(|host| Server { host: (*host).into() }).collect();
    vec![
        Team { id: 2, members: vec![member("bob")], servers: None, links: vec![] },
        Team {
            id: 1,
            members: vec![member("ada"), member("eve")],
            servers: Some(servers(&["a", "b"])),
            links: vec![Link { url: "u".into() }],
        },
        Team { id: 3, members: vec![], servers: Some(servers(&[])), links: vec![] },
    ]
}

/// The answer up to its pagination.
fn answer(asked: Value) -> String {
    let result = params(asked).respond(&teams()).unwrap();
    assert_eq!(warnings(&result), [""; 0]);
    text(&result).split_once("\npagination:\n").unwrap().0.to_owned()
}

#[test]
fn beside_the_rows_at_every_verbosity() {
    let minimal = "\
items[3]{id,members}:
  2,1
  1,2
  3,0
items.members[3]{name}:
  bob
  ada
  eve";
    assert_eq!(answer(json!({"verbosity": "minimal"})), minimal);
    let standard = "\
items[3]{id,members,servers}:
  2,1,null
  1,2,2
  3,0,0
items.members[3]{name}:
  bob
  ada
  eve
items.servers[2]{host}:
  a
  b";
    assert_eq!(answer(json!({})), standard);
    let full = "\
items[3]{id,members,servers,links}:
  2,1,null,0
  1,2,2,1
  3,0,0,0
items.members[3]{name,mail}:
  bob,bob@x.org
  ada,ada@x.org
  eve,eve@x.org
items.servers[2]{host}:
  a
  b
items.links[1]{url}:
  u";
    assert_eq!(answer(json!({"verbosity": "full"})), full);
}

/// A page has the child rows of its own rows, in their order. A column that no row of the page has
/// is left out, and so is its table.
#[test]
fn of_one_page() {
    let first = answer(json!({"sortBy": "id", "limit": 1}));
    let expected = "\
items[1]{id,members,servers}:
  1,2,2
items.members[2]{name}:
  ada
  eve
items.servers[2]{host}:
  a
  b";
    assert_eq!(first, expected);
    let second = answer(json!({"sortBy": "id", "limit": 1, "page": 2}));
    assert_eq!(second, "items[1]{id,members}:\n  2,1\nitems.members[1]{name}:\n  bob");
}

#[test]
fn of_rows_that_a_database_has_paged() {
    let result = params(json!({"verbosity": "minimal"})).respond_page(&teams()[..1], 3).unwrap();
    let expected = "\
items[1]{id,members}:
  2,1
items.members[1]{name}:
  bob
pagination:
  total: 3
  page: 1
  totalPages: 1";
    assert_eq!(text(&result), expected);
}

#[test]
fn of_no_rows() {
    let result = params(json!({})).respond::<Team>(&[]).unwrap();
    assert_eq!(
        text(&result),
        "items: []\nitems.members: []\npagination:\n  total: 0\n  page: 1\n  totalPages: 0"
    );
}

/// Their names begin with that of the list, whatever it is.
#[test]
fn named_after_the_list() {
    for (key, expected) in [
        ("teams", "teams[1]{id,members}:\n  2,1\nteams.members[1]{name}:\n  bob\npagination:\n"),
        ("a.b", "a.b[1]{id,members}:\n  2,1\na.b.members[1]{name}:\n  bob\npagination:\n"),
        (
            "my teams",
            "\"my teams\"[1]{id,members}:\n  2,1\n\"my teams.members\"[1]{name}:\n  bob\npagination:\n",
        ),
    ] {
        let options = ResponseOptions::new().key(key);
        let result = params(json!({"verbosity": "minimal"})).respond_with(&teams()[..1], &options).unwrap();
        assert!(text(&result).starts_with(expected), "{}", text(&result));
    }
}

#[test]
fn within_the_rows_if_fields_are_selected() {
    let expected = "\
items[3]:
  - members[1]{name}:
      bob
    id: 2
  - members[2]{name}:
      ada
      eve
    id: 1
  - members: []
    id: 3";
    assert_eq!(answer(json!({"fields": ["members.name", "id"]})), expected);
    assert_eq!(answer(json!({"fields": ["id"]})), "items[3]{id}:\n  2\n  1\n  3");
}

#[test]
fn within_the_rows_in_json() {
    for (verbosity, links) in [("standard", ""), ("full", r#","links":[]"#)] {
        let asked = json!({"verbosity": verbosity, "responseFormat": "json", "limit": 1});
        let result = params(asked).respond(&teams()).unwrap();
        assert_eq!(
            text(&result),
            format!(
                r#"{{"items":[{{"id":2,"members":[{{"name":"bob","mail":"bob@x.org"}}]{links}}}],"pagination":{{"total":3,"page":1,"totalPages":3}}}}"#
            )
        );
    }
}

#[test]
fn read_back() {
    #[derive(toon::Deserialize)]
    struct Answer {
        #[toon(tabular)]
        items: Vec<Team>,
    }
    let result = params(json!({"verbosity": "full"})).respond(&teams()).unwrap();
    assert_eq!(toon::from_str::<Answer>(text(&result)).unwrap().items, teams());
}

/// A failure within a child table makes the whole answer JSON, over several lines.
#[test]
fn that_cannot_be_written() {
    #[derive(toon::Serialize)]
    #[toon(tabular)]
    struct Row {
        id: u8,
        #[toon(child)]
        notes: Vec<Note>,
    }
    #[derive(toon::Serialize)]
    #[toon(tabular)]
    struct Note {
        // Not a cell.
        #[toon(cell)]
        tags: Vec<&'static str>,
    }
    let rows = [Row { id: 1, notes: vec![Note { tags: vec!["a"] }] }];
    let result = params(json!({})).respond(&rows).unwrap();
    assert_eq!(format(&result), "json");
    let pretty = r#"{
  "items": [
    {
      "id": 1,
      "notes": [
        {
          "tags": [
            "a"
          ]
        }
      ]
    }
  ],
  "pagination": {
    "total": 1,
    "page": 1,
    "totalPages": 1
  }
}"#;
    assert_eq!(text(&result), pretty);
    let start = "The answer is JSON, because it could not be written as TOON: ";
    assert!(warnings(&result)[0].starts_with(start), "{:?}", warnings(&result));
}
