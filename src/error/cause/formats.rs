//! Advice for text in other formats, and text around a document.

use super::lines::{NearLine, Surroundings, spaces};
use crate::recognize::fence::fence;
use crate::recognize::list::bullet;
use crate::recognize::{comment, csv, json, markdown};
use crate::text::message::shorten;
use crate::text::unquoted::cells;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

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
    let begins_json = lines.next().is_some_and(|line| json::begins(line.content));
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
    let inner =
        if json::begins(first.field()) { "; its items are JSON, which TOON reads as strings" } else { "" };
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

/// Advice for a comment line of another language.
pub(super) fn foreign_comment(line: &NearLine<'_>) -> Option<String> {
    comment::is_foreign(line.content).then(|| String::from("begin the comment with #, not with //"))
}

/// Advice for CSV that begins with `first`.
pub(super) fn csv(near: Surroundings<'_>, first: &NearLine<'_>) -> Option<String> {
    let is_even = near.following(*first).take(csv::SAMPLE).all(|line| line.indent == first.indent);
    let delimiter = csv::delimiter(near.from(*first).map(|line| line.content)).filter(|_| is_even)?;
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

/// Advice for CSV below `key:`, with the header `names` and this number of rows.
pub(super) fn csv_below(key: &str, rows: usize, names: &[&str], delimiter: char) -> Option<String> {
    let header = table_header(key, rows, names, delimiter == '|')?;
    let advice = format!(
        "put the number of rows and the field names after the key, {header}, and remove the line with the names"
    );
    Some(if matches!(delimiter, ',' | '|') {
        advice
    } else {
        format!("{advice}; separate the cells of each row with commas")
    })
}

/// Advice for a Markdown table that begins with `line`.
pub(super) fn markdown_table(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let separator = near.after(line)?;
    let names = markdown::header(line.content, separator.content)?;
    let rows = near.following(separator).take_while(|row| row.content.starts_with('|')).count();
    let key = near.before(line).filter(|above| above.indent <= line.indent);
    let key = key.and_then(|above| above.bare_key()).unwrap_or_default();
    let header = table_header(key, rows, &cells(names, '|').collect::<Vec<_>>(), false)?;
    Some(format!(
        "write the Markdown table with {header} in place of its first two lines, and its rows below as cells separated by commas, indented by {}",
        spaces(near.unit)
    ))
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
