//! The names in a path.

/// The names in the path of a file, in lowercase.
pub(super) struct Names {
    path: String,
}

impl Names {
    pub(super) fn of(path: &str) -> Self {
        Names { path: path.to_lowercase() }
    }

    pub(super) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// The name without its last extension.
    pub(super) fn stem(&self) -> &str {
        self.name().rsplit_once('.').map_or(self.name(), |(stem, _)| stem)
    }

    pub(super) fn extension(&self) -> Option<&str> {
        self.name().rsplit_once('.').map(|(_, extension)| extension)
    }

    /// Whether it is in a folder of one of these names.
    pub(super) fn is_in(&self, folders: &[&str]) -> bool {
        self.path.rsplit('/').skip(1).any(|name| folders.contains(&name))
    }

    pub(super) fn ends_in(&self, ends: &[&str]) -> bool {
        ends.iter().any(|end| self.name().ends_with(end))
    }

    /// Whether the name is one of these, whatever the extension.
    pub(super) fn is_named(&self, names: &[&str]) -> bool {
        names.contains(&self.name().split(['.', '-']).next().unwrap_or_default())
    }
}
