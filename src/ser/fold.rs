//! Key folding, an extension: a chain of single-key objects becomes one dotted key.
//!
//! A chain is known only at its end, and is final only where the scope around it has a second key or ends. So
//! objects are written in nested form, and the lines of a final chain are joined afterwards: they are the last ones
//! of the text. Field groups and tables win over folding, since they never are objects in nested form.

use super::layout::{key_token, newline};
use super::writer::Writer;
use crate::text::key;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Keys with dots in the open scopes, of both kinds, which must not meet.
#[derive(Default)]
pub(super) struct Folding {
    /// The last field of each open scope.
    fields: Vec<Field>,
    /// Literal keys that contain a dot, behind the number of scopes around them.
    literal: BTreeSet<(usize, String)>,
    /// Folded keys, likewise, and where each begins.
    folded: BTreeMap<(usize, String), usize>,
}

impl Folding {
    pub(super) fn open(&mut self) {
        self.fields.push(Field::default());
    }

    /// The innermost scope begins once more.
    pub(super) fn reopen(&mut self) {
        self.close();
        self.open();
    }

    pub(super) fn close(&mut self) {
        self.fields.pop();
    }
}

/// A field whose value may be a chain.
#[derive(Clone, Copy, Default)]
struct Field {
    /// How many fields its object has had, with this one.
    count: usize,
    /// Where its key begins.
    at: usize,
    /// How many single-key objects its value is a chain of.
    chain: usize,
    /// One of the chain's keys is no segment: none of them is folded.
    is_refused: bool,
}

impl Writer<'_> {
    /// A field of the innermost object begins with its key. A literal key may equal a folded one, which then is
    /// taken apart.
    pub(super) fn begin_chain(&mut self, key: &str) {
        if key.contains('.') {
            let place = (self.scopes.len(), key.to_string());
            if let Some(at) = self.folding.folded.remove(&place) {
                self.unfold(key, at);
            }
            self.folding.literal.insert(place);
        }
        if let Some(field) = self.folding.fields.last_mut() {
            *field = Field { count: field.count + 1, at: self.out.len(), ..Field::default() };
        }
    }

    /// The innermost object ends, and is no table: its last field's chain goes on outward, or is final.
    pub(super) fn end_chain(&mut self) {
        let (field, outer) = match self.folding.fields[..] {
            [.., outer, field] => (field, Some(outer)),
            [field] => (field, None),
            [] => return,
        };
        let is_single = field.count == 1 && !self.top().is_item;
        let is_segment = is_single && self.is_segment_at(field.at);
        let is_link = is_segment && outer.is_some_and(|outer| self.is_segment_at(outer.at));
        if !is_link {
            self.fold_last_field();
        }
        if let [.., outer, field] = self.folding.fields.as_mut_slice() {
            outer.chain = if is_link { field.chain + 1 } else { 0 };
            outer.is_refused = is_single && (!is_segment || field.is_refused);
        }
        let inner = (self.scopes.len(), String::new());
        self.folding.literal.split_off(&inner);
        self.folding.folded.split_off(&inner);
    }

    /// The innermost object's last field has not come.
    pub(super) fn take_back_chain(&mut self) {
        if let Some(field) = self.folding.fields.last_mut() {
            // The one before it has been folded as far as it can be: behind it, something was seen to come.
            *field = Field { count: field.count.saturating_sub(1), is_refused: true, ..Field::default() };
        }
    }

    fn is_segment_at(&self, at: usize) -> bool {
        key::is_segment(key_token(&self.out[at..]))
    }

    /// Joins the chain of the innermost object's last field, which is final now.
    pub(super) fn fold_last_field(&mut self) {
        let Some(&Field { at, chain, is_refused, .. }) = self.folding.fields.last() else { return };
        let segments = (chain + 1).min(self.layout.flatten_depth);
        if segments < 2 || is_refused {
            return;
        }
        let open = self.scopes.len();
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
        let place = (open, key);
        if !self.folding.literal.contains(&place) {
            self.out.truncate(at);
            self.out.push_str(&place.1);
            self.out.push_str(value);
            // What was below the chain's end moves out with it.
            let margin = (segments - 1) * self.layout.indent;
            for line in lines {
                self.out.push('\n');
                self.out.push_str(line.get(margin..).unwrap_or_default());
            }
            self.folding.folded.insert(place, at);
        }
        self.recycle(text);
    }

    /// Writes a folded field of the innermost object in nested form.
    fn unfold(&mut self, key: &str, at: usize) {
        let (margin, indent) = (self.margin, self.layout.indent);
        let tail = self.out.split_off(at);
        let mut lines = tail.split('\n');
        let value = lines.next().and_then(|line| line.get(key.len()..)).unwrap_or_default();
        let mut below = 0;
        for segment in key.split('.') {
            if below > 0 {
                self.out.push(':');
                newline(self.out, margin + below * indent);
            }
            self.out.push_str(segment);
            below += 1;
        }
        self.out.push_str(value);
        // The field reaches to the next line that is as shallow as it is.
        let mut end = key.len() + value.len();
        for line in lines {
            if line.bytes().take_while(|&byte| byte == b' ').count() <= margin {
                break;
            }
            newline(self.out, (below - 1) * indent);
            self.out.push_str(line);
            end += line.len() + 1;
        }
        let grown = self.out.len() - at - end;
        self.out.push_str(&tail[end..]);
        for other in self.folding.folded.values_mut().filter(|other| **other > at) {
            *other += grown;
        }
    }
}
