//! Turns serde's calls into events for the writer or a filter, and formats scalars.

mod interface;
#[cfg(feature = "std")]
pub(super) mod rows;
mod splice;

use crate::event::{Event, ObjectKind};
use crate::ser::filter::{AnyFilter, Filter};
use crate::ser::fold;
use crate::ser::header;
use crate::ser::hint::{Hint, RowSurvey};
use crate::ser::known::{DERIVED_ROW, DERIVED_ROW_WITH_DEFAULTS};
use crate::ser::level::{Asked, LevelHint};
use crate::ser::relay::Relay;
use crate::ser::select::FieldFilter;
use crate::ser::special::{self, Special};
use crate::ser::stream::Sink;
use crate::ser::survey::{Hoist, Surveyed, Surveyor};
use crate::ser::table::{self, KnownColumns, TableHint};
use crate::ser::writer::Writer;
use crate::text::copy::push_short;
use crate::text::{decimal, number};
use crate::wrappers::Wrappers;
use crate::{EncodeOptions, ErrorKind, KeyFolding, Result};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;

use serde::ser::Serialize;

/// Appends one value to a `String` as a TOON document.
///
/// The value is complete when its `serialize` returns; a second one is an error.
/// [`EncodeOptions::serializer`] creates one with other options.
///
/// ```
/// use serde::Serialize;
///
/// let mut out = String::new();
/// vec![1, 2].serialize(&mut toon::Serializer::new(&mut out))?;
/// assert_eq!(out, "[2]: 1,2");
/// # Ok::<(), toon::Error>(())
/// ```
pub struct Serializer<'a> {
    writer: Writer<'a>,
    /// Receives the events instead of the writer.
    filter: Option<AnyFilter<'a>>,
    /// The number of containers that may still be opened.
    levels: usize,
    max_depth: usize,
    wrappers: Wrappers,
    /// Those around the last sequence or map that began.
    outer_wrappers: Wrappers,
    /// Since then, [`is_human_readable`](serde::Serializer::is_human_readable) has been called,
    /// which an enum without tags does whose elements may be of other types.
    was_asked: Cell<bool>,
    level: Option<Box<Asked>>,
    after: Option<AfterContainer<'a>>,
}

/// What to do after each object and array. The functions are pointers, so that a program that does
/// neither does not contain them.
enum AfterContainer<'a> {
    Fold(Folding),
    #[cfg_attr(not(feature = "std"), allow(dead_code, reason = "only `to_writer` needs it"))]
    Stream {
        sink: &'a mut dyn Sink,
        /// [`Writer::pass_on`].
        pass_on: fn(&mut Writer<'_>, &mut dyn Sink) -> Result<()>,
    },
}

/// How to fold the document once it is complete (see [`fold`]).
struct Folding {
    /// The offset at which the document begins.
    at: usize,
    indent: usize,
    max_segments: usize,
    /// [`fold::fold_document`].
    fold: fn(&str, usize, usize) -> String,
}

impl Folding {
    /// How to fold a document that begins at `at`, if `options` ask for it.
    fn new(at: usize, options: &EncodeOptions) -> Option<Self> {
        let EncodeOptions { indent, flatten_depth: max_segments, .. } = *options;
        let fold = fold::fold_document;
        Some(Folding { at, indent, max_segments, fold }).filter(|_| options.key_folding == KeyFolding::Safe)
    }
}

impl<'a> Serializer<'a> {
    /// Creates a serializer that appends to `out` with the default options.
    ///
    /// ```
    /// use serde::Serialize;
    ///
    /// let mut out = String::from("--- toon\n");
    /// "text".serialize(&mut toon::Serializer::new(&mut out))?;
    /// assert_eq!(out, "--- toon\ntext");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn new(out: &'a mut String) -> Self {
        static DEFAULT: EncodeOptions = EncodeOptions::new();
        // Not `with_options`, which is for what the default options do without.
        Self::to(out, &DEFAULT)
    }

    pub(crate) fn with_options(out: &'a mut String, options: &EncodeOptions) -> Self {
        let filter = options.fields.as_ref().map(FieldFilter::new);
        let filter = filter.map(|filter| AnyFilter::Own(Box::new(filter)));
        let at = out.len();
        Serializer {
            filter,
            level: Asked::of(options).map(Box::new),
            after: Folding::new(at, options).map(AfterContainer::Fold),
            ..Self::to(out, options)
        }
    }

    /// Creates a serializer without fields, level or folding.
    fn to(out: &'a mut String, options: &EncodeOptions) -> Self {
        Self::of(Writer::new(out, options), options.max_depth)
    }

    fn of(writer: Writer<'a>, max_depth: usize) -> Self {
        Serializer {
            writer,
            filter: None,
            levels: max_depth,
            max_depth,
            wrappers: Wrappers::new(),
            outer_wrappers: Wrappers::new(),
            was_asked: Cell::new(false),
            level: None,
            after: None,
        }
    }

    /// Creates a serializer that passes text to `sink` as soon as it is final, and leaves the rest
    /// in `out`.
    #[cfg(feature = "std")]
    pub(crate) fn streaming(out: &'a mut String, sink: &'a mut dyn Sink, options: &EncodeOptions) -> Self {
        let mut serializer = Self::with_options(out, options);
        if !serializer.is_folding() {
            serializer.writer.stream();
            let pass_on = |writer: &mut Writer<'_>, sink: &mut dyn Sink| writer.pass_on(sink);
            serializer.after = Some(AfterContainer::Stream { sink, pass_on });
        }
        serializer
    }

    /// Creates a serializer that writes nothing, and sends all events to `filter`.
    pub(super) fn filtering(
        scratch: &'a mut String,
        filter: &'a mut (dyn Filter + 'a),
        options: &EncodeOptions,
    ) -> Self {
        let filter = Some(AnyFilter::Borrowed(filter));
        Serializer { filter, level: Asked::of(options).map(Box::new), ..Self::to(scratch, options) }
    }

    /// Creates a serializer that writes nothing, and sends all events to `relay`, whose receiver
    /// selects fields itself.
    pub(crate) fn relaying(
        scratch: &'a mut String,
        relay: &'a mut Relay<'a>,
        options: &EncodeOptions,
    ) -> Self {
        Self::filtering(scratch, relay, options)
    }

    /// Enters a container.
    #[inline]
    fn enter(&mut self) -> Result<()> {
        if self.levels == 0 {
            return self.writer.error(ErrorKind::DepthLimit { limit: self.max_depth });
        }
        self.levels -= 1;
        Ok(())
    }

    #[inline]
    fn leave(&mut self) {
        self.levels += 1;
    }

    /// Serializes a value within another one. An error leaves the text incomplete, so the writer
    /// refuses anything that follows.
    #[inline]
    fn nested<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        let result = value.serialize(&mut *self);
        if result.is_err() {
            self.writer.fail();
        }
        result
    }

    /// Serializes the content of a `Some` or newtype.
    #[inline]
    fn unwrapped<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        if let Err(error) = self.wrappers.enter() {
            self.writer.fail();
            return Err(error);
        }
        self.nested(value)?;
        self.wrappers.leave();
        Ok(())
    }

    // ---- events ----

    /// Writes the name of a struct's field or of a variant. Returns whether its value is to be
    /// written.
    fn static_key(&mut self, name: &'static str) -> Result<bool> {
        match &mut self.filter {
            None => self.writer.static_key(name),
            Some(filter) => filter.static_key(&mut self.writer, name),
        }
    }

    /// The fast path of [`static_key`](Self::static_key), which suffices for nearly all fields.
    /// Inlining it makes writing tables 7 % faster, and objects 2 %. Returns `false` if it did
    /// nothing.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "whether a constant name stands bare is a constant")]
    fn begin_field(&mut self, name: &'static str) -> bool {
        self.filter.is_none() && self.writer.begin_field(name)
    }

    /// Writes a map's key. Returns whether its value is to be written.
    #[inline]
    fn key(&mut self, key: &str) -> Result<bool> {
        match &mut self.filter {
            None => self.writer.key(key),
            Some(filter) => filter.key(&mut self.writer, key),
        }
    }

    /// Writes a map's key whose value always follows.
    #[cfg(feature = "json")]
    pub(super) fn certain_key(&mut self, key: &str) -> Result<()> {
        // Only typed rows omit columns; JSON text has no type.
        let takes_value = self.key(key)?;
        self.expect_value(takes_value)
    }

    /// Fails if a value that always follows is not accepted. A selection accepts all values, even
    /// those that it drops; so does a relay, whose receiver may select fields.
    fn expect_value(&mut self, takes_value: bool) -> Result<()> {
        if takes_value || self.filter.as_ref().is_some_and(|filter| filter.takes_unwanted()) {
            return Ok(());
        }
        self.writer.error(ErrorKind::NotACell)
    }

    /// Whether any part of the open value is to be written.
    fn wants_value(&self) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.wants_value())
    }

    #[inline]
    pub(super) fn begin_object(&mut self, kind: ObjectKind, len: Option<usize>) -> Result<()> {
        self.enter()?;
        match &mut self.filter {
            None => self.writer.begin_object(kind, len),
            Some(filter) => filter.event(&mut self.writer, Event::BeginObject(kind, len)),
        }
    }

    /// Begins a struct with this name.
    #[inline]
    fn begin_struct(&mut self, name: &'static str, len: usize) -> Result<()> {
        self.enter()?;
        match &mut self.filter {
            None => self.writer.begin_object(ObjectKind::STRUCT, Some(len))?,
            Some(filter) => return filter.begin_struct(&mut self.writer, name, len),
        }
        // Behind a `Some` or newtype, the next element may be of another kind.
        let is_direct = || self.wrappers == self.outer_wrappers && !self.was_asked.get();
        if self.writer.begins_table() && is_direct() {
            match name {
                DERIVED_ROW => self.writer.expect_rows(false),
                DERIVED_ROW_WITH_DEFAULTS => self.writer.expect_rows(true),
                _ => {}
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn end_object(&mut self) -> Result<()> {
        self.leave();
        match &mut self.filter {
            None => self.writer.end_object()?,
            Some(filter) => filter.event(&mut self.writer, Event::EndObject)?,
        }
        self.after_container()
    }

    /// The next values are elements of the sequence or map that has just begun.
    #[inline]
    fn begin_elements(&mut self) {
        self.outer_wrappers = self.wrappers;
        self.was_asked.set(false);
    }

    #[inline]
    pub(super) fn begin_array(&mut self, len: Option<usize>) -> Result<()> {
        self.enter()?;
        match &mut self.filter {
            None => self.writer.begin_array(len),
            Some(filter) => filter.event(&mut self.writer, Event::BeginArray(len)),
        }
    }

    #[inline]
    pub(super) fn end_array(&mut self) -> Result<()> {
        self.leave();
        match &mut self.filter {
            None => self.writer.end_array()?,
            Some(filter) => filter.event(&mut self.writer, Event::EndArray)?,
        }
        self.after_container()
    }

    /// An object or array has ended.
    #[inline]
    fn after_container(&mut self) -> Result<()> {
        if self.after.is_some() { self.fold_or_stream() } else { Ok(()) }
    }

    #[cold]
    fn fold_or_stream(&mut self) -> Result<()> {
        match &mut self.after {
            Some(AfterContainer::Fold(Folding { at, indent, max_segments, fold }))
                if self.writer.is_complete() =>
            {
                let out = self.writer.out();
                let document = fold(&out[*at..], *indent, *max_segments);
                out.truncate(*at);
                out.push_str(&document);
                self.after = None;
            }
            Some(AfterContainer::Stream { sink, pass_on }) => pass_on(&mut self.writer, *sink)?,
            _ => {}
        }
        Ok(())
    }

    /// Whether the document is folded once it is complete.
    fn is_folding(&self) -> bool {
        matches!(self.after, Some(AfterContainer::Fold(_)))
    }

    /// Writes `{variant: …}` up to the content. Returns whether the content is to be written.
    fn begin_variant(&mut self, variant: &'static str) -> Result<bool> {
        self.begin_object(ObjectKind::VARIANT, Some(1))?;
        self.static_key(variant)
    }

    /// Writes a primitive, whose text `push` appends.
    #[inline]
    pub(super) fn scalar(&mut self, push: impl Fn(&mut String)) -> Result<()> {
        if self.filter.is_some() {
            return self.filtered_scalar(push);
        }
        self.writer.scalar()?;
        push(self.writer.out());
        Ok(())
    }

    #[cold]
    fn filtered_scalar(&mut self, push: impl Fn(&mut String)) -> Result<()> {
        match &mut self.filter {
            Some(filter) => filter.scalar(&mut self.writer, &push),
            None => Ok(()),
        }
    }

    #[inline]
    pub(super) fn string(&mut self, string: &str) -> Result<()> {
        match &mut self.filter {
            None => self.writer.string(string),
            Some(filter) => filter.string(&mut self.writer, string),
        }
    }

    fn integer<I: itoa::Integer>(&mut self, value: I) -> Result<()> {
        self.scalar(|out| out.push_str(itoa::Buffer::new().format(value)))
    }

    /// Like [`integer`](Self::integer), for types whose values may be negative. There is no branch
    /// on the sign, since it is hard to predict.
    #[inline]
    fn signed(&mut self, value: i64) -> Result<()> {
        self.scalar(|out| {
            let at = out.len();
            out.push_str("--");
            out.truncate(at + usize::from(value < 0));
            push_short(out, itoa::Buffer::new().format(value.unsigned_abs()));
        })
    }

    /// Like [`integer`](Self::integer), for types whose values often have one digit.
    #[inline]
    fn natural<I: itoa::Integer + Copy + TryInto<u8>>(&mut self, value: I) -> Result<()> {
        self.scalar(|out| match value.try_into() {
            Ok(digit @ 0..=9) => out.push(char::from(b'0' | digit)),
            _ => out.push_str(itoa::Buffer::new().format(value)),
        })
    }

    /// Writes a primitive in its encoded form.
    pub(crate) fn bare(&mut self, text: &str) -> Result<()> {
        self.scalar(|out| out.push_str(text))
    }
}

impl Serializer<'_> {
    // ---- values with hints ----

    fn hinted<T: ?Sized + Serialize>(&mut self, hint: Hint, value: &T) -> Result<()> {
        match hint {
            Hint::Level(level) if self.hides(level) => {
                return match &mut self.filter {
                    None => self.writer.hide(),
                    Some(filter) => filter.hide(&mut self.writer),
                };
            }
            Hint::Level(_) => return self.nested(value),
            Hint::Header => return self.headed(value),
            Hint::Tables(place) => return self.spliced(value, place),
            Hint::Rows(survey) if self.filter.is_none() => return self.declared(value, survey),
            _ => {}
        }
        let hinted = match &mut self.filter {
            Some(filter) => filter.begin_hinted(&mut self.writer, hint)?,
            None => self.writer.begin_hinted(hint)?,
        };
        let Some(hinted) = hinted else { return Ok(()) };
        self.nested(value)?;
        match &mut self.filter {
            Some(filter) => filter.end_hinted(&mut self.writer, &hinted),
            None => self.writer.end_hinted(&hinted),
        }
    }

    /// Whether `level` is the requested one, and hides the field.
    fn hides(&mut self, level: LevelHint) -> bool {
        self.level.as_mut().is_some_and(|asked| asked.hides(level))
    }

    /// Fails if the value contains derived types, but none of them has the requested level, or one
    /// of the selected fields.
    pub(crate) fn check_names(&mut self) -> Result<()> {
        let result = match (&self.filter, &self.level) {
            (Some(filter), None) => filter.check_names(),
            (_, Some(asked)) => asked.check(),
            _ => Ok(()),
        };
        if result.is_err() {
            self.writer.fail();
        }
        result
    }

    /// Writes the value of the pending field. If it is an empty table, its columns are added to the
    /// header.
    fn headed<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        if self.filter.is_some() {
            return self.nested(value);
        }
        let is_field = self.writer.end_tables()?;
        self.writer.begin_cell();
        self.nested(value)?;
        if let Some(is_keyed) = self.writer.is_last_empty().filter(|_| is_field) {
            let has_groups = self.writer.layout().has_groups;
            let columns = header::columns(value, self.level.as_deref_mut());
            if let Some(columns) = columns.filter(|columns| has_groups || !is_keyed && columns.is_flat()) {
                self.writer.set_empty_header(&columns);
            }
        }
        Ok(())
    }

    /// Writes the value of the pending field, which its type declares to be a table.
    fn declared<T: ?Sized + Serialize>(&mut self, value: &T, survey: RowSurvey) -> Result<()> {
        if !self.writer.end_tables()? {
            return self.nested(value);
        }
        let surveyed = match survey {
            RowSurvey::No => {
                self.writer.set_hint(TableHint::Alike);
                None
            }
            RowSurvey::ForDefaults => self.survey(value, false)?,
            // If keys are folded, hoisted fields before the table would be siblings of its key,
            // which could then not be joined.
            RowSurvey::ForAll => self.survey(value, !self.is_folding())?,
        };
        let rows = surveyed.as_ref().and_then(|surveyed| surveyed.rows);
        if let Some(surveyed) = surveyed {
            let known = self.known(surveyed)?;
            self.writer.set_hint(TableHint::Known(known));
        }
        self.nested(value)?;
        let is_unused = matches!(self.writer.set_hint(TableHint::None), TableHint::Known(_));
        if rows.is_some_and(|rows| is_unused || rows != self.writer.rows()) {
            return self.writer.error(ErrorKind::Custom(
                "the number of rows changed while a table was written".to_string(),
            ));
        }
        Ok(())
    }

    /// Surveys the value of the pending field. Returns `None` if it is not a table.
    fn survey<T: ?Sized + Serialize>(&mut self, value: &T, may_hoist: bool) -> Result<Option<Surveyed>> {
        let mut surveyor = Surveyor::new(*self.writer.layout(), may_hoist);
        let mut unused = String::new();
        let mut serializer = Serializer {
            filter: Some(AnyFilter::Borrowed(&mut surveyor)),
            levels: self.levels,
            max_depth: self.max_depth,
            wrappers: self.wrappers,
            outer_wrappers: self.outer_wrappers,
            level: self.level.take(),
            ..Serializer::new(&mut unused)
        };
        let result = value.serialize(&mut serializer);
        self.level = serializer.level.take();
        drop(serializer);
        surveyor.finish(result)
    }

    /// Determines the columns to cut, and writes the hoisted ones as fields before the table.
    fn known(&mut self, Surveyed { columns, omitted, mut hoists, .. }: Surveyed) -> Result<KnownColumns> {
        let leaves: Vec<usize> = columns.leaves(columns.len()).collect();
        let mut cut = table::cut::columns(&columns, &omitted);
        // If the field is folded, a hoisted field might yet become a part of another key; and an
        // object that is flattened into another only reads the fields that it knows by name.
        if !self.writer.is_plain_field() {
            hoists.clear();
        }
        let key_of = |writer: &Writer<'_>, hoist: &Hoist| {
            format!("{}_{}", writer.pending_key(), columns.key(hoist.column).as_str())
        };
        // The derive ensures that the struct's fields have other names, but does not know about
        // tags.
        hoists.retain(|hoist| !self.writer.has_key(&key_of(&self.writer, hoist)));
        if cut.iter().filter(|cut| !**cut).count() == hoists.len() && !hoists.is_empty() {
            hoists.remove(0);
        }
        for hoist in &hoists {
            if let Ok(index) = leaves.binary_search(&hoist.column) {
                cut[index] = true;
            }
            let key = key_of(&self.writer, hoist);
            self.writer.field_in_front(&key, &hoist.text)?;
        }
        Ok(KnownColumns { columns, cut })
    }

    // ---- private types of other crates ----

    /// Writes the value that is encoded in `text`, which serde sees as a string.
    fn special<T: ?Sized + Serialize>(&mut self, special: Special, text: &T) -> Result<()> {
        let result = special::text_of(text).and_then(|text| self.special_text(special, &text));
        if result.is_err() {
            self.writer.fail();
        }
        result
    }

    fn special_text(&mut self, special: Special, text: &str) -> Result<()> {
        match special {
            Special::Number if number::scan(text.as_bytes()).is_some() => {
                self.scalar(|out| decimal::push_canonical(out, text))
            }
            Special::Number => self.string(text),
            #[cfg(feature = "json")]
            Special::RawJson => {
                crate::json::JsonReader::new(text).read(self)?;
                if let Some(filter) = &mut self.filter {
                    filter.end_raw_json();
                }
                Ok(())
            }
            #[cfg(not(feature = "json"))]
            Special::RawJson => self.writer.error(ErrorKind::RawJson),
        }
    }
}
