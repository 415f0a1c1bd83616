//! Hostile shapes take time in proportion to their size, and none of them panics.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, unreachable_pub)]

use std::time::{Duration, Instant};
use toon_answer::Options;

/// Reads a text in every way.
fn read(text: &str) {
    let options = Options::new().allow_cut_off(true);
    let _ = toon_answer::extract(text).count();
    for options in [&options, &Options::new().complete(true)] {
        let _ = options.repair(text);
        let _ = options.from_answer::<serde_json::Value>(text);
        let _ = options.from_answer::<Vec<std::collections::BTreeMap<String, Option<u8>>>>(text);
    }
}

fn time(text: &str) -> Duration {
    let started = Instant::now();
    read(text);
    started.elapsed()
}

#[test]
fn hostile_shapes() {
    let pieces = [
        "```\n",
        "```toon\n",
        "~~~\n",
        "`",
        "|",
        "|\n",
        "[",
        "[\n",
        "{",
        "{\n",
        "]",
        "}\n",
        "\"",
        "'",
        "'a,",
        "“a,",
        "\\",
        "\\_",
        ",",
        "，",
        ":",
        "：",
        "#",
        "//\n",
        "// a\n",
        "- ",
        "- \n",
        "-\n",
        "* a\n",
        "1. a\n",
        "-a\n",
        "a\n",
        "a a a\n",
        "a b c.\n",
        "a:\n",
        "a: 1\n",
        "a: 1,\n",
        "a: {\n",
        "a: [\n",
        "a: \"x\n",
        "a: \"x\"\n\n",
        "a=1\n",
        "a[2]: 1\n",
        "a[1]{b}:\n",
        "a[2]{b,c}:\n  1\n",
        "a[2]{b,c}:\n  1,'x\n",
        "a,b\n",
        "a,b\n1,2\n",
        "a:\n  b,c\n  1,2\n",
        "| a |\n|---|\n| 1 |\n",
        "| a |\n",
        "|---|\n",
        "<toon>\n",
        "<toon>a: 1</toon>\n",
        "<toon>",
        "</toon>",
        "<think>",
        "</think>",
        "<think>\n</think>\n",
        "```toon\na: 1\n```\n",
        "```toon\n[1]{a,b}:\n  1,2\n```\n",
        "```toon\na[1]{b}:\n  ```\n",
        "a[1]{b}:\n  ```\n",
        "a[1]{b}:\n  \u{3000}1\n",
        "a: 1\n\nSome words here.\n\n",
        "{\"a\":1}\n",
        "[1]\n",
        "a:\n  {\"a\":1}\n",
        "  a:\n",
        "a: |\n  b\n",
        "\u{feff}",
        "\u{a0}a: 1\n",
        "\r\n",
        "toon\n",
    ];
    let mut slow = Vec::new();
    let is_long = std::env::var_os("TOON_LONG_TESTS").is_some();
    let size = if is_long { 50_000 } else { 4_000 };
    let all = ["", "a: \"", "a[99999999]{b,c}:\n", "```toon\n"];
    for piece in pieces {
        for before in if is_long { &all[..] } else { &all[..1] } {
            let text = |size: usize| (*before).to_owned() + &piece.repeat(size / piece.len());
            // The first run reads the memory for the first time.
            let small = time(&text(size)).max(Duration::from_millis(5));
            let large = time(&text(8 * size));
            // Eight times as much; quadratic time would be 64 times as much.
            if large > small * 24 {
                slow.push(format!("{before:?} {piece:?}: {small:?}, {large:?}"));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

/// Nor do many short rows below a wide header.
#[test]
fn short_rows_of_wide_tables() {
    let fields = (0..3_000).map(|field| format!("f{field}")).collect::<Vec<_>>().join(",");
    for row in ["1", "{}", "{\"f0\":1}", "f0: 1", "[1]", "(1)", "- f0: 1", "1. 1", "|1|"] {
        read(&format!("t[3000]{{{fields}}}:\n{}", format!("  {row}\n").repeat(3_000)));
    }
}

/// Depth is limited, as it is for strict reading.
#[test]
fn deep_texts() {
    for piece in ["a:\n", "- ", "- a:\n", "a: {\n", "[1]:\n", "a[1]:\n", "- - "] {
        let lines = (0..300).map(|depth| " ".repeat(2 * depth) + piece.trim_end_matches('\n') + "\n");
        read(&lines.collect::<String>());
    }
    for open in ["[", "{\"a\":", "{a: ", "(", "- "] {
        read(&open.repeat(20_000));
        read(&format!("a: {}", open.repeat(20_000)));
    }
}

#[test]
fn an_answer_in_small_pieces() {
    let count = 40_000;
    let rows = (0..count).map(|id| format!("  {id},some name,{id}.5\n")).collect::<Vec<_>>().concat();
    let text = format!("Here are the rows:\n\n```toon\nrows[{count}]{{id,name,score}}:\n{rows}```\n");
    let started = Instant::now();
    let whole = toon_answer::from_answer::<toon::Value>(&text).unwrap();
    let reading = started.elapsed();

    let started = Instant::now();
    let mut answer = toon_answer::PartialAnswer::new();
    let mut next = 1024;
    for piece in text.as_bytes().chunks(16) {
        answer.push(std::str::from_utf8(piece).unwrap());
        // Rarely: whenever the text has doubled.
        if answer.text().len() >= next {
            assert!(answer.value::<toon::Value>().unwrap().is_some());
            next *= 2;
        }
    }
    assert_eq!(answer.finish::<toon::Value>().unwrap(), whole);
    assert!(started.elapsed() < 30 * reading, "{:?} instead of {reading:?}", started.elapsed());
}
