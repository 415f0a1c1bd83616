//! Misspelt names in `fields` and `level`.

use std::collections::BTreeMap;
use toon::{EncodeOptions, ErrorKind, Serialize};

#[derive(Serialize, Clone, Default)]
#[serde(rename_all = "camelCase")]
struct Project {
    id: u32,
    full_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    license: Option<String>,
    owner: Option<Owner>,
    #[serde(skip)]
    #[allow(dead_code, reason = "TOON does not see it")]
    secret: u8,
}

#[derive(Serialize, Clone, Default)]
struct Owner {
    login: String,
    #[toon(skip_default)]
    country: String,
}

fn owned(id: u32) -> Project {
    let owner = Owner { login: "ada".into(), country: String::new() };
    Project { id, owner: Some(owner), ..Project::default() }
}

#[track_caller]
fn unknown<T: Serialize>(value: &T, fields: &[&str]) -> String {
    let error = EncodeOptions::new().fields(fields.iter().copied()).to_string(value).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::UnknownFieldPath { .. }), "{error}");
    error.to_string()
}

fn picked<T: Serialize>(value: &T, fields: &[&str]) -> String {
    EncodeOptions::new().fields(fields.iter().copied()).to_string(value).unwrap()
}

#[test]
fn an_unknown_field_is_an_error() {
    let known = ", expected one of `id`, `fullName`, `license`, `owner`";
    for field in ["nmae", "full_name", "secret", "ID", "\"\""] {
        for fields in [&[field][..], &["id", field], &[field, "owner.login"]] {
            assert_eq!(unknown(&owned(1), fields), format!("unknown field {field:?}{known}"));
            assert_eq!(unknown(&[owned(1), owned(2)], fields), format!("unknown field {field:?}{known}"));
            let map = BTreeMap::from([("a", owned(1)), ("b", owned(2))]);
            let paths: Vec<String> =
                fields.iter().flat_map(|path| ["a", "b"].map(|key| format!("{key}.{path}"))).collect();
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            assert!(unknown(&map, &paths).ends_with(known));
        }
    }
    let error = EncodeOptions::new().fields(["fullname"]).to_string(&owned(1)).unwrap_err();
    assert_eq!(error.suggestion().as_deref(), Some("did you mean the field \"fullName\"?"));
}

#[test]
fn an_unknown_field_of_a_field_is_an_error() {
    let expected = "unknown field \"owner.contry\", expected one of `login`, `country`";
    assert_eq!(unknown(&owned(1), &["id", "owner.contry"]), expected);
    // Some of the owners are missing.
    assert_eq!(unknown(&[Project::default(), owned(1)], &["owner.contry", "id"]), expected);
    // All of them.
    assert_eq!(picked(&[Project::default()], &["owner.contry"]), "[1]{owner}:\n  null");
}

/// A field that is left out has its name all the same.
#[test]
fn fields_that_are_left_out_are_known() {
    assert_eq!(picked(&owned(1), &["id", "license", "owner.country"]), "id: 1\nowner:");
    assert_eq!(picked(&[owned(1)], &["license"]), "[1]:\n  -");
}

/// The names of a field that is deferred until its turn are known, too.
#[test]
fn in_another_order() {
    let fields = ["owner.contry", "owner.login", "id"];
    assert!(unknown(&[owned(1), owned(2)], &fields).contains("`login`, `country`"));
    assert_eq!(
        picked(&[owned(1), owned(2)], &["owner.login", "id"]),
        "[2]{owner{login},id}:\n  ada,1\n  ada,2"
    );
}

/// `unknown_fields` tells, as for other types.
#[test]
fn unknown_fields_does_not_fail() {
    let options = EncodeOptions::new().fields(["id", "nmae", "owner.contry"]);
    assert_eq!(options.unknown_fields(&owned(1)).unwrap(), ["nmae", "owner.contry"]);
}

/// Of other types, the names are not known.
#[test]
fn other_types() {
    #[derive(serde::Serialize)]
    struct Plain {
        id: u8,
    }
    #[derive(Serialize)]
    struct Flat {
        id: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }
    #[derive(Serialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        One {
            id: u8,
        },
        #[allow(dead_code, reason = "what matters is that it could be")]
        Two {
            number: u8,
        },
    }
    #[derive(Serialize)]
    #[serde(tag = "kind")]
    enum OfStructs {
        Project(Project),
        #[allow(dead_code, reason = "what matters is that it could be")]
        Owner(Owner),
    }
    assert_eq!(picked(&Plain { id: 1 }, &["id", "nmae"]), "id: 1");
    assert_eq!(picked(&Flat { id: 1, rest: BTreeMap::new() }, &["id", "nmae"]), "id: 1");
    assert_eq!(picked(&Tagged::One { id: 1 }, &["id", "number"]), "id: 1");
    assert_eq!(picked(&OfStructs::Project(owned(1)), &["id", "login"]), "id: 1");
    assert_eq!(picked(&BTreeMap::from([("id", 1)]), &["id", "nmae"]), "id: 1");
}

/// A type that is written as its own field.
#[test]
fn recursion_without_a_container() {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Expression {
        Number { value: u8 },
        Group(Box<Expression>),
    }
    let group = Expression::Group(Box::new(Expression::Number { value: 1 }));
    assert_eq!(toon::to_string(&group).unwrap(), "value: 1");
    assert_eq!(serde_json::to_string(&group).unwrap(), "{\"value\":1}");
}

/// Objects of several types at one place: it is enough that one of them has the field.
#[test]
fn types_beside_each_other() {
    let both = (owned(1), Owner { login: "bob".into(), country: "UK".into() });
    assert_eq!(picked(&both, &["id", "login"]), "[2]:\n  - id: 1\n  - login: bob");
    assert!(unknown(&both, &["id", "logn"]).contains("`fullName`"));
}

/// There is nothing to compare the names with, but their type.
#[test]
fn an_empty_list() {
    #[derive(Serialize)]
    struct Leveled {
        id: u8,
        #[toon(level = "full")]
        text: String,
    }
    #[derive(Serialize)]
    struct Flat {
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }
    let fields = |fields: &[&str]| EncodeOptions::new().fields(fields.iter().copied());
    let error = fields(&["id", "nmae.x"]).check_names::<Project>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown field \"nmae\", expected one of `id`, `fullName`, `license`, `owner`"
    );
    assert!(fields(&["fullName", "owner.login"]).check_names::<Project>().is_ok());
    assert!(fields(&["anything"]).check_names::<Flat>().is_ok());
    let level = |name: &str| EncodeOptions::new().level(name);
    assert!(level("minimal").check_names::<Leveled>().is_ok());
    assert!(level("all").check_names::<Project>().is_ok());
    let error = level("ful").check_names::<Leveled>().unwrap_err();
    assert_eq!(error.to_string(), "unknown level \"ful\", expected one of `minimal`, `standard`, `full`");
    assert_eq!(error.suggestion().as_deref(), Some("did you mean the level \"full\"?"));
    // Fields have precedence.
    assert!(level("all").fields(["id"]).check_names::<Leveled>().is_ok());
    assert!(EncodeOptions::new().check_names::<Leveled>().is_ok());
}
