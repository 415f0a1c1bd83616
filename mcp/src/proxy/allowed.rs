//! The tools that clients see and may call.

use toon_convert::__internal::{ToolNames, list, shorten};
use toon_convert::InvalidPattern;

/// Names of tools, as globs. A plain name matches itself.
#[derive(Debug)]
pub(crate) struct AllowedTools {
    names: ToolNames,
    patterns: Vec<String>,
}

impl AllowedTools {
    /// # Errors
    ///
    /// Names the pattern that is not a valid glob.
    pub(crate) fn new(patterns: Vec<String>) -> Result<Self, InvalidPattern> {
        Ok(AllowedTools { names: ToolNames::new(&patterns)?, patterns })
    }

    pub(super) fn contains(&self, tool: &str) -> bool {
        self.names.contains(tool)
    }

    /// Tells the client why a tool cannot be called.
    pub(super) fn refusal(&self, tool: &str) -> String {
        let patterns: Vec<&str> = self.patterns.iter().map(String::as_str).collect();
        let others =
            if patterns.is_empty() { "no tools".to_owned() } else { format!("only {}", list(&patterns)) };
        format!("unknown tool {:?}: the proxy lists {others}", shorten(tool))
    }
}
