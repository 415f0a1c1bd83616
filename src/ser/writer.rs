//! The event writer: begin, key, scalar, end. It knows all layout, and nothing of serde.
//!
//! A scope's form is known only at its end, so the writer bets: on the inline form where an array begins with a
//! primitive, on a table where it begins with an object or an object's first value is one. Where a bet fails, its
//! text is taken back and written again in the form that is then certain, by the same events ([`super::table`]).

use super::dissolve::{Ends, Waits};
use super::fold::Folding;
use super::layout::{BareKeys, Cells, Layout, correct_count, newline};
use super::scope::{Form, ObjectKind, Scope};
use super::shape::Key;
use super::table::Table;
use crate::options::EncodeOptions;
use crate::text::{key, quote};
use crate::{Error, ErrorKind, Result};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The text, and what is open in it. The form of the innermost scope says where an event belongs.
pub(crate) struct Writer<'a> {
    pub(super) out: &'a mut String,
    pub(super) layout: Layout,
    /// The form of the innermost scope; those around it keep their own.
    pub(super) form: Form,
    /// What is open, from the place of the root, which always is, to the innermost.
    pub(super) scopes: Vec<Scope>,
    /// The open table, if the innermost scope is one; rows and groups in it are no scopes.
    pub(super) table: Table,
    /// Hashes of the keys that must be told apart; each scope knows where its own begin.
    pub(super) hashes: SmallVec<[u64; 16]>,
    pub(super) folding: Folding,
    bare_keys: BareKeys,
    /// Tables and texts that are done with, for their memory.
    pub(super) spare: Vec<Table>,
    buffers: SmallVec<[String; 2]>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(out: &'a mut String, options: &EncodeOptions) -> Self {
        let layout = Layout::new(options);
        // An indent that no text can have is reported by the first event.
        let form = if layout.invalid_indent().is_some() { Form::Failed } else { Form::Root };
        // One allocation for nearly all documents: most nest less than this.
        let mut scopes = Vec::with_capacity(16);
        scopes.push(Scope::ROOT);
        Writer {
            out,
            layout,
            form,
            scopes,
            table: Table::default(),
            hashes: SmallVec::new(),
            folding: Folding::default(),
            bare_keys: BareKeys::default(),
            spare: Vec::new(),
            buffers: SmallVec::new(),
        }
    }

    /// From here on every event is an error.
    pub(crate) fn fail(&mut self) {
        self.form = Form::Failed;
    }

    #[cold]
    pub(crate) fn error<T>(&mut self, kind: ErrorKind) -> Result<T> {
        self.fail();
        Err(Error::new(kind))
    }

    #[cold]
    pub(super) fn duplicate<T>(&mut self, key: &str) -> Result<T> {
        self.error(ErrorKind::DuplicateKey { key: key.to_string() })
    }

    /// What comes now has no place here: a `Serialize` implementation ignored an error of ours, or breaks serde's
    /// rules.
    #[cold]
    fn misplaced<T>(&mut self) -> Result<T> {
        let kind = match (self.form, self.layout.invalid_indent()) {
            (_, Some(spaces)) => ErrorKind::InvalidIndent { spaces },
            (Form::Failed, _) => ErrorKind::AlreadyFailed,
            (Form::Root | Form::Done, _) => ErrorKind::SecondRoot,
            (Form::FirstKey | Form::Entry, _) => ErrorKind::IncompleteEntry { missing: "value" },
            _ => ErrorKind::IncompleteEntry { missing: "key" },
        };
        self.error(kind)
    }

    // ---- events ----

    /// A string value.
    #[inline]
    pub(crate) fn string(&mut self, string: &str) -> Result<()> {
        let is_root = self.form == Form::Root;
        self.scalar()?;
        if is_root && string.starts_with('\u{feff}') {
            // §7.2: at the very start of a document it would be read as a byte-order mark.
            quote::push_quoted(self.out, string);
        } else {
            self.layout.push_string(self.out, string);
        }
        Ok(())
    }

    /// A primitive that is encoded already.
    #[inline]
    pub(crate) fn encoded_scalar(&mut self, text: &str) -> Result<()> {
        self.scalar()?;
        self.out.push_str(text);
        Ok(())
    }

    /// A primitive, which the caller appends to [`out`](Self::out) in its encoded form.
    #[inline]
    pub(crate) fn scalar(&mut self) -> Result<()> {
        match self.form {
            Form::Row if self.table.takes_cell() => self.push_cell_delimiter(),
            Form::Inline => {
                self.top_mut().count += 1;
                self.layout.push_delimiter(self.out);
            }
            Form::Nested => self.out.push_str(": "),
            _ => return self.scalar_elsewhere(),
        }
        Ok(())
    }

    pub(crate) fn out(&mut self) -> &mut String {
        self.out
    }

    #[inline(never)]
    fn scalar_elsewhere(&mut self) -> Result<()> {
        loop {
            match self.form {
                Form::Root => self.form = Form::Done,
                Form::FirstKey | Form::Nested => {
                    self.form = Form::Nested;
                    self.out.push_str(": ");
                }
                Form::Inline => {
                    self.top_mut().count += 1;
                    self.layout.push_delimiter(self.out);
                }
                Form::Array => {
                    self.form = Form::Inline;
                    self.top_mut().count = 1;
                    self.push_array_header();
                    self.out.push(' ');
                }
                Form::List => {
                    self.begin_item();
                    self.out.push(' ');
                }
                Form::Done | Form::Object | Form::Failed => return self.misplaced(),
                Form::Table | Form::Entry | Form::Learning | Form::Row | Form::Disorder => {
                    if !self.table_scalar() {
                        self.dissolve(Waits::ForValue, Ends::Table)?;
                        continue;
                    }
                }
            }
            return Ok(());
        }
    }

    /// A struct's field or a variant's name: the next event is its value.
    #[inline]
    pub(crate) fn static_key(&mut self, key: &'static str) -> Result<()> {
        match self.form {
            Form::Row if self.table.is_next(Key::Static(key)) => Ok(()),
            Form::Nested => {
                self.next_field(Key::Static(key));
                Ok(())
            }
            _ => self.key_elsewhere(Key::Static(key)),
        }
    }

    /// A map's key: the next event is its value.
    #[inline]
    pub(crate) fn key(&mut self, key: &str) -> Result<()> {
        match self.form {
            Form::Row if self.table.is_next(Key::Text(key)) => Ok(()),
            Form::Nested => {
                self.next_field(Key::Text(key));
                Ok(())
            }
            _ => self.key_elsewhere(Key::Text(key)),
        }
    }

    #[inline(never)]
    fn key_elsewhere(&mut self, key: Key<'_>) -> Result<()> {
        loop {
            match self.form {
                Form::Nested => self.next_field(key),
                Form::Object => self.first_field(key),
                form if form.is_table() => {
                    if !self.table_key(key)? {
                        self.dissolve(Waits::ForKey, Ends::Table)?;
                        continue;
                    }
                }
                _ => return self.misplaced(),
            }
            return Ok(());
        }
    }

    #[inline]
    fn first_field(&mut self, key: Key<'_>) {
        // Only the first value of an object that may be a table decides anything.
        let is_decided = self.top().is_decided || !self.layout.has_groups;
        self.form = if is_decided { Form::Nested } else { Form::FirstKey };
        if self.top().is_item {
            // §10: the first field stands on the hyphen's line.
            self.out.push(' ');
        } else if !self.is_root() {
            self.out.push(':');
            self.newline();
        }
        self.push_field_key(key);
    }

    #[inline(never)]
    fn next_field(&mut self, key: Key<'_>) {
        if self.layout.folds {
            self.fold_last_field();
        }
        self.newline();
        self.push_field_key(key);
    }

    #[inline]
    fn push_field_key(&mut self, key: Key<'_>) {
        if self.layout.folds {
            self.begin_chain(key.as_str());
        }
        if self.top().hashes().is_some() {
            self.hashes.push(key::hash(key.as_str()));
        }
        match key {
            Key::Static(key) => self.layout.push_static_key(self.out, key, &mut self.bare_keys),
            Key::Text(key) => self.layout.push_key(self.out, key),
        }
    }

    /// An object: the next event is a key, or its end. `len` is the number of entries, if it is announced.
    pub(crate) fn begin_object(&mut self, kind: ObjectKind, len: Option<usize>) -> Result<()> {
        loop {
            match self.form {
                Form::FirstKey if !self.top().is_decided && self.layout.has_groups => {
                    self.open_keyed_table(kind);
                }
                Form::Array if !self.top().is_item => self.open_array_table(kind),
                Form::Row | Form::Learning | Form::Disorder | Form::Table | Form::Entry => {
                    if !self.table_begin_object(kind) {
                        self.dissolve(Waits::ForValue, Ends::Table)?;
                        continue;
                    }
                }
                _ => {
                    self.begin_container(Form::Object, len)?;
                    let hashes = self.hashes.len();
                    let top = self.top_mut();
                    top.is_decided |= kind.is_decided;
                    if kind.is_map {
                        top.keep_hashes(hashes);
                    }
                }
            }
            return Ok(());
        }
    }

    pub(crate) fn end_object(&mut self) -> Result<()> {
        loop {
            match self.form {
                Form::Nested if self.top().hashes().is_none() => {}
                Form::Nested => self.check_keys()?,
                Form::Object if self.top().is_item || self.is_root() => {}
                Form::Object => self.out.push(':'),
                form if form.is_table() => {
                    if self.table_end_object()? {
                        return Ok(());
                    }
                    // In a first row only an empty object does not fit.
                    let ends = if form == Form::Learning { Ends::All } else { Ends::Table };
                    self.dissolve(Waits::ForKey, ends)?;
                    continue;
                }
                _ => return self.misplaced(),
            }
            if self.layout.folds {
                self.end_chain();
            }
            self.leave();
            return Ok(());
        }
    }

    /// An array: the next event is an element, or its end. `len` is their number, if it is announced.
    pub(crate) fn begin_array(&mut self, len: Option<usize>) -> Result<()> {
        while self.form.is_table() {
            // No cell is an array.
            self.dissolve(Waits::ForValue, Ends::All)?;
        }
        self.begin_container(Form::Array, len)
    }

    pub(crate) fn end_array(&mut self) -> Result<()> {
        match self.form {
            Form::Inline | Form::List => {
                correct_count(
                    self.out,
                    self.top().count_at(),
                    self.top().announced_count(),
                    self.top().count,
                );
                self.leave();
            }
            Form::Array => {
                if self.top().is_item {
                    // §9.2: `- []` is for decoders alone.
                    self.out.push(' ');
                    self.layout.push_bracket(self.out, 0, false);
                    self.out.push(':');
                } else {
                    self.out.push_str(if self.is_root() { "[]" } else { ": []" });
                }
                self.leave();
            }
            Form::Table => self.close_table(),
            _ => return self.misplaced(),
        }
        Ok(())
    }

    // ---- layout outside tables ----

    /// Opens a scope at the place that the innermost one has for its next value.
    #[inline]
    fn begin_container(&mut self, form: Form, announced: Option<usize>) -> Result<()> {
        let mut margin = self.top().margin + self.layout.indent;
        let mut is_item = false;
        match self.form {
            Form::FirstKey | Form::Nested => self.form = Form::Nested,
            Form::List => {
                is_item = true;
                self.begin_item();
            }
            Form::Array => {
                is_item = true;
                self.become_list();
                self.begin_item();
            }
            Form::Inline => {
                is_item = true;
                self.dissolve_inline()?;
                self.begin_item();
            }
            Form::Root => {
                self.form = Form::Done;
                // The root's own line is at depth 0: that of an object's fields, but above an array's items.
                margin = if form == Form::Array { self.layout.indent } else { 0 };
            }
            _ => return self.misplaced(),
        }
        self.top_mut().form = self.form;
        self.form = form;
        self.scopes.push(Scope::new(is_item, margin, self.out.len(), announced));
        if self.layout.folds {
            self.folding.open();
        }
        Ok(())
    }

    /// Steps out of the innermost scope.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.scopes.pop();
        self.form = self.top().form;
        if self.layout.folds {
            self.folding.close();
        }
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

    /// Begins a list item: its line and the hyphen.
    #[inline]
    fn begin_item(&mut self) {
        self.top_mut().count += 1;
        self.newline();
        self.out.push('-');
    }

    /// Puts the innermost array into list form.
    pub(super) fn become_list(&mut self) {
        self.form = Form::List;
        self.push_array_header();
    }

    /// Puts primitives that stand inline into items of their own: the array has an element that is none.
    #[cold]
    fn dissolve_inline(&mut self) -> Result<()> {
        let text = self.take_back();
        self.top_mut().count = 0;
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

    /// `[N]:` of the innermost array, with the announced length.
    fn push_array_header(&mut self) {
        if self.top().is_item {
            self.out.push(' ');
        }
        self.layout.push_bracket(self.out, self.top().announced_count(), false);
        self.out.push(':');
    }

    /// Begins a line of the innermost scope.
    #[inline]
    fn newline(&mut self) {
        let margin = self.top().margin;
        newline(self.out, margin);
    }

    // ---- memory ----

    /// Moves the innermost scope's text out of the document.
    pub(super) fn take_back(&mut self) -> String {
        let mut text = self.buffer();
        text.push_str(&self.out[self.top().at..]);
        self.out.truncate(self.top().at);
        text
    }

    /// An empty string that may have memory already.
    pub(super) fn buffer(&mut self) -> String {
        self.buffers.pop().unwrap_or_default()
    }

    /// Keeps a string's memory for the next that needs some.
    pub(super) fn recycle(&mut self, mut text: String) {
        text.clear();
        self.buffers.push(text);
    }
}
