//! Which parts of results hosts show to their models.

/// Which part of a result with both `content` and `structuredContent` a host shows its model.
///
/// The protocol leaves this to the host, and hosts differ. The savings of a conversion depend on
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Host {
    /// `structuredContent` instead of the text blocks.
    Structured,
    /// Only `content`.
    Content,
    /// Both.
    Both,
}

/// Hosts with known behavior, by the name in their `clientInfo`. Others can be added in the
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
    /// The kind of the host with the name `client` (`clientInfo.name`), if it is known.
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
