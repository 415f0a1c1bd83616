//! The text of an answer.

use super::page::Pagination;
use super::pick::Pick;
use super::select::Selection;
use super::{ResponseFormat, Verbosity};
use crate::json::Tree;
use crate::marker::Format;
use rmcp::ErrorData;
use serde::Serialize;
use toon::{Describe, EncodeOptions, ErrorKind};

/// A page of rows, and what is to be sent of them.
#[derive(Debug)]
pub(super) struct Answer<'r, T> {
    pub(super) rows: Vec<&'r T>,
    pub(super) pagination: Pagination,
    pub(super) selection: Selection,
}

/// What is written.
#[derive(Serialize)]
struct Page<'i, I> {
    items: &'i [I],
    pagination: Pagination,
}

impl<T: Serialize + Describe> Answer<'_, T> {
    /// The answer as text, what that is written in, and a warning if that is not what was asked for.
    ///
    /// # Errors
    /// `INTERNAL_ERROR`, if the rows cannot be written as JSON.
    pub(super) fn write(
        &self,
        format: ResponseFormat,
        options: &EncodeOptions,
    ) -> Result<(String, Format, Option<String>), ErrorData> {
        let (is_pretty, warning) = match format {
            ResponseFormat::Toon => match self.toon(options) {
                Ok(text) => return Ok((text, Format::Toon, None)),
                Err(error) => (
                    true,
                    Some(format!("The answer is JSON, since it could not be written as TOON: {error}.")),
                ),
            },
            ResponseFormat::Json => (false, None),
            ResponseFormat::JsonPretty => (true, None),
        };
        match self.json(is_pretty) {
            Ok(text) => Ok((text, Format::Json, warning)),
            Err(error) => {
                Err(ErrorData::internal_error(format!("The answer cannot be written: {error}"), None))
            }
        }
    }

    fn toon(&self, options: &EncodeOptions) -> toon::Result<String> {
        let page = Page { items: &self.rows, pagination: self.pagination };
        match &self.selection {
            Selection::Fields(paths) => {
                let items = paths.iter().map(|path| format!("items.{path}"));
                options.clone().fields(items.chain(["pagination".to_owned()])).to_string(&page)
            }
            Selection::Level(verbosity) => {
                let options = options.clone().fields([""; 0]);
                match options.clone().level(verbosity.as_str()).to_string(&page) {
                    // Where only types within the rows have levels, they may be others.
                    Err(error) if matches!(error.kind(), ErrorKind::UnknownLevel { .. }) => {
                        options.to_string(&page)
                    }
                    result => result,
                }
            }
        }
    }

    /// As serde alone would have it, of the same fields as in TOON.
    fn json(&self, is_pretty: bool) -> serde_json::Result<String> {
        let rows = serde_json::value::to_raw_value(&self.rows)?;
        let Tree::Array(rows) = Tree::new(&rows)? else { return self.text(&self.rows, is_pretty) };
        let items: Vec<Tree<'_>> = match &self.selection {
            Selection::Fields(paths) => {
                let pick = Pick::new(paths);
                rows.into_iter().map(|row| pick.apply(row)).collect()
            }
            Selection::Level(verbosity) => {
                rows.into_iter().map(|row| at_level::<T>(row, *verbosity)).collect()
            }
        };
        self.text(&items, is_pretty)
    }

    fn text<I: Serialize>(&self, items: &[I], is_pretty: bool) -> serde_json::Result<String> {
        let page = Page { items, pagination: self.pagination };
        if is_pretty { serde_json::to_string_pretty(&page) } else { serde_json::to_string(&page) }
    }
}

/// `row` without the fields of higher levels.
fn at_level<T: Describe>(mut row: Tree<'_>, verbosity: Verbosity) -> Tree<'_> {
    if let (Tree::Object(entries), Some(shown)) = (&mut row, T::fields_of(verbosity.as_str())) {
        // By what is to go, since what stands in the place of a flattened field has no names here.
        let is_own = |key: &str| T::FIELDS.iter().any(|field| !field.is_flattened() && field.name() == key);
        entries.retain(|(key, _)| shown.contains(&key.as_str()) || !is_own(key));
    }
    row
}
