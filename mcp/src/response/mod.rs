//! Answers of tools that list things: the parameters by which a caller says how, and the result.
//!
//! `read` and `schema` take the parameters in. `select` finds which fields are asked for, `sort` and `page` which rows;
//! `answer` writes them, in JSON by way of `json`, `pick` and `path`.

mod answer;
mod choices;
mod json;
mod levels;
mod options;
mod page;
mod path;
mod pick;
mod read;
mod schema;
mod select;
mod sort;

use crate::marker::WARNINGS;
use answer::Answer;
pub use choices::{ResponseFormat, Verbosity};
pub use options::ResponseOptions;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock, MetaObject, TextContent};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sort::{SortError, Sortable};
use toon::Describe;

/// How a caller wants a list: to be flattened into the parameters of any tool that answers with one.
///
/// As JSON: `responseFormat`, `verbosity`, `fields`, `sortBy` (a string or a list), `page` and `limit`. None is needed,
/// and `null` is as good as nothing. The schema says what each means.
///
/// ```
/// use rmcp::handler::server::wrapper::Parameters;
/// use rmcp::model::CallToolResult;
/// use rmcp::{ErrorData, tool};
/// use schemars::JsonSchema;
/// use serde::Deserialize;
/// use toon_mcp::ResponseParams;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct ListParams {
///     /// Only projects with this status.
///     status: Option<String>,
///     #[serde(flatten)]
///     response: ResponseParams,
/// }
///
/// #[derive(toon::Serialize)]
/// #[toon(tabular)]
/// struct Project {
///     id: u32,
///     name: &'static str,
///     status: &'static str,
///     #[toon(level = "full")]
///     description: &'static str,
/// }
///
/// const PROJECTS: [Project; 2] = [
///     Project { id: 1, name: "Engine", status: "active", description: "Computes." },
///     Project { id: 2, name: "Loom", status: "done", description: "Weaves." },
/// ];
///
/// struct Server;
///
/// impl Server {
///     #[tool(description = "Lists projects")]
///     fn project_list(&self, Parameters(params): Parameters<ListParams>) -> Result<CallToolResult, ErrorData> {
///         let is_wanted = |project: &Project| params.status.as_deref().is_none_or(|status| status == project.status);
///         let projects: Vec<Project> = PROJECTS.into_iter().filter(is_wanted).collect();
///         params.response.respond(&projects)
///     }
/// }
///
/// let params = serde_json::from_str(r#"{"sortBy": "-name", "limit": 1}"#)?;
/// let result = Server.project_list(Parameters(params))?;
/// assert_eq!(
///     result.content[0].as_text().unwrap().text,
///     "\
/// items[1]{id,name,status}:
///   2,Loom,done
/// pagination:
///   total: 2
///   page: 1
///   totalPages: 2",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResponseParams {
    /// What the answer is written in; TOON unless told.
    #[serde(deserialize_with = "read::or_default")]
    pub response_format: ResponseFormat,
    /// How many fields rows have; `standard` unless told.
    #[serde(deserialize_with = "read::or_default")]
    pub verbosity: Verbosity,
    /// The fields of rows in their order, by path as in [`toon::EncodeOptions::fields`]. They win over the verbosity,
    /// unless there are none.
    #[serde(deserialize_with = "read::or_default")]
    pub fields: Vec<String>,
    /// What to sort by: `field` or `+field` upwards, `-field` downwards, the most important first. A field within
    /// another is named by its path, with dots.
    #[serde(deserialize_with = "read::one_or_many")]
    pub sort_by: Vec<String>,
    /// Which page, from 1 on; 1 unless told.
    #[serde(deserialize_with = "read::page")]
    pub page: u32,
    /// Rows a page, 1 to 100; 20 unless told.
    #[serde(deserialize_with = "read::limit")]
    pub limit: u32,
}

impl Default for ResponseParams {
    fn default() -> Self {
        ResponseParams {
            response_format: ResponseFormat::default(),
            verbosity: Verbosity::default(),
            fields: Vec::new(),
            sort_by: Vec::new(),
            page: page::FIRST,
            limit: page::DEFAULT_LIMIT,
        }
    }
}

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
    /// code points. Rows that are alike stay in their order. Of all rows only what they are sorted by is serialized.
    ///
    /// JSON is what serde alone makes of the rows. Names and values that `#[toon(…)]` gives to TOON alone are neither
    /// found by `fields` there nor sorted by, and types within a row are whole there at each verbosity. So are flattened
    /// fields.
    ///
    /// # Errors
    /// `INVALID_PARAMS`, if a field to sort by is not there or is a list or an object, with the allowed ones in
    /// the message and in the data; and if the page or the limit is out of range. `INTERNAL_ERROR`, if the rows' own
    /// `Serialize` fails.
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
        Ok(result(TextContent::new(text).with_meta(format.meta()), warnings))
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
fn result(text: TextContent, warnings: Vec<String>) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::Text(text)]);
    if !warnings.is_empty() {
        let lines: Vec<String> = warnings.iter().map(|warning| format!("Warning: {warning}")).collect();
        result.content.push(ContentBlock::text(lines.join("\n")));
        let mut meta = MetaObject::new();
        meta.insert(WARNINGS.to_owned(), warnings.into());
        result.meta = Some(meta);
    }
    result
}
