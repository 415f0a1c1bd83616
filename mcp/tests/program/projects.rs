//! The example `projects`, run as its clients run it: as a child process, over stdin and stdout.

use rmcp::model::{CallToolRequestParams, CallToolResult, ErrorCode, ErrorData};
use rmcp::service::{RoleClient, RunningService};
use rmcp::transport::TokioChildProcess;
use rmcp::{ServiceError, ServiceExt};
use serde_json::{Value, json};
use std::path::PathBuf;
use tokio::process::Command;
use toon_mcp::marker::{FORMAT, WARNINGS};

/// A client, and the server that it started.
struct Client(RunningService<RoleClient, ()>);

impl Client {
    async fn start() -> Self {
        let server = TokioChildProcess::new(Command::new(example("projects"))).unwrap();
        Client(().serve(server).await.unwrap())
    }

    async fn ask(&self, tool: &'static str, arguments: Value) -> Result<CallToolResult, ErrorData> {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        match self.0.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await {
            Ok(result) => Ok(result),
            Err(ServiceError::McpError(error)) => Err(error),
            Err(error) => panic!("{error}"),
        }
    }

    async fn call(&self, tool: &'static str, arguments: Value) -> CallToolResult {
        self.ask(tool, arguments).await.unwrap()
    }

    /// The text of an answer without warnings.
    async fn text(&self, tool: &'static str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await;
        assert_eq!(result.meta, None);
        assert_eq!(result.content.len(), 1);
        text(&result).to_owned()
    }

    async fn refused(&self, tool: &'static str, arguments: Value) -> String {
        let error = self.ask(tool, arguments).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
        error.message.into_owned()
    }

    async fn stop(self) {
        self.0.cancel().await.unwrap();
    }
}

/// Before running all tests, Cargo builds the examples, in a folder beside that of the tests.
pub(crate) fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap().join("examples");
    let path = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing: run `cargo build -p toon-mcp --example {name}`", path.display());
    path
}

fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().unwrap().text
}

fn format(result: &CallToolResult) -> &str {
    result.content[0].as_text().unwrap().meta.as_ref().unwrap()[FORMAT].as_str().unwrap()
}

#[tokio::test]
async fn tools_and_their_parameters() {
    let client = Client::start().await;
    let info = client.0.peer_info().unwrap();
    assert!(info.instructions.as_ref().unwrap().contains("TOON"));
    let mut tools = client.0.list_all_tools().await.unwrap();
    tools.sort_by(|one, other| one.name.cmp(&other.name));
    let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["knowledge_list", "project_list", "task_list"]);
    for tool in &tools {
        assert!(tool.description.as_ref().unwrap().contains("Sorts by "));
        let properties = tool.input_schema["properties"].as_object().unwrap();
        for name in ["responseFormat", "verbosity", "fields", "sortBy", "page", "limit"] {
            assert!(properties[name]["description"].is_string(), "{name}");
        }
        assert!(properties.values().all(|property| property["description"].is_string()), "{properties:?}");
        assert!(!tool.input_schema.contains_key("required"));
    }
    let projects = tools[1].input_schema["properties"].as_object().unwrap();
    let statuses = json!(["active", "pending", "in-progress", "completed", "archived"]);
    let [one, many] = [&projects["status"]["anyOf"][0], &projects["status"]["anyOf"][1]];
    assert_eq!((&one["enum"], &many["items"]["enum"]), (&statuses, &statuses));
    assert_eq!(many["type"], "array");
    assert_eq!(projects["mode"]["enum"], json!(["list", "details"]));
    assert_eq!(projects["mode"]["default"], "list");
    client.stop().await;
}

#[tokio::test]
async fn projects_by_verbosity() {
    let client = Client::start().await;
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
projects[1]:
  - id: proj-billing
    name: Billing by usage
    status: active
    taskType: generation
    createdAt: \"2026-02-03T10:00:00Z\"
    description: \"Meter API calls, rate them nightly and show customers what they will pay.\"
    updatedAt: \"2026-03-01T09:12:00Z\"
    urls[1]{title,url}:
      Price list,\"https://docs.example.com/billing/prices\"
    completionRequirements: Invoices of two test months agree with the ledger to the cent.
    outputFormat: \"Service, migration, runbook\"
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
async fn details_of_a_project() {
    let client = Client::start().await;
    let details = "\
projects[1]:
  - id: proj-battery
    name: Battery ageing model
    status: active
    taskType: research
    createdAt: \"2026-01-28T07:20:00Z\"
    description: Predict the capacity of cells after 500 cycles from their first 50.
    updatedAt: \"2026-02-27T18:40:00Z\"
    urls[2]{title,url}:
      Data set,\"https://data.example.org/cells-2025\"
      Preprint,\"https://papers.example.org/ageing\"
    completionRequirements: Mean error below 2 % on cells of a batch that was held out.
    outputFormat: Paper and code
    tasks[3]{id,title,status,priority}:
      task-401,Clean the cycling data,completed,high
      task-402,\"Baseline: a line through the first 50 cycles\",completed,medium
      task-403,Model from impedance spectra,in-progress,critical
    knowledge[2]{id,domain,tags}:
      know-41,scientific,impedance ageing
      know-42,scientific,data
pagination:
  total: 1
  page: 1
  totalPages: 1";
    let asked = json!({"mode": "details", "id": "proj-battery", "verbosity": "minimal"});
    assert_eq!(client.text("project_list", asked).await, details);

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

    let result = client.call("project_list", json!({"mode": "details", "id": "proj-none"})).await;
    assert_eq!(result.is_error, Some(true));
    assert_eq!(text(&result), "There is no project with the id proj-none");
    let message = client.refused("project_list", json!({"mode": "details"})).await;
    assert_eq!(message, "Details need the id of a project");
    client.stop().await;
}

#[tokio::test]
async fn what_comes_with_projects_of_a_list() {
    let client = Client::start().await;
    let asked = |included: &str, verbosity: &str| json!({"id": "proj-battery", included: true, "verbosity": verbosity});
    let tasks = "    tasks[3]{id,title,status,priority}:
      task-401,Clean the cycling data,completed,high
      task-402,\"Baseline: a line through the first 50 cycles\",completed,medium
      task-403,Model from impedance spectra,in-progress,critical
pagination:\n";
    let standard = client.text("project_list", asked("includeTasks", "standard")).await;
    let start = "projects[1]:\n  - id: proj-battery\n    name: Battery ageing model\n    status: active\n    taskType: research\n";
    let created = "    createdAt: \"2026-01-28T07:20:00Z\"\n";
    assert!(standard.starts_with(&format!("{start}{created}{tasks}")), "{standard}");
    let minimal = client.text("project_list", asked("includeTasks", "minimal")).await;
    assert!(minimal.starts_with(&format!("{start}{tasks}")), "{minimal}");

    let knowledge = "    knowledge[2]{id,domain,tags}:\n      know-41,scientific,impedance ageing\n      know-42,scientific,data\n";
    let minimal = client.text("project_list", asked("includeKnowledge", "minimal")).await;
    assert!(minimal.starts_with(&format!("{start}{knowledge}pagination:\n")), "{minimal}");
    let both = json!({"includeTasks": true, "includeKnowledge": true, "responseFormat": "json", "limit": 1, "status": "pending"});
    let both = client.text("project_list", both).await;
    let nested = r#""tasks":[{"id":"task-501","title":"Watch six people sign up","status":"backlog","priority":"high"}],"knowledge":[]}"#;
    assert!(both.contains(nested), "{both}");

    let asked = |included: &str| json!({"id": "proj-search", "fields": ["id", "tasks", "knowledge.id"], included: true});
    let with_tasks = client.text("project_list", asked("includeTasks")).await;
    let expected = "projects[1]:\n  - id: proj-search\n    tasks[4]{id,title,status,priority}:\n";
    assert!(with_tasks.starts_with(expected), "{with_tasks}");
    let with_knowledge = client.text("project_list", asked("includeKnowledge")).await;
    let expected = "projects[1]:\n  - id: proj-search\n    knowledge[3]{id}:\n      know-13\n      know-12\n      know-11\n";
    assert!(with_knowledge.starts_with(expected), "{with_knowledge}");
    client.stop().await;
}

#[tokio::test]
async fn one_status_or_many() {
    let client = Client::start().await;
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

/// The session in the example's README.
#[tokio::test]
async fn readme() {
    let readme = include_str!("../../examples/projects/README.md");
    let (_, rest) = readme.split_once("`project_list` with `").unwrap();
    let (asked, rest) = rest.split_once("` answers\n\n```text\n").unwrap();
    let (answer, _) = rest.split_once("\n```").unwrap();
    let client = Client::start().await;
    assert_eq!(client.text("project_list", serde_json::from_str(asked).unwrap()).await, answer);
    client.stop().await;
}

#[tokio::test]
async fn text_for_people() {
    let client = Client::start().await;
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
async fn tasks() {
    let client = Client::start().await;
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

    let tagged = client
        .text("task_list", json!({"tag": "model", "fields": ["tags", "assignedTo"], "sortBy": "title"}))
        .await;
    assert!(
        tagged.starts_with("tasks[2]{tags,assignedTo}:\n  model,yuki\n  model impedance,sofia\n"),
        "{tagged}"
    );

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
async fn knowledge() {
    let client = Client::start().await;
    let minimal = client.text("knowledge_list", json!({"domain": "business", "verbosity": "minimal"})).await;
    let expected = "knowledge[3]{id,domain,tags}:\n  know-13,business,conversion\n  know-21,business,prices legal\n  know-31,business,churn\n";
    assert!(minimal.starts_with(expected), "{minimal}");

    let asked = json!({"search": "CAPACITY at", "tag": "ageing", "verbosity": "full"});
    let full = client.text("knowledge_list", asked).await;
    let expected = concat!(
        "knowledge[1]{id,domain,tags,projectId,createdAt,text,updatedAt,citations,projectName}:\n",
        "  know-41,scientific,impedance ageing,proj-battery,\"2026-02-15T14:00:00Z\",",
        "The charge-transfer resistance after 25 cycles explains 61 % of the variance in capacity at 500.,",
        r#""2026-02-26T09:00:00Z","https://papers.example.org/ageing; Lab book 7, p. 112",Battery ageing model"#,
        "\n",
    );
    assert!(full.starts_with(expected), "{full}");

    // Sorted and paged by the database.
    let asked =
        json!({"sortBy": ["domain", "-updatedAt"], "fields": ["id", "domain"], "page": 2, "limit": 3});
    let expected = "\
knowledge[3]{id,domain}:
  know-41,scientific
  know-42,scientific
  know-22,technical
pagination:
  total: 8
  page: 2
  totalPages: 3";
    assert_eq!(client.text("knowledge_list", asked).await, expected);
    let message = client.refused("knowledge_list", json!({"sortBy": "text"})).await;
    assert_eq!(message, "Invalid sort field: text. Allowed: domain, createdAt, updatedAt");

    // Tags are a list if they are not a cell.
    let result =
        client.call("knowledge_list", json!({"projectId": "proj-churn", "responseFormat": "json"})).await;
    assert_eq!(format(&result), "json");
    let json = r#"{"knowledge":[{"id":"know-31","domain":"business","tags":["churn"],"projectId":"proj-churn","createdAt":"2025-12-12T10:00:00Z"}],"pagination":{"total":1,"page":1,"totalPages":1}}"#;
    assert_eq!(text(&result), json);

    let result = client.call("knowledge_list", json!({"projectId": "proj-legacy"})).await;
    assert_eq!(format(&result), "toon");
    assert_eq!(text(&result), "knowledge: []\npagination:\n  total: 0\n  page: 1\n  totalPages: 0");
    client.stop().await;
}

#[tokio::test]
async fn warnings() {
    let client = Client::start().await;
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

#[tokio::test]
async fn errors() {
    let client = Client::start().await;
    let error = client
        .ask("task_list", json!({"sortBy": ["title", "-stars"], "projectId": "none"}))
        .await
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    let allowed = ["priority", "createdAt", "status", "title", "updatedAt"];
    assert_eq!(error.message, format!("Invalid sort field: stars. Allowed: {}", allowed.join(", ")));
    assert_eq!(error.data, Some(json!({"field": "stars", "allowed": allowed})));

    for (asked, message) in [
        (json!({"limit": 101}), "Invalid limit 101: it must be from 1 to 100"),
        (json!({"page": 0}), "Invalid page 0: it must be at least 1"),
        (json!({"mode": "details"}), "Details need the id of a project"),
    ] {
        assert_eq!(client.refused("project_list", asked).await, message);
    }

    // rmcp reports parameters that cannot be parsed in a result.
    for (asked, message) in [
        (
            json!({"page": -1}),
            "page must be an integer from 1 to 4294967295: invalid value: integer `-1`, expected u32",
        ),
        (
            json!({"status": "done"}),
            "unknown variant `done`, expected one of `active`, `pending`, `in-progress`, `completed`, `archived`",
        ),
        (
            json!({"responseFormat": "xml"}),
            "responseFormat: unknown variant `xml`, expected one of `toon`, `json`, `json_pretty`, `formatted`",
        ),
    ] {
        let result = client.call("project_list", asked).await;
        assert_eq!(result.is_error, Some(true));
        assert_eq!(text(&result), format!("failed to deserialize parameters: {message}"));
    }
    client.stop().await;
}
