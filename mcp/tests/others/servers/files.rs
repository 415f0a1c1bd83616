//! Contents of files, which a model must see unchanged: it edits what it has seen.

use crate::install::wanted;
use crate::servers::shown::servers::{PACKAGE, empty_folder, files_in, fill};
use crate::servers::shown::{Answer, behind_proxy, start};
use serde_json::json;
use toon_convert::Host;

/// A client of each kind of host.
const CLIENTS: [(&str, Host); 2] = [("codex-mcp-client", Host::Structured), ("claude-ai", Host::Content)];

#[tokio::test]
async fn files_are_handed_on_byte_by_byte() {
    if !wanted() {
        return;
    }
    let folder = empty_folder("files");
    fill(&folder);
    let path = |file: &str| folder.join(file).to_str().unwrap().to_owned();
    let paths = [path("package.json"), path("tsconfig.json")];
    let edits = json!([{ "oldText": "2.4.1", "newText": "2.5.0" }]);
    let calls = [
        ("read_text_file", json!({ "path": paths[0] })),
        ("read_text_file", json!({ "path": paths[1] })),
        ("read_text_file", json!({ "path": path("src/main.ts") })),
        ("read_file", json!({ "path": paths[0] })),
        ("read_multiple_files", json!({ "paths": paths })),
        ("edit_file", json!({ "path": paths[0], "edits": edits, "dryRun": true })),
        ("get_file_info", json!({ "path": paths[0] })),
        ("write_file", json!({ "path": path("new.json"), "content": PACKAGE })),
        ("create_directory", json!({ "path": path("new") })),
        ("list_allowed_directories", json!({})),
    ];
    for (client, _) in CLIENTS {
        // Both number their requests in the same way, so whole responses can be compared.
        let mut direct = start(client, files_in(&folder)).await;
        let mut proxied = start(client, behind_proxy(&files_in(&folder))).await;
        for (tool, arguments) in &calls {
            let expected = Answer::to(&mut direct, tool, arguments).await;
            assert!(!expected.raw().contains("isError"), "{}", expected.raw());
            assert_eq!(
                Answer::to(&mut proxied, tool, arguments).await.raw(),
                expected.raw(),
                "{client} {tool}"
            );
        }
    }
}

#[tokio::test]
async fn a_json_file_that_was_read_can_be_edited() {
    if !wanted() {
        return;
    }
    for (client, host) in CLIENTS {
        let folder = empty_folder(&format!("edited-{client}"));
        fill(&folder);
        let package = folder.join("package.json");
        let mut session = start(client, behind_proxy(&files_in(&folder))).await;
        let read = Answer::to(&mut session, "read_text_file", &json!({ "path": package })).await;
        let [seen] = &read.shown(host)[..] else { panic!("one text: {}", read.raw()) };
        // If the host shows JSON, the text is in it.
        let text = match host {
            Host::Structured => {
                let structured: serde_json::Value = serde_json::from_str(seen).unwrap();
                structured["content"].as_str().unwrap().to_owned()
            }
            _ => seen.clone(),
        };
        let line = text.lines().find(|line| line.contains("\"version\"")).unwrap();
        let edits = json!([{ "oldText": line, "newText": line.replace("2.4.1", "2.5.0") }]);
        let arguments = json!({ "path": package, "edits": edits });
        let edited = Answer::to(&mut session, "edit_file", &arguments).await;
        assert!(edited.shown(Host::Content)[0].contains("+  \"version\": \"2.5.0\","), "{}", edited.raw());
        assert_eq!(std::fs::read_to_string(&package).unwrap(), PACKAGE.replace("2.4.1", "2.5.0"));
    }
}
