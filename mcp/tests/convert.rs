//! The converter: what it takes, what it leaves, and that both of its forms do the same.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
#![allow(clippy::float_cmp, reason = "rates are rounded")]

use proptest::prelude::*;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};
use toon_mcp::{Converter, Marker, Measure, Rules, Structured};

fn converter(rules: Rules) -> Converter {
    Converter::new(rules).unwrap()
}

fn rows(count: usize) -> Value {
    (0..count).map(|id| json!({"id": id, "name": format!("user {id}")})).collect()
}

fn result_of(text: &str) -> String {
    json!({"content": [{"type": "text", "text": text}]}).to_string()
}

/// The first block's text, if anything was converted.
fn converted(rules: Rules, text: &str) -> Option<String> {
    let (result, _) = converter(rules).convert_json("tool", &result_of(text)).unwrap()?;
    let result: Value = serde_json::from_str(result.get()).unwrap();
    Some(result["content"][0]["text"].as_str().unwrap().to_owned())
}

fn all() -> Rules {
    Rules::new().min_size_bytes(0)
}

#[test]
fn sizes_are_inclusive() {
    let text = rows(3).to_string();
    let length = text.len() as u64;
    assert!(converted(Rules::new().min_size_bytes(length), &text).is_some());
    assert!(converted(Rules::new().min_size_bytes(length + 1), &text).is_none());
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

/// White space is no saving.
#[test]
fn compact_json_is_what_counts() {
    let nested = json!([[[1], [2]], [[3], [4]]]);
    let pretty = serde_json::to_string_pretty(&nested).unwrap();
    assert!(converted(all(), &pretty).is_none());
}

#[test]
fn by_tokens() {
    // Shorter in bytes, but not in tokens.
    let text = json!({"a": "x", "b": "y"}).to_string();
    assert_eq!(converted(all(), &text).as_deref(), Some("a: x\nb: y"));
    let rows = rows(9).to_string();
    assert!(converted(all().measure(Measure::Tokens), &rows).is_some());
}

#[test]
fn what_is_no_json_stays() {
    for text in ["hello", "{\"a\":1", "[1,2,]", "{'a': 1}", "{\"a\":1} and more", "", "  ", "\u{feff}[1,2,3]"]
    {
        assert_eq!(converted(all(), text), None, "{text}");
    }
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
    assert!(converter(all()).convert_json("tool", &result).unwrap().is_none());
    assert!(converter(all().errors(true)).convert_json("tool", &result).unwrap().is_some());
}

#[test]
fn other_content_stays() {
    let json = rows(9).to_string();
    let quoted = Value::from(json.as_str()).to_string();
    let result = format!(
        r#"{{"_meta":{{"b": 1.0,"a":2}},"content":[{{"type":"image","data":{quoted},"mimeType":"image/png"}},{{"text":{quoted},"annotations":{{"priority":0.50}},"type":"text","_meta":{{"x": [ ]}}}},{{"type":"resource","resource":{{"uri":"a:b","text":{quoted}}}}},7],"nextThing":{{ "z":1 }},"isError":false}}"#
    );
    let (after, conversion) = converter(all()).convert_json("tool", &result).unwrap().unwrap();
    assert_eq!(conversion.blocks, 1);
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
        assert!(converter(all()).convert_json("tool", result).unwrap().is_none(), "{result}");
    }
    for block in
        ["null", "{}", r#"{"type":"text"}"#, r#"{"type":"text","text":3}"#, r#"{"type":3,"text":"[1,2,3]"}"#]
    {
        let result = format!(r#"{{"content":[{block}]}}"#);
        assert!(converter(all()).convert_json("tool", &result).unwrap().is_none(), "{result}");
    }
}

#[test]
fn markers() {
    let block = |marker: Marker, block: Value| {
        let result = json!({"content": [block]}).to_string();
        let (result, _) = converter(all().marker(marker)).convert_json("tool", &result).unwrap().unwrap();
        serde_json::from_str::<Value>(result.get()).unwrap()["content"][0].clone()
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
fn structured_content() {
    let value = json!({"users": rows(9)});
    let result = |structured: &Value| {
        let text = serde_json::to_string_pretty(&value).unwrap();
        json!({"content": [{"type": "text", "text": text}], "structuredContent": structured}).to_string()
    };
    let after = |rules: Rules, structured: &Value| {
        let (result, _) = converter(rules).convert_json("tool", &result(structured)).unwrap().unwrap();
        serde_json::from_str::<Value>(result.get()).unwrap().get("structuredContent").cloned()
    };
    assert_eq!(after(all(), &value), Some(value.clone()));
    let drop = all().structured(Structured::Drop);
    assert_eq!(after(drop.clone(), &value), None);
    // What the text does not say is not lost.
    let other = json!({"users": rows(8)});
    assert_eq!(after(drop, &other), Some(other));
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
    let error = Converter::new(all().exclude_tools(["a", "[b"])).unwrap_err();
    assert!(error.to_string().starts_with("`[b` is no pattern for names of tools"), "{error}");
}

#[test]
fn statistics() {
    let converter = converter(Rules::new().exclude_tools(["secret"]));
    let good = result_of(&rows(20).to_string());
    let (_, conversion) = converter.convert_json("list", &good).unwrap().unwrap();
    assert!(converter.convert_json("list", &result_of("short")).unwrap().is_none());
    assert!(converter.convert_json("list", &result_of(&"no json ".repeat(20))).unwrap().is_none());
    assert!(converter.convert_json("secret", &good).unwrap().is_none());
    let statistics = converter.statistics();
    assert_eq!((statistics.tools_processed, statistics.tools_converted), (3, 1));
    assert_eq!((statistics.items_attempted, statistics.items_converted), (2, 1));
    assert_eq!((statistics.conversions_attempted, statistics.conversions_successful), (2, 1));
    assert_eq!(statistics.tool_conversion_rate, 33.33);
    assert_eq!((statistics.item_conversion_rate, statistics.success_rate), (50.0, 50.0));
    assert_eq!(statistics.total_bytes_saved, conversion.bytes_saved());
    assert_eq!(conversion.bytes_before, rows(20).to_string().len() as u64);
}

#[test]
fn nothing_tried_is_no_rate() {
    let statistics = converter(all()).statistics();
    assert_eq!((statistics.tool_conversion_rate, statistics.success_rate), (0.0, 0.0));
}

/// Nothing is changed where one of several blocks fails.
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

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        // TOON knows no difference between 1.0 and 1, `Value` does.
        (-1_000_000..1_000_000).prop_map(|number| Value::from(f64::from(number) + 0.5)),
        "[a-z0-9 \"\\\\,:é\n-]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,4}", inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    /// Both forms give the same result, and what was converted says the same as before.
    #[test]
    fn typed_and_raw(values in prop::collection::vec(values(), 1..4), structured: bool) {
        let blocks = values.iter().map(|value| ContentBlock::text(value.to_string())).collect();
        let mut result = CallToolResult::success(blocks);
        result.structured_content = structured.then(|| values[0].clone());
        let json = serde_json::to_string(&result).unwrap();
        let converter = converter(all().structured(Structured::Drop));
        let before = result.clone();
        let typed = converter.convert("tool", &mut result).unwrap();
        let raw = converter.convert_json("tool", &json).unwrap();
        prop_assert_eq!(raw.is_some(), typed.is_converted());
        if let Some((after, conversion)) = raw {
            prop_assert_eq!(conversion.bytes_saved(), typed.bytes_saved());
            let after: Value = serde_json::from_str(after.get()).unwrap();
            prop_assert_eq!(after, serde_json::to_value(&result).unwrap());
        }
        for (before, after) in before.content.iter().zip(&result.content) {
            let (before, after) = (before.as_text().unwrap(), after.as_text().unwrap());
            if after.meta.is_some() {
                let value: Value = toon::from_str(&after.text).unwrap();
                prop_assert_eq!(value, serde_json::from_str::<Value>(&before.text).unwrap());
                prop_assert!(after.text.len() < before.text.len());
            } else {
                prop_assert_eq!(before, after);
            }
        }
    }
}

/// `structuredContent` goes only if the text says all of it.
#[test]
fn structured_content_with_more_digits_stays() {
    let converter = Converter::new(Rules::new().min_size_bytes(0).structured(Structured::Drop)).unwrap();
    let convert = |text: &str, structured: &str| {
        let text = serde_json::to_string(text).unwrap();
        let result =
            format!(r#"{{"content":[{{"type":"text","text":{text}}}],"structuredContent":{structured}}}"#);
        let (result, _) = converter.convert_json("tool", &result).unwrap().unwrap();
        result.get().contains("structuredContent")
    };
    let long = r#"{"a":123456789012345678901234567890,"b":[1,2,3,4]}"#;
    assert!(!convert(long, long));
    assert!(convert(long, &long.replace("890,", "891,")));
    assert!(!convert(r#"{"a":1,"b":[1,2,3,4]}"#, r#"{"b":[1,2,3,4],"a":1}"#));
    assert!(convert(r#"{"a":1,"b":[1,2,3,4]}"#, r#"{"b":[1,2,3,4],"a":2}"#));
}

/// What has no content is nobody's result.
#[test]
fn results_without_content_are_not_counted() {
    let converter = Converter::new(Rules::new()).unwrap();
    for result in ["[]", "null", "{}", r#"{"content":[]}"#, r#"{"content":5}"#, "{"] {
        assert!(converter.convert_json("tool", result).unwrap().is_none());
    }
    assert_eq!(converter.statistics().tools_processed, 0);
    converter.convert_json("tool", r#"{"content":[{"type":"text","text":"plain"}]}"#).unwrap();
    assert_eq!(converter.statistics().tools_processed, 1);
}
