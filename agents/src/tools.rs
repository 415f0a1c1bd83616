//! Which tools' results may be converted.

use crate::command::{self, Programs};
use crate::host::Host;
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The tools of hosts that run a command in a shell.
const SHELLS: [&str; 6] = ["Bash", "bash", "exec_command", "run_shell_command", "shell", "shell_command"];

/// The tools of opencode itself whose names look like those of MCP servers.
const OF_OPENCODE: [&str; 4] = ["apply_patch", "plan_enter", "plan_exit", "todo_write"];

/// The name under which [rules](toon_convert::Rules) know a tool, if its results may be converted: those of MCP
/// servers, and of commands that print JSON and no files.
///
/// Tools of the host itself return contents of files, which must stay as they are, or texts.
pub(crate) fn rules_name<'t>(
    host: Host,
    tool: &'t str,
    input: Option<&RawValue>,
    programs: &Programs,
) -> Option<Cow<'t, str>> {
    if SHELLS.contains(&tool) {
        let command = command_of(input?)?;
        return command::prints_json(&command, programs).then_some(Cow::Borrowed(tool));
    }
    let name = match host {
        Host::Cursor => Cow::Borrowed(tool.strip_prefix("MCP:")?),
        Host::Gemini => Cow::Borrowed(tool.strip_prefix("mcp_")?),
        // A server and its tool. The names of its own tools have no hyphens.
        Host::Copilot if !tool.starts_with("mcp__") => {
            Cow::Owned(Some(tool).filter(|tool| tool.contains('-'))?.replace('-', "_"))
        }
        Host::Opencode => Some(tool).filter(|tool| tool.contains('_') && !OF_OPENCODE.contains(tool))?.into(),
        Host::Claude | Host::Codex | Host::Copilot => tool.strip_prefix("mcp__")?.split_once("__")?.1.into(),
    };
    Some(name).filter(|name| !name.is_empty())
}

/// The program whose output a result is, if the tool runs a command that prints JSON.
#[cfg(feature = "audit")]
pub(crate) fn program(tool: &str, input: Option<&RawValue>, programs: &Programs) -> Option<String> {
    let command = Some(tool).filter(|tool| SHELLS.contains(tool)).and(input).and_then(command_of)?;
    command::name_of_program(&command, programs).filter(|_| command::prints_json(&command, programs))
}

/// The server of a tool, by the name that a host has for it. Some names do not say where that of the server
/// ends.
#[cfg(feature = "audit")]
pub(crate) fn server(host: Host, tool: &str) -> Option<&str> {
    let (server, _) = match host {
        _ if tool.starts_with("mcp__") => tool.strip_prefix("mcp__")?.split_once("__")?,
        Host::Gemini => tool.strip_prefix("mcp_")?.split_once('_')?,
        Host::Copilot => tool.rsplit_once('-')?,
        Host::Opencode if !OF_OPENCODE.contains(&tool) => tool.split_once('_')?,
        _ => return None,
    };
    Some(server).filter(|server| !server.is_empty())
}

/// The command that a tool runs: text, or a program with arguments.
fn command_of(input: &RawValue) -> Option<String> {
    let input: Value = serde_json::from_str(input.get()).ok()?;
    // Some versions of hosts send the input as text.
    let input = match input {
        Value::String(json) => serde_json::from_str(&json).ok()?,
        input => input,
    };
    match input.get("command").or_else(|| input.get("cmd"))? {
        Value::String(command) => Some(command.clone()),
        Value::Array(words) => match words.as_slice() {
            [Value::String(shell), Value::String(flag), Value::String(command)]
                if shell.ends_with("sh") && matches!(flag.as_str(), "-c" | "-lc") =>
            {
                Some(command.clone())
            }
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(host: Host, tool: &str, input: &str) -> Option<String> {
        let input = serde_json::from_str(input).ok();
        rules_name(host, tool, input, &Programs::default()).map(Cow::into_owned)
    }

    #[test]
    fn tools_of_servers() {
        for (host, tool, expected) in [
            (Host::Claude, "mcp__github__list_issues", Some("list_issues")),
            (Host::Claude, "mcp__plugin_a_github__list__all", Some("list__all")),
            (Host::Codex, "mcp__files__read_file", Some("read_file")),
            (Host::Claude, "mcp__github__", None),
            (Host::Claude, "mcp__github", None),
            (Host::Cursor, "MCP:list_issues", Some("list_issues")),
            (Host::Cursor, "mcp__github__list_issues", None),
            (Host::Gemini, "mcp_github_list_issues", Some("github_list_issues")),
            (Host::Copilot, "github-mcp-server-list_issues", Some("github_mcp_server_list_issues")),
            (Host::Opencode, "github_list_issues", Some("github_list_issues")),
        ] {
            assert_eq!(name(host, tool, "{}").as_deref(), expected, "{tool}");
        }
    }

    #[test]
    fn tools_of_hosts() {
        for host in Host::ALL {
            for tool in [
                "Read",
                "Edit",
                "Write",
                "Grep",
                "Glob",
                "WebFetch",
                "Agent",
                "Task",
                "Skill",
                "view",
                "webfetch",
                "",
                "apply_patch",
            ] {
                assert_eq!(name(host, tool, r#"{"command":"gh api x"}"#), None, "{host} {tool}");
            }
        }
    }

    #[cfg(feature = "audit")]
    #[test]
    fn servers() {
        for (host, tool, expected) in [
            (Host::Claude, "mcp__github__list_issues", Some("github")),
            (Host::Codex, "exec_command", None),
            (Host::Gemini, "mcp_github_list_issues", Some("github")),
            (Host::Gemini, "run_shell_command", None),
            (Host::Copilot, "github-mcp-server-list_issues", Some("github-mcp-server")),
            (Host::Opencode, "github_list_issues", Some("github")),
            (Host::Opencode, "apply_patch", None),
        ] {
            assert_eq!(server(host, tool), expected, "{tool}");
        }
    }

    #[test]
    fn commands() {
        for input in [
            r#"{"command":"gh api x"}"#,
            r#"{"cmd":["bash","-lc","gh api x"]}"#,
            r#""{\"command\":\"gh api x\"}""#,
        ] {
            assert_eq!(name(Host::Claude, "Bash", input).as_deref(), Some("Bash"), "{input}");
        }
        for input in [r#"{"command":"cat x"}"#, r#"{"cmd":["gh","api"]}"#, "{}", "7", r#""gh api x""#] {
            assert_eq!(name(Host::Claude, "Bash", input), None, "{input}");
        }
    }
}
