//! The result.

use super::answer::Answer;
use super::sort::{self, SortError, Sortable};
use super::{ResponseOptions, ResponseParams, levels, page, select};
use crate::marker::WARNINGS;
use crate::result::block;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock, MetaObject};
use serde::Serialize;
use serde_json::json;
use toon::Describe;

impl ResponseParams {
    /// The result of a tool that found `rows`: those of the page, sorted, with the fields that are asked for.
    ///
    /// The text is `{items, pagination{total, page, totalPages}}`, in TOON or JSON as its block's
    /// [`FORMAT`](crate::marker::FORMAT) says. Warnings, if there are any, stand in the result's
    /// [`WARNINGS`](crate::marker::WARNINGS) and in a second block of text: unknown fields, a page beyond the last one,
    /// and rows that TOON could not have, which are written as JSON.
    ///
    /// Rows are of a type that derives `toon::Serialize` with any `#[toon(…)]`, which makes it
    /// [`Describe`](toon::Describe) its fields: these are what a caller may sort by, and name in `fields`. Levels of the
    /// type have to be `minimal`, `standard` and `full`, which is checked while compiling:
    ///
    /// ```compile_fail,E0080
    /// #[derive(toon::Serialize)]
    /// #[toon(levels("brief", "long"))]
    /// struct Note {
    ///     #[toon(level = "long")]
    ///     text: &'static str,
    /// }
    ///
    /// toon_mcp::ResponseParams::default().respond(&[Note { text: "" }]);
    /// ```
    ///
    /// `null` and what is not there sort before all else, then bools, numbers by their exact value, and strings by their
    /// code points. Rows that are alike stay in their order. Of rows that are not on the page only that is serialized which
    /// they are sorted by, and where paths in `fields` lead.
    ///
    /// JSON is what serde alone makes of the rows. Names and values that `#[toon(…)]` gives to TOON alone are neither
    /// found by `fields` there nor sorted by, and types within a row are whole there at each verbosity. So are flattened
    /// fields.
    ///
    /// # Errors
    /// `INVALID_PARAMS`, if a field to sort by is not there or is a list or an object, with the allowed ones in
    /// the message and in the data; if there are more than 16 of them; and if the page or the limit is out of
    /// range. `INTERNAL_ERROR`, if the rows' own `Serialize` fails.
    ///
    /// ```
    /// use toon_mcp::ResponseParams;
    /// use toon_mcp::marker::WARNINGS;
    ///
    /// #[derive(toon::Serialize)]
    /// #[toon(tabular)]
    /// struct Project {
    ///     id: u32,
    ///     name: &'static str,
    /// }
    ///
    /// let params: ResponseParams = serde_json::from_str(r#"{"fields": ["name", "stars"], "sortBy": "name"}"#)?;
    /// let result = params.respond(&[Project { id: 2, name: "Loom" }, Project { id: 1, name: "Engine" }])?;
    /// let text = &result.content[0].as_text().unwrap().text;
    /// assert!(text.starts_with("items[2]{name}:\n  Engine\n  Loom\n"));
    /// let warning = "Unknown fields were ignored: stars. Known fields: id, name.";
    /// assert_eq!(result.content[1].as_text().unwrap().text, format!("Warning: {warning}"));
    /// assert_eq!(result.meta.unwrap()[WARNINGS], serde_json::json!([warning]));
    ///
    /// // No row is needed to know better.
    /// let params: ResponseParams = serde_json::from_str(r#"{"sortBy": "-stars"}"#)?;
    /// let error = params.respond::<Project>(&[]).unwrap_err();
    /// assert_eq!(error.message, "Invalid sort field: stars. Allowed: id, name");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn respond<T: Serialize + Describe>(&self, rows: &[T]) -> Result<CallToolResult, ErrorData> {
        self.respond_with(rows, &ResponseOptions::default())
    }

    /// As [`respond`](Self::respond), with what the author of the tool sets: an order where the caller names none, the
    /// fields to sort by, and how TOON is written.
    ///
    /// # Errors
    /// As [`respond`](Self::respond); and `INTERNAL_ERROR`, if rows have no field that they are sorted by by default.
    ///
    /// ```
    /// use toon_mcp::{ResponseOptions, ResponseParams};
    ///
    /// #[derive(toon::Serialize)]
    /// #[toon(tabular)]
    /// struct Project {
    ///     id: u32,
    /// }
    ///
    /// let newest_first = ResponseOptions::new().default_sort(["-id"]);
    /// let rows = [Project { id: 1 }, Project { id: 2 }];
    /// let result = ResponseParams::default().respond_with(&rows, &newest_first)?;
    /// assert!(result.content[0].as_text().unwrap().text.starts_with("items[2]{id}:\n  2\n  1\n"));
    /// # Ok::<(), rmcp::ErrorData>(())
    /// ```
    pub fn respond_with<T: Serialize + Describe>(
        &self,
        rows: &[T],
        options: &ResponseOptions,
    ) -> Result<CallToolResult, ErrorData> {
        const {
            assert!(
                levels::are_those_of_verbosity(T::LEVELS),
                "the levels of rows have to be those of `verbosity`: minimal, standard and full"
            );
        };
        let sorted = self.sort(rows, options)?;
        let (page, pagination) = page::cut(sorted, self.page, self.limit)?;
        let (selection, unknown_fields) = select::select(self, rows);
        let answer = Answer { rows: page, pagination, selection };
        let (text, format, not_toon) = answer.write(self.response_format, &options.encode)?;
        let warnings = [unknown_fields, pagination.warning(), not_toon].into_iter().flatten().collect();
        Ok(result(block(text, format), warnings))
    }

    fn sort<'r, T: Serialize + Describe>(
        &self,
        rows: &'r [T],
        options: &ResponseOptions,
    ) -> Result<Vec<&'r T>, ErrorData> {
        let error = |error: SortError| match error {
            SortError::Unknown { ref field, ref allowed }
            | SortError::Compound { ref field, ref allowed } => {
                let data = json!({ "field": field, "allowed": allowed });
                ErrorData::invalid_params(error.to_string(), Some(data))
            }
            SortError::TooMany(_) => ErrorData::invalid_params(error.to_string(), None),
            SortError::Row(_) => ErrorData::internal_error(error.to_string(), None),
        };
        if !self.sort_by.is_empty() {
            return sort::sort(rows, &self.sort_by, &Sortable::by_callers::<T>(options)).map_err(error);
        }
        // The author's own order need not be one that callers may choose, and mistakes in it are not the caller's.
        sort::sort(rows, &options.default_sort, &Sortable::by_the_author::<T>(options))
            .map_err(|error| ErrorData::internal_error(format!("In the default order: {error}"), None))
    }
}

/// A result with `text`, and `warnings` for programs and for models.
fn result(text: ContentBlock, warnings: Vec<String>) -> CallToolResult {
    let mut result = CallToolResult::success(vec![text]);
    if !warnings.is_empty() {
        let lines: Vec<String> = warnings.iter().map(|warning| format!("Warning: {warning}")).collect();
        result.content.push(ContentBlock::text(lines.join("\n")));
        let mut meta = MetaObject::new();
        meta.insert(WARNINGS.to_owned(), warnings.into());
        result.meta = Some(meta);
    }
    result
}
