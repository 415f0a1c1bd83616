//! Compares the messages of two servers.

use crate::servers::run::OFF;
use crate::servers::script::Record;
use serde_json::Value;

/// Removes what differs from run to run: the ids of sessions, which the server writes into some
/// texts.
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
    /// For servers that speak HTTP: without the ids of sessions, and without the notifications
    /// about tools, which the server sends when nobody may be listening yet.
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

    /// Replaces converted results by the server's own, after checking that they are equivalent.
    /// Returns how many results were converted.
    #[track_caller]
    pub(crate) fn undo(&mut self, direct: &Self) -> usize {
        let mut count = 0;
        for ((request, answer), (_, expected)) in self.answers.iter_mut().zip(&direct.answers) {
            let Some(result) = answer.get_mut("result") else { continue };
            let expected = &expected["result"];
            match request["method"].as_str().unwrap() {
                "tools/call" if result != expected => {
                    assert_says_the_same(result, expected);
                    assert!(length(result) < length(expected), "{result}");
                    *result = expected.clone();
                    count += 1;
                }
                "tools/list" => undo_schemas(result, expected),
                _ => {}
            }
        }
        count
    }
}

/// The size of the contents of a result, in bytes.
fn length(result: &Value) -> usize {
    let structured = result.get("structuredContent").map_or(0, |structured| structured.to_string().len());
    structured + blocks(result).iter().filter_map(text).map(str::len).sum::<usize>()
}

/// Tools whose results may lose what their schema describes lose the schema.
fn undo_schemas(result: &mut Value, expected: &Value) {
    let tools = result["tools"].as_array_mut().unwrap().iter_mut();
    for (tool, expected) in tools.zip(expected["tools"].as_array().unwrap()) {
        assert_eq!(tool.get("outputSchema"), None);
        if let Some(schema) = expected.get("outputSchema") {
            tool["outputSchema"] = schema.clone();
        }
    }
}

/// With flags of no conversion, all is the same; else at least `least` results are converted, and
/// say the same.
#[track_caller]
pub(crate) fn check(mut proxied: Record, direct: &Record, flags: &[&str], least: usize) {
    if flags != OFF {
        let count = proxied.undo(direct);
        assert!(count >= least, "only {count} results are converted");
    }
    proxied.assert_same(direct);
}

fn blocks(result: &Value) -> &[Value] {
    result["content"].as_array().map_or(&[], Vec::as_slice)
}

/// The text of a block, or of the resource embedded in it.
fn text(block: &Value) -> Option<&str> {
    block["text"].as_str().or_else(|| block["resource"]["text"].as_str())
}

/// Asserts that a result behind the proxy has the same data as without it: nothing is lost, and
/// nothing is added.
#[track_caller]
pub(crate) fn assert_says_the_same(proxied: &Value, direct: &Value) {
    let difference = difference(proxied, direct);
    assert!(difference.is_none(), "{}, of\n{direct}\nin\n{proxied}", difference.unwrap());
}

fn difference(proxied: &Value, direct: &Value) -> Option<String> {
    let said = Statements::of(direct, &[]);
    let says = Statements::of(proxied, &said.texts);
    let new = says.texts.iter().find(|text| !said.include(text));
    let lost = said.texts.iter().find(|text| !says.include(text));
    let is_structured_kept = match (&said.structured, &says.structured) {
        (Some(said), None) => says.has_structured(said),
        (said, says) => said == says,
    };
    new.map(|text| format!("new: {text:?}"))
        .or_else(|| lost.map(|text| format!("lost: {text:?}")))
        .or_else(|| (!is_structured_kept).then(|| "other structured content".to_owned()))
        .or_else(|| (says.others != said.others).then(|| "something besides the texts".to_owned()))
}

/// The contents of a result.
struct Statements {
    texts: Vec<Statement>,
    structured: Option<Value>,
    /// Blocks without text, and whatever else there is.
    others: Vec<Value>,
}

/// A text: its prose, and its data.
#[derive(Debug, PartialEq)]
struct Statement {
    prose: String,
    data: Value,
}

impl Statements {
    /// Reads a result, in whose texts the prose of these may precede data.
    fn of(result: &Value, known: &[Statement]) -> Self {
        let mut rest = result.clone();
        let structured = rest.as_object_mut().unwrap().remove("structuredContent").map(plain);
        rest.as_object_mut().unwrap().remove("content");
        let mut others: Vec<Value> =
            blocks(result).iter().filter(|block| text(block).is_none()).cloned().collect();
        others.push(rest);
        let texts = blocks(result).iter().filter_map(|block| Statement::of(block, known)).collect();
        Statements { texts, structured, others }
    }

    /// Whether the contents of a text occur, in one place or two.
    fn include(&self, Statement { prose, data }: &Statement) -> bool {
        (prose.is_empty() || self.texts.iter().any(|text| text.prose == *prose))
            && (data.is_null() || self.has(data))
    }

    /// Whether this is the data of one text, of all of them as a list, or of an element of such a
    /// list. An object with one value stands for that value, too.
    fn has(&self, data: &Value) -> bool {
        let list = Value::Array(self.texts.iter().map(|text| text.data.clone()).collect());
        let said = self.texts.iter().map(|text| &text.data).chain(&self.structured).chain([&list]);
        said.flat_map(|said| [Some(said), only_value(said)])
            .flatten()
            .any(|said| said == data || said.as_array().is_some_and(|elements| elements.contains(data)))
    }

    /// Whether a text has this data, or the data in a redundant wrapper.
    fn has_structured(&self, structured: &Value) -> bool {
        let is_explained = |value: &Value| self.texts.iter().any(|text| text.data == *value);
        let inner = structured.get("result").or_else(|| structured.get("content"));
        is_explained(structured)
            || only_value(structured).is_some()
                && inner.is_some_and(|inner| is_explained(inner) || self.is_string(inner))
    }

    /// Whether a text is this string, or has the data of the string.
    fn is_string(&self, value: &Value) -> bool {
        value.as_str().is_some_and(|string| self.texts.contains(&Statement::read(string, false)))
    }
}

fn only_value(value: &Value) -> Option<&Value> {
    value.as_object().filter(|object| object.len() == 1)?.values().next()
}

impl Statement {
    fn of(block: &Value, known: &[Statement]) -> Option<Self> {
        let format = block["_meta"]["toon/format"].as_str();
        assert!(format.is_none() || block["annotations"]["format"].as_str() == format, "{block}");
        let text = text(block)?;
        let prose = known.iter().map(|known| &known.prose).filter(|prose| !prose.is_empty());
        let mut behind_prose = prose.filter_map(|prose| {
            let toon = text.strip_prefix(prose).filter(|toon| !toon.is_empty())?;
            let data = toon_normal::from_str(toon).ok()?;
            Some(Statement { prose: prose.clone(), data: plain(data) })
        });
        behind_prose.next_back().or_else(|| Some(Statement::read(text, format.is_some())))
    }

    fn read(text: &str, is_toon: bool) -> Self {
        let data = |data: Value| Statement { prose: String::new(), data: plain(data) };
        if is_toon {
            return data(toon_normal::from_str(text).expect(text));
        }
        if let Some(json) = json(text) {
            return data(json);
        }
        if let Some((prose, rest)) = text.split_once("```json\n").or_else(|| text.split_once("```toon\n"))
            && let Some((inside, behind)) = rest.split_once("\n```")
        {
            let data = json(inside).unwrap_or_else(|| toon_normal::from_str(inside).expect(inside));
            return Statement { prose: format!("{prose}{behind}"), data: plain(data) };
        }
        let lines = text.match_indices('\n').map(|(end, _)| text.split_at(end + 1));
        for (prose, rest) in lines.take(3) {
            if let Some(json) = json(rest) {
                return Statement { prose: prose.to_owned(), data: plain(json) };
            }
        }
        Statement { prose: text.to_owned(), data: Value::Null }
    }
}

/// An object or a list in JSON, or several on separate lines.
fn json(text: &str) -> Option<Value> {
    let value = serde_json::from_str(text).or_else(|_| {
        let lines: Result<Vec<Value>, _> = text.lines().map(serde_json::from_str).collect();
        lines.map(Value::Array)
    });
    value.ok().filter(|value: &Value| value.is_object() || value.is_array())
}

/// With numbers as in TOON: `1.0` is 1.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) => {
            let text = number.to_string();
            let whole = text.strip_suffix(".0").and_then(|whole| whole.parse::<i64>().ok());
            whole.map_or(Value::Number(number), Value::from)
        }
        Value::Array(elements) => elements.into_iter().map(plain).collect(),
        Value::Object(entries) => entries.into_iter().map(|(key, value)| (key, plain(value))).collect(),
        value => value,
    }
}

#[test]
fn what_is_lost_or_made_up_is_found() {
    use serde_json::json;

    let text = |text: &str| json!({ "type": "text", "text": text });
    let toon = |text: &str| {
        let (meta, annotations) = (json!({ "toon/format": "toon" }), json!({ "format": "toon" }));
        json!({ "type": "text", "text": text, "_meta": meta, "annotations": annotations })
    };
    let direct = json!({
        "content": [text(r#"{"id": 1}"#), text(r#"{"id": 2.0}"#)],
        "structuredContent": { "result": [{ "id": 1 }, { "id": 2.0 }] },
    });
    let of = |content: &Value| difference(&json!({ "content": content }), &direct);
    assert_eq!(of(&json!([toon("[2]{id}:\n  1\n  2")])), None);
    for content in [
        json!([toon("[2]{id}:\n  1\n  3")]),
        json!([toon("[1]{id}:\n  1")]),
        json!([text("[2]{id}:\n  1\n  2")]),
        json!([toon("[2]{id}:\n  1\n  2"), text("more")]),
        json!([toon("[2]{id}:\n  1\n  2"), { "type": "image" }]),
        json!([text(r#"{"id": 1}"#), text(r#"{"id": 2}"#)]),
        json!([]),
    ] {
        assert!(of(&content).is_some(), "{content}");
    }
    let direct = json!({ "content": [text("Found:\n{\"id\": 1}")] });
    let proxied = |text: &str| json!({ "content": [{ "type": "text", "text": text }] });
    assert_eq!(difference(&proxied("Found:\nid: 1"), &direct), None);
    assert!(difference(&proxied("Found:\nid: 2"), &direct).is_some());
    assert!(difference(&proxied("id: 1"), &direct).is_some());
}
