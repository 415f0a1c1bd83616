//! Options for encoding.

use super::selection::Selection;
use crate::text::dialect::{Delimiter, SpecVersion};
use alloc::{string::String, sync::Arc};

/// Whether a chain of single-key objects is written as one dotted key. This is an extension to the
/// specification.
///
/// A chain is folded if each of its objects has exactly one key, every segment matches
/// `[A-Za-z_][A-Za-z0-9_]*`, none is `__proto__`, `constructor` or `prototype`, and the dotted key
/// differs from all literal keys of its siblings. If folding is on, literal keys that contain a dot
/// are quoted, so that [`DecodeOptions::expand_paths`](crate::DecodeOptions::expand_paths) restores
/// exactly the same value.
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
///
/// It is displayed as, and parsed from, `off` and `safe`:
///
/// ```
/// use toon::KeyFolding;
///
/// assert_eq!("safe".parse::<KeyFolding>()?, KeyFolding::Safe);
/// assert_eq!(KeyFolding::Off.to_string(), "off");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyFolding {
    /// Never fold, as in the specification.
    #[default]
    Off,
    /// Fold wherever path expansion restores the same value.
    Safe,
}

/// Options for encoding.
///
/// The defaults are the specification's: [`to_string`](crate::to_string) is
/// `EncodeOptions::new().to_string`.
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
    /// Shared, so that cloning the options is cheap.
    pub(crate) fields: Option<Arc<Selection>>,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl EncodeOptions {
    /// Two spaces per level, commas, specification 4.4, no extensions.
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

    /// The number of spaces per level, 1 to 16; the default is 2 (§12). With any other number,
    /// encoding fails.
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

    /// The document delimiter, which every header declares (§11.1); the default is a comma.
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

    /// Whether chains of single-key objects become dotted keys; off by default. This is an
    /// extension, see [`KeyFolding`].
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

    /// The maximum number of segments that folding joins into one key; unlimited by default. With
    /// less than 2, nothing is folded. This is an extension.
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

    /// The version of the specification to write; the default is 4.4.
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

    /// The maximum nesting depth of a value; the default is 128. Only containers count (objects,
    /// arrays, and the variants of enums that are objects), and the root container is level 1. A
    /// deeper value is an error rather than a stack overflow.
    ///
    /// `Some`s and newtypes are not containers, but at most 1,024 of them may be nested around a
    /// value, regardless of this option. So endless nesting of these is an error, too.
    ///
    /// In an unoptimized build, each level takes 0.5 KiB of stack, plus what the value's own
    /// `serialize` takes (about 2 KiB for a derived struct with ten fields), and each `Some` or
    /// newtype takes 0.25 KiB. Each level of field groups takes 4.5 KiB where a table turns out to
    /// be a list. So the default is safe on a thread with a stack of 2 MiB.
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

    /// The level of detail for types that have levels ([`#[toon(level =
    /// "…")]`](mod@crate::attributes)): writes the fields of this level and the levels below it,
    /// and the fields without a level. By default, all fields are written. [`fields`](Self::fields)
    /// takes precedence.
    ///
    /// [`to_string`](Self::to_string), `to_vec` and `to_writer` fail if the value contains types
    /// with levels and none of them has this level. An empty list contains no such types; check its
    /// type with [`check_names`](Self::check_names).
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
    /// assert_eq!(error.to_string(), "unknown level \"all\", expected one of `minimal`, `standard`, `full`");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[cfg(feature = "derive")]
    #[cfg_attr(docsrs, doc(cfg(feature = "derive")))]
    #[must_use]
    pub fn level(mut self, name: impl Into<String>) -> Self {
        self.level = Some(Arc::from(name.into()));
        self
    }

    /// Writes only these fields, in this order: fields of the root object, or of the elements of
    /// the root array, and nested fields by path. By default, or if the list is empty, all fields
    /// are written in their own order.
    ///
    /// A path consists of keys joined by dots. Arrays are not part of a path: `projects.id` is the
    /// `id` of all projects. A key that contains a dot is quoted as in TOON text: `"a.b".c`;
    /// anything
    /// that is not a quoted string is taken literally. An enum variant is an object with one key,
    /// the variant's name; map keys are compared as text.
    ///
    /// - A field that is listed itself is written completely, even if other paths lead into it.
    /// - The fields of one object stay together, at the position of the first one listed.
    /// - If a path continues beyond a value that is neither an object nor an array, that value is
    ///   written: with `owner.country`, an `owner` that is `null` remains `null`, and a table with
    ///   such a row remains a table.
    /// - Objects and arrays along a path are written even if they contain none of the fields: an
    ///   element without any of them becomes an empty object, so that no element is lost.
    ///
    /// [`to_string`](Self::to_string), `to_vec` and `to_writer` fail, the latter after writing, if
    /// the value contains objects, but none of the fields, or if a path is empty. If structs that
    /// derive `toon::Serialize` occur where a field should be, each field must occur. The fields of
    /// other types are not known, nor are those of structs with a flattened field and of tagged
    /// enums; [`unknown_fields`](Self::unknown_fields) reports any that do not occur. An empty list
    /// contains no objects and is written as `[]`; check its type with `check_names`.
    ///
    /// The value is visited once, and fields that are not selected are not serialized. A field that
    /// comes before its turn is kept in memory until its object ends. Fields of JSON text are
    /// selected the same way (`toon::json`).
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
    ///
    /// let error = EncodeOptions::new().fields(["ID"]).to_string(&projects).unwrap_err();
    /// assert_eq!(error.to_string(), "unknown field \"ID\", expected one of `id`, `name`, `stars`, `owner`");
    /// assert_eq!(error.suggestion().unwrap(), "did you mean the field \"id\"?");
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

/// Getters. Their names begin with `get_`, because the setters have the plain names, as in
/// [`std::process::Command`](https://doc.rust-lang.org/std/process/struct.Command.html).
impl EncodeOptions {
    /// The number of spaces per level.
    ///
    /// ```
    /// assert_eq!(toon::EncodeOptions::new().get_indent(), 2);
    /// ```
    pub const fn get_indent(&self) -> usize {
        self.indent
    }

    /// The document delimiter.
    ///
    /// ```
    /// assert_eq!(toon::EncodeOptions::new().get_delimiter(), toon::Delimiter::Comma);
    /// ```
    pub const fn get_delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// Whether chains of single-key objects become dotted keys.
    ///
    /// ```
    /// assert_eq!(toon::EncodeOptions::new().get_key_folding(), toon::KeyFolding::Off);
    /// ```
    pub const fn get_key_folding(&self) -> KeyFolding {
        self.key_folding
    }

    /// The maximum number of segments that folding joins into one key; [`usize::MAX`] if it is
    /// unlimited.
    ///
    /// ```
    /// assert_eq!(toon::EncodeOptions::new().get_flatten_depth(), usize::MAX);
    /// ```
    pub const fn get_flatten_depth(&self) -> usize {
        self.flatten_depth
    }

    /// The version of the specification to write.
    ///
    /// ```
    /// assert_eq!(toon::EncodeOptions::new().get_spec(), toon::SpecVersion::V4);
    /// ```
    pub const fn get_spec(&self) -> SpecVersion {
        self.spec
    }

    /// The maximum nesting depth of a value.
    ///
    /// ```
    /// assert_eq!(toon::EncodeOptions::new().get_max_depth(), 128);
    /// ```
    pub const fn get_max_depth(&self) -> usize {
        self.max_depth
    }

    /// The level to write; `None` for all fields.
    ///
    /// ```
    /// use toon::EncodeOptions;
    ///
    /// assert_eq!(EncodeOptions::new().get_level(), None);
    /// assert_eq!(EncodeOptions::new().level("minimal").get_level(), Some("minimal"));
    /// ```
    #[cfg(feature = "derive")]
    #[cfg_attr(docsrs, doc(cfg(feature = "derive")))]
    pub fn get_level(&self) -> Option<&str> {
        self.level.as_deref()
    }

    /// The paths of the fields to write, as given; empty if all fields are written.
    ///
    /// ```
    /// let options = toon::EncodeOptions::new().fields(["name", "owner.country"]);
    /// assert!(options.get_fields().eq(["name", "owner.country"]));
    /// ```
    pub fn get_fields(&self) -> impl ExactSizeIterator<Item = &str> {
        self.fields.as_deref().map(Selection::paths).unwrap_or_default().iter().map(|(path, _)| path.as_str())
    }
}
