//! What comes with the projects of a list: their tasks and knowledge, as tables beside them.

use super::{Client, text};
use serde_json::{Value, json};

#[tokio::test]
async fn one_table_with_child_tables() {
    let client = Client::start("projects").await;
    let asked =
        json!({"includeTasks": true, "includeKnowledge": true, "sortBy": "createdAt", "page": 2, "limit": 3});
    let expected = "\
projects[3]{id,name,status,taskType,createdAt,tasks,knowledge}:
  proj-battery,Battery ageing model,active,research,\"2026-01-28T07:20:00Z\",3,2
  proj-billing,Billing by usage,active,generation,\"2026-02-03T10:00:00Z\",4,5
  proj-onboarding,\"Onboarding, second try\",pending,generation,\"2026-02-20T15:10:00Z\",1,0
projects.tasks[8]{id,title,status,priority}:
  task-401,Clean the cycling data,completed,high
  task-402,\"Baseline: a line through the first 50 cycles\",completed,medium
  task-403,Model from impedance spectra,in-progress,critical
  task-201,Count calls per key,completed,critical
  task-202,Nightly rating,in-progress,high
  task-203,Show the bill so far,todo,medium
  task-204,Ask finance about rounding,todo,low
  task-501,Watch six people sign up,backlog,high
projects.knowledge[7]{id,domain,tags}:
  know-41,scientific,impedance ageing
  know-42,scientific,data
  know-26,technical,rating
  know-22,technical,metering
  know-25,technical,metering gateway
  know-24,technical,rating time-zones
  know-23,technical,ledger
pagination:
  total: 6
  page: 2
  totalPages: 2";
    assert_eq!(client.text("project_list", asked).await, expected);
    client.stop().await;
}

#[tokio::test]
async fn only_what_was_asked_for() {
    let client = Client::start("projects").await;
    let asked = |included: &str, verbosity: &str| json!({"id": "proj-battery", included: true, "verbosity": verbosity});
    let tasks = "projects.tasks[3]{id,title,status,priority}:
  task-401,Clean the cycling data,completed,high
  task-402,\"Baseline: a line through the first 50 cycles\",completed,medium
  task-403,Model from impedance spectra,in-progress,critical";
    let minimal = "projects[1]{id,name,status,taskType,tasks}:\n  proj-battery,Battery ageing model,active,research,3\n";
    let rows = client.rows("project_list", asked("includeTasks", "minimal")).await;
    assert_eq!(rows, format!("{minimal}{tasks}"));
    let rows = client.rows("project_list", asked("includeTasks", "standard")).await;
    let standard = "projects[1]{id,name,status,taskType,createdAt,tasks}:\n  proj-battery,Battery ageing model,active,research,\"2026-01-28T07:20:00Z\",3\n";
    assert_eq!(rows, format!("{standard}{tasks}"));
    let rows = client.rows("project_list", asked("includeTasks", "full")).await;
    assert!(rows.ends_with(&format!("\n{tasks}")), "{rows}");

    let rows = client.rows("project_list", asked("includeKnowledge", "minimal")).await;
    let knowledge = "projects.knowledge[2]{id,domain,tags}:\n  know-41,scientific,impedance ageing\n  know-42,scientific,data";
    assert_eq!(rows, format!("{}{knowledge}", minimal.replace("tasks", "knowledge").replace(",3\n", ",2\n")));
    client.stop().await;
}

/// In JSON and in text for people.
#[tokio::test]
async fn within_the_projects() {
    let client = Client::start("projects").await;
    let asked = json!({"includeTasks": true, "includeKnowledge": true, "responseFormat": "json", "limit": 1, "status": "pending"});
    let json = client.text("project_list", asked).await;
    let nested = r#""tasks":[{"id":"task-501","title":"Watch six people sign up","status":"backlog","priority":"high"}],"knowledge":[]}"#;
    assert!(json.contains(nested), "{json}");
    let asked = json!({"id": "proj-churn", "includeKnowledge": true, "responseFormat": "formatted"});
    let formatted = client.text("project_list", asked).await;
    assert!(
        formatted.ends_with("\nknowledge:\n  - id: know-31\n    domain: business\n    tags:\n      - churn"),
        "{formatted}"
    );
    client.stop().await;
}

#[tokio::test]
async fn within_the_projects_if_fields_are_selected() {
    let client = Client::start("projects").await;
    let asked = json!({"id": "proj-search", "fields": ["id", "tasks", "knowledge.id"], "includeTasks": true, "includeKnowledge": true});
    let rows = client.rows("project_list", asked).await;
    let start = "projects[1]:\n  - id: proj-search\n    tasks[4]{id,title,status,priority}:\n";
    assert!(rows.starts_with(start), "{rows}");
    let end = "\n    knowledge[3]{id}:\n      know-13\n      know-12\n      know-11";
    assert!(rows.ends_with(end), "{rows}");
    client.stop().await;
}

#[tokio::test]
async fn by_fields_alone() {
    let client = Client::start("projects").await;
    for (fields, expected) in [
        (
            json!(["tasks"]),
            "tasks[1]{id,title,status,priority}:\n      task-501,Watch six people sign up,backlog,high",
        ),
        (json!(["tasks.title"]), "tasks[1]{title}:\n      Watch six people sign up"),
        (json!(["knowledge"]), "knowledge: []"),
    ] {
        for included in [false, true] {
            let asked = json!({"id": "proj-onboarding", "fields": fields, "includeTasks": included, "includeKnowledge": included});
            let rows = client.rows("project_list", asked).await;
            assert_eq!(rows, format!("projects[1]:\n  - {expected}"), "{fields} {included}");
        }
    }
    let asked = json!({"id": "proj-churn", "fields": ["knowledge.text"]});
    let expected = "projects[1]:\n  - knowledge[1]{text}:\n      Who has not invited a colleague within 14 days leaves three times as often.";
    assert_eq!(client.rows("project_list", asked).await, expected);
    // What they do not name is left out, even if it was to be included.
    let asked = json!({"id": "proj-churn", "fields": ["id"], "includeTasks": true, "includeKnowledge": true});
    assert_eq!(client.rows("project_list", asked).await, "projects[1]{id}:\n  proj-churn");
    client.stop().await;
}

/// Fields override the verbosity here, too: the text of knowledge has to be named.
#[tokio::test]
async fn text_of_knowledge_by_fields() {
    let client = Client::start("projects").await;
    for verbosity in ["minimal", "standard", "full"] {
        let asked = |fields: Value| json!({"id": "proj-churn", "fields": fields, "verbosity": verbosity});
        let rows = client.rows("project_list", asked(json!(["id", "knowledge"]))).await;
        let expected = "projects[1]:\n  - id: proj-churn\n    knowledge[1]{id,domain,tags}:\n      know-31,business,churn";
        assert_eq!(rows, expected, "{verbosity}");
        let rows = client.rows("project_list", asked(json!(["knowledge.id", "knowledge.text"]))).await;
        let expected = "projects[1]:\n  - knowledge[1]{id,text}:\n      know-31,Who has not invited a colleague within 14 days leaves three times as often.";
        assert_eq!(rows, expected, "{verbosity}");
    }
    client.stop().await;
}

/// As without fields.
#[tokio::test]
async fn text_of_knowledge_without_a_known_field() {
    let client = Client::start("projects").await;
    for (verbosity, columns) in
        [("minimal", "id,domain,tags"), ("standard", "id,domain,tags"), ("full", "id,domain,tags,text")]
    {
        let mut asked = json!({"id": "proj-churn", "verbosity": verbosity, "includeKnowledge": true});
        let answer = client.text("project_list", asked.clone()).await;
        assert!(answer.contains(&format!("\nprojects.knowledge[1]{{{columns}}}:\n")), "{answer}");
        for fields in [json!([]), json!(["stars", "knowledges"])] {
            asked["fields"] = fields;
            let result = client.call("project_list", asked.clone()).await;
            assert_eq!(text(&result), answer, "{asked}");
        }
    }
    client.stop().await;
}

/// A list has the latest five pieces of knowledge of a project and, if it is full, the first 200
/// characters of each.
#[tokio::test]
async fn previews_of_knowledge() {
    let client = Client::start("projects").await;
    let asked = json!({"id": "proj-billing", "includeKnowledge": true, "verbosity": "full"});
    let rows = client.rows("project_list", asked.clone()).await;
    let expected = "\
projects.knowledge[5]{id,domain,tags,text}:
  know-26,technical,rating,\"Prices change in the middle of a month for 4 % of the customers. Rating splits such a month at the day of the change and counts the free quota once, from the first day – which is what the contracts sa... (truncated)\"
  know-22,technical,metering,\"The gateway may send a window twice after a restart: rows are keyed by key, minute and instance.\"
  know-25,technical,metering gateway,\"Calls that the gateway refuses (401, 429) are not billed, but they are in its log.\"
  know-24,technical,rating time-zones,\"A day ends at midnight UTC, also for customers whose contract names another time zone.\"
  know-23,technical,ledger,\"The ledger rounds half to even, and the old invoices half up.\"";
    assert!(rows.ends_with(expected), "{rows}");

    // The same in JSON.
    let mut asked = asked;
    asked["responseFormat"] = json!("json");
    let json: Value = serde_json::from_str(&client.text("project_list", asked).await).unwrap();
    let knowledge = json["projects"][0]["knowledge"].as_array().unwrap();
    assert_eq!(knowledge.len(), 5);
    let preview = knowledge[0]["text"].as_str().unwrap().strip_suffix("... (truncated)").unwrap();
    assert_eq!(preview.chars().count(), 200);

    // By name, at any verbosity.
    let asked = json!({"id": "proj-churn", "includeKnowledge": true, "fields": ["knowledge.text"]});
    let rows = client.rows("project_list", asked).await;
    let expected = "    Who has not invited a colleague within 14 days leaves three times as often.";
    assert_eq!(rows, format!("projects[1]:\n  - knowledge[1]{{text}}:\n  {expected}"));
    client.stop().await;
}
