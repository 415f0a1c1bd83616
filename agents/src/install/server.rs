//! A server in the settings of a client.

use super::program;

/// What there is of a server in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Started by the client.
    Local,
    /// Behind our proxy, which this command starts.
    Wrapped(String),
    /// Behind our proxy, but not as we write it.
    ByHand,
    /// Reached by its address.
    Remote,
}

impl Found {
    /// What a command with these arguments starts.
    pub(super) fn of_words(command: String, arguments: &[String]) -> Self {
        if program::is_proxy(&command, arguments) {
            Found::Wrapped(command)
        } else if command.contains("toon-mcp") && arguments.first().is_some_and(|first| first == "proxy") {
            Found::ByHand
        } else {
            Found::Local
        }
    }
}

/// Which of the entries, and what they become.
#[derive(Clone, Copy)]
pub(super) enum Change<'c> {
    /// Put the proxy with this path in front of a server.
    Wrap(&'c str),
    Unwrap,
}
