//! The example `projects`, run as its clients run it: as a child process, over stdin and stdout.
//!
//! What it answers if rows cannot be written as TOON is tested with other rows, in
//! `../../library/response/fallback.rs` and `children.rs`: its own always can.

mod details;
mod fields;
mod included;
mod knowledge;
mod list;
mod page;
mod readme;
mod sort;
mod tasks;

use rmcp::ServiceExt;
use rmcp::model::{CallToolRequestParams, CallToolResult};
use rmcp::service::{RoleClient, RunningService};
use rmcp::transport::TokioChildProcess;
use serde_json::{Value, json};
use std::path::PathBuf;
use tokio::process::Command;
use toon_rmcp::marker::FORMAT;

/// A client, and the server that it started.
pub(crate) struct Client(RunningService<RoleClient, ()>);

impl Client {
    /// Starts an example.
    pub(crate) async fn start(name: &str) -> Self {
        let server = TokioChildProcess::new(Command::new(example(name))).unwrap();
        Client(().serve(server).await.unwrap())
    }

    pub(crate) async fn call(&self, tool: &'static str, arguments: Value) -> CallToolResult {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        self.0.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await.unwrap()
    }

    /// The text of an answer without warnings.
    pub(crate) async fn text(&self, tool: &'static str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await;
        assert_eq!(result.meta, None);
        assert_eq!(result.content.len(), 1);
        text(&result).to_owned()
    }

    /// The start of an answer without warnings, up to its pagination.
    async fn rows(&self, tool: &'static str, arguments: Value) -> String {
        let text = self.text(tool, arguments).await;
        text.split_once("\npagination:\n").unwrap().0.to_owned()
    }

    async fn refused(&self, tool: &'static str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await;
        assert_eq!(result.is_error, Some(true));
        text(&result).to_owned()
    }

    pub(crate) async fn stop(self) {
        self.0.cancel().await.unwrap();
    }
}

/// Before running all tests, Cargo builds the examples, in a folder beside that of the tests.
pub(crate) fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap().join("examples");
    let path = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing: run `cargo build -p toon-rmcp --example {name}`", path.display());
    path
}

pub(crate) fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().unwrap().text
}

fn format(result: &CallToolResult) -> &str {
    result.content[0].as_text().unwrap().meta.as_ref().unwrap()[FORMAT].as_str().unwrap()
}

#[tokio::test]
async fn tools_and_their_parameters() {
    let client = Client::start("projects").await;
    let info = client.0.peer_info().unwrap();
    let instructions = info.instructions.as_ref().unwrap();
    assert!(instructions.starts_with("Projects, their tasks, and knowledge about them. Answers are in TOON"));
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

/// Where the text of knowledge is, and that fields decide.
#[tokio::test]
async fn descriptions_of_what_is_included() {
    let client = Client::start("projects").await;
    let tools = client.0.list_all_tools().await.unwrap();
    let projects = tools.iter().find(|tool| tool.name == "project_list").unwrap();
    let properties = &projects.input_schema["properties"];
    for (name, expected) in [
        (
            "includeTasks",
            "With the tasks of each project, at any verbosity; details have them anyway. If fields are given, they decide instead: name tasks among them.",
        ),
        (
            "includeKnowledge",
            "With the latest 5 pieces of knowledge of each project, at any verbosity, and the first 200 characters of their text at full; details have up to 100 with their whole text anyway. If fields are given, they decide instead: name knowledge among them, and knowledge.text for those 200 characters.",
        ),
    ] {
        let description = properties[name]["description"].as_str().unwrap();
        assert_eq!(description.replace('\n', " "), expected);
    }
    client.stop().await;
}

/// rmcp reports them in a result.
#[tokio::test]
async fn parameters_that_cannot_be_parsed() {
    let client = Client::start("projects").await;
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
            "responseFormat: unknown variant `xml`, expected one of `toon`, `legible`, `plain`, `json`, `json_pretty`, `formatted`",
        ),
        (
            json!({"verbosity": "brief"}),
            "verbosity: unknown variant `brief`, expected one of `minimal`, `standard`, `full`",
        ),
    ] {
        let result = client.call("project_list", asked).await;
        assert_eq!(result.is_error, Some(true));
        assert_eq!(text(&result), format!("failed to deserialize parameters: {message}"));
    }
    client.stop().await;
}
