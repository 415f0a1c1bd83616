//! What models are told of the tools.

use serde_json::{Value, json};
use toon_mcp::server::ToonServer;

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
fn options_stand_in_the_schema_in_both_places_with_defaults_and_ranges() {
    let schema = &tool("toon_encode")["inputSchema"];
    assert_eq!(schema["required"], json!(["json"]));
    assert_eq!(schema["additionalProperties"], false);
    for options in [&schema["properties"], &schema["properties"]["options"]["properties"]] {
        assert_eq!(options["delimiter"]["enum"], json!(["comma", "tab", "pipe"]));
        assert_eq!(options["delimiter"]["default"], "comma");
        assert_eq!(options["indent"]["type"], "integer");
        // A host that checks arguments must not reject what the tool clamps.
        assert_eq!((&options["indent"]["minimum"], &options["indent"]["maximum"]), (&json!(0), &json!(null)));
        assert_eq!(options["indent"]["default"], 2);
        assert_eq!(options["fold_keys"]["default"], false);
        assert_eq!(options["flatten_depth"]["type"], "integer");
    }
    assert!(schema["properties"]["indent"]["description"].as_str().unwrap().contains("more than 8 as 8"));
    let schema = &tool("toon_decode")["inputSchema"]["properties"];
    assert_eq!(schema["strict"]["default"], true);
    assert_eq!(schema["coerce_types"]["default"], true);
    assert_eq!(schema["expand_paths"]["default"], false);
    assert_eq!(schema["output_format"]["enum"], json!(["json", "json_pretty"]));
    assert_eq!(schema["output_format"]["default"], "json");
    assert!(tool("toon_stats")["inputSchema"]["properties"]["encode_options"].is_object());
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
        check(&tool["outputSchema"]);
    }
}

#[test]
fn structured_results_have_schemas() {
    let schema = &tool("toon_validate")["outputSchema"];
    assert_eq!((&schema["type"], &schema["required"]), (&json!("object"), &json!(["valid"])));
    let schema = &tool("toon_stats")["outputSchema"];
    assert_eq!(schema["required"], json!(["json", "toon", "savings"]));
    assert!(tool("toon_encode")["outputSchema"].is_null());
}
