//! The servers, and the calls whose results are measured.

use crate::install::{Node, Python, here};
use crate::servers::run::{everything, memory};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) struct Server {
    /// Its name in the table.
    pub(super) name: &'static str,
    /// The command of each session, which do not share the server's state: one without the proxy, and
    /// one for each host.
    pub(super) commands: [Command; 4],
    pub(super) calls: Vec<Call>,
}

/// A call, and its description in the table.
pub(super) struct Call {
    pub(super) tool: &'static str,
    pub(super) arguments: Value,
    pub(super) label: &'static str,
}

/// Calls without arguments.
const fn without_arguments(tool: &'static str, label: &'static str) -> Call {
    Call { tool, arguments: Value::Null, label }
}

/// A call that is named in the table after its tool.
const fn named_after_tool(tool: &'static str, arguments: Value) -> Call {
    Call { tool, arguments, label: tool }
}

pub(super) fn all() -> Vec<Server> {
    vec![
        python("Python SDK 1.30", &Python::install_sdk1(), "sdk"),
        python("2.3", &Python::install(), "sdk"),
        python("FastMCP 4.2", &Python::install(), "fastmcp"),
        typescript(),
        Server {
            name: "server-filesystem",
            commands: [(); 4].map(|()| filesystem()),
            calls: filesystem_calls(),
        },
        Server { name: "server-memory", commands: memories(), calls: memory_calls() },
        everything_structured(),
        time(),
        git(),
        gitlab(),
    ]
}

fn python(name: &'static str, python: &Python, library: &str) -> Server {
    let command = || {
        let mut command = python.script("../servers/returns.py");
        command.arg(library);
        command
    };
    let calls = vec![
        without_arguments("list_of_models", "`list[Model]`"),
        without_arguments("list_of_dicts", "`list[dict]`"),
        without_arguments("untyped_list", "a list without a type"),
        without_arguments("page_model", "a model"),
        without_arguments("page_dict", "`dict`"),
        without_arguments("json_text", "JSON in `str`"),
        without_arguments("prose_and_json", "prose and JSON in `str`"),
        without_arguments("fenced_json", "fenced JSON in `str`"),
        without_arguments("ndjson", "NDJSON in `str`"),
    ];
    Server { name, commands: [(); 4].map(|()| command()), calls }
}

/// Tools with structured content exist twice, with an `outputSchema` and without.
pub(super) const WITHOUT_SCHEMA: &str = "_without_schema";

/// The tool with a UI.
pub(super) const UI: &str = "ui";

fn typescript() -> Server {
    let calls = vec![
        without_arguments("compact_text", "compact JSON as text"),
        without_arguments("pretty_text", "indented JSON as text"),
        without_arguments("embedded_resource", "JSON as an embedded resource"),
        without_arguments("error", "an error with JSON as text"),
        without_arguments("same_text", "structured, and the same as text"),
        without_arguments("same_text_without_schema", "structured, and the same as text"),
        without_arguments("text_of_items", "structured, and its only list as text"),
        without_arguments("text_of_items_without_schema", "structured, and its only list as text"),
        without_arguments("summary", "structured, and a summary as text"),
        without_arguments("summary_without_schema", "structured, and a summary as text"),
        without_arguments("no_text", "structured, without text"),
        without_arguments("no_text_without_schema", "structured, without text"),
        without_arguments(UI, "structured, the same as text, and a UI"),
    ];
    let command = || Node::install().file(&here("../servers/returns.mjs"));
    Server { name: "TypeScript SDK 1.32", commands: [(); 4].map(|()| command()), calls }
}

/// Lists of records as GitLab's REST API returns them, with made-up data.
fn gitlab() -> Server {
    let command = || Node::install().file(&here("../servers/gitlab.mjs"));
    let calls = ["list_issues", "list_merge_requests", "list_pipelines"];
    Server {
        name: "like GitLab",
        commands: [(); 4].map(|()| command()),
        calls: calls.map(|tool| named_after_tool(tool, Value::Null)).into(),
    }
}

/// A separate, empty folder below that of the tests.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) const PACKAGE: &str = r#"{
  "name": "shop",
  "version": "2.4.1",
  "type": "module",
  "scripts": { "build": "tsc", "test": "node --test" },
  "dependencies": { "express": "^5.1.0", "pg": "^8.16.3", "zod": "^4.2.0" }
}
"#;

const TSCONFIG: &str = r#"{ "compilerOptions": { "strict": true, "target": "es2024", "outDir": "dist" } }"#;

const OTHER_FILES: [&str; 13] = [
    "README.md",
    "src/catalogue/index.ts",
    "src/catalogue/search.ts",
    "src/catalogue/stock.ts",
    "src/checkout/index.ts",
    "src/checkout/payment.ts",
    "src/checkout/shipping.ts",
    "src/main.ts",
    "tests/catalogue/search.test.ts",
    "tests/catalogue/stock.test.ts",
    "tests/checkout/payment.test.ts",
    "tests/main.test.ts",
    "tsconfig.json",
];

/// Fills a folder with 14 files.
pub(crate) fn fill(folder: &Path) {
    std::fs::write(folder.join("package.json"), PACKAGE).unwrap();
    for file in OTHER_FILES {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let text =
            if file == "tsconfig.json" { TSCONFIG.to_owned() } else { format!("// {file}\n").repeat(20) };
        std::fs::write(path, text).unwrap();
    }
}

/// The server for the files in `folder`.
pub(crate) fn files_in(folder: &Path) -> Command {
    let mut command = Node::install().package("server-filesystem/dist/index.js");
    command.arg(folder);
    command
}

fn filesystem_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("shown")
}

fn filesystem() -> Command {
    files_in(&filesystem_folder())
}

fn filesystem_calls() -> Vec<Call> {
    fill(&empty_folder("shown"));
    let path = |file: &str| filesystem_folder().join(file).to_str().unwrap().to_owned();
    let (root, package) = (path(""), path("package.json"));
    let edits = json!([{ "oldText": "\"version\": \"2.4.1\"", "newText": "\"version\": \"2.5.0\"" }]);
    vec![
        named_after_tool("read_text_file", json!({ "path": package })),
        named_after_tool("read_multiple_files", json!({ "paths": [package, path("tsconfig.json")] })),
        // Nothing is written, so all sessions see the same.
        named_after_tool("edit_file", json!({ "path": package, "edits": edits, "dryRun": true })),
        named_after_tool("get_file_info", json!({ "path": path("src") })),
        named_after_tool("list_directory", json!({ "path": root })),
        named_after_tool("list_directory_with_sizes", json!({ "path": root })),
        named_after_tool("directory_tree", json!({ "path": root })),
        named_after_tool("search_files", json!({ "path": root, "pattern": "**/*.ts" })),
    ]
}

fn memories() -> [Command; 4] {
    let folder = empty_folder("shown-memory");
    [0, 1, 2, 3].map(|session: usize| {
        let mut command = memory();
        command.env("MEMORY_FILE_PATH", folder.join(format!("{session}.jsonl")));
        command
    })
}

fn memory_calls() -> Vec<Call> {
    let names = ["Ada", "Mara", "Joris", "Amir", "Lea", "Yuki", "Sofia", "Noor", "Emil", "Ines"];
    let cities = ["Berlin", "Porto", "Utrecht", "Osaka"];
    let entities: Vec<Value> = names
        .iter()
        .zip(cities.iter().cycle())
        .map(|(name, city)| {
            json!({ "name": name, "entityType": "person", "observations": [format!("lives in {city}"), "likes tea"] })
        })
        .collect();
    let relations: Vec<Value> = names
        .windows(2)
        .map(|pair| json!({ "from": pair[0], "to": pair[1], "relationType": "works with" }))
        .collect();
    vec![
        named_after_tool("create_entities", json!({ "entities": entities })),
        named_after_tool("create_relations", json!({ "relations": relations })),
        named_after_tool("read_graph", json!({})),
        named_after_tool("search_nodes", json!({ "query": "Berlin" })),
    ]
}

fn everything_structured() -> Server {
    let calls = vec![named_after_tool("get-structured-content", json!({ "location": "Chicago" }))];
    Server { name: "server-everything", commands: [(); 4].map(|()| everything("stdio")), calls }
}

/// The tool whose results differ by the second.
pub(super) const CLOCK: &str = "get_current_time";

fn time() -> Server {
    let command = || {
        let mut command = Python::install_sdk1().module("mcp_server_time");
        command.args(["--local-timezone", "UTC"]);
        command
    };
    let conversion =
        json!({ "source_timezone": "Europe/Berlin", "time": "14:30", "target_timezone": "Asia/Tokyo" });
    let calls = vec![
        named_after_tool(CLOCK, json!({ "timezone": "Europe/Berlin" })),
        named_after_tool("convert_time", conversion),
    ];
    Server { name: "mcp-server-time", commands: [(); 4].map(|()| command()), calls }
}

fn git() -> Server {
    let folder = empty_folder("shown-git");
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.arg("-C").arg(&folder).args(arguments);
        // Regardless of the user's configuration, and always in the same second.
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "Ada").env(format!("GIT_{who}_EMAIL"), "ada@example.com");
            command.env(format!("GIT_{who}_DATE"), "2026-03-02T14:30:00Z");
        }
        crate::install::run(&mut command);
    };
    git(&["init", "--quiet", "--initial-branch", "main"]);
    for (file, message) in [("a.txt", "Add a"), ("b.txt", "Add b"), ("c.txt", "Add c")] {
        std::fs::write(folder.join(file), file).unwrap();
        git(&["add", "."]);
        git(&["commit", "--quiet", "--no-gpg-sign", "-m", message]);
    }
    std::fs::write(folder.join("b.txt"), "changed").unwrap();
    let command = || {
        let mut command = Python::install_sdk1().module("mcp_server_git");
        command.arg("--repository").arg(&folder);
        command
    };
    let repository = json!({ "repo_path": folder });
    let calls =
        vec![named_after_tool("git_status", repository.clone()), named_after_tool("git_log", repository)];
    Server { name: "mcp-server-git", commands: [(); 4].map(|()| command()), calls }
}
