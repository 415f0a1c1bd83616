//! §2, §7: scalars and their quotes.

use super::{assert_text, assert_text_in};
use crate::support::model::Layout;
use serde_json::json;
use toon::Delimiter;

#[test]
fn quoted() {
    for text in [
        "", " ", "a ", " a", "true", "false", "null", "1", "-1", "+1", "05", "1.5", "1e5", "1E+5", "-0",
        "a:b", ":", "[", "]", "{", "}", "[]", "-", "-a", "#", "#a", ",", "a,b",
    ] {
        assert_text(json!(text), &format!("\"{text}\""));
        assert_text(json!({"a": text}), &format!("a: \"{text}\""));
        assert_text(json!(["x", text]), &format!("[2]: x,\"{text}\""));
        assert_text(json!([{"a": text}]), &format!("[1]{{a}}:\n  \"{text}\""));
        assert_text(json!([{}, text]), &format!("[2]:\n  -\n  - \"{text}\""));
    }
}

#[test]
fn bare() {
    for text in [
        "a",
        "a b",
        "True",
        "NULL",
        "1.",
        ".5",
        "1e",
        "+",
        "1_000",
        "0x1",
        "a-b",
        "a#b",
        "a|b",
        "a;b",
        "(a)",
        "é",
        "漢字",
        "😀",
        "\u{a0}",
        "\u{3000}a",
        "\u{7f}",
        "\u{85}",
        "\u{2028}",
        "٤٢",
        "=",
        "!",
        "@",
        "'a'",
        "/",
    ] {
        assert_text(json!(text), text);
        assert_text(json!({"a": text}), &format!("a: {text}"));
        assert_text(json!(["x", text]), &format!("[2]: x,{text}"));
        assert_text(json!([{"a": text}]), &format!("[1]{{a}}:\n  {text}"));
        assert_text(json!([{}, text]), &format!("[2]:\n  -\n  - {text}"));
    }
}

#[test]
fn escapes() {
    assert_text(json!("a\"b\\c"), r#""a\"b\\c""#);
    assert_text(json!("\n\r\t"), r#""\n\r\t""#);
    assert_text(json!("\u{0}\u{1}\u{8}\u{c}\u{1b}\u{1f}"), r#""\u0000\u0001\u0008\u000c\u001b\u001f""#);
    assert_text(json!("é\n\u{7f}"), "\"é\\n\u{7f}\"");
}

#[test]
fn the_document_delimiter_alone_is_quoted() {
    let value = json!({"a": "x,y", "b": "x|y", "c": ["x,y", "x|y"], "d": [{"e": "x,y", "f": "x|y"}]});
    assert_text(value.clone(), "a: \"x,y\"\nb: x|y\nc[2]: \"x,y\",x|y\nd[1]{e,f}:\n  \"x,y\",x|y");
    let pipe = Layout { delimiter: Delimiter::Pipe, ..Layout::DEFAULT };
    assert_text_in(pipe, value.clone(), "a: x,y\nb: \"x|y\"\nc[2|]: x,y|\"x|y\"\nd[1|]{e|f}:\n  x,y|\"x|y\"");
    let tab = Layout { delimiter: Delimiter::Tab, ..Layout::DEFAULT };
    assert_text_in(tab, value, "a: x,y\nb: x|y\nc[2\t]: x,y\tx|y\nd[1\t]{e\tf}:\n  x,y\tx|y");
}

#[test]
fn numbers() {
    assert_text(json!([0, -0.0, 1.0, -1.0, 1.50]), "[5]: 0,0,1,-1,1.5");
    assert_text(json!([u64::MAX, i64::MIN]), "[2]: 18446744073709551615,-9223372036854775808");
    assert_text(json!([1e-6, 1e-7, 1.5e-7, -1e-7]), "[4]: 0.000001,1e-7,1.5e-7,-1e-7");
    assert_text(json!([1e20, 1e21, 1.5e21, -1e300]), "[4]: 100000000000000000000,1e+21,1.5e+21,-1e+300");
    assert_text(json!([999_999_999_999_999_900_000.0]), "[1]: 999999999999999900000");
    assert_text(json!([9_007_199_254_740_993_i64, 123_456_789.125]), "[2]: 9007199254740993,123456789.125");
}
