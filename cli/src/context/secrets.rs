//! Keeps keys and tokens out of contexts, and says so.

use super::render::one_line;
use crate::count::counted;
use crate::report;
use crate::shell::quoted;
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
    /// A text without its keys and tokens, which are noted.
    pub(super) fn clean<'t>(&self, name: &str, text: &'t str) -> Cow<'t, str> {
        let mut parts = self.parts_of(name);
        let cleaned = parts.clean(text);
        parts.tell();
        cleaned
    }

    /// Bytes without the keys and tokens in them, which are noted. Others are what they were, text or not.
    pub(super) fn clean_bytes(&self, name: &str, bytes: Vec<u8>) -> Vec<u8> {
        let mut parts = self.parts_of(name);
        let bytes = parts.clean_bytes(bytes);
        parts.tell();
        bytes
    }

    /// Cleans the parts of a text, of which one note tells.
    pub(super) fn parts_of<'g>(&self, name: &'g str) -> Parts<'g> {
        Parts { name, is_named: self.is_named(name), found: Vec::new() }
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

    /// Whether the changes of a file stay out since it contains a private key.
    pub(super) fn keeps_out_key(&self, path: &str, content: impl FnOnce() -> Vec<u8>) -> bool {
        if self.is_named(path) {
            return false;
        }
        let text = content();
        let found = secrets(&String::from_utf8_lossy(&text));
        let Some(key) = found.iter().find(|secret| secret.kind == "private key") else { return false };
        note_left_out(path, &key.to_string());
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
        let plain = |path: &str| path.trim_start_matches("./").trim_start_matches('/').to_owned();
        self.include.iter().any(|path| plain(path) == plain(path_of(name)))
    }
}

/// What was found so far in the parts of a text.
pub(super) struct Parts<'g> {
    name: &'g str,
    /// Whether nothing is removed.
    is_named: bool,
    found: Vec<Secret>,
}

impl Parts<'_> {
    pub(super) fn clean<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let (cleaned, found) = without_secrets(text);
        self.found.extend(found);
        if self.is_named { text.into() } else { cleaned }
    }

    pub(super) fn clean_bytes(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        let (cleaned, found) = {
            let text = String::from_utf8_lossy(&bytes);
            let (cleaned, found) = without_secrets(&text);
            (cleaned.into_owned(), found)
        };
        let is_clean = found.is_empty() || self.is_named;
        self.found.extend(found);
        // Some bytes may be no text.
        if is_clean { bytes } else { cleaned.into_bytes() }
    }

    /// Notes what was found.
    pub(super) fn tell(self) {
        if self.found.is_empty() {
            return;
        }
        let kinds = kinds(&self.found);
        if self.is_named {
            return note_included(self.name, &kinds);
        }
        let name = one_line(self.name);
        let path = if self.name == STDIN { "-".to_owned() } else { quoted(&name) };
        report::note(&format!("left out of {name}: {kinds}; --include {path} brings it back"));
    }
}

/// The path that stands for a source on the command line.
fn path_of(name: &str) -> &str {
    if name == STDIN { "-" } else { name }
}

/// Says that a file is left out, and how to bring it back.
pub(super) fn note_left_out(path: &str, kind: &str) {
    let name = one_line(path);
    // A name that was cleaned brings nothing back.
    let help = if path.contains(" left out]") {
        String::new()
    } else {
        format!("; --include {} brings it back", quoted(&name))
    };
    report::note(&format!("left out {name}, which looks secret: {kind}{help}"));
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
