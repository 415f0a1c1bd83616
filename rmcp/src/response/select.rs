//! Selects the fields of a response.

use super::path::{self, segments};
use super::{ResponseParams, Verbosity};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use toon::{Describe, EncodeOptions, Field};
use toon_convert::__internal::list;

/// The selected fields of rows.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Selection {
    /// The fields at these paths.
    Fields(Vec<String>),
    /// The fields of a level.
    Level(Verbosity),
}

/// The fields that `params` request, and a warning about unknown ones.
///
/// A type describes its own fields, so this works even without rows. Nested fields are looked up in
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
    let unknown = list(&unknown);
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
    // The fields that come from a flattened field are only known from rows.
    let is_open = T::FIELDS.iter().any(Field::is_flattened);
    let mut unknown = BTreeSet::new();
    // The paths to look up in the rows, with the type's own field that they begin with.
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
        // If all rows omit a field, it is unknown what it contains.
        let left_out = self::missing(uncertain.values().flatten(), rows);
        let begins_in = |field: &String| uncertain.get(field).and_then(Option::as_ref);
        let is_told = |field: &String| begins_in(field).is_none_or(|own| !left_out.contains(own));
        unknown.extend(missing.into_iter().filter(is_told));
    }
    unknown
}

/// Those of `paths` that none of `rows` has.
fn missing<'p, T: Serialize>(paths: impl IntoIterator<Item = &'p String>, rows: &[T]) -> BTreeSet<String> {
    let options = EncodeOptions::new().fields(paths.into_iter().cloned());
    // Rows that cannot be searched cannot be written either, and that error is reported.
    options.unknown_fields(rows).unwrap_or_default().into_iter().collect()
}

fn own<T: Describe>() -> impl Iterator<Item = &'static Field> {
    T::FIELDS.iter().filter(|field| !field.is_flattened())
}
