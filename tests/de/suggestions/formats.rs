//! Text in another format, and text around the document.

use super::{says_nothing_of, suggestion, suggests, typed};
use serde_json::Value;
use toon::DecodeOptions;

const FENCE: &str = "remove the Markdown fence and everything outside it";
const JSON: &str = "the text is JSON: parse it as JSON, or write it as TOON";
const PROSE: &str = "remove the line: it looks like prose, and the text must contain only data";

#[test]
fn a_markdown_fence() {
    for text in [
        "```toon\nid: 1\n```",
        "~~~\nid: 1\n~~~",
        "\n  ```toon\n  id: 1\n  ```",
        "Here is the data:\n```toon\nid: 1\n```",
        "Here is what you asked for\n\n```toon\nid: 1\n```\nEnjoy!",
        "id: 1\n```",
        "[1]: a\n```",
        "users[1]{id}:\n  1\n```",
    ] {
        suggests(text, FENCE, "id: 1");
    }
    // A cell may look like a fence.
    says_nothing_of("a: 1\nb[1]{c}:\n  ```\nd", &["fence"]);
}

#[test]
fn json_in_a_markdown_fence() {
    let expected = "the text inside the Markdown fence is JSON: parse it as JSON, or write it as TOON";
    for text in ["```json\n{\"id\": 1}\n```", "```\n[\n  1\n]\n```", "The result is here\n```\n{\n}\n```"] {
        assert_eq!(suggestion(text), expected, "{text}");
    }
}

#[test]
fn json() {
    for text in [
        "{\n  \"id\": 1\n}",
        "[\n  1,\n  2\n]",
        "[{\"id\": 1}, {\"id\": 2}]",
        "{\"id\": 1}\n{\"id\": 2}",
        "  {\"id\": {\"a\": 1},\n  \"b\": 2}",
    ] {
        assert_eq!(suggestion(text), JSON, "{text}");
        assert_eq!(DecodeOptions::new().check(text).len(), 1, "{text}");
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
    says_nothing_of("json: 1\njson: 2", &["JSON"]);
    says_nothing_of("a: {\"b\": 1}\nc", &["JSON"]);
    says_nothing_of("[2]: 1", &["JSON"]);
    says_nothing_of("[2]{a}:\n  1", &["JSON"]);
    says_nothing_of("[]\na: 1", &["JSON"]);
}

#[test]
fn a_yaml_list() {
    suggests(
        "tags:\n  - a\n  - b",
        "write the length of the list after its key: tags[2]:",
        "tags[2]:\n  - a\n  - b",
    );
    suggests(
        "users:\n  - id: 1\n    name: Ann\n  - id: 2\n    name: Bob\nok: true",
        "write the length of the list after its key: users[2]:",
        "users[2]:\n  - id: 1\n    name: Ann\n  - id: 2\n    name: Bob\nok: true",
    );
    suggests(
        "users:\n- id: 1\n- id: 2",
        "write the length of the list after its key, users[2]:, and indent the list by 2 spaces",
        "users[2]:\n  - id: 1\n  - id: 2",
    );
    suggests(
        "- a\n- b",
        "begin the text with [2]: and indent the list below it by 2 spaces",
        "[2]:\n  - a\n  - b",
    );
    suggests(
        "- id: 1\n  name: Ann",
        "begin the text with [1]: and indent the list below it by 2 spaces",
        "[1]:\n  - id: 1\n    name: Ann",
    );
    suggests(
        "a[1]:\n  - tags:\n      - x\n    b: 1",
        "write the length of the list after its key: tags[1]:",
        "a[1]:\n  - tags[1]:\n      - x\n    b: 1",
    );
}

#[test]
fn a_list_that_has_its_length() {
    says_nothing_of("a[2]:\n  - b: 1\n      c: 2\n  - 3", &["length"]);
    says_nothing_of("a[1]:\n  - b: 1\n    b: 2", &["length"]);
}

#[test]
fn other_yaml() {
    suggests("---\na: 1", "remove the line: `---` is not TOON syntax", "a: 1");
    for marker in ["|", ">", "|-", ">-", "|2+"] {
        suggests(
            &format!("text: {marker}\n  one\n  two\nid: 1"),
            "write the text after the colon on one line, in quotes, with \\n for each line break",
            "text: \"one\\ntwo\"\nid: 1",
        );
    }
    says_nothing_of("text: |x\n  one: 1", &["line break"]);
}

#[test]
fn csv() {
    suggests(
        "id,name\n1,Ann\n2,Bob",
        "the text is CSV: replace its first line with [2]{id,name}: and indent each row by 2 spaces",
        "[2]{id,name}:\n  1,Ann\n  2,Bob",
    );
    suggests(
        "id;name\n1;Ann",
        "the text is CSV: replace its first line with [1]{id,name}:, separate the cells of each row with commas, and indent each row by 2 spaces",
        "[1]{id,name}:\n  1,Ann",
    );
    suggests(
        "id|name\n1|\"a,b\"",
        "the text is CSV: replace its first line with [1|]{id|name}: and indent each row by 2 spaces",
        "[1|]{id|name}:\n  1|\"a,b\"",
    );
    says_nothing_of("id,name\n1,Ann\n2", &["CSV"]);
    says_nothing_of("name\nAnn", &["CSV"]);
    says_nothing_of("x: 1\nid,name\n1,Ann", &["CSV"]);
}

#[test]
fn a_markdown_table() {
    suggests(
        "| id | name |\n|---:|:-----|\n| 1 | Ann |\n| 2 | Bob |",
        "write the Markdown table with [2]{id,name}: in place of its first two lines, and its rows below as cells separated by commas, indented by 2 spaces",
        "[2]{id,name}:\n  1,Ann\n  2,Bob",
    );
    assert!(suggestion("users:\n| id |\n|----|\n| 1 |").contains("users[1]{id}:"));
    says_nothing_of("| a |\n| b |", &["Markdown"]);
}

#[test]
fn prose() {
    suggests("Sure, here are your users.\nusers[1]{id}:\n  1", PROSE, "users[1]{id}:\n  1");
    suggests("id: 1\n\nLet me know if you need more!", PROSE, "id: 1");
    suggests(
        "Here is the data:\n[1]{id}:\n  1",
        "remove the line above: it is not part of the data",
        "[1]{id}:\n  1",
    );
    // A word or two may be a field.
    let expected = "write the line as `key: value`, or remove it if it is not part of the data";
    suggests("id: 1\nfirst name", expected, "id: 1\nfirst: name");
    suggests("toon\nid: 1", expected, "id: 1");
}

#[test]
fn a_text_that_goes_on_in_the_next_line() {
    suggests(
        "title: a long title that\nis broken into two lines\nid: 1",
        "put multi-line text on one line in quotes, with \\n for each line break; remove the line if it is not part of the data",
        "title: a long title that is broken into two lines\nid: 1",
    );
    suggests(
        "title: a long title\n  in two lines\nid: 1",
        "put a multi-line value on one line in quotes, with \\n for each line break",
        "title: \"a long title\\nin two lines\"\nid: 1",
    );
    suggests(
        "note:\n  in the next line\nid: 1",
        "write the value after the colon, on the same line as its key",
        "note: in the next line\nid: 1",
    );
}

#[test]
fn json_inside_a_field() {
    suggests(
        "user: {\n  \"id\": 1\n}",
        "write the object without braces and commas: end the line above with the colon, and put each field on its own line below",
        "user:\n  \"id\": 1",
    );
    suggests(
        "tags: [\n  \"a\",\n  \"b\"\n]",
        "write the array as tags[2]: with its values on the same line, separated by commas",
        "tags[2]: \"a\",\"b\"",
    );
    suggests(
        "users: [\n  {\"id\": 1}\n]",
        "write the array as users[N]:, where N is its length, with its elements below, each preceded by `- `",
        "users[1]:\n  - \"id\": 1",
    );
    suggests(
        "a: 1\n}",
        "remove the line: TOON has no closing brackets; indentation shows what belongs together",
        "a: 1",
    );
}

#[test]
fn assignments() {
    suggests("a = 1\nb = 2", "write the line with a colon and a space, as in `a: 1`", "a: 1\nb: 2");
    suggests("a: 1\n键：值", "write the colon as `:`, followed by a space", "a: 1\n键: 值");
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

/// Advice that would only lead to another mistake is not given.
#[test]
fn lookalikes_of_other_formats() {
    suggests("tags[0]: []", "write an empty array as tags: []", "tags: []");
    suggests(
        "issues[2]{id,t}:\n  #12,Fix\n  #13,Docs",
        "quote the first cell of each row that begins with #: such a line is a comment",
        "issues[2]{id,t}:\n  \"#12\",Fix\n  \"#13\",Docs",
    );
    suggests(
        "users[2]{id}:\n- id: 1\n- id: 2",
        "write each element as a row of values, indented below the header, not as a list item",
        "users[2]{id}:\n  1\n  2",
    );
    suggests(
        "tags[2]: [\"a\",\"b\"]",
        "write the values of an array without brackets, as in key[2]: a,b",
        "tags[2]: \"a\",\"b\"",
    );
    suggests(
        "tags: \"a\", \"b\"",
        "write several values as an array, as in key[2]: a,b, or as one string in one pair of quotes",
        "tags[2]: \"a\",\"b\"",
    );
    suggests(
        "users:\n  {\"id\":1}\n  {\"id\":2}",
        "write the objects as TOON, not as JSON: as rows below a header such as key[2]{a,b}:",
        "users[2]{id}:\n  1\n  2",
    );
    suggests(
        "scores[Ann]: 5",
        "enclose the key in quotes, or write the number of elements in the brackets",
        "\"scores[Ann]\": 5",
    );
}

/// The mistake that reading stops at is among those that `check` lists, also in what looks like JSON.
#[test]
fn all_mistakes_of_what_looks_like_json() {
    let text = "{}items[1]{id,name}:\n  1,Ada\n  2,Bob,x,y";
    let error = toon::from_str::<serde_json::Value>(text).unwrap_err();
    let mistakes = toon::DecodeOptions::new().check(text);
    assert!(mistakes.iter().any(|mistake| mistake.to_string() == error.to_string()), "{mistakes:?}");
}
