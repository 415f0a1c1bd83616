//! Text in another format, and text around the document.

use super::{advice_lacks, cases, typed};
use serde_json::Value;
use toon::DecodeOptions;

const FENCE: &str = "remove the Markdown fence and everything outside it";
const JSON: &str = "the text is JSON: parse it as JSON, or write it as TOON";

#[test]
fn what_only_looks_like_a_fence() {
    // A cell may look like a fence.
    advice_lacks("a: 1\nb[1]{c}:\n  ```\nd", &["fence"]);
}

/// The mistakes on the other lines of JSON have the same cause.
#[test]
fn json_is_one_mistake() {
    for case in cases::all().iter().filter(|case| case.topic == "formats/JSON") {
        assert_eq!(DecodeOptions::new().check(&case.text).len(), 1, "{}", case.text);
    }
}

/// On a single line it is a field with an odd key, or a string, so that only the type refuses it.
#[test]
fn json_where_the_type_refuses_it() {
    #[derive(Debug, serde::Deserialize)]
    #[allow(dead_code, reason = "never made")]
    struct User {
        id: u32,
    }
    assert_eq!(typed::<User>("{\"id\": 1}").as_deref(), Some(JSON));
    assert_eq!(typed::<Vec<u8>>("[1, 2]").as_deref(), Some(JSON));
    assert_eq!(typed::<Vec<String>>("[\"a\", \"b\"]").as_deref(), Some(JSON));
    assert_eq!(typed::<User>("name: {}").as_deref(), Some("add the field \"id\""));
}

#[test]
fn what_only_looks_like_json() {
    advice_lacks("json: 1\njson: 2", &["JSON"]);
    advice_lacks("a: {\"b\": 1}\nc", &["JSON"]);
    advice_lacks("[2]: 1", &["JSON"]);
    advice_lacks("[2]{a}:\n  1", &["JSON"]);
    advice_lacks("[]\na: 1", &["JSON"]);
}

#[test]
fn a_list_that_has_its_length() {
    advice_lacks("a[2]:\n  - b: 1\n      c: 2\n  - 3", &["length"]);
    advice_lacks("a[1]:\n  - b: 1\n    b: 2", &["length"]);
}

#[test]
fn what_only_looks_like_yaml() {
    advice_lacks("text: |x\n  one: 1", &["line break"]);
}

#[test]
fn what_only_looks_like_a_table() {
    advice_lacks("id,name\n1,Ann\n2", &["CSV"]);
    advice_lacks("name\nAnn", &["CSV"]);
    advice_lacks("x: 1\nid,name\n1,Ann", &["CSV"]);
    advice_lacks("| a |\n| b |", &["Markdown"]);
}

/// A mistake that has nothing to do with the format of the text around it.
#[test]
fn every_suggestion_goes_by_its_own_line() {
    let mistakes = DecodeOptions::new().check("a[3]: 1,2\nb[1]{c,d}:\n  1\n```");
    let suggestions: Vec<_> =
        mistakes.iter().map(|mistake| mistake.suggestion().unwrap_or_default().into_owned()).collect();
    assert_eq!(
        suggestions,
        [
            "write [2] in the header, or add the missing element",
            "write 2 cells, with null or \"\" for missing values",
            FENCE
        ]
    );
    assert!(toon::from_str::<Value>("a: ```").is_ok());
}

/// The mistake that reading stops at is among those that `check` lists, also in what looks like JSON.
#[test]
fn all_mistakes_of_what_looks_like_json() {
    let text = "{}items[1]{id,name}:\n  1,Ada\n  2,Bob,x,y";
    let error = toon::from_str::<serde_json::Value>(text).unwrap_err();
    let mistakes = toon::DecodeOptions::new().check(text);
    assert!(mistakes.iter().any(|mistake| mistake.to_string() == error.to_string()), "{mistakes:?}");
}
