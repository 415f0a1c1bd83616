//! Which parts of a result a host shows to its model, and which forms the model reads well.

use toon_normal::Level;

/// Which part of a result a host shows to its model if there are both `content` and
/// `structuredContent`.
///
/// The protocol leaves this to hosts, and they differ. What a conversion saves depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Host {
    /// `structuredContent` instead of text blocks.
    Structured,
    /// Only `content`.
    Content,
    /// Both.
    Both,
}

/// What is known about a host: what it shows to its model, and which forms the model reads well.
///
/// ```
/// use toon_convert::{Client, Host};
/// use toon_normal::Level;
///
/// let desktop = Client::of_name("claude-ai");
/// assert_eq!((desktop.shows, desktop.level), (Some(Host::Content), Level::Legible));
/// assert_eq!(Client::of_name("something-else"), Client::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client {
    /// Which part of a result it shows, if known.
    pub shows: Option<Host>,
    /// The level of the normal form that its models read well.
    pub level: Level,
    /// Whether it is known to show all text blocks of a result. Some hosts show only the first.
    pub shows_all_blocks: bool,
}

impl Default for Client {
    /// A host of which nothing is known.
    fn default() -> Self {
        Client { shows: None, level: Level::Plain, shows_all_blocks: false }
    }
}

/// A host with models that are capable readers.
const fn capable(shows: Option<Host>) -> Client {
    Client { shows, level: Level::Legible, shows_all_blocks: true }
}

/// A host with models of which nothing is known.
const fn any(shows: Host) -> Client {
    Client { shows: Some(shows), level: Level::Plain, shows_all_blocks: true }
}

/// Hosts with known behavior, by the name in their `clientInfo`, in which `*` stands for any text.
/// More can be added in the configuration.
const KNOWN: [(&str, Client); 18] = [
    ("claude-ai", capable(Some(Host::Content))),
    // Since August 2026, it drops all text blocks but the first from servers that use HTTP.
    ("claude-code", Client { shows_all_blocks: false, ..capable(Some(Host::Structured)) }),
    ("codex-mcp-client", capable(Some(Host::Structured))),
    ("continue-cli-client", any(Host::Content)),
    ("cursor-vscode", capable(None)),
    ("gemini-cli-mcp-client", any(Host::Content)),
    ("github-copilot-developer", capable(Some(Host::Both))),
    ("goose-cli", any(Host::Content)),
    ("goose-desktop", any(Host::Content)),
    // Copilot in the IDEs of JetBrains, each with its product code.
    ("JetBrains-*-copilot-intellij", any(Host::Both)),
    ("kimi-code", any(Host::Content)),
    ("@librechat/api-client", any(Host::Content)),
    // Open WebUI keeps the name that the Python SDK has for clients without one.
    ("mcp", Client { shows_all_blocks: false, ..any(Host::Content) }),
    ("opencode", any(Host::Content)),
    // pi, with the name of the adapter or the server.
    ("pi-mcp-*", any(Host::Content)),
    ("Visual Studio Code", capable(Some(Host::Structured))),
    ("Visual Studio Code - Insiders", capable(Some(Host::Structured))),
    ("Zed", any(Host::Content)),
];

impl Client {
    /// The host with this name (`clientInfo.name`). Nothing is known of other hosts.
    ///
    /// ```
    /// assert!(!toon_convert::Client::of_name("claude-code").shows_all_blocks);
    /// ```
    pub fn of_name(name: &str) -> Self {
        let known = KNOWN.iter().find(|(pattern, _)| Self::is_name(name, pattern));
        known.map(|(_, client)| *client).unwrap_or_default()
    }

    /// Whether a name fits a pattern, in which one `*` stands for any text.
    ///
    /// ```
    /// use toon_convert::Client;
    ///
    /// assert!(Client::is_name("pi-mcp-adapter", "pi-mcp-*") && !Client::is_name("Zed", "zed"));
    /// ```
    pub fn is_name(name: &str, pattern: &str) -> bool {
        match pattern.split_once('*') {
            Some((start, end)) => name.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)),
            None => name == pattern,
        }
    }
}

impl Host {
    /// The kind of the host with the name `client` (`clientInfo.name`), if known.
    ///
    /// ```
    /// use toon_convert::Host;
    ///
    /// assert_eq!(Host::of_client("claude-code"), Some(Host::Structured));
    /// assert_eq!(Host::of_client("pi-mcp-github"), Some(Host::Content));
    /// assert_eq!(Host::of_client("something-else"), None);
    /// ```
    pub fn of_client(client: &str) -> Option<Self> {
        Client::of_name(client).shows
    }

    /// The name of the kind in the configuration: `structured`, `content` or `both`.
    ///
    /// ```
    /// assert_eq!(toon_convert::Host::Both.as_str(), "both");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Host::Structured => "structured",
            Host::Content => "content",
            Host::Both => "both",
        }
    }
}
