//! `context_pack`.

use super::text;
use crate::server::{Root, ToonServer};
use rmcp::ErrorData;
use rmcp::ServerHandler;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use toon_convert::tokens;

/// A folder with these files, beside a file that is not in it.
fn folder_of(files: &[(&str, &str)]) -> (TempDir, ToonServer) {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "outside/other.rs", "fn outside() {}");
    for (path, text) in files {
        write(&dir.path().join("project"), path, text);
    }
    let root = Root::new(&dir.path().join("project")).unwrap();
    (dir, ToonServer::new().root(root))
}

fn write(dir: &Path, path: &str, text: &str) {
    let path = dir.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn call(server: &ToonServer, arguments: &Value) -> Result<String, ErrorData> {
    let result = server.call("context_pack", arguments.as_object().cloned().unwrap())?;
    let (text, marker) = text(&result);
    assert_eq!((marker, &result.structured_content), ("text", &None));
    Ok(text.to_owned())
}

#[track_caller]
fn fault(server: &ToonServer, arguments: &Value) -> String {
    let error = call(server, arguments).unwrap_err();
    assert_eq!(error.code.0, -32602);
    error.message.into_owned()
}

fn token() -> String {
    format!("ghp_{}", "a1B2".repeat(9))
}

const FILES: [(&str, &str); 3] = [
    ("src/header.rs", "/// Parses a header.\npub fn parse_header() {}\n"),
    ("src/rows.rs", "/// Writes rows.\npub fn write_rows() {}\n"),
    ("docs/guide.md", "# Guide\n"),
];

#[test]
fn it_is_listed_only_with_a_folder() {
    let names = |server: &ToonServer| -> Vec<String> {
        server.tools().iter().map(|tool| tool.name.to_string()).collect()
    };
    let without = ToonServer::new();
    let (_dir, with) = folder_of(&FILES);
    assert_eq!(names(&with), [names(&without), vec!["context_pack".to_owned()]].concat());
    assert!(without.get_tool("context_pack").is_none() && with.get_tool("context_pack").is_some());
    assert_eq!(fault(&without, &json!({ "query": "x" })), "unknown tool \"context_pack\"");
}

#[test]
fn its_definition_is_short_and_states_limits() {
    let (_dir, server) = folder_of(&FILES);
    let tool = serde_json::to_value(server.get_tool("context_pack").unwrap()).unwrap();
    let tokens = tokens::count(&tool.to_string());
    assert!(tokens <= 250, "{tokens}");
    let schema = &tool["inputSchema"];
    assert_eq!(schema["required"], json!(["query"]));
    assert_eq!(schema["properties"]["query"]["type"], "string");
    let budget = &schema["properties"]["budget"];
    assert_eq!((&budget["type"], &budget["default"]), (&json!("integer"), &json!(20_000)));
    assert!(budget["description"].as_str().unwrap().contains("from 500 to 100000"));
    let paths = &schema["properties"]["paths"];
    assert_eq!((&paths["type"], &paths["items"]), (&json!("array"), &json!({ "type": "string" })));
    assert_eq!(tool["annotations"]["readOnlyHint"], true);
    assert_eq!(tool["annotations"]["openWorldHint"], false);
}

#[test]
fn the_best_files_come_first() {
    let (_dir, server) = folder_of(&FILES);
    let text = call(&server, &json!({ "query": "Where is a header parsed?" })).unwrap();
    assert!(text.starts_with("<context>\n<tree root=\"project/\">\n"), "{text}");
    let place = |part: &str| text.find(part).unwrap();
    assert!(place("fn parse_header") < place("fn write_rows"), "{text}");
    assert!(!text.contains("Left out") && !text.contains("outside"), "{text}");
    let text = call(&server, &json!({ "query": "writing rows" })).unwrap();
    assert!(text.find("fn write_rows") < text.find("fn parse_header"), "{text}");
}

#[test]
fn paths_and_globs_limit_what_is_read() {
    let (dir, server) = folder_of(&FILES);
    let absolute = fs::canonicalize(dir.path()).unwrap().join("project");
    let absolute = |path: &str| absolute.join(path).to_str().unwrap().to_owned();
    let source = ["src/header.rs", "src/rows.rs"];
    let all = ["docs/guide.md", "src/header.rs", "src/rows.rs"];
    for (paths, expected) in [
        (json!(["src"]), &source[..]),
        (json!(["./src/"]), &source),
        (json!(["src/rows.rs", "src/header.rs"]), &source),
        (json!(["**/*.rs"]), &source),
        (json!([absolute("src")]), &source),
        (json!([absolute("src/*.rs")]), &source),
        (json!([absolute("")]), &all),
        (json!(["."]), &all),
        (json!([".", "docs"]), &all),
        (json!([]), &all),
        (json!(null), &all),
        (json!(["docs", "none"]), &all[..1]),
    ] {
        let text = call(&server, &json!({ "query": "", "paths": paths })).unwrap();
        let names = all.iter().filter(|path| text.contains(&format!("\"{path}\"")));
        assert_eq!(names.copied().collect::<Vec<_>>(), expected, "{paths}: {text}");
        assert_eq!(text.contains("Left out: 1 not found (none)"), paths == json!(["docs", "none"]), "{text}");
    }
    for (paths, expected) in [
        (json!(["none.rs"]), "no text was found in `paths`. Left out: 1 not found (none.rs)"),
        (json!(["*.py"]), "no text was found in `paths`."),
        (json!(["a[b"]), "invalid pattern `"),
        (json!(vec!["src"; 101]), "expected at most 100 `paths`, found 101"),
        (json!(["x".repeat(2_000)]), "expected paths of at most 1024 bytes, found one of 2000"),
        (json!("src"), "Invalid arguments: paths: invalid type: string \"src\", expected a sequence"),
    ] {
        let message = fault(&server, &json!({ "query": "", "paths": paths }));
        assert!(message.starts_with(expected), "{message}");
    }
    let empty = folder_of(&[("empty", "")]);
    assert_eq!(fault(&empty.1, &json!({ "query": "x" })), "no text was found in the folder.");
}

#[test]
fn nothing_outside_is_read() {
    let (dir, server) = folder_of(&FILES);
    write(&dir.path().join("project"), ".git/config", "outside");
    let outside = dir.path().join("outside/other.rs").to_str().unwrap().to_owned();
    let mut paths =
        vec!["..", "../outside/other.rs", "src/../../outside/other.rs", "../**", "src/../*", &outside, "/"];
    let lexical = paths.len();
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;

        let project = dir.path().join("project");
        symlink("../outside", project.join("folder")).unwrap();
        symlink("../outside/other.rs", project.join("file.rs")).unwrap();
        symlink("../../outside/other.rs", project.join("src/file.rs")).unwrap();
        symlink("header.rs", project.join("src/alias.rs")).unwrap();
        paths.extend(["folder", "folder/", "folder/other.rs", "folder/none.rs", "folder/../src"]);
        paths.extend(["file.rs", "src/file.rs", "folder/*", "folder/**", "f*/*.rs", "fi*", "src/alias.rs"]);
    }
    paths.extend([".git", ".git/config", ".GIT/config", ".git/*"]);
    for (index, path) in paths.into_iter().enumerate() {
        let message = fault(&server, &json!({ "query": "outside", "paths": [path] }));
        let expected = if index < lexical || path.contains("..") {
            "expected a path in the folder, found `"
        } else {
            "no text was found in `paths`."
        };
        assert!(message.starts_with(expected), "{path}: {message}");
        assert!(!message.contains(dir.path().to_str().unwrap()) || path == outside, "{message}");
    }
    for paths in [json!([]), json!(["**"]), json!(["src", "**/*"]), json!(["{folder,src}/**", "*"])] {
        let text = call(&server, &json!({ "query": "outside", "paths": paths })).unwrap();
        assert!(!text.contains("fn outside") && !text.contains("alias"), "{text}");
    }
}

#[test]
fn secrets_stay_out_whatever_is_named() {
    let token = token();
    let rows = (0..60_000).map(|id| format!("{{\"id\":{id},\"state\":\"open\"}}\n"));
    let long = format!("{{\"token\":\"{token}\"}}\n{}", rows.collect::<String>());
    let config = format!("token = \"{token}\"\n");
    let (_dir, server) = folder_of(&[
        FILES[0],
        (".env", "PASSWORD=letmein"),
        ("conf/b.toml", &config),
        ("data/long.jsonl", &long),
        (&format!("data/{token}.txt"), "named by a token"),
        ("Cargo.lock", "version = 4"),
        ("logo.png", "\0"),
    ]);
    for paths in [
        json!([]),
        json!(["**"]),
        json!(["src", ".env", "conf/b.toml", "data"]),
        json!(["src/*", "conf/*", "data/*", "conf/b.toml", ".env"]),
    ] {
        let text = call(&server, &json!({ "query": "PASSWORD token", "paths": paths })).unwrap();
        assert!(!text.contains("letmein") && !text.contains(&token), "{text}");
        assert!(text.contains("fn parse_header") && text.contains("[GitHub token left out]"), "{text}");
        let line = text.lines().last().unwrap();
        assert!(line.starts_with("Left out: ") && line.contains(" look secret ("), "{line}");
        assert!(line.contains("conf/b.toml") && line.contains("data/long.jsonl"), "{line}");
    }
    let text = call(&server, &json!({ "query": "header" })).unwrap();
    let line = "Left out: 4 look secret (data/[GitHub token left out].txt, .env, conf/b.toml, data/long.jsonl); 1 not text (logo.png); 1 generated (Cargo.lock)";
    assert_eq!(text.lines().last().unwrap(), line);
    let message = fault(&server, &json!({ "query": "", "paths": [".env"] }));
    assert_eq!(message, "no text was found in `paths`. Left out: 1 look secret (.env)");
}

#[test]
fn the_whole_text_fits_the_budget() {
    let lines =
        |name: &str| (0..100).map(|line| format!("fn {name}_{line}() {{}}\n")).collect::<Vec<_>>().concat();
    let names: Vec<String> = (0..30).map(|index| format!("src/part_{index}/module.rs")).collect();
    let texts: Vec<String> = (0..30).map(|index| lines(&format!("part_{index}"))).collect();
    let locks: Vec<String> = (0..200).map(|index| format!("locks/some_long_name_{index}.lock")).collect();
    let mut files: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
    files.extend(locks.iter().map(|name| (name.as_str(), "version = 4")));
    let (_dir, server) = folder_of(&files);
    for budget in [500, 501, 777, 2_000, 5_000, 1_000_000] {
        let text = call(&server, &json!({ "query": "part_7", "budget": budget })).unwrap();
        let tokens = tokens::count(&text);
        assert!(tokens <= budget.min(100_000), "{budget}: {tokens}");
        assert!(text.contains("fn part_7_0()") && text.contains("200 generated"), "{budget}: {text}");
        assert!(tokens > 400, "{budget}: {tokens}");
    }
    let text = call(&server, &json!({ "query": "part_7", "budget": 2_000 })).unwrap();
    assert!(text.ends_with(" more did not fit the budget"), "{text}");
    let default = call(&server, &json!({ "query": "part_7" })).unwrap();
    assert_eq!(default, call(&server, &json!({ "query": "part_7", "budget": 20_000 })).unwrap());
}

#[test]
fn mistakes_in_arguments_say_what_would_do() {
    let (_dir, server) = folder_of(&FILES);
    for (arguments, expected) in [
        (json!({}), "missing argument `query`"),
        (json!({ "query": 1 }), "argument `query` must be a string"),
        (json!({ "query": "x", "budget": 10 }), "expected a `budget` of at least 500 tokens, found 10"),
        (json!({ "query": "x", "budget": 0 }), "expected a `budget` of at least 500 tokens, found 0"),
        (json!({ "query": "x", "budget": -1 }), "Invalid arguments: budget: invalid value: integer `-1`"),
        (json!({ "query": "x", "budget": "8k" }), "Invalid arguments: budget: invalid type: string \"8k\""),
        (json!({ "query": "x", "path": "src" }), "Invalid arguments: path: unknown field `path`"),
        (json!({ "query": "x".repeat(20_000) }), "expected a `query` of at most 16384 bytes, found 20000"),
    ] {
        let message = fault(&server, &arguments);
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn the_folder_must_be_there() {
    let (dir, server) = folder_of(&FILES);
    for name in ["none", "outside/other.rs"] {
        assert!(Root::new(&dir.path().join(name)).is_err(), "{name}");
    }
    fs::remove_dir_all(dir.path().join("project")).unwrap();
    let error = call(&server, &json!({ "query": "x" })).unwrap_err();
    assert_eq!(error.code.0, -32603);
    assert!(error.message.starts_with("cannot read the folder: "), "{}", error.message);
}
