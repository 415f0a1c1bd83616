//! Headers, their lengths, and their rows and items.

use super::{says_nothing_of, suggestion, suggests};
use toon::{DecodeOptions, ErrorKind};

#[test]
fn rows_that_are_not_indented() {
    let expected = "indent the rows below the header by 2 spaces";
    suggests("users[2]{id,name}:\n1,Ann\n2,Bob", expected, "users[2]{id,name}:\n  1,Ann\n  2,Bob");
    suggests("[2]{id,name}:\n1,Ann\n2,Bob", expected, "[2]{id,name}:\n  1,Ann\n  2,Bob");
    suggests("[2]{id}:\n1\n2", expected, "[2]{id}:\n  1\n  2");
    suggests(
        "a:\n  b[1|]{c|d}:\n  1|10:30",
        "indent the rows below the header by 2 more spaces",
        "a:\n  b[1|]{c|d}:\n    1|10:30",
    );
    suggests(
        "users[3]{id,name}:\n1,Ann\n2,Bob\nnext: 1",
        "indent the rows below the header by 2 spaces, and write [2] in the header",
        "users[2]{id,name}:\n  1,Ann\n  2,Bob\nnext: 1",
    );
    suggests(
        "users[3|]{id|name}:\n1|Ann",
        "indent the rows below the header by 2 spaces, and write [1|] in the header",
        "users[1|]{id|name}:\n  1|Ann",
    );
    suggests(
        "users[3]{id,name}:\n  1,Ann\n2,Bob\n3,Cy",
        "indent the rest of the rows below the header by 2 spaces",
        "users[3]{id,name}:\n  1,Ann\n  2,Bob\n  3,Cy",
    );
}

#[test]
fn items_and_entries_that_are_not_indented() {
    suggests("tags[2]:\n- a\n- b", "indent the items below the header by 2 spaces", "tags[2]:\n  - a\n  - b");
    suggests(
        "users[2]:\n- id: 1\n  name: Ann\n- id: 2",
        "indent the items below the header by 2 spaces",
        "users[2]:\n  - id: 1\n    name: Ann\n  - id: 2",
    );
    suggests(
        "users[1:]{id,name}:\nann: 1,Ann",
        "indent the entries below the header by 2 spaces",
        "users[1:]{id,name}:\n  ann: 1,Ann",
    );
}

/// Advice is the same wherever a check finds the mistake.
#[test]
fn rows_that_are_not_indented_in_a_check() {
    for text in ["users[2]{id,name}:\n1,Ann\n2,Bob", "[1]{id}:\n1", "a[1]:\n- id: 1\n  b: 2"] {
        let mistakes = DecodeOptions::new().check(text);
        assert!(mistakes.len() == 2, "{mistakes:?}");
        for mistake in mistakes {
            assert!(mistake.suggestion().unwrap_or_default().starts_with("indent the "), "{mistake:?}");
        }
    }
}

#[test]
fn lines_after_a_complete_table() {
    says_nothing_of("users[1]{id,name}:\n  1,Ann\nThanks, bye", &["indent"]);
    says_nothing_of("users[1]{id}:\n  1\nDone", &["indent"]);
    says_nothing_of("users[2]{id}:\n  1\nThat was the last one.", &["indent"]);
    suggests(
        "tags[1]:\n  - a\n- b",
        "indent the rest of the items below the header by 2 spaces, and write [2] in the header",
        "tags[2]:\n  - a\n  - b",
    );
}

/// The first field of an item in older versions of the format.
#[test]
fn rows_at_the_depth_of_their_item() {
    suggests(
        "[1]:\n  - users[2]{id,n}:\n    1,A\n    2,B\n    ok: true",
        "indent the rows below the header by 2 more spaces",
        "[1]:\n  - users[2]{id,n}:\n      1,A\n      2,B\n    ok: true",
    );
    suggests(
        "[1]:\n  - users[1]{id,n}:\n  1,A",
        "indent the rows below the header by 4 more spaces",
        "[1]:\n  - users[1]{id,n}:\n      1,A",
    );
}

#[test]
fn rows_that_are_missing() {
    let missing =
        "put the elements on the lines below the header, indented by one level, or write [0] in the header";
    for text in [
        "a[2]{b,c}:\nd: 1",
        "a[2]{b,c}:\nd: 1,2",
        "a[2]{b}:\nd[1]: 1",
        "a[2]{b,c}:",
        "a[2]:\nd: 1",
        "a[1]:\n  - b[2]:\n  - 1",
    ] {
        let mistakes = DecodeOptions::new().check(text);
        assert!(mistakes.iter().any(|mistake| mistake.suggestion().as_deref() == Some(missing)), "{text}");
    }
    // A field of the object that the keyed table is in.
    assert_eq!(suggestion("a[2:]{b}:\nc: 1\nd: 2"), missing);
    suggests("a[2|]: 1", "write [1|] in the header, or add the missing element", "a[1|]: 1");
    suggests(
        "a[2:]{b}:\n  x: 1",
        "write [1:] in the header, or add the missing element",
        "a[1:]{b}:\n  x: 1",
    );
    suggests("a[2\t]: 1", "write the length 1 in the header, or add the missing element", "a[1\t]: 1");
}

#[test]
fn a_missing_length() {
    suggests(
        "users{id,name}:\n  1,Ann\n  2,Bob\nok: true",
        "write the number of rows in the header, as in users[2]{id,name}:",
        "users[2]{id,name}:\n  1,Ann\n  2,Bob\nok: true",
    );
    suggests(
        "users{id,name}:\n1,Ann\n2,Bob\nok: true",
        "write the number of rows in the header, as in users[2]{id,name}:, and indent the rows by 2 spaces",
        "users[2]{id,name}:\n  1,Ann\n  2,Bob\nok: true",
    );
    for text in ["users[]{id}:\n  1\n  2", "users[N]{id}:\n  1\n  2", "users[?]{id}:\n  1\n  2"] {
        suggests(text, "write the number of elements in the brackets: [2]", "users[2]{id}:\n  1\n  2");
    }
    suggests("tags[]: a,b", "write the number of elements in the brackets: [2]", "tags[2]: a,b");
    suggests(
        "tags[]:",
        "write the number of elements in the brackets, as in tags[3]:, or an empty array as tags: []",
        "tags: []",
    );
    says_nothing_of("a{b}:\n  c: 1\n  d", &["[1]", "[2]"]);
    says_nothing_of("a[0].b: 1", &["write [0]"]);
    says_nothing_of("array[-1]: 1", &["write [1]"]);
}

#[test]
fn older_headers() {
    suggests(
        "users[2,]{id}:\n  1\n  2",
        "write [2]; the comma is the default delimiter and is not written",
        "users[2]{id}:\n  1\n  2",
    );
    suggests("users[#2]: 1,2", "write [2]; the `#` is from an older version of TOON", "users[2]: 1,2");
    suggests("users[#2|]: 1|2", "write [2|]; the `#` is from an older version of TOON", "users[2|]: 1|2");
    suggests("users[02]: 1,2", "write [2]", "users[2]: 1,2");
    suggests("users[ 2 ]: 1,2", "write [2]", "users[2]: 1,2");
    suggests("u[1|:]{a}:\n  x: 1", "write [1:|]", "u[1:|]{a}:\n  x: 1");
    suggests(
        "users:\n  [2]{id,name}:\n    1,Ann\n    2,Bob",
        "write the key and the header on one line: users[2]{id,name}:, and indent its rows by 2 spaces less",
        "users[2]{id,name}:\n  1,Ann\n  2,Bob",
    );
    suggests(
        "users:\n[1]{id}:\n  1",
        "write the key and the header on one line: users[1]{id}:",
        "users[1]{id}:\n  1",
    );
    suggests(
        "[2]:\n  -\n    id: 1\n    n: 2\n  - 3",
        "write the first field of an item after its hyphen, as in `- id: 1`, and its other fields below, indented by 2 spaces more than the hyphen",
        "[2]:\n  - id: 1\n    n: 2\n  - 3",
    );
    suggests(
        "[1]:\n  -\n    - a\n    - b",
        "write the header of the inner list after the hyphen: - [2]:",
        "[1]:\n  - [2]:\n    - a\n    - b",
    );
}

#[test]
fn a_length_beyond_all_numbers() {
    let text = "n[99999999999999999999999]: 1,2";
    let error = toon::from_str::<serde_json::Value>(text).unwrap_err();
    assert_eq!(error.kind().to_string(), "header declares 99999999999999999999999 elements, found 2");
    assert!(matches!(error.kind(), ErrorKind::HugeCount { found: 2, .. }), "{error}");
    suggests(text, "write [2] in the header", "n[2]: 1,2");
    suggests("n[99999999999999999999999]{a}:\n  1", "write [1] in the header", "n[1]{a}:\n  1");
    let text = format!("n[1{}]:\n  - 1", "0".repeat(10_000));
    let error = toon::from_str::<serde_json::Value>(&text).unwrap_err();
    assert!(error.to_string().len() < 300);
    // The greatest number that there is.
    let error = toon::from_str::<serde_json::Value>("n[18446744073709551615]: 1").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::CountMismatch { expected: u64::MAX, .. }), "{error}");
}

#[test]
fn delimiters() {
    suggests("t[1]{a,b}:\n  1,2,", "remove the comma at the end of the row", "t[1]{a,b}:\n  1,2");
    suggests("t[2]: 1,2,", "remove the comma at the end of the line", "t[2]: 1,2");
    suggests(
        "t[1]{a,b}:\n  1|2",
        "separate the cells with the header's delimiter, not with a pipe",
        "t[1]{a,b}:\n  1,2",
    );
    suggests("t[2]: 1;2", "separate the values with a comma, not with a semicolon", "t[2]: 1,2");
    suggests(
        "t[1]{a,b}:\n  | 1 | 2 |",
        "remove the outer pipes of the row, and separate its cells with the header's delimiter",
        "t[1]{a,b}:\n  1,2",
    );
    suggests(
        "t[1|]{a|b}:\n  | 1 | 2 |",
        "remove the pipes at the start and the end of the row",
        "t[1|]{a|b}:\n  1 | 2",
    );
    suggests("t[1]{a,b,}:\n  1,2", "remove the comma at the end of the field list", "t[1]{a,b}:\n  1,2");
    suggests(
        "t[1]{a b}:\n  1,2",
        "separate the fields in the header with its delimiter",
        "t[1]{a,b}:\n  1,2",
    );
    suggests(
        "t[1]{a,b}:\n  1,[x,y]",
        "write the table as a list, with the fields of each item on lines of their own, since a cell cannot hold an array; quote the cell if it is text",
        "t[1]:\n  - a: 1\n    b[2]: x,y",
    );
    says_nothing_of("t[1]{a,{b}}:\n  1,2", &["at the end"]);
    says_nothing_of("t[1]{a}:\n  1,2", &["header"]);
    says_nothing_of("t[1]{a,b}:\n  1|2|3", &["pipe"]);
    says_nothing_of("t[1]{a,b}:\n  1,2,3", &["remove"]);
}

#[test]
fn lines_below_a_header_of_another_form() {
    suggests("tags[2]:\n  a,b", "write the values on the line of the header, tags[2]: a,b", "tags[2]: a,b");
    suggests(
        "users[2]:\n  1,Ann\n  2,Bob",
        "name the fields of the rows in the header, as in users[2]{a,b}:, or begin each line with `- `",
        "users[2]{a,b}:\n  1,Ann\n  2,Bob",
    );
    suggests(
        "tags[2]:\n  * a\n  * b",
        "begin the item with a hyphen and a space, as in `- a`",
        "tags[2]:\n  - a\n  - b",
    );
    suggests("tags[1]:\n  -a", "begin the item with a hyphen and a space, as in `- a`", "tags[1]:\n  - a");
    let expected =
        "begin the list with its length, tags[2]:, and each item below it with a hyphen, as in `- a`";
    suggests("tags:\n  * a\n  * b", expected, "tags[2]:\n  - a\n  - b");
    suggests("tags:\n1. a\n2. b", expected, "tags[2]:\n  - a\n  - b");
    suggests("* a\n* b", &expected.replace("tags", ""), "[2]:\n  - a\n  - b");
    suggests(
        "a[2]:\n  - x: 1\n  y: 2\n  - x: 3",
        "indent the line by 4 spaces if it is a field of the item above, begin it with `- ` if it is an item, or indent it less if it is not part of the list",
        "a[2]:\n  - x: 1\n    y: 2\n  - x: 3",
    );
    suggests(
        "users[1]: {id,name}\n  1,Ann",
        "write the field list before the colon, as in key[2]{a,b}:",
        "users[1]{id,name}:\n  1,Ann",
    );
    suggests(
        "users[1]{id,name}:\n  id,name\n  1,Ann",
        "remove the first row, which repeats the field names",
        "users[1]{id,name}:\n  1,Ann",
    );
    suggests("user\n  id: 1", "end the line with a colon, if the lines below belong to it", "user:\n  id: 1");
    suggests(
        "users[1]{id,name}:\n  - id: 1\n    name: Ann",
        "write each row on one line, with only its values, in the order of the fields id,name",
        "users[1]{id,name}:\n  1,Ann",
    );
    suggests(
        "tags:\n  a\n  b",
        "write `- ` before each value, and the number of values after the key: tags[2]:",
        "tags[2]:\n  - a\n  - b",
    );
    suggests(
        "users:\n  1,Ann\n  2,Bob",
        "put the number of rows and the field names after the key, as in users[2]{a,b}:",
        "users[2]{a,b}:\n  1,Ann\n  2,Bob",
    );
    suggests(
        "[2]: a,b\nname: x",
        "give the array at the start of the text a key, as in key[2]:, or remove what follows it: an array without a key must be the whole document",
        "key[2]: a,b\nname: x",
    );
    says_nothing_of("t[1]{a,b}:\n  x: 1,2", &["in the order"]);
}
