//! Key folding, an extension: a chain of single-key objects becomes one dotted key.
//!
//! A chain is known only at its end, and is final only where the scope around it has a second key or ends. So
//! objects are written in nested form, and the lines of a final chain are joined afterwards: they are the last ones
//! of the text. Field groups and tables win over folding, since they never are objects in nested form.

use super::layout::key_token;
use super::scope::Form;
use super::writer::Writer;
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
    /// A field of the innermost object begins with its key. A literal key may equal a folded one, which then is
    /// taken apart.
    pub(super) fn begin_chain(&mut self, key: &str) {
        if key.contains('.') {
            let open = self.scopes.len();
            self.folding.literal.push((open, key.to_string()));
            let same = |folded: &Folded| folded.scopes == open && folded.key == key;
            if let Some(index) = self.folding.folded.iter().position(same) {
                let folded = self.folding.folded.remove(index);
                self.unfold(&folded);
            }
        }
        let at = self.out.len();
        let top = self.top_mut();
        top.count += 1;
        top.field_at = at;
        top.chain = 0;
    }

    /// The innermost object ends, and is no table: its last field's chain goes on outward, or is final.
    pub(super) fn end_chain(&mut self) {
        let is_link = self.form == Form::Nested
            && self.top().count == 1
            && !self.top().is_item
            && !self.is_root()
            && self.is_segment_at(self.top().field_at)
            && self.is_segment_at(self.scopes[self.scopes.len() - 2].field_at);
        if !is_link && self.form == Form::Nested {
            self.fold_last_field();
        }
        let chain = if is_link { self.top().chain + 1 } else { 0 };
        if let [.., outer, _] = self.scopes.as_mut_slice() {
            outer.chain = chain;
        }
        let open = self.scopes.len();
        self.folding.literal.retain(|literal| literal.0 < open);
        self.folding.folded.retain(|folded| folded.scopes < open);
    }

    fn is_segment_at(&self, at: usize) -> bool {
        key::is_segment(key_token(&self.out[at..]))
    }

    /// Joins the chain of the innermost object's last field, which is final now.
    pub(super) fn fold_last_field(&mut self) {
        let segments = (self.top().chain + 1).min(self.layout.flatten_depth);
        if segments < 2 {
            return;
        }
        let (at, open) = (self.top().field_at, self.scopes.len());
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
        if !self.folding.literal.iter().any(|literal| literal.0 == open && literal.1 == key) {
            self.out.truncate(at);
            self.out.push_str(&key);
            self.out.push_str(value);
            // What was below the chain's end moves out with it.
            let margin = self.layout.margin(segments - 1);
            for line in lines {
                self.out.push('\n');
                self.out.push_str(line.get(margin..).unwrap_or_default());
            }
            self.folding.folded.push(Folded { scopes: open, key, at });
        }
        self.top_mut().chain = 0;
        self.recycle(text);
    }

    /// Writes a folded field of the innermost object in nested form.
    fn unfold(&mut self, folded: &Folded) {
        let depth = self.top().depth;
        let tail = self.out.split_off(folded.at);
        let mut lines = tail.split('\n');
        let value = lines.next().and_then(|line| line.get(folded.key.len()..)).unwrap_or_default();
        let mut below = 0;
        for segment in folded.key.split('.') {
            if below > 0 {
                self.out.push(':');
                self.layout.line(depth + below).push(self.out);
            }
            self.out.push_str(segment);
            below += 1;
        }
        self.out.push_str(value);
        // The field reaches to the next line that is as shallow as it is.
        let margin = self.layout.margin(depth);
        let mut end = folded.key.len() + value.len();
        for line in lines {
            if line.bytes().take_while(|&byte| byte == b' ').count() <= margin {
                break;
            }
            self.layout.line(below - 1).push(self.out);
            self.out.push_str(line);
            end += line.len() + 1;
        }
        let grown = self.out.len() - folded.at - end;
        self.out.push_str(&tail[end..]);
        for other in self.folding.folded.iter_mut().filter(|other| other.at > folded.at) {
            other.at += grown;
        }
    }
}
