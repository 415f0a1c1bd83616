//! Structured content and the text beside it.

use super::{all, convert, convert_call, converter, rows};
use serde_json::{Value, json};
use std::slice;
use toon_convert::{Call, Definition, Host, Measure, Structured};

fn result(texts: &[String], structured: &Value) -> String {
    let blocks: Vec<Value> = texts.iter().map(|text| json!({"type": "text", "text": text})).collect();
    json!({"content": blocks, "structuredContent": structured}).to_string()
}

/// The only text of a result without structured content.
#[track_caller]
fn only_text(result: &Value) -> &str {
    assert_eq!(result.get("structuredContent"), None, "{result}");
    assert_eq!(result["content"].as_array().unwrap().len(), 1, "{result}");
    result["content"][0]["text"].as_str().unwrap()
}

fn toon(value: &Value) -> String {
    toon::to_string(value).unwrap()
}

/// What servers send for a list of 9 objects, and what a host should show.
fn repeated() -> Vec<(&'static str, String, String)> {
    let list = rows(9);
    let pretty = |value: &Value| serde_json::to_string_pretty(value).unwrap();
    let each: Vec<String> = list.as_array().unwrap().iter().map(pretty).collect();
    let items = json!({"items": list});
    let reordered = r#"{"items":[{"name":"user 0","id":0.0}]}"#.to_owned();
    let one = json!({"items": [{"id": 0, "name": "user 0"}]});
    vec![
        ("a block for each element", result(&each, &json!({"result": list})), toon(&list)),
        ("one block for the list", result(&[list.to_string()], &json!({"result": list})), toon(&list)),
        ("JSON in a string", result(&[list.to_string()], &json!({"result": list.to_string()})), toon(&list)),
        ("the same in both", result(&[pretty(&items)], &items), toon(&items)),
        ("the list with a name", result(&[list.to_string()], &items), toon(&items)),
        ("another order and spelling", result(&[reordered], &one), toon(&one)),
    ]
}

#[test]
fn one_text_takes_the_place_of_both() {
    for (name, result, expected) in repeated() {
        for host in [None, Some(Host::Structured), Some(Host::Content), Some(Host::Both)] {
            let call = host.map_or(Call::new("list"), |host| Call::new("list").host(host));
            let after = convert_call(all(), call, &result).expect(name);
            assert_eq!(only_text(&after), expected, "{name}");
        }
        let kept = convert(all().structured(Structured::Keep), &result).expect(name);
        let mut structured = serde_json::from_str::<Value>(&result).unwrap()["structuredContent"].take();
        if name == "JSON in a string" {
            structured = json!({"result": expected});
        }
        assert_eq!(kept["structuredContent"], structured, "{name}");
    }
}

#[test]
fn wrappers_that_servers_announce() {
    let list = rows(9);
    let mut by_result: Value =
        serde_json::from_str(&result(&[list.to_string()], &json!({"value": list}))).unwrap();
    assert!(only_text(&convert(all(), &by_result.to_string()).unwrap()).starts_with("value[9]"));
    let definition = Definition::of(r#"{"name":"list","outputSchema":{"x-fastmcp-wrap-result":true}}"#);
    let call = Call::new("list").definition(definition);
    let after = convert_call(all(), call, &by_result.to_string()).unwrap();
    assert_eq!(only_text(&after), toon(&list));
    by_result["_meta"] = json!({"fastmcp": {"wrap_result": true}});
    assert_eq!(only_text(&convert(all(), &by_result.to_string()).unwrap()), toon(&list));
}

/// As Supabase wraps texts.
#[test]
fn wrapped_texts_that_contain_json() {
    let text = |json: &str| format!("Result:\n<data>\n{json}\n</data>");
    let wrapped = |text: &str| json!({"result": text});
    let repeated = |value: &Value| result(&[value.to_string()], value);
    let after = convert(all(), &repeated(&wrapped(&text(&rows(9).to_string())))).unwrap();
    assert_eq!(only_text(&after), text(&toon(&rows(9))));
    // Without JSON the text stays.
    let value = wrapped(&text("none"));
    assert_eq!(only_text(&convert(all(), &repeated(&value)).unwrap()), value.to_string());
}

#[test]
fn what_only_structured_content_says() {
    let data = json!({"items": rows(9)});
    let summary = result(&["Found 9 users".to_owned()], &data);
    let with = |host: Host| convert_call(all(), Call::new("list").host(host), &summary);
    for host in [Host::Structured, Host::Both] {
        let shown = with(host).unwrap();
        assert_eq!(shown["content"][0]["text"], "Found 9 users");
        assert_eq!(shown["content"][1]["text"], toon(&data));
        assert_eq!(shown.get("structuredContent"), None);
    }
    // Others would pay for data that they do not show today.
    assert_eq!(with(Host::Content), None);
    assert_eq!(convert(all(), &summary), None);
    // Without a text block, every kind of host gets one.
    for texts in [r#""content":[],"#, ""] {
        let alone = format!(r#"{{{texts}"structuredContent":{data}}}"#);
        assert_eq!(only_text(&convert(all(), &alone).unwrap()), toon(&data));
    }
    // A host that shows the text sees nothing today, so compact JSON suffices.
    let nested =
        json!({"a": [[1, [2]], [[3]], {"b": {"c": [4, {"d": 5}]}}, [[[6], [7, [8]]]]], "e": [[9], [10]]});
    let alone = json!({"content": [], "structuredContent": nested}).to_string();
    assert_eq!(only_text(&convert(all(), &alone).unwrap()), nested.to_string());
    let absent = json!({"content": null, "structuredContent": data}).to_string();
    assert_eq!(only_text(&convert(all(), &absent).unwrap()), toon(&data));
    // A text that costs more than is saved is not added.
    let long = result(&["x".repeat(2_000)], &data);
    assert_eq!(convert_call(all(), Call::new("list").host(Host::Structured), &long), None);
    for rules in [all(), all().max_size_bytes(10)] {
        let dropped = convert(rules.structured(Structured::Drop), &summary).unwrap();
        assert_eq!(only_text(&dropped), "Found 9 users");
    }
}

/// A list of texts takes fewer tokens in separate blocks, in hosts that show these.
#[test]
fn nothing_costs_tokens_in_either_kind_of_host() {
    let words = ["a", "b", "c"].map(str::to_owned);
    let words = result(&words, &json!({"result": ["a", "b", "c"]}));
    assert_eq!(convert(all(), &words), None);
    assert_eq!(convert_call(all(), Call::new("list").host(Host::Content), &words), None);
    let after = convert_call(all(), Call::new("list").host(Host::Structured), &words).unwrap();
    assert_eq!(only_text(&after), "[3]: a,b,c");
}

#[test]
fn blocks_that_are_a_list_without_structured_content() {
    let blocks: Vec<Value> = rows(9)
        .as_array()
        .unwrap()
        .iter()
        .map(|row| json!({"type": "text", "text": serde_json::to_string_pretty(row).unwrap()}))
        .collect();
    let after = convert(all(), &json!({"content": blocks}).to_string()).unwrap();
    assert_eq!(only_text(&after), toon(&rows(9)));
    // Objects with different keys are not rows of one table.
    let mut ragged = blocks.clone();
    ragged[3]["text"] = json!(r#"{"id": 3}"#);
    let after = convert(all(), &json!({"content": ragged}).to_string()).unwrap();
    assert_eq!(after["content"].as_array().unwrap().len(), 9);
    // Structured content with more data than the text is kept.
    let mut odd = blocks.clone();
    odd[3]["annotations"] = json!({"audience": ["user"]});
    let after = convert(all(), &json!({"content": odd}).to_string()).unwrap();
    assert_eq!(after["content"].as_array().unwrap().len(), 9);
}

#[test]
fn other_blocks_stay_in_their_places() {
    let image = json!({"type": "image", "data": "", "mimeType": "image/png"});
    let call = Call::new("list").host(Host::Content);
    let text = json!({"type": "text", "text": rows(9).to_string(), "annotations": {"priority": 1.0}});
    let result = json!({"content": [image, text, image], "structuredContent": {"result": rows(9)}});
    let after = convert_call(all(), call, &result.to_string()).unwrap();
    assert_eq!((&after["content"][0], &after["content"][2]), (&image, &image));
    assert_eq!(after["content"][1]["text"], toon(&rows(9)));
    assert_eq!(after["content"][1]["annotations"], json!({"priority": 1.0}));
    assert_eq!(after.get("structuredContent"), None);
    // Hosts that show structured content may not show the images.
    for call in [Call::new("list"), Call::new("list").host(Host::Structured)] {
        let after = convert_call(all(), call, &result.to_string()).unwrap();
        assert_eq!(after["structuredContent"], result["structuredContent"]);
        assert_eq!(after["content"][1]["text"], toon(&rows(9)));
    }
}

/// An image, as `read_media_file` of the reference file server returns it.
#[test]
fn blocks_that_are_given_once_more() {
    let image = json!({"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"});
    let result = json!({"content": [image], "structuredContent": {"content": [image]}});
    for host in [None, Some(Host::Structured), Some(Host::Content), Some(Host::Both)] {
        let call = host.map_or(Call::new("media"), |host| Call::new("media").host(host));
        let after = convert_call(all(), call, &result.to_string()).unwrap();
        assert_eq!(after, json!({"content": [image]}), "{host:?}");
    }
}

#[test]
fn structured_content_that_is_null_is_none() {
    let texts: Vec<Value> = rows(9)
        .as_array()
        .unwrap()
        .iter()
        .map(|row| json!({"type": "text", "text": row.to_string(), "annotations": {}, "_meta": null}))
        .collect();
    let after = convert(all(), &json!({"content": texts, "structuredContent": null}).to_string()).unwrap();
    assert_eq!(after["content"][0]["text"], toon(&rows(9)));
    assert_eq!(after["content"].as_array().unwrap().len(), 1);
}

/// The model does not see a text that is only for the user.
#[test]
fn a_text_for_others_does_not_take_the_place_of_structured_content() {
    let text = json!({"type": "text", "text": rows(9).to_string(), "annotations": {"audience": ["user"]}});
    let result = json!({"content": [text], "structuredContent": {"result": rows(9)}});
    let after = convert(all(), &result.to_string()).unwrap();
    assert_eq!(after["structuredContent"], result["structuredContent"]);
}

/// Hosts show the text of errors, even if there is structured content: without a text, they would
/// show nothing.
#[test]
fn errors_without_a_text_get_one() {
    let error = |texts: &[&str]| {
        let blocks: Vec<Value> = texts.iter().map(|text| json!({"type": "text", "text": text})).collect();
        json!({"content": blocks, "structuredContent": {"rows": rows(9)}, "isError": true})
    };
    let with = |host, result: &Value| {
        let call = Call::new("list").host(host);
        convert_call(all().errors(true), call, &result.to_string())
    };
    let json = json!({"rows": rows(9)}).to_string();
    for host in [Host::Structured, Host::Content] {
        for texts in [&[][..], &[" "]] {
            assert_eq!(with(host, &error(texts)), Some(error(&[texts, &[&json]].concat())));
        }
        assert_eq!(with(host, &error(&["boom"])), None);
    }
    assert_eq!(with(Host::Both, &error(&[])), None);
}

/// Frameworks wrap the text of a tool that returns a string, and declare a schema for it.
#[test]
fn a_wrapped_text_that_stays_valid() {
    let text = rows(9).to_string();
    let keep = || all().structured(Structured::Keep);
    let wrapped = result(slice::from_ref(&text), &json!({"result": text}));
    for host in [None, Some(Host::Structured), Some(Host::Content), Some(Host::Both)] {
        let call = host.map_or(Call::new("list"), |host| Call::new("list").host(host));
        let after = convert_call(keep(), call, &wrapped).unwrap();
        assert_eq!(after["content"][0]["text"], toon(&rows(9)), "{host:?}");
        assert_eq!(after["structuredContent"], json!({"result": toon(&rows(9))}), "{host:?}");
    }
    // Sizes are those of what the host shows.
    let converter = converter(keep());
    let conversion =
        converter.convert_json(Call::new("list").host(Host::Structured), &wrapped).unwrap().conversion;
    let [before, after] =
        [&text, &toon(&rows(9))].map(|text| json!({"result": text}).to_string().len() as u64);
    assert_eq!((conversion.before.bytes, conversion.after.bytes), (before, after));
    // Only the text of a block is replaced.
    for structured in [
        json!({"result": "another"}),
        json!({"result": text, "total": 9}),
        json!({"text": text}),
        json!({"result": rows(9)}),
    ] {
        let after = convert(keep(), &result(slice::from_ref(&text), &structured)).unwrap();
        assert_eq!(after["content"][0]["text"], toon(&rows(9)));
        assert_eq!(after["structuredContent"], structured);
    }
}

/// An explanation stands in whatever the host shows.
#[test]
fn a_wrapped_text_with_an_explanation() {
    let text = rows(99).to_string();
    let wrapped = result(slice::from_ref(&text), &json!({"result": text}));
    let converter = converter(all().structured(Structured::Keep));
    for (host, is_explained) in [(Host::Structured, true), (Host::Content, true), (Host::Both, false)] {
        let call = Call::new("list").host(host);
        let after = converter.convert_json_in(&toon_convert::Session::new(), call, &wrapped).unwrap().result;
        let after: Value = serde_json::from_str(after.unwrap().get()).unwrap();
        let [text, structured] = [&after["content"][0]["text"], &after["structuredContent"]["result"]]
            .map(|text| text.as_str().unwrap());
        assert!(text.len() > toon(&rows(99)).len() && text.ends_with(&toon(&rows(99))));
        assert_eq!(structured == text, is_explained, "{host:?}");
        assert!(structured.ends_with(&toon(&rows(99))));
    }
}

#[test]
fn tools_that_keep_structured_content() {
    let text = serde_json::to_string_pretty(&rows(9)).unwrap();
    let result = result(&[text], &json!({"result": rows(9)}));
    for definition in [
        r#"{"_meta":{"ui":{"resourceUri":"ui://x"}}}"#,
        r#"{"_meta":{"ui/resourceUri":"ui://x"}}"#,
        r#"{"_meta":{"openai/outputTemplate":"ui://x"}}"#,
    ] {
        let definition = Definition::of(definition);
        let call = Call::new("chart").definition(definition).host(Host::Structured);
        for structured in [Structured::Auto, Structured::Drop] {
            let after = convert_call(all().structured(structured), call, &result).unwrap();
            assert_eq!(after["structuredContent"]["result"], rows(9));
            assert_eq!(after["content"][0]["text"], toon(&rows(9)));
        }
    }
}

#[test]
fn output_schemas() {
    let converter = converter(all());
    let tool = |name: &str, more: &str| {
        format!(r#"{{"name":"{name}","outputSchema":{{"type":"object"}},"inputSchema":{{}}{more}}}"#)
    };
    let is_removed = |tool: &str| converter.convert_definition(tool).is_some();
    assert!(is_removed(&tool("list", "")));
    assert!(!is_removed(&tool("read_file", "")));
    assert!(!is_removed(&tool("list", r#","_meta":{"ui":{"resourceUri":"ui://x"}}"#)));
    assert!(!is_removed(r#"{"name":"list","inputSchema":{}}"#));
    let keep = super::converter(all().structured(Structured::Keep));
    assert!(keep.convert_definition(&tool("list", "")).is_none());
    let excluding = super::converter(all().exclude_tools(["li*"]));
    assert!(excluding.convert_definition(&tool("list", "")).is_none());
}

/// The figures of the examined servers: a Python list of 20 objects.
#[test]
#[cfg_attr(not(feature = "tokens"), ignore = "the figures are exact counts")]
fn a_list_of_objects_in_tokens() {
    toon_convert::tokens::load();
    let row = |id: u32| json!({"id": id, "name": format!("User {id}"), "email": format!("user{id}@example.com"), "active": id.is_multiple_of(2), "score": f64::from(id) * 1.5});
    let list: Value = (0..20).map(row).collect();
    let each: Vec<String> =
        list.as_array().unwrap().iter().map(|row| serde_json::to_string_pretty(row).unwrap()).collect();
    let result = result(&each, &json!({"result": list}));
    let converter = converter(toon_convert::Rules::new());
    assert_eq!(converter.rules().measured_by(), Measure::Tokens);
    for (host, before) in [(Host::Structured, 545), (Host::Content, 860)] {
        let conversion =
            converter.convert_json(Call::new("list_models").host(host), &result).unwrap().conversion;
        assert!(conversion.before.tokens.abs_diff(before) < 20, "{conversion:?}");
        assert!(conversion.after.tokens.abs_diff(335) < 20, "{conversion:?}");
    }
}
