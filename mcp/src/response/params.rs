//! The parameters.

use super::choices::{ResponseFormat, Verbosity};
use super::{page, read};
use serde::{Deserialize, Serialize};

/// Parameters for a list, to be flattened into the parameters of any tool that returns one.
///
/// As JSON: `responseFormat`, `verbosity`, `fields`, `sortBy` (a string or a list), `page` and
/// `limit`. All are optional, and `null` is the same as nothing. The schema describes each of them.
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
    /// The format of the answer; TOON by default.
    #[serde(deserialize_with = "read::response_format")]
    pub response_format: ResponseFormat,
    /// How many fields rows have; `standard` by default.
    #[serde(deserialize_with = "read::verbosity")]
    pub verbosity: Verbosity,
    /// The fields of rows, in order, by path as in [`toon::EncodeOptions::fields`]. If there are
    /// any, they take precedence over the verbosity.
    #[serde(deserialize_with = "read::fields")]
    pub fields: Vec<String>,
    /// What to sort by: `field` or `+field` in ascending order, `-field` in descending order, the
    /// most important one first. A nested field is named by its path, as in `fields`.
    #[serde(deserialize_with = "read::sort_by")]
    pub sort_by: Vec<String>,
    /// The page, starting at 1; 1 by default.
    #[serde(deserialize_with = "read::page")]
    pub page: u32,
    /// Rows per page, 1 to 100; 20 by default.
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
