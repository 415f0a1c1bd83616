//! The tools that clients see and may call.

use globset::{Glob, GlobSet, GlobSetBuilder};
use toon_convert::__internal::{list, shorten};

/// Names of tools, as globs. A plain name matches itself.
#[derive(Debug)]
pub(crate) struct AllowedTools {
    globs: GlobSet,
    patterns: Vec<String>,
}

impl AllowedTools {
    /// # Errors
    ///
    /// Names the pattern that is not a valid glob.
    pub(crate) fn new(patterns: Vec<String>) -> Result<Self, String> {
        let invalid = |pattern: &str, error: &globset::Error| {
            format!("invalid pattern `{pattern}` for tool names: {}", error.kind())
        };
        let mut globs = GlobSetBuilder::new();
        for pattern in &patterns {
            globs.add(Glob::new(pattern).map_err(|error| invalid(pattern, &error))?);
        }
        let globs = globs.build().map_err(|error| invalid(&patterns.join(", "), &error))?;
        Ok(AllowedTools { globs, patterns })
    }

    pub(super) fn contains(&self, tool: &str) -> bool {
        self.globs.is_match(tool)
    }

    /// Tells the client why a tool cannot be called.
    pub(super) fn refusal(&self, tool: &str) -> String {
        let patterns: Vec<&str> = self.patterns.iter().map(String::as_str).collect();
        let others =
            if patterns.is_empty() { "no tools".to_owned() } else { format!("only {}", list(&patterns)) };
        format!("unknown tool {:?}: the proxy lists {others}", shorten(tool))
    }
}
