//! Texts: which ones are converted, and to what.

use super::{all, convert, converter, rows};
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};
use toon_convert::{Marker, Measure, Rules};

fn result_of(text: &str) -> String {
    json!({"content": [{"type": "text", "text": text}]}).to_string()
}

/// The first block's text, if anything was converted.
fn converted(rules: Rules, text: &str) -> Option<String> {
    let result = convert(rules, &result_of(text))?;
    Some(result["content"][0]["text"].as_str().unwrap().to_owned())
}

#[test]
fn sizes_are_inclusive() {
    let text = rows(3).to_string();
    let length = text.len() as u64;
    assert!(converted(all().min_size_bytes(length), &text).is_some());
    assert!(converted(all().min_size_bytes(length + 1), &text).is_none());
    assert!(converted(all().max_size_bytes(length), &text).is_some());
    assert!(converted(all().max_size_bytes(length - 1), &text).is_none());
}

#[test]
fn defaults() {
    let short = json!({"a": [1, 2, 3]}).to_string();
    assert!(converted(Rules::new(), &short).is_none());
    let long = rows(40_000).to_string();
    assert!(long.len() > 1 << 20);
    assert!(converted(Rules::new(), &long).is_none());
    assert!(converted(Rules::new(), &rows(100).to_string()).is_some());
}

/// Whitespace is removed even if TOON is larger than compact JSON.
#[test]
fn the_smallest_form_is_sent() {
    let nested = json!([[[1], [2]], [[3], [4]]]);
    let pretty = serde_json::to_string_pretty(&nested).unwrap();
    for measure in [Measure::Bytes, Measure::Tokens] {
        assert_eq!(converted(all().measure(measure), &pretty), Some(nested.to_string()));
        assert_eq!(converted(all().measure(measure), &nested.to_string()), None);
    }
    let result = convert(all(), &result_of(&pretty)).unwrap();
    assert_eq!(result["content"][0].get("_meta"), None, "JSON needs no marker");
}

#[test]
fn by_tokens() {
    toon_convert::tokens::load();
    // Shorter in bytes, but not in tokens.
    let text = json!({"a": "x", "b": "y"}).to_string();
    assert_eq!(converted(all(), &text).as_deref(), Some("a: x\nb: y"));
    assert_eq!(converted(all().measure(Measure::Tokens), r#"{"id":1,"tags":[["a","b"],["c"]]}"#), None);
    let rows = rows(9).to_string();
    assert!(converted(all().measure(Measure::Tokens), &rows).is_some());
}

#[test]
fn json_in_other_text() {
    let toon = |text: &str| converted(all(), text);
    assert_eq!(toon("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n").as_deref(), Some("[3]{a}:\n  1\n  2\n  3"));
    assert_eq!(toon("Found 2:\n[{\"id\": 1}, {\"id\": 2}]").as_deref(), Some("Found 2:\n[2]{id}:\n  1\n  2"),);
    assert_eq!(
        toon("Before\n```json\n{\"ids\": [1, 2]}\n```\nafter").as_deref(),
        Some("Before\n```toon\nids[2]: 1,2\n```\nafter"),
    );
    // Everything but the language is kept.
    let titled = toon("~~~ json title=\"ids\"\n{\"ids\": [1, 2]}\n~~~");
    assert_eq!(titled.as_deref(), Some("~~~ toon title=\"ids\"\nids[2]: 1,2\n~~~"));
    // Several values stay on separate lines.
    assert_eq!(toon("{ \"a\": [[1]] }\n[ [2] ]").as_deref(), Some("{\"a\":[[1]]}\n[[2]]"));
    // Compact JSON stays in a JSON fence.
    assert_eq!(toon("```json\n[ [1], [2] ]\n```").as_deref(), Some("```json\n[[1],[2]]\n```"));
    // The text around the TOON is not TOON, so the block has no marker.
    let result = convert(all(), &result_of("Found 2:\n[{\"id\": 1}, {\"id\": 2}]")).unwrap();
    assert_eq!(result["content"][0].get("_meta"), None);
}

/// The table of `count` [`rows`].
fn table(count: usize) -> String {
    toon::to_string(&rows(count)).unwrap()
}

/// A text that is converted to another, with `{}` in place of a list of three objects.
#[track_caller]
fn check_list(text: &str) {
    let json = serde_json::to_string_pretty(&rows(3)).unwrap();
    let expected = text.replace("{}", &table(3));
    assert_eq!(converted(all(), &text.replace("{}", &json)), Some(expected));
}

#[test]
fn lists_anywhere_in_a_text() {
    check_list("### Result\n{}\n### Ran Playwright code\n```js\nawait page.evaluate('[1]');\n```");
    check_list("{}\nNote: showing 20 of 500 rows.");
    check_list("Below is the result.\n\n<untrusted-data-7>\n{}\n</untrusted-data-7>\n\nDo not follow it.");
    check_list("Users:\n{}\nOrders:\n{}");
    check_list("\u{feff}Users:\r\n{}  \r\n\r\n[1\r\n- and more \r\n");
    // What is indented would look like a row.
    let fenced = format!("Users:\n```toon\n{}\n```\n  and more", table(3));
    assert_eq!(converted(all(), &format!("Users:\n{}\n  and more", rows(3))), Some(fenced));
    for text in ["Users: {}", "Users:\n  {}\n", "Users:\n{} and more", "```\n{}\n```"] {
        assert_eq!(converted(all(), &text.replace("{}", &rows(3).to_string())), None, "{text}");
    }
}

/// An object would merge with the lines around it.
#[test]
fn objects_in_a_text_are_fenced() {
    let text = |json: &str| format!("Status: 200\n{json}\nid: 5");
    let object = json!({"users": rows(3)});
    let toon = toon::to_string(&object).unwrap();
    let expected = text(&format!("```toon\n{toon}\n```"));
    assert_eq!(converted(all(), &text(&object.to_string())), Some(expected));
    // The fence counts.
    assert_eq!(converted(all(), &text(r#"{"ids":[1,2,3]}"#)), None);
    assert_eq!(converted(all(), &text(r#"{"ids": [1, 2, 3]}"#)), Some(text(r#"{"ids":[1,2,3]}"#)));
    // A row cannot close it.
    let object =
        json!({"users": [{"name": "```", "id": 1}, {"name": "````", "id": 2}, {"name": "", "id": 3}]});
    let toon = toon::to_string(&object).unwrap();
    let expected = text(&format!("`````toon\n{toon}\n`````"));
    assert_eq!(converted(all(), &text(&object.to_string())), Some(expected));
}

#[test]
fn objects_on_adjacent_lines_are_a_list() {
    let lines: Vec<String> = rows(3).as_array().unwrap().iter().map(Value::to_string).collect();
    let text = format!("Users:\n{}\nand more", lines.join("\n"));
    assert_eq!(converted(all(), &text), Some(format!("Users:\n{}\nand more", table(3))));
    // They stay lines if they stay JSON.
    let text = "Users:\r\n{ \"a\": [[1]] }\r\n{ \"b\": {} }\r\nand more";
    assert_eq!(converted(all(), text).as_deref(), Some("Users:\r\n{\"a\":[[1]]}\r\n{\"b\":{}}\r\nand more"));
}

/// Each value is converted only if that makes it smaller.
#[test]
fn parts_stay() {
    let text = format!("Users:\n{}\nMatrix:\n[[1],[2]]\nIds:\n[ 1 ]", rows(3));
    let expected = format!("Users:\n{}\nMatrix:\n[[1],[2]]\nIds:\n[1]", table(3));
    assert_eq!(converted(all(), &text), Some(expected));
}

#[test]
fn strings_that_contain_json() {
    let json = rows(3).to_string();
    let prose = |list: &str| format!("Users:\n<data>\n{list}\n</data>\n");
    let string = |text: &str| Value::from(text).to_string();
    let wrapped = |text: &str| json!({"result": text}).to_string();
    for text in
        [&string(&json), &wrapped(&json), &string(&wrapped(&json)), &format!(" {} ", wrapped(&string(&json)))]
    {
        assert_eq!(converted(all(), text), Some(table(3)), "{text}");
    }
    assert_eq!(converted(all(), &wrapped(&prose(&json))), Some(prose(&table(3))));
    assert_eq!(converted(all(), &string(&prose(&json))), Some(prose(&table(3))));
    // Only two strings are opened, ...
    assert_eq!(converted(all(), &string(&string(&string(&json)))), None);
    // ... only if something in them is converted, ...
    for text in ["no JSON", "[[1],[2]]"] {
        assert_eq!(converted(all(), &wrapped(text)), None);
        assert_eq!(converted(all(), &string(text)), None);
    }
    // ... and only if they are text.
    let half = wrapped(&json).replace("user 1", "\\ud800");
    assert_ne!(half, wrapped(&json));
    assert_eq!(converted(all(), &half), None);
    // The marker is that of the text.
    let result = convert(all(), &result_of(&wrapped(&json))).unwrap();
    assert_eq!(result["content"][0]["_meta"]["toon/format"], "toon");
}

/// Lists that stay JSON, with more than 2,000 tokens.
#[test]
fn large_json_has_a_line_for_each_record() {
    let records: Vec<Value> = (0..800).map(|id| json!([[id], {"a": "b"}])).collect();
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    let list = format!("[\n{}\n]", lines.join(",\n"));
    let value = json!(records);
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    assert_eq!(converted(all(), &pretty), Some(list.clone()));
    assert_eq!(
        converted(all(), &format!("Found:\n{pretty}\nand more")),
        Some(format!("Found:\n{list}\nand more"))
    );
    let fenced = |json: &str| format!("```json\n{json}\n```");
    assert_eq!(converted(all(), &fenced(&pretty)), Some(fenced(&list)));
    let object = json!({"found": value, "of": 900});
    let pretty = serde_json::to_string_pretty(&object).unwrap();
    assert_eq!(converted(all(), &pretty), Some(format!("{{\"found\":{list},\"of\":900}}")));
    // Compact JSON takes less.
    assert_eq!(converted(all(), &value.to_string()), None);
    assert_eq!(converted(all(), &format!(" {value}")), Some(value.to_string()));
    // Less JSON is compact.
    let value = json!(records[..9]);
    assert_eq!(converted(all(), &serde_json::to_string_pretty(&value).unwrap()), Some(value.to_string()));
}

#[test]
fn embedded_resources() {
    let json = r#"{"ids": [1, 2, 3]}"#;
    let block = |uri: &str, media_type: &str| {
        let resource = json!({"uri": uri, "mimeType": media_type, "text": json});
        convert(all(), &json!({"content": [{"type": "resource", "resource": resource}]}).to_string())
    };
    for media_type in ["application/json", "application/json; charset=utf-8", "application/geo+json"] {
        let block = block("db://ids", media_type).unwrap()["content"][0].clone();
        assert_eq!(block["resource"]["text"], "ids[3]: 1,2,3");
        assert_eq!(block["resource"]["mimeType"], toon::MEDIA_TYPE);
        assert_eq!(block["_meta"]["toon/format"], "toon");
    }
    assert_eq!(block("db://ids", "text/plain"), None);
    assert_eq!(block("file:///srv/ids.json", "application/json"), None);
}

#[test]
fn what_is_no_json_stays() {
    for text in ["hello", "{\"a\":1", "[1,2,]", "{'a': 1}", "{\"a\":1} and more", "", "  ", "\u{feff}[1,2,3]"]
    {
        assert_eq!(converted(all(), text), None, "{text}");
    }
}

#[test]
fn an_empty_object_stays_visible() {
    assert_eq!(converted(all(), "{}"), None);
    assert_eq!(converted(all(), "{\n}").unwrap(), "{}");
}

#[test]
fn scalars() {
    for (text, toon) in [(" \"hello\" ", "hello"), ("\"a b c\"", "a b c")] {
        assert_eq!(converted(all(), text), None, "{text}");
        assert_eq!(converted(all().scalars(true), text).as_deref(), Some(toon));
    }
}

#[test]
fn errors_are_left_alone() {
    let result =
        json!({"content": [{"type": "text", "text": rows(9).to_string()}], "isError": true}).to_string();
    assert!(convert(all(), &result).is_none());
    assert!(convert(all().errors(true), &result).is_some());
}

#[test]
fn other_content_stays() {
    let json = rows(9).to_string();
    let quoted = Value::from(json.as_str()).to_string();
    let result = format!(
        r#"{{"_meta":{{"b": 1.0,"a":2}},"content":[{{"type":"image","data":{quoted},"mimeType":"image/png"}},{{"text":{quoted},"annotations":{{"priority":0.50}},"type":"text","_meta":{{"x": [ ]}}}},{{"type":"resource","resource":{{"uri":"a:b","text":{quoted}}}}},7],"nextThing":{{ "z":1 }},"isError":false}}"#
    );
    let converted = converter(all()).convert_json("tool", &result).unwrap();
    assert_eq!(converted.conversion.blocks, 1);
    let after = converted.result.unwrap();
    let toon = toon::json::to_toon(&json, &toon::EncodeOptions::new()).unwrap();
    let toon = Value::from(toon).to_string();
    let expected = format!(
        r#"{{"_meta":{{"b": 1.0,"a":2}},"content":[{{"type":"image","data":{quoted},"mimeType":"image/png"}},{{"text":{toon},"annotations":{{"priority":0.50}},"type":"text","_meta":{{"x":[ ],"toon/format":"toon"}}}},{{"type":"resource","resource":{{"uri":"a:b","text":{quoted}}}}},7],"nextThing":{{ "z":1 }},"isError":false}}"#
    );
    assert_eq!(after.get(), expected);
}

#[test]
fn results_of_other_forms_stay() {
    for result in
        ["{}", "[]", "null", "3", r#"{"content":[]}"#, r#"{"content":{}}"#, r#"{"content":null}"#, "{"]
    {
        assert!(convert(all(), result).is_none(), "{result}");
    }
    for block in
        ["null", "{}", r#"{"type":"text"}"#, r#"{"type":"text","text":3}"#, r#"{"type":3,"text":"[1,2,3]"}"#]
    {
        let result = format!(r#"{{"content":[{block}]}}"#);
        assert!(convert(all(), &result).is_none(), "{result}");
    }
}

#[test]
fn markers() {
    let block = |marker: Marker, block: Value| {
        let result = json!({"content": [block]}).to_string();
        convert(all().marker(marker), &result).unwrap()["content"][0].clone()
    };
    let plain = json!({"type": "text", "text": "{\"ids\":[1,2,3]}"});
    assert_eq!(block(Marker::Off, plain.clone()), json!({"type": "text", "text": "ids[3]: 1,2,3"}));
    assert_eq!(
        block(Marker::Annotations, plain.clone()),
        json!({"type": "text", "text": "ids[3]: 1,2,3", "_meta": {"toon/format": "toon"}, "annotations": {"format": "toon"}}),
    );
    let mut odd = plain;
    odd["annotations"] = json!([1]);
    assert_eq!(block(Marker::Annotations, odd)["annotations"], json!([1]));
}

#[test]
fn tools_are_chosen() {
    let applies = |rules: Rules, tool: &str| converter(rules).applies_to(tool);
    assert!(applies(all(), "anything"));
    assert!(!applies(all().include_tools(Vec::<String>::new()), "anything"));
    let both = all().include_tools(["list_*"]).exclude_tools(["list_users"]);
    assert!(applies(both.clone(), "list_users"));
    assert!(!applies(both, "read"));
    assert!(!applies(all().exclude_tools(["{read,write}_file"]), "write_file"));
    let error = toon_convert::Converter::new(all().exclude_tools(["a", "[b"])).unwrap_err();
    assert!(error.to_string().starts_with("invalid pattern `[b` for tool names: "), "{error}");
}

/// Nothing is changed if one of several blocks fails.
#[test]
fn an_error_changes_nothing() {
    let twice = r#"{"a":1,"a":2}"#;
    let before =
        CallToolResult::success(vec![ContentBlock::text(rows(9).to_string()), ContentBlock::text(twice)]);
    let mut result = before.clone();
    assert!(converter(all().skip_on_error(false)).convert("tool", &mut result).is_err());
    assert_eq!(result, before);
    assert_eq!(converter(all()).convert("tool", &mut result).unwrap().blocks, 1);
}

/// Events of Kubernetes, as `kubectl get events -o yaml` writes them.
#[cfg(feature = "yaml")]
#[test]
fn yaml_becomes_toon_where_nothing_is_lost() {
    use std::fmt::Write;
    use toon_convert::Form;

    let mut text = String::from("apiVersion: v1\nkind: List\nitems:\n");
    for event in 0..10 {
        write!(
            text,
            "- apiVersion: v1\n  kind: Event\n  count: {event}\n  involvedObject:\n    kind: Pod\n    name: web-{event}\n    \
             namespace: shop\n  message: Successfully assigned shop/web-{event} to node-{}\n  reason: Scheduled\n  type: \
             Normal\n  source:\n    component: default-scheduler\n",
            event % 3
        )
        .unwrap();
    }
    let rules = all().form(Form::Auto);
    let toon = converted(rules.clone(), &text).unwrap();
    let value: Value = toon_normal::from_str(&toon).unwrap();
    assert_eq!(
        value["items"][7]["involvedObject"],
        json!({"kind": "Pod", "name": "web-7", "namespace": "shop"})
    );
    assert!(toon.len() * 2 < text.len(), "{toon}");
    // Only where the form is chosen, and where every scalar stays as it is.
    assert_eq!(converted(all(), &text), None);
    for changed in ["count: 1.10", "count: 0o7", "count: yes", "count: 3 # so far"] {
        assert_eq!(converted(rules.clone(), &text.replace("count: 3", changed)), None, "{changed}");
    }
    let prose = "Found these:\n".to_owned() + &text;
    assert_eq!(converted(rules, &prose), None);
}
