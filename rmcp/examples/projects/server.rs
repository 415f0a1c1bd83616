//! The tools.

use crate::knowledge::{self, Extent, Knowledge, KnowledgeFilter, Text};
use crate::params::{KnowledgeListParams, Mode, ProjectListParams, TaskListParams};
use crate::project::{self, Include, Project, ProjectFilter};
use crate::store::Store;
use crate::task::{self, TaskFilter};
use crate::words::Priority;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use toon::Describe;
use toon_rmcp::{ResponseOptions, ResponseParams, ToolError, Verbosity};

/// How much knowledge a project has with it in a list, and in details.
const KNOWLEDGE_IN_LIST: u32 = 5;
const KNOWLEDGE_IN_DETAILS: u32 = 100;

pub(crate) struct Server {
    store: Store,
}

impl Server {
    pub(crate) fn new(store: Store) -> Self {
        Server { store }
    }
}

#[tool_handler(
    name = "projects",
    instructions = "Projects, their tasks, and knowledge about them. Answers are in TOON, in which a table names its columns once."
)]
impl ServerHandler for Server {}

#[tool_router]
impl Server {
    /// Lists projects, or shows one with its tasks and knowledge. Sorts by name, status, taskType,
    /// createdAt or updatedAt. In TOON, urls, tasks and knowledge are tables after the projects. The
    /// column of the same name says how many of the next rows in that table belong to the project.
    #[tool(annotations(read_only_hint = true))]
    fn project_list(
        &self,
        Parameters(params): Parameters<ProjectListParams>,
    ) -> Result<CallToolResult, ErrorData> {
        let options = ResponseOptions::new().key("projects").default_sort(["-createdAt"]).sortable([
            "name",
            "status",
            "taskType",
            "createdAt",
            "updatedAt",
        ]);
        match params.mode {
            Mode::List => {
                let filter = ProjectFilter {
                    id: params.id.as_deref(),
                    status: &params.status.0,
                    task_type: params.task_type,
                };
                let ResponseParams { fields, verbosity, .. } = &params.response;
                // Fields override the verbosity, unless projects have none of them.
                let is_by_verbosity = !Project::FIELDS.iter().any(|field| selects(fields, field.name()));
                let wants_text =
                    selects(fields, "knowledge.text") || is_by_verbosity && *verbosity == Verbosity::Full;
                let text = if wants_text { Text::Preview } else { Text::Nothing };
                let wants_knowledge = params.include_knowledge || selects(fields, "knowledge");
                let knowledge = wants_knowledge.then_some(Extent { most: KNOWLEDGE_IN_LIST, text });
                let include = Include { tasks: params.include_tasks || selects(fields, "tasks"), knowledge };
                let projects = project::find(&self.store, &filter, include).map_err(store_error)?;
                params.response.respond_with(&projects, &options)
            }
            Mode::Details => {
                let Some(id) = &params.id else {
                    return ToolError::Arguments("Details need the id of a project".to_owned()).into_result();
                };
                let filter = ProjectFilter { id: Some(id), ..ProjectFilter::default() };
                let knowledge = Extent { most: KNOWLEDGE_IN_DETAILS, text: Text::Whole };
                let include = Include { tasks: true, knowledge: Some(knowledge) };
                let projects = project::find(&self.store, &filter, include).map_err(store_error)?;
                if projects.is_empty() {
                    let text = format!("There is no project with the id {id}");
                    return ToolError::Arguments(text).into_result();
                }
                let response = ResponseParams { verbosity: Verbosity::Full, ..params.response };
                response.respond_with(&projects, &options)
            }
        }
    }

    /// Lists tasks. Sorts by priority, createdAt, status, title or updatedAt.
    #[tool(annotations(read_only_hint = true))]
    fn task_list(&self, Parameters(params): Parameters<TaskListParams>) -> Result<CallToolResult, ErrorData> {
        let options = ResponseOptions::new()
            .key("tasks")
            .default_sort(["-createdAt"])
            .sortable(["priority", "createdAt", "status", "title", "updatedAt"])
            .ranked("priority", Priority::WORDS.iter().copied());
        let filter = TaskFilter {
            project_id: params.project_id.as_deref(),
            status: &params.status.0,
            priority: params.priority,
            task_type: params.task_type,
            assigned_to: params.assigned_to.as_deref(),
            tag: params.tag.as_deref(),
        };
        let tasks = task::find(&self.store, &filter).map_err(store_error)?;
        params.response.respond_with(&tasks, &options)
    }

    /// Lists knowledge about projects. Sorts by domain, createdAt or updatedAt.
    #[tool(annotations(read_only_hint = true))]
    fn knowledge_list(
        &self,
        Parameters(params): Parameters<KnowledgeListParams>,
    ) -> Result<CallToolResult, ToolError> {
        let options = ResponseOptions::new()
            .key("knowledge")
            .default_sort(["-createdAt"])
            .sortable(knowledge::SORTABLE.map(|(field, _)| field));
        let query = params.response.page_query::<Knowledge>(&options)?;
        let filter = KnowledgeFilter {
            project_id: params.project_id.as_deref(),
            domain: params.domain,
            tag: params.tag.as_deref(),
            search: params.search.as_deref(),
        };
        let (page, total) = knowledge::find(&self.store, &filter, &query).map_err(store_error)?;
        Ok(params.response.respond_page_with(&page, total.into(), &options)?)
    }
}

/// Whether `fields` name the field at `path`, or one inside it.
fn selects(fields: &[String], path: &str) -> bool {
    let is_in = |field: &String| {
        field.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    fields.iter().any(is_in)
}

/// Errors that the caller cannot fix.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn store_error(error: rusqlite::Error) -> ErrorData {
    ErrorData::internal_error(format!("The database failed: {error}"), None)
}
