//! The changes to lists of tools, resources and prompts, message by message.

use crate::proxy::{Relay, Rewriter};
use serde_json::{Value, json};
use toon_convert::{Converter, Measure, Rules, Structured};

pub(crate) fn small() -> Rules {
    Rules::new().min_size_bytes(0).measure(Measure::Bytes).any_savings(true)
}

pub(crate) fn relay(rules: Rules) -> Relay {
    Relay::new(Rewriter::new(Converter::new(rules).unwrap()))
}

/// The result as the client sees it.
pub(crate) fn ask(relay: &Relay, method: &str, params: &str, result: &str) -> String {
    relay.client_sent(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#));
    let answer = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
    let seen = relay.server_sent(&answer).unwrap_or(answer);
    let around = seen.strip_prefix(r#"{"jsonrpc":"2.0","id":1,"result":"#);
    around.and_then(|seen| seen.strip_suffix('}')).unwrap().to_owned()
}

pub(crate) fn call(relay: &Relay, tool: &str, result: &str) -> Value {
    let seen = ask(relay, "tools/call", &format!(r#"{{"name":"{tool}"}}"#), result);
    serde_json::from_str(&seen).unwrap()
}

/// Structured content that repeats the text: it is removed if that is allowed.
pub(crate) const REPEATED: &str = r#"{"content":[{"type":"text","text":"{\"ids\": [1, 2, 3]}"}],"structuredContent":{"ids":[1,2,3]},"isError":false}"#;

/// Tools whose structured content may be removed, and tools that keep it.
const TOOLS: [(&str, &str, bool); 8] = [
    ("plain", "", false),
    ("list_files", r#""_meta":{"ui":{"visibility":["model"]}},"#, false),
    ("app", r#""_meta":{"ui":{"resourceUri":"ui://app"}},"#, true),
    ("old_app", r#""_meta":{"ui/resourceUri":"ui://app"},"#, true),
    ("chatgpt_app", r#""_meta":{"openai/outputTemplate":"ui://app"},"#, true),
    ("read_file", "", true),
    ("get_file_contents", "", true),
    ("left_alone", "", true),
];

const SCHEMA: &str = r#""outputSchema": {"type":"object"},"#;

fn tool(name: &str, meta: &str, schema: &str) -> String {
    format!(r#"{{"name":"{name}",{schema}{meta}"inputSchema":{{ "type":"object" }},"x":1.0}}"#)
}

fn page(tools: &[String]) -> String {
    format!(
        r#"{{"tools":[{}],"nextCursor":"p2","ttlMs":5e3,"cacheScope":"public","_meta":{{ "y":1 }}}}"#,
        tools.join(",")
    )
}

fn pages() -> (String, String) {
    let before = TOOLS.map(|(name, meta, _)| tool(name, meta, SCHEMA));
    let after = TOOLS.map(|(name, meta, is_kept)| tool(name, meta, if is_kept { SCHEMA } else { "" }));
    (page(&before), page(&after))
}

#[test]
fn output_schemas_go_by_the_definition() {
    let relay = relay(small().exclude_tools(["left_*"]));
    let (before, after) = pages();
    assert_eq!(ask(&relay, "tools/list", "{}", &before), after);
    // Whichever tools have been called since, with whatever results.
    for (name, _, is_kept) in TOOLS {
        let result = call(&relay, name, REPEATED);
        assert_eq!(result.get("structuredContent").is_some(), is_kept, "{name}");
        assert_eq!(result["isError"], false);
        call(&relay, name, r#"{"content":[{"type":"text","text":"no"}],"isError":true}"#);
    }
    assert_eq!(ask(&relay, "tools/list", r#"{"cursor":"p1"}"#, &before), after);
}

/// Another session, also of a host that shows the model something else, gets the same bytes.
#[test]
fn output_schemas_are_the_same_for_everybody() {
    let rewriter = std::sync::Arc::new(Rewriter::new(Converter::new(small()).unwrap()));
    let (before, _) = pages();
    let lists = ["claude-code", "goose-cli", "github-copilot-developer", "unheard-of"].map(|client| {
        let relay = Relay::new(std::sync::Arc::clone(&rewriter));
        ask(&relay, "initialize", &format!(r#"{{"clientInfo":{{"name":"{client}"}}}}"#), "{}");
        call(&relay, "plain", REPEATED);
        ask(&relay, "tools/list", "{}", &before)
    });
    assert!(lists.windows(2).all(|pair| pair[0] == pair[1]), "{lists:?}");
    assert_ne!(lists[0], before);
}

#[test]
fn output_schemas_stay_where_structured_content_does() {
    let (before, _) = pages();
    for rules in
        [small().structured(Structured::Keep), small().include_tools([""; 0]), small().exclude_tools(["*"])]
    {
        let relay = relay(rules);
        assert_eq!(ask(&relay, "tools/list", "{}", &before), before);
        for (name, ..) in TOOLS {
            assert!(call(&relay, name, REPEATED).get("structuredContent").is_some(), "{name}");
        }
    }
}

/// Also with `drop`, and if only the form of the result shows that it is a file.
#[test]
fn tools_that_need_structured_content_always_keep_it() {
    let relay = relay(small().structured(Structured::Drop));
    let schema = r#""outputSchema":{"type":"object","properties":{"content":{"type":"string"}}},"#;
    let tools = page(&[tool("app", TOOLS[2].1, SCHEMA), tool("open", "", schema), tool("plain", "", SCHEMA)]);
    let seen = ask(&relay, "tools/list", "{}", &tools);
    assert_eq!(seen, tools.replacen(SCHEMA, "\u{1}", 1).replacen(SCHEMA, "", 1).replace('\u{1}', SCHEMA));
    for name in ["app", "open"] {
        assert!(call(&relay, name, REPEATED).get("structuredContent").is_some(), "{name}");
    }
    assert!(call(&relay, "plain", REPEATED).get("structuredContent").is_none());
}

/// A list may change: the latest definition counts.
#[test]
fn a_tool_that_gets_a_ui() {
    let relay = relay(small());
    ask(&relay, "tools/list", "{}", &page(&[tool("chart", "", SCHEMA)]));
    assert!(call(&relay, "chart", REPEATED).get("structuredContent").is_none());
    ask(&relay, "tools/list", "{}", &page(&[tool("chart", TOOLS[2].1, SCHEMA)]));
    assert!(call(&relay, "chart", REPEATED).get("structuredContent").is_some());
}

/// Malformed lists stay unchanged.
#[test]
fn lists_that_are_none() {
    let relay = relay(small());
    for list in
        [r#"{"tools":{"name":"a"}}"#, r#"{"tools":[7,null,"x",{"name":5,"outputSchema":{}}]}"#, "[]", "null"]
    {
        assert_eq!(ask(&relay, "tools/list", "{}", list), list);
    }
}

const RESOURCE: &str = r#"{"contents": [{"uri":"db://ids","mimeType":"application/json","text":"{\"ids\": [1, 2, 3]}"},{"uri":"file:///a.json","mimeType":"application/json","text":"{\"ids\": [1, 2, 3]}"},{"uri":"x://y","blob":"AAAA"}],"ttlMs":1e3}"#;
const PROMPT: &str = r#"{"description": "d","messages":[{"role":"user","content":{"type":"text","text":"{\"ids\": [1, 2, 3]}"}},{"role":"user","content":{"type":"image","data":"AAAA","mimeType":"image/png"}}]}"#;

#[test]
fn resources_and_prompts_only_where_asked_for() {
    let (resource, prompt) = ("resources/read", "prompts/get");
    let plain = relay(small());
    assert_eq!(ask(&plain, resource, r#"{"uri":"db://ids"}"#, RESOURCE), RESOURCE);
    assert_eq!(ask(&plain, prompt, r#"{"name":"sum"}"#, PROMPT), PROMPT);

    let rewriter = || Rewriter::new(Converter::new(small()).unwrap());
    let (resources, prompts) = (Relay::new(rewriter().resources(true)), Relay::new(rewriter().prompts(true)));
    assert_eq!(ask(&resources, prompt, "{}", PROMPT), PROMPT);
    assert_eq!(ask(&prompts, resource, "{}", RESOURCE), RESOURCE);

    let seen: Value = serde_json::from_str(&ask(&resources, resource, "{}", RESOURCE)).unwrap();
    let before: Value = serde_json::from_str(RESOURCE).unwrap();
    let first = json!({"uri": "db://ids", "mimeType": "text/toon", "text": "ids[3]: 1,2,3", "_meta": {"toon/format": "toon"}});
    assert_eq!(seen["contents"][0], first);
    assert_eq!(seen["contents"].as_array().unwrap()[1..], before["contents"].as_array().unwrap()[1..]);

    let seen: Value = serde_json::from_str(&ask(&prompts, prompt, "{}", PROMPT)).unwrap();
    let before: Value = serde_json::from_str(PROMPT).unwrap();
    assert_eq!(seen["messages"][0]["content"]["text"], "ids[3]: 1,2,3");
    assert_eq!(seen["messages"][1], before["messages"][1]);
    assert_eq!(seen["description"], "d");
}
