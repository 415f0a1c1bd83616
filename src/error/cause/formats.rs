//! Recognizes text in other formats, and text around a document.

use super::lines::{NearLine, Surroundings, spaces};
use crate::text::fence::fence;
use crate::text::message::shorten;
use crate::text::unquoted::{cells, find_unquoted};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The number of lines that are checked for CSV.
const CSV_SAMPLE: usize = 32;

/// Whether the text begins like JSON. No text written by an encoder does.
pub(in crate::error) fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    let first_line = text.lines().next().unwrap_or_default().trim_end();
    if matches!(first_line, "{" | "[") {
        return true;
    }
    if let Some(rest) = text.strip_prefix('{') {
        return rest.trim_start().starts_with(['"', '}']);
    }
    text.strip_prefix('[').is_some_and(|rest| {
        let rest = rest.trim_start();
        let is_number = rest.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        rest.starts_with(['{', '"', '[']) || is_number && is_array_of_numbers(first_line)
    })
}

/// Whether `line` is an array of numbers, such as `[1, 2]`, rather than a header.
fn is_array_of_numbers(line: &str) -> bool {
    line.ends_with(']') && line.chars().all(|c| c.is_ascii_digit() || "[]-+.eE, ".contains(c))
}

pub(in crate::error) fn json_advice() -> String {
    String::from("the text is JSON: parse it as JSON, or write it as TOON")
}

/// Advice for a mistake on `line` that is due to a Markdown fence.
pub(super) fn fenced(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let first = near.first()?;
    let is_fence = |line: &NearLine<'_>| fence(line.content).is_some();
    // Any first line before a fence is prose.
    let has_fence =
        is_fence(line) || is_fence(&first) || line.is_same(&first) && near.all().any(|l| is_fence(&l));
    if !has_fence {
        return None;
    }
    let mut lines = near.all().skip_while(|line| !is_fence(line));
    let language = lines.next().and_then(|open| fence(open.content)).map(|(_, language)| language);
    let begins_json = lines.next().is_some_and(|line| is_json(line.content));
    Some(String::from(if begins_json || language == Some("json") {
        "the text inside the Markdown fence is JSON: parse it as JSON, or write it as TOON"
    } else {
        "remove the Markdown fence and everything outside it"
    }))
}

/// Advice for a text in which every line is indented at least as much as the `first` one.
pub(super) fn indented(near: Surroundings<'_>, first: &NearLine<'_>) -> Option<String> {
    let by = first.indent;
    let mut has_more = false;
    let is_margin = near.all().all(|line| {
        has_more |= !line.is_same(first);
        match line.indent.checked_sub(by) {
            Some(0) => line.has_tab == first.has_tab,
            Some(rest) => rest % near.unit == 0 && !line.has_tab && !first.has_tab,
            None => false,
        }
    });
    if !(is_margin && has_more && first.is_same(&near.first()?)) {
        return None;
    }
    Some(if first.has_tab {
        String::from("remove the indentation from every line")
    } else {
        format!("remove {} from the start of every line", spaces(by))
    })
}

/// Advice for a text that is consistently indented by another unit.
pub(super) fn other_unit(near: Surroundings<'_>) -> Option<String> {
    let unit = near.unit;
    let other = near.all().map(|line| line.indent).find(|&indent| indent > 0)?;
    let fits = near.all().all(|line| line.indent % other == 0 && !line.has_tab);
    (fits && other != unit && (2..=16).contains(&other)).then(|| {
        format!(
            "indent each level by {}, not {other}, or read the text with `indent` set to {other}",
            spaces(unit)
        )
    })
}

/// Advice for the YAML list that contains `item`: a list below a bare key, or the whole text.
pub(super) fn yaml_list(near: Surroundings<'_>, item: &NearLine<'_>) -> Option<String> {
    if !item.is_item() {
        return None;
    }
    let first = near.first_item(item);
    let items = near
        .from(first)
        .take_while(|line| line.indent > first.indent || line.indent == first.indent && line.is_item());
    let count = items.filter(|line| line.indent == first.indent).count();
    let Some(parent) = near.before(&first) else {
        let indent = spaces(near.unit.saturating_sub(first.indent));
        return Some(format!("begin the text with [{count}]: and indent the list below it by {indent}"));
    };
    let key = shorten(parent.bare_key()?);
    let wanted = parent.content_column() + near.unit;
    if first.indent + near.unit < wanted {
        return None;
    }
    let inner = if is_json(first.field()) { "; its items are JSON, which TOON reads as strings" } else { "" };
    Some(match wanted.saturating_sub(first.indent) {
        0 => format!("write the length of the list after its key: {key}[{count}]:{inner}"),
        missing => format!(
            "write the length of the list after its key, {key}[{count}]:, and indent the list by {}{inner}",
            spaces(missing)
        ),
    })
}

/// Advice for a list that begins with `line` and has other marks than hyphens: `* a` or `1. a`.
pub(super) fn bullets(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let text = bullet(line.content)?;
    let above = near.before(line);
    let key = above.and_then(|above| above.bare_key()).unwrap_or_default();
    if above.is_some() && key.is_empty() {
        return None;
    }
    let items = near.from(*line).take_while(|line| bullet(line.content).is_some()).count();
    Some(format!(
        "begin the list with its length, {}[{items}]:, and each item below it with a hyphen, as in `- {}`",
        shorten(key),
        shorten(text)
    ))
}

/// The text after the mark of an item.
pub(super) fn bullet(item: &str) -> Option<&str> {
    let number = item.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = match item.strip_prefix(['*', '•', '+']) {
        None if number.len() < item.len() => number.strip_prefix(['.', ')'])?,
        text => text?,
    };
    text.strip_prefix(' ').map(str::trim_start).filter(|text| !text.is_empty())
}

/// Whether `value` introduces a block of text in YAML.
pub(super) fn is_block_marker(value: &str) -> bool {
    value.starts_with(['|', '>']) && value.len() <= 3 && value[1..].chars().all(|c| "+-123456789".contains(c))
}

/// Advice for CSV that begins with `first`.
pub(super) fn csv(near: Surroundings<'_>, first: &NearLine<'_>) -> Option<String> {
    let count = |line: &NearLine<'_>, delimiter| cells(line.content, delimiter).count();
    let delimiter = [',', '\t', ';', '|'].into_iter().find(|&delimiter| {
        let width = count(first, delimiter);
        let fits = |line: NearLine<'_>| line.indent == first.indent && count(&line, delimiter) == width;
        width > 1
            && near.following(*first).next().is_some()
            && near.following(*first).take(CSV_SAMPLE).all(fits)
    })?;
    let names: Vec<&str> = cells(first.content, delimiter).collect();
    let header = table_header("", near.following(*first).count(), &names, delimiter == '|')?;
    let indent = spaces(near.unit);
    Some(if matches!(delimiter, ',' | '|') {
        format!("the text is CSV: replace its first line with {header} and indent each row by {indent}")
    } else {
        format!(
            "the text is CSV: replace its first line with {header}, separate the cells of each row with commas, and indent each row by {indent}"
        )
    })
}

/// Advice for a Markdown table that begins with `line`.
pub(super) fn markdown_table(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let names = bars(line.content)?;
    let separator = near.after(line)?;
    let is_separator =
        separator.content.contains('-') && separator.content.chars().all(|c| "|-: ".contains(c));
    if !is_separator {
        return None;
    }
    let rows = near.following(separator).take_while(|row| row.content.starts_with('|')).count();
    let key = near.before(line).filter(|above| above.indent <= line.indent);
    let key = key.and_then(|above| above.bare_key()).unwrap_or_default();
    let header = table_header(key, rows, &cells(names, '|').collect::<Vec<_>>(), false)?;
    Some(format!(
        "write the Markdown table with {header} in place of its first two lines, and its rows below as cells separated by commas, indented by {}",
        spaces(near.unit)
    ))
}

/// The text between the outer pipes of a Markdown row.
pub(super) fn bars(row: &str) -> Option<&str> {
    let row = row.strip_prefix('|')?;
    Some(row.strip_suffix('|').unwrap_or(row))
}

/// The header of a table, unless a name would need quotes.
fn table_header(key: &str, rows: usize, names: &[&str], has_pipes: bool) -> Option<String> {
    let is_name = |name: &&str| !name.is_empty() && !name.contains(['"', ':', '[', ']', '{', '}', ',', '|']);
    if !names.iter().all(is_name) {
        return None;
    }
    let (mark, delimiter) = if has_pipes { ("|", "|") } else { ("", ",") };
    Some(format!("{}[{rows}{mark}]{{{}}}:", shorten(key), shorten(&names.join(delimiter))))
}

/// Whether `line` looks like a sentence: it mostly consists of words, at least three of them.
pub(super) fn is_prose(line: &str) -> bool {
    let is_word = |word: &&str| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
        !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || "'’-".contains(c))
    };
    let words = line.split_ascii_whitespace().count();
    words > 2
        && line.starts_with(|c: char| c.is_alphabetic() || "*<".contains(c))
        && line.split_ascii_whitespace().filter(is_word).count() * 4 >= words * 3
        && find_unquoted(line, &['|', '\t', '[', '{', '=']).is_none()
}
