//! Layout outside tables: scopes, the lines of fields and items, headers of inline arrays and lists.

use super::layout::{Cells, colon_newline, correct_count, newline, push_key};
use super::scope::{Form, ObjectKind, Scope, Watch};
use super::writer::Writer;
use crate::{ErrorKind, Result};
use alloc::format;

impl Writer<'_> {
    // ---- scopes ----

    /// Comes to the place that the innermost scope has for a container; true if that is a list item's.
    #[inline(never)]
    pub(super) fn begin_container(&mut self) -> Result<bool> {
        match self.form {
            Form::FirstKey | Form::Nested => {
                self.form = Form::Nested;
                return Ok(false);
            }
            Form::Root => {
                self.form = Form::Done;
                return Ok(false);
            }
            Form::List => {}
            Form::Array => self.become_list(),
            Form::Inline => self.dissolve_inline()?,
            _ => return self.misplaced(),
        }
        self.begin_item();
        Ok(true)
    }

    #[inline]
    pub(super) fn open_object(&mut self, is_item: bool, kind: ObjectKind, len: Option<usize>) {
        let is_root = self.form == Form::Done;
        // The root's own line is at depth 0, where the fields of an object are.
        let margin = if is_root { 0 } else { self.margin + self.layout.indent };
        let is_decided = is_item || kind.is_decided || !self.layout.has_groups;
        let watch = if kind.is_map { Watch::Each } else { Watch::No };
        let scope = Scope { is_item, is_decided, watch, margin, ..Scope::ROOT };
        self.open(Form::Object, scope.announcing(len));
        // §10: the first field of an item stands on the hyphen's line.
        if !is_item && !is_root {
            self.begin_fields();
        }
    }

    /// Ends the line of the innermost object's key, and begins that of its first field.
    #[inline]
    pub(super) fn begin_fields(&mut self) {
        colon_newline(self.out, self.margin);
    }

    /// Takes back what an object without fields has no use for.
    #[cold]
    pub(super) fn end_empty_object(&mut self) {
        let &Scope { at, is_item, .. } = self.top();
        if is_item {
            // The hyphen stands alone.
            self.out.truncate(at - 1);
        } else if !self.is_root() {
            self.out.truncate(at + 1);
        }
    }

    #[inline]
    pub(super) fn open_array(&mut self, is_item: bool, len: Option<usize>) {
        let margin = self.margin + self.layout.indent;
        let scope = Scope { is_item, is_decided: is_item, margin, ..Scope::ROOT };
        self.open(Form::Array, scope.announcing(len));
    }

    #[inline]
    fn open(&mut self, form: Form, scope: Scope) {
        let (outer_form, outer_count) = (self.form, self.count);
        let outer = self.top_mut();
        outer.form = outer_form;
        outer.count = outer_count;
        self.form = form;
        self.watch = scope.watch;
        self.count = 0;
        self.margin = scope.margin;
        self.scopes.push(Scope { at: self.out.len(), keys: self.keys.len(), ..scope });
    }

    /// Steps out of the innermost scope.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.scopes.pop();
        let &Scope { form, watch, count, margin, .. } = self.top();
        self.form = form;
        self.watch = watch;
        self.count = count;
        self.margin = margin;
    }

    /// Whether the innermost scope is the root's.
    pub(super) fn is_root(&self) -> bool {
        self.scopes.len() == 2
    }

    #[inline]
    pub(super) fn top(&self) -> &Scope {
        &self.scopes[self.scopes.len() - 1]
    }

    #[inline]
    pub(super) fn top_mut(&mut self) -> &mut Scope {
        let top = self.scopes.len() - 1;
        &mut self.scopes[top]
    }

    // ---- fields ----

    /// Whether keys of the innermost scope must be told apart.
    #[inline]
    pub(super) fn watches_keys(&self) -> bool {
        self.watch != Watch::No
    }

    /// The first field of an object, and a later one, where more than usual is to be done for its key.
    pub(super) fn first_field(&mut self, key: &str) {
        self.note_field(key);
        self.begin_first_key();
        push_key(self.out, key);
    }

    pub(super) fn next_field(&mut self, key: &str) {
        self.note_field(key);
        newline(self.out, self.margin);
        push_key(self.out, key);
    }

    /// Only the first value of an object that may be a table decides anything.
    #[inline]
    pub(super) fn begin_first_key(&mut self) {
        self.form = if self.top().is_decided { Form::Nested } else { Form::FirstKey };
    }

    #[inline(always)]
    fn note_field(&mut self, key: &str) {
        if self.watch != Watch::No {
            self.note_key(key);
        }
    }

    // ---- items ----

    /// Begins a list item: its line, the hyphen, and the space that stands behind it in all but empty objects.
    #[inline]
    pub(super) fn begin_item(&mut self) {
        self.count += 1;
        newline(self.out, self.margin);
        self.out.push_str("- ");
    }

    /// Puts the innermost array into inline form; its first element comes.
    #[inline]
    pub(super) fn begin_inline(&mut self) {
        self.form = Form::Inline;
        self.count = 1;
        let count = self.top().announced_count();
        self.layout.push_inline_header(self.out, count);
    }

    /// Puts the innermost array into list form.
    pub(super) fn become_list(&mut self) {
        self.form = Form::List;
        let count = self.top().announced_count();
        self.layout.push_bracket(self.out, count, false);
        self.out.push(':');
    }

    /// Puts the count that has come into the header of the innermost scope, where another was announced.
    pub(super) fn correct_header(&mut self) -> Result<()> {
        let (at, written) = (self.top().count_at(), self.top().announced_count());
        if self.has_streamed && written != self.count {
            let message = format!("the value announced {written} elements, but wrote {}", self.count);
            return self.error(ErrorKind::Custom(message));
        }
        correct_count(self.out, at, written, self.count);
        Ok(())
    }

    /// Puts primitives that stand inline into items of their own: the array has an element that is none.
    #[cold]
    fn dissolve_inline(&mut self) -> Result<()> {
        let text = self.take_back();
        self.count = 0;
        self.become_list();
        // The colon that ends the header is its only one.
        if let Some((_, cells)) = text.split_once(": ") {
            for cell in Cells::new(cells, self.layout.delimiter) {
                self.encoded_scalar(cell)?;
            }
        }
        self.recycle(text);
        Ok(())
    }
}
