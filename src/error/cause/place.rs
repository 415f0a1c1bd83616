//! Advice for lines of the wrong form or depth.

use super::lines::{NearLine, Surroundings, spaces};
use super::{formats, table};
use crate::recognize::prose::is_prose;
use crate::recognize::{assignment, csv, json, yaml};
use crate::text::message::shorten;
use crate::text::unquoted::{cells, find_unquoted};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Advice for a line without a colon where a field was expected.
pub(super) fn without_colon(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let is_first = near.first().is_some_and(|first| first.is_same(line));
    let content = line.content;
    if let Some(advice) = formats::fenced(near, line) {
        return Some(advice);
    }
    if yaml::is_document_marker(content) {
        return Some(format!("remove the line: `{content}` is not TOON syntax"));
    }
    if let Some(advice) = formats::foreign_comment(line)
        .or_else(|| formats::yaml_list(near, line))
        .or_else(|| table::element_beside(near, line))
        .or_else(|| table::missing_length(near, line))
        .or_else(|| formats::markdown_table(near, line))
        .or_else(|| formats::bullets(near, line))
        .or_else(|| formats::csv(near, line).filter(|_| is_first))
    {
        return Some(advice);
    }
    if json::is_closing(content) {
        return Some(String::from(
            "remove the line: TOON has no closing brackets; indentation shows what belongs together",
        ));
    }
    if assignment::full_width_colon(content).is_some() {
        return Some(String::from("write the colon as `:`, followed by a space"));
    }
    if let Some(advice) = below_bare_key(near, line) {
        return Some(advice);
    }
    let opens = near.after(line).is_some_and(|next| next.indent > line.indent);
    if opens && !content.contains([' ', '\t', ',', '"']) {
        return Some(String::from("end the line with a colon, if the lines below belong to it"));
    }
    if is_prose(content) {
        let above = near.before(line).filter(|above| above.indent == line.indent && !is_first);
        let may_be_cut = above.and_then(|above| above.key_value()).is_some_and(|(_, value)| is_prose(value));
        return Some(String::from(if may_be_cut && near.after(line).is_some() {
            "put multi-line text on one line in quotes, with \\n for each line break; remove the line if it is not part of the data"
        } else {
            "remove the line: it looks like prose, and the text must contain only data"
        }));
    }
    let (key, value) = assignment::assignment(content)?;
    Some(format!("write the line with a colon and a space, as in `{}: {}`", shorten(key), shorten(value)))
}

/// Advice for values without keys below `key:`.
fn below_bare_key(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let above = near.before(line).filter(|above| above.content_column() < line.indent)?;
    let key = shorten(above.bare_key()?);
    let lines: Vec<&str> = near.children(above).map(|line| line.content).take(100).collect();
    if lines.iter().any(|line| find_unquoted(line, &[':']).is_some()) {
        return None;
    }
    let [first, others @ ..] = lines.as_slice() else { return None };
    if others.is_empty() {
        return Some(String::from("write the value after the colon, on the same line as its key"));
    }
    let with_header = csv::delimiter(lines.iter().copied()).and_then(|delimiter| {
        let names = csv::header(lines.iter().copied(), delimiter)?;
        formats::csv_below(&key, near.children(above).skip(1).count(), &names, delimiter)
    });
    if with_header.is_some() {
        return with_header;
    }
    let width = cells(first, ',').count();
    if width > 1 && others.iter().all(|line| cells(line, ',').count() == width) {
        let names: Vec<&str> = ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().take(width).collect();
        return Some(format!(
            "put the number of rows and the field names after the key, as in {key}[{}]{{{}}}:",
            near.children(above).count(),
            names.join(",")
        ));
    }
    Some(if lines.iter().any(|line| is_prose(line)) {
        format!("write the text after `{key}:` on one line in quotes, with \\n for each line break")
    } else {
        format!(
            "write `- ` before each value, and the number of values after the key: {key}[{}]:",
            near.children(above).count()
        )
    })
}

/// Advice for a line that is deeper than the `expected` number of levels.
pub(super) fn too_deep(near: Surroundings<'_>, line: &NearLine<'_>, expected: usize) -> Option<String> {
    if let Some(advice) = formats::fenced(near, line) {
        return Some(advice);
    }
    let Some(above) = near.before(line) else {
        return formats::indented(near, line).or_else(|| Some(String::from("do not indent the line")));
    };
    if above.content == "-" {
        return Some(if line.is_item() {
            let count = near.children(above).filter(NearLine::is_item).count();
            format!("write the header of the inner list after the hyphen: - [{count}]:")
        } else {
            format!(
                "write the first field of an item after its hyphen, as in `- {}`, and its other fields below, indented by {} more than the hyphen",
                shorten(line.content),
                spaces(near.unit)
            )
        });
    }
    let value = above.key_value().map_or(above.field(), |(_, value)| value);
    if yaml::is_block_marker(value) {
        return Some(String::from(
            "write the text after the colon on one line, in quotes, with \\n for each line break",
        ));
    }
    if value == "{" {
        return Some(String::from(
            "write the object without braces and commas: end the line above with the colon, and put each field on its own line below",
        ));
    }
    if value == "[" {
        let key = above.key_value().map(|(key, _)| shorten(key)).unwrap_or_default();
        return Some(if line.content.starts_with(['{', '[']) {
            format!(
                "write the array as {key}[N]:, where N is its length, with its elements below, each preceded by `- `"
            )
        } else {
            let count = near.children(above).count();
            format!(
                "write the array as {key}[{count}]: with its values on the same line, separated by commas"
            )
        });
    }
    let item = near.parent(line).filter(NearLine::is_item);
    let list =
        item.and_then(|item| formats::yaml_list(near, &item).or_else(|| table::element_beside(near, &item)));
    if let Some(advice) = list {
        return Some(advice);
    }
    if let Some(advice) = formats::other_unit(near) {
        return Some(advice);
    }
    let indentation = indented_by(near, expected);
    let is_field = find_unquoted(line.content, &[':']).is_some();
    if is_field {
        // An item or a row cannot become an object.
        let may_open =
            above.key_value().is_some_and(|(_, value)| !value.is_empty()) && above.indent < line.indent;
        return Some(if may_open {
            format!("{indentation}, or end the line above with a colon, without a value")
        } else {
            indentation
        });
    }
    let is_element = line.is_item() || above.is_item() || above.key_value().is_none();
    Some(if is_element {
        indentation
    } else {
        String::from("put a multi-line value on one line in quotes, with \\n for each line break")
    })
}

/// Advice for the first line of a scope that is deeper than the `expected` number of levels.
pub(super) fn jump(near: Surroundings<'_>, line: &NearLine<'_>, expected: usize) -> Option<String> {
    formats::fenced(near, line)
        .or_else(|| formats::other_unit(near))
        .or_else(|| Some(indented_by(near, expected)))
}

fn indented_by(near: Surroundings<'_>, levels: usize) -> String {
    match levels {
        0 => String::from("do not indent the line"),
        levels => format!("indent the line by {}", spaces(levels * near.unit)),
    }
}

/// Advice for an indentation that is not a multiple of the unit.
pub(super) fn uneven(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    if let Some(advice) = formats::fenced(near, line) {
        return Some(advice);
    }
    let Some(above) = near.before(line) else {
        return formats::indented(near, line).or_else(|| Some(String::from("remove the indentation")));
    };
    if let Some(advice) = formats::other_unit(near) {
        return Some(advice);
    }
    // The deepest indentation that the line above allows.
    let opens = above.content.ends_with(':');
    let deepest = above.content_column() + if opens { near.unit } else { 0 };
    let is_field_of_item = above.is_item() && !line.is_item();
    if line.indent > above.indent && (opens || is_field_of_item) {
        return Some(format!("indent the line by {}", spaces(deepest)));
    }
    let below = line.indent / near.unit * near.unit;
    Some(match (below, below + near.unit) {
        (0, above) if above > deepest => String::from("remove the indentation"),
        (0, above) => format!("remove the indentation, or indent the line by {}", spaces(above)),
        (below, above) if above > deepest => format!("indent the line by {}", spaces(below.min(deepest))),
        (below, above) => format!("indent the line by {below} or {}", spaces(above)),
    })
}

/// Advice for a tab in the indentation.
pub(super) fn tabs(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let whole = near.before(line).is_none().then(|| formats::indented(near, line)).flatten();
    whole.or_else(|| Some(format!("indent with spaces, {} for each level", near.unit)))
}

/// Advice for a line after the root array or table.
pub(super) fn trailing(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    if let Some(advice) = formats::fenced(near, line) {
        return Some(advice);
    }
    if let Some(advice) = table::element_beside(near, line) {
        return Some(advice);
    }
    let is_field = line.key_value().is_some_and(|(key, _)| !is_prose(key)) || line.header().is_some();
    is_field.then(|| {
        String::from("give the array at the start of the text a key, as in key[2]:, or remove what follows it: an array without a key must be the whole document")
    })
}
