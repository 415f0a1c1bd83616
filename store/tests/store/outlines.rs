//! Outlines of documents.

use proptest::prelude::*;
use serde_json::{Value, json};
use toon_store::{Budget, Outline};
use toon_testing::effort::cases;
use toon_testing::value;

fn outline(json: &Value) -> String {
    Outline::of_json(&json.to_string()).unwrap().to_text(Budget::tokens(700))
}

#[test]
fn types_counts_and_values() {
    // Its keys are in this order.
    let json = r#"{"kind": "List", "items": [
        {"name": "a", "state": "open", "n": 1.5, "tags": ["x", "y"], "user": {"login": "ada"}, "empty": [], "none": {}},
        {"name": "b", "state": null, "n": 2, "tags": [], "user": null, "a b": true},
        {"name": "a name that is too long to be listed as a whole", "state": "closed", "n": 3, "a b": false, "tags": [1]}]}"#;
    let outline = Outline::of_json(json).unwrap().to_text(Budget::tokens(700));
    let lines = [
        "outline[10]{path,type,n,values}:",
        "  .kind,string,1,List",
        "  \".items[].name\",string,3,a",
        "  \".items[].state\",null|string,3,closed|open",
        "  \".items[].n\",number,3,1.5|2|3",
        "  \".items[].tags[]\",number|string,3,1|x|y",
        "  \".items[].user\",\"null\",1,\"\"",
        "  \".items[].user.login\",string,1,ada",
        "  \".items[].empty\",array,1,\"\"",
        "  \".items[].none\",object,1,\"\"",
        "  \".items[].\\\"a b\\\"\",boolean,2,false|true",
    ];
    assert_eq!(outline, lines.join("\n"));
}

#[test]
fn roots() {
    assert_eq!(outline(&json!(7)), "outline[1]{path,type,n,values}:\n  .,number,1,\"7\"");
    assert_eq!(outline(&json!([])), "outline[1]{path,type,n,values}:\n  .,array,1,\"\"");
    assert_eq!(outline(&json!([[1], [2]])), "outline[1]{path,type,n,values}:\n  \".[][]\",number,2,1|2");
}

/// Objects whose keys are data.
#[test]
fn maps() {
    let users: serde_json::Map<_, _> = (0..500).map(|id| (format!("u{id}"), json!({"age": id}))).collect();
    let text = outline(&json!({"users": users}));
    let [head, users, age] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    assert_eq!((head, age), ("outline[2]{path,type,n,values}:", "  \".users[].age\",number,500,\"0\""));
    assert!(users.starts_with("  .users,object,1,\"500 keys: u0, u1, u"), "{users}");
    // Columns are not a map.
    let rows: Vec<Value> =
        (0..9).map(|row| (0..30).map(|column| (format!("c{column}"), json!(row))).collect()).collect();
    assert!(outline(&json!(rows)).contains("\".[].c29\",number,9"));
}

/// Documents of any width and depth.
#[test]
fn large_documents() {
    fn deep(depth: u32) -> Value {
        if depth == 0 { json!(1) } else { json!({"left": deep(depth - 1), "right": [deep(depth - 1)]}) }
    }
    let wide: Vec<Value> = (0..5)
        .map(|row| (0..2000).map(|column| (format!("column {column}"), json!(row))).collect())
        .collect();
    let keys: Value = (0..30_000).map(|key| (format!("key{key}"), json!(["a", key]))).collect();
    let long = json!({"x".repeat(5000): "y".repeat(5000), "z": "\u{1F600}".repeat(500)});
    for json in [deep(12), json!(wide), keys, long, json!({"a": wide, "b": deep(9)})] {
        let text = outline(&json);
        assert!(Budget::tokens(700).fits(&text), "{} bytes", text.len());
        assert!(text.starts_with("outline["), "{text}");
        let cut = Outline::of_json(&json.to_string()).unwrap().to_text(Budget::tokens(60));
        assert!(Budget::tokens(60).fits(&cut) || cut.lines().count() <= 2, "{cut}");
    }
    assert!(outline(&json!(wide)).contains(" more keys"));
}

proptest! {
    #![proptest_config(cases(8_000))]

    /// An outline is TOON, never too long, and the same each time.
    #[test]
    fn of_any_value(value in value(3), budget in 40..700usize) {
        let json = value.to_string();
        let text = Outline::of_json(&json).unwrap().to_text(Budget::tokens(budget));
        prop_assert_eq!(&text, &Outline::of_json(&json).unwrap().to_text(Budget::tokens(budget)));
        let read: Value = toon::from_str(&text).unwrap();
        prop_assert!(read["outline"].is_array(), "{}", text);
        prop_assert!(Budget::tokens(budget).fits(&text) || text.lines().count() == 2, "{}", text);
    }
}
