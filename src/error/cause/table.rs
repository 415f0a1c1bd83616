//! Advice for headers and their elements, below them or on the same line.

use super::formats::foreign_comment;
use super::lines::{NearLine, Surroundings, spaces};
use crate::recognize::count::{self, Spelling};
use crate::recognize::delimiter::{DELIMITERS, splitting};
use crate::recognize::header::TextHeader;
use crate::recognize::list::{bullet, hyphenated};
use crate::recognize::markdown::bars;
use crate::recognize::prose::is_prose;
use crate::recognize::quotes;
use crate::text::message::shorten;
use crate::text::unquoted::{cells, find_unquoted};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Display;

fn delimiter_name(delimiter: char) -> &'static str {
    match delimiter {
        '|' => "pipe",
        '\t' => "tab",
        ';' => "semicolon",
        '，' => "full-width comma",
        '、' => "Chinese enumeration comma",
        '；' => "full-width semicolon",
        _ => "comma",
    }
}

/// What the elements of `header` are called.
fn elements(header: &TextHeader<'_>) -> &'static str {
    match header.fields {
        Some(_) if header.is_keyed() => "entries",
        Some(_) => "rows",
        None => "items",
    }
}

/// The bracket segment of `header` with another length, such as `[2|]`.
fn bracket(header: &TextHeader<'_>, count: impl Display) -> Option<String> {
    let mark = if header.is_keyed() { ":" } else { "" };
    match header.delimiter() {
        // A tab would be invisible.
        '\t' => None,
        '|' => Some(format!("[{count}{mark}|]")),
        _ => Some(format!("[{count}{mark}]")),
    }
}

/// Advice to change the length in `header`.
fn length(header: &TextHeader<'_>, count: u64) -> String {
    match bracket(header, count) {
        Some(bracket) => format!("write {bracket} in the header"),
        None => format!("write the length {count} in the header"),
    }
}

/// Advice for a header on `line` that declares another length than it has.
pub(super) fn count(
    near: Surroundings<'_>,
    line: &NearLine<'_>,
    expected: u64,
    found: u64,
) -> Option<String> {
    let header = line.header()?;
    let special = match header.values? {
        "" if found > expected => repeated(near, line, &header)
            .filter(|_| found == expected + 1)
            .or_else(|| near.children(*line).find_map(|row| foreign_comment(&row))),
        "" => beside(near, line, &header, expected, found),
        values => inline(&header, values, expected, found),
    };
    if special.is_some() || found == 0 {
        return special;
    }
    Some(recount(&length(&header, found), expected, found))
}

/// Advice to change the `length` in the header, or the elements.
pub(in crate::error) fn recount(length: &str, expected: u64, found: u64) -> String {
    match (found.checked_sub(expected), expected.saturating_sub(found)) {
        (Some(1), _) => format!("{length}, or remove the extra element"),
        (Some(extra), _) => format!("{length}, or remove the {extra} extra elements"),
        (None, 1) => format!("{length}, or add the missing element"),
        (None, missing @ 2..=999) => format!("{length}, or add the {missing} missing elements"),
        (None, _) => length.into(),
    }
}

/// Advice for a table whose first row repeats the field names, as in CSV.
fn repeated(near: Surroundings<'_>, line: &NearLine<'_>, header: &TextHeader<'_>) -> Option<String> {
    let is_repeated = near.after(line).is_some_and(|row| Some(row.content) == header.fields);
    is_repeated.then(|| String::from("remove the first row, which repeats the field names"))
}

fn inline(header: &TextHeader<'_>, values: &str, expected: u64, found: u64) -> Option<String> {
    let delimiter = header.delimiter();
    if values == "[]" && expected == 0 && !header.key.is_empty() {
        return Some(format!("write an empty array as {}: []", shorten(header.key)));
    }
    if values.starts_with('{') && values.ends_with('}') && !values.contains(':') {
        return Some(String::from("write the field list before the colon, as in key[2]{a,b}:"));
    }
    if found > expected {
        if let Some(advice) = odd_quotes(values, delimiter, expected) {
            return Some(advice);
        }
        let is_trailing = found == expected + 1 && values.ends_with(delimiter);
        return is_trailing
            .then(|| format!("remove the {} at the end of the line", delimiter_name(delimiter)));
    }
    if let Some(advice) = hidden(values, delimiter, expected) {
        return Some(advice);
    }
    let other = splitting(values, expected).filter(|_| found == 1)?;
    Some(format!(
        "separate the values with a {}, not with a {}",
        delimiter_name(delimiter),
        delimiter_name(other)
    ))
}

/// Advice for missing elements that are below the header, but not indented.
fn beside(
    near: Surroundings<'_>,
    line: &NearLine<'_>,
    header: &TextHeader<'_>,
    expected: u64,
    found: u64,
) -> Option<String> {
    if found < expected && near.has_comment_after(line) {
        return Some(String::from(
            "quote the first cell of each row that begins with #: such a line is a comment",
        ));
    }
    let base = line.content_column();
    let next = near.following(*line).find(|below| below.indent <= base)?;
    if found == 0
        && header.fields.is_some()
        && !line.is_item()
        && next.indent == line.indent
        && next.is_item()
    {
        return Some(String::from(
            "write each element as a row of values, indented below the header, not as a list item",
        ));
    }
    // An item at the depth of the hyphen is the next item of the outer list.
    let is_inside =
        next.indent > line.indent || next.indent == line.indent && !(line.is_item() && next.is_item());
    // In a table with a single field, any line might be a row.
    let is_certain = header.width() != Some(1) || !is_prose(next.content);
    if !is_inside || !is_certain || !header.is_element(next.content) {
        return None;
    }
    let below = near
        .from(next)
        .take_while(|line| {
            line.indent > next.indent || line.indent == next.indent && header.is_element(line.content)
        })
        .filter(|line| line.indent == next.indent)
        .count() as u64;
    let which = if found == 0 { "" } else { "rest of the " };
    let more = if next.indent > 0 { "more " } else { "" };
    let missing = base + near.unit - next.indent;
    let unit = if missing == 1 { "space" } else { "spaces" };
    let mut advice =
        format!("indent the {which}{} below the header by {missing} {more}{unit}", elements(header));
    if found + below != expected {
        advice.push_str(", and ");
        advice.push_str(&length(header, found + below));
    }
    Some(advice)
}

/// Advice for such an element, where a field was expected.
pub(super) fn element_beside(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let above = near.not_deeper(line)?;
    let header = above.header().filter(TextHeader::has_elements_below)?;
    let declared = header.bracket?.trim_end_matches([':', '|', '\t']).parse().ok()?;
    let found = near.children(above).count() as u64;
    // A line after a complete table may be anything.
    if found >= declared && !line.is_item() {
        return None;
    }
    beside(near, &above, &header, declared, found)
}

/// Advice for a row below a header without a length, such as `users{id,name}:`.
pub(super) fn missing_length(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let above =
        near.not_deeper(line).filter(|above| above.indent == line.indent).or_else(|| near.parent(line))?;
    let header = above.header().filter(|header| header.bracket.is_none())?;
    if !header.is_element(line.content) {
        return None;
    }
    let (key, fields) = (shorten(header.key), shorten(header.fields?));
    let missing = (above.content_column() + near.unit).saturating_sub(line.indent);
    if missing == 0 {
        let rows = near.children(above).count();
        return Some(format!("write the number of rows in the header, as in {key}[{rows}]{{{fields}}}:"));
    }
    let rows =
        near.following(above).take_while(|row| row.indent == line.indent && header.is_element(row.content));
    Some(format!(
        "write the number of rows in the header, as in {key}[{}]{{{fields}}}:, and indent the rows by {}",
        rows.count(),
        spaces(missing)
    ))
}

/// Advice for a row that has more or fewer cells than its header has fields.
pub(super) fn width(
    near: Surroundings<'_>,
    line: &NearLine<'_>,
    expected: u64,
    found: u64,
) -> Option<String> {
    let row = line.content;
    if let Some(advice) = foreign_comment(line) {
        return Some(advice);
    }
    let fields = near.before(line).and_then(|above| above.header()?.fields).unwrap_or_default();
    if expected == 1
        && found > 1
        && !fields.contains('"')
        && fields.split([' ', ';', '，', '、', '；']).filter(|name| !name.is_empty()).count() as u64 == found
    {
        return Some(String::from("separate the fields in the header with its delimiter"));
    }
    let count = |delimiter| cells(row, delimiter).count() as u64;
    let used = DELIMITERS.into_iter().find(|&delimiter| found > 1 && count(delimiter) == found);
    if let (Some(delimiter), true) = (used, found > expected) {
        if let Some(advice) = odd_quotes(row, delimiter, expected) {
            return Some(advice);
        }
        let inside =
            bars(row).filter(|inside| delimiter == '|' && cells(inside, '|').count() as u64 == expected);
        if inside.is_some() {
            return Some(String::from("remove the pipes at the start and the end of the row"));
        }
        let has_array = cells(row, delimiter).any(|cell| cell.starts_with('[') && !cell.ends_with(']'));
        if has_array {
            return Some(String::from(
                "write the table as a list, with the fields of each item on lines of their own, since a cell cannot hold an array; quote the cell if it is text",
            ));
        }
        let is_trailing = found == expected + 1 && row.ends_with(delimiter);
        return is_trailing
            .then(|| format!("remove the {} at the end of the row", delimiter_name(delimiter)));
    }
    if found >= expected {
        return None;
    }
    let hidden = DELIMITERS
        .into_iter()
        .filter(|delimiter| used.is_none_or(|used| used == *delimiter))
        .find_map(|delimiter| hidden(row, delimiter, expected));
    if hidden.is_some() || found > 1 {
        return hidden;
    }
    let is_markdown = bars(row).is_some_and(|inside| cells(inside, '|').count() as u64 == expected);
    if is_markdown {
        return Some(String::from(
            "remove the outer pipes of the row, and separate its cells with the header's delimiter",
        ));
    }
    let other = splitting(row, expected)?;
    Some(format!("separate the cells with the header's delimiter, not with a {}", delimiter_name(other)))
}

/// Advice for a row that would have enough cells if its quotes did not hide delimiters.
fn hidden(row: &str, delimiter: char, expected: u64) -> Option<String> {
    let quote = row.find('"')?;
    if (row.matches(delimiter).count() as u64) < expected.saturating_sub(1) {
        return None;
    }
    // §5.2: a quote opens a span anywhere in a cell.
    let Some(cell) = cells(row, delimiter).find(|cell| !cell.starts_with('"') && cell.contains(delimiter))
    else {
        let is_hidden = cells(&row[quote..], delimiter).any(|cell| cell.contains(delimiter));
        return is_hidden.then(|| {
            format!(
                "close the quotes before each {} that separates cells, or write null or \"\" for missing cells",
                delimiter_name(delimiter)
            )
        });
    };
    let quote = cell.find('"').unwrap_or_default();
    let end = cell[quote..].find(delimiter).map_or(cell.len(), |end| quote + end);
    Some(format!(
        "the quote in `{}` hides a {}: enclose the whole cell in quotes, and write each quote inside it as \\\"",
        shorten(&cell[..end]),
        delimiter_name(delimiter)
    ))
}

/// Advice for cells in typographic or single quotes, in which a delimiter still separates cells.
fn odd_quotes(row: &str, delimiter: char, expected: u64) -> Option<String> {
    let mut count = 0;
    let mut quoted = None;
    for cell in quotes::cells(row, delimiter) {
        count += 1;
        quoted = quoted.or_else(|| quotes::inside(cell).filter(|inside| inside.contains(delimiter)));
    }
    let inside = quoted.filter(|_| count == expected)?;
    let name = delimiter_name(delimiter);
    Some(if inside.contains(['"', '\\']) {
        format!(
            "enclose the cell that contains a {name} in double quotes (\"): other quotes are part of the text"
        )
    } else {
        format!(
            "write \"{}\" with double quotes: other quotes are part of the text, and the {name} separates cells",
            shorten(inside)
        )
    })
}

/// Advice for brackets without a valid length.
pub(super) fn malformed_bracket(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let header = line.header()?;
    let text = header.bracket?;
    let count = count::parse(text);
    if let Some(count) = count.filter(|count| count.spelling != Spelling::Approximate) {
        let reason = match count.spelling {
            Spelling::Hash => "; the `#` is from an older version of TOON",
            Spelling::Comma => "; the comma is the default delimiter and is not written",
            Spelling::Unit => "; the brackets contain only the number of elements",
            Spelling::Loose | Spelling::Approximate => "",
        };
        // In `room[2 beds]: 5`, they belong to the key.
        let is_certain = count.spelling != Spelling::Unit
            || header.fields.is_some()
            || header.has_elements_below()
            || header
                .values
                .is_some_and(|values| cells(values, header.delimiter()).count().to_string() == count.digits);
        if is_certain {
            return Some(format!("write {}{reason}", bracket(&header, shorten(count.digits))?));
        }
    }
    if count::is_name(text) && header.fields.is_none() && !header.has_elements_below() {
        return Some(String::from(
            "enclose the key in quotes, or write the number of elements in the brackets",
        ));
    }
    let is_symbol = count.is_some()
        || text.chars().all(|c| c.is_ascii_alphabetic() || "?*…. _".contains(c)) && text.len() <= 8;
    let values = header.values.filter(|_| is_symbol && !line.is_item())?;
    let count = match (values, header.fields) {
        ("", _) => near.children(*line).count(),
        (values, None) => cells(values, header.delimiter()).count(),
        _ => return None,
    };
    let key = shorten(header.key);
    Some(if count == 0 && header.fields.is_none() && !key.is_empty() {
        format!(
            "write the number of elements in the brackets, as in {key}[3]:, or an empty array as {key}: []"
        )
    } else if count == 0 {
        String::from("write the number of elements in the brackets, as in [3]")
    } else {
        format!("write the number of elements in the brackets: {}", bracket(&header, count)?)
    })
}

/// Advice for a header without a key.
pub(super) fn keyless(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let header = line.header()?;
    if line.is_item() {
        return None;
    }
    let above = near.before(line)?;
    let key = above.bare_key().filter(|_| above.content_column() <= line.indent)?;
    if line.indent == 0 && is_prose(key) {
        return Some(String::from("remove the line above: it is not part of the data"));
    }
    let (key, bracket) = (shorten(key), shorten(header.bracket?));
    let fields = header.fields.map(|fields| format!("{{{}}}", shorten(fields))).unwrap_or_default();
    let joined = format!("write the key and the header on one line: {key}[{bracket}]{fields}:");
    let row = near.after(line).filter(|row| row.indent > line.indent && header.has_elements_below());
    let surplus = row.map_or(0, |row| row.indent.saturating_sub(above.content_column() + near.unit));
    Some(match surplus {
        0 => joined,
        surplus => format!("{joined}, and indent its {} by {} less", elements(&header), spaces(surplus)),
    })
}

/// Advice for a line in a list that is not an item.
pub(super) fn not_an_item(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let parent = near.parent(line)?;
    let header = parent.header()?;
    let (key, bracket, delimiter) = (shorten(header.key), header.bracket?, header.delimiter());
    let declared = bracket.trim_end_matches(['|', '\t']).parse::<usize>().ok()?;
    let is_only = near.after(line).is_none_or(|next| next.indent <= parent.content_column());
    let has_colon = find_unquoted(line.content, &[':']).is_some();
    if let Some(advice) = foreign_comment(line) {
        return Some(advice);
    }
    if let Some(text) = bullet(line.content).or_else(|| hyphenated(line.content)) {
        return Some(format!("begin the item with a hyphen and a space, as in `- {}`", shorten(text)));
    }
    if is_only && !has_colon && cells(line.content, delimiter).count() == declared && line.content.len() < 60
    {
        return Some(format!(
            "write the values on the line of the header, {key}[{bracket}]: {}",
            line.content
        ));
    }
    if has_colon && !near.before(line)?.is_same(&parent) {
        let column = near.children(parent).next()?.indent + near.unit;
        return Some(format!(
            "indent the line by {} if it is a field of the item above, begin it with `- ` if it is an item, or indent it less if it is not part of the list",
            spaces(column)
        ));
    }
    (!has_colon && cells(line.content, delimiter).count() > 1).then(|| {
        format!("name the fields of the rows in the header, as in {key}[{bracket}]{{a{delimiter}b}}:, or begin each line with `- `")
    })
}

/// Advice for a line in a table that looks like a field.
pub(super) fn not_a_row(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let header = near.parent(line)?.header()?;
    let (key, _) = line.key_value()?;
    header.has_field(key).then(|| {
        let delimiter = if header.delimiter() == '\t' { "\t" } else { "," };
        let fields = shorten(&header.fields.unwrap_or_default().replace('|', delimiter));
        format!("write each row on one line, with only its values, in the order of the fields {fields}")
    })
}

/// Advice for a field list that ends in a delimiter, directly before `column` of `line`.
pub(super) fn empty_field(line: &NearLine<'_>, column: usize) -> Option<String> {
    let (before, after) = line.content.split_at_checked(column)?;
    let delimiter =
        before.trim_end_matches(' ').chars().next_back().filter(|last| DELIMITERS.contains(last))?;
    let is_trailing = after.trim_start_matches(' ').starts_with('}');
    is_trailing.then(|| format!("remove the {} at the end of the field list", delimiter_name(delimiter)))
}
