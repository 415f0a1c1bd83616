//! Pages.

use super::{Client, text};
use serde_json::json;
use toon_rmcp::marker::WARNINGS;

/// The pagination does not repeat the limit.
#[tokio::test]
async fn one_after_another() {
    let client = Client::start("projects").await;
    for (page, expected) in [
        (1, "projects[4]{id}:\n  proj-onboarding\n  proj-billing\n  proj-battery\n  proj-search"),
        (2, "projects[2]{id}:\n  proj-churn\n  proj-legacy"),
    ] {
        let text = client.text("project_list", json!({"fields": ["id"], "page": page, "limit": 4})).await;
        assert_eq!(text, format!("{expected}\npagination:\n  total: 6\n  page: {page}\n  totalPages: 2"));
    }
    client.stop().await;
}

#[tokio::test]
async fn of_twenty_rows_unless_told() {
    let client = Client::start("projects").await;
    let twenty = client.text("knowledge_list", json!({"fields": ["id"]})).await;
    assert!(twenty.starts_with("knowledge[20]{id}:\n"), "{twenty}");
    assert!(twenty.ends_with("\n  total: 116\n  page: 1\n  totalPages: 6"), "{twenty}");
    let hundred = client.text("knowledge_list", json!({"fields": ["id"], "limit": 100, "page": 2})).await;
    assert!(hundred.starts_with("knowledge[16]{id}:\n"), "{hundred}");
    let one = client.rows("project_list", json!({"fields": ["id"], "limit": 1})).await;
    assert_eq!(one, "projects[1]{id}:\n  proj-onboarding");
    client.stop().await;
}

#[tokio::test]
async fn out_of_bounds() {
    let client = Client::start("projects").await;
    for (asked, message) in [
        (json!({"limit": 101}), "Invalid limit 101: it must be from 1 to 100"),
        (json!({"limit": 0}), "Invalid limit 0: it must be from 1 to 100"),
        (json!({"page": 0}), "Invalid page 0: it must be at least 1"),
    ] {
        for tool in ["project_list", "task_list", "knowledge_list"] {
            assert_eq!(client.refused(tool, asked.clone()).await, message);
        }
    }
    client.stop().await;
}

#[tokio::test]
async fn beyond_the_last_one() {
    let client = Client::start("projects").await;
    let asked = json!({"fields": ["name", "stars"], "page": 9, "responseFormat": "json"});
    let result = client.call("project_list", asked).await;
    assert_eq!(text(&result), r#"{"projects":[],"pagination":{"total":6,"page":9,"totalPages":1}}"#);
    let warnings = [
        "Unknown fields were ignored: stars. Known fields: id, name, status, taskType, createdAt, description, updatedAt, urls, completionRequirements, outputFormat, tasks, knowledge.",
        "Page 9 does not exist: the last page is 1.",
    ];
    assert_eq!(result.meta.as_ref().unwrap()[WARNINGS], json!(warnings));
    let lines = warnings.map(|warning| format!("Warning: {warning}")).join("\n");
    assert_eq!(result.content[1].as_text().unwrap().text, lines);
    client.stop().await;
}
