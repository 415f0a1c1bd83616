//! Projects: formats, verbosity, filters, special characters, and no projects at all.

use super::{Client, format, text};
use serde_json::{Value, json};

#[tokio::test]
async fn response_formats() {
    let client = Client::start("projects").await;
    let asked =
        |format: &str| json!({"fields": ["id", "status"], "taskType": "analysis", "responseFormat": format});
    let toon = "projects[1]{id,status}:\n  proj-churn,completed\npagination:\n  total: 1\n  page: 1\n  totalPages: 1";
    let json = r#"{"projects":[{"id":"proj-churn","status":"completed"}],"pagination":{"total":1,"page":1,"totalPages":1}}"#;
    let pretty = r#"{
  "projects": [
    {
      "id": "proj-churn",
      "status": "completed"
    }
  ],
  "pagination": {
    "total": 1,
    "page": 1,
    "totalPages": 1
  }
}"#;
    let formatted = "# projects: 1 of 1, page 1 of 1\n\n## 1\nid: proj-churn\nstatus: completed";
    for (asked, marker, expected) in [
        (json!({"fields": ["id", "status"], "taskType": "analysis"}), "toon", toon),
        (asked("toon"), "toon", toon),
        (asked("json"), "json", json),
        (asked("json_pretty"), "json", pretty),
        (asked("formatted"), "text", formatted),
    ] {
        let result = client.call("project_list", asked).await;
        assert_eq!((format(&result), text(&result)), (marker, expected));
    }
    client.stop().await;
}

#[tokio::test]
async fn text_for_people() {
    let client = Client::start("projects").await;
    let asked = json!({"responseFormat": "formatted", "id": "proj-onboarding", "includeTasks": true});
    let expected = "\
# projects: 1 of 1, page 1 of 1

## 1
id: proj-onboarding
name: Onboarding, second try
status: pending
taskType: generation
createdAt: 2026-02-20T15:10:00Z
tasks:
  - id: task-501
    title: Watch six people sign up
    status: backlog
    priority: high";
    assert_eq!(client.text("project_list", asked).await, expected);
    client.stop().await;
}

#[tokio::test]
async fn by_verbosity() {
    let client = Client::start("projects").await;
    let standard = "\
projects[6]{id,name,status,taskType,createdAt}:
  proj-onboarding,\"Onboarding, second try\",pending,generation,\"2026-02-20T15:10:00Z\"
  proj-billing,Billing by usage,active,generation,\"2026-02-03T10:00:00Z\"
  proj-battery,Battery ageing model,active,research,\"2026-01-28T07:20:00Z\"
  proj-search,Product search,in-progress,integration,\"2026-01-12T08:30:00Z\"
  proj-churn,Why customers leave,completed,analysis,\"2025-10-20T13:45:00Z\"
  proj-legacy,Old importer,archived,integration,\"2024-05-06T09:00:00Z\"
pagination:
  total: 6
  page: 1
  totalPages: 1";
    assert_eq!(client.text("project_list", json!({})).await, standard);
    assert_eq!(
        client.text("project_list", json!({"verbosity": "standard", "responseFormat": "toon"})).await,
        standard
    );

    let minimal = "\
projects[2]{id,name,status,taskType}:
  proj-billing,Billing by usage,active,generation
  proj-battery,Battery ageing model,active,research
pagination:
  total: 2
  page: 1
  totalPages: 1";
    assert_eq!(
        client.text("project_list", json!({"verbosity": "minimal", "status": "active"})).await,
        minimal
    );

    let full = "\
projects[1]{id,name,status,taskType,createdAt,description,updatedAt,urls,completionRequirements,outputFormat}:
  proj-billing,Billing by usage,active,generation,\"2026-02-03T10:00:00Z\",\"Meter API calls, rate them nightly and show customers what they will pay.\",\"2026-03-01T09:12:00Z\",1,Invoices of two test months agree with the ledger to the cent.,\"Service, migration, runbook\"
projects.urls[1]{title,url}:
  Price list,\"https://docs.example.com/billing/prices\"
pagination:
  total: 2
  page: 2
  totalPages: 2";
    let asked =
        json!({"verbosity": "full", "taskType": "generation", "sortBy": "-name", "page": 2, "limit": 1});
    assert_eq!(client.text("project_list", asked).await, full);
    client.stop().await;
}

#[tokio::test]
async fn one_status_or_many() {
    let client = Client::start("projects").await;
    for (status, expected) in [
        (json!("active"), "projects[2]{id}:\n  proj-billing\n  proj-battery\n"),
        (json!(["active"]), "projects[2]{id}:\n  proj-billing\n  proj-battery\n"),
        (
            json!(["active", "pending"]),
            "projects[3]{id}:\n  proj-onboarding\n  proj-billing\n  proj-battery\n",
        ),
        (json!([]), "projects[6]{id}:\n"),
        (Value::Null, "projects[6]{id}:\n"),
    ] {
        let text = client.text("project_list", json!({"status": status, "fields": ["id"]})).await;
        assert!(text.starts_with(expected), "{status}: {text}");
    }
    let asked = json!({"status": ["todo", "backlog"], "priority": "low", "fields": ["id"]});
    let text = client.text("task_list", asked).await;
    assert!(text.starts_with("tasks[2]{id}:\n  task-104\n  task-204\n"), "{text}");
    client.stop().await;
}

/// Without a row, a table has no columns (§9.1).
#[tokio::test]
async fn no_projects() {
    let client = Client::start("projects").await;
    let none = "projects: []\npagination:\n  total: 0\n  page: 1\n  totalPages: 0";
    for asked in [
        json!({"id": "proj-none"}),
        json!({"id": "proj-none", "fields": ["name"]}),
        json!({"id": "proj-none", "includeTasks": true, "includeKnowledge": true}),
    ] {
        assert_eq!(client.text("project_list", asked).await, none);
    }
    let asked = json!({"id": "proj-none", "responseFormat": "json"});
    let none = r#"{"projects":[],"pagination":{"total":0,"page":1,"totalPages":0}}"#;
    assert_eq!(client.text("project_list", asked).await, none);
    client.stop().await;
}

/// The child tables that every row has are there; those that were to be included are not.
#[tokio::test]
async fn no_projects_in_full() {
    let client = Client::start("projects").await;
    let none = "projects: []\nprojects.urls: []\npagination:\n  total: 0\n  page: 1\n  totalPages: 0";
    for asked in [
        json!({"id": "proj-none", "verbosity": "full"}),
        json!({"id": "proj-none", "verbosity": "full", "includeTasks": true, "includeKnowledge": true}),
    ] {
        assert_eq!(client.text("project_list", asked).await, none);
    }
    client.stop().await;
}

/// Commas, colons and quotes need quotes, as do timestamps; spaces, hyphens and `%` do not.
#[tokio::test]
async fn special_characters() {
    let client = Client::start("projects").await;
    let name = json!({"id": "proj-onboarding", "fields": ["name", "createdAt", "status"]});
    let expected =
        "projects[1]{name,createdAt,status}:\n  \"Onboarding, second try\",\"2026-02-20T15:10:00Z\",pending";
    assert_eq!(client.rows("project_list", name).await, expected);
    let percent = json!({"id": "proj-battery", "fields": ["completionRequirements"]});
    let expected =
        "projects[1]{completionRequirements}:\n  Mean error below 2 % on cells of a batch that was held out.";
    assert_eq!(client.rows("project_list", percent).await, expected);
    let colon = json!({"projectId": "proj-battery", "priority": "medium", "fields": ["title", "id"]});
    let expected = "tasks[1]{title,id}:\n  \"Baseline: a line through the first 50 cycles\",task-402";
    assert_eq!(client.rows("task_list", colon).await, expected);
    let quotes = json!({"projectId": "proj-search", "tag": "index", "fields": ["description", "status"]});
    let expected = r#"tasks[1]{description,status}:
  "Split compounds such as \"Fahrradhelm\" so that \"Helm\" finds them.",in-progress"#;
    assert_eq!(client.rows("task_list", quotes).await, expected);
    client.stop().await;
}
