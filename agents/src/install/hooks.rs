//! The entries of hosts for our hook.

use super::error::Invalid;
use super::json::{Json, New, document};
use super::program;
use crate::command::Programs;
use crate::host::Host;
use crate::places::{Places, System};
use jsonc_parser::ast::{Array, Object, Value};
use std::path::{Path, PathBuf};

/// The file with our plug-in for opencode.
pub(super) const PLUGIN: &str = include_str!("opencode.js");

/// How the first line of a file of our own starts.
pub(super) const MARK: &str = "// toon-mcp hook";

/// Seconds. The host waits so long before it uses the result as it is.
const TIMEOUT: u32 = 10;

/// Where a host looks for hooks, and in which form.
pub(super) struct Target {
    pub(super) file: PathBuf,
    pub(super) content: Content,
}

pub(super) enum Content {
    /// A file of our own.
    Own(String),
    /// Entries in a file of the user.
    Entries(Entries),
}

pub(super) struct Entries {
    event: &'static str,
    new: Vec<New>,
    /// Whether the host ignores a file without a version.
    has_version: bool,
}

pub(super) struct Settings<'s> {
    pub(super) places: &'s Places,
    pub(super) project: Option<&'s Path>,
    pub(super) program: &'s Path,
}

impl Host {
    /// Whether a hook can replace a result without blocking it.
    pub(super) const fn can_replace(self) -> bool {
        !matches!(self, Host::Codex | Host::Gemini)
    }
}

impl Settings<'_> {
    /// The file with hooks of a host.
    pub(super) fn file(&self, host: Host) -> PathBuf {
        let of_user = |name: &str| host.settings(self.places).join(name);
        match (host, self.project) {
            (Host::Claude | Host::Gemini, None) => of_user("settings.json"),
            // Not the one that is shared: the path of the program is that of this machine.
            (Host::Claude, Some(project)) => project.join(".claude").join("settings.local.json"),
            (Host::Codex | Host::Cursor, None) => of_user("hooks.json"),
            (Host::Codex, Some(project)) => project.join(".codex").join("hooks.json"),
            (Host::Copilot, None) => of_user("hooks").join("toon-mcp.json"),
            (Host::Copilot, Some(project)) => project.join(".github").join("hooks").join("toon-mcp.json"),
            (Host::Cursor, Some(project)) => project.join(".cursor").join("hooks.json"),
            (Host::Gemini, Some(project)) => project.join(".gemini").join("settings.json"),
            (Host::Opencode, None) => of_user("plugins").join("toon-mcp.js"),
            (Host::Opencode, Some(project)) => project.join(".opencode").join("plugins").join("toon-mcp.js"),
        }
    }

    pub(super) fn target(&self, host: Host) -> Target {
        let system = self.places.system();
        // Those that cannot replace results only get here if that is wanted.
        let command = program::command(self.program, system, !host.can_replace());
        let content = match host {
            Host::Claude => entries("PostToolUse", claude(&command)),
            Host::Codex => {
                entries("PostToolUse", vec![group("^(mcp__.+|Bash)$", vec![hook(&command, vec![])])])
            }
            Host::Gemini => entries("AfterTool", vec![gemini(&command)]),
            Host::Cursor => Content::Entries(Entries {
                event: "postToolUse",
                new: vec![object([
                    ("command", New::Text(command)),
                    ("matcher", "^MCP:".into()),
                    ("timeout", New::Number(TIMEOUT)),
                ])],
                has_version: true,
            }),
            Host::Copilot => Content::Own(document(&copilot(&command, self.program, system))),
            Host::Opencode => Content::Own(opencode(&program::path(self.program, system))),
        };
        Target { file: self.file(host), content }
    }
}

/// The entries for Claude Code: for servers, and for commands that print JSON, without a start of the program for others.
fn claude(command: &str) -> Vec<New> {
    let programs = Programs::default();
    let of_program = |name: &str| hook(command, vec![("if", New::Text(format!("Bash({name} *)")))]);
    vec![
        group("^mcp__.+$", vec![hook(command, vec![])]),
        group("Bash", programs.names().map(of_program).collect()),
    ]
}

/// The hooks of a plug-in for Claude Code, for a program on the `PATH`.
///
/// ```
/// assert!(toon_agents::install::plugin_hooks().contains("^mcp__.+$"));
/// ```
pub fn plugin_hooks() -> String {
    let hooks = object([("PostToolUse", New::List(claude("toon-mcp hook")))]);
    let description = "Converts JSON results of tools to a form that takes fewer tokens";
    document(&object([("description", description.into()), ("hooks", hooks)]))
}

fn gemini(command: &str) -> New {
    let hook = object([
        ("type", "command".into()),
        ("command", command.into()),
        ("name", "toon-mcp".into()),
        ("timeout", New::Number(TIMEOUT * 1000)),
    ]);
    group("mcp_.*|run_shell_command", vec![hook])
}

fn copilot(command: &str, program: &Path, system: System) -> New {
    let hook = object([
        ("type", "command".into()),
        ("bash", command.into()),
        ("powershell", program::powershell(program, system)),
        ("timeoutSec", New::Number(TIMEOUT)),
        // A server and its tool, joined by a hyphen.
        ("matcher", "bash|.+-.+".into()),
    ]);
    let hooks = object([("postToolUse", New::List(vec![hook]))]);
    object([("version", New::Number(1)), ("hooks", hooks)])
}

/// The plug-in for opencode, which runs this program.
fn opencode(program: &str) -> String {
    PLUGIN.replace("\"PROGRAM\"", &serde_json::Value::from(program).to_string())
}

/// The program that a plug-in of ours for opencode runs.
pub(super) fn program_of_plugin(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("const PROGRAM = ")?;
    serde_json::from_str(rest.split_once(";\n")?.0).ok()
}

fn entries(event: &'static str, new: Vec<New>) -> Content {
    Content::Entries(Entries { event, new, has_version: false })
}

fn object<const N: usize>(entries: [(&'static str, New); N]) -> New {
    New::Object(entries.into())
}

fn group(matcher: &str, hooks: Vec<New>) -> New {
    object([("matcher", matcher.into()), ("hooks", New::List(hooks))])
}

fn hook(command: &str, more: Vec<(&'static str, New)>) -> New {
    let mut entries =
        vec![("type", "command".into()), ("command", command.into()), ("timeout", New::Number(TIMEOUT))];
    entries.extend(more);
    New::Object(entries)
}

/// Whether a file that should be our own is that.
pub(super) fn is_own(host: Host, text: &str) -> bool {
    if host == Host::Opencode {
        return text.starts_with(MARK);
    }
    // JSON has no comments: all of its hooks are ours.
    let Ok(serde_json::Value::Object(file)) = serde_json::from_str(text) else { return false };
    let Some(events) = file.get("hooks").and_then(serde_json::Value::as_object) else { return false };
    let is_ours = |hook: &serde_json::Value| {
        let command = |key: &str| hook.get(key).and_then(serde_json::Value::as_str);
        let mut commands = ["bash", "powershell", "command"].into_iter().filter_map(command).peekable();
        commands.peek().is_some() && commands.all(program::is_hook)
    };
    let mut hooks = events.values().filter_map(|list| list.as_array()).flatten().peekable();
    file.keys().all(|key| matches!(key.as_str(), "version" | "hooks"))
        && hooks.peek().is_some()
        && hooks.all(is_ours)
}

/// The value of a property.
pub(super) fn value<'j, 't>(object: &'j Object<'t>, key: &str) -> Option<&'j Value<'t>> {
    object.properties.iter().find(|property| property.name.as_str() == key).map(|property| &property.value)
}

fn command_of(hook: &Object<'_>) -> Option<String> {
    match value(hook, "command")? {
        Value::StringLit(command) => Some(command.value.to_string()),
        _ => None,
    }
}

fn event_list<'j, 't>(json: &'j Json<'t>, event: &str) -> Result<Option<&'j Array<'t>>, Invalid> {
    let Some(root) = json.root()? else { return Ok(None) };
    let Some(hooks) = json.object(root, "hooks")? else { return Ok(None) };
    json.list(hooks, event)
}

impl Entries {
    /// Whether a text has exactly these entries of ours.
    pub(super) fn are_in(&self, text: &str) -> Result<bool, Invalid> {
        let json = Json::parse(text)?;
        let Some(list) = event_list(&json, self.event)? else { return Ok(false) };
        let ours = list.elements.iter().filter(|element| has_ours(element));
        let found: Vec<serde_json::Value> = ours.map(|element| parsed(json.source(element))).collect();
        let expected: Vec<serde_json::Value> = self.new.iter().map(|new| parsed(&document(new))).collect();
        let root = json.root()?;
        let has_version = root.is_some_and(|root| value(root, "version").is_some());
        Ok(found == expected && (has_version || !self.has_version))
    }

    /// The text with these entries, in which there are none of ours.
    pub(super) fn added(&self, text: &str) -> Result<String, Invalid> {
        let mut text = text.to_owned();
        if self.has_version {
            let json = Json::parse(&text)?;
            let root = json.root()?;
            if root.is_none_or(|root| value(root, "version").is_none()) {
                text = json.with_property(root, "version", &New::Number(1));
            }
        }
        let json = Json::parse(&text)?;
        let root = json.root()?;
        let list = || New::List(self.new.clone());
        let hooks = match root {
            Some(root) => json.object(root, "hooks")?,
            None => None,
        };
        let Some(hooks) = hooks else {
            return Ok(json.with_property(root, "hooks", &New::Object(vec![(self.event, list())])));
        };
        if json.list(hooks, self.event)?.is_none() {
            return Ok(json.with_property(Some(hooks), self.event, &list()));
        }
        for new in &self.new {
            let json = Json::parse(&text)?;
            let Some(list) = event_list(&json, self.event)? else { break };
            text = json.with_element(list, list.elements.len(), new);
        }
        Ok(text)
    }

    /// The text without entries of ours, and without what is empty then.
    pub(super) fn removed(&self, text: &str) -> Result<String, Invalid> {
        let mut text = text.to_owned();
        while let Some(less) = without_one(&text, self.event)? {
            text = less;
        }
        Ok(text)
    }
}

fn parsed(json: &str) -> serde_json::Value {
    serde_json::from_str(json).unwrap_or_default()
}

/// Whether an element of an event's list is ours, or a group with one of ours.
fn has_ours(element: &Value<'_>) -> bool {
    let Value::Object(element) = element else { return false };
    let is_ours = |hook: &Object<'_>| command_of(hook).is_some_and(|command| program::is_hook(&command));
    let in_group = |hook: &Value<'_>| hook.as_object().is_some_and(is_ours);
    is_ours(element)
        || matches!(value(element, "hooks"), Some(Value::Array(hooks)) if hooks.elements.iter().any(in_group))
}

/// The text without the first entry of ours. What it alone was in goes with it.
fn without_one(text: &str, event: &str) -> Result<Option<String>, Invalid> {
    let json = Json::parse(text)?;
    let Some(list) = event_list(&json, event)? else { return Ok(None) };
    let Some(index) = list.elements.iter().position(has_ours) else { return Ok(None) };
    let Some(element) = list.elements.get(index).and_then(Value::as_object) else { return Ok(None) };
    if let Some(Value::Array(hooks)) = value(element, "hooks")
        && let Some(hook) = hooks.elements.iter().position(has_ours)
        && !hooks.elements.iter().all(has_ours)
    {
        return Ok(Some(json.without_element(hooks, hook)));
    }
    let has_comments = |node: &str| node.contains("//") || node.contains("/*");
    let Some(root) = json.root()? else { return Ok(None) };
    let Some(hooks) = json.object(root, "hooks")? else { return Ok(None) };
    let position = |object: &Object<'_>, key: &str| {
        object.properties.iter().position(|entry| entry.name.as_str() == key)
    };
    let around = |whole: &str, part: &str| whole.replacen(part, "", 1);
    let is_alone =
        list.elements.len() == 1 && !has_comments(&around(json.source(list), json.source(element)));
    if !is_alone {
        return Ok(Some(json.without_element(list, index)));
    }
    let is_alone =
        hooks.properties.len() == 1 && !has_comments(&around(json.source(hooks), json.source(list)));
    let (object, key) = if is_alone { (root, "hooks") } else { (hooks, event) };
    Ok(position(object, key).map(|index| json.without_property(object, index)))
}
