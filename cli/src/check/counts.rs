//! How much was found in all files.

use crate::count::{counted, grouped};
use std::borrow::Cow;
use std::cmp::Reverse;

#[derive(Default)]
pub(super) struct Counts {
    /// Files that were read.
    pub(super) files: u64,
    pub(super) unread_files: u64,
    pub(super) unread_folders: u64,
    pub(super) empty_folders: u64,
    mistakes: u64,
    /// The mistakes by their kind, in the order in which the kinds first occurred.
    kinds: Vec<(Cow<'static, str>, u64)>,
    pub(super) warnings: u64,
}

impl Counts {
    /// Counts a mistake.
    pub(super) fn mistake(&mut self, kind: Cow<'static, str>) {
        self.mistakes += 1;
        match self.kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => self.kinds.push((kind, 1)),
        }
    }

    /// All mistakes, and how many there are of each kind.
    pub(super) fn summary(&self) -> Option<String> {
        let listed = |counts: &[(u64, &str)]| {
            let counts = counts.iter().filter(|(count, _)| *count > 0);
            counts.map(|(count, what)| counted(*count, what)).collect::<Vec<_>>().join(" and ")
        };
        let unread = match listed(&[(self.unread_files, "file"), (self.unread_folders, "folder")]) {
            unread if unread.is_empty() => unread,
            unread => format!("; {unread} could not be read"),
        };
        let warnings = match self.warnings {
            0 => String::new(),
            warnings => format!(" and {}", counted(warnings, "warning")),
        };
        let (mistakes, files) = (counted(self.mistakes, "mistake"), counted(self.files, "file"));
        let kinds = self.kinds_by_count();
        (self.files > 0).then(|| format!("{mistakes}{warnings} in {files}{unread}{kinds}"))
    }

    /// A line for each kind, the most frequent one first.
    fn kinds_by_count(&self) -> String {
        if self.mistakes < 2 {
            return String::new();
        }
        let mut kinds: Vec<_> = self.kinds.iter().map(|(kind, count)| (Reverse(*count), kind)).collect();
        kinds.sort_by_key(|(count, _)| *count);
        let width = kinds.first().map_or(0, |(Reverse(most), _)| grouped(*most).len());
        let lines =
            kinds.iter().map(|(Reverse(count), kind)| format!("\n  {:>width$} × {kind}", grouped(*count)));
        lines.collect()
    }

    pub(super) fn is_well(&self, denies_warnings: bool) -> bool {
        let missed = self.unread_files + self.unread_folders + self.empty_folders;
        missed == 0 && self.mistakes == 0 && (self.warnings == 0 || !denies_warnings)
    }
}
