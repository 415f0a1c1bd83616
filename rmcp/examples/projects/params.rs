//! What the tools take. Field comments are what a model reads of them.

use crate::one_or_many::OneOrMany;
use crate::words::{Domain, Priority, ProjectStatus, TaskStatus, TaskType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toon_rmcp::ResponseParams;

/// A list, or one of its items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Mode {
    #[default]
    List,
    Details,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProjectListParams {
    /// list: the projects that pass the filters. details: all about the one with the given id.
    #[serde(default)]
    pub(crate) mode: Mode,
    /// Which project; needed for details.
    pub(crate) id: Option<String>,
    /// Only projects with this status, or with one of these.
    #[serde(default)]
    pub(crate) status: OneOrMany<ProjectStatus>,
    /// Only projects of this kind.
    pub(crate) task_type: Option<TaskType>,
    /// With the tasks of each project, at any verbosity; details have them anyway. If fields are
    /// given, they decide instead: name tasks among them.
    #[serde(default)]
    pub(crate) include_tasks: bool,
    /// With the latest 5 pieces of knowledge of each project, at any verbosity, and the first 200
    /// characters of their text at full; details have up to 100 with their whole text anyway. If
    /// fields are given, they decide instead: name knowledge among them, and knowledge.text for
    /// those 200 characters.
    #[serde(default)]
    pub(crate) include_knowledge: bool,
    #[serde(flatten)]
    pub(crate) response: ResponseParams,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaskListParams {
    /// Only tasks of this project.
    pub(crate) project_id: Option<String>,
    /// Only tasks with this status, or with one of these.
    #[serde(default)]
    pub(crate) status: OneOrMany<TaskStatus>,
    /// Only tasks with this priority.
    pub(crate) priority: Option<Priority>,
    /// Only tasks of this kind.
    pub(crate) task_type: Option<TaskType>,
    /// Only tasks of this person.
    pub(crate) assigned_to: Option<String>,
    /// Only tasks with this tag.
    pub(crate) tag: Option<String>,
    #[serde(flatten)]
    pub(crate) response: ResponseParams,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KnowledgeListParams {
    /// Only knowledge of this project.
    pub(crate) project_id: Option<String>,
    /// Only knowledge from this field.
    pub(crate) domain: Option<Domain>,
    /// Only knowledge with this tag.
    pub(crate) tag: Option<String>,
    /// Only knowledge whose text has this in it, in upper or lower case.
    pub(crate) search: Option<String>,
    #[serde(flatten)]
    pub(crate) response: ResponseParams,
}
