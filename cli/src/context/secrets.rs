//! Keeps keys and tokens out of contexts, and says so.

use super::render::one_line;
use crate::count::counted;
use crate::report;
use std::borrow::Cow;
use toon_context::sources::{Secret, secret_name, secrets, without_secrets};

/// The name of standard input.
pub(super) const STDIN: &str = "<stdin>";

/// Knows what is included although it looks secret.
pub(super) struct Guard<'a> {
    /// The patterns, of which only paths count.
    pub(super) include: &'a [String],
}

impl Guard<'_> {
    /// A text without its keys and tokens.
    pub(super) fn clean<'t>(&self, name: &str, text: &'t str) -> Cow<'t, str> {
        let (cleaned, found) = without_secrets(text);
        if found.is_empty() {
            return cleaned;
        }
        let kinds = kinds(&found);
        if self.is_named(name) {
            note_included(name, &kinds);
            return text.into();
        }
        let (name, path) = (one_line(name), one_line(path_of(name)));
        report::note(&format!("left out of {name}: {kinds}; --include {path} brings it back"));
        cleaned
    }

    /// Whether a file stays out because of its name.
    pub(super) fn keeps_out(&self, path: &str) -> bool {
        let Some(kind) = secret_name(path) else { return false };
        if self.is_named(path) {
            note_included(path, kind);
            return false;
        }
        note_left_out(path, kind);
        true
    }

    /// Notes that a file is included although it looks secret, if it is.
    pub(super) fn note_if_included(&self, path: &str, text: impl FnOnce() -> String) {
        if !self.is_named(path) {
            return;
        }
        if let Some(kind) = secret_name(path) {
            return note_included(path, kind);
        }
        let found = secrets(&text());
        if !found.is_empty() {
            note_included(path, &kinds(&found));
        }
    }

    fn is_named(&self, name: &str) -> bool {
        let plain = |path: &str| path.trim_start_matches("./").to_owned();
        self.include.iter().any(|path| plain(path) == plain(path_of(name)))
    }
}

/// The path that stands for a source on the command line.
fn path_of(name: &str) -> &str {
    if name == STDIN { "-" } else { name }
}

/// Says that a file is left out, and how to bring it back.
pub(super) fn note_left_out(path: &str, kind: &str) {
    let path = one_line(path);
    report::note(&format!("left out {path}, which looks secret: {kind}; --include {path} brings it back"));
}

fn note_included(name: &str, kind: &str) {
    report::note(&format!("included {}, although it looks secret: {kind}", one_line(name)));
}

/// Such as `2 GitHub tokens, 1 private key`.
fn kinds(found: &[Secret]) -> String {
    let mut kinds: Vec<(&str, u64)> = Vec::new();
    for secret in found {
        match kinds.iter_mut().find(|(kind, _)| *kind == secret.kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((secret.kind, 1)),
        }
    }
    kinds.iter().map(|(kind, count)| counted(*count, kind)).collect::<Vec<_>>().join(", ")
}
