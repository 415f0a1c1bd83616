//! The result of a tool that lists things.

use super::answer::{Answer, Written};
use super::page::{self, Pagination};
use super::sort::{self, SortError, Sortable};
use super::{ResponseOptions, ResponseParams, levels, select};
use crate::ToolError;
use crate::result::block;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock, MetaObject};
use serde::Serialize;
use toon::Describe;
use toon_convert::__internal::list;
use toon_convert::marker::WARNINGS;

impl ResponseParams {
    /// Creates the result of a tool that has found `rows`: the requested page, sorted, with the
    /// requested fields.
    ///
    /// The text is `{items, pagination{total, page, totalPages}}`, in TOON, a normal form or JSON, as
    /// [`FORMAT`](crate::marker::FORMAT) in its block states, or [text for
    /// humans](crate::ResponseFormat::Formatted). A normal form comes after a block that
    /// [explains](ResponseOptions::explain) it. [`ResponseOptions::key`] renames `items`.
    /// Warnings are in [`WARNINGS`](crate::marker::WARNINGS) in the result's `_meta`, and in the
    /// last text block. They report unknown arguments and fields, a page beyond the last one, and
    /// rows that are written as JSON because they cannot be written as TOON.
    ///
    /// A mistake of the caller is a result with `isError`, whose text says how to correct it: a field
    /// to sort by that does not exist, or is a list or an object (the text lists the allowed fields),
    /// more than 16 of them, or a page or limit that is out of range.
    ///
    /// The row type derives `toon::Serialize` with any `#[toon(…)]`, which makes it
    /// [`Describe`](toon::Describe) its fields, so that callers can sort by them and select them in
    /// `fields`. If it has levels, they must be `minimal`, `standard` and `full`. This is checked
    /// at compile time:
    ///
    /// ```compile_fail,E0080
    /// #[derive(toon::Serialize)]
    /// #[toon(levels("brief", "long"))]
    /// struct Note {
    ///     #[toon(level = "long")]
    ///     text: &'static str,
    /// }
    ///
    /// toon_rmcp::ResponseParams::default().respond(&[Note { text: "" }]);
    /// ```
    ///
    /// In TOON, lists in rows with [`child`](mod@toon::attributes#child-on-a-list-in-a-row) are
    /// tables beside that of the rows, `items.tasks`, unless the caller selects `fields`.
    ///
    /// `null` and missing values come first, followed by booleans, numbers by exact value, and
    /// strings by code points. The sort is stable. Of rows that are not on the page, only sort keys
    /// and the fields at paths in `fields` are serialized.
    ///
    /// JSON is written by plain serde. Names and values that exist only in TOON, because of
    /// `#[toon(…)]`, can be neither selected in it nor sorted by. Nested and flattened fields are
    /// always complete in it, regardless of verbosity.
    ///
    /// # Errors
    /// Returns `INTERNAL_ERROR` if the rows' own `Serialize` fails.
    ///
    /// ```
    /// use toon_rmcp::ResponseParams;
    /// use toon_rmcp::marker::WARNINGS;
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
    /// let result = params.respond::<Project>(&[])?;
    /// assert_eq!(result.is_error, Some(true));
    /// assert_eq!(result.content[0].as_text().unwrap().text, "Invalid sort field: stars. Allowed: id, name");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn respond<T: Serialize + Describe>(&self, rows: &[T]) -> Result<CallToolResult, ErrorData> {
        self.respond_with(rows, &ResponseOptions::default())
    }

    /// Like [`respond`](Self::respond), with options set by the tool's author: the name of the
    /// list, the default order, the fields to sort by, and how TOON is written.
    ///
    /// # Errors
    /// Like [`respond`](Self::respond). Also returns `INTERNAL_ERROR` if rows lack a field of the
    /// default order, or if the [name](ResponseOptions::key) of the list is reserved.
    ///
    /// ```
    /// use toon_rmcp::{ResponseOptions, ResponseParams};
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
        self.try_respond(rows, options).or_else(ToolError::into_result)
    }

    fn try_respond<T: Serialize + Describe>(
        &self,
        rows: &[T],
        options: &ResponseOptions,
    ) -> Result<CallToolResult, ToolError> {
        options.check()?;
        let sorted = if self.sort_by.is_empty() {
            // Unlike callers, the author can sort by any field.
            let sortable = Sortable::by_the_author::<T>(options);
            sort::sort(rows, &options.default_sort, &sortable).map_err(SortError::of_default)?
        } else {
            let sortable = Sortable::by_callers::<T>(options);
            sort::sort(rows, &self.sort_by, &sortable).map_err(SortError::of_caller)?
        };
        let pagination = Pagination::new(rows.len() as u64, self.page, self.limit)?;
        let page = page::cut(sorted, pagination.offset, self.limit);
        Ok(self.answer(rows, page, pagination, options)?)
    }

    /// Creates the result of a tool whose database has already sorted and paged the rows: `rows`
    /// are sent as they are, and `total` is the number of rows on all pages.
    ///
    /// [`page_query`](Self::page_query) returns what the caller requests. Everything else is the
    /// same as in [`respond`](Self::respond), except that unknown nested fields are detected using
    /// only the rows of this page. Mistakes that `page_query` reports are mistakes here, too, even if
    /// the query ignores them.
    ///
    /// # Errors
    /// Like [`respond_with`](Self::respond_with).
    ///
    /// ```
    /// use toon_rmcp::ResponseParams;
    ///
    /// #[derive(toon::Serialize)]
    /// #[toon(tabular)]
    /// struct Project {
    ///     id: u32,
    /// }
    ///
    /// let params: ResponseParams = serde_json::from_str(r#"{"sortBy": "-id", "page": 2, "limit": 2}"#)?;
    /// let result = params.respond_page(&[Project { id: 3 }, Project { id: 2 }], 5)?;
    /// let text = "\
    /// items[2]{id}:
    ///   3
    ///   2
    /// pagination:
    ///   total: 5
    ///   page: 2
    ///   totalPages: 3";
    /// assert_eq!(result.content[0].as_text().unwrap().text, text);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn respond_page<T: Serialize + Describe>(
        &self,
        rows: &[T],
        total: u64,
    ) -> Result<CallToolResult, ErrorData> {
        self.respond_page_with(rows, total, &ResponseOptions::default())
    }

    /// Like [`respond_page`](Self::respond_page), with options set by the tool's author. They
    /// should be the same as for [`page_query`](Self::page_query).
    ///
    /// # Errors
    /// Like [`respond_page`](Self::respond_page).
    ///
    /// ```
    /// use toon_rmcp::{ResponseOptions, ResponseParams};
    ///
    /// #[derive(toon::Serialize)]
    /// #[toon(tabular)]
    /// struct Project {
    ///     id: u32,
    /// }
    ///
    /// let options = ResponseOptions::new().key("projects").default_sort(["-id"]);
    /// let params: ResponseParams = serde_json::from_str(r#"{"responseFormat": "json"}"#)?;
    /// let result = params.respond_page_with(&[Project { id: 2 }], 1, &options)?;
    /// assert_eq!(
    ///     result.content[0].as_text().unwrap().text,
    ///     r#"{"projects":[{"id":2}],"pagination":{"total":1,"page":1,"totalPages":1}}"#,
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn respond_page_with<T: Serialize + Describe>(
        &self,
        rows: &[T],
        total: u64,
        options: &ResponseOptions,
    ) -> Result<CallToolResult, ErrorData> {
        let query = self.page_query::<T>(options).and_then(|_| Pagination::new(total, self.page, self.limit));
        match query {
            Ok(pagination) => self.answer(rows, rows.iter().collect(), pagination, options),
            Err(error) => error.into_result(),
        }
    }

    /// The result for the rows of `page`. Fields that none of `rows` has are unknown.
    fn answer<T: Serialize + Describe>(
        &self,
        rows: &[T],
        page: Vec<&T>,
        pagination: Pagination,
        options: &ResponseOptions,
    ) -> Result<CallToolResult, ErrorData> {
        const {
            assert!(
                levels::are_those_of_verbosity(T::LEVELS),
                "the levels of rows must be those of `verbosity`: minimal, standard and full"
            );
        };
        let (selection, unknown_fields) = select::select(self, rows);
        let unknown = || {
            let names: Vec<&str> = self.unknown.iter().map(String::as_str).collect();
            format!("Unknown arguments were ignored: {}.", list(&names))
        };
        let unknown = (!self.unknown.is_empty()).then(unknown);
        let answer = Answer { rows: page, pagination, selection, options };
        let Written { text, format, explanation, warning } = answer.write(self.response_format)?;
        let warnings = [unknown, unknown_fields, pagination.warning(), warning];
        let explanation = (!explanation.is_empty()).then(|| ContentBlock::text(explanation));
        let blocks = explanation.into_iter().chain([block(text, format)]).collect();
        Ok(result(blocks, warnings.into_iter().flatten().collect()))
    }
}

/// A result with `blocks`, and with `warnings` both for programs and for models.
fn result(blocks: Vec<ContentBlock>, warnings: Vec<String>) -> CallToolResult {
    let mut result = CallToolResult::success(blocks);
    if !warnings.is_empty() {
        let lines: Vec<String> = warnings.iter().map(|warning| format!("Warning: {warning}")).collect();
        result.content.push(ContentBlock::text(lines.join("\n")));
        let mut meta = MetaObject::new();
        meta.insert(WARNINGS.to_owned(), warnings.into());
        result.meta = Some(meta);
    }
    result
}
