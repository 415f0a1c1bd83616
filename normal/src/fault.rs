//! Errors with a path in the document, from which their line and column are found.

use super::tree::Str;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::fmt;
use std::rc::Rc;
use toon::{__internal, DecodeOptions, Error, ErrorKind};

/// The result of a reading function.
pub(super) type Outcome<T> = std::result::Result<T, Fault>;

/// An error in a normal form, with its place.
pub(crate) struct Fault {
    // Boxed to be one pointer wide, like `Error`.
    inner: Box<FaultInner>,
}

struct FaultInner {
    error: Error,
    /// From the innermost segment outwards. Grows as the fault propagates.
    path: Vec<OwnedSegment>,
    /// The path is complete, and grows no further.
    is_rooted: bool,
}

/// A segment of the path from the root of the document to a value.
enum OwnedSegment {
    Key(Str),
    Index(usize),
}

/// A fault with `message`.
pub(super) fn fault<T>(message: impl Into<String>) -> Outcome<T> {
    Err(__internal::invalid_form(message.into()).into())
}

impl From<ErrorKind> for Fault {
    fn from(kind: ErrorKind) -> Self {
        let inner = FaultInner { error: __internal::error(kind), path: Vec::new(), is_rooted: false };
        Fault { inner: Box::new(inner) }
    }
}

/// Converts errors in JSON text within the document.
impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        match error.kind() {
            ErrorKind::DepthLimit { limit, .. } => __internal::depth_limit(*limit).into(),
            kind => __internal::invalid_form(kind.to_string()).into(),
        }
    }
}

/// Prepends segments to the path of a fault.
pub(super) trait At {
    fn at_key(self, key: &Str) -> Self;
    fn at_index(self, index: usize) -> Self;
    /// Marks the path as complete, so that later segments are ignored.
    fn at_root(self) -> Self;
}

impl<T> At for Outcome<T> {
    fn at_key(self, key: &Str) -> Self {
        self.map_err(|fault| fault.within(OwnedSegment::Key(Rc::clone(key))))
    }

    fn at_index(self, index: usize) -> Self {
        self.map_err(|fault| fault.within(OwnedSegment::Index(index)))
    }

    fn at_root(self) -> Self {
        self.map_err(|mut fault| {
            fault.inner.is_rooted = true;
            fault
        })
    }
}

impl Fault {
    fn within(mut self, place: OwnedSegment) -> Self {
        if !self.inner.is_rooted {
            self.inner.path.push(place);
        }
        self
    }

    /// Converts this to an error with its line and column in `text`.
    ///
    /// Trees have no positions, so the text is read again up to the place of the fault.
    pub(crate) fn into_error(self, text: &str, options: &DecodeOptions) -> Error {
        let FaultInner { mut error, path, .. } = *self.inner;
        for place in &path {
            error = __internal::within(
                error,
                &match place {
                    OwnedSegment::Key(key) => __internal::Segment::Key(key),
                    OwnedSegment::Index(index) => __internal::Segment::Index(*index as u64),
                },
            );
        }
        // A value from a legend is not in its row. Its error points to the row.
        for skipped in 0..=path.len() {
            let is_found = Cell::new(false);
            let seek = Seek { path: path.get(skipped..).unwrap_or_default(), is_found: &is_found };
            let result = seek.deserialize(&mut options.deserializer(text));
            if let (Err(found), true) = (result, is_found.get()) {
                return __internal::placed(error, found.line(), found.column());
            }
        }
        error
    }
}

/// Fails at the end of a path, so that the reader adds its position to the error.
struct Seek<'p> {
    /// From the innermost segment outwards.
    path: &'p [OwnedSegment],
    is_found: &'p Cell<bool>,
}

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.path.is_empty() {
            self.is_found.set(true);
            return Err(serde::de::Error::custom("here"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the place of the fault")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        if let Some((OwnedSegment::Index(sought), path)) = self.path.split_last() {
            for _ in 0..*sought {
                elements.next_element::<IgnoredAny>()?;
            }
            elements.next_element_seed(Seek { path, ..self })?;
        }
        while elements.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(key) = entries.next_key::<String>()? {
            match self.path.split_last() {
                Some((OwnedSegment::Key(sought), path)) if **sought == *key => {
                    entries.next_value_seed(Seek { path, ..self })?;
                }
                _ => {
                    entries.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}
