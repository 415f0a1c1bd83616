//! Deserializes a document, and chooses how to read it.

use super::context::Context;
use super::entry::{Node, read_root};
use super::reader::Reader;
use super::source::{Source, text_of};
use super::tree_de::RootDe;
use super::value::ValueDe;
use crate::{DecodeOptions, Error, ErrorKind, Result};
use serde::de::Visitor;

/// TOON text as a [`serde::Deserializer`]: `&mut Deserializer` implements it.
///
/// ```
/// use serde::Deserialize;
///
/// let mut deserializer = toon::Deserializer::from_str("[3]: 1,2,3");
/// let numbers = Vec::<u8>::deserialize(&mut deserializer)?;
/// deserializer.end()?;
/// assert_eq!(numbers, [1, 2, 3]);
/// # Ok::<(), toon::Error>(())
/// ```
pub struct Deserializer<'de> {
    context: Context<'de>,
    /// A later line may change the meaning of an earlier one, so the document is read as a tree.
    needs_tree: bool,
    expand_paths: bool,
    /// Set if the options or the bytes are invalid.
    refused: Option<Error>,
    read: bool,
    /// The position of the root value, once it has been requested.
    at: usize,
}

impl<'de> Deserializer<'de> {
    /// Reads `text` with the default options.
    ///
    /// ```
    /// use serde::Deserialize;
    ///
    /// let mut deserializer = toon::Deserializer::from_str("true");
    /// assert!(bool::deserialize(&mut deserializer)?);
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[allow(clippy::should_implement_trait)] // as in other formats; the trait has no lifetime
    pub fn from_str(text: &'de str) -> Self {
        Self::with_options(text, &DecodeOptions::new())
    }

    /// Reads the UTF-8 bytes of a text with the default options. If they are not valid UTF-8 (§4),
    /// reading the value fails.
    ///
    /// ```
    /// use serde::Deserialize;
    ///
    /// let mut deserializer = toon::Deserializer::from_slice(b"[2]: 1,2");
    /// assert_eq!(Vec::<u8>::deserialize(&mut deserializer)?, [1, 2]);
    ///
    /// let mut deserializer = toon::Deserializer::from_slice(b"[2]: \xff,2");
    /// let error = Vec::<u8>::deserialize(&mut deserializer).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid UTF-8 at line 1 column 6");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn from_slice(bytes: &'de [u8]) -> Self {
        let text = text_of(bytes);
        let mut deserializer = Self::from_str(text.as_ref().copied().unwrap_or_default());
        deserializer.refused = text.err();
        deserializer
    }

    pub(crate) fn with_options(text: &'de str, options: &DecodeOptions) -> Self {
        Self::of(Source::new(text), options)
    }

    pub(super) fn of(source: Source<'de>, options: &DecodeOptions) -> Self {
        let is_cut = source.left_out.unfinished.is_some();
        let spaces = options.indent;
        let refused = match spaces {
            1..=16 => None,
            _ => Some(Error::new(ErrorKind::InvalidIndent { spaces })),
        };
        // The unit is never 0, even if it is about to be rejected.
        let options = DecodeOptions { indent: spaces.max(1), ..options.clone() };
        let &DecodeOptions { strict, expand_paths, .. } = &options;
        Deserializer {
            context: Context::new(source, &options),
            needs_tree: !strict || expand_paths || is_cut,
            expand_paths,
            refused,
            read: false,
            at: 0,
        }
    }

    /// Makes `deserialize_any` pass numbers on as newtypes of their tokens.
    #[cfg(feature = "json")]
    pub(crate) fn with_number_text(mut self) -> Self {
        self.context.number_text = true;
        self
    }

    /// Checks that the value read is the whole document (§5).
    ///
    /// # Errors
    /// Fails if a line other than a blank line or a comment follows. Also fails if the value has
    /// not been read, and the options or the bytes are invalid.
    ///
    /// ```
    /// use serde::Deserialize;
    ///
    /// let mut deserializer = toon::Deserializer::from_str("[1]: 1\nmore: 2");
    /// Vec::<u8>::deserialize(&mut deserializer)?;
    /// assert!(deserializer.end().is_err());
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn end(&mut self) -> Result<()> {
        if let Some(error) = self.refused.take() {
            return Err(error);
        }
        let reader = &mut self.context.reader;
        reader.end_document().map_err(|error| reader.explain(error))
    }

    /// Finds the likely cause of an error. An error that arose outside the root value, as in
    /// untagged enums and `try_from`, gets the position of the root.
    #[cold]
    pub(crate) fn place(&self, error: Error) -> Error {
        let reader = &self.context.reader;
        reader.explain(reader.source.place(error, self.at))
    }

    /// The reader of a document that needs no tree, unless it cannot be read with these options.
    pub(super) fn strict_reader(&mut self) -> Option<&mut Reader<'de>> {
        if self.needs_tree || self.refused.is_some() { None } else { Some(&mut self.context.reader) }
    }

    /// The reader of the document, also of one that needs a tree.
    pub(super) fn reader(&mut self) -> Result<&mut Reader<'de>> {
        match self.refused.take() {
            Some(error) => Err(self.place(error)),
            None => Ok(&mut self.context.reader),
        }
    }

    /// Whether the document is an array whose elements are on lines below its header.
    #[cfg(feature = "std")]
    pub(super) fn has_lines_below(&mut self) -> bool {
        let reader = &mut self.context.reader;
        match read_root(reader) {
            Ok(Node::Header { end, bracket, .. }) if self.refused.is_none() => {
                !bracket.keyed && bracket.values(&reader.source, end).is_none_or(|values| values == end)
            }
            _ => false,
        }
    }

    /// Finds the root value.
    #[inline]
    fn root(&mut self) -> Result<Node<'de>> {
        if self.read {
            return Err(Error::new(ErrorKind::AlreadyRead));
        }
        self.read = true;
        if let Some(error) = self.refused.take() {
            return Err(error);
        }
        let reader = &mut self.context.reader;
        let node = read_root(reader).map_err(|error| reader.explain(error))?;
        self.at = node.at();
        Ok(node)
    }
}

macro_rules! forward {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value> {
            let node = &self.root()?;
            let context = &mut self.context;
            let mut result = if self.needs_tree {
                RootDe { context, node, expand_paths: self.expand_paths }.$method($($argument,)* visitor)
            } else {
                ValueDe { context, node }.$method($($argument,)* visitor)
            };
            if result.is_err() {
                result = result.map_err(|error| self.place(error));
            }
            result
        }
    )*};
}

impl<'de> serde::Deserializer<'de> for &mut Deserializer<'de> {
    type Error = Error;

    forward! {
        deserialize_any() deserialize_bool()
        deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
        deserialize_f32() deserialize_f64() deserialize_char() deserialize_str() deserialize_string()
        deserialize_bytes() deserialize_byte_buf() deserialize_option() deserialize_unit()
        deserialize_unit_struct(name: &'static str) deserialize_newtype_struct(name: &'static str)
        deserialize_seq() deserialize_tuple(len: usize) deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_map() deserialize_struct(name: &'static str, fields: &'static [&'static str])
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
        deserialize_identifier() deserialize_ignored_any()
    }
}
