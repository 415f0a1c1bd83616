//! The reasons why reading or writing can fail.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display};

/// The category of an [`Error`](crate::Error), for programs that react to it.
///
/// ```
/// use toon::Category;
///
/// let category = |text| toon::from_str::<Vec<u8>>(text).unwrap_err().classify();
/// assert_eq!(category("[2]: \"\\x\",2"), Category::Syntax);
/// assert_eq!(category("[1]: 1,2"), Category::Structure);
/// assert_eq!(category("[1]: word"), Category::Data);
/// assert_eq!(category("[3]:\n  - 1"), Category::Eof);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Category {
    /// Characters, tokens, headers or indentation that the format does not allow.
    Syntax,
    /// Well-formed lines that do not fit together: counts, widths, depths, duplicates.
    Structure,
    /// Valid text whose value the target rejects, or a value that cannot be written.
    Data,
    /// The text ended prematurely, for example within a string or a table.
    Eof,
    /// A reader or writer failed.
    Io,
}

/// What went wrong, with the numbers and names that belong to it.
///
/// ```
/// use toon::ErrorKind;
///
/// let error = toon::from_str::<Vec<u8>>("[3]: 1,2").unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::CountMismatch { expected: 3, found: 2, .. }));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    // -- options --
    /// [`EncodeOptions::indent`](crate::EncodeOptions::indent) or
    /// [`DecodeOptions::indent`](crate::DecodeOptions::indent) was not 1 to 16.
    #[error("indent must be 1 to 16 spaces, not {spaces}")]
    #[non_exhaustive]
    InvalidIndent {
        /// The requested number of spaces.
        spaces: usize,
    },

    /// The name of an option's value is unknown. Only occurs when the value of an option is parsed
    /// ([`Delimiter`](crate::Delimiter) and the other enums of options).
    #[error("unknown {option} {name:?}{}", OneOf(.expected.iter(), "names"))]
    #[non_exhaustive]
    UnknownChoice {
        /// The option: `"delimiter"`, `"key folding"` and so on.
        option: &'static str,
        /// The unknown name, shortened when long.
        name: String,
        /// The names of the option's values.
        expected: &'static [&'static str],
    },

    /// An option that the normal form does not support, such as specification 3, key folding or
    /// path expansion.
    #[error("the normal form does not support {option}")]
    #[non_exhaustive]
    UnsupportedOption {
        /// The name of the option.
        option: &'static str,
    },

    // -- writing --
    /// A map key is neither a string nor a scalar that can be written as one.
    #[error("map key must be a string, an integer, a finite float, a bool, a char or a unit variant")]
    InvalidKey,
    /// A `Serialize` implementation wrote a map value without a key, or a key without a value.
    #[error("map entry without a {missing}")]
    #[non_exhaustive]
    IncompleteEntry {
        /// `"key"` or `"value"`.
        missing: &'static str,
    },
    /// A `Serialize` implementation wrote a second value after the root.
    #[error("the document is already complete: it cannot contain a second root value")]
    SecondRoot,
    /// A `Serialize` implementation continued after an error instead of returning it.
    #[error("an earlier error was ignored, so the document cannot be completed")]
    AlreadyFailed,
    /// A field marked `#[toon(cell)]` or written by a `with` function is not a scalar.
    #[error("expected a scalar in a table cell, found an array or object")]
    NotACell,
    /// A row does not have the columns of its table, which have already been written.
    #[error("row {row} does not fit the table: {}{problem}", InColumn(.column.as_deref()))]
    #[non_exhaustive]
    RowMisfit {
        /// The number of the row, counted from 1.
        row: usize,
        /// The column that is missing, unexpected, or has another kind of value, with the groups
        /// around it, joined by dots. `None` if it is the row itself that is not an object.
        column: Option<String>,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// [`EncodeOptions::level`](crate::EncodeOptions::level) names a level that none of the value's
    /// types has.
    #[error("unknown level {level:?}{}", OneOf(.known.iter(), "levels"))]
    #[non_exhaustive]
    UnknownLevel {
        /// The requested level.
        level: String,
        /// The existing levels.
        known: Vec<&'static str>,
    },
    /// [`EncodeOptions::fields`](crate::EncodeOptions::fields) names a field that the value's types
    /// do not have, or no field of the value's objects.
    #[error("unknown field {path:?}{}", OneOf(.known.iter(), "fields"))]
    #[non_exhaustive]
    UnknownFieldPath {
        /// The requested path.
        path: String,
        /// The existing fields at the end of the path, or some of them.
        known: Vec<String>,
    },
    /// [`EncodeOptions::fields`](crate::EncodeOptions::fields) contains an empty path.
    #[error("empty field path")]
    EmptyFieldPath,
    /// The text is not valid JSON (feature `json`).
    #[error("invalid JSON: {message}")]
    #[non_exhaustive]
    InvalidJson {
        /// What is wrong with it.
        message: String,
    },
    /// `serde_json`'s `RawValue` was written without this crate's feature `json`.
    #[error("raw JSON requires the feature `json`")]
    RawJson,

    // -- both ways --
    /// The same key twice in one object (§14.3).
    #[error("duplicate key {key:?}")]
    #[non_exhaustive]
    DuplicateKey {
        /// The key, unescaped.
        key: String,
    },
    /// The value or text is nested deeper than `max_depth`, or has more than 1,024 `Some`s and
    /// newtypes around each other.
    #[error("nested deeper than {limit} levels")]
    #[non_exhaustive]
    DepthLimit {
        /// The maximum depth.
        limit: usize,
    },
    /// A reader or writer failed.
    #[cfg(feature = "std")]
    #[error("{0}")]
    Io(std::io::Error),
    /// The message of a `Serialize` or `Deserialize` implementation.
    #[error("{0}")]
    Custom(String),

    // -- reading: characters and tokens --
    /// The bytes are not valid UTF-8 (§4).
    #[error("invalid UTF-8")]
    InvalidUtf8,
    /// An escape sequence that §7.1 does not define.
    #[error("invalid escape sequence `{escape}`")]
    #[non_exhaustive]
    InvalidEscape {
        /// The sequence as written, including the backslash.
        escape: String,
    },
    /// A quoted string without its closing quote (§7.1).
    #[error("unterminated string")]
    UnterminatedString,
    /// Characters between a closing quote and the end of its token (§7.4).
    #[error("unexpected text after a closing quote")]
    TextAfterQuote,

    // -- reading: headers (§6) --
    /// The length in the brackets is not a decimal integer without leading zeros, or is followed by
    /// something other than a delimiter or the keyed marker.
    #[error("malformed bracket segment `[{text}]`")]
    #[non_exhaustive]
    InvalidBracket {
        /// The text between the brackets.
        text: String,
    },
    /// `[` without its `]`.
    #[error("unclosed bracket segment, expected `]`")]
    UnclosedBracket,
    /// A space or tab where a header does not allow one.
    #[error("unexpected whitespace in a header")]
    HeaderSpace,
    /// Something other than `{` or `:` after `]`, or other than `:` after `}`.
    #[error("unexpected text in a header")]
    HeaderText,
    /// A header that does not end in a colon.
    #[error("expected `:` at the end of a header")]
    MissingHeaderColon,
    /// `{}` in a header.
    #[error("empty field list")]
    EmptyFieldList,
    /// A field entry without a name: `{a,}` or `{a,{b}}`.
    #[error("empty field name")]
    EmptyFieldName,
    /// `{` without its `}`.
    #[error("unclosed field list, expected `}}`")]
    UnclosedFieldList,
    /// A field list that uses another delimiter than its bracket segment declares.
    #[error("field list uses delimiter {found:?}, but the brackets declare {expected:?}")]
    #[non_exhaustive]
    FieldDelimiter {
        /// The delimiter that the bracket segment declares.
        expected: char,
        /// The delimiter that the field list uses.
        found: char,
    },
    /// The same name twice in one field list (§9.3).
    #[error("duplicate field {name:?} in a field list")]
    #[non_exhaustive]
    DuplicateField {
        /// The name, unescaped.
        name: String,
    },
    /// `[N:]` without a field list (§9.5).
    #[error("keyed header without a field list")]
    MissingFieldList,
    /// Content after the colon of a header with a field list.
    #[error("unexpected content after the colon of a header with a field list")]
    ContentAfterFields,
    /// A header without a key where it needs one.
    #[error("header without a key")]
    KeylessHeader,

    // -- reading: lines --
    /// A tab in a line's indentation (§12).
    #[error("tab in indentation")]
    TabIndentation,
    /// Indentation that is not a multiple of the unit (§12).
    #[error("indentation of {} is not a multiple of {unit}", counted(*spaces as u64, "space"))]
    #[non_exhaustive]
    UnevenIndentation {
        /// The spaces at the start of the line.
        spaces: usize,
        /// The spaces of one level.
        unit: usize,
    },
    /// The first line of a scope is indented too deep (§8).
    #[error("expected {}, found {}", indentation(*expected), counted(*found as u64, "level"))]
    #[non_exhaustive]
    DepthJump {
        /// The depth of the scope's lines.
        expected: usize,
        /// The line's depth.
        found: usize,
    },
    /// A line that is deeper than its scope, where the line above opens no scope (§8).
    #[error("expected {}, found {}", indentation_up_to(*expected), counted(*found as u64, "level"))]
    #[non_exhaustive]
    OverIndented {
        /// The depth of the enclosing scope's lines.
        expected: usize,
        /// The line's depth.
        found: usize,
    },
    /// A blank line between the rows, items or entries of a header (§12).
    #[error("blank line between rows, items or entries")]
    BlankLine,
    /// A line of an object that is not `key: value` (§5.2).
    #[error("expected `key: value`, found a line without a colon")]
    MissingColon,
    /// A line under `key[N]:` that does not begin with `- ` (§9.4).
    #[error("expected a list item, found a line that does not begin with `- `")]
    NotAListItem,
    /// A line under `key[N]{…}:` with a colon before its first delimiter (§9.3).
    #[error("expected a row, found a line that looks like `key: value`")]
    NotARow,
    /// A line under `key[N:]{…}:` without a colon (§9.5).
    #[error("expected an entry row `key: cells`, found a line without a colon")]
    NotAnEntryRow,
    /// A line after the document's root array or root table (§5).
    #[error("unexpected content after the end of the document")]
    TrailingContent,

    // -- reading: counts and keys --
    /// The declared length differs from the number of values, items, rows or entries (§14.1).
    #[error("header declares {}, found {found}", counted(*expected, "element"))]
    #[non_exhaustive]
    CountMismatch {
        /// The declared length.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// A declared length that exceeds `u64::MAX`, so that no number of elements can match it (§6,
    /// §14.1).
    #[error("header declares {declared} elements, found {found}")]
    #[non_exhaustive]
    HugeCount {
        /// The declared length as written, shortened when long.
        declared: String,
        /// The number found.
        found: u64,
    },
    /// A row has more or fewer cells than the header has leaf fields (§14.1).
    #[error(
        "row has {}, but the header has {}", counted(*found, "cell"), counted(*expected, "field")
    )]
    #[non_exhaustive]
    WidthMismatch {
        /// The leaf fields of the header.
        expected: u64,
        /// The cells of the row.
        found: u64,
    },
    /// Two keys have the same path, with [`expand_paths`](crate::DecodeOptions::expand_paths).
    #[error("dotted key {key:?} conflicts with another key")]
    #[non_exhaustive]
    ExpansionConflict {
        /// The key as written, unescaped.
        key: String,
    },

    // -- reading: the normal form --
    /// A document that claims to be in normal form, but is malformed (`toon-normal`).
    #[error("invalid normal form: {message}")]
    #[non_exhaustive]
    InvalidForm {
        /// What is wrong with it.
        message: String,
    },
    /// A normal form of a newer version than this crate supports.
    #[error("normal form version {version} is not supported by this version of the library")]
    #[non_exhaustive]
    NewerForm {
        /// The version, as written.
        version: String,
    },
    /// A normal form that expands to more text than `max_output` allows.
    #[error("the normal form expands to more than {limit} bytes")]
    #[non_exhaustive]
    OutputLimit {
        /// The maximum number of bytes.
        limit: usize,
    },
    /// JSON text where TOON was expected.
    #[error("expected TOON, found JSON")]
    IsJson,

    // -- reading: types --
    /// A value of a different type than the target expects.
    #[error("invalid type: {unexpected}, expected {expected}")]
    #[non_exhaustive]
    InvalidType {
        /// What the text holds.
        unexpected: String,
        /// What the target expects.
        expected: String,
    },
    /// A value of the right type that the target rejects.
    #[error("invalid value: {unexpected}, expected {expected}")]
    #[non_exhaustive]
    InvalidValue {
        /// What the text holds.
        unexpected: String,
        /// What the target expects.
        expected: String,
    },
    /// More or fewer elements than the target expects.
    #[error("invalid length {length}, expected {expected}")]
    #[non_exhaustive]
    InvalidLength {
        /// The number of elements found.
        length: usize,
        /// What the target expects.
        expected: String,
    },
    /// The target read the first elements or entries and left the others unread.
    #[error("expected end of sequence, found {}", counted(*left as u64, "more element"))]
    #[non_exhaustive]
    UnreadElements {
        /// The number of unread elements.
        left: usize,
    },
    /// A field that the target requires is missing.
    #[error("missing field `{field}`")]
    #[non_exhaustive]
    MissingField {
        /// The field's name.
        field: &'static str,
    },
    /// A field that the target does not have.
    #[error("unknown field `{field}`{}", OneOf(.expected.iter(), "fields"))]
    #[non_exhaustive]
    UnknownField {
        /// The field's name.
        field: String,
        /// The fields that the target has.
        expected: &'static [&'static str],
    },
    /// A variant that the enum does not have.
    #[error("unknown variant `{variant}`{}", OneOf(.expected.iter(), "variants"))]
    #[non_exhaustive]
    UnknownVariant {
        /// The variant's name.
        variant: String,
        /// The variants that the enum has.
        expected: &'static [&'static str],
    },
    /// A number that the target's type cannot hold (§4).
    #[error("number {number} is out of range")]
    #[non_exhaustive]
    NumberOutOfRange {
        /// The number as written, shortened when long.
        number: String,
    },
    /// [`Rows::at`](crate::Rows::at) was asked for a path that does not exist.
    #[error("unknown key {key:?} in path {path:?}{}", OneOf(.known.iter(), "keys"))]
    #[non_exhaustive]
    UnknownPath {
        /// The requested path.
        path: String,
        /// The segment at which it fails.
        key: String,
        /// The first few keys that exist there.
        known: Vec<String>,
    },
    /// A second value was requested from a [`Deserializer`](crate::Deserializer).
    #[error("the document has already been read")]
    AlreadyRead,
}

/// Displays `column "…": `, if there is a column.
struct InColumn<'a>(Option<&'a str>);

impl Display for InColumn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |column| write!(f, "column {column:?}: "))
    }
}

/// Displays `, expected one of …`, or `, but there are no …` if there are no names.
struct OneOf<I>(I, &'static str);

impl<I: Iterator<Item: Display> + Clone> Display for OneOf<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OneOf(names, noun) = self;
        let mut names = names.clone().peekable();
        let Some(first) = names.next() else { return write!(f, ", but there are no {noun}") };
        let one_of = if names.peek().is_some() { "one of " } else { "" };
        write!(f, ", expected {one_of}`{first}`")?;
        names.try_for_each(|name| write!(f, ", `{name}`"))
    }
}

/// `no indentation`, `1 level of indentation`.
fn indentation(levels: usize) -> String {
    match levels {
        0 => String::from("no indentation"),
        levels => format!("{} of indentation", counted(levels as u64, "level")),
    }
}

fn indentation_up_to(levels: usize) -> String {
    let at_most = if levels == 0 { "" } else { "at most " };
    format!("{at_most}{}", indentation(levels))
}

/// `1 level`, `2 levels`.
pub(in crate::error) fn counted(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
