//! Parts of values.

use toon::{Map, Value};

fn document() -> Value {
    toon::from_str("users[2]{id,name}:\n  1,Ada\n  2,Bob\n\"a/b\": 1\n\"m~n\": 2\n\"\": 3\n\"0\": 4").unwrap()
}

#[test]
fn by_key_and_position() {
    let value = document();
    assert_eq!(value["users"][1]["name"], "Bob");
    assert_eq!(value["users"][0]["id"], 1);
    assert_eq!(value["users"][2], Value::Null);
    assert_eq!(value["nobody"]["name"], Value::Null);
    assert_eq!(value[0], Value::Null);
    assert_eq!(
        value.get("users").and_then(|users| users.get(0)).and_then(|user| user.get("id")),
        Some(&1.into())
    );
    assert_eq!(value.get(String::from("nobody")), None);
}

/// RFC 6901, section 5.
#[test]
fn by_pointer() {
    let value = document();
    assert_eq!(value.pointer(""), Some(&value));
    assert_eq!(value.pointer("/a~1b"), Some(&1.into()));
    assert_eq!(value.pointer("/m~0n"), Some(&2.into()));
    assert_eq!(value.pointer("/"), Some(&3.into()));
    assert_eq!(value.pointer("/0"), Some(&4.into()));
    assert_eq!(value.pointer("/users/1/name"), Some(&"Bob".into()));
    for absent in ["users", "/users/01", "/users/+1", "/users/-1", "/users/2", "/users/-", "/users/0/id/x"] {
        assert_eq!(value.pointer(absent), None, "{absent}");
    }
}

#[test]
fn parts_can_be_changed() {
    let mut value = document();
    value["users"][0]["name"] = "Grace".into();
    *value.pointer_mut("/users/1/id").unwrap() = 7.into();
    assert_eq!(value.get_mut("a/b").map(Value::take), Some(1.into()));
    if let Some(entries) = value.as_object_mut() {
        entries.retain(|key, value| key == "users" || value.is_null());
    }
    assert_eq!(value.to_string(), "users[2]{id,name}:\n  1,Grace\n  7,Bob\n\"a/b\": null");
}

#[test]
fn from_types_of_rust() {
    let value = Value::from_iter([
        ("flag", Value::from(true)),
        ("none", Option::<u8>::None.into()),
        ("list", vec!["a", "b"].into()),
        ("pair", [1, 2].into()),
        ("letter", 'é'.into()),
        ("map", Map::from_iter([("x", 0.5)]).into()),
    ]);
    assert_eq!(
        value.to_string(),
        "flag: true\nnone: null\nlist[2]: a,b\npair[2]: 1,2\nletter: é\nmap:\n  x: 0.5"
    );
    assert_eq!(format!("{:?}", value["map"]), r#"Object {"x": Number(0.5)}"#);
}

#[test]
fn deep_values_are_shown() {
    let deep = (0..1000).fold(Value::Null, |value, _| Value::from(vec![value]));
    assert_eq!(deep.to_string().lines().count(), 1000);
}
