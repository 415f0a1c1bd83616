//! The category of each error kind, and advice on how to fix the text.

use super::cause::recount;
use super::expected::is_null_elsewhere;
use super::kind::{Category, ErrorKind, counted};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

pub(super) fn category(kind: &ErrorKind) -> Category {
    match kind {
        ErrorKind::InvalidUtf8
        | ErrorKind::InvalidJson { .. }
        | ErrorKind::InvalidEscape { .. }
        | ErrorKind::UnterminatedString
        | ErrorKind::TextAfterQuote
        | ErrorKind::InvalidBracket { .. }
        | ErrorKind::UnclosedBracket
        | ErrorKind::HeaderSpace
        | ErrorKind::HeaderText
        | ErrorKind::MissingHeaderColon
        | ErrorKind::EmptyFieldList
        | ErrorKind::EmptyFieldName
        | ErrorKind::UnclosedFieldList
        | ErrorKind::FieldDelimiter { .. }
        | ErrorKind::DuplicateField { .. }
        | ErrorKind::MissingFieldList
        | ErrorKind::ContentAfterFields
        | ErrorKind::KeylessHeader
        | ErrorKind::TabIndentation
        | ErrorKind::UnevenIndentation { .. }
        | ErrorKind::MissingColon
        | ErrorKind::IsJson => Category::Syntax,
        ErrorKind::DuplicateKey { .. }
        | ErrorKind::DepthLimit { .. }
        | ErrorKind::DepthJump { .. }
        | ErrorKind::OverIndented { .. }
        | ErrorKind::BlankLine
        | ErrorKind::NotAListItem
        | ErrorKind::NotARow
        | ErrorKind::NotAnEntryRow
        | ErrorKind::TrailingContent
        | ErrorKind::CountMismatch { .. }
        | ErrorKind::HugeCount { .. }
        | ErrorKind::WidthMismatch { .. }
        | ErrorKind::ExpansionConflict { .. }
        | ErrorKind::InvalidForm { .. }
        | ErrorKind::OutputLimit { .. } => Category::Structure,
        #[cfg(feature = "std")]
        ErrorKind::Io(_) => Category::Io,
        _ => Category::Data,
    }
}

pub(super) fn suggestion(kind: &ErrorKind) -> Option<Cow<'static, str>> {
    simple(kind).map(Cow::Borrowed).or_else(|| specific(kind).map(Cow::Owned))
}

/// Advice that is the same for every mistake of a kind.
fn simple(kind: &ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::InvalidUtf8 => "encode the text as UTF-8",
        ErrorKind::InvalidEscape { .. } => {
            r#"use only the escapes \\, \", \n, \r, \t and \uXXXX; write a backslash as \\, and characters above U+FFFF literally"#
        }
        ErrorKind::UnterminatedString => {
            r#"close the string with " on the same line; write a quote inside it as \""#
        }
        ErrorKind::TextAfterQuote => {
            r#"enclose the whole value in one pair of quotes; write a quote inside it as \""#
        }
        ErrorKind::InvalidBracket { .. } => {
            "write the number of elements, as in [3], [3|] or [3:]; quote the key if the brackets are part of it"
        }
        ErrorKind::UnclosedBracket => {
            "close the bracket, as in key[3]:; quote the key if the bracket is part of it"
        }
        ErrorKind::HeaderSpace => "write the header without spaces, as in key[2]{a,b}:",
        ErrorKind::HeaderText => {
            "write the header as key[N]: or key[N]{fields}:; quote the key if the bracket is part of it"
        }
        ErrorKind::MissingHeaderColon => "end the header with a colon, as in key[2]{a,b}:",
        ErrorKind::EmptyFieldList => "name the fields between the braces, or remove the braces",
        ErrorKind::EmptyFieldName => r#"name every field; write an empty name as """#,
        ErrorKind::UnclosedFieldList => "close the field list, as in key[2]{a,b}:",
        ErrorKind::MissingFieldList => "name the fields, as in key[2:]{a,b}:",
        ErrorKind::ContentAfterFields => {
            "put each row on its own line below the header, indented by one level"
        }
        ErrorKind::KeylessHeader => {
            "give the header a key, as in key[2]:; only a root header, or a header without fields after `- `, may omit the key"
        }
        ErrorKind::TabIndentation => "indent with spaces",
        ErrorKind::BlankLine => "remove the blank line",
        ErrorKind::MissingColon => {
            "write the line as `key: value`, or remove it if it is not part of the data"
        }
        ErrorKind::NotAListItem => {
            "begin the line with `- `, or indent it less if it is not part of the list"
        }
        ErrorKind::NotARow => {
            "quote a cell that contains a colon, or indent the line less if it is not part of the table"
        }
        ErrorKind::NotAnEntryRow => "write the line as `key: cell,cell`",
        ErrorKind::TrailingContent => {
            "remove everything after the root array or table, which must be the whole document"
        }
        ErrorKind::ExpansionConflict { .. } => "remove one of the two keys, or quote the dotted one",
        ErrorKind::DepthLimit { .. } => "reduce the nesting, or increase max_depth",
        ErrorKind::EmptyFieldPath => "write the name of a field, or \"\" with its quotes for an empty name",
        ErrorKind::UnsupportedOption { .. } => "leave the option at its default",
        ErrorKind::NewerForm { .. } => "update this library",
        ErrorKind::OutputLimit { .. } => {
            "increase max_output if you trust the text; an expansion to more than 1,000 times its size is always rejected"
        }
        // Usually, the elements exist, but are not indented.
        ErrorKind::CountMismatch { found: 0, .. } | ErrorKind::HugeCount { found: 0, .. } => {
            "put the elements on the lines below the header, indented by one level, or write [0] in the header"
        }
        ErrorKind::IsJson => "parse it with a JSON library",
        ErrorKind::RowMisfit { .. } => {
            "give all rows the columns of the first one, with null for missing values and text for arrays and objects, or write a list with `to_string`"
        }
        _ => return None,
    })
}

/// Advice that contains the numbers or names of the mistake.
fn specific(kind: &ErrorKind) -> Option<String> {
    Some(match kind {
        ErrorKind::CountMismatch { expected, found } => {
            recount(&format!("write [{found}] in the header"), *expected, *found)
        }
        ErrorKind::HugeCount { found, .. } => format!("write [{found}] in the header"),
        ErrorKind::WidthMismatch { expected, found } if found > expected => {
            format!("write {}; quote any cell that contains the delimiter", counted(*expected, "cell"))
        }
        ErrorKind::WidthMismatch { expected, .. } => {
            format!("write {}, with null or \"\" for missing values", counted(*expected, "cell"))
        }
        ErrorKind::FieldDelimiter { expected, found } => {
            format!("separate the fields with {expected:?}, or quote the field name that contains {found:?}")
        }
        ErrorKind::DuplicateKey { key } => format!("remove or rename one of the two keys {key:?}"),
        ErrorKind::DuplicateField { name } => format!("remove or rename one of the two fields {name:?}"),
        ErrorKind::UnevenIndentation { spaces, unit } => {
            let below = spaces / unit * unit;
            match below {
                0 => format!("remove the indentation, or indent by {} spaces", below + unit),
                below => format!("indent by {below} or {} spaces", below + unit),
            }
        }
        ErrorKind::DepthJump { expected, .. } => indented_by(*expected),
        ErrorKind::OverIndented { expected, .. } => {
            format!("{}, or end the line above with a colon, without a value", indented_by(*expected))
        }
        ErrorKind::MissingField { field } => format!("add the field {field:?}"),
        ErrorKind::UnknownField { field, expected } => nearest(field, expected, "field")?,
        ErrorKind::UnknownFieldPath { path, known } => {
            let last = path.rsplit('.').next().unwrap_or(path);
            nearest(last, known, "field")?
        }
        ErrorKind::UnknownPath { key, known, .. } => nearest(key, known, "key")?,
        ErrorKind::UnknownLevel { level, known } => nearest(level, known, "level")?,
        ErrorKind::UnknownVariant { variant, .. } if is_null_elsewhere(variant) => {
            String::from("write null, if the value may be missing, or one of the known variants")
        }
        ErrorKind::UnknownVariant { variant, expected } => nearest(variant, expected, "variant")?,
        _ => return None,
    })
}

fn indented_by(levels: usize) -> String {
    match levels {
        0 => String::from("do not indent the line"),
        levels => format!("indent the line by {}", counted(levels as u64, "level")),
    }
}

fn nearest(name: &str, known: &[impl AsRef<str>], what: &str) -> Option<String> {
    let (distance, best) =
        known.iter().map(|known| (distance(name, known.as_ref()), known.as_ref())).min()?;
    let len = name.chars().count();
    // Any other name is just as close to a name of one or two characters.
    if distance <= len.max(6) / 3 && distance < len {
        return Some(format!("did you mean the {what} {best:?}?"));
    }
    Some(format!("use one of the known {what}s, or remove it"))
}

/// The Levenshtein distance of the first 64 characters, ignoring case.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().flat_map(char::to_lowercase).take(64).enumerate() {
        let mut left = i + 1;
        let mut diagonal = i;
        for (cell, y) in row.iter_mut().skip(1).zip(&b) {
            let best = (diagonal + usize::from(x != *y)).min(left + 1).min(*cell + 1);
            diagonal = *cell;
            *cell = best;
            left = best;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}
