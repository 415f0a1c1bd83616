//! Selects the fields of an answer.

use super::path::{self, segments};
use super::{ResponseParams, Verbosity};
use crate::shorten;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use toon::{Describe, EncodeOptions, Field};

/// The fields of an answer's items.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Selection {
    /// These, by path.
    Fields(Vec<String>),
    /// Those of a level.
    Level(Verbosity),
}

/// The fields of `rows` that `params` request, and a warning about unknown fields.
///
/// The type knows its fields, so this also works without rows. Nested fields are searched for in
/// the rows.
pub(super) fn select<T: Serialize + Describe>(
    params: &ResponseParams,
    rows: &[T],
) -> (Selection, Option<String>) {
    let by_level = Selection::Level(params.verbosity);
    if params.fields.is_empty() {
        return (by_level, None);
    }
    let unknown = unknown(&params.fields, rows);
    let is_known = |field: &&String| !unknown.contains(field.as_str());
    let known: Vec<String> = params.fields.iter().filter(is_known).cloned().collect();
    if unknown.is_empty() {
        return (Selection::Fields(known), None);
    }
    let names: Vec<&str> = own::<T>().map(Field::name).collect();
    let names = names.join(", ");
    let unknown: Vec<&str> =
        params.fields.iter().filter(|field| !is_known(field)).map(String::as_str).collect();
    let unknown = shorten::list(&unknown);
    if known.is_empty() {
        let verbosity = params.verbosity.as_str();
        let warning = format!(
            "Unknown fields: {unknown}. No valid field was given, so verbosity {verbosity} was used. Known fields: {names}."
        );
        return (by_level, Some(warning));
    }
    let warning = format!("Unknown fields were ignored: {unknown}. Known fields: {names}.");
    (Selection::Fields(known), Some(warning))
}

/// Those of `fields` that no row has.
fn unknown<T: Serialize + Describe>(fields: &[String], rows: &[T]) -> BTreeSet<String> {
    // The fields of a flattened one are only known from rows.
    let is_open = T::FIELDS.iter().any(Field::is_flattened);
    let mut unknown = BTreeSet::new();
    // The paths to search for in the rows, each with its first field.
    let mut uncertain = BTreeMap::new();
    for field in fields {
        let mut segments = segments(field);
        let first = segments.next().unwrap_or_default();
        let own = own::<T>().find(|own| own.name() == first);
        if own.is_none() && !is_open {
            unknown.insert(field.clone());
        } else if own.is_none() || segments.next().is_some() {
            uncertain.insert(field, own.map(|own| path::quote(own.name())));
        }
    }
    let missing = missing(uncertain.keys().copied(), rows);
    if !missing.is_empty() {
        // The contents of a field that all rows leave out are unknown.
        let left_out = self::missing(uncertain.values().flatten(), rows);
        let begins_in = |field: &String| uncertain.get(field).and_then(Option::as_ref);
        let is_told = |field: &String| begins_in(field).is_none_or(|own| !left_out.contains(own));
        unknown.extend(missing.into_iter().filter(is_told));
    }
    unknown
}

/// Those of `paths` that `rows` do not have.
fn missing<'p, T: Serialize>(paths: impl IntoIterator<Item = &'p String>, rows: &[T]) -> BTreeSet<String> {
    let options = EncodeOptions::new().fields(paths.into_iter().cloned());
    // Rows that cannot be searched cannot be written either, which reports the error.
    options.unknown_fields(rows).unwrap_or_default().into_iter().collect()
}

fn own<T: Describe>() -> impl Iterator<Item = &'static Field> {
    T::FIELDS.iter().filter(|field| !field.is_flattened())
}
