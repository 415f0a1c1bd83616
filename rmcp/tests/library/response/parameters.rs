//! The schema of the parameters, and how they are read.

use rmcp::handler::server::common::schema_for_type;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::{ErrorData, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toon_rmcp::{ResponseFormat, ResponseParams, Verbosity};

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ListParams {
    /// Part of a name.
    name_contains: Option<String>,
    #[serde(flatten)]
    response: ResponseParams,
}

struct Server {
    projects: Vec<super::Project>,
}

#[tool_router]
impl Server {
    #[tool(description = "Lists projects")]
    fn project_list(&self, Parameters(params): Parameters<ListParams>) -> Result<CallToolResult, ErrorData> {
        params.response.respond(&self.projects)
    }
}

fn read(params: Value) -> ListParams {
    serde_json::from_value(params).unwrap()
}

/// Everything that a model sees of a tool's parameters.
#[test]
fn schema_of_a_tool() {
    let router: ToolRouter<Server> = Server::tool_router();
    let tools = router.list_all();
    let schema = Value::Object((*tools[0].input_schema).clone());
    assert_eq!(schema["type"], "object");
    assert_eq!(schema.get("required"), None);
    assert_eq!(schema.get("$defs"), None);
    let properties = schema["properties"].as_object().unwrap();
    let mut names: Vec<&String> = properties.keys().collect();
    // Other packages of the workspace make `serde_json` keep the order.
    names.sort();
    assert_eq!(names, ["fields", "limit", "nameContains", "page", "responseFormat", "sortBy", "verbosity"]);
    for (name, property) in properties {
        assert!(property["description"].as_str().unwrap().len() > 10, "{name}");
    }
    let without_description = |name: &str| {
        let mut property = properties[name].clone();
        property.as_object_mut().unwrap().remove("description");
        property
    };
    let formats = ["toon", "legible", "plain", "json", "json_pretty", "formatted"];
    assert_eq!(
        without_description("responseFormat"),
        json!({"type": "string", "enum": formats, "default": "toon"})
    );
    assert_eq!(
        without_description("verbosity"),
        json!({"type": "string", "enum": ["minimal", "standard", "full"], "default": "standard"})
    );
    assert_eq!(
        without_description("fields"),
        json!({"type": "array", "items": {"type": "string", "minLength": 1}, "default": []})
    );
    let key = json!({"type": "string", "pattern": "^[+-]?[^+-].*$"});
    assert_eq!(
        without_description("sortBy"),
        json!({"anyOf": [key, {"type": "array", "items": key, "maxItems": 16}]})
    );
    assert_eq!(without_description("page"), json!({"type": "integer", "minimum": 1, "default": 1}));
    assert_eq!(
        without_description("limit"),
        json!({"type": "integer", "minimum": 1, "maximum": 100, "default": 20})
    );
}

/// The defaults in the schema are the actual ones.
#[test]
fn schema_and_defaults_agree() {
    let schema = schema_for_type::<ResponseParams>();
    let mut defaults = serde_json::Map::new();
    for (name, property) in schema["properties"].as_object().unwrap() {
        if let Some(default) = property.get("default") {
            defaults.insert(name.clone(), default.clone());
        }
    }
    assert_eq!(defaults.len(), 5);
    let read: ResponseParams = serde_json::from_value(defaults.into()).unwrap();
    assert_eq!(read, ResponseParams::default());
}

#[test]
fn all_of_them() {
    let params = read(json!({
        "nameContains": "a",
        "responseFormat": "json_pretty",
        "verbosity": "full",
        "fields": ["id", "owner.login"],
        "sortBy": ["-name", "+id"],
        "page": 2,
        "limit": 5,
    }));
    let response = ResponseParams {
        response_format: ResponseFormat::JsonPretty,
        verbosity: Verbosity::Full,
        fields: vec!["id".into(), "owner.login".into()],
        sort_by: vec!["-name".into(), "+id".into()],
        page: 2,
        limit: 5,
        unknown: Vec::new(),
    };
    assert_eq!(params, ListParams { name_contains: Some("a".into()), response });
    assert_eq!(read(serde_json::to_value(&params).unwrap()), params);
}

#[test]
fn none_of_them() {
    let response = ResponseParams::default();
    assert_eq!((response.page, response.limit), (1, 20));
    let expected = ListParams { name_contains: None, response };
    assert_eq!(read(json!({})), expected);
    let nulls = json!({
        "responseFormat": null, "verbosity": null, "fields": null, "sortBy": null, "page": null, "limit": null,
    });
    assert_eq!(read(nulls), expected);
    assert_eq!(read(json!({"sortBy": "", "fields": []})), expected);
}

#[test]
fn one_field_to_sort_by() {
    assert_eq!(read(json!({"sortBy": "-name"})).response.sort_by, ["-name"]);
    assert_eq!(read(json!({"sortBy": ["-name"]})).response.sort_by, ["-name"]);
}

#[test]
fn what_is_refused() {
    for (params, message) in [
        (
            json!({"responseFormat": "xml"}),
            "responseFormat: unknown variant `xml`, expected one of `toon`, `legible`, `plain`, `json`, `json_pretty`, `formatted`",
        ),
        (
            json!({"verbosity": "all"}),
            "verbosity: unknown variant `all`, expected one of `minimal`, `standard`, `full`",
        ),
        (json!({"fields": 5}), "fields: invalid type: integer `5`, expected a sequence"),
        (json!({"sortBy": 7}), "sortBy: invalid type: integer `7`, expected a string or a list of strings"),
        (
            json!({"page": -1}),
            "page must be an integer from 1 to 4294967295: invalid value: integer `-1`, expected u32",
        ),
        (
            json!({"page": 4_294_967_296_u64}),
            "page must be an integer from 1 to 4294967295: invalid value: integer `4294967296`, expected u32",
        ),
        (
            json!({"limit": "many"}),
            "limit must be an integer from 1 to 100: invalid type: string \"many\", expected u32",
        ),
    ] {
        assert_eq!(serde_json::from_value::<ListParams>(params).unwrap_err().to_string(), message);
    }
}

/// Neither the tool's own parameters nor those of a struct that is flattened before are unknown.
#[test]
fn arguments_that_there_are_not() {
    #[derive(Deserialize)]
    struct Filter {
        owner: Option<String>,
    }
    #[derive(Deserialize)]
    struct SearchParams {
        query: String,
        #[serde(flatten)]
        filter: Filter,
        #[serde(flatten)]
        response: ResponseParams,
    }
    let asked = json!({"query": "a", "owner": "ada", "limit": 3, "maxResults": 3, "sort": {"by": "id"}});
    let SearchParams { query, filter, response } = serde_json::from_value(asked).unwrap();
    assert_eq!((query.as_str(), filter.owner.as_deref(), response.limit), ("a", Some("ada"), 3));
    let mut unknown = response.unknown.clone();
    unknown.sort();
    assert_eq!(unknown, ["maxResults", "sort"]);

    let asked = json!({"maxResults": 3, "fields": ["id", "stars"], "page": 2});
    let result = super::ask(asked);
    let expected = [
        "Unknown arguments were ignored: maxResults.",
        "Unknown fields were ignored: stars. Known fields: id, name, owner, createdAt, note.",
        "Page 2 does not exist: the last page is 1.",
    ];
    assert_eq!(super::warnings(&result), expected);
}

#[test]
fn long_names_of_unknown_arguments() {
    let asked: serde_json::Map<String, Value> =
        (0..1000).map(|number| (format!("{number}{}", "x".repeat(1000)), json!(0))).collect();
    let warnings = super::warnings(&super::ask(asked.into()));
    assert!(warnings[0].len() < 2000, "{}", warnings[0].len());
}
