//! The header of CSV.

use super::names::{close, listed, segment};
use crate::failure::Failure;
use serde_json::{Map, Value};
use std::borrow::Cow;
use toon::EncodeOptions;

/// Refuses fields that are not in the header of CSV: those that are selected, and those whose types
/// are stated.
pub(super) fn check<'h>(
    name: &str,
    header: impl Iterator<Item = &'h str>,
    options: &EncodeOptions,
    typed: impl Iterator<Item = &'h str>,
) -> Result<(), Failure> {
    let header: Vec<Cow<'h, str>> = header.map(Cow::Borrowed).collect();
    if header.is_empty() {
        return Ok(());
    }
    let record: Map<String, Value> =
        header.iter().map(|field| (field.clone().into_owned(), Value::Bool(true))).collect();
    let selected = options.unknown_fields(&record).unwrap_or_default();
    let paths: Vec<Cow<'_, str>> = header.iter().map(|field| segment(field)).collect();
    let (unknown, near) = if let Some(path) = selected.first() {
        (path.clone(), close(path, &paths))
    } else if let Some(field) = typed.into_iter().find(|field| !record.contains_key(*field)) {
        (field.to_owned(), close(field, &header))
    } else {
        return Ok(());
    };
    let hint = near.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default();
    let unknown = if unknown.is_empty() { "\"\"" } else { &unknown };
    let known = listed("field", &header);
    Err(Failure::Input(format!("{name} has no field {unknown}{hint}{known}")))
}
