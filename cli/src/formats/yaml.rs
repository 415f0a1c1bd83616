//! YAML 1.2, in which `yes` and `no` are strings.

use crate::failure::Failure;
use serde_json::Value;

/// The maximum nesting depth that the library supports.
const DEPTH: usize = 128;

/// The maximum number of bytes that aliases may add.
const REPEATED: usize = 64 << 20;

pub(crate) fn read(name: &str, text: &str) -> Result<Value, Failure> {
    let options = serde_saphyr::options! {
        strict_booleans: true,
        // Other readers do not treat it as a number, and digits would be lost.
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        with_snippet: false,
        // The size of the text bounds everything except aliases, which may repeat a million of its
        // nodes.
        budget: serde_saphyr::budget! {
            max_events: usize::MAX,
            max_nodes: usize::MAX,
            max_total_scalar_bytes: text.len().saturating_add(REPEATED),
            max_depth: DEPTH,
        },
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let message = error.without_snippet().to_string();
        let Some(place) = error.location() else { return Failure::Input(format!("{name}: {message}")) };
        // The message contains the position, and ends with advice for programmers.
        let ends = [" at line ", ", set DuplicateKeyPolicy", "; use ", " (defined"];
        let end = ends.into_iter().filter_map(|end| message.find(end)).min();
        let message = match message.get(..end.unwrap_or(message.len())).unwrap_or_default() {
            message if message.starts_with("budget breached") => {
                "nested deeper than 128 levels, or aliases expand to too much"
            }
            message => message,
        };
        let help =
            "indent with spaces, use unique keys, and quote strings that YAML would read as something else";
        Failure::at(name, (place.line(), place.column()), message, help)
    })
}

/// The YAML text without its final newline.
pub(crate) fn write(name: &str, value: &Value) -> Result<String, Failure> {
    let mut text =
        serde_saphyr::to_string(value).map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    text.truncate(text.trim_end_matches('\n').len());
    Ok(text)
}
