//! Parameters for tools that list things.

use super::choices::{ResponseFormat, Verbosity};
use super::{page, read};
use serde::{Deserialize, Serialize};

/// Parameters to flatten into those of any tool that returns a list.
///
/// In JSON, they are `responseFormat`, `verbosity`, `fields`, `sortBy` (a string or a list), `page`
/// and `limit`. All are optional, and `null` counts as missing. The schema describes each of them.
/// Flatten them after all other flattened fields, which take their own arguments first: what is left
/// is [unknown](Self::unknown). serde does not support `deny_unknown_fields` beside `flatten`.
///
/// ```
/// use rmcp::handler::server::wrapper::Parameters;
/// use rmcp::model::CallToolResult;
/// use rmcp::{ErrorData, tool};
/// use schemars::JsonSchema;
/// use serde::Deserialize;
/// use toon_rmcp::ResponseParams;
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
    /// The format of the response. TOON by default.
    #[serde(deserialize_with = "read::response_format")]
    pub response_format: ResponseFormat,
    /// How many fields rows have. `standard` by default.
    #[serde(deserialize_with = "read::verbosity")]
    pub verbosity: Verbosity,
    /// The fields of rows, in this order, as paths like those of [`toon::EncodeOptions::fields`].
    /// If there are any, they take precedence over the verbosity.
    #[serde(deserialize_with = "read::fields")]
    pub fields: Vec<String>,
    /// What to sort by, most important field first: `field` or `+field` in ascending order, and
    /// `-field` in descending order. Nested fields are paths as in `fields`.
    #[serde(deserialize_with = "read::sort_by")]
    pub sort_by: Vec<String>,
    /// The page, counted from 1. 1 by default.
    #[serde(deserialize_with = "read::page")]
    pub page: u32,
    /// The number of rows per page, from 1 to 100. 20 by default.
    #[serde(deserialize_with = "read::limit")]
    pub limit: u32,
    /// The names of arguments that the tool does not have. Responses warn about them.
    ///
    /// ```
    /// use toon_rmcp::ResponseParams;
    /// use toon_rmcp::marker::WARNINGS;
    ///
    /// #[derive(toon::Serialize)]
    /// #[toon(tabular)]
    /// struct Project {
    ///     id: u32,
    /// }
    ///
    /// let params: ResponseParams = serde_json::from_str(r#"{"sort": "id", "limit": 5}"#)?;
    /// let result = params.respond(&[Project { id: 1 }])?;
    /// assert_eq!(result.meta.unwrap()[WARNINGS], serde_json::json!(["Unknown arguments were ignored: sort."]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[serde(flatten, skip_serializing, deserialize_with = "read::names")]
    pub unknown: Vec<String>,
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
            unknown: Vec::new(),
        }
    }
}
