//! The order of rows.

use super::Client;
use serde_json::{Value, json};

/// `+` and no sign mean ascending, `-` descending.
#[tokio::test]
async fn by_one_field() {
    let client = Client::start("projects").await;
    for (sort_by, first, last) in [
        ("name", "proj-battery", "proj-churn"),
        ("+name", "proj-battery", "proj-churn"),
        ("-name", "proj-churn", "proj-battery"),
        ("status", "proj-battery", "proj-onboarding"),
        ("-taskType", "proj-battery", "proj-churn"),
        ("createdAt", "proj-legacy", "proj-onboarding"),
        ("updatedAt", "proj-legacy", "proj-search"),
    ] {
        let rows = client.rows("project_list", json!({"sortBy": sort_by, "fields": ["id"]})).await;
        let ids: Vec<&str> = rows.lines().skip(1).map(str::trim).collect();
        assert_eq!((ids[0], ids[5]), (first, last), "{sort_by}");
    }
    client.stop().await;
}

#[tokio::test]
async fn by_several_fields() {
    let client = Client::start("projects").await;
    let rows = client
        .rows("project_list", json!({"sortBy": ["status", "-name"], "fields": ["status", "name"]}))
        .await;
    let expected = "\
projects[6]{status,name}:
  active,Billing by usage
  active,Battery ageing model
  archived,Old importer
  completed,Why customers leave
  in-progress,Product search
  pending,\"Onboarding, second try\"";
    assert_eq!(rows, expected);
    client.stop().await;
}

#[tokio::test]
async fn the_newest_first_unless_told() {
    let client = Client::start("projects").await;
    for sort_by in [Value::Null, json!([]), json!("-createdAt")] {
        let rows = client.rows("project_list", json!({"sortBy": sort_by, "fields": ["id"]})).await;
        let expected = "projects[6]{id}:\n  proj-onboarding\n  proj-billing\n  proj-battery\n  proj-search\n  proj-churn\n  proj-legacy";
        assert_eq!(rows, expected, "{sort_by}");
    }
    client.stop().await;
}

#[tokio::test]
async fn by_fields_that_are_not_allowed() {
    let client = Client::start("projects").await;
    let projects = ["name", "status", "taskType", "createdAt", "updatedAt"].as_slice();
    let tasks = ["priority", "createdAt", "status", "title", "updatedAt"].as_slice();
    let knowledge = ["domain", "createdAt", "updatedAt"].as_slice();
    for (tool, sort_by, field, allowed) in [
        ("project_list", json!("stars"), "stars", projects),
        ("project_list", json!("id"), "id", projects),
        ("project_list", json!(["name", "--name"]), "-name", projects),
        ("task_list", json!(["title", "-stars"]), "stars", tasks),
        ("knowledge_list", json!("text"), "text", knowledge),
    ] {
        // Also if there is nothing to sort.
        for id in ["proj-search", "proj-none"] {
            let asked = json!({"sortBy": sort_by, "id": id, "projectId": id});
            let text = client.refused(tool, asked).await;
            assert_eq!(text, format!("Invalid sort field: {field}. Allowed: {}", allowed.join(", ")));
        }
    }
    client.stop().await;
}
