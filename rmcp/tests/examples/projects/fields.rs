//! Fields by name.

use super::{Client, text};
use serde_json::json;
use toon_rmcp::marker::WARNINGS;

/// They override the verbosity.
#[tokio::test]
async fn in_the_order_of_the_request() {
    let client = Client::start("projects").await;
    for verbosity in ["minimal", "full"] {
        let asked = json!({"fields": ["outputFormat", "status", "id"], "taskType": "generation", "verbosity": verbosity});
        let expected = "projects[2]{outputFormat,status,id}:\n  \"Prototype, then texts in four languages\",pending,proj-onboarding\n  \"Service, migration, runbook\",active,proj-billing";
        assert_eq!(client.rows("project_list", asked).await, expected);
    }
    client.stop().await;
}

#[tokio::test]
async fn unknown_ones_are_ignored() {
    let client = Client::start("projects").await;
    let result =
        client.call("project_list", json!({"fields": ["stars", "id", "Name"], "status": "pending"})).await;
    assert!(text(&result).starts_with("projects[1]{id}:\n  proj-onboarding\n"), "{}", text(&result));
    let warning = "Unknown fields were ignored: stars, Name. Known fields: id, name, status, taskType, createdAt, description, updatedAt, urls, completionRequirements, outputFormat, tasks, knowledge.";
    assert_eq!(result.meta.as_ref().unwrap()[WARNINGS], json!([warning]));
    assert_eq!(result.content[1].as_text().unwrap().text, format!("Warning: {warning}"));
    client.stop().await;
}

#[tokio::test]
async fn without_a_known_one_the_answer_is_standard() {
    let client = Client::start("projects").await;
    let standard = client.text("project_list", json!({})).await;
    assert_eq!(client.text("project_list", json!({"fields": []})).await, standard);
    let result = client.call("project_list", json!({"fields": ["stars", "forks"]})).await;
    assert_eq!(text(&result), standard);
    let warning = "Unknown fields: stars, forks. No valid field was given, so verbosity standard was used. Known fields: id, name, status, taskType, createdAt, description, updatedAt, urls, completionRequirements, outputFormat, tasks, knowledge.";
    assert_eq!(result.meta.as_ref().unwrap()[WARNINGS], json!([warning]));
    client.stop().await;
}
