//! The event writer: turns begin, key, scalar and end into text. It knows scopes and layout, but
//! not serde.
//!
//! The form of a scope is certain only at its end, so the writer starts with the likely one: inline
//! if an array begins with a scalar, a [tentative table](super::table) if it begins with an object
//! or if an object's first value is one. If something else follows, the scope falls back: its text
//! is removed from the document and replayed as events.
//!
//! A key stays pending until the first event of its value, which writes it. So a field without a
//! value leaves no trace.

#[cfg(feature = "std")]
mod streaming;
mod tables;

use super::fold::FieldFolding;
use super::keys::{self, Key, KeyCheck, Keys, PendingKey};
use super::layout::{Cells, Layout, colon_newline, correct_count, key_token, newline};
use super::scope::{Container, Scope, ScopeState};
use super::spare::Spare;
use super::stream::Stream;
use super::table::misfit::Misfit;
use super::table::{End, Fit, Omission, Table};
use crate::event::{Event, ObjectKind};
use crate::options::EncodeOptions;
use crate::text::quote;
use crate::{Error, ErrorKind, Result};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Appends events to a text.
pub(crate) struct Writer<'a> {
    out: &'a mut String,
    doc: Document,
}

/// What is known about a document besides its text: the state of everything that is open in it.
pub(super) struct Document {
    layout: Layout,
    /// The innermost scope, and the scopes around it up to the root position.
    scope: Scope,
    outer: Vec<Scope>,
    /// The open table, if the innermost scope is one. Its rows and their groups are not scopes.
    table: Table,
    /// The key of the innermost scope that awaits its value.
    pending: PendingKey,
    /// The keys that are checked for duplicates. Each scope knows where its own begin.
    keys: Keys,
    stream: Stream,
    /// The number of scopes around the rows of the pending field, if they can be sent only once.
    rows_once: Option<usize>,
    folding: FieldFolding,
    /// Set with the first hint.
    hint_replay: Option<HintReplay>,
    /// Buffers for reuse.
    spare: Spare,
}

/// What a table that falls back needs if there are hinted values in it. These are pointers, so that
/// a program without hints does not contain the functions.
#[derive(Clone, Copy)]
struct HintReplay {
    omitted: fn(&mut Writer<'_>, Omission, &str) -> Result<()>,
    end_folded: fn(&mut Writer<'_>),
}

/// Which tentative tables fall back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fallback {
    /// Only the open one. Objects in the open row may still become tables.
    Table,
    /// All of them, including those around it, because no table can contain an array or an empty
    /// object.
    All,
}

/// What the open row expects next when its table falls back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    /// A key or an end.
    Key,
    /// The value of the last key.
    Value,
}

/// What to do after a hinted value.
pub(super) enum AfterHint {
    Omitted(Omitting, Omission),
    NullGroup,
    Cell,
    Folded,
    /// Restores the state before.
    RowsOnce(Option<usize>),
    /// Nothing.
    Done,
}

/// What to do after a value that can be omitted.
#[derive(Clone, Copy)]
pub(super) enum Omitting {
    /// It began as part of a row.
    InRow,
    /// Nothing: it is not the value of a field.
    Nothing,
}

impl Document {
    pub(super) fn new(options: &EncodeOptions) -> Self {
        let layout = Layout::new(options);
        // The first event reports an indent that is out of range.
        let state = if layout.invalid_indent().is_some() { ScopeState::Failed } else { ScopeState::Root };
        Document {
            layout,
            scope: Scope { state, ..Scope::ROOT },
            // One allocation for nearly all documents: few nest deeper.
            outer: Vec::with_capacity(16),
            table: Table::default(),
            pending: PendingKey::default(),
            keys: Keys::default(),
            stream: Stream::default(),
            rows_once: None,
            folding: FieldFolding::new(options),
            hint_replay: None,
            spare: Spare::default(),
        }
    }
}

impl<'a> Writer<'a> {
    pub(crate) fn new(out: &'a mut String, options: &EncodeOptions) -> Self {
        Self::of(out, Document::new(options))
    }

    /// Continues a document with this text.
    pub(super) fn of(out: &'a mut String, doc: Document) -> Self {
        Writer { out, doc }
    }

    #[cfg(feature = "std")]
    pub(super) fn into_document(self) -> Document {
        self.doc
    }

    /// Makes all further events fail.
    #[cold]
    pub(crate) fn fail(&mut self) {
        self.doc.scope.state = ScopeState::Failed;
    }

    #[cold]
    pub(crate) fn error<T>(&mut self, kind: ErrorKind) -> Result<T> {
        self.fail();
        Err(Error::new(kind))
    }

    /// Makes all further events fail if `result` is an error.
    #[inline]
    fn or_fail<T>(&mut self, result: Result<T>) -> Result<T> {
        if result.is_err() {
            self.fail();
        }
        result
    }

    /// The event is not allowed here: a `Serialize` implementation ignored one of our errors, or
    /// violates serde's contract.
    #[cold]
    pub(super) fn misplaced<T>(&mut self) -> Result<T> {
        let kind = match (self.doc.scope.state, self.doc.layout.invalid_indent()) {
            (_, Some(spaces)) => ErrorKind::InvalidIndent { spaces },
            (ScopeState::Failed, _) => ErrorKind::AlreadyFailed,
            (ScopeState::Root | ScopeState::Done, _) => ErrorKind::SecondRoot,
            (ScopeState::Field | ScopeState::Entry, _) => ErrorKind::IncompleteEntry { missing: "value" },
            _ => ErrorKind::IncompleteEntry { missing: "key" },
        };
        self.error(kind)
    }

    /// Whether the root value is complete.
    pub(crate) fn is_complete(&self) -> bool {
        self.doc.scope.state == ScopeState::Done
    }

    /// Fails if an earlier event failed.
    pub(super) fn check(&mut self) -> Result<()> {
        if self.doc.scope.state == ScopeState::Failed { self.misplaced() } else { Ok(()) }
    }

    #[inline]
    pub(crate) fn out(&mut self) -> &mut String {
        self.out
    }

    /// Dispatches an event.
    pub(super) fn event(&mut self, event: Event<&str>) -> Result<()> {
        match event {
            Event::BeginObject(kind, len) => self.begin_object(kind, len),
            Event::EndObject => self.end_object(),
            Event::BeginArray(len) => self.begin_array(len),
            Event::EndArray => self.end_array(),
            Event::StaticKey(name) => self.static_key(name).map(drop),
            Event::Key(key) => self.key(key).map(drop),
            Event::Scalar(text) => self.encoded_scalar(text),
        }
    }

    // ---- scalars ----

    /// A string value.
    pub(crate) fn string(&mut self, string: &str) -> Result<()> {
        if self.doc.scope.state == ScopeState::Root && string.starts_with('\u{feff}') {
            // §7.2: at the start of a document it would be read as a byte order mark.
            self.doc.scope.state = ScopeState::Done;
            quote::push_quoted(self.out, string);
            return Ok(());
        }
        self.scalar()?;
        self.doc.layout.push_string(self.out, string);
        Ok(())
    }

    /// A scalar in its encoded form.
    #[inline]
    pub(crate) fn encoded_scalar(&mut self, text: &str) -> Result<()> {
        self.scalar()?;
        self.out.push_str(text);
        Ok(())
    }

    /// A scalar, which the caller appends to [`out`](Self::out) in its encoded form.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a call more for each primitive: 6 % of writing tables")]
    pub(crate) fn scalar(&mut self) -> Result<()> {
        match self.doc.scope.state {
            ScopeState::Row if self.doc.table.cell(&self.doc.layout, self.out) => Ok(()),
            ScopeState::Field => {
                self.write_key();
                self.out.push_str(": ");
                Ok(())
            }
            ScopeState::Inline => {
                self.doc.scope.count += 1;
                self.doc.layout.push_delimiter(self.out);
                Ok(())
            }
            _ => self.other_scalar(),
        }
    }

    /// A scalar that changes the state.
    fn other_scalar(&mut self) -> Result<()> {
        if self.doc.scope.state.is_table() {
            self.fall_back(Pending::Value, Fallback::Table)?;
            // It may now be a cell of a table that was a group before.
            return self.scalar();
        }
        match self.doc.scope.state {
            ScopeState::Array => self.begin_inline(),
            ScopeState::List => {
                self.begin_item();
                self.out.push(' ');
            }
            ScopeState::Root => self.doc.scope.state = ScopeState::Done,
            _ => return self.misplaced(),
        }
        Ok(())
    }

    // ---- keys ----

    /// A struct field or a variant name. Returns whether its value is wanted.
    #[inline]
    pub(crate) fn static_key(&mut self, name: &'static str) -> Result<bool> {
        self.any_key(Key::field(name))
    }

    /// The fast path of [`static_key`](Self::static_key): the field is the next column of the open
    /// row, judged by its name's address, or belongs to an object in nested form. Returns `false`
    /// if it is neither, without any effect.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as `Serializer::begin_field`")]
    pub(super) fn begin_field(&mut self, name: &'static str) -> bool {
        match self.doc.scope.state {
            ScopeState::Row => self.doc.table.is_next_field(name),
            ScopeState::Object => {
                self.doc.pending.set(Key::field(name));
                self.doc.scope.state = ScopeState::Field;
                true
            }
            _ => false,
        }
    }

    /// A map key. Returns whether its value is wanted.
    #[inline]
    pub(crate) fn key(&mut self, key: &str) -> Result<bool> {
        self.any_key(Key::Text(key))
    }

    #[inline]
    pub(super) fn any_key(&mut self, key: Key<'_>) -> Result<bool> {
        self.doc.scope.state = match self.doc.scope.state {
            ScopeState::Object => ScopeState::Field,
            ScopeState::Table if self.doc.table.is_keyed() => ScopeState::Entry,
            _ => return self.column_key(key),
        };
        self.doc.pending.set(key);
        Ok(true)
    }

    /// A key of the open row.
    fn column_key(&mut self, key: Key<'_>) -> Result<bool> {
        if self.doc.scope.state != ScopeState::Row {
            return self.misplaced();
        }
        let fit = self.doc.table.key(key, &self.doc.layout, self.out);
        match self.or_fail(fit)? {
            Fit::Yes => Ok(true),
            Fit::Skipped => Ok(false),
            Fit::No if self.doc.table.is_final() => self.misfit(Misfit::Unexpected(key.as_str())),
            Fit::No => {
                self.fall_back(Pending::Key, Fallback::Table)?;
                self.any_key(key)
            }
        }
    }

    /// Writes the pending key of the innermost object, because its value begins.
    fn write_key(&mut self) {
        self.doc.scope.state = ScopeState::Object;
        self.doc.scope.may_be_table = false;
        self.doc.scope.field_at = self.out.len();
        if self.doc.scope.check != KeyCheck::None {
            self.note_key();
        }
        if self.doc.scope.count > 0 {
            newline(self.out, self.doc.scope.margin);
        } else if self.doc.scope.is_item {
            // §10: the first field of an item is on the hyphen's line.
            self.out.push(' ');
        } else if !self.is_root() {
            colon_newline(self.out, self.doc.scope.margin);
        }
        self.doc.scope.count += 1;
        self.doc.pending.push_to(self.out);
    }

    /// Drops the pending key, because its value is omitted.
    pub(super) fn skip_field(&mut self) {
        self.doc.scope.state = match self.doc.scope.state {
            ScopeState::Field => ScopeState::Object,
            ScopeState::Entry => ScopeState::Table,
            state => state,
        };
    }

    /// Remembers the key that is about to be written, to detect duplicates.
    fn note_key(&mut self) {
        let Writer { out, doc: Document { scope, outer, table, pending, keys, .. } } = self;
        let key = pending.as_str();
        if scope.check == KeyCheck::Last || keys.push(key, scope.keys) {
            let own = || own_keys(out, scope, table, outer.len() == 1);
            scope.check = keys.note_one_of_many(key, scope.keys, scope.check, own);
        }
    }

    /// The innermost object, a map in any form, ends: fails if a key occurred twice.
    fn check_keys(&mut self) -> Result<()> {
        if !self.doc.keys.end(self.doc.scope.keys) {
            return Ok(());
        }
        if let Some(key) =
            keys::find_duplicate(own_keys(self.out, &self.doc.scope, &self.doc.table, self.is_root()))
        {
            return self.error(ErrorKind::DuplicateKey { key });
        }
        if self.doc.scope.check == KeyCheck::Streamed {
            // Only the keys' fingerprints are left, so the message cannot name the key.
            return self.error(ErrorKind::Custom("duplicate key in a table".into()));
        }
        Ok(())
    }

    // ---- objects ----

    /// Begins an object: the next event is a key or its end. `len` is the number of entries, if
    /// known.
    pub(crate) fn begin_object(&mut self, kind: ObjectKind, len: Option<usize>) -> Result<()> {
        loop {
            match self.doc.scope.state {
                ScopeState::Table => self.begin_row(kind),
                ScopeState::Entry => self.begin_entry_row(kind),
                ScopeState::Row if self.doc.table.begin_group(kind.is_map, &self.doc.layout) => {}
                ScopeState::Row => {
                    self.fall_back(Pending::Value, Fallback::Table)?;
                    continue;
                }
                ScopeState::Array if self.doc.scope.may_be_table => {
                    self.begin_table(false, self.doc.scope.margin);
                    self.begin_row(kind);
                }
                ScopeState::Field if self.doc.scope.may_be_table => {
                    // Entry rows of the root are one level deeper than its fields.
                    let margin = if self.is_root() { self.doc.layout.indent } else { self.doc.scope.margin };
                    self.begin_table(true, margin);
                    self.begin_entry_row(kind);
                }
                _ => {
                    let is_item = self.begin_container()?;
                    self.open_object(is_item, kind, len);
                }
            }
            return Ok(());
        }
    }

    fn open_object(&mut self, is_item: bool, kind: ObjectKind, len: Option<usize>) {
        // The root is at depth 0, and so are its fields.
        let margin =
            if self.doc.outer.is_empty() { 0 } else { self.doc.scope.margin + self.doc.layout.indent };
        let scope = Scope {
            state: ScopeState::Object,
            is_item,
            may_be_table: !is_item && !kind.is_decided && self.doc.layout.has_groups,
            check: if kind.is_map { KeyCheck::All } else { KeyCheck::None },
            margin,
            ..Scope::ROOT
        };
        self.open(scope.announcing(len));
    }

    pub(crate) fn end_object(&mut self) -> Result<()> {
        loop {
            match self.doc.scope.state {
                ScopeState::Row => {
                    let end = self.doc.table.end_group(&self.doc.layout, self.out);
                    match self.or_fail(end)? {
                        End::Group => return Ok(()),
                        End::Row => {
                            self.end_row();
                            return Ok(());
                        }
                        End::Misfit => {
                            // In a first row, only an empty object does not fit.
                            let fallback =
                                if self.doc.table.rows() == 0 { Fallback::All } else { Fallback::Table };
                            self.fall_back(Pending::Key, fallback)?;
                        }
                    }
                }
                ScopeState::Object => {
                    if self.doc.scope.check != KeyCheck::None {
                        self.check_keys()?;
                    }
                    let is_empty = self.doc.scope.count == 0;
                    if is_empty && !self.doc.scope.is_item && !self.is_root() {
                        self.out.push(':');
                    }
                    self.leave(if is_empty { Container::EmptyObject } else { Container::Other });
                    return Ok(());
                }
                ScopeState::Table if self.doc.table.is_keyed() && self.doc.table.may_end() => {
                    if self.doc.scope.check != KeyCheck::None {
                        self.check_keys()?;
                    }
                    return self.end_table();
                }
                ScopeState::Table if self.doc.table.is_keyed() && self.doc.table.is_fixed() => {
                    return self.wrong_announcement(self.doc.table.rows());
                }
                ScopeState::Table if self.doc.table.is_keyed() => {
                    self.fall_back(Pending::Key, Fallback::Table)?;
                }
                _ => return self.misplaced(),
            }
        }
    }

    // ---- arrays ----

    /// Begins an array: the next event is an element or its end. `len` is the number of elements,
    /// if known.
    pub(crate) fn begin_array(&mut self, len: Option<usize>) -> Result<()> {
        while self.doc.scope.state.is_table() {
            // A cell cannot be an array.
            self.fall_back(Pending::Value, Fallback::All)?;
        }
        let is_item = self.begin_container()?;
        if is_item {
            self.out.push(' ');
        }
        let margin = self.doc.scope.margin + self.doc.layout.indent;
        let scope =
            Scope { state: ScopeState::Array, is_item, may_be_table: !is_item, margin, ..Scope::ROOT };
        self.open(scope.announcing(len));
        Ok(())
    }

    pub(crate) fn end_array(&mut self) -> Result<()> {
        match self.doc.scope.state {
            ScopeState::Inline | ScopeState::List => self.correct_header(self.doc.scope.count)?,
            ScopeState::Array => {
                self.push_empty_array();
                self.leave(Container::EmptyArray);
                return Ok(());
            }
            ScopeState::Table if !self.doc.table.is_keyed() => return self.end_table(),
            _ => return self.misplaced(),
        }
        self.leave(Container::Other);
        Ok(())
    }

    fn push_empty_array(&mut self) {
        if self.doc.scope.is_item {
            // §9.2: `- []` is only for decoders.
            self.doc.layout.push_bracket(self.out, 0, false);
            self.out.push(':');
        } else {
            self.out.push_str(if self.is_root() { "[]" } else { EMPTY_ARRAY });
        }
    }

    /// Begins the innermost array in inline form, for its first element.
    fn begin_inline(&mut self) {
        self.doc.scope.state = ScopeState::Inline;
        self.doc.scope.count = 1;
        self.doc.layout.push_inline_header(self.out, self.doc.scope.announced_count());
    }

    /// Begins the innermost array in list form.
    fn begin_list(&mut self) {
        self.doc.scope.state = ScopeState::List;
        self.doc.scope.count = 0;
        self.doc.layout.push_bracket(self.out, self.doc.scope.announced_count(), false);
        self.out.push(':');
    }

    /// Begins the line of a list item, up to its hyphen.
    fn begin_item(&mut self) {
        self.doc.scope.count += 1;
        newline(self.out, self.doc.scope.margin);
        self.out.push('-');
    }

    /// Corrects the count in the header of the innermost scope if another one was announced.
    fn correct_header(&mut self, count: usize) -> Result<()> {
        let written = self.doc.scope.announced_count();
        if written == count {
            return Ok(());
        }
        // The header has been written to the sink.
        if self.doc.stream.has_left(&self.doc.scope) {
            return self.wrong_announcement(count);
        }
        correct_count(self.out, self.doc.scope.count_at(), written, count);
        Ok(())
    }

    #[cold]
    fn wrong_announcement<T>(&mut self, count: usize) -> Result<T> {
        let announced = self.doc.scope.announced_count();
        let elements = if announced == 1 { "element" } else { "elements" };
        self.error(ErrorKind::Custom(format!(
            "the value announced {announced} {elements}, but wrote {count}"
        )))
    }

    /// Turns inline values into list items, because the next element of the array is not a scalar.
    fn inline_to_list(&mut self) {
        let text = self.take_back();
        self.begin_list();
        // The colon that ends the header is its only one.
        if let Some((_, cells)) = text.split_once(": ") {
            for cell in Cells::new(cells, self.doc.layout.delimiter) {
                self.begin_item();
                self.out.push(' ');
                self.out.push_str(cell);
            }
        }
        self.doc.spare.keep_text(text);
    }

    // ---- scopes ----

    /// Writes what precedes a container in the innermost scope. Returns whether the container is a
    /// list item.
    fn begin_container(&mut self) -> Result<bool> {
        match self.doc.scope.state {
            ScopeState::Field => {
                self.write_key();
                return Ok(false);
            }
            ScopeState::Root => {
                self.doc.scope.state = ScopeState::Done;
                return Ok(false);
            }
            ScopeState::List => {}
            ScopeState::Array => self.begin_list(),
            ScopeState::Inline => self.inline_to_list(),
            _ => return self.misplaced(),
        }
        self.begin_item();
        Ok(true)
    }

    #[inline]
    fn open(&mut self, scope: Scope) {
        let at = self.out.len();
        let inner = Scope { at, field_at: at, keys: self.doc.keys.len(), ..scope };
        self.doc.outer.push(self.doc.scope);
        self.doc.scope = inner;
    }

    /// Closes the innermost scope, which is a `container` in the scope around it.
    #[inline]
    fn leave(&mut self, container: Container) {
        if let Some(outer) = self.doc.outer.pop() {
            self.doc.scope = outer;
        }
        self.doc.scope.last = Some(container);
    }

    /// Whether the innermost scope is the root value.
    fn is_root(&self) -> bool {
        self.doc.outer.len() == 1
    }

    // ---- hoisted fields ----

    /// Whether the pending field belongs to a struct and is not part of a folded value.
    pub(super) fn is_plain_field(&self) -> bool {
        self.doc.folding.open == 0 && self.doc.scope.check == KeyCheck::None
    }

    /// The key that awaits its value.
    pub(super) fn pending_key(&self) -> &str {
        self.doc.pending.as_str()
    }

    /// Whether the innermost object, a struct, already has a field of this name.
    pub(super) fn has_key(&self, key: &str) -> bool {
        own_keys(self.out, &self.doc.scope, &self.doc.table, self.is_root())
            .any(|own| quote::unquote(own) == key)
            || self.doc.stream.has_left(&self.doc.scope) && self.doc.stream.has_key(self.doc.outer.len(), key)
    }

    /// Inserts a field before the pending one.
    pub(super) fn field_in_front(&mut self, key: &str, value: &str) -> Result<()> {
        let pending = self.doc.pending.postpone(String::new());
        self.doc.pending.set(Key::Text(key));
        self.encoded_scalar(value)?;
        self.doc.pending = pending;
        self.doc.scope.state = ScopeState::Field;
        Ok(())
    }
}

/// As the value of a field.
const EMPTY_ARRAY: &str = ": []";

/// The keys of the innermost object, `scope`, in encoded form, read from its text.
fn own_keys<'t>(
    out: &'t str,
    scope: &Scope,
    table: &Table,
    is_root: bool,
) -> impl Iterator<Item = &'t str> + use<'t> {
    let is_table = scope.state.is_table();
    let margin = if is_table { table.margin() } else { scope.margin };
    let mut lines = out[scope.at..].split('\n');
    let first = lines.next().unwrap_or_default();
    // The first key is on the hyphen's line, or at the start of the document.
    let is_on_first_line = !is_table && (scope.is_item || is_root);
    let others = lines.filter_map(move |line| {
        let (space, content) = line.split_at_checked(margin)?;
        let is_own = space.bytes().all(|byte| byte == b' ') && !content.starts_with([' ', '-']);
        is_own.then_some(content)
    });
    is_on_first_line.then(|| first.trim_start()).into_iter().chain(others).map(key_token)
}
