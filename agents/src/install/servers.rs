//! Servers in the settings of clients, and the proxy in front of them.

use super::error::Invalid;
use super::hooks::Settings;
use super::json::{Json, New};
use super::server::{Change, Found};
use super::toml;
use crate::host::Host;
use jsonc_parser::ast::{Array, Object, Value};
use std::path::PathBuf;

/// A program that starts MCP servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Client {
    /// A coding agent.
    Host(Host),
    /// Visual Studio Code.
    VsCode,
}

impl Client {
    /// All of them, in alphabetical order.
    pub const ALL: [Client; 7] = [
        Client::Host(Host::Claude),
        Client::Host(Host::Codex),
        Client::Host(Host::Copilot),
        Client::Host(Host::Cursor),
        Client::Host(Host::Gemini),
        Client::Host(Host::Opencode),
        Client::VsCode,
    ];

    /// The name for use on the command line.
    ///
    /// ```
    /// assert_eq!(toon_agents::install::Client::VsCode.name(), "vscode");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Client::Host(host) => host.name(),
            Client::VsCode => "vscode",
        }
    }

    /// The files with servers, which need not exist.
    pub(super) fn files(self, settings: &Settings<'_>) -> Vec<PathBuf> {
        let places = settings.places;
        if let Some(project) = settings.project {
            let names: &[&str] = match self {
                Client::Host(Host::Claude) => &[".mcp.json"],
                Client::Host(Host::Codex) => &[".codex/config.toml"],
                Client::Host(Host::Copilot) => &[".github/mcp.json"],
                Client::Host(Host::Cursor) => &[".cursor/mcp.json"],
                Client::Host(Host::Gemini) => &[".gemini/settings.json"],
                Client::Host(Host::Opencode) => &["opencode.json", "opencode.jsonc"],
                Client::VsCode => &[".vscode/mcp.json"],
            };
            return names.iter().map(|name| project.join(name)).collect();
        }
        let host = match self {
            Client::Host(host) => host,
            Client::VsCode => return vec![places.config().join("Code").join("User").join("mcp.json")],
        };
        let folder = host.settings(places);
        match host {
            // Beside the folder, unless that has been moved.
            Host::Claude if folder == places.home().join(".claude") => {
                vec![places.home().join(".claude.json")]
            }
            Host::Claude => vec![folder.join(".claude.json")],
            Host::Codex => vec![folder.join("config.toml")],
            Host::Copilot => vec![folder.join("mcp-config.json")],
            Host::Cursor => vec![folder.join("mcp.json")],
            Host::Gemini => vec![folder.join("settings.json")],
            Host::Opencode => vec![folder.join("opencode.json"), folder.join("opencode.jsonc")],
        }
    }

    /// The key of the object with servers.
    const fn key(self) -> &'static str {
        match self {
            Client::Host(Host::Codex) => "mcp_servers",
            Client::Host(Host::Opencode) => "mcp",
            Client::Host(_) => "mcpServers",
            Client::VsCode => "servers",
        }
    }

    pub(super) const fn is_toml(self) -> bool {
        matches!(self, Client::Host(Host::Codex))
    }
}

/// The servers of a text by name, where each may occur several times.
pub(super) fn found(client: Client, text: &str) -> Result<Vec<(String, Found)>, Invalid> {
    if client.is_toml() {
        return toml::found(text);
    }
    let json = Json::parse(text)?;
    let entries = entries(&json, client)?;
    entries.into_iter().map(|(name, entry)| Ok((name, kind(&json, entry)?))).collect()
}

/// The texts after each step of the change of one entry. Without steps, there is nothing to change.
pub(super) fn steps(
    client: Client,
    text: &str,
    server: &str,
    change: Change<'_>,
) -> Result<Vec<String>, Invalid> {
    if client.is_toml() {
        return toml::steps(text, server, change);
    }
    let json = Json::parse(text)?;
    for (name, entry) in entries(&json, client)? {
        let kind = if name == server { kind(&json, entry)? } else { continue };
        match (change, kind) {
            (Change::Wrap(program), Found::Local) => return wrapped(&json, text, entry, program),
            (Change::Unwrap, Found::Wrapped(_)) => return unwrapped(&json, text, entry),
            _ => {}
        }
    }
    Ok(Vec::new())
}

/// All entries: in Claude Code, projects have servers of their own in the same file.
fn entries<'j, 't>(json: &'j Json<'t>, client: Client) -> Result<Vec<(String, &'j Object<'t>)>, Invalid> {
    let Some(root) = json.root()? else { return Ok(Vec::new()) };
    let mut objects: Vec<&Object<'t>> = json.object(root, client.key())?.into_iter().collect();
    if client == Client::Host(Host::Claude)
        && let Some(projects) = json.object(root, "projects")?
    {
        for project in &projects.properties {
            let Value::Object(project) = &project.value else { continue };
            objects.extend(json.object(project, client.key())?);
        }
    }
    let entries = objects.into_iter().flat_map(|servers| &servers.properties);
    Ok(entries.filter_map(|entry| Some((entry.name.as_str().to_owned(), entry.value.as_object()?))).collect())
}

fn kind(json: &Json<'_>, entry: &Object<'_>) -> Result<Found, Invalid> {
    let has = |key: &str| entry.properties.iter().any(|property| property.name.as_str() == key);
    // Where there are several of these, an address takes precedence.
    if ["url", "httpUrl", "serverUrl"].into_iter().any(has) || !has("command") {
        return Ok(Found::Remote);
    }
    let (command, arguments) = match words(json, entry)? {
        Words::List(_, mut words) if !words.is_empty() => (words.remove(0), words),
        Words::List(..) => return Ok(Found::Remote),
        Words::Separate { command, arguments } => (command, arguments),
    };
    Ok(Found::of_words(command, &arguments))
}

/// The words of a command line.
enum Words<'j, 't> {
    /// All in one list, as in opencode.
    List(&'j Array<'t>, Vec<String>),
    Separate {
        command: String,
        arguments: Vec<String>,
    },
}

fn words<'j, 't>(json: &Json<'t>, entry: &'j Object<'t>) -> Result<Words<'j, 't>, Invalid> {
    if let Some(Value::Array(list)) = json.get(entry, "command")?.map(|property| &property.value) {
        return Ok(Words::List(list, json.texts(list, "command")?));
    }
    let command = json.text(entry, "command")?.unwrap_or_default();
    let arguments = match json.list(entry, "args")? {
        Some(list) => json.texts(list, "args")?,
        None => Vec::new(),
    };
    Ok(Words::Separate { command, arguments })
}

/// Puts elements at the start of the list at a position.
fn with_first(text: &str, at: usize, new: &[&str]) -> Result<String, Invalid> {
    let mut text = text.to_owned();
    for word in new.iter().rev() {
        let json = Json::parse(&text)?;
        let Some(list) = list_at(&json, at) else { break };
        text = json.with_element(list, 0, &New::Text((*word).to_owned()));
    }
    Ok(text)
}

/// Removes elements from the start of the list at a position.
fn without_first(text: &str, at: usize, count: usize) -> Result<String, Invalid> {
    let mut text = text.to_owned();
    for _ in 0..count {
        let json = Json::parse(&text)?;
        let Some(list) = list_at(&json, at) else { break };
        text = json.without_element(list, 0);
    }
    Ok(text)
}

/// The list that starts at a position.
fn list_at<'j, 't>(json: &'j Json<'t>, at: usize) -> Option<&'j Array<'t>> {
    fn search<'j, 't>(value: &'j Value<'t>, at: usize) -> Option<&'j Array<'t>> {
        match value {
            Value::Array(list) if list.range.start == at => Some(list),
            Value::Array(list) => list.elements.iter().find_map(|value| search(value, at)),
            Value::Object(object) => object.properties.iter().find_map(|entry| search(&entry.value, at)),
            _ => None,
        }
    }
    search(json.value()?, at)
}

fn wrapped(json: &Json<'_>, text: &str, entry: &Object<'_>, program: &str) -> Result<Vec<String>, Invalid> {
    let command = match words(json, entry)? {
        Words::List(list, _) => {
            return Ok(vec![with_first(text, list.range.start, &[program, "proxy", "--"])?]);
        }
        Words::Separate { command, .. } => command,
    };
    let Some(property) = json.get(entry, "command")? else { return Ok(Vec::new()) };
    let program = New::from(program);
    let arguments = ["proxy", "--", &command];
    if let Some(list) = json.list(entry, "args")? {
        let first = json.replaced(&property.value, &program);
        let at = moved(list.range.start, property.range.start, text, &first);
        let second = with_first(&first, at, &arguments)?;
        return Ok(vec![first, second]);
    }
    let index = entry.properties.iter().position(|other| other.range == property.range).unwrap_or_default();
    let arguments = New::List(arguments.map(New::from).into());
    let first = json.with_property_at(entry, index + 1, "args", &arguments);
    let second = Json::parse(&first)?.replaced(&property.value, &program);
    Ok(vec![first, second])
}

fn unwrapped(json: &Json<'_>, text: &str, entry: &Object<'_>) -> Result<Vec<String>, Invalid> {
    let words = words(json, entry)?;
    if let Words::List(list, _) = words {
        return Ok(vec![without_first(text, list.range.start, 3)?]);
    }
    let (Some(property), Some(list)) = (json.get(entry, "command")?, json.list(entry, "args")?) else {
        return Ok(Vec::new());
    };
    let command = json.texts(list, "args")?.into_iter().nth(2).unwrap_or_default();
    let first = json.replaced(&property.value, &New::Text(command));
    let at = moved(list.range.start, property.range.start, text, &first);
    let second = without_first(&first, at, 3)?;
    Ok(vec![first, second])
}

/// Where a position is after a change at another one.
const fn moved(position: usize, change: usize, before: &str, after: &str) -> usize {
    if position < change { position } else { position + after.len() - before.len() }
}
