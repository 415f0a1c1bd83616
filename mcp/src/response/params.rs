//! The parameters.

use super::choices::{ResponseFormat, Verbosity};
use super::{page, read};
use serde::{Deserialize, Serialize};

/// How a caller wants a list: to be flattened into the parameters of any tool that answers with
/// one.
///
/// As JSON: `responseFormat`, `verbosity`, `fields`, `sortBy` (a string or a list), `page` and
/// `limit`. None is needed, and `null` is as good as nothing. The schema says what each means.
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
    #[serde(deserialize_with = "read::response_format")]
    pub response_format: ResponseFormat,
    /// How many fields rows have; `standard` unless told.
    #[serde(deserialize_with = "read::verbosity")]
    pub verbosity: Verbosity,
    /// The fields of rows in their order, by path as in [`toon::EncodeOptions::fields`]. They win
    /// over the verbosity, unless there are none.
    #[serde(deserialize_with = "read::fields")]
    pub fields: Vec<String>,
    /// What to sort by: `field` or `+field` upwards, `-field` downwards, the most important first.
    /// A field within another is named by its path, as in `fields`.
    #[serde(deserialize_with = "read::sort_by")]
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
