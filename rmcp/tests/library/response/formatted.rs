//! Text for humans.

use super::{Project, ask, format, params, text, warnings};
use serde_json::{Value, json};
use toon_rmcp::ResponseOptions;

#[test]
fn a_page() {
    let result = ask(
        json!({"responseFormat": "formatted", "sortBy": "id", "page": 2, "limit": 2, "verbosity": "full"}),
    );
    let expected = "\
# items: 1 of 3, page 2 of 2

## 3
id: 3
name: abacus
owner:
  login: ada
  age: 30
createdAt: 97";
    assert_eq!(text(&result), expected);
    assert_eq!(format(&result), "text");
    assert_eq!(warnings(&result), [""; 0]);
}

#[test]
fn fields_and_warnings() {
    let fields = ["owner.login", "stars", "id"];
    let result = ask(json!({"responseFormat": "formatted", "limit": 2, "fields": fields}));
    let expected = "\
# items: 2 of 3, page 1 of 2

## 1
owner:
  login: bob
id: 2

## 2
owner:
  login: ada
id: 1";
    assert_eq!(text(&result), expected);
    assert_eq!(
        warnings(&result),
        ["Unknown fields were ignored: stars. Known fields: id, name, owner, createdAt, note."]
    );
}

#[test]
fn no_rows() {
    let options = ResponseOptions::new().key("projects");
    let result =
        params(json!({"responseFormat": "formatted"})).respond_with::<Project>(&[], &options).unwrap();
    assert_eq!(text(&result), "# projects: 0 of 0, page 1 of 1");
}

#[test]
fn values_of_all_kinds() {
    #[derive(toon::Serialize)]
    struct Row {
        #[toon(level = "minimal")]
        value: Value,
    }
    let value = json!({
        "a": ["x", 1.5, null, true, "", [], {}],
        "b": [{"c": 1, "d": {"e": "f"}}, [2, [3]]],
        "g": "two\nlines: here",
        "h": {"i": ["two\nmore", {"j": "and\nmore"}]},
    });
    let result = params(json!({"responseFormat": "formatted"})).respond(&[Row { value }]).unwrap();
    let expected = r#"# items: 1 of 1, page 1 of 1

## 1
value:
  a:
    - x
    - 1.5
    - null
    - true
    - ""
    - []
    - {}
  b:
    - c: 1
      d:
        e: f
    - - 2
      - - 3
  g: two
    lines: here
  h:
    i:
      - two
        more
      - j: and
          more"#;
    assert_eq!(text(&result), expected);
}
