//! The coding agents that are known.

use crate::places::Places;
use std::fmt;
use std::path::PathBuf;

/// A coding agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Host {
    /// Claude Code.
    Claude,
    /// Codex.
    Codex,
    /// Copilot CLI.
    Copilot,
    /// Cursor, as an editor and as `cursor-agent`.
    Cursor,
    /// Gemini CLI.
    Gemini,
    /// opencode.
    Opencode,
}

impl Host {
    /// All of them, in alphabetical order.
    pub const ALL: [Host; 6] =
        [Host::Claude, Host::Codex, Host::Copilot, Host::Cursor, Host::Gemini, Host::Opencode];

    /// The name for use on the command line.
    ///
    /// ```
    /// assert_eq!(toon_agents::Host::Claude.name(), "claude");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Host::Claude => "claude",
            Host::Codex => "codex",
            Host::Copilot => "copilot",
            Host::Cursor => "cursor",
            Host::Gemini => "gemini",
            Host::Opencode => "opencode",
        }
    }

    /// The host with this name, if it is known.
    ///
    /// ```
    /// use toon_agents::Host;
    ///
    /// assert_eq!(Host::of_name("codex"), Some(Host::Codex));
    /// assert_eq!(Host::of_name("zed"), None);
    /// ```
    pub fn of_name(name: &str) -> Option<Self> {
        Host::ALL.into_iter().find(|host| host.name() == name)
    }

    /// The folder with its settings, which need not exist.
    ///
    /// ```
    /// use toon_agents::{Host, Places, System};
    ///
    /// let places = Places::in_home("/home/ada", System::Linux);
    /// assert_eq!(Host::Claude.settings(&places), std::path::Path::new("/home/ada/.claude"));
    /// assert_eq!(Host::Opencode.settings(&places), std::path::Path::new("/home/ada/.config/opencode"));
    /// ```
    pub fn settings(self, places: &Places) -> PathBuf {
        let in_home = |name: &str| places.home().join(name);
        let moved = |variable: &str, name: &str| places.variable(variable).unwrap_or_else(|| in_home(name));
        match self {
            Host::Claude => moved("CLAUDE_CONFIG_DIR", ".claude"),
            Host::Codex => moved("CODEX_HOME", ".codex"),
            Host::Copilot => moved("COPILOT_HOME", ".copilot"),
            Host::Cursor => in_home(".cursor"),
            Host::Gemini => in_home(".gemini"),
            // On all systems, as its library for these folders does.
            Host::Opencode => moved("XDG_CONFIG_HOME", ".config").join("opencode"),
        }
    }

    /// The folder with its transcripts, which need not exist.
    ///
    /// ```
    /// use toon_agents::{Host, Places, System};
    ///
    /// let places = Places::in_home("/home/ada", System::Linux);
    /// let folder = std::path::Path::new("/home/ada/.local/share/opencode");
    /// assert_eq!(Host::Opencode.transcripts(&places), folder);
    /// assert_eq!(Host::Codex.transcripts(&places), Host::Codex.settings(&places));
    /// ```
    pub fn transcripts(self, places: &Places) -> PathBuf {
        if self != Host::Opencode {
            return self.settings(places);
        }
        let shared =
            || places.variable("XDG_DATA_HOME").unwrap_or_else(|| places.home().join(".local").join("share"));
        places.variable("OPENCODE_DATA_DIR").unwrap_or_else(|| shared().join("opencode"))
    }
}

impl fmt::Display for Host {
    /// Writes the name for people.
    ///
    /// ```
    /// assert_eq!(toon_agents::Host::Claude.to_string(), "Claude Code");
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Host::Claude => "Claude Code",
            Host::Codex => "Codex",
            Host::Copilot => "Copilot CLI",
            Host::Cursor => "Cursor",
            Host::Gemini => "Gemini CLI",
            Host::Opencode => "opencode",
        })
    }
}
