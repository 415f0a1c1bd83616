//! The README of the example.

use super::Client;
use serde_json::json;
use std::fmt::Write;
use toon_convert::tokens;

const README: &str = include_str!("../../../examples/projects/README.md");

#[tokio::test]
async fn answers() {
    let client = Client::start("projects").await;
    let shown: Vec<&str> = README.split("`project_list` with `").skip(1).collect();
    assert_eq!(shown.len(), 2);
    for shown in shown {
        let (asked, rest) = shown.split_once("` answers\n\n```text\n").unwrap();
        let (answer, _) = rest.split_once("\n```").unwrap();
        assert_eq!(client.text("project_list", serde_json::from_str(asked).unwrap()).await, answer);
    }
    client.stop().await;
}

/// The sizes of an answer with child tables and without.
#[tokio::test]
async fn sizes() {
    let (_, rest) = README.split_once("<!-- sizes -->\n").unwrap();
    let (shown, _) = rest.split_once("<!-- /sizes -->").unwrap();
    let client = Client::start("projects").await;
    let mut asked = json!({"includeTasks": true, "includeKnowledge": true});
    let toon = client.text("project_list", asked.clone()).await;
    asked["responseFormat"] = json!("json");
    let json = client.text("project_list", asked.clone()).await;
    asked["responseFormat"] = json!("toon");
    asked["fields"] = json!(["id", "name", "status", "taskType", "createdAt", "tasks", "knowledge"]);
    let nested = client.text("project_list", asked).await;
    let mut table = "| | bytes | tokens |\n| --- | ---: | ---: |\n".to_owned();
    for (name, text) in [
        ("compact JSON", json),
        ("TOON with lists in the projects", nested),
        ("TOON with child tables", toon),
    ] {
        writeln!(table, "| {name} | {} | {} |", text.len(), tokens::count(&text)).unwrap();
    }
    assert_eq!(shown, table);
    client.stop().await;
}
