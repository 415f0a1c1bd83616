//! State that all values of a document share: its reader, and caches.

use super::depth::UNWRITTEN_OBJECT;
use super::fields::FieldList;
use super::header::Bracket;
use super::key_check::SeenKeys;
use super::reader::Reader;
use super::source::Source;
use crate::{DecodeOptions, Result};

/// The name of the newtype by which a [`Value`](crate::Value) asks for numbers as written.
pub(crate) const VALUE: &str = "$toon::value";

pub(crate) struct Context<'de> {
    pub(super) reader: Reader<'de>,
    pub(super) infer_types: bool,
    /// Whether values of the wrong type are converted to the type that the target requests.
    pub(super) coerce: bool,
    /// `deserialize_any` passes numbers on as newtypes of their tokens, for a visitor that wants
    /// every digit.
    pub(super) number_text: bool,
    /// The field list of the last header, since the next header often has the same one. Only one
    /// table is open at a time.
    pub(super) last_fields: FieldList<'de>,
    /// The keys of all open objects.
    pub(super) keys: SeenKeys,
}

impl<'de> Context<'de> {
    pub(super) fn new(source: Source<'de>, options: &DecodeOptions) -> Self {
        Context {
            reader: Reader::new(source, options),
            infer_types: options.infer_types,
            coerce: options.coerce,
            number_text: false,
            last_fields: FieldList::default(),
            keys: SeenKeys::default(),
        }
    }

    /// Parses the field list of a header that ends at `end`, reusing the last one, and calls `read`
    /// for the rows below.
    #[inline]
    pub(super) fn below<R>(
        &mut self,
        bracket: &Bracket,
        end: usize,
        read: impl FnOnce(&mut Self, &FieldList<'de>) -> Result<R>,
    ) -> Result<R> {
        let last = core::mem::take(&mut self.last_fields);
        let fields = self.reader.fields(bracket, end, last)?;
        self.reader.depth.enter()?;
        let result = read(self, &fields);
        self.last_fields = fields;
        result
    }

    /// Converts the value that `read` reads to JSON text, with numbers as written.
    #[cfg(feature = "json")]
    pub(super) fn json(
        &mut self,
        read: impl FnOnce(&mut Self, crate::json::EventsOf<'_, crate::json::JsonText>) -> Result<()>,
    ) -> Result<alloc::string::String> {
        let mut json = crate::json::JsonText::default();
        self.with_number_text(|context| read(context, crate::json::EventsOf(&mut json)))?;
        Ok(json.text)
    }

    /// Calls `work` to read a value with numbers as written.
    fn with_number_text<R>(&mut self, work: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let outer = core::mem::replace(&mut self.number_text, true);
        let result = work(self);
        self.number_text = outer;
        result
    }

    /// Calls `work` to read the content of a newtype with this name, or of a `Some`, for which the
    /// name is empty.
    #[inline]
    pub(super) fn unwrapped<R>(
        &mut self,
        name: &'static str,
        work: impl FnOnce(&mut Self) -> Result<R>,
    ) -> Result<R> {
        if name == UNWRITTEN_OBJECT {
            return self.nested(work);
        }
        self.reader.depth.wrappers.enter()?;
        let result = if name == VALUE { self.with_number_text(work) } else { work(self) };
        self.reader.depth.wrappers.leave();
        result
    }

    /// Calls `work` to read a container.
    #[inline]
    pub(super) fn nested<R>(&mut self, work: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let room = self.reader.depth.room;
        let result = match self.reader.depth.enter() {
            Ok(()) => work(self),
            Err(error) => Err(error),
        };
        self.reader.depth.room = room;
        result
    }
}
