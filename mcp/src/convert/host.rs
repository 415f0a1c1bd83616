//! What hosts put in front of their models.

/// What a host shows its model of a result that has both `content` and `structuredContent`.
///
/// The protocol leaves it to the host, and hosts differ. What a conversion saves depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Host {
    /// `structuredContent` in place of the text blocks.
    Structured,
    /// `content` alone.
    Content,
    /// Both.
    Both,
}

/// Hosts whose behavior has been looked up, by the name in their `clientInfo`. Others can be added in the configuration.
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
    /// The kind of the host that calls itself `client` (`clientInfo.name`), if it is known.
    ///
    /// ```
    /// use toon_mcp::Host;
    ///
    /// assert_eq!(Host::of_client("claude-code"), Some(Host::Structured));
    /// assert_eq!(Host::of_client("something-else"), None);
    /// ```
    pub fn of_client(client: &str) -> Option<Self> {
        KNOWN.iter().find(|(name, _)| *name == client).map(|(_, host)| *host)
    }

    /// Its name in the configuration: `structured`, `content` or `both`.
    ///
    /// ```
    /// assert_eq!(toon_mcp::Host::Both.as_str(), "both");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Host::Structured => "structured",
            Host::Content => "content",
            Host::Both => "both",
        }
    }
}
