//! What holds of every text.

use proptest::prelude::*;
use toon::Delimiter;

/// Lines of which most are nearly valid.
fn texts() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "a: 1",
        "b:",
        "c[2]: x,y",
        "t[2]{id,name}:",
        "1,Ann",
        "2,\"B",
        "- x",
        "- a: 1",
        "- t[1]{id}:",
        "-",
        "|x|y|",
        "|---|---|",
        "k: {",
        "}",
        "k: [",
        "]",
        "k: |",
        "\"q\\x\": \"z",
        "k[N]:",
        "k[2:]{x}:",
        "e: 1",
        "# c",
        "---",
        "[2]: 1,2",
        "word",
        "k{a,b}:",
        "[1]{a}:",
        "1,2,",
        "k: \"a\" b",
        "k[1]{a{b,c}}:",
        "a:1",
        "x\",",
        "é: “ü”",
        "",
    ]);
    prop::collection::vec((0..9_usize, line), 0..12).prop_map(|lines| {
        let lines = lines
            .into_iter()
            .map(|(indent, line)| " ".repeat(indent / 2 * if indent == 8 { 1 } else { 2 } % 7) + line);
        lines.collect::<Vec<_>>().join("\n")
    })
}

/// Whether valid text has no field, list or row, so that it can be a sentence.
fn may_be_prose(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#'));
    lines.count() == 1 || text.contains(['\'', ',', '’', '.', '!', '?'])
}

fn check(text: &str) {
    let is_valid = toon::DecodeOptions::new().check(text).is_empty();
    let Ok(repaired) = toon_answer::repair(text) else {
        assert!(!is_valid || may_be_prose(text), "{text}");
        return;
    };
    let is_json = |fix: &toon_answer::Fix| {
        matches!(fix.kind(), toon_answer::FixKind::Json | toon_answer::FixKind::DuplicateKey)
    };
    if repaired.fixes.is_empty() {
        assert!(is_valid && repaired.text == text, "changed without a fix: {text}");
    } else if is_valid {
        assert!(repaired.fixes.iter().all(is_json), "{text}\n{:?}", repaired.fixes);
    }
    let mistakes = toon::DecodeOptions::new().check(&repaired.text);
    assert!(mistakes.is_empty(), "{text}\n---\n{}\n{mistakes:?}", repaired.text);
    let again = toon_answer::repair(&repaired.text).unwrap();
    assert!(again.fixes.is_empty() && again.text == repaired.text, "{text}");
}

/// An answer is read as its document, whatever the type; errors are in it.
fn check_answer(text: &str) {
    use std::collections::BTreeMap;
    let answer = format!("Here:\n```toon\n{text}\n```");
    let ended = format!("{text}\n");
    if toon_answer::extract(&answer).next().is_some_and(|block| block.text() == text) {
        let bare = toon_answer::repair(&ended);
        // Between fences, less has to look like a document.
        let has_no_document = matches!(&bare, Err(error) if error.line() == 0 || error.is_cut_off());
        let repaired = bare.map(|repaired| toon::from_str::<serde_json::Value>(&repaired.text).unwrap());
        let read = toon_answer::from_answer::<serde_json::Value>(&answer);
        // What begins like JSON is not read as TOON.
        if !has_no_document && (read.is_ok() || !text.trim_start().starts_with(['{', '['])) {
            assert_eq!(read.ok().map(|read| read.value), repaired.ok(), "{text}");
        }
    }
    if let Err(error) = toon_answer::from_answer::<BTreeMap<String, Vec<BTreeMap<String, u8>>>>(&answer) {
        assert!(!error.to_message().is_empty());
        for error in error.mistakes().iter().chain(error.mismatch()) {
            let line = answer.split('\n').nth(error.line() - 1).unwrap();
            assert!((1..=line.chars().count() + 1).contains(&error.column()), "{text}\n{error}");
        }
    }
    let _ = toon_answer::from_answer::<BTreeMap<String, Option<String>>>(text);
}

proptest! {
    /// What is valid is read as the strict reader reads it, whatever else has to be repaired.
    #[test]
    fn only_mistakes_are_changed(value in toon_testing::value(3), indent in 1..5_usize, delimiter in 0..3_usize) {
        let delimiter = [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe][delimiter];
        let options = toon::EncodeOptions::new().delimiter(delimiter);
        let mut document = serde_json::json!({"value": value});
        let text = options.to_string(&document).unwrap() + "\nlast[2]: 1\n";
        let repaired = toon_answer::repair(&text).unwrap();
        document["last"] = serde_json::json!([1]);
        prop_assert_eq!(&repaired.text, &toon::to_string(&document).unwrap(), "{}", text);
        let kinds: Vec<_> = repaired.fixes.iter().map(toon_answer::Fix::kind).collect();
        prop_assert_eq!(kinds, [toon_answer::FixKind::Count], "{}", text);
        let answer = format!("Here it is:\n```toon\n{text}```\nThat is all.");
        prop_assert_eq!(toon_answer::repair(&answer).unwrap().text, repaired.text, "{}", answer);
        // The same with another indentation, and in a list.
        document["last"].take();
        let document = serde_json::json!([document, {"last": 1}]);
        let text = options.indent(indent).to_string(&document).unwrap();
        let repaired = toon_answer::repair(&text).unwrap();
        let found: serde_json::Value = toon::from_str(&repaired.text).unwrap();
        // `1.0` is the same number as `1`.
        prop_assert_eq!(toon::to_string(&found).unwrap(), toon::to_string(&document).unwrap(), "{}", text);
    }

    #[test]
    fn what_is_repaired_is_valid(text in texts()) {
        check(&text);
        check_answer(&text);
    }

    #[test]
    fn any_text(text in "\\PC*") {
        check(&text);
        check_answer(&text);
    }
}
