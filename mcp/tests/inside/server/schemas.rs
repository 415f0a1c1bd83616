//! The tools as models see them.

use crate::server::ToonServer;
use rmcp::ServerHandler;
use serde_json::{Value, json};

fn tools() -> Vec<Value> {
    ToonServer::new().tools().iter().map(|tool| serde_json::to_value(tool).unwrap()).collect()
}

fn tool(name: &str) -> Value {
    tools().into_iter().find(|tool| tool["name"] == name).unwrap()
}

#[test]
fn tools_change_nothing_and_say_so() {
    for tool in tools() {
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        assert_eq!(tool["annotations"]["idempotentHint"], true);
        assert_eq!(tool["annotations"]["openWorldHint"], false);
        assert!(tool["description"].as_str().unwrap().len() > 20);
    }
}

#[test]
fn options_are_listed_once_with_types_and_defaults() {
    let schema = &tool("toon_encode")["inputSchema"];
    assert_eq!(schema["required"], json!(["json"]));
    let options = &schema["properties"];
    assert_eq!(options["delimiter"]["enum"], json!(["comma", "tab", "pipe"]));
    assert_eq!(options["delimiter"]["default"], "comma");
    assert_eq!((&options["indent"]["type"], &options["indent"]["default"]), (&json!("integer"), &json!(2)));
    assert!(options["indent"]["description"].as_str().unwrap().contains("0 counts as 1, more than 8 as 8"));
    // A host that checks arguments must not reject what the tool clamps.
    assert!(options["indent"]["maximum"].is_null());
    assert_eq!(options["fold_keys"]["default"], false);
    assert_eq!(options["flatten_depth"]["type"], "integer");
    let options = &tool("toon_decode")["inputSchema"]["properties"];
    assert_eq!(options["strict"]["default"], true);
    assert_eq!(options["coerce_types"]["default"], true);
    assert_eq!(options["expand_paths"]["default"], false);
    assert_eq!(options["detect_indent"]["default"], false);
    assert_eq!(options["output_format"]["enum"], json!(["json", "json_pretty"]));
    assert_eq!(options["output_format"]["default"], "json");
    let options = &tool("toon_validate")["inputSchema"]["properties"];
    assert_eq!(
        (&options["strict"]["default"], &options["detect_indent"]["default"]),
        (&json!(true), &json!(false))
    );
    assert!(tool("toon_stats")["inputSchema"]["properties"]["encode_options"].is_object());
}

/// Options in a separate object are not listed, but a host that checks arguments must accept them.
#[test]
fn schemas_allow_options_in_an_object() {
    for tool in tools() {
        let schema = &tool["inputSchema"];
        assert!(
            schema["additionalProperties"].is_null() && schema["properties"]["options"].is_null(),
            "{schema}"
        );
    }
}

/// Every model with these tools pays for them on every turn.
#[test]
fn definitions_and_instructions_take_at_most_1000_tokens() {
    let definitions = serde_json::to_string(ToonServer::new().tools()).unwrap();
    let instructions = ToonServer::new().get_info().instructions.unwrap();
    let tokens = toon_convert::tokens::count(&definitions) + toon_convert::tokens::count(&instructions);
    assert!(tokens <= 1000, "{tokens}");
}

#[test]
fn schemas_have_nothing_that_models_stumble_over() {
    fn check(schema: &Value) {
        match schema {
            Value::Object(members) => {
                for (name, member) in members {
                    assert!(
                        !matches!(name.as_str(), "$ref" | "$defs" | "$schema" | "oneOf" | "format"),
                        "{schema}"
                    );
                    assert!(name != "type" || member.is_string() || member.is_object(), "{schema}");
                    check(member);
                }
            }
            Value::Array(elements) => elements.iter().for_each(check),
            _ => {}
        }
    }
    for tool in tools() {
        check(&tool["inputSchema"]);
    }
}
