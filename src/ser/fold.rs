//! Key folding, an extension: a chain of single-key objects becomes one dotted key.
//!
//! A chain is known only at its end, and is final only where the scope around it has a second key or ends. So
//! objects are written in nested form, and the lines of a final chain are joined afterwards: they are the last ones
//! of the text. Field groups and tables win over folding, since they never are objects in nested form.

use super::layout::{key_token, newline};
use super::scope::{Form, Watch};
use super::writer::Writer;
use crate::text::key;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The segments of a field that is folded alone, at most: what is read behind serde's buffers must not nest without end.
pub(crate) const MOST_SEGMENTS: usize = 16;

/// Keys with dots in the open scopes, of both kinds, which must not meet.
#[derive(Default)]
pub(super) struct Folding {
    /// The last field of each open scope.
    fields: Vec<Field>,
    /// Literal keys that contain a dot, behind the number of scopes around them.
    literal: BTreeSet<(usize, String)>,
    /// Folded keys, likewise, and where each begins.
    folded: BTreeMap<(usize, String), usize>,
    /// Where the field begins that was the last to be folded alone.
    folded_at: Option<usize>,
    /// How many fields are open that are folded alone.
    open_alone: usize,
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

    /// Whether a field is open that is folded alone: its text may yet change.
    pub(super) fn is_in_field(&self) -> bool {
        self.open_alone > 0
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

    // ---- one field alone ----

    /// The value of the field whose key has come is to be folded: what is around it is no keyed table. Not so beside the
    /// keys of a map, one of which might be the same.
    #[cold]
    pub(super) fn begin_folded(&mut self) -> Fold {
        if self.form.is_table() {
            // It matters only if the table dissolves.
            let column = self.table.cursor;
            if !self.table.folded.contains(&column) {
                self.table.folded.push(column);
            }
            self.table.open_folds += 1;
            return Fold::InRow;
        }
        if self.form == Form::FirstKey {
            self.form = Form::Nested;
        }
        if !self.folds_alone() {
            return Fold::No;
        }
        self.folding.open_alone += 1;
        Fold::At(self.key_at())
    }

    /// Whether fields of the innermost object can be folded alone.
    fn folds_alone(&self) -> bool {
        self.form == Form::Nested && self.watch == Watch::No && !self.layout.folds
    }

    /// Fields that were begun in a row are fields of an object now: its table dissolves.
    pub(super) fn leave_row(&mut self) {
        self.folding.open_alone += core::mem::take(&mut self.table.open_folds);
    }

    /// Where the last key of the innermost object begins.
    pub(super) fn key_at(&self) -> usize {
        let begin = self.top().at;
        let text = &self.out[begin..];
        let line = text.rfind('\n').map_or(0, |line| line + 1);
        begin + line + if line > 0 { self.margin } else { 0 }
    }

    /// Where the last field of the innermost object begins, whose value may have lines of its own.
    fn field_at(&self) -> usize {
        let begin = self.top().at;
        let text = &self.out[begin..];
        let is_field =
            |line: &str| line.get(self.margin..).is_some_and(|line| !line.starts_with([' ', '\n']));
        let last = text.rmatch_indices('\n').find(|(end, _)| is_field(&text[end + 1..]));
        begin + last.map_or(0, |(end, _)| end + 1 + self.margin)
    }

    /// Behind that value.
    #[cold]
    pub(super) fn end_folded(&mut self, fold: Fold) {
        match fold {
            Fold::No => {}
            Fold::At(at) => {
                self.folding.open_alone -= 1;
                self.fold_alone(at);
            }
            Fold::InRow if self.form.is_table() => self.table.open_folds -= 1,
            Fold::InRow => {
                self.folding.open_alone -= 1;
                self.fold_field();
            }
        }
    }

    /// Folds the last field of the innermost object.
    pub(super) fn fold_field(&mut self) {
        if self.folds_alone() {
            self.fold_alone(self.field_at());
        }
    }

    fn fold_alone(&mut self, at: usize) {
        let line = self.out[at..].split('\n').next().unwrap_or_default();
        if !line.ends_with(':') {
            return;
        }
        let mut text = self.buffer();
        text.push_str(&self.out[at..]);
        if let Some(Chain { key, links }) = self.chain_of(&text, at) {
            self.out.truncate(at);
            self.out.push_str(&key);
            let mut lines = text.lines().skip(links);
            let line = lines.next().unwrap_or_default().trim_start_matches(' ');
            self.out.push_str(&line[key_token(line).len()..]);
            // What was below the chain's end moves out with it.
            let margin = links * self.layout.indent;
            for line in lines {
                self.out.push('\n');
                self.out.push_str(line.get(margin..).unwrap_or_default());
            }
            self.folding.folded_at = Some(at);
        }
        self.recycle(text);
    }

    /// What the field that begins at `at` folds to, if its value is a chain.
    fn chain_of(&self, field: &str, at: usize) -> Option<Chain> {
        let most = self.layout.flatten_depth.min(MOST_SEGMENTS);
        let mut lines = field.lines();
        let mut line = lines.next()?;
        let mut chain = Chain { key: self.segments_of(line, at)?.into(), links: 0 };
        // Where `line` begins behind its spaces.
        let mut place = at;
        while line.len() == key_token(line).len() + ":".len() {
            let margin = self.margin + (chain.links + 1) * self.layout.indent;
            let mut below = lines.clone();
            let Some(next) = below.next().and_then(|next| next.get(margin..)) else { break };
            if below.clone().any(|line| line.as_bytes().get(margin).is_some_and(|&byte| byte != b' ')) {
                break;
            }
            place += line.len() + "\n".len() + margin;
            let segments = self.segments_of(next, place)?;
            if chain.key.split('.').chain(segments.split('.')).count() > most {
                break;
            }
            chain.key.push('.');
            chain.key.push_str(segments);
            chain.links += 1;
            (lines, line) = (below, next);
        }
        (chain.links > 0).then_some(chain)
    }

    /// The key of the field that begins at `at` with `line`, if it can be part of a folded one: a segment, or some that
    /// have been folded before.
    fn segments_of<'t>(&self, line: &'t str, at: usize) -> Option<&'t str> {
        let token = key_token(line);
        (key::is_segment(token) || self.folding.folded_at == Some(at)).then_some(token)
    }
}

/// What is to be done behind the value of a field that is folded alone.
#[derive(Clone, Copy)]
pub(super) enum Fold {
    /// Nothing.
    No,
    /// The field begins here.
    At(usize),
    /// The field was begun in a row: nothing, unless its table has dissolved since.
    InRow,
}

/// A field whose value is a chain of objects with one key each.
struct Chain {
    /// All their keys.
    key: String,
    /// How many objects there are.
    links: usize,
}
