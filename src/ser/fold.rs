//! Key folding, an extension: a chain of single-key objects becomes one dotted key.
//!
//! A chain is known only at its end, and is final only where the scope around it has a second key or ends. So
//! objects are written in nested form, and the lines of a final chain are joined afterwards: they are the last ones
//! of the text. Field groups and tables win over folding, since they never are objects in nested form.

use super::writer::{Form, Writer, key_token};
use crate::text::key;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Keys with dots in the open scopes, of both kinds, which must not meet.
#[derive(Default)]
pub(super) struct Folding {
    /// Literal keys that contain a dot, and the number of scopes around them.
    literal: Vec<(usize, String)>,
    folded: Vec<Folded>,
}

struct Folded {
    scopes: usize,
    key: String,
    at: usize,
}

impl Writer<'_> {
    /// The innermost object ends: its last field's chain goes on outward, or is final.
    pub(super) fn end_chain(&mut self) {
        let Some((scope, around)) = self.scopes.split_last() else { return };
        let is_link = scope.form == Form::Nested
            && scope.count == 1
            && !scope.is_item
            && self.is_segment_at(scope.field_at)
            && around.last().is_some_and(|outer| self.is_segment_at(outer.field_at));
        let chain = if is_link { scope.chain + 1 } else { 0 };
        if !is_link && scope.form == Form::Nested {
            self.fold_last_field();
        }
        let open = self.scopes.len();
        self.folding.literal.retain(|literal| literal.0 < open);
        self.folding.folded.retain(|folded| folded.scopes < open);
        if let [.., outer, _] = self.scopes.as_mut_slice() {
            outer.chain = chain;
        }
    }

    fn is_segment_at(&self, at: usize) -> bool {
        key::is_segment(key_token(&self.out[at..]))
    }

    /// Joins the chain of the innermost object's last field, which is final now.
    pub(super) fn fold_last_field(&mut self) {
        let Some(scope) = self.scopes.last() else { return };
        let (at, depth) = (scope.field_at, scope.depth);
        let segments = (scope.chain + 1).min(self.layout.flatten_depth);
        if segments < 2 {
            return;
        }
        let mut text = self.buffer();
        text.push_str(&self.out[at..]);

        let mut lines = text.split('\n');
        let mut key = String::new();
        let mut value = "";
        for line in lines.by_ref().take(segments) {
            let line = line.trim_start_matches(' ');
            let segment = key_token(line);
            value = &line[segment.len()..];
            if !key.is_empty() {
                key.push('.');
            }
            key.push_str(segment);
        }
        let open = self.scopes.len();
        if !self.folding.literal.iter().any(|literal| literal.0 == open && literal.1 == key) {
            self.out.truncate(at);
            self.out.push_str(&key);
            self.out.push_str(value);
            // What was below the chain's end moves out with it.
            let margin = self.margin(depth + segments) - self.margin(depth + 1);
            for line in lines {
                self.out.push('\n');
                self.out.push_str(line.get(margin..).unwrap_or_default());
            }
            self.folding.folded.push(Folded { scopes: open, key, at });
        }
        self.recycle(text);
    }

    /// Remembers a literal key of the innermost object, and takes a folded one apart that looks the same.
    pub(super) fn keep_literal(&mut self, key: &str) {
        let open = self.scopes.len();
        self.folding.literal.push((open, key.to_string()));
        let same = |folded: &Folded| folded.scopes == open && folded.key == key;
        if let Some(index) = self.folding.folded.iter().position(same) {
            let folded = self.folding.folded.remove(index);
            self.unfold(&folded);
        }
    }

    fn unfold(&mut self, folded: &Folded) {
        let Some(depth) = self.scopes.last().map(|scope| scope.depth) else { return };
        let margin = self.margin(depth);
        // The field reaches to the next line that is as shallow as it is.
        let text = self.out[folded.at..].to_string();
        let mut end = text.len();
        let mut at = 0;
        for line in text.split('\n') {
            if at > 0 && line.bytes().take_while(|&byte| byte == b' ').count() <= margin {
                end = at - 1;
                break;
            }
            at += line.len() + 1;
        }
        let tail = self.out.split_off(folded.at);
        let mut lines = tail[..end].split('\n');
        let value = lines.next().and_then(|line| line.get(folded.key.len()..)).unwrap_or_default();
        let mut levels = 0;
        for segment in folded.key.split('.') {
            if levels > 0 {
                self.out.push(':');
                self.newline(depth + levels);
            }
            self.out.push_str(segment);
            levels += 1;
        }
        self.out.push_str(value);
        for line in lines {
            self.newline(levels - 1);
            self.out.push_str(line);
        }
        let grown = self.out.len() - folded.at - end;
        self.out.push_str(&tail[end..]);
        for other in self.folding.folded.iter_mut().filter(|other| other.at > folded.at) {
            other.at += grown;
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.field_at += grown;
        }
    }
}
