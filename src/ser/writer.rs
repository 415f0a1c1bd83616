//! The event writer: begin, key, scalar, end. It knows all layout, and nothing of serde.
//!
//! A scope's form is known only at its end, so the writer bets: on the inline form where an array begins with a
//! primitive, on a table where it begins with an object or an object's first value is one. Where a bet fails, its
//! text is taken back and written again in the form that is then certain ([`super::dissolve`]).
//!
//! Each event has a short way for the forms that most events meet, and a long one for the others.

use super::declared::Promise;
use super::dissolve::{Ends, Waits};
use super::duplicate::Keys;
use super::fold::MAX_SEGMENTS_OF_FIELD;
use super::layout::{Layout, newline, push_key};
use super::look::Look;
use super::pick::{Picker, Refusal};
use super::scope::{Form, ObjectKind, Scope, Watch};
use super::shape::Key;
use super::stream::Sink;
use super::table::Table;
use super::tape::Event;
use crate::options::{EncodeOptions, KeyFolding};
use crate::text::{key, quote};
use crate::{Error, ErrorKind, Result};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The text, and what is open in it. The form of the innermost scope says where an event belongs.
pub(crate) struct Writer<'a> {
    pub(super) out: &'a mut String,
    pub(super) layout: Layout,
    /// The form of the innermost scope; those around it keep their own. It and the three that follow change or are
    /// read with nearly every event, and so lie here rather than in the scope.
    pub(super) form: Form,
    /// How the keys of the innermost scope are told apart.
    pub(super) watch: Watch,
    /// The elements of the innermost scope that have begun; of a table, the rows that are complete.
    pub(super) count: usize,
    /// The indentation of the innermost scope's fields, items or rows.
    pub(super) margin: usize,
    /// What is open, from the place of the root, which always is, to the innermost.
    pub(super) scopes: Vec<Scope>,
    /// The open table, if the innermost scope is one; rows and groups in it are no scopes.
    pub(super) table: Table,
    /// The keys that must be told apart; each scope knows where its own begin.
    pub(super) keys: Keys,
    /// The most segments that fields are joined to which are folded alone, where the last of them begins, and how many are
    /// open, whose text may yet change.
    pub(super) max_segments: usize,
    pub(super) folded_at: Option<usize>,
    pub(super) open_folds: usize,
    /// What is known of the value that comes, until its table begins.
    pub(super) promise: Promise,
    /// What is looked at, while nothing is written.
    pub(super) look: Option<Box<Look>>,
    /// Who takes text that is final, and whether there has been such.
    pub(super) sink: Option<&'a mut dyn Sink>,
    pub(super) has_streamed: bool,
    /// Tables and texts that are done with, for their memory.
    pub(super) spare: Vec<Table>,
    buffer: String,
    /// For another text, while one is written again.
    other_buffer: String,
    /// What stands in front of all this where fields are picked.
    pub(super) picker: Option<Box<Picker>>,
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
            watch: Watch::No,
            count: 0,
            margin: 0,
            scopes,
            table: Table::default(),
            keys: Keys::default(),
            max_segments: match options.key_folding {
                KeyFolding::Off => options.flatten_depth.min(MAX_SEGMENTS_OF_FIELD),
                // The document is folded.
                KeyFolding::Safe => 0,
            },
            folded_at: None,
            open_folds: 0,
            promise: Promise::None,
            look: None,
            sink: None,
            has_streamed: false,
            spare: Vec::new(),
            buffer: String::new(),
            other_buffer: String::new(),
            picker: options.fields.as_ref().map(Picker::new),
        }
    }

    /// Whether the root value is written.
    pub(crate) fn is_complete(&self) -> bool {
        self.form == Form::Done || self.picker.as_ref().is_some_and(|picker| picker.is_complete())
    }

    /// From here on every event is an error.
    #[cold]
    #[inline(never)]
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
    pub(super) fn misplaced<T>(&mut self) -> Result<T> {
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
    #[inline(never)]
    pub(crate) fn string(&mut self, string: &str) -> Result<()> {
        if self.form == Form::Root && string.starts_with('\u{feff}') {
            // §7.2: at the very start of a document it would be read as a byte-order mark.
            self.form = Form::Done;
            quote::push_quoted(self.out, string);
            return Ok(());
        }
        self.scalar()?;
        self.layout.push_string(self.out, string);
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
    #[inline(always)]
    pub(crate) fn scalar(&mut self) -> Result<()> {
        if self.form.is_row() {
            if self.form == Form::Cells {
                self.certain_cell();
            } else if self.table.takes_cell() {
                self.push_cell_delimiter();
            } else {
                return self.scalar_elsewhere();
            }
            return Ok(());
        }
        match self.form {
            Form::Inline => {
                self.count += 1;
                self.layout.push_delimiter(self.out);
            }
            Form::Nested | Form::FirstKey => {
                self.form = Form::Nested;
                self.out.push_str(": ");
            }
            _ => return self.scalar_elsewhere(),
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn out(&mut self) -> &mut String {
        self.out
    }

    #[inline(never)]
    fn scalar_elsewhere(&mut self) -> Result<()> {
        loop {
            match self.form {
                Form::Learning => self.learn_cell(),
                Form::List => self.begin_item(),
                Form::Array => self.begin_inline(),
                Form::FirstKey | Form::Nested => {
                    self.form = Form::Nested;
                    self.out.push_str(": ");
                }
                Form::Root => self.form = Form::Done,
                Form::Inline => {
                    self.count += 1;
                    self.layout.push_delimiter(self.out);
                }
                Form::Picking => return self.pick_scalar(),
                Form::Done | Form::Object | Form::Failed => return self.misplaced(),
                Form::Cells => self.certain_cell(),
                Form::Look => self.see_cell(),
                Form::Table | Form::Entry | Form::Row | Form::Disorder => {
                    if !self.table_scalar() {
                        self.dissolve(Waits::ForValue, Ends::Table)?;
                        continue;
                    }
                }
            }
            return Ok(());
        }
    }

    /// A struct's field or a variant's name: the next event is its value, unless it is refused.
    #[inline(always)]
    pub(crate) fn static_key(&mut self, name: &'static str) -> core::result::Result<(), Refusal> {
        if let Form::Row | Form::Cells = self.form {
            if self.form == Form::Cells {
                return self.certain_key();
            }
            if self.table.is_next_place(name) {
                return Ok(());
            }
        }
        // For a derived implementation this is decided while it is compiled.
        if key::is_bare(name) { self.bare_key(name) } else { self.key_elsewhere(Key::Quoted(name)) }
    }

    #[inline(never)]
    fn bare_key(&mut self, name: &'static str) -> core::result::Result<(), Refusal> {
        match self.form {
            Form::Nested if !self.watches_keys() => newline(self.out, self.margin),
            Form::Object if !self.watches_keys() => self.begin_first_key(),
            Form::Learning => {
                self.learn_field(name);
                return Ok(());
            }
            _ => return self.key_elsewhere(Key::Bare(name)),
        }
        self.out.push_str(name);
        Ok(())
    }

    /// A map's key: the next event is its value.
    #[inline]
    pub(crate) fn key(&mut self, key: &str) -> Result<()> {
        if self.form == Form::Table && self.table.takes_entries() {
            self.begin_entry(key);
            return Ok(());
        }
        self.field_key(key)
    }

    /// The same, but for entries of keyed tables: most keys are those of fields, or of columns in order.
    #[inline(never)]
    fn field_key(&mut self, key: &str) -> Result<()> {
        match self.form {
            Form::Nested if self.has_room_for_key() => newline(self.out, self.margin),
            Form::Object if self.has_room_for_key() => self.begin_first_key(),
            Form::Row if self.table.is_next_named(key) => return Ok(()),
            _ => return self.other_key(key),
        }
        self.keys.push(key);
        push_key(self.out, key);
        Ok(())
    }

    /// The same where it is neither.
    #[inline(never)]
    fn other_key(&mut self, key: &str) -> Result<()> {
        match self.form {
            Form::Learning => self.learn_key(Key::Text(key)),
            // It is passed over when its value comes.
            Form::Cells | Form::Look => {}
            _ => return Refusal::failed(self.key_elsewhere(Key::Text(key))),
        }
        Ok(())
    }

    #[inline(never)]
    fn key_elsewhere(&mut self, key: Key<'_>) -> core::result::Result<(), Refusal> {
        loop {
            match self.form {
                Form::Nested => self.next_field(key.as_str()),
                Form::Object => self.first_field(key.as_str()),
                Form::Picking => return self.pick_key(key),
                Form::Cells | Form::Look => return self.certain_key(),
                form if form.is_table() => {
                    if !self.table_key(key)? {
                        self.dissolve(Waits::ForKey, Ends::Table)?;
                        continue;
                    }
                }
                _ => return Ok(self.misplaced()?),
            }
            return Ok(());
        }
    }

    /// An object: the next event is a key, or its end. `len` is the number of entries, if it is announced.
    #[inline]
    pub(crate) fn begin_object(&mut self, kind: ObjectKind, len: Option<usize>) -> Result<()> {
        if self.form.is_table() {
            match self.form {
                Form::Table => self.begin_row(kind),
                Form::Entry => self.begin_entry_row(kind),
                _ => return self.begin_group(kind, len),
            }
            return Ok(());
        }
        match self.form {
            Form::Nested => self.open_object(false, kind, len),
            Form::List => {
                self.begin_item();
                self.open_object(true, kind, len);
            }
            _ => return self.begin_object_elsewhere(kind, len),
        }
        Ok(())
    }

    /// An object as the value of a column: a group, unless the table is none.
    #[inline(never)]
    fn begin_group(&mut self, kind: ObjectKind, len: Option<usize>) -> Result<()> {
        while self.form.is_table() {
            if self.table_begin_object(kind) {
                return Ok(());
            }
            self.dissolve(Waits::ForValue, Ends::Table)?;
        }
        self.begin_object_elsewhere(kind, len)
    }

    #[inline(never)]
    fn begin_object_elsewhere(&mut self, kind: ObjectKind, len: Option<usize>) -> Result<()> {
        match self.form {
            Form::FirstKey => self.open_keyed_table(kind),
            Form::Array if !self.top().is_item => self.open_array_table(kind),
            _ if self.picks() => return self.pick(Event::BeginObject(kind, len)),
            _ => {
                let is_item = self.begin_container()?;
                self.open_object(is_item, kind, len);
            }
        }
        Ok(())
    }

    /// `{name: …}`, as far as the value: an object that is certain to be no table.
    #[inline(never)]
    pub(crate) fn begin_variant(&mut self, name: &'static str) -> Result<()> {
        self.begin_object(ObjectKind::VARIANT, Some(1))?;
        Refusal::failed(self.static_key(name))
    }

    #[inline]
    pub(crate) fn end_object(&mut self) -> Result<()> {
        match self.form {
            Form::Nested if !self.watches_keys() => self.leave(),
            Form::Nested => return self.end_nested(),
            Form::Cells => return self.end_certain(),
            Form::Row if self.is_further_row_complete() => self.end_further_row(),
            Form::Row if self.table.ends_group() => {}
            _ => return self.end_object_elsewhere(),
        }
        Ok(())
    }

    /// The end of an object in nested form, whether its keys are told apart or not.
    #[inline(never)]
    fn end_nested(&mut self) -> Result<()> {
        if self.watch != Watch::No {
            self.check_keys()?;
        }
        self.leave();
        Ok(())
    }

    #[inline(never)]
    fn end_object_elsewhere(&mut self) -> Result<()> {
        loop {
            match self.form {
                Form::Nested => return self.end_nested(),
                Form::Object => {
                    self.end_empty_object();
                    self.leave();
                    return Ok(());
                }
                Form::Picking => return self.pick(Event::EndObject),
                form if form.is_table() => {
                    if self.table_end_object()? {
                        return Ok(());
                    }
                    // In a first row only an empty object does not fit.
                    let ends = if self.form == Form::Learning { Ends::All } else { Ends::Table };
                    self.dissolve(Waits::ForKey, ends)?;
                }
                _ => return self.misplaced(),
            }
        }
    }

    /// An array: the next event is an element, or its end. `len` is their number, if it is announced.
    #[inline(never)]
    pub(crate) fn begin_array(&mut self, len: Option<usize>) -> Result<()> {
        match self.form {
            Form::Nested => self.open_array(false, len),
            Form::List => {
                self.begin_item();
                self.open_array(true, len);
            }
            _ => return self.begin_array_elsewhere(len),
        }
        Ok(())
    }

    /// The value of the field whose key has come is neither a cell nor a group nor a row: what is around it is no table.
    #[cold]
    pub(super) fn end_bets(&mut self) -> Result<()> {
        while matches!(self.form, Form::Learning | Form::Row | Form::Disorder | Form::Entry) {
            self.dissolve(Waits::ForValue, Ends::All)?;
        }
        if self.form == Form::FirstKey {
            self.form = Form::Nested;
        }
        Ok(())
    }

    #[inline(never)]
    fn begin_array_elsewhere(&mut self, len: Option<usize>) -> Result<()> {
        while self.form.is_table() {
            // No cell is an array.
            self.dissolve(Waits::ForValue, Ends::All)?;
        }
        if self.picks() {
            return self.pick(Event::BeginArray(len));
        }
        let is_item = self.begin_container()?;
        self.open_array(is_item, len);
        Ok(())
    }

    #[inline(never)]
    pub(crate) fn end_array(&mut self) -> Result<()> {
        if !(matches!(self.form, Form::Inline | Form::List) && self.top().announced == self.count) {
            return self.end_array_elsewhere();
        }
        self.leave();
        Ok(())
    }

    #[inline(never)]
    fn end_array_elsewhere(&mut self) -> Result<()> {
        match self.form {
            Form::Array if self.top().is_item => {
                // §9.2: `- []` is for decoders alone.
                self.layout.push_bracket(self.out, 0, false);
                self.out.push(':');
            }
            Form::Array if self.is_root() => self.out.push_str("[]"),
            Form::Array => self.out.push_str(": []"),
            Form::Inline | Form::List => self.correct_header()?,
            Form::Table => self.end_table()?,
            Form::Picking => return self.pick(Event::EndArray),
            _ => return self.misplaced(),
        }
        self.leave();
        Ok(())
    }

    // ---- memory ----

    /// Moves the innermost scope's text out of the document.
    pub(super) fn take_back(&mut self) -> String {
        let mut text = self.buffer();
        let at = self.top().at;
        text.push_str(&self.out[at..]);
        self.out.truncate(at);
        text
    }

    /// An empty string that may have memory already.
    pub(super) fn buffer(&mut self) -> String {
        let mut text = core::mem::take(&mut self.buffer);
        if text.capacity() == 0 {
            text = core::mem::take(&mut self.other_buffer);
        }
        // One allocation for most documents.
        text.reserve(256);
        text
    }

    /// Keeps a string's memory for the next that needs some.
    pub(super) fn recycle(&mut self, mut text: String) {
        text.clear();
        if self.buffer.capacity() == 0 {
            self.buffer = text;
        } else if self.other_buffer.capacity() == 0 {
            self.other_buffer = text;
        }
    }
}
