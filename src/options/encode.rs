//! What a caller may choose: [`EncodeOptions`], [`DecodeOptions`] and their enums.

use super::selection::Selection;
use crate::{Result, Serializer};
use alloc::{string::String, sync::Arc, vec::Vec};
use serde::Serialize;

/// The character between the cells of a row, the values of an inline array and the names of a field list
/// (specification §11).
///
/// ```
/// use toon::{Delimiter, EncodeOptions};
///
/// let text = EncodeOptions::new().delimiter(Delimiter::Pipe).to_string(&["a,b", "c"])?;
/// assert_eq!(text, "[2|]: a,b|c");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiter {
    /// `,`, which headers leave out: `tags[2]: a,b`.
    #[default]
    Comma,
    /// A horizontal tab, often the cheapest in tokens.
    Tab,
    /// `|`, as in `tags[2|]: a|b`.
    Pipe,
}

impl Delimiter {
    /// The character itself.
    ///
    /// ```
    /// assert_eq!(toon::Delimiter::Tab.as_char(), '\t');
    /// ```
    pub const fn as_char(self) -> char {
        self.byte() as char
    }

    pub(crate) const fn byte(self) -> u8 {
        match self {
            Delimiter::Comma => b',',
            Delimiter::Tab => b'\t',
            Delimiter::Pipe => b'|',
        }
    }
}

/// Whether chains of single-key objects are written as one dotted key. An extension: outside the specification.
///
/// A chain is folded when each of its objects has exactly one key, every segment matches
/// `[A-Za-z_][A-Za-z0-9_]*`, none is `__proto__`, `constructor` or `prototype`, and the dotted key does not
/// equal a literal key beside it. Literal keys that contain a dot are then written in quotes, so that
/// [`DecodeOptions::expand_paths`](crate::DecodeOptions::expand_paths) gives back exactly what was written.
///
/// ```
/// use std::collections::BTreeMap;
/// use toon::{EncodeOptions, KeyFolding};
///
/// let value = BTreeMap::from([("a", BTreeMap::from([("b", 1)]))]);
/// let text = EncodeOptions::new().key_folding(KeyFolding::Safe).to_string(&value)?;
/// assert_eq!(text, "a.b: 1");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyFolding {
    /// Every object on lines of its own, as the specification has it.
    #[default]
    Off,
    /// Fold where expansion gives back the same value.
    Safe,
}

/// The specification whose forms are written.
///
/// ```
/// use std::collections::BTreeMap;
/// use toon::{EncodeOptions, SpecVersion};
///
/// let value = BTreeMap::from([("a", BTreeMap::from([("n", 1)])), ("b", BTreeMap::from([("n", 2)]))]);
/// assert_eq!(toon::to_string(&value)?, "[2:]{n}:\n  a: 1\n  b: 2");
/// assert_eq!(EncodeOptions::new().spec(SpecVersion::V3).to_string(&value)?, "a:\n  n: 1\nb:\n  n: 2");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpecVersion {
    /// For decoders of the 3.x specifications: no nested field groups, no keyed tables, and strings that begin
    /// or end in a Unicode space are quoted, since those decoders trim them.
    V3,
    /// Specification 4.4.
    #[default]
    V4,
}

/// How a value becomes text.
///
/// The defaults are the specification's: [`to_string`](crate::to_string) is `EncodeOptions::new().to_string`.
///
/// ```
/// use toon::{Delimiter, EncodeOptions};
///
/// const TABS: EncodeOptions = EncodeOptions::new().indent(4).delimiter(Delimiter::Tab);
/// assert_eq!(TABS.to_string(&[1, 2, 3])?, "[3\t]: 1\t2\t3");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodeOptions {
    pub(crate) indent: usize,
    pub(crate) delimiter: Delimiter,
    pub(crate) key_folding: KeyFolding,
    pub(crate) flatten_depth: usize,
    pub(crate) spec: SpecVersion,
    pub(crate) max_depth: usize,
    pub(crate) level: Option<Arc<str>>,
    /// Shared, so that a copy of the options costs nothing.
    pub(crate) fields: Option<Arc<Selection>>,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl EncodeOptions {
    /// Two spaces, commas, specification 4.4, no extension.
    pub const fn new() -> Self {
        EncodeOptions {
            indent: 2,
            delimiter: Delimiter::Comma,
            key_folding: KeyFolding::Off,
            flatten_depth: usize::MAX,
            spec: SpecVersion::V4,
            max_depth: 128,
            level: None,
            fields: None,
        }
    }

    /// Spaces per level, 1 to 16; 2 unless told (§12). Any other number is an error from the call that encodes.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// let value = BTreeMap::from([("a", BTreeMap::from([("b", 1)]))]);
    /// assert_eq!(toon::EncodeOptions::new().indent(4).to_string(&value)?, "a:\n    b: 1");
    /// assert!(toon::EncodeOptions::new().indent(0).to_string(&value).is_err());
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub const fn indent(mut self, spaces: usize) -> Self {
        self.indent = spaces;
        self
    }

    /// The document delimiter, declared by every header (§11.1); a comma unless told.
    ///
    /// ```
    /// use toon::{Delimiter, EncodeOptions};
    ///
    /// assert_eq!(EncodeOptions::new().delimiter(Delimiter::Pipe).to_string(&[1, 2])?, "[2|]: 1|2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub const fn delimiter(mut self, delimiter: Delimiter) -> Self {
        self.delimiter = delimiter;
        self
    }

    /// Whether chains of single-key objects become dotted keys; off unless told. An extension, see [`KeyFolding`].
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use toon::{EncodeOptions, KeyFolding};
    ///
    /// let value = BTreeMap::from([("a", BTreeMap::from([("b", [1, 2])]))]);
    /// let text = EncodeOptions::new().key_folding(KeyFolding::Safe).to_string(&value)?;
    /// assert_eq!(text, "a.b[2]: 1,2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub const fn key_folding(mut self, folding: KeyFolding) -> Self {
        self.key_folding = folding;
        self
    }

    /// The greatest number of segments that folding joins into one key; without a limit unless told. Below 2
    /// nothing is folded. An extension.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use toon::{EncodeOptions, KeyFolding};
    ///
    /// let value = BTreeMap::from([("a", BTreeMap::from([("b", BTreeMap::from([("c", 1)]))]))]);
    /// let folding = EncodeOptions::new().key_folding(KeyFolding::Safe).flatten_depth(2);
    /// assert_eq!(folding.to_string(&value)?, "a.b:\n  c: 1");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub const fn flatten_depth(mut self, segments: usize) -> Self {
        self.flatten_depth = segments;
        self
    }

    /// Which specification's forms are written; 4.4 unless told.
    ///
    /// ```
    /// use toon::{EncodeOptions, SpecVersion};
    ///
    /// assert_eq!(EncodeOptions::new().spec(SpecVersion::V3).to_string(&[1, 2])?, "[2]: 1,2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub const fn spec(mut self, version: SpecVersion) -> Self {
        self.spec = version;
        self
    }

    /// How many levels deep a value may nest; 128 unless told. The root container is level 1, and `Some` and
    /// newtypes count too, since each is a call on the stack. Deeper values are an error rather than a crash.
    ///
    /// ```
    /// use toon::EncodeOptions;
    ///
    /// let value = [[[1]]];
    /// assert!(EncodeOptions::new().max_depth(3).to_string(&value).is_ok());
    /// assert!(EncodeOptions::new().max_depth(2).to_string(&value).is_err());
    /// ```
    #[must_use]
    pub const fn max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels;
        self
    }

    /// How much is written of the types that have levels ([`#[toon(level = "…")]`](mod@crate::attributes)): the fields of this
    /// level and of those below it, and those without one. All fields unless told. [`fields`](Self::fields) wins over it.
    ///
    /// [`to_string`](Self::to_string), `to_vec` and `to_writer` fail if types with levels come and none of them knows this one.
    ///
    /// ```
    /// use toon::{EncodeOptions, Serialize};
    ///
    /// #[derive(Serialize)]
    /// struct Issue {
    ///     number: u32,
    ///     #[toon(level = "standard")]
    ///     title: &'static str,
    ///     #[toon(level = "full")]
    ///     body: &'static str,
    /// }
    ///
    /// let issues = [Issue { number: 7, title: "Slow", body: "On Windows." }];
    /// assert_eq!(EncodeOptions::new().level("minimal").to_string(&issues)?, "[1]{number}:\n  7");
    /// assert_eq!(EncodeOptions::new().level("standard").to_string(&issues)?, "[1]{number,title}:\n  7,Slow");
    /// let error = EncodeOptions::new().level("all").to_string(&issues).unwrap_err();
    /// assert_eq!(error.to_string(), "no type in the value knows the level \"all\": there are minimal, standard, full");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[cfg(feature = "derive")]
    #[cfg_attr(docsrs, doc(cfg(feature = "derive")))]
    #[must_use]
    pub fn level(mut self, name: impl Into<String>) -> Self {
        self.level = Some(Arc::from(name.into()));
        self
    }

    /// Only these fields, in this order, chosen while the program runs: those of the root object, or of the elements of
    /// the root array, and of what is below by path. All fields in their own order unless told, or if there are none
    /// in the list.
    ///
    /// A path is keys joined by dots. Arrays on the way need no step: `projects.id` is the `id` of all projects. A key
    /// that contains a dot is quoted as in TOON text: `"a.b".c`; what is no quoted string stands for itself. An enum
    /// variant is an object with one key, the variant's name; keys of maps are their text.
    ///
    /// - A field that is named whole is written whole, whichever paths lead into it beside that.
    /// - The fields of one object stay together, where the first of them is named.
    /// - Where a path leads on and there is neither object nor array, what is there is written: an `owner` that is `null`
    ///   remains so under `owner.country`, and a table with such a row remains a table.
    /// - Objects and arrays on the way are written also where nothing in them is named: an element without any of the
    ///   fields is an empty object, so that no element is lost.
    ///
    /// A name that nothing in the value has is no error: [`unknown_fields`](Self::unknown_fields) tells which those are.
    /// The value is visited once, and fields that are not named are not serialized. One that comes before its turn is
    /// kept in memory until its object ends. JSON text has its fields picked as well (`toon::json`).
    ///
    /// ```
    /// use serde::Serialize;
    /// use toon::EncodeOptions;
    ///
    /// #[derive(Serialize)]
    /// struct Project {
    ///     id: u32,
    ///     name: &'static str,
    ///     stars: u32,
    ///     owner: Owner,
    /// }
    ///
    /// #[derive(Serialize)]
    /// struct Owner {
    ///     login: &'static str,
    ///     country: &'static str,
    /// }
    ///
    /// let ada = || Owner { login: "ada", country: "UK" };
    /// let projects = [
    ///     Project { id: 1, name: "engine", stars: 5, owner: ada() },
    ///     Project { id: 2, name: "loom", stars: 3, owner: ada() },
    /// ];
    /// let options = EncodeOptions::new().fields(["name", "owner.country", "id"]);
    /// let text = options.to_string(&projects)?;
    /// assert_eq!(text, "[2]{name,owner{country},id}:\n  engine,UK,1\n  loom,UK,2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn fields<I>(mut self, paths: I) -> Self
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        self.fields = Selection::new(paths.into_iter().map(Into::into)).map(Arc::new);
        self
    }
}

impl EncodeOptions {
    /// `value` as TOON text, without a trailing newline.
    ///
    /// # Errors
    /// If an option is out of range, if the value is too deep, has a map key that is no text, the same key twice
    /// in one object, or if its `Serialize` says so.
    ///
    /// ```
    /// let text = toon::EncodeOptions::new().to_string(&["a", "b"])?;
    /// assert_eq!(text, "[2]: a,b");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn to_string<T: ?Sized + Serialize>(&self, value: &T) -> Result<String> {
        let mut text = String::with_capacity(1024);
        write(value, &mut self.serializer(&mut text))?;
        Ok(text)
    }

    /// `value` as the UTF-8 bytes of TOON text.
    ///
    /// # Errors
    /// As [`to_string`](Self::to_string).
    ///
    /// ```
    /// assert_eq!(toon::EncodeOptions::new().to_vec(&true)?, b"true");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn to_vec<T: ?Sized + Serialize>(&self, value: &T) -> Result<Vec<u8>> {
        self.to_string(value).map(String::into_bytes)
    }

    /// Writes `value` as TOON text, without a trailing newline.
    ///
    /// The text is complete before its first byte is written, so a value that cannot be encoded writes nothing. Only the
    /// rows of a table that its type declares ([`#[toon(tabular)]`](mod@crate::attributes) on a field) are handed on as they come, with
    /// what is in front of them: such a table needs no more memory than a few of its rows. Not so with
    /// [`key_folding`](Self::key_folding), which is done once the text is complete.
    ///
    /// # Errors
    /// As [`to_string`](Self::to_string), and if the writer fails.
    ///
    /// ```
    /// let mut bytes = Vec::new();
    /// toon::EncodeOptions::new().to_writer(&mut bytes, &[1, 2])?;
    /// assert_eq!(bytes, b"[2]: 1,2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[cfg(feature = "std")]
    pub fn to_writer<W: std::io::Write, T: ?Sized + Serialize>(
        &self,
        mut writer: W,
        value: &T,
    ) -> Result<()> {
        let mut text = String::with_capacity(1024);
        write(value, &mut Serializer::streaming(&mut text, &mut writer, self))?;
        writer.write_all(text.as_bytes()).map_err(crate::Error::io)
    }

    /// Those of the [`fields`](Self::fields), as they were named, that `value` does not have: likely misspelled. The value
    /// is searched, and nothing written.
    ///
    /// An empty array and `null` cannot tell which fields they would have, and make none unknown.
    ///
    /// # Errors
    /// As [`to_string`](Self::to_string), but not for the same key twice in one object.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use toon::EncodeOptions;
    ///
    /// let rows = [BTreeMap::from([("id", 1), ("stars", 5)])];
    /// let options = EncodeOptions::new().fields(["id", "start", "owner.name"]);
    /// assert_eq!(options.unknown_fields(&rows)?, ["start", "owner.name"]);
    /// assert_eq!(options.to_string(&rows)?, "[1]{id}:\n  1");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn unknown_fields<T: ?Sized + Serialize>(&self, value: &T) -> Result<Vec<String>> {
        if self.fields.is_none() {
            return Ok(Vec::new());
        }
        let mut scratch = String::new();
        let mut serializer = Serializer::searching(&mut scratch, self);
        write(value, &mut serializer)?;
        Ok(serializer.unknown_fields())
    }

    /// A [`Serializer`] that appends to `out` with these options.
    ///
    /// ```
    /// use serde::Serialize;
    ///
    /// let mut out = String::new();
    /// [1, 2].serialize(&mut toon::EncodeOptions::new().serializer(&mut out))?;
    /// assert_eq!(out, "[2]: 1,2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn serializer<'a>(&self, out: &'a mut String) -> Serializer<'a> {
        Serializer::with_options(out, self)
    }
}

/// Not inlined: a processor that guesses at what lies on the stack (Zen's) does so wrongly where the serializer is used
/// both by its place there and through a reference, and is a quarter slower.
#[inline(never)]
fn write<T: ?Sized + Serialize>(value: &T, serializer: &mut Serializer<'_>) -> Result<()> {
    value.serialize(&mut *serializer)?;
    serializer.check_level()
}
