//! Tasks.

use super::Client;
use serde_json::json;

#[tokio::test]
async fn by_verbosity() {
    let client = Client::start("projects").await;
    let by_priority = "\
tasks[4]{id,title,status,priority}:
  task-201,Count calls per key,completed,critical
  task-202,Nightly rating,in-progress,high
  task-203,Show the bill so far,todo,medium
  task-204,Ask finance about rounding,todo,low
pagination:
  total: 4
  page: 1
  totalPages: 1";
    let asked = json!({"projectId": "proj-billing", "sortBy": "-priority", "verbosity": "minimal"});
    assert_eq!(client.text("task_list", asked).await, by_priority);

    let standard = client.text("task_list", json!({"assignedTo": "lea", "priority": "high"})).await;
    let expected = "\
tasks[1]{id,title,status,priority,projectId,createdAt}:
  task-301,Interview 30 customers,completed,high,proj-churn,\"2025-10-21T09:00:00Z\"
";
    assert!(standard.starts_with(expected), "{standard}");

    // A table at every level: links are one cell each.
    let full = client.text("task_list", json!({"status": "todo", "verbosity": "full"})).await;
    let header = "tasks[3]{id,title,status,priority,projectId,createdAt,description,updatedAt,assignedTo,tags,taskType,completionRequirements,outputFormat,urls}:\n";
    assert!(full.starts_with(header), "{full}");
    let full = client
        .text("task_list", json!({"projectId": "proj-search", "tag": "index", "verbosity": "full"}))
        .await;
    let expected = concat!(
        "tasks[1]{id,title,status,priority,projectId,createdAt,description,updatedAt,assignedTo,tags,taskType,completionRequirements,outputFormat,urls}:\n",
        "  task-101,Tokenize German compounds,in-progress,high,proj-search,\"2026-01-15T09:00:00Z\",",
        r#""Split compounds such as \"Fahrradhelm\" so that \"Helm\" finds them.","2026-03-02T16:05:00Z",mara,language index,research,"#,
        r#"The 200 queries of the list find what they should.,Pull request,"Query list <https://docs.example.com/search/queries-de>""#,
        "\n",
    );
    assert!(full.starts_with(expected), "{full}");
    client.stop().await;
}

#[tokio::test]
async fn filters() {
    let client = Client::start("projects").await;
    let tagged = client
        .text("task_list", json!({"tag": "model", "fields": ["tags", "assignedTo"], "sortBy": "title"}))
        .await;
    assert!(
        tagged.starts_with("tasks[2]{tags,assignedTo}:\n  model,yuki\n  model impedance,sofia\n"),
        "{tagged}"
    );
    client.stop().await;
}

/// Priorities by urgency, everything else by the alphabet.
#[tokio::test]
async fn sorted() {
    let client = Client::start("projects").await;
    for (sort_by, expected) in [
        (json!("priority"), ["task-104", "task-103", "task-101", "task-102"]),
        (json!("-priority"), ["task-102", "task-101", "task-103", "task-104"]),
        (json!("createdAt"), ["task-101", "task-103", "task-102", "task-104"]),
        (json!("status"), ["task-104", "task-103", "task-101", "task-102"]),
        (json!("title"), ["task-103", "task-102", "task-104", "task-101"]),
        (json!("updatedAt"), ["task-103", "task-102", "task-104", "task-101"]),
        (json!([]), ["task-104", "task-102", "task-103", "task-101"]),
    ] {
        let asked = json!({"projectId": "proj-search", "sortBy": sort_by, "fields": ["id"]});
        let expected = format!("tasks[4]{{id}}:\n  {}", expected.join("\n  "));
        assert_eq!(client.rows("task_list", asked).await, expected, "{sort_by}");
    }
    let none = client.rows("task_list", json!({"tag": "none"})).await;
    assert_eq!(none, "tasks: []");
    client.stop().await;
}
