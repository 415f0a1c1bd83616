//! Properties of any result.

use super::{all, converter};
use proptest::prelude::*;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};
// As the converter counts, once the tokenizer is loaded.
#[cfg(not(feature = "tokens"))]
use toon_convert::tokens::approximate as count;
#[cfg(feature = "tokens")]
use toon_convert::tokens::count;
use toon_convert::{Call, Form, Host, Measure, Structured};

pub(super) fn values() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        8 => toon_testing::scalar().prop_filter("serde_json rounds some floats, and 1.0 is not 1", is_read_back),
        1 => Just(json!("```")),
        1 => Just(json!("{\"a\": 1}")),
    ];
    let key = prop_oneof![
        6 => toon_testing::key(),
        1 => Just("result".to_owned()),
        1 => Just("content".to_owned()),
    ];
    toon_testing::value_with(&scalar.boxed(), &key.boxed(), 3)
}

fn is_read_back(scalar: &Value) -> bool {
    let json: Value = serde_json::from_str(&scalar.to_string()).unwrap();
    let toon: Value = toon::from_str(&toon::to_string(scalar).unwrap()).unwrap();
    json == *scalar && toon == *scalar
}

/// A list of objects with the same keys, which becomes a table.
pub(super) fn lists() -> impl Strategy<Value = Value> {
    prop::collection::vec((any::<u16>(), "[a-z]{0,8}"), 2..8)
        .prop_map(|rows| rows.into_iter().map(|(id, name)| json!({"id": id, "name": name})).collect())
}

/// Lists of repetitive objects that lack some members, which become normal forms.
pub(super) fn ragged_lists() -> impl Strategy<Value = Value> {
    let row = (any::<u8>(), 0..3_usize, prop::collection::vec("[a-z_]{0,3}", 0..3), values(), 0..16_u8);
    prop::collection::vec(row, 2..9).prop_map(|rows| {
        let row = |(id, user, tags, any, present): (u8, usize, Vec<String>, Value, u8)| {
            let login = ["ada", "bob", "cy"][user];
            let members = [
                ("id", json!(id)),
                ("url", json!(format!("https://x.example/rows/{id}"))),
                ("user", json!({"login": login, "url": format!("https://x.example/users/{login}"), "is_bot": false})),
                ("tags", json!(tags)),
                ("parts", tags.iter().map(|tag| json!({"tag": tag, "of": id})).collect()),
                ("any", any),
            ];
            let kept = members.into_iter().enumerate().filter(|(place, _)| *place < 2 || present >> (place - 2) & 1 == 0);
            Value::Object(kept.map(|(_, (key, value))| (key.to_owned(), value)).collect())
        };
        rows.into_iter().map(row).collect()
    })
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap()
}

/// A result as servers create it from a value: blocks with all of it, a part, or something else.
fn results() -> impl Strategy<Value = (Vec<String>, Option<Value>)> {
    (prop_oneof![values(), lists()], values(), 0..10_u8).prop_map(|(value, other, way)| {
        let each: Vec<String> = value.as_array().into_iter().flatten().map(pretty).collect();
        match way {
            0 => (vec![pretty(&value)], None),
            1 => (vec![pretty(&value)], Some(value)),
            2 => (vec![value.to_string()], Some(json!({"result": value}))),
            3 => (each, Some(json!({"result": value}))),
            4 => (vec![value.to_string()], Some(json!({"result": value.to_string()}))),
            5 => (vec![pretty(&value)], Some(json!({"items": value}))),
            6 => (vec![format!("All there is:\n{value}")], Some(value)),
            7 => (vec![], Some(value)),
            8 => (each, None),
            _ => (vec![other.to_string(), "and more".to_owned()], Some(value)),
        }
    })
}

/// All values that a reader may see in a text: as JSON, as TOON, and the text itself.
fn readings(text: &str) -> Vec<Value> {
    let mut readings = vec![Value::from(text)];
    readings.extend(serde_json::from_str::<Value>(text));
    readings.extend(toon::from_str::<Value>(text));
    readings
}

/// Whether one of the readings is the value, possibly after parsing strings that are JSON, and that
/// may be the only member `result` of an object.
fn says(readings: &[Value], value: &Value) -> bool {
    let inner = |value: &Value| {
        let object = value.as_object().filter(|object| object.len() == 1);
        let string = object.and_then(|object| object.get("result")).unwrap_or(value).as_str()?;
        serde_json::from_str::<Value>(string).ok()
    };
    let mut values = std::iter::successors(Some(value.clone()), inner);
    values.any(|value| readings.contains(&value))
}

proptest! {
    /// The typed and the raw function return the same result.
    #[test]
    fn typed_and_raw((texts, structured) in results()) {
        let mut result = CallToolResult::success(texts.iter().map(ContentBlock::text).collect());
        result.structured_content = structured;
        let json = serde_json::to_string(&result).unwrap();
        let converter = converter(all());
        let typed = converter.convert("tool", &mut result).unwrap();
        let raw = converter.convert_json("tool", &json).unwrap();
        prop_assert_eq!(raw.result.is_some(), typed.is_converted);
        prop_assert_eq!((raw.conversion.before, raw.conversion.after), (typed.before, typed.after));
        if let Some(after) = raw.result {
            let after: Value = serde_json::from_str(after.get()).unwrap();
            prop_assert_eq!(after, serde_json::to_value(&result).unwrap());
        }
    }

    /// If `structuredContent` is removed, the texts contain all of it; and what was in a text is
    /// still in a text or in `structuredContent`.
    #[test]
    fn nothing_is_lost((texts, structured) in results(), host in 0..4_u8) {
        let mut call = Call::new("tool");
        if let Some(host) = [Host::Structured, Host::Content, Host::Both].get(usize::from(host)) {
            call = call.host(*host);
        }
        let mut result = CallToolResult::success(texts.iter().map(ContentBlock::text).collect());
        result.structured_content.clone_from(&structured);
        converter(all()).convert(call, &mut result).unwrap();
        let after: Vec<&str> = result.content.iter().map(|block| block.as_text().unwrap().text.as_str()).collect();
        let read: Vec<Value> = after.iter().flat_map(|text| readings(text)).collect();
        if let (Some(before), None) = (&structured, &result.structured_content) {
            let unwrapped = before.as_object().and_then(|object| object.values().next());
            let is_explained = says(&read, before)
                || unwrapped.is_some_and(|inner| {
                    says(&read, inner)
                        || inner.as_str().is_some_and(|text| after.iter().any(|after| is_text(text, after)))
                });
            prop_assert!(is_explained, "{before} in {after:?}");
        }
        for text in &texts {
            let value: Value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str()));
            let elements = read.iter().filter_map(|reading| {
                let list = match reading {
                    Value::Object(object) if object.len() == 1 => object.values().next()?,
                    other => other,
                };
                Some(list.as_array()?.iter().cloned().chain([list.clone()]).collect::<Vec<_>>())
            });
            let nested: Vec<Value> = read
                .iter()
                .filter_map(|reading| reading.as_object().filter(|object| object.len() == 1)?.values().next().cloned())
                .collect();
            let is_explained = says(&read, &value)
                || says(&read, &Value::from(text.as_str()))
                || elements.into_iter().any(|list| says(&list, &value) || list.contains(&Value::from(text.as_str())))
                || says(&nested, &value)
                || after.iter().any(|after| is_text(text, after));
            prop_assert!(is_explained, "{text} in {after:?}");
        }
    }

    /// Every form has the same value, and the right marker.
    #[test]
    fn every_form_says_the_same(value in ragged_lists(), as_tokens: bool) {
        let measure = if as_tokens { Measure::Tokens } else { Measure::Bytes };
        let text = value.to_string();
        let result = CallToolResult::success(vec![ContentBlock::text(text.as_str())]);
        let mut least = text.len();
        for form in [Form::Toon, Form::Auto, Form::Legible, Form::Dense] {
            let mut result = result.clone();
            converter(all().measure(measure).form(form)).convert("tool", &mut result).unwrap();
            let block = result.content[0].as_text().unwrap();
            match block.meta.as_ref().and_then(|meta| meta.get("toon/format")?.as_str()) {
                Some("normal") => {
                    prop_assert_ne!(form, Form::Toon);
                    prop_assert_eq!(toon_normal::from_str::<Value>(&block.text).unwrap(), value.clone());
                }
                Some(_) => prop_assert_eq!(toon::from_str::<Value>(&block.text).unwrap(), value.clone()),
                None => prop_assert_eq!(serde_json::from_str::<Value>(&block.text).unwrap(), value.clone()),
            }
            if measure == Measure::Bytes && form != Form::Dense {
                prop_assert!(block.text.len() <= least, "{form:?}: {}", block.text);
                least = block.text.len();
            }
        }
    }

    /// A size that is not exceeded changes nothing.
    #[test]
    fn what_is_small_enough_is_converted(value in prop_oneof![ragged_lists(), lists(), values()], form in 0..3_usize) {
        let form = [Form::Toon, Form::Legible, Form::Dense][form];
        let converter = converter(all().measure(Measure::Bytes).form(form));
        let result = CallToolResult::success(vec![ContentBlock::text(value.to_string())]);
        let mut expected = result.clone();
        let after = converter.convert("tool", &mut expected).unwrap().after;
        let mut limited = result;
        converter.convert(Call::new("tool").max_bytes(after.bytes), &mut limited).unwrap();
        prop_assert_eq!(limited, expected);
    }

    /// No result costs more in a host that shows structured content, nor in one that shows the
    /// content, unless it then shows data that it did not show before.
    #[test]
    fn nothing_costs_more((texts, structured) in results(), host in 0..3_u8, by_tokens: bool) {
        let by_tokens = by_tokens && cfg!(feature = "tokens");
        let measure = if by_tokens { Measure::Tokens } else { Measure::Bytes };
        toon_convert::tokens::load();
        let converter = converter(all().measure(measure));
        let mut result = CallToolResult::success(texts.iter().map(ContentBlock::text).collect());
        result.structured_content.clone_from(&structured);
        let json = serde_json::to_string(&result).unwrap();
        let host = [Host::Structured, Host::Both].get(usize::from(host)).copied();
        let call = host.map_or(Call::new("tool"), |host| Call::new("tool").host(host));
        let after = converter.convert_json(call, &json).unwrap().result;
        let Some(after) = after else { return Ok(()) };
        let after: CallToolResult = serde_json::from_str(after.get()).unwrap();
        let size = |text: &str| if by_tokens { count(text) } else { text.len() };
        let content = |result: &CallToolResult| -> usize {
            result.content.iter().filter_map(|block| block.as_text()).map(|block| size(&block.text)).sum()
        };
        let shown = |result: &CallToolResult| match (&result.structured_content, host) {
            (Some(structured), Some(Host::Both)) => content(result) + size(&structured.to_string()),
            (Some(structured), _) => size(&structured.to_string()),
            (None, _) => content(result),
        };
        prop_assert!(shown(&after) <= shown(&result), "{after:?}");
        let shows_more = texts.is_empty()
            || structured.as_ref().and_then(Value::as_object).is_some_and(|object| object.contains_key("items"));
        if host.is_none() && !shows_more {
            prop_assert!(content(&after) <= content(&result), "{after:?}");
        }
    }

    /// Anything that is kept is kept byte for byte, but for the text of a block in a wrapper.
    #[test]
    fn structured_content_can_stay((texts, structured) in results()) {
        let blocks: Vec<Value> = texts.iter().map(|text| json!({"type": "text", "text": text})).collect();
        let Some(structured) = structured else { return Ok(()) };
        let wraps = texts.iter().any(|text| structured == json!({"result": text}));
        let structured = serde_json::to_string_pretty(&structured).unwrap();
        let result = format!("{{\"content\":{},\"structuredContent\":{structured}}}", Value::from(blocks));
        let converter = converter(all().structured(Structured::Keep));
        if let Some(after) = converter.convert_json("tool", &result).unwrap().result {
            let end = format!("\"structuredContent\":{structured}}}");
            let value: Value = serde_json::from_str(after.get()).unwrap();
            let has_wrapper = |text: &Value| value["structuredContent"] == json!({"result": text["text"]});
            let follows = wraps && value["content"].as_array().unwrap().iter().any(has_wrapper);
            prop_assert!(follows || after.get().ends_with(&end));
        }
    }
}

/// Whether `after` is the text with its JSON in another form, possibly after a line of prose and in a
/// fence.
fn is_text(text: &str, after: &str) -> bool {
    let (prose, json) = text.split_once('\n').filter(|(prose, _)| prose.ends_with(':')).unwrap_or(("", text));
    let Ok(value) = serde_json::from_str(json) else { return text == after };
    let Some(shown) = after.strip_prefix(prose).map(str::trim_start) else { return false };
    let fenced = shown.trim_matches('`').strip_prefix("toon\n");
    readings(fenced.unwrap_or(shown)).contains(&value)
}
