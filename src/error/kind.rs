//! Every reason for which reading or writing fails, with its figures.

use alloc::format;
use alloc::string::String;

/// What went wrong, with its figures.
///
/// ```
/// use toon::ErrorKind;
///
/// let error = toon::from_str::<Vec<u8>>("[3]: 1,2").unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::CountMismatch { expected: 3, found: 2 }));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    // -- options --
    /// [`EncodeOptions::indent`](crate::EncodeOptions::indent) or
    /// [`DecodeOptions::indent`](crate::DecodeOptions::indent) was not 1 to 16.
    #[error("indent must be 1 to 16 spaces, not {spaces}")]
    InvalidIndent {
        /// The spaces asked for.
        spaces: usize,
    },

    /// An option that the normal form does not support: specification 3, key folding, path expansion and the like.
    #[error("the normal form does not support {option}")]
    RefusedOption {
        /// The option.
        option: &'static str,
    },

    // -- writing --
    /// A map key is neither a string nor a scalar that has a text.
    #[error("map key must be a string, an integer, a finite float, a bool, a char or a unit variant")]
    InvalidKey,
    /// A `Serialize` implementation gave a map value without a key, or a key without a value.
    #[error("map entry without a {missing}")]
    IncompleteEntry {
        /// `"key"` or `"value"`.
        missing: &'static str,
    },
    /// A `Serialize` implementation wrote a second value after the root.
    #[error("the document is complete: a second root value has no place in it")]
    SecondRoot,
    /// A `Serialize` implementation went on after an error instead of passing it up.
    #[error("an earlier error was ignored, so the document cannot be completed")]
    AlreadyFailed,
    /// A field that `#[toon(cell)]` or a function of the user's vouches for is no scalar.
    #[error("an array or object where a row promises a cell")]
    NotACell,
    /// [`EncodeOptions::level`](crate::EncodeOptions) is none of those that the value's types have.
    #[error("no type in the value knows the level {level:?}: there are {known}")]
    UnknownLevel {
        /// The level asked for.
        level: String,
        /// Those that there are, with commas between them.
        known: String,
    },
    /// JSON text that is none (feature `json`).
    #[error("invalid JSON: {message}")]
    InvalidJson {
        /// What is wrong with it, or missing.
        message: String,
    },
    /// `serde_json`'s `RawValue` was written without this crate's feature `json`.
    #[error("raw JSON needs the feature `json`")]
    RawJson,

    // -- both ways --
    /// The same key twice in one object (§14.3).
    #[error("key {key:?} stands twice in one object")]
    DuplicateKey {
        /// The key, unescaped.
        key: String,
    },
    /// The value or text nests deeper than `max_depth`.
    #[error("nested deeper than {limit} levels")]
    DepthLimit {
        /// The greatest depth allowed.
        limit: usize,
    },
    /// A reader or writer failed.
    #[cfg(feature = "std")]
    #[error("{0}")]
    Io(std::io::Error),
    /// A type's own message.
    #[error("{0}")]
    Custom(String),

    // -- reading: characters and tokens --
    /// The bytes are no UTF-8 (§4).
    #[error("ill-formed UTF-8")]
    InvalidUtf8,
    /// An escape sequence that §7.1 does not know.
    #[error("invalid escape sequence `{escape}`")]
    InvalidEscape {
        /// The sequence as it stands, backslash first.
        escape: String,
    },
    /// A quoted string without its closing quote (§7.1).
    #[error("string without a closing quote")]
    UnterminatedString,
    /// Characters between a closing quote and the end of its token (§7.4).
    #[error("text after a closing quote")]
    TextAfterQuote,

    // -- reading: headers (§6) --
    /// The length in the brackets is no decimal integer without leading zeros, or what follows it is no
    /// delimiter and no keyed marker.
    #[error("malformed bracket segment `[{text}]`")]
    InvalidBracket {
        /// What stands between the brackets.
        text: String,
    },
    /// `[` without its `]`.
    #[error("bracket segment without its `]`")]
    UnclosedBracket,
    /// A space or tab where a header allows none.
    #[error("white space inside a header")]
    HeaderSpace,
    /// Something other than `{` or `:` behind `]`, or other than `:` behind `}`.
    #[error("unexpected text inside a header")]
    HeaderText,
    /// A header that does not end in a colon.
    #[error("header without its colon")]
    MissingHeaderColon,
    /// `{}` in a header.
    #[error("empty field list")]
    EmptyFieldList,
    /// A field entry without a name: `{a,}` or `{a,{b}}`.
    #[error("field without a name")]
    EmptyFieldName,
    /// `{` without its `}`.
    #[error("field list without its `}}`")]
    UnclosedFieldList,
    /// A field list that uses another delimiter than its bracket segment declares.
    #[error("field list uses {found:?} but its brackets declare {expected:?}")]
    FieldDelimiter {
        /// The delimiter that the bracket segment declares.
        expected: char,
        /// The one that stands in the field list.
        found: char,
    },
    /// The same name twice in one field list (§9.3).
    #[error("field {name:?} stands twice in one field list")]
    DuplicateField {
        /// The name, unescaped.
        name: String,
    },
    /// `[N:]` without a field list (§9.5).
    #[error("keyed header without a field list")]
    MissingFieldList,
    /// Content behind the colon of a header with a field list.
    #[error("content after the colon of a header with a field list")]
    ContentAfterFields,
    /// A header without a key where it needs one.
    #[error("header without a key")]
    KeylessHeader,

    // -- reading: lines --
    /// A tab in a line's indentation (§12).
    #[error("tab in the indentation")]
    TabIndentation,
    /// Indentation that is no multiple of the unit (§12).
    #[error("indented by {spaces} spaces, which is no multiple of {unit}")]
    UnevenIndentation {
        /// The spaces in front of the line.
        spaces: usize,
        /// The spaces of one level.
        unit: usize,
    },
    /// The first line of a scope stands too deep (§8).
    #[error("indented by {} where {expected} would open the scope", counted(*found as u64, "level"))]
    DepthJump {
        /// The depth that the scope's lines have.
        expected: usize,
        /// The line's depth.
        found: usize,
    },
    /// A line that belongs to no scope: the line above opens none (§8).
    #[error("indented by {} where the lines of this scope have {expected}", counted(*found as u64, "level"))]
    OverIndented {
        /// The depth of the enclosing scope's lines.
        expected: usize,
        /// The line's depth.
        found: usize,
    },
    /// A blank line between the rows, items or entries of a header (§12).
    #[error("blank line between the lines of a header")]
    BlankLine,
    /// A line of an object that is no `key: value` (§5.2).
    #[error("expected `key: value`, found a line without a colon")]
    MissingColon,
    /// A line under `key[N]:` that does not begin with `- ` (§9.4).
    #[error("expected a list item, found a line that does not begin with `- `")]
    NotAListItem,
    /// A line under `key[N]{…}:` with a colon in front of its first delimiter (§9.3).
    #[error("expected a row, found a line that looks like `key: value`")]
    NotARow,
    /// A line under `key[N:]{…}:` without a colon (§9.5).
    #[error("expected an entry row `key: cells`, found a line without a colon")]
    NotAnEntryRow,
    /// A line after the document's root array or root table (§5).
    #[error("content after the end of the document")]
    TrailingContent,

    // -- reading: figures --
    /// The declared length is not the number of values, items, rows or entries (§14.1).
    #[error("declared {expected} but found {found}")]
    CountMismatch {
        /// The declared length; lengths beyond `u64` are given as its greatest value.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// A row has more or fewer cells than the header has leaf fields (§14.1).
    #[error(
        "row with {} under a header with {}", counted(*found, "cell"), counted(*expected, "field")
    )]
    WidthMismatch {
        /// The leaf fields of the header.
        expected: u64,
        /// The cells of the row.
        found: u64,
    },
    /// With [`expand_paths`](crate::DecodeOptions::expand_paths), two keys claim the same place.
    #[error("dotted key {key:?} collides with another key")]
    ExpansionConflict {
        /// The key as written, unescaped.
        key: String,
    },

    // -- reading: the normal form --
    /// A document that says it is a normal form, but is a broken one (feature `normal`).
    #[error("invalid normal form: {message}")]
    InvalidForm {
        /// What is wrong with it.
        message: String,
    },
    /// A normal form of a version that this crate does not know.
    #[error("normal form of version {version}, written by a newer version of this library")]
    NewerForm {
        /// The version, as it is written.
        version: String,
    },
    /// A normal form that expands to more text than allowed.
    #[error("the normal form expands to more than {limit} bytes")]
    OutputLimit {
        /// The bytes allowed.
        limit: usize,
    },
    /// JSON text where TOON was expected.
    #[error("the text is JSON, not TOON")]
    IsJson,

    // -- reading: types --
    /// A value of another type than the target wants.
    #[error("invalid type: {unexpected}, expected {expected}")]
    InvalidType {
        /// What the text holds.
        unexpected: String,
        /// What the target wants.
        expected: String,
    },
    /// A value of the right type that the target refuses.
    #[error("invalid value: {unexpected}, expected {expected}")]
    InvalidValue {
        /// What the text holds.
        unexpected: String,
        /// What the target wants.
        expected: String,
    },
    /// More or fewer elements than the target takes.
    #[error("invalid length {length}, expected {expected}")]
    InvalidLength {
        /// The elements there are.
        length: usize,
        /// What the target wants.
        expected: String,
    },
    /// The target took the first elements or entries and left the others.
    #[error("{left} more than the target takes")]
    UnreadElements {
        /// How many it left.
        left: usize,
    },
    /// A field that the target needs is not there.
    #[error("missing field `{field}`")]
    MissingField {
        /// The field's name.
        field: &'static str,
    },
    /// A field that the target does not know.
    #[error("unknown field `{field}`{}", Expected(.expected))]
    UnknownField {
        /// The field's name.
        field: String,
        /// The names that the target knows.
        expected: &'static [&'static str],
    },
    /// A variant that the enum does not have.
    #[error("unknown variant `{variant}`{}", Expected(.expected))]
    UnknownVariant {
        /// The variant's name.
        variant: String,
        /// The names that the enum has.
        expected: &'static [&'static str],
    },
    /// A number that the target's type cannot hold (§4).
    #[error("number {number} is out of range")]
    NumberOutOfRange {
        /// The number as written, shortened when long.
        number: String,
    },
    /// A [`Deserializer`](crate::Deserializer) was asked for a second value.
    #[error("the document has been read already")]
    AlreadyRead,
}

/// `, expected one of …`, or that there is nothing to expect.
struct Expected<'a>(&'a [&'static str]);

impl core::fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            [] => f.write_str(", there are none"),
            [one] => write!(f, ", expected `{one}`"),
            [first, rest @ ..] => {
                write!(f, ", expected one of `{first}`")?;
                rest.iter().try_for_each(|name| write!(f, ", `{name}`"))
            }
        }
    }
}

/// `1 level`, `2 levels`.
pub(super) fn counted(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
