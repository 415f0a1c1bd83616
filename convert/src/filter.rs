//! Selects the tools whose results are converted.

use crate::rules::{InvalidPattern, Rules};
use globset::{Glob, GlobSet, GlobSetBuilder};

/// Names of tools, as globs. A plain name matches itself.
#[derive(Debug)]
pub struct ToolNames(GlobSet);

impl ToolNames {
    /// # Errors
    ///
    /// Names the pattern that is not a valid glob.
    pub fn new(patterns: &[String]) -> Result<Self, InvalidPattern> {
        let invalid = |pattern: &str, error: &globset::Error| InvalidPattern {
            pattern: pattern.to_owned(),
            reason: error.kind().to_string(),
        };
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            set.add(Glob::new(pattern).map_err(|error| invalid(pattern, &error))?);
        }
        set.build().map(ToolNames).map_err(|error| invalid(&patterns.join(", "), &error))
    }

    /// Whether a pattern matches the name.
    pub fn contains(&self, tool: &str) -> bool {
        self.0.is_match(tool)
    }
}

/// The tools whose results are converted.
#[derive(Debug)]
pub(crate) struct ToolFilter {
    include: Option<ToolNames>,
    exclude: ToolNames,
}

impl ToolFilter {
    pub(crate) fn new(rules: &Rules) -> Result<Self, InvalidPattern> {
        let include = rules.include_tools.as_deref().map(ToolNames::new).transpose()?;
        Ok(ToolFilter { include, exclude: ToolNames::new(&rules.exclude_tools)? })
    }

    pub(crate) fn takes(&self, tool: &str) -> bool {
        match &self.include {
            Some(include) => include.contains(tool),
            None => !self.exclude.contains(tool),
        }
    }
}
