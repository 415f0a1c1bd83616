//! Which parts of a result a host shows to its model.

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

/// Hosts with known behavior, by the name in their `clientInfo`. More can be added in the
/// configuration.
const KNOWN: [(&str, Host); 14] = [
    ("claude-ai", Host::Content),
    ("claude-code", Host::Structured),
    ("codex-mcp-client", Host::Structured),
    ("continue-cli-client", Host::Content),
    ("gemini-cli-mcp-client", Host::Content),
    ("github-copilot-developer", Host::Both),
    ("goose-cli", Host::Content),
    ("goose-desktop", Host::Content),
    ("kimi-code", Host::Both),
    ("@librechat/api-client", Host::Content),
    ("opencode", Host::Content),
    ("Visual Studio Code", Host::Structured),
    ("Visual Studio Code - Insiders", Host::Structured),
    ("Zed", Host::Content),
];

impl Host {
    /// The kind of the host with the name `client` (`clientInfo.name`), if known.
    ///
    /// ```
    /// use toon_convert::Host;
    ///
    /// assert_eq!(Host::of_client("claude-code"), Some(Host::Structured));
    /// assert_eq!(Host::of_client("something-else"), None);
    /// ```
    pub fn of_client(client: &str) -> Option<Self> {
        KNOWN.iter().find(|(name, _)| *name == client).map(|(_, host)| *host)
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
