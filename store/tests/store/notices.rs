//! What is shown of results that do not fit.
//!
//! `SNAPSHOTS=overwrite` writes the texts anew.

use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use toon_store::{Budget, Reader, Store, Stored, notice};
use toon_testing::effort::{cases, is_long};
use toon_testing::value;

fn issues(count: u64) -> Vec<Value> {
    const WORDS: [&str; 7] = ["cache", "queue", "stream", "render", "login", "upload", "search"];
    let issue = |number: u64| {
        let word = |step: u64| WORDS[(number * step % 7) as usize];
        json!({
            "number": 9000 + number, "title": format!("{} {} fails", word(3), word(5)),
            "state": if number.is_multiple_of(3) { "open" } else { "closed" }, "user": {"login": format!("{}{}", word(2), number % 80)},
            "comments": number * 37 % 101, "created_at": format!("2026-04-{:02}T22:12:00Z", 1 + number % 28),
            "labels": [{"id": number % 9, "name": word(1)}], "body": format!("It {} fails. ", word(4)).repeat(14),
        })
    };
    (0..count).map(issue).collect()
}

fn pods() -> Value {
    let pod = |number: u64| {
        let phase = ["Running", "Pending", "Failed"][(number % 3) as usize];
        json!({
            "metadata": {"name": format!("queue-{number}"), "labels": {"app": "queue", "pod-template-hash": format!("{:x}", number * 7919)}},
            "spec": {"containers": [{"name": "main", "restartCount": if number.is_multiple_of(9) { 7 } else { 0 }}, {"name": "proxy"}]},
            "status": {"phase": phase},
        })
    };
    // Neither list takes most of it.
    json!({"kind": "List", "items": (0..168).map(pod).collect::<Vec<_>>(), "events": (0..168).map(pod).collect::<Vec<_>>()})
}

fn shortened(text: &str, budget: Budget) -> (String, Stored, TempDir) {
    let folder = TempDir::new().unwrap();
    let (shown, stored) =
        notice::shorten(text, &Store::in_folder(folder.path()), &Reader::with_tool(), budget).unwrap();
    assert!(budget.fits(&shown), "{shown}");
    (shown, stored, folder)
}

/// The whole texts, for a reader who has only the tool.
#[cfg(feature = "tokens")]
#[test]
fn all_kinds_of_results() {
    let issues = serde_json::to_string(&issues(847)).unwrap();
    let lines: Vec<String> =
        (1..=960).map(|number| format!("2026-04-02 step {number} of the build")).collect();
    for (name, text) in [
        ("rows", issues.clone()),
        ("page", format!("{{\"total_count\":9200,\"items\":{issues},\"links\":{{\"next\":\"page=2\"}}}}")),
        (
            "around",
            format!("Found 847 issues:\n```json\n{issues}\n```\nPage 1 of 11. For more, call with page 2."),
        ),
        ("document", pods().to_string()),
        ("text", lines.join("\n")),
    ] {
        let (shown, ..) = shortened(&text, Budget::tokens(1000));
        let file = format!("{}/tests/store/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        if std::env::var("SNAPSHOTS").as_deref() == Ok("overwrite") {
            fs::write(&file, &shown).unwrap();
        }
        assert_eq!(shown, fs::read_to_string(file).unwrap(), "{name}");
    }
}

#[test]
fn strings_that_contain_json() {
    let rows = serde_json::to_string(&issues(200)).unwrap();
    for text in [json!(rows).to_string(), json!({"result": rows}).to_string()] {
        let (shown, stored, _folder) = shortened(&text, Budget::in_bytes(1000));
        assert!(shown.starts_with("partial: \"the first ") && stored.list.unwrap().count == 200, "{shown}");
    }
}

/// Lines of records are a list, and JSON beside them stays in sight.
#[test]
fn a_record_on_each_line() {
    let rows: Vec<String> = issues(200).iter().map(Value::to_string).collect();
    let (shown, stored, _folder) = shortened(&format!("{}\n", rows.join("\n")), Budget::in_bytes(1000));
    assert!(shown.contains(" of 200 rows, ") && stored.list.unwrap().count == 200, "{shown}");
    let text = format!("[{}]\n{{\"nextCursor\":\"abc\"}}", rows.join(","));
    let (shown, ..) = shortened(&text, Budget::in_bytes(1000));
    assert!(shown.ends_with("\n{\"nextCursor\":\"abc\"}"), "{shown}");
}

#[test]
fn long_lines() {
    let html = format!("<html>{}</html>", "<p>word</p>".repeat(900));
    let (shown, ..) = shortened(&format!("{html}\nlast\n[{}", "1,".repeat(900)), Budget::in_bytes(1000));
    assert!(shown.starts_with("partial: lines 1-2 and 3-3 of 3; long lines are cut\n"), "{shown}");
    assert!(shown.contains("<p>word</p><p>") && shown.contains("… (a line of 9,913 characters)"), "{shown}");
    // Half a document would be read as a whole one.
    assert!(shown.contains("(a line of 1,801 characters)") && !shown.contains("1,1,1"), "{shown}");
}

/// A mark, half of a surrogate pair, and a row that is too long for queries.
#[test]
fn odd_json() {
    let rows = serde_json::to_string(&issues(200)).unwrap();
    let (shown, ..) = shortened(&format!("\u{feff}{rows}"), Budget::in_bytes(1000));
    assert!(shown.starts_with("partial: \"the first "), "{shown}");
    let (shown, stored, _folder) =
        shortened(&format!("[\"\\ud800\",{}]", "1,".repeat(3000) + "1"), Budget::in_bytes(1000));
    assert!(shown.contains("characters)") || stored.is_json, "{shown}");
    let (shown, ..) =
        shortened(&format!("[{{\"body\":\"{}\"}}]", "x".repeat(17 << 20)), Budget::in_bytes(1000));
    assert!(shown.starts_with("partial: lines 1-1 of 1; long lines are cut\n"), "{shown}");
}

/// What cannot be said in the budget is not said at all.
#[test]
fn budgets_that_are_too_small() {
    let folder = TempDir::new().unwrap();
    let store = Store::in_folder(folder.path());
    let text = pods().to_string();
    assert!(notice::shorten(&text, &store, &Reader::with_tool(), Budget::tokens(20)).is_err());
}

/// The rows of a file, as they are.
fn rows_in(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    toon_store::Rows::new(text.as_bytes()).map(|row| String::from_utf8(row.unwrap()).unwrap()).collect()
}

proptest! {
    #![proptest_config(cases(160_000))]

    /// Never more than the budget, and the file has all of it.
    #[test]
    fn of_any_result(
        values in prop::collection::vec(value(2), 1..6),
        repeat in 1..12usize,
        shape in 0..5u8,
        tokens in 250..600usize,
    ) {
        let rows: Vec<String> = values.iter().cycle().take(values.len() * repeat).map(ToString::to_string).collect();
        let list = format!("[{}]", rows.join(", "));
        let text = match shape {
            0 => list.clone(),
            1 => format!("{{\"total\": 1.0, \"rows\": {list}}}"),
            2 => format!("Found:\n{list}\nPage 1"),
            3 => rows.join("\n"),
            _ => format!("line\n{}", rows.join("\nline ")),
        };
        // JSON in a string is opened.
        prop_assume!(!serde_json::from_str::<Value>(&text).is_ok_and(|value| value.as_str().is_some()));
        let folder = TempDir::new().unwrap();
        // Counting takes long without optimization.
        let is_counted = is_long() || tokens % 16 == 0;
        let budget = if is_counted { Budget::tokens(tokens) } else { Budget::in_bytes(tokens) };
        let result = notice::shorten(&text, &Store::in_folder(folder.path()), &Reader::with_tool(), budget);
        let Ok((shown, stored)) = result else { return Ok(()) };
        prop_assert!(budget.fits(&shown), "{}", shown);
        prop_assert!(shown.contains("partial: "), "{}", shown);
        if !stored.is_json {
            prop_assert_eq!(fs::read_to_string(&stored.path).unwrap(), text);
        } else if shape == 0 || shape == 2 {
            prop_assert_eq!(rows_in(&stored.path), rows);
        } else {
            // Only the space between rows differs.
            let file = fs::read_to_string(&stored.path).unwrap();
            let kept: Value = serde_json::from_str(&file).unwrap();
            let value: Value = serde_json::from_str(&text).unwrap_or_else(|_| serde_json::from_str(&list).unwrap());
            // Some of the lines may be nearly all, and the others are around it.
            let is_around = rows.iter().all(|row| shown.contains(row) || file.replace(",\n", ",").contains(row));
            prop_assert!(kept == value || shape >= 3 && is_around, "{}\n{}", kept, shown);
        }
    }
}
