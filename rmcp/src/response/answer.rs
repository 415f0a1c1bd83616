//! The text of a response.

use super::options::PAGINATION;
use super::page::Pagination;
use super::pick::Pick;
use super::select::Selection;
use super::{ResponseFormat, Verbosity, formatted, path};
use rmcp::ErrorData;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use toon::{AsTable, Describe, EncodeOptions, ErrorKind};
use toon_convert::__internal::Tree;
use toon_convert::marker::Format;

/// A page of rows, and the selection of their fields.
#[derive(Debug)]
pub(super) struct Answer<'r, T> {
    /// The name of the list.
    pub(super) key: &'r str,
    pub(super) rows: Vec<&'r T>,
    pub(super) pagination: Pagination,
    pub(super) selection: Selection,
}

/// The value to write as TOON or JSON.
struct Page<'r, R> {
    key: &'r str,
    rows: R,
    pagination: Pagination,
}

impl<R: Serialize> Serialize for Page<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry(self.key, &self.rows)?;
        map.serialize_entry(PAGINATION, &self.pagination)?;
        map.end()
    }
}

impl<T: Serialize + Describe> Answer<'_, T> {
    /// Writes the response. Returns its text, its format, and a warning if that is not the
    /// requested format.
    ///
    /// # Errors
    /// Returns `INTERNAL_ERROR` if the rows cannot be serialized.
    pub(super) fn write(
        &self,
        format: ResponseFormat,
        options: &EncodeOptions,
    ) -> Result<(String, Format, Option<String>), ErrorData> {
        let (result, format, warning) = match format {
            ResponseFormat::Toon => match self.toon(options) {
                Ok(text) => (Ok(text), Format::Toon, None),
                Err(error) => {
                    let warning =
                        format!("The answer is JSON, because it could not be written as TOON: {error}.");
                    (self.json(true), Format::Json, Some(warning))
                }
            },
            ResponseFormat::Json => (self.json(false), Format::Json, None),
            ResponseFormat::JsonPretty => (self.json(true), Format::Json, None),
            ResponseFormat::Formatted => (self.formatted(), Format::Text, None),
        };
        let error = |error| ErrorData::internal_error(format!("The answer cannot be written: {error}"), None);
        Ok((result.map_err(error)?, format, warning))
    }

    fn toon(&self, options: &EncodeOptions) -> toon::Result<String> {
        let page = self.page(AsTable(&self.rows));
        match &self.selection {
            Selection::Fields(paths) => {
                let key = path::quote(self.key);
                let rows = paths.iter().map(|path| format!("{key}.{path}"));
                options.clone().fields(rows.chain([PAGINATION.to_owned()])).to_string(&page)
            }
            Selection::Level(verbosity) => {
                let options = options.clone().fields([""; 0]);
                match options.clone().level(verbosity.as_str()).to_string(&page) {
                    // If the row type itself has no levels, those of types inside it may have other
                    // names.
                    Err(error) if matches!(error.kind(), ErrorKind::UnknownLevel { .. }) => {
                        options.to_string(&page)
                    }
                    result => result,
                }
            }
        }
    }

    fn json(&self, is_pretty: bool) -> serde_json::Result<String> {
        let rows = serde_json::value::to_raw_value(&self.rows)?;
        let rows = self.selected(&rows)?;
        let page = self.page(&rows);
        if is_pretty { serde_json::to_string_pretty(&page) } else { serde_json::to_string(&page) }
    }

    fn formatted(&self) -> serde_json::Result<String> {
        let rows = serde_json::value::to_raw_value(&self.rows)?;
        Ok(formatted::formatted(self.key, &self.selected(&rows)?, &self.pagination))
    }

    /// The rows in `json`, as serde writes them, restricted to the fields that TOON would have.
    fn selected<'j>(&self, json: &'j RawValue) -> serde_json::Result<Vec<Tree<'j>>> {
        let rows: Vec<&RawValue> = serde_json::from_str(json.get())?;
        let rows = rows.into_iter().map(Tree::new);
        match &self.selection {
            Selection::Fields(paths) => {
                let pick = Pick::new(paths);
                rows.map(|row| Ok(pick.apply(row?))).collect()
            }
            Selection::Level(verbosity) => rows.map(|row| Ok(at_level::<T>(row?, *verbosity))).collect(),
        }
    }

    fn page<R>(&self, rows: R) -> Page<'_, R> {
        Page { key: self.key, rows, pagination: self.pagination }
    }
}

/// Removes the fields of higher levels from `row`.
fn at_level<T: Describe>(mut row: Tree<'_>, verbosity: Verbosity) -> Tree<'_> {
    if let (Tree::Object(entries), Some(shown)) = (&mut row, T::fields_of(verbosity.as_str())) {
        // Hidden fields are removed, rather than shown fields kept, since the names of fields that
        // come from a flattened field are unknown here.
        let is_own = |key: &str| T::FIELDS.iter().any(|field| !field.is_flattened() && field.name() == key);
        entries.retain(|(key, _)| shown.contains(&key.as_str()) || !is_own(key));
    }
    row
}
