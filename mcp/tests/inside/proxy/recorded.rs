//! Recordings of real servers, replayed as each kind of host sees them.
//!
//! They are found in the folder that `TOON_RECORDINGS` names, else in `../shared/mcp/recorded` beside
//! the repository.

use super::rewriter::ask;
use crate::proxy::{Explaining, Relay, Rewriter};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};
use toon_convert::{Converter, Explanation, Form, Host, Rules, tokens};
use toon_normal::Level;

/// Hosts by name, what they show, and what all recordings together have to save, in a thousandth.
const HOSTS: [(&str, Host, usize); 7] = [
    ("codex-mcp-client", Host::Structured, 400),
    ("claude-code", Host::Structured, 399),
    ("claude-ai", Host::Content, 440),
    ("github-copilot-developer", Host::Both, 540),
    ("gemini-cli-mcp-client", Host::Content, 410),
    ("unheard-of", Host::Structured, 360),
    ("unheard-of", Host::Content, 390),
];

/// The tokens of what a host shows to its model.
fn shown(host: Host, result: &Value) -> usize {
    let structured = result.get("structuredContent").filter(|structured| !structured.is_null());
    let structured = structured.map_or(0, |structured| tokens::count(&structured.to_string()));
    let texts: usize = texts(result).map(tokens::count).sum();
    match host {
        Host::Structured if structured > 0 && result["isError"] != true => structured,
        Host::Both => texts + structured,
        _ => texts,
    }
}

fn texts(result: &Value) -> impl Iterator<Item = &str> {
    let blocks = result["content"].as_array().into_iter().flatten();
    blocks.filter_map(|block| block["text"].as_str().or_else(|| block["resource"]["text"].as_str()))
}

/// A text without the explanation before it, and whether there was one.
fn without_explanation(text: &str) -> (&str, bool) {
    let short = Explanation::Short.text(toon::Delimiter::Comma, 2);
    let normal = Explanation::Short.for_level(Some(Level::Legible), toon::Delimiter::Comma, 2);
    let known: Vec<&str> = normal.lines().chain([short.as_str(), "Also in TOON:"]).collect();
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\n').or_else(|| (!rest.is_empty()).then_some((rest, "")))
    {
        if !known.contains(&line) {
            break;
        }
        rest = after;
    }
    (rest.strip_prefix('\n').filter(|_| rest.len() < text.len()).unwrap_or(rest), rest.len() < text.len())
}

/// The value of a text that is JSON or a form of it as a whole, or else the text.
fn value(text: &str) -> Value {
    serde_json::from_str(text).or_else(|_| toon_normal::from_str(text)).unwrap_or_else(|_| Value::from(text))
}

/// Whether a converted result has the data of the original.
fn says_the_same(proxied: &Value, direct: &Value) -> bool {
    let values = |result: &Value| -> Vec<Value> {
        texts(result)
            .map(|text| without_explanation(text).0)
            .filter(|text| !text.is_empty())
            .map(value)
            .collect()
    };
    let (before, after) = (values(direct), values(proxied));
    let has_list = after.contains(&Value::Array(before.clone()));
    let has =
        |data: &Value| after.contains(data) || data.as_str().is_some_and(|text| after.contains(&value(text)));
    let has_structured = match direct.get("structuredContent") {
        None => true,
        same if same == proxied.get("structuredContent") => true,
        Some(whole) => has(whole) || whole.as_object().is_some_and(|whole| whole.values().any(has)),
    };
    has_structured && before.iter().all(|value| has_list || has(value) || has_around(&after, value))
}

/// Whether one of the values is the text `before`, with other JSON in it.
fn has_around(values: &[Value], before: &Value) -> bool {
    let Value::String(before) = before else { return false };
    let is_prose = |line: &&str| !line.starts_with(['[', '{', ']', '}', ' ', '"']);
    let prose: Vec<&str> = before.lines().filter(is_prose).collect();
    let has_all = |text: &str| !prose.is_empty() && prose.iter().all(|line| text.contains(line));
    values.iter().any(|value| value.as_str().is_some_and(has_all))
}

fn recordings() -> Option<Vec<(String, Value)>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/mcp/recorded");
    let folder = std::env::var_os("TOON_RECORDINGS").map_or(beside, PathBuf::from);
    let Ok(files) = fs::read_dir(&folder) else {
        eprintln!("skipped: there are no recordings in {}", folder.display());
        return None;
    };
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    let read = |file: &PathBuf| {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        (name, serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap())
    };
    Some(files.iter().map(read).collect())
}

/// The tokens of all results of a recording, directly and through the proxy.
fn replay(name: &str, recording: &Value, client: &str, host: Host, explaining: Explaining) -> (usize, usize) {
    let converter = Converter::new(Rules::new().form(Form::Auto)).unwrap();
    let relay = Relay::new(Rewriter::new(converter).explaining(explaining));
    let hello = serde_json::json!({"clientInfo": {"name": client}}).to_string();
    ask(&relay, "initialize", &hello, &recording["init"]["result"].to_string());
    ask(&relay, "tools/list", "{}", &recording["tools"]["result"].to_string());
    let (mut all_before, mut all_after) = (0, 0);
    for call in recording["calls"].as_array().unwrap() {
        let Some(direct) = call["resp"].get("result") else { continue };
        let params = Map::from_iter([
            ("name".to_owned(), call["name"].clone()),
            ("arguments".to_owned(), call["args"].clone()),
        ]);
        let seen = ask(&relay, "tools/call", &Value::from(params).to_string(), &direct.to_string());
        let proxied: Value = serde_json::from_str(&seen).unwrap();
        let (before, after) = (shown(host, direct), shown(host, &proxied));
        let is_explained = texts(&proxied).any(|text| without_explanation(text).1);
        assert!(after <= before || is_explained, "{name} as {client}: {before} → {after}, {proxied}");
        assert!(says_the_same(&proxied, direct), "{name} as {client}:\n{direct}\n{proxied}");
        all_before += before;
        all_after += after;
    }
    (all_before, all_after)
}

#[test]
fn no_server_takes_more_tokens_than_directly() {
    tokens::load();
    let Some(recordings) = recordings() else { return };
    for (client, host, least) in HOSTS {
        let (mut all_before, mut all_after) = (0, 0);
        for (name, recording) in &recordings {
            let (before, after) = replay(name, recording, client, host, Explaining::WithResults);
            eprintln!("{client}: {name} {before} → {after}");
            assert!(after <= before, "{name} as {client}: {before} → {after}");
            all_before += before;
            all_after += after;
        }
        let saved = all_before - all_after;
        eprintln!("{client}: {all_before} → {all_after}");
        assert!(saved * 1000 >= all_before * least, "{client}: {all_before} → {all_after}");
    }
}
