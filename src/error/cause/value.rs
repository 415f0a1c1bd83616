//! Advice for scalars where the target expects an array or object.

use super::formats;
use super::lines::{NearLine, Surroundings, spaces};
use crate::recognize::{json, quotes};
use crate::text::message::shorten;
use crate::text::unquoted::closing_quote;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The maximum length of an example, in bytes.
const MAX_EXAMPLE: usize = 60;

/// Advice for a scalar at `column` of `line` where the target expects something else, in serde's
/// words.
pub(super) fn scalar(
    near: Surroundings<'_>,
    line: &NearLine<'_>,
    column: usize,
    expected: &str,
) -> Option<String> {
    let is_array =
        expected == "a sequence" || expected.starts_with("a tuple of") || expected.starts_with("an array of");
    let is_object = expected == "a map" || expected.starts_with("struct ");
    let item = near.after(line).filter(|below| is_array && line.bare_key().is_some() && below.is_item());
    if let Some(item) = item {
        return formats::yaml_list(near, &item);
    }
    if !is_array && !is_object {
        return None;
    }
    let token = line.content.get(column..)?;
    let field = line.key_value().filter(|(key, value)| !key.is_empty() && value.len() == token.len());
    let is_item = line.is_item() && line.field().len() == token.len();
    let is_root = column == 0 && near.before(line).is_none() && near.after(line).is_none();
    let is_cell = field.is_none() && !is_item && !is_root;
    if is_cell {
        let is_row = near.parent(line)?.header()?.fields.is_some();
        return is_row.then(|| {
            let what = if is_array { "array" } else { "object" };
            format!("write the table as a list, with the fields of each item on lines of their own: a cell cannot hold an {what}")
        });
    }
    let key = field.map_or_else(String::new, |(key, _)| shorten(key));
    if is_array {
        return array(token, &key);
    }
    (json::object(token).is_some() && field.is_some()).then(|| {
        format!(
            "write each field on a line of its own below `{key}:`, indented by {}, without braces",
            spaces(near.unit)
        )
    })
}

/// Advice to write `tags[2]: a,b` for `a, b`, `[a, b]` or `["a", "b"]`.
fn array(token: &str, key: &str) -> Option<String> {
    if matches!(token, "null" | "true" | "false") {
        return None;
    }
    let inside = json::array(token);
    let values = inside.unwrap_or(token).trim_matches([' ', ',']);
    if values.is_empty() {
        return inside.map(|_| String::from("write an empty array as []"));
    }
    if values.starts_with(['[', '{']) {
        return Some(format!(
            "write the array with its length, {key}[N]:, and its elements on the lines below, each preceded by `- `"
        ));
    }
    let is_quoted = values.starts_with('"') && closing_quote(values) == Some(values.len() - 1);
    let elements: Vec<String> =
        if is_quoted { [values.into()].into() } else { quotes::cells(values, ',').map(unquote).collect() };
    let count = elements.len();
    let example = elements.join(",");
    Some(if example.len() > MAX_EXAMPLE {
        format!("write the array with its length: {key}[{count}]: and its values separated by commas")
    } else {
        format!("write the array with its length: {key}[{count}]: {example}")
    })
}

/// The value without typographic or single quotes, which would be part of it.
fn unquote(value: &str) -> String {
    match quotes::inside(value).filter(|inside| !inside.is_empty() && !inside.contains(['"', '\\'])) {
        Some(inside) if inside.contains(',') => format!("\"{inside}\""),
        inside => inside.unwrap_or(value).into(),
    }
}
