//! Tasks of projects.

use crate::project::Link;
use crate::store::{self, Store};
use crate::text::Json;
use crate::words::{Priority, TaskStatus, TaskType};
use rusqlite::Result;

/// A task, as tools answer with it.
#[derive(toon::Serialize)]
#[serde(rename_all = "camelCase")]
#[toon(tabular)]
pub(crate) struct Task {
    id: String,
    title: String,
    status: TaskStatus,
    priority: Priority,
    #[toon(level = "standard")]
    project_id: String,
    #[toon(level = "standard")]
    created_at: String,
    #[toon(level = "full")]
    description: String,
    #[toon(level = "full")]
    updated_at: String,
    #[toon(level = "full")]
    assigned_to: Option<String>,
    #[toon(level = "full", cell, with = "crate::text::tags")]
    tags: Vec<String>,
    #[toon(level = "full")]
    #[serde(rename = "taskType")]
    kind: TaskType,
    #[toon(level = "full")]
    completion_requirements: String,
    #[toon(level = "full")]
    output_format: String,
    #[toon(level = "full", cell, with = "crate::text::links")]
    urls: Vec<Link>,
}

/// A task as listed in a project.
#[derive(toon::Serialize)]
#[toon(tabular)]
pub(crate) struct TaskSummary {
    id: String,
    title: String,
    status: TaskStatus,
    priority: Priority,
}

/// Which tasks are wanted. Each part that is there narrows it down.
#[derive(Default)]
pub(crate) struct TaskFilter<'a> {
    pub(crate) project_id: Option<&'a str>,
    /// Any of these; empty for all.
    pub(crate) status: &'a [TaskStatus],
    pub(crate) priority: Option<Priority>,
    pub(crate) task_type: Option<TaskType>,
    pub(crate) assigned_to: Option<&'a str>,
    pub(crate) tag: Option<&'a str>,
}

/// The tasks that match `filter`, the oldest first.
pub(crate) fn find(store: &Store, filter: &TaskFilter<'_>) -> Result<Vec<Task>> {
    let query = "
        SELECT id, title, status, priority, project_id, created_at, description, updated_at, assigned_to, tags, task_type,
            completion_requirements, output_format, urls
        FROM task
        WHERE (?1 IS NULL OR project_id = ?1) AND (?2 IS NULL OR status IN (SELECT value FROM json_each(?2)))
            AND (?3 IS NULL OR priority = ?3) AND (?4 IS NULL OR task_type = ?4) AND (?5 IS NULL OR assigned_to = ?5)
            AND (?6 IS NULL OR EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?6))
        ORDER BY created_at";
    let TaskFilter { project_id, status, priority, task_type, assigned_to, tag } = filter;
    let status = store::any_of(status)?;
    store.find(query, (project_id, status, priority, task_type, assigned_to, tag), |row| {
        Ok(Task {
            id: row.get(0)?,
            title: row.get(1)?,
            status: row.get(2)?,
            priority: row.get(3)?,
            project_id: row.get(4)?,
            created_at: row.get(5)?,
            description: row.get(6)?,
            updated_at: row.get(7)?,
            assigned_to: row.get(8)?,
            tags: row.get::<_, Json<_>>(9)?.0,
            kind: row.get(10)?,
            completion_requirements: row.get(11)?,
            output_format: row.get(12)?,
            urls: row.get::<_, Json<_>>(13)?.0,
        })
    })
}

/// The tasks of one project, the oldest first.
pub(crate) fn summaries(store: &Store, project_id: &str) -> Result<Vec<TaskSummary>> {
    let query = "SELECT id, title, status, priority FROM task WHERE project_id = ?1 ORDER BY created_at";
    store.find(query, [project_id], |row| {
        Ok(TaskSummary { id: row.get(0)?, title: row.get(1)?, status: row.get(2)?, priority: row.get(3)? })
    })
}
