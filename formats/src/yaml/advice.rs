//! What is wrong with a YAML text, and how to fix it.

use super::super::fault::{Fault, NON_FINITE_HELP, non_finite};
use super::tab;
use serde_saphyr::Error;
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::granit_parser::{ErrorKind, ScanError};
use std::borrow::Cow;

const TOO_DEEP: (&str, &str) = ("nested deeper than 128 levels", "reduce the nesting");
const WRONG_TAG: (&str, &str) = ("the value does not fit its tag", "remove the tag, or correct the value");
const EXPANSION: (&str, &str) = (
    "expanding the aliases exceeds the limit",
    "TOON has no references: write out what is needed, without aliases of aliases",
);
const QUOTE_IT: &str = "quote a string that YAML would read as something else, as in `key: \"- text: more\"`";
const INDENT: &str = "indent with spaces: indent sibling entries equally, and nested content further";

/// A tag that has no meaning in JSON.
pub(super) fn of_tag(place: (u64, u64), tag: &str) -> Fault {
    let is_name = |name: &&str| name.chars().all(|char| char.is_alphanumeric() || matches!(char, '_' | '-'));
    let help = match tag.strip_prefix('!').filter(is_name) {
        Some(name) => format!(
            "TOON has no tags: write it as a key, as in `{{{name}: value}}`, or use `toon encode --tags drop`"
        ),
        None => "TOON has no tags: remove it, or use `toon encode --tags drop`".to_owned(),
    };
    Fault::new(place, format!("the tag `{tag}` would be lost"), help)
}

/// A number with more digits than other YAML readers keep.
pub(super) fn of_long_integer(place: (u64, u64), value: &str) -> Fault {
    Fault::new(place, too_long(value), "quote it, to keep its digits as a string")
}

/// The same, with the tag of an integer.
pub(super) fn of_long_tagged_integer(place: (u64, u64), value: &str) -> Fault {
    Fault::new(place, too_long(value), "remove the tag and quote it, to keep its digits as a string")
}

fn too_long(value: &str) -> String {
    format!("the integer {} does not fit into 64 bits", shorten(value))
}

/// A key that another entry of the same mapping has.
pub(super) fn of_duplicate(place: (u64, u64), key: &str) -> Fault {
    let message = format!("duplicate key `{}`", shorten(key));
    Fault::new(place, message, "remove or rename one of the two keys")
}

/// A scalar with the tag of another type.
pub(super) fn of_wrong_tag(place: (u64, u64)) -> Fault {
    Fault::new(place, WRONG_TAG.0, WRONG_TAG.1)
}

/// Aliases that repeat too much.
pub(super) fn of_expansion(place: (u64, u64)) -> Fault {
    Fault::new(place, EXPANSION.0, EXPANSION.1)
}

/// A mistake in the syntax of `text`.
pub(super) fn of_syntax(error: &ScanError, text: &str) -> Fault {
    let marker = error.marker();
    let place = (marker.line() as u64, marker.col() as u64 + 1);
    let (before, rest) = marker.byte_offset().and_then(|at| text.split_at_checked(at)).unwrap_or_default();
    let line = before.rsplit(['\r', '\n']).next().unwrap_or_default();
    if let Some(place) = tab::place(error.kind(), place, line, rest) {
        return Fault::new(
            place,
            "a tab where YAML allows only spaces",
            "indent with spaces instead of tabs",
        );
    }
    let (message, help) = describe(error.kind(), line, rest);
    Fault::new(place, message, help)
}

/// The message and the help for a mistake between `line`, the beginning of its line, and `rest`.
#[expect(clippy::too_many_lines, reason = "one kind after the other")]
fn describe(kind: &ErrorKind, line: &str, rest: &str) -> (Cow<'static, str>, Cow<'static, str>) {
    use ErrorKind as Kind;
    let help = match kind {
        Kind::RecursionLimitExceeded => return (TOO_DEEP.0.into(), TOO_DEEP.1.into()),
        Kind::UnknownAnchor => {
            let alias: String = rest.chars().take_while(|char| !char.is_whitespace()).take(40).collect();
            let message = format!("the alias `{alias}` has no anchor");
            let help = "define it further up in the same document, as in `&name value`, or quote a string that begins with `*`";
            return (message.into(), help.into());
        }
        Kind::UnclosedQuotedScalar | Kind::DocumentIndicatorInQuotedScalar => {
            "close the string with the quote that it begins with; a string with quotes in it is written as 'say \"hi\"' or \"it's\""
        }
        Kind::InvalidTrailingSingleQuotedScalar | Kind::InvalidTrailingDoubleQuotedScalar => {
            let message = "text after a closing quote";
            let help = "quote the whole value, with a quote inside it written as \\\" between double quotes and as '' between single quotes";
            return (message.into(), help.into());
        }
        Kind::UnknownQuotedScalarEscape
        | Kind::InvalidQuotedScalarHexEscape
        | Kind::InvalidLowSurrogateHexEscape
        | Kind::InvalidLowSurrogate
        | Kind::MissingLowSurrogate
        | Kind::UnpairedLowSurrogate
        | Kind::InvalidUnicodeEscape => {
            let message = "invalid escape sequence";
            let help = "write a backslash as \\\\, or use single quotes, in which nothing is escaped";
            return (message.into(), help.into());
        }
        Kind::UnclosedFlowCollection { open } | Kind::MismatchedFlowCollectionEnd { open, .. } => {
            let close = if *open == '[' { ']' } else { '}' };
            return (
                sentence(kind),
                format!("close it with `{close}`, or quote a string that begins with `{open}`").into(),
            );
        }
        Kind::UnexpectedEofFlowSequence | Kind::ExpectedFlowSequenceSeparator => {
            let message = "expected `,` or `]` in a list in brackets";
            return (message.into(), "close the list with `]`, and separate its elements with commas".into());
        }
        Kind::UnexpectedEofFlowMapping
        | Kind::UnexpectedEofImplicitFlowMapping
        | Kind::ExpectedFlowMappingSeparator => {
            let message = "expected `,` or `}` in a mapping in braces";
            return (
                message.into(),
                "close the mapping with `}`, and separate its entries with commas".into(),
            );
        }
        Kind::MisplacedFlowCollectionEnd => "remove the bracket, or quote a string that contains one",
        Kind::MappingValueNotAllowed
        | Kind::InvalidColonPlacement
        | Kind::FlowMappingValueAdjacentCollection => {
            let message = "mapping values are not allowed here";
            let help = if line.contains(": ") {
                "quote a string that contains a colon and a space, and begin each key on a line of its own"
            } else {
                "indent the key like those before it, and close the brackets and quotes above"
            };
            return (message.into(), help.into());
        }
        Kind::MappingKeyNotAllowed | Kind::InvalidMappingValueWhitespace => {
            "begin each key on a line of its own, with a colon and a space after it"
        }
        Kind::SimpleKeyExpected | Kind::InvalidSimpleKey => {
            let message = "expected a colon after a key";
            let help = "write `key: value`, with the space, and indent a text that continues the line above";
            return (message.into(), help.into());
        }
        Kind::ExpectedBlockMappingKey | Kind::UnexpectedEofBlockMapping => {
            return ("expected a key, as on the lines before".into(), INDENT.into());
        }
        Kind::ExpectedBlockSequenceEntry | Kind::UnexpectedEofBlockSequence => {
            return ("expected `- `, as on the lines before".into(), INDENT.into());
        }
        Kind::BlockEntryInFlowCollection
        | Kind::BlockSequenceEntryNotAllowed
        | Kind::InvalidBlockEntryWhitespace
        | Kind::PlainScalarStartsWithDashFlowIndicator => {
            let message = "a list item is not allowed here";
            let help =
                "begin each item on a line of its own, below its key, or quote a string that begins with `-`";
            return (message.into(), help.into());
        }
        Kind::InvalidIndentation
        | Kind::InvalidBlockScalarIndent
        | Kind::InvalidQuotedScalarIndent
        | Kind::InvalidFlowScalarIndent => INDENT,
        Kind::UnexpectedCharacter { character } => {
            let message = match character {
                '`' => "a backtick cannot begin a value".to_owned(),
                other => format!("`{}` cannot begin a value", other.escape_default()),
            };
            return (message.into(), "quote the whole string".into());
        }
        Kind::ZeroBlockScalarIndent | Kind::InvalidBlockScalarHeader => {
            let message = "text after a block scalar indicator";
            return (
                message.into(),
                "begin the text below `|` or `>`, or quote a string that begins with one".into(),
            );
        }
        Kind::CommentNotSeparated => "write a space before `#`, or quote the string",
        Kind::CommentInterceptedScalar => {
            let message = "a comment inside a multi-line string";
            return (message.into(), "remove the comment, or quote a string that contains ` #`".into());
        }
        Kind::MissingAnchorOrAliasName => {
            let message = "expected the name of an anchor or alias";
            return (message.into(), "quote a string that begins with `&` or `*`".into());
        }
        Kind::UndeclaredTagHandle => {
            let message = "the first part of this tag is not declared";
            return (
                message.into(),
                "TOON has no tags: remove it, or quote a string that begins with `!`".into(),
            );
        }
        Kind::ExpectedTagBang
        | Kind::InvalidGlobalTagCharacter
        | Kind::InvalidTagTerminator
        | Kind::MissingTagUri
        | Kind::UnclosedVerbatimTag
        | Kind::InvalidTagEscape
        | Kind::InvalidTagUtf8LeadingByte
        | Kind::InvalidTagUtf8TrailingByte
        | Kind::InvalidTagUtf8 => "quote a string that begins with `!`",
        Kind::DuplicateVersionDirective
        | Kind::UnsupportedYamlMajorVersion
        | Kind::DuplicateTagDirective
        | Kind::ExpectedDocumentStart
        | Kind::MissingDocumentEndBeforeDirective
        | Kind::InvalidDocumentEnd => {
            "separate documents with a line `---`; a line that begins with `%` is a directive, which may only come before one"
        }
        Kind::BomInsideDocument => "remove the byte-order mark, which may only come first in a file",
        _ => QUOTE_IT,
    };
    (sentence(kind), help.into())
}

/// The parser's message, without what it was doing.
fn sentence(kind: &ErrorKind) -> Cow<'static, str> {
    let message = kind.to_string();
    let message = match message.strip_prefix("while ").and_then(|rest| rest.split_once(", ")) {
        Some((_, found)) => found.to_owned(),
        None => message,
    };
    message.replace("did not find expected", "expected").into()
}

/// A mistake that the values of the text show.
pub(super) fn of_value(error: &Error) -> Fault {
    let location = error.locations().map(|locations| locations.reference_location);
    // Without a place, the line is 0.
    let place = location.map(|location| (location.line(), location.column()));
    let place = place.filter(|(line, _)| *line > 0).unwrap_or((1, 1));
    let (message, help): (Cow<'static, str>, _) = match cause(error) {
        Error::DuplicateMappingKey { key, .. } => {
            return of_duplicate(place, key.as_deref().unwrap_or_default());
        }
        Error::NonFiniteFloat { value, .. } => (non_finite(&shorten(value)).into(), NON_FINITE_HELP),
        Error::InvalidScalar { .. }
        | Error::TaggedScalarCannotDeserializeIntoString { .. }
        | Error::InvalidBooleanStrict { .. }
        | Error::UnsupportedTag { .. } => (WRONG_TAG.0.into(), WRONG_TAG.1),
        Error::NullIntoString { .. } | Error::Unexpected { expected: "string scalar", .. } => {
            ("a key must be a string".into(), "quote the key; a list or mapping cannot be one")
        }
        Error::MergeValueNotMapOrSeqOfMaps { .. } => (
            "`<<` merges a mapping, or a list of mappings".into(),
            "write an alias such as `<<: *name`, or quote the key to keep it",
        ),
        Error::RecursiveReferencesRequireWeakTypes { .. } => {
            ("an alias within its own anchor".into(), "TOON has no references: write the value out")
        }
        Error::Budget { breach: BudgetBreach::Depth { .. }, .. } => (TOO_DEEP.0.into(), TOO_DEEP.1),
        Error::Budget { .. }
        | Error::AliasReplayCounterOverflow { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => (EXPANSION.0.into(), EXPANSION.1),
        other => {
            // The message contains the position, and ends with advice for programmers.
            let message = other.to_string();
            let ends = [" at line ", "; use ", " (defined"];
            let end = ends.into_iter().filter_map(|end| message.find(end)).min();
            (message.get(..end.unwrap_or(message.len())).unwrap_or_default().to_owned().into(), QUOTE_IT)
        }
    };
    Fault::new(place, message, help)
}

/// The error itself, which may be inside an alias.
fn cause(error: &Error) -> &Error {
    match error.without_snippet() {
        Error::AliasError { error, .. } => cause(error),
        error => error,
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= 40 {
        return text.to_owned();
    }
    text.chars().take(39).chain(['…']).collect()
}
