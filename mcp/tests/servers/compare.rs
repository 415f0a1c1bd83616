//! What two servers said, side by side.

use crate::run::OFF;
use crate::script::Record;
use serde_json::Value;

/// What is left of what differs from run to run: the ids of sessions, which the server puts into some texts.
fn without_sessions(value: &mut Value) {
    match value {
        Value::String(text) => {
            let words = text.split(' ').map(|word| {
                let parts: Vec<usize> = word.split('-').map(str::len).collect();
                let is_id = matches!(parts[..], [8, 4, 4, 4, 12]);
                if is_id { "SESSION" } else { word }
            });
            *text = words.collect::<Vec<&str>>().join(" ");
        }
        Value::Array(items) => items.iter_mut().for_each(without_sessions),
        Value::Object(object) => object.values_mut().for_each(without_sessions),
        _ => {}
    }
}

impl Record {
    /// For servers that speak HTTP: without the ids of sessions, and without the news of tools, which the server has when
    /// nobody may be listening yet.
    pub(crate) fn over_http(mut self) -> Self {
        let answers = self.answers.iter_mut().map(|(_, answer)| answer);
        answers.chain(&mut self.told).for_each(without_sessions);
        self.told.retain(|told| told["method"] != "notifications/tools/list_changed");
        self
    }

    /// Both are equal as JSON.
    #[track_caller]
    pub(crate) fn assert_same(&self, direct: &Self) {
        assert_eq!(self.answers.len(), direct.answers.len());
        for ((request, answer), (_, expected)) in self.answers.iter().zip(&direct.answers) {
            assert_eq!(answer, expected, "to {request}");
        }
        assert_eq!(self.asked, direct.asked);
        assert_eq!(self.told, direct.told);
    }

    /// Turns what was converted back into what the server itself said, once it has been found to be the same JSON. Gives how
    /// many texts were TOON.
    #[track_caller]
    pub(crate) fn undo(&mut self, direct: &Self) -> usize {
        let mut count = 0;
        for ((request, answer), (_, expected)) in self.answers.iter_mut().zip(&direct.answers) {
            let Some(result) = answer.get_mut("result") else { continue };
            match request["method"].as_str().unwrap() {
                "tools/call" => count += undo_result(result, &expected["result"]),
                "tools/list" => undo_schemas(result, &expected["result"]),
                _ => {}
            }
        }
        count
    }
}

fn undo_result(result: &mut Value, expected: &Value) -> usize {
    let mut count = 0;
    let blocks = result.get_mut("content").and_then(Value::as_array_mut).into_iter().flatten();
    for (block, expected) in blocks.zip(expected["content"].as_array().into_iter().flatten()) {
        if block["_meta"]["toon/format"] != "toon" {
            continue;
        }
        let (toon, text) = (block["text"].as_str().unwrap(), expected["text"].as_str().unwrap());
        let json: Value = serde_json::from_str(text).unwrap();
        assert_eq!(toon::from_str::<Value>(toon).unwrap(), json, "{toon}");
        assert!(toon.len() < json.to_string().len(), "{toon}");
        assert_eq!(block["annotations"]["format"], "toon");
        *block = expected.clone();
        count += 1;
    }
    if count > 0
        && result.get("structuredContent").is_none()
        && let Some(structured) = expected.get("structuredContent")
    {
        result["structuredContent"] = structured.clone();
    }
    count
}

/// Tools whose results lose what a schema speaks of lose the schema.
fn undo_schemas(result: &mut Value, expected: &Value) {
    let tools = result["tools"].as_array_mut().unwrap().iter_mut();
    for (tool, expected) in tools.zip(expected["tools"].as_array().unwrap()) {
        assert_eq!(tool.get("outputSchema"), None);
        if let Some(schema) = expected.get("outputSchema") {
            tool["outputSchema"] = schema.clone();
        }
    }
}

/// With flags of no conversion, all is the same; else at least `least` texts are TOON of the same.
#[track_caller]
pub(crate) fn check(mut proxied: Record, direct: &Record, flags: &[&str], least: usize) {
    if flags != OFF {
        let count = proxied.undo(direct);
        assert!(count >= least, "only {count} texts are TOON");
    }
    proxied.assert_same(direct);
}
