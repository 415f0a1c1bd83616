//! The details of one project.

use super::{Client, text};
use serde_json::{Value, json};

#[tokio::test]
async fn always_full() {
    let client = Client::start("projects").await;
    let details = "\
projects[1]{id,name,status,taskType,createdAt,description,updatedAt,urls,completionRequirements,outputFormat,tasks,knowledge}:
  proj-battery,Battery ageing model,active,research,\"2026-01-28T07:20:00Z\",Predict the capacity of cells after 500 cycles from their first 50.,\"2026-02-27T18:40:00Z\",2,Mean error below 2 % on cells of a batch that was held out.,Paper and code,3,2
projects.urls[2]{title,url}:
  Data set,\"https://data.example.org/cells-2025\"
  Preprint,\"https://papers.example.org/ageing\"
projects.tasks[3]{id,title,status,priority}:
  task-401,Clean the cycling data,completed,high
  task-402,\"Baseline: a line through the first 50 cycles\",completed,medium
  task-403,Model from impedance spectra,in-progress,critical
projects.knowledge[2]{id,domain,tags,text}:
  know-41,scientific,impedance ageing,The charge-transfer resistance after 25 cycles explains 61 % of the variance in capacity at 500.
  know-42,scientific,data,Testers 3 and 5 log UTC+1 from June to September; all others log UTC.
pagination:
  total: 1
  page: 1
  totalPages: 1";
    for verbosity in ["minimal", "standard", "full"] {
        let asked = json!({"mode": "details", "id": "proj-battery", "verbosity": verbosity});
        assert_eq!(client.text("project_list", asked).await, details, "{verbosity}");
    }
    client.stop().await;
}

#[tokio::test]
async fn of_fields() {
    let client = Client::start("projects").await;
    let some = "\
projects[1]:
  - tasks[3]{status,title}:
      completed,Clean the cycling data
      completed,\"Baseline: a line through the first 50 cycles\"
      in-progress,Model from impedance spectra
    name: Battery ageing model
pagination:
  total: 1
  page: 1
  totalPages: 1";
    let asked =
        json!({"mode": "details", "id": "proj-battery", "fields": ["tasks.status", "tasks.title", "name"]});
    assert_eq!(client.text("project_list", asked).await, some);
    client.stop().await;
}

/// At most a hundred pieces, the latest first, each with its whole text.
#[tokio::test]
async fn knowledge() {
    let client = Client::start("projects").await;
    let legacy = client.rows("project_list", json!({"mode": "details", "id": "proj-legacy"})).await;
    let (_, knowledge) = legacy.split_once("\nprojects.knowledge[100]{id,domain,tags,text}:\n").unwrap();
    let rows: Vec<&str> = knowledge.lines().collect();
    assert_eq!(rows.len(), 100);
    assert_eq!(
        (rows[0], rows[99]),
        (
            "  know-6104,technical,suppliers csv,Supplier 104 separates columns with a semicolon.",
            "  know-6005,technical,suppliers csv,Supplier 5 separates columns with a semicolon."
        )
    );
    let all = client.text("knowledge_list", json!({"projectId": "proj-legacy", "fields": ["id"]})).await;
    assert!(all.ends_with("\n  total: 104\n  page: 1\n  totalPages: 6"), "{all}");

    let asked = json!({"mode": "details", "id": "proj-billing", "responseFormat": "json"});
    let billing: Value = serde_json::from_str(&client.text("project_list", asked).await).unwrap();
    let long = billing["projects"][0]["knowledge"][0]["text"].as_str().unwrap();
    assert!(long.chars().count() > 200 && long.ends_with("the 31 customers who would notice."), "{long}");
    client.stop().await;
}

#[tokio::test]
async fn of_no_project() {
    let client = Client::start("projects").await;
    let result = client.call("project_list", json!({"mode": "details", "id": "proj-none"})).await;
    assert_eq!(result.is_error, Some(true));
    assert_eq!(text(&result), "There is no project with the id proj-none");
    let message = client.refused("project_list", json!({"mode": "details"})).await;
    assert_eq!(message, "Details need the id of a project");
    client.stop().await;
}
