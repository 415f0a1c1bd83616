//! Projects.

use crate::knowledge::{self, Extent, KnowledgeSummary};
use crate::store::{self, Store};
use crate::task::{self, TaskSummary};
use crate::text::Json;
use crate::words::{ProjectStatus, TaskType};
use rusqlite::Result;
use serde::Deserialize;

/// A project, as tools answer with it.
#[derive(toon::Serialize)]
#[serde(rename_all = "camelCase")]
#[toon(tabular)]
pub(crate) struct Project {
    pub(crate) id: String,
    name: String,
    status: ProjectStatus,
    task_type: TaskType,
    #[toon(level = "standard")]
    created_at: String,
    #[toon(level = "full")]
    description: String,
    #[toon(level = "full")]
    updated_at: String,
    #[toon(level = "full", child)]
    urls: Vec<Link>,
    #[toon(level = "full")]
    completion_requirements: String,
    #[toon(level = "full")]
    output_format: String,
    /// At every level, but only if they were asked for.
    #[toon(child, skip_default = "Option::is_none")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tasks: Option<Vec<TaskSummary>>,
    /// At every level, but only if it was asked for.
    #[toon(child, skip_default = "Option::is_none")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) knowledge: Option<Vec<KnowledgeSummary>>,
}

/// Something to read.
#[derive(toon::Serialize, Deserialize)]
#[toon(tabular)]
pub(crate) struct Link {
    pub(crate) title: String,
    pub(crate) url: String,
}

/// Which projects are wanted. Each part that is there narrows it down.
#[derive(Default)]
pub(crate) struct ProjectFilter<'a> {
    pub(crate) id: Option<&'a str>,
    /// Any of these; empty for all.
    pub(crate) status: &'a [ProjectStatus],
    pub(crate) task_type: Option<TaskType>,
}

/// What is to be found with each project.
#[derive(Clone, Copy)]
pub(crate) struct Include {
    pub(crate) tasks: bool,
    pub(crate) knowledge: Option<Extent>,
}

/// The projects that match `filter`, the oldest first.
pub(crate) fn find(store: &Store, filter: &ProjectFilter<'_>, include: Include) -> Result<Vec<Project>> {
    let query = "
        SELECT id, name, status, task_type, created_at, description, updated_at, urls, completion_requirements, output_format
        FROM project
        WHERE (?1 IS NULL OR id = ?1) AND (?2 IS NULL OR status IN (SELECT value FROM json_each(?2)))
            AND (?3 IS NULL OR task_type = ?3)
        ORDER BY created_at";
    let mut projects =
        store.find(query, (filter.id, store::any_of(filter.status)?, filter.task_type), |row| {
            Ok(Project {
                id: row.get(0)?,
                name: row.get(1)?,
                status: row.get(2)?,
                task_type: row.get(3)?,
                created_at: row.get(4)?,
                description: row.get(5)?,
                updated_at: row.get(6)?,
                urls: row.get::<_, Json<_>>(7)?.0,
                completion_requirements: row.get(8)?,
                output_format: row.get(9)?,
                tasks: None,
                knowledge: None,
            })
        })?;
    for project in &mut projects {
        if include.tasks {
            project.tasks = Some(task::summaries(store, &project.id)?);
        }
        if let Some(extent) = include.knowledge {
            project.knowledge = Some(knowledge::summaries(store, &project.id, extent)?);
        }
    }
    Ok(projects)
}
