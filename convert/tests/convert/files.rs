//! The contents of files stay unchanged.

use super::{all, convert_call, converter, rows};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use toon_convert::{Call, Definition, Rules};

fn result() -> String {
    json!({"content": [{"type": "text", "text": rows(9).to_string()}]}).to_string()
}

fn is_left_alone(rules: Rules, tool: &str, arguments: &Value) -> bool {
    let arguments: Box<RawValue> = to_raw_value(arguments).unwrap();
    convert_call(rules, Call::new(tool).arguments(&arguments), &result()).is_none()
}

#[test]
fn tools_that_read_files() {
    for tool in [
        "read_file",
        "read_text_file",
        "read_multiple_files",
        "get_file_contents",
        "wiki_file_contents",
        "cat",
        "view",
    ] {
        assert!(is_left_alone(all(), tool, &json!({})), "{tool}");
        assert!(!is_left_alone(all().rewrite_files(true), tool, &json!({})), "{tool}");
        // They keep the schema of their structured content.
        assert!(converter(all()).keeps_structured(tool, &Definition::default()), "{tool}");
    }
    for tool in ["directory_tree", "read_graph", "list_files", "search", "overview"] {
        assert!(!is_left_alone(all(), tool, &json!({})), "{tool}");
        assert!(!converter(all()).keeps_structured(tool, &Definition::default()), "{tool}");
    }
}

#[test]
fn calls_that_name_json_files() {
    for arguments in
        [json!({"path": "a/package.json"}), json!({"paths": ["x", "y.ipynb"]}), json!({"uri": "f:x.map"})]
    {
        assert!(is_left_alone(all(), "open", &arguments), "{arguments}");
        assert!(!is_left_alone(all().rewrite_files(true), "open", &arguments), "{arguments}");
    }
    for arguments in [json!({"path": "a"}), json!({"query": "package.json"}), json!(null)] {
        assert!(!is_left_alone(all(), "open", &arguments), "{arguments}");
    }
}

/// JSON in the middle of a file is a part of the file.
#[test]
fn json_within_files() {
    let result =
        json!({"content": [{"type": "text", "text": "# Usage\n```json\n{\"ids\": [1, 2, 3]}\n```\n"}]});
    let convert = |path: &str| {
        let arguments: Box<RawValue> = to_raw_value(&json!({"path": path})).unwrap();
        convert_call(all(), Call::new("open").arguments(&arguments), &result.to_string())
    };
    assert_eq!(convert("README.md"), None);
    assert!(convert("usage").is_some());
}

#[test]
fn structured_content_of_files() {
    let text = serde_json::to_string_pretty(&rows(9)).unwrap();
    let result = json!({"content": [{"type": "text", "text": text}], "structuredContent": {"content": text}})
        .to_string();
    assert_eq!(convert_call(all(), Call::new("fetch"), &result), None);
    // A list of files is not a file, although its server sends it in the same way.
    let tree = convert_call(all(), Call::new("directory_tree"), &result).unwrap();
    assert!(tree["content"][0]["text"].as_str().unwrap().starts_with("[9]{id,name}:"));
    assert_eq!(tree.get("structuredContent"), None);
    let schema =
        r#"{"name":"x","outputSchema":{"type":"object","properties":{"content":{"type":"string"}}}}"#;
    assert!(converter(all()).convert_definition(schema).is_none());
    assert!(converter(all()).convert_definition(&schema.replace("\"x\"", "\"directory_tree\"")).is_some());
}
