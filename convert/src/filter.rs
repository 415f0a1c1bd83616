//! Selects the tools whose results are converted.

use crate::rules::{InvalidPattern, Rules};
use globset::{Glob, GlobSet, GlobSetBuilder};

/// The lists of tools, as globs. A plain name matches itself.
#[derive(Debug)]
pub(crate) struct ToolFilter {
    include: Option<GlobSet>,
    exclude: GlobSet,
}

impl ToolFilter {
    pub(crate) fn new(rules: &Rules) -> Result<Self, InvalidPattern> {
        let include = rules.include_tools.as_deref().map(globs).transpose()?;
        Ok(ToolFilter { include, exclude: globs(&rules.exclude_tools)? })
    }

    pub(crate) fn takes(&self, tool: &str) -> bool {
        match &self.include {
            Some(include) => include.is_match(tool),
            None => !self.exclude.is_match(tool),
        }
    }
}

fn globs(patterns: &[String]) -> Result<GlobSet, InvalidPattern> {
    let invalid = |pattern: &str, error: &globset::Error| InvalidPattern {
        pattern: pattern.to_owned(),
        reason: error.kind().to_string(),
    };
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(Glob::new(pattern).map_err(|error| invalid(pattern, &error))?);
    }
    set.build().map_err(|error| invalid(&patterns.join(", "), &error))
}
