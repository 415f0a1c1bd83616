//! What was saved, in the file for `toon-mcp stats`.

use super::line_client::LineClient;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Runs a session of a user with this home folder.
fn session(home: &Path, flags: &[&str], variables: &[(&str, &str)]) {
    let server = crate::support::odd_server();
    let arguments = [flags, &["--measure", "bytes", "--", server.to_str().unwrap()]].concat();
    let home = home.to_str().unwrap();
    let folders = [("HOME", home), ("USERPROFILE", home), ("XDG_DATA_HOME", home), ("TOON_MCP_STATS", "on")];
    let mut session = LineClient::with(&arguments, &[&folders, variables].concat());
    session.ask(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clientInfo":{"name":"Zed","version":"1"}}}"#);
    session.call(1, "rows", 40);
    session.call(2, "rows", 40);
    assert!(session.end().0.success());
}

#[test]
#[cfg(all(unix, not(target_vendor = "apple")))]
fn one_line_for_each_session() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("toon-mcp").join("stats.jsonl");
    session(home.path(), &["--no-stats"], &[]);
    session(home.path(), &[], &[("TOON_MCP_STATS", "off")]);
    assert!(!file.exists());
    session(home.path(), &[], &[]);
    session(home.path(), &[], &[]);
    let text = fs::read_to_string(file).unwrap();
    let entries: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(entries.len(), 2);
    for entry in entries {
        assert_eq!((&entry["source"], &entry["host"]), (&json!("proxy"), &json!("Zed")));
        assert_eq!(
            (&entry["tools"]["rows"]["results"], &entry["tools"]["rows"]["converted"]),
            (&json!(2), &json!(2))
        );
        let size = |key: &str| entry["tools"]["rows"][key]["bytes"].as_u64().unwrap();
        assert!(size("after") < size("before"), "{entry}");
    }
}
