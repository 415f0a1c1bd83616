//! The event writer: begin, key, scalar, end. It knows all layout, and nothing of serde.
//!
//! A scope's form is known only at its end, so the writer bets: on the inline form where an array begins with a
//! primitive, on a table where it begins with an object or an object's first value is one. Where a bet fails, its
//! text is taken back and written again in the form that is then certain, by the same events ([`super::table`]).

use super::fold::Folding;
use super::shape::{Key, push_key};
use super::table::{Ends, Table, Waits};
use crate::options::{EncodeOptions, KeyFolding, SpecVersion};
use crate::text::quote::Quoting;
use crate::text::{key, quote};
use crate::{Error, ErrorKind, Result};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The text, and what is open in it. An event finds its place by `mode` first and then by the innermost scope.
pub(crate) struct Writer<'a> {
    pub(super) out: &'a mut String,
    pub(super) layout: Layout,
    pub(super) mode: Mode,
    /// Scopes outside the open table, which keeps its own rows and groups.
    pub(super) scopes: Vec<Scope>,
    pub(super) table: Table,
    /// Tables and texts that are done with, for their memory.
    pub(super) spare: Vec<Table>,
    buffers: Vec<String>,
    /// Hashes of the keys of open scopes that must not have one twice; each scope knows where its own begin.
    pub(super) hashes: Vec<u64>,
    pub(super) folding: Folding,
    /// Whether the root value has begun.
    begun: bool,
}

/// What the options say about form.
#[derive(Clone)]
pub(crate) struct Layout {
    indent: usize,
    pub(super) delimiter: u8,
    pub(super) quoting: Quoting,
    /// Field groups and keyed tables: from specification 4.0 on.
    pub(super) has_groups: bool,
    pub(super) folds: bool,
    pub(super) flatten_depth: usize,
}

/// Where the next event belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// To the innermost scope.
    Plain,
    /// To the open table, in front of a row.
    Between,
    /// To the open keyed table, behind an entry key.
    Entry,
    /// To the first row, which teaches the shape.
    Learning,
    /// To a row whose keys have come in the header's order.
    Row,
    /// To a row whose keys come in an order of their own.
    Disorder,
    /// Nowhere: something failed.
    Failed,
}

/// An object or array that is open and no part of the open table's rows.
pub(super) struct Scope {
    pub(super) form: Form,
    /// Where its text begins in `out`: behind its key, or behind the hyphen.
    pub(super) at: usize,
    /// The depth of its fields, items or rows.
    pub(super) depth: usize,
    /// Entries or elements begun so far.
    pub(super) count: usize,
    /// The announced number of them.
    hint: Option<usize>,
    /// It is an element of an array, where no table can stand (§9.4, §9.5).
    pub(super) is_item: bool,
    /// It is certain to be no table.
    pub(super) is_decided: bool,
    /// Its keys must be told apart; where its hashes begin.
    pub(super) hashes: Option<usize>,
    /// How many single-key objects its last value is a chain of; counted where keys are folded.
    pub(super) chain: usize,
    /// Where its last field's key begins.
    pub(super) field_at: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// An object without a key yet.
    Object,
    /// An object whose first key is written, but may become an entry key.
    FirstKey,
    /// An object in nested form.
    Nested,
    /// An array without an element yet.
    Array,
    /// An array of primitives so far, on its header's line.
    Inline,
    /// An array in list form.
    List,
    /// The open table.
    Table,
}

/// What is known of an object as it begins.
#[derive(Clone, Copy)]
pub(crate) struct ObjectKind {
    /// Its keys come from a map: the same one may come twice.
    pub(crate) is_map: bool,
    /// It is an enum variant, which has one entry.
    pub(crate) is_single: bool,
}

impl ObjectKind {
    pub(crate) const STRUCT: Self = ObjectKind { is_map: false, is_single: false };
    pub(crate) const MAP: Self = ObjectKind { is_map: true, is_single: false };
    pub(crate) const VARIANT: Self = ObjectKind { is_map: false, is_single: true };
}

impl<'a> Writer<'a> {
    pub(crate) fn new(out: &'a mut String, options: &EncodeOptions) -> Self {
        Writer {
            out,
            layout: Layout {
                indent: options.indent,
                delimiter: options.delimiter.byte(),
                quoting: Quoting::new(options.delimiter, options.spec),
                has_groups: options.spec != SpecVersion::V3,
                folds: options.key_folding == KeyFolding::Safe,
                flatten_depth: options.flatten_depth,
            },
            mode: Mode::Plain,
            scopes: Vec::new(),
            table: Table::default(),
            spare: Vec::new(),
            buffers: Vec::new(),
            folding: Folding::default(),
            hashes: Vec::new(),
            begun: false,
        }
    }

    /// From here on every event is an error.
    pub(crate) fn fail(&mut self) {
        self.mode = Mode::Failed;
    }

    #[cold]
    pub(super) fn error<T>(&mut self, kind: ErrorKind) -> Result<T> {
        self.fail();
        Err(Error::new(kind))
    }

    #[cold]
    pub(super) fn duplicate<T>(&mut self, key: &str) -> Result<T> {
        self.error(ErrorKind::DuplicateKey { key: key.to_string() })
    }

    // ---- events ----

    /// A string value.
    #[inline]
    pub(crate) fn string(&mut self, string: &str) -> Result<()> {
        if self.scopes.is_empty() && string.starts_with('\u{feff}') {
            // §7.2: at the very start of a document it would be read as a byte-order mark.
            self.scalar()?;
            quote::push_quoted(self.out, string);
            return Ok(());
        }
        self.scalar()?;
        self.layout.quoting.push(self.out, string);
        Ok(())
    }

    /// A primitive, which the caller appends to [`out`](Self::out) in its encoded form.
    #[inline]
    pub(crate) fn scalar(&mut self) -> Result<()> {
        if self.mode == Mode::Row && self.table.takes_cell() {
            self.push_cell_delimiter();
            return Ok(());
        }
        self.scalar_elsewhere()
    }

    pub(crate) fn out(&mut self) -> &mut String {
        self.out
    }

    /// A struct's field or a variant's name: the next event is its value.
    #[inline]
    pub(crate) fn static_key(&mut self, key: &'static str) -> Result<()> {
        if self.mode == Mode::Row && self.table.is_next(Key::Static(key)) {
            return Ok(());
        }
        self.key_elsewhere(Key::Static(key))
    }

    /// A map's key: the next event is its value.
    #[inline]
    pub(crate) fn key(&mut self, key: &str) -> Result<()> {
        if self.mode == Mode::Row && self.table.is_next(Key::Text(key)) {
            return Ok(());
        }
        self.key_elsewhere(Key::Text(key))
    }

    #[inline(never)]
    fn scalar_elsewhere(&mut self) -> Result<()> {
        loop {
            match { self.mode } {
                Mode::Plain => return self.plain_scalar(),
                Mode::Failed => return self.gone_on(),
                _ if self.table_scalar() => return Ok(()),
                _ => self.dissolve(Waits::ForValue, Ends::Table)?,
            }
        }
    }

    #[inline(never)]
    fn key_elsewhere(&mut self, key: Key<'_>) -> Result<()> {
        loop {
            match { self.mode } {
                Mode::Plain => return self.plain_key(key),
                Mode::Failed => return self.gone_on(),
                _ if self.table_key(key)? => return Ok(()),
                _ => self.dissolve(Waits::ForKey, Ends::Table)?,
            }
        }
    }

    /// An object: the next event is a key, or its end.
    pub(crate) fn begin_object(&mut self, kind: ObjectKind, hint: Option<usize>) -> Result<()> {
        loop {
            match { self.mode } {
                Mode::Plain => return self.plain_begin_object(kind, hint),
                Mode::Failed => return self.gone_on(),
                _ if self.table_begin_object(kind) => return Ok(()),
                _ => self.dissolve(Waits::ForValue, Ends::Table)?,
            }
        }
    }

    pub(crate) fn end_object(&mut self) -> Result<()> {
        loop {
            match { self.mode } {
                Mode::Plain => return self.plain_end_object(),
                Mode::Failed => return self.gone_on(),
                _ if self.table_end_object()? => return Ok(()),
                // In a first row only an empty object does not fit.
                Mode::Learning => self.dissolve(Waits::ForKey, Ends::All)?,
                _ => self.dissolve(Waits::ForKey, Ends::Table)?,
            }
        }
    }

    /// An array: the next event is an element, or its end.
    pub(crate) fn begin_array(&mut self, hint: Option<usize>) -> Result<()> {
        loop {
            match { self.mode } {
                Mode::Plain => return self.begin_container(Form::Array, false, hint),
                Mode::Failed => return self.gone_on(),
                // No cell is an array.
                _ => self.dissolve(Waits::ForValue, Ends::All)?,
            }
        }
    }

    pub(crate) fn end_array(&mut self) -> Result<()> {
        match self.mode {
            Mode::Plain => self.plain_end_array(),
            Mode::Failed => return self.gone_on(),
            _ => self.close_table(),
        }
        Ok(())
    }

    /// A `Serialize` implementation ignored an error of ours.
    #[cold]
    fn gone_on(&mut self) -> Result<()> {
        self.error(ErrorKind::AlreadyFailed)
    }

    // ---- layout outside tables ----

    fn plain_scalar(&mut self) -> Result<()> {
        let Some(scope) = self.scopes.last_mut() else { return self.begin_root() };
        match scope.form {
            Form::Nested | Form::FirstKey => {
                scope.form = Form::Nested;
                self.out.push_str(": ");
            }
            Form::Inline => {
                scope.count += 1;
                self.out.push(char::from(self.layout.delimiter));
            }
            Form::Array => {
                scope.form = Form::Inline;
                scope.count = 1;
                self.push_array_header();
                self.out.push(' ');
            }
            Form::List => {
                scope.count += 1;
                let depth = scope.depth;
                self.newline(depth);
                self.out.push_str("- ");
            }
            Form::Object | Form::Table => return self.error(ErrorKind::IncompleteEntry { missing: "key" }),
        }
        Ok(())
    }

    fn plain_key(&mut self, key: Key<'_>) -> Result<()> {
        let Some(scope) = self.scopes.last_mut() else {
            return self.error(ErrorKind::IncompleteEntry { missing: "object" });
        };
        let (depth, is_item) = (scope.depth, scope.is_item);
        match scope.form {
            Form::Nested => {
                scope.count += 1;
                if self.layout.folds {
                    self.fold_last_field();
                }
                self.newline(depth);
            }
            Form::Object => {
                scope.form = Form::FirstKey;
                scope.count = 1;
                if is_item {
                    // §10: the first field stands on the hyphen's line.
                    self.out.push(' ');
                } else if self.scopes.len() > 1 {
                    self.out.push(':');
                    self.newline(depth);
                }
            }
            _ => return self.error(ErrorKind::IncompleteEntry { missing: "value" }),
        }
        let key = key.as_str();
        if let Some(scope) = self.scopes.last_mut() {
            scope.field_at = self.out.len();
            scope.chain = 0;
            if scope.hashes.is_some() {
                self.hashes.push(key::hash(key));
            }
        }
        if self.layout.folds && key.contains('.') {
            self.keep_literal(key);
        }
        self.push_key(key);
        Ok(())
    }

    fn plain_begin_object(&mut self, kind: ObjectKind, hint: Option<usize>) -> Result<()> {
        match self.scopes.last() {
            Some(scope) if scope.form == Form::FirstKey && !scope.is_decided && self.layout.has_groups => {
                self.open_keyed_table(kind);
                return Ok(());
            }
            Some(scope) if scope.form == Form::Array && !scope.is_item => {
                self.open_array_table(kind);
                return Ok(());
            }
            _ => self.begin_container(Form::Object, kind.is_single, hint)?,
        }
        if kind.is_map {
            let base = self.hashes.len();
            if let Some(scope) = self.scopes.last_mut() {
                scope.hashes = Some(base);
            }
        }
        Ok(())
    }

    /// Opens a scope at the place that the innermost one has for its next value.
    fn begin_container(&mut self, form: Form, is_single: bool, hint: Option<usize>) -> Result<()> {
        let mut is_item = false;
        let depth;
        match self.scopes.last_mut() {
            None => {
                self.begin_root()?;
                // The root's own line is at depth 0: that of an object's fields, but above an array's items.
                depth = usize::from(form == Form::Array);
            }
            Some(scope) => {
                depth = scope.depth + 1;
                match scope.form {
                    Form::Nested | Form::FirstKey => scope.form = Form::Nested,
                    Form::Array | Form::List | Form::Inline => {
                        is_item = true;
                        self.begin_item()?;
                    }
                    Form::Object | Form::Table => {
                        return self.error(ErrorKind::IncompleteEntry { missing: "key" });
                    }
                }
            }
        }
        self.scopes.push(Scope {
            form,
            at: self.out.len(),
            depth,
            count: 0,
            hint,
            is_item,
            is_decided: is_item || is_single,
            hashes: None,
            chain: 0,
            field_at: self.out.len(),
        });
        Ok(())
    }

    /// Writes the hyphen of a container in an array, which is in list form from here on.
    fn begin_item(&mut self) -> Result<()> {
        self.become_list()?;
        if let Some(scope) = self.scopes.last_mut() {
            scope.count += 1;
            let depth = scope.depth;
            self.newline(depth);
            self.out.push('-');
        }
        Ok(())
    }

    /// Puts the innermost array into list form; primitives that stand inline become items.
    fn become_list(&mut self) -> Result<()> {
        let Some(scope) = self.scopes.last_mut() else { return Ok(()) };
        match scope.form {
            Form::Array => {
                scope.form = Form::List;
                self.push_array_header();
            }
            Form::Inline => {
                scope.form = Form::List;
                scope.count = 0;
                let text = self.take_back();
                self.push_array_header();
                let cells = text.find(": ").map_or("", |at| &text[at + 2..]);
                for cell in Cells::new(cells, self.layout.delimiter) {
                    self.encoded_scalar(cell)?;
                }
                self.recycle(text);
            }
            _ => {}
        }
        Ok(())
    }

    fn plain_end_object(&mut self) -> Result<()> {
        let Some(scope) = self.scopes.last() else { return Ok(()) };
        match scope.form {
            Form::Object if scope.is_item || self.scopes.len() == 1 => {}
            Form::Object => self.out.push(':'),
            Form::FirstKey => return self.error(ErrorKind::IncompleteEntry { missing: "value" }),
            _ => self.check_keys()?,
        }
        if self.layout.folds {
            self.end_chain();
        }
        self.scopes.pop();
        Ok(())
    }

    fn plain_end_array(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        if scope.count > 0 {
            self.correct_count(&scope);
        } else if scope.is_item {
            // §9.2: `- []` is for decoders alone.
            self.out.push_str(" [0");
            self.push_delimiter_symbol();
            self.out.push_str("]:");
        } else {
            self.out.push_str(if self.scopes.is_empty() { "[]" } else { ": []" });
        }
    }

    /// The root value begins, and there is but one.
    fn begin_root(&mut self) -> Result<()> {
        if core::mem::replace(&mut self.begun, true) {
            return self.error(ErrorKind::SecondRoot);
        }
        Ok(())
    }

    // ---- tokens ----

    /// A primitive that is encoded already.
    pub(super) fn encoded_scalar(&mut self, text: &str) -> Result<()> {
        self.scalar()?;
        self.out.push_str(text);
        Ok(())
    }

    pub(super) fn newline(&mut self, depth: usize) {
        const SPACES: &str = "                                                                ";
        self.out.push('\n');
        let mut spaces = self.margin(depth);
        while spaces > SPACES.len() {
            self.out.push_str(SPACES);
            spaces -= SPACES.len();
        }
        self.out.push_str(&SPACES[..spaces]);
    }

    pub(super) fn push_key(&mut self, key: &str) {
        push_key(self.out, key, !self.layout.folds);
    }

    /// The width of the indentation at `depth`.
    pub(super) fn margin(&self, depth: usize) -> usize {
        depth * self.layout.indent
    }

    fn push_delimiter_symbol(&mut self) {
        if self.layout.delimiter != b',' {
            self.out.push(char::from(self.layout.delimiter));
        }
    }

    /// `[N]:` of the innermost array, with the announced length.
    pub(super) fn push_array_header(&mut self) {
        let Some(scope) = self.scopes.last() else { return };
        let count = scope.hint.unwrap_or(0);
        if scope.is_item {
            self.out.push(' ');
        }
        self.out.push('[');
        self.out.push_str(itoa::Buffer::new().format(count));
        self.push_delimiter_symbol();
        self.out.push_str("]:");
    }

    /// Puts the true number of elements into the header of `scope`, which has the announced one.
    fn correct_count(&mut self, scope: &Scope) {
        let written = scope.hint.unwrap_or(0);
        if written != scope.count {
            let from = scope.at + usize::from(scope.is_item) + 1;
            let mut old = itoa::Buffer::new();
            let to = from + old.format(written).len();
            self.out.replace_range(from..to, itoa::Buffer::new().format(scope.count));
        }
    }

    /// The number that a table's header should announce, as far as it is known.
    pub(super) fn announced(&self) -> Option<usize> {
        self.scopes.last().and_then(|scope| scope.hint)
    }

    // ---- helpers ----

    /// Moves the innermost scope's text out of the document.
    pub(super) fn take_back(&mut self) -> String {
        let at = self.scopes.last().map_or(self.out.len(), |scope| scope.at);
        let mut text = self.buffer();
        text.push_str(&self.out[at..]);
        self.out.truncate(at);
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

    /// §14.3, for the writer: no key twice in the innermost object, of whatever form.
    pub(super) fn check_keys(&mut self) -> Result<()> {
        let Some(base) = self.scopes.last().and_then(|scope| scope.hashes) else { return Ok(()) };
        if self.has_equal_hashes(base)
            && let Some(key) = self.find_duplicate()
        {
            return self.duplicate(&key);
        }
        Ok(())
    }

    /// Whether two of the hashes from `base` on are equal, which then are forgotten.
    pub(super) fn has_equal_hashes(&mut self, base: usize) -> bool {
        let hashes = &mut self.hashes[base..];
        hashes.sort_unstable();
        let found = hashes.windows(2).any(|pair| pair[0] == pair[1]);
        self.hashes.truncate(base);
        found
    }

    /// Reads the innermost object's keys from its text. Equal keys are spelled alike, so their texts are compared.
    #[cold]
    fn find_duplicate(&self) -> Option<String> {
        let scope = self.scopes.last()?;
        let is_table = scope.form == Form::Table;
        let depth = if is_table { self.table.depth } else { scope.depth };
        let text = &self.out[scope.at..];
        let indent = self.margin(depth);
        let mut lines = text.split('\n');
        let first = lines.next().unwrap_or_default();
        // The first key stands on the hyphen's line, or at the root.
        let on_first_line = !is_table && (scope.is_item || self.scopes.len() == 1);
        let mut keys: Vec<&str> = on_first_line.then(|| first.trim_start()).into_iter().collect();
        keys.extend(lines.filter_map(|line| {
            let (margin, content) = line.split_at_checked(indent)?;
            let is_own = margin.bytes().all(|byte| byte == b' ') && !content.starts_with([' ', '-']);
            is_own.then_some(content)
        }));
        for key in &mut keys {
            *key = key_token(key);
            if self.layout.folds
                && let Some((first, _)) = key.split_once('.')
            {
                // A folded key; the object's own is its first segment, unless the dots stand in quotes.
                *key = if key.starts_with('"') { key } else { first };
            }
        }
        keys.sort_unstable();
        keys.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| quote::unquote(pair[0]).into_owned())
    }
}

/// The key token at the start of a field's line or an entry row, in its encoded form.
pub(super) fn key_token(line: &str) -> &str {
    let len = if line.starts_with('"') {
        quote::quoted_len(line.as_bytes())
    } else {
        line.find([':', '[']).unwrap_or(line.len())
    };
    &line[..len]
}

/// The cells of a row or the values of an inline array, in their encoded form.
pub(super) struct Cells<'t> {
    rest: Option<&'t str>,
    delimiter: u8,
}

impl<'t> Cells<'t> {
    pub(super) fn new(text: &'t str, delimiter: u8) -> Self {
        Cells { rest: Some(text), delimiter }
    }
}

impl<'t> Iterator for Cells<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.rest?;
        let len = if text.starts_with('"') {
            quote::quoted_len(text.as_bytes())
        } else {
            memchr::memchr(self.delimiter, text.as_bytes()).unwrap_or(text.len())
        };
        self.rest = text.get(len + 1..);
        Some(&text[..len])
    }
}
