//! Servers in the settings of Codex.

use super::error::Invalid;
use super::json::newline;
use super::server::{Change, Found};
use toml_edit::{Array, DocumentMut, Item, TableLike, Value};

const KEY: &str = "mcp_servers";

fn parse(text: &str) -> Result<DocumentMut, Invalid> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        let position = error.span().map_or(0, |span| span.start);
        Invalid::new(text, position, error.message().lines().next().unwrap_or_default())
    })
}

/// An error about an item, which only a document that is not changed has the position of.
fn unlike(text: &str, name: &str, key: &str, expected: &str) -> Invalid {
    let document = toml_edit::Document::parse(text).ok();
    let server = document.as_ref().and_then(|document| document.get(KEY)?.get(name));
    let item = server.and_then(|server| server.get(key)).or(server);
    let position = item.and_then(Item::span).map_or(0, |span| span.start);
    Invalid::new(text, position, format!("expected \"{key}\" to be {expected}"))
}

pub(super) fn found(text: &str) -> Result<Vec<(String, Found)>, Invalid> {
    let document = parse(text)?;
    let Some(servers) = document.get(KEY) else { return Ok(Vec::new()) };
    let Some(servers) = servers.as_table_like() else {
        return Err(Invalid::new(text, 0, format!("expected \"{KEY}\" to be a table")));
    };
    let mut found = Vec::new();
    for (name, entry) in servers.iter() {
        let Some(entry) = entry.as_table_like() else { continue };
        let kind = match words(text, name, entry)? {
            Some((command, arguments)) => Found::of_words(command, &arguments),
            None => Found::Remote,
        };
        found.push((name.to_owned(), kind));
    }
    Ok(found)
}

/// The command and its arguments, if the server is started by one.
fn words(text: &str, name: &str, entry: &dyn TableLike) -> Result<Option<(String, Vec<String>)>, Invalid> {
    let command = match entry.get("command") {
        Some(command) if !entry.contains_key("url") => command,
        _ => return Ok(None),
    };
    let command = command.as_str().ok_or_else(|| unlike(text, name, "command", "a string"))?;
    let Some(arguments) = entry.get("args") else { return Ok(Some((command.to_owned(), Vec::new()))) };
    let words = arguments
        .as_array()
        .and_then(|list| list.iter().map(|word| Some(word.as_str()?.to_owned())).collect());
    let words = words.ok_or_else(|| unlike(text, name, "args", "a list of strings"))?;
    Ok(Some((command.to_owned(), words)))
}

pub(super) fn steps(text: &str, server: &str, change: Change<'_>) -> Result<Vec<String>, Invalid> {
    let mut document = parse(text)?;
    let servers = document.get_mut(KEY).and_then(Item::as_table_like_mut);
    let Some(entry) = servers.and_then(|servers| servers.get_mut(server)?.as_table_like_mut()) else {
        return Ok(Vec::new());
    };
    let Some((command, arguments)) = words(text, server, entry)? else { return Ok(Vec::new()) };
    let command = match (change, Found::of_words(command.clone(), &arguments)) {
        (Change::Wrap(program), Found::Local) => {
            let new = ["proxy", "--", &command];
            match entry.get_mut("args").and_then(Item::as_array_mut) {
                Some(list) => insert(list, new),
                None => _ = entry.insert("args", Item::Value(new.into_iter().collect())),
            }
            program.to_owned()
        }
        (Change::Unwrap, Found::Wrapped(_)) => {
            if let Some(list) = entry.get_mut("args").and_then(Item::as_array_mut) {
                remove(list);
            }
            arguments.into_iter().nth(2).unwrap_or_default()
        }
        _ => return Ok(Vec::new()),
    };
    if let Some(value) = entry.get_mut("command").and_then(Item::as_value_mut) {
        let decor = value.decor().clone();
        *value = Value::from(command);
        *value.decor_mut() = decor;
    }
    let changed = document.to_string();
    // The library writes line feeds alone.
    Ok(vec![if newline(text) == "\n" {
        changed
    } else {
        changed.replace("\r\n", "\n").replace('\n', "\r\n")
    }])
}

/// Inserts words before the others, in the same way.
fn insert(list: &mut Array, new: [&str; 3]) {
    let first = list.get(0).map(|first| first.decor().clone());
    for (index, word) in new.into_iter().enumerate() {
        let mut value = Value::from(word);
        match &first {
            Some(decor) if index == 0 || has_line_break(decor) => *value.decor_mut() = decor.clone(),
            _ if index > 0 => value.decor_mut().set_prefix(" "),
            _ => {}
        }
        list.insert_formatted(index, value);
    }
    if let (Some(next), Some(decor)) = (list.get_mut(3), first)
        && !has_line_break(&decor)
    {
        next.decor_mut().set_prefix(" ");
    }
}

fn remove(list: &mut Array) {
    let first = list.get(0).map(|first| first.decor().clone());
    for _ in 0..3 {
        list.remove(0);
    }
    if let (Some(next), Some(decor)) = (list.get_mut(0), first) {
        *next.decor_mut() = decor;
    }
}

fn has_line_break(decor: &toml_edit::Decor) -> bool {
    decor.prefix().and_then(|prefix| prefix.as_str()).is_some_and(|prefix| prefix.contains('\n'))
}
