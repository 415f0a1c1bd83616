//! The text of a response.

use super::options::PAGINATION;
use super::page::Pagination;
use super::pick::Pick;
use super::select::Selection;
use super::{ResponseFormat, ResponseOptions, Verbosity, formatted, path};
use rmcp::ErrorData;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use toon::{AsTable, Describe, EncodeOptions, ErrorKind};
use toon_convert::__internal::{Tree, normal_options};
use toon_convert::marker::Format;
use toon_convert::tokens;
use toon_normal::{Explained, KeyOrder, Level};

/// A page of rows, and the selection of their fields.
#[derive(Debug)]
pub(super) struct Answer<'r, T> {
    pub(super) rows: Vec<&'r T>,
    pub(super) pagination: Pagination,
    pub(super) selection: Selection,
    pub(super) options: &'r ResponseOptions,
}

/// The text of a response.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) format: Format,
    /// How to read the text, if that has to be said. May be empty.
    pub(super) explanation: String,
    /// A warning, if the format is not what the caller requested.
    pub(super) warning: Option<String>,
}

impl Written {
    fn new(text: String, format: Format) -> Self {
        Written { text, format, explanation: String::new(), warning: None }
    }

    fn tokens(&self) -> usize {
        tokens::best(&self.explanation) + tokens::best(&self.text)
    }
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
    /// Writes the response.
    ///
    /// # Errors
    /// Returns `INTERNAL_ERROR` if the rows cannot be serialized.
    pub(super) fn write(&self, format: ResponseFormat) -> Result<Written, ErrorData> {
        self.written(format).map_err(|error| {
            ErrorData::internal_error(format!("The answer cannot be written: {error}"), None)
        })
    }

    fn written(&self, format: ResponseFormat) -> serde_json::Result<Written> {
        Ok(match format {
            ResponseFormat::Toon => self.toon_or_json()?,
            ResponseFormat::Legible => self.normal_or_toon(Level::Legible)?,
            ResponseFormat::Plain => self.normal_or_toon(Level::Plain)?,
            ResponseFormat::Json => Written::new(self.json(false)?, Format::Json),
            ResponseFormat::JsonPretty => Written::new(self.json(true)?, Format::Json),
            ResponseFormat::Formatted => Written::new(self.formatted()?, Format::Text),
        })
    }

    fn toon_or_json(&self) -> serde_json::Result<Written> {
        match self.toon(&self.options.encode) {
            Ok(text) => Ok(Written::new(text, Format::Toon)),
            Err(error) => {
                let warning =
                    format!("The answer is JSON, because it could not be written as TOON: {error}.");
                Ok(Written { warning: Some(warning), ..Written::new(self.json(true)?, Format::Json) })
            }
        }
    }

    /// The normal form with its explanation, if there is one that takes fewer tokens than TOON.
    fn normal_or_toon(&self, level: Level) -> serde_json::Result<Written> {
        let toon = self.toon_or_json()?;
        let ResponseOptions { encode, explain, .. } = self.options;
        // The fields have been selected already.
        let options = normal_options().level(level).encode(encode.clone().fields([""; 0]));
        let Ok(text) = options.from_json(&self.json(false)?) else { return Ok(toon) };
        if text.form != toon_normal::Form::Normal {
            return Ok(toon);
        }
        let mut explained = Explained::new().level(level).key_order(KeyOrder::Header);
        let explanation = if *explain { explained.add(&text) } else { String::new() };
        let normal = Written { explanation, ..Written::new(text.text, Format::Normal) };
        Ok(if normal.tokens() < toon.tokens() { normal } else { toon })
    }

    fn toon(&self, options: &EncodeOptions) -> toon::Result<String> {
        let page = self.page(AsTable(&self.rows));
        match &self.selection {
            Selection::Fields(paths) => {
                let key = path::quote(&self.options.key);
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
        Ok(formatted::formatted(&self.options.key, &self.selected(&rows)?, &self.pagination))
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
        Page { key: &self.options.key, rows, pagination: self.pagination }
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
