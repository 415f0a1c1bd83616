//! Results that are too long for a conversation.

use super::{hook, payload, texts};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use toon_agents::Hook;
use toon_store::Store;

fn limited(folder: &Path) -> Hook {
    hook().limit(1000, Store::in_folder(folder), "toon-mcp")
}

fn shown(hook: &Hook, payload: &Value) -> Option<String> {
    let answer = hook.answer(payload.to_string().as_bytes())?;
    let text = texts(&serde_json::from_str(answer.json()).unwrap()).remove(0);
    let conversion = &answer.conversion;
    assert!(conversion.after.bytes + conversion.explanation.bytes <= text.len() as u64);
    Some(text)
}

fn claude(output: &str) -> Value {
    let mut payload: Value = serde_json::from_str(&payload("claude-mcp-string")).unwrap();
    payload["tool_response"] = json!(output);
    payload
}

fn rows(count: u32) -> String {
    let row = |id| json!({"id": id, "state": if id % 3 == 0 { "open" } else { "closed" }, "text": format!("row {id}")});
    (0..count).map(row).collect::<Value>().to_string()
}

#[test]
fn first_rows_and_the_whole_in_a_file() {
    let folder = TempDir::new().unwrap();
    let text = shown(&limited(folder.path()), &claude(&rows(900))).unwrap();
    assert!(text.starts_with("partial: the first ") && text.len() <= 2000, "{text}");
    assert!(text.contains(" of 900 rows; do not count or conclude from these rows alone\nwhole: "), "{text}");
    assert!(text.contains("\nCounts and filters: toon-mcp query "), "{text}");
    let file = Store::in_folder(folder.path()).entries().unwrap().remove(0).0;
    assert!(text.contains(file.to_str().unwrap()));
    let whole: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(whole, serde_json::from_str::<Value>(&rows(900)).unwrap());
}

#[test]
fn what_fits_is_converted() {
    let folder = TempDir::new().unwrap();
    let text = shown(&limited(folder.path()), &claude(&rows(60))).unwrap();
    // As JSON, it would not fit.
    assert!(rows(60).len() > 2000 && text.contains("  59,closed,row 59"), "{text}");
    assert!(Store::in_folder(folder.path()).entries().unwrap().is_empty());
}

#[test]
fn texts_and_documents() {
    let folder = TempDir::new().unwrap();
    let lines: Vec<String> = (1..=900).map(|number| format!("line {number}")).collect();
    let text = shown(&limited(folder.path()), &claude(&lines.join("\n"))).unwrap();
    assert!(text.starts_with("partial: lines 1-") && text.ends_with("\nline 900"), "{text}");
    let page = format!("{{\"next\":\"page=2\",\"items\":{}}}", rows(900));
    let text = shown(&limited(folder.path()), &claude(&page)).unwrap();
    assert!(text.starts_with("partial: the first ") && text.contains(" of 900 rows in .items; "), "{text}");
    assert!(
        text.contains("\nbeside:\n  next: page=2\n") && text.contains("'.items|group_by(.state)|"),
        "{text}"
    );
    let document = format!("{{\"a\":{0},\"b\":{0}}}", rows(900));
    let text = shown(&limited(folder.path()), &claude(&document)).unwrap();
    assert!(text.starts_with("partial: \"outline only, no rows: ") && text.contains(".a[].state"), "{text}");
}

/// Columns with one value take no space in the normal form, so that even a list of a hundred times the budget can fit.
#[test]
fn what_fits_although_it_is_far_longer() {
    let folder = TempDir::new().unwrap();
    let row = |id: u32| {
        let settings =
            (0..40).map(|key| (format!("setting_number_{key}"), json!(format!("the default value {key}"))));
        [("id".to_owned(), json!(id))].into_iter().chain(settings).collect::<serde_json::Map<_, _>>()
    };
    let rows = json!((0..250).map(row).collect::<Vec<_>>()).to_string();
    let hook = hook().limit(2000, Store::in_folder(folder.path()), "toon-mcp");
    let text = shown(&hook, &claude(&rows)).unwrap();
    assert!(rows.len() > 64 * 2000 && text.len() <= 4000 && !text.contains("partial: "), "{text}");
    assert!(Store::in_folder(folder.path()).entries().unwrap().is_empty());
}

/// Of several texts, no part is shown, so they are converted.
#[test]
fn several_long_texts() {
    let folder = TempDir::new().unwrap();
    let mut payload = claude("");
    payload["tool_response"] =
        json!([{"type": "text", "text": rows(3000)}, {"type": "text", "text": rows(3000)}]);
    let answer = limited(folder.path()).answer(payload.to_string().as_bytes()).unwrap();
    assert!(!answer.is_partial && answer.json().matches("2999,closed,row 2999").count() == 2);
}

/// Errors stay, however long.
#[test]
fn errors() {
    let folder = TempDir::new().unwrap();
    let mut error = claude("");
    error["tool_response"] = json!({"content": [{"type": "text", "text": rows(3000)}], "isError": true});
    assert_eq!(shown(&limited(folder.path()), &error), None);
}

/// Files, images and errors stay, and so does everything if it cannot be kept.
#[test]
fn what_is_not_shortened() {
    let folder = TempDir::new().unwrap();
    let hook = limited(folder.path());
    let mut file = claude(&rows(900));
    file["tool_name"] = json!("mcp__fs__read_file");
    let mut image = claude("");
    image["tool_response"] =
        json!([{"type": "text", "text": "x ".repeat(9000)}, {"type": "image", "data": "aGk="}]);
    for payload in [file, image] {
        assert_eq!(shown(&hook, &payload), None);
    }
    // The tool may return what is in the file.
    let mut named = claude(&rows(900));
    named["tool_input"] = json!({"path": "/home/dev/shop/notes.txt"});
    assert!(shown(&hook, &named).unwrap().ends_with("  899,closed,row 899"));
    let text = shown(&hook, &{
        let mut longer = named.clone();
        longer["tool_response"] = json!(rows(3000));
        longer
    });
    assert!(text.unwrap().ends_with("  2999,closed,row 2999"));
    let nowhere = folder.path().join("file");
    fs::write(&nowhere, "a file").unwrap();
    let text = shown(&limited(&nowhere), &claude(&rows(900))).unwrap();
    assert!(text.ends_with("  899,closed,row 899"), "{text}");
}

/// An output that the host has put into a file, which is not copied and stays as it is.
#[test]
fn what_the_host_has_put_into_a_file() {
    let folder = TempDir::new().unwrap();
    let results = folder.path().join("results");
    let output = folder.path().join("output.txt");
    fs::write(&output, rows(900)).unwrap();
    let mut payload: Value = serde_json::from_str(&payload("claude-bash-persisted")).unwrap();
    payload["tool_response"]["persistedOutputPath"] = json!(output);
    assert_eq!(shown(&hook(), &payload), None);
    let answer = limited(&results).answer(payload.to_string().as_bytes()).unwrap();
    let answer: Value = serde_json::from_str(answer.json()).unwrap();
    let response = &answer["hookSpecificOutput"]["updatedToolOutput"];
    let text = response["stdout"].as_str().unwrap();
    assert!(text.starts_with("partial: the first ") && text.contains(output.to_str().unwrap()), "{text}");
    assert!(response.get("persistedOutputPath").is_none() && response["stderr"] == json!(""));
    assert!(!results.exists() && fs::read_to_string(&output).unwrap() == rows(900));
    // A file that is not there.
    payload["tool_response"]["persistedOutputPath"] = json!("/nowhere/output.txt");
    assert_eq!(shown(&limited(&results), &payload), None);
}

/// What was not shown has not been explained.
#[test]
fn a_later_result_is_explained() {
    let home = TempDir::new().unwrap();
    let places = toon_agents::Places::in_home(home.path(), toon_agents::System::Linux);
    let hook = limited(&home.path().join("results")).places(places);
    let first = hook.answer(claude(&rows(900)).to_string().as_bytes()).unwrap();
    first.written();
    assert!(shown(&hook, &claude(&rows(60))).unwrap().starts_with("Data may be TOON"));
}
