//! What is known of projects.

use crate::store::Store;
use crate::text::Json;
use crate::words::Domain;
use rusqlite::Result;

/// A piece of knowledge, as tools answer with it.
#[derive(toon::Serialize)]
#[serde(rename_all = "camelCase")]
#[toon(tabular)]
pub(crate) struct Knowledge {
    id: String,
    domain: Domain,
    #[toon(cell, with = "crate::text::tags")]
    tags: Vec<String>,
    #[toon(level = "standard")]
    project_id: String,
    #[toon(level = "standard")]
    created_at: String,
    #[toon(level = "full")]
    text: String,
    #[toon(level = "full")]
    updated_at: String,
    #[toon(level = "full", cell, with = "crate::text::citations")]
    citations: Vec<String>,
    #[toon(level = "full")]
    project_name: String,
}

/// What a project says of what is known of it.
#[derive(toon::Serialize)]
#[toon(tabular)]
pub(crate) struct KnowledgeSummary {
    id: String,
    domain: Domain,
    #[toon(cell, with = "crate::text::tags")]
    tags: Vec<String>,
}

/// What knowledge is wanted. Each part that is there narrows it down.
#[derive(Default)]
pub(crate) struct KnowledgeFilter<'a> {
    pub(crate) project_id: Option<&'a str>,
    pub(crate) domain: Option<Domain>,
    pub(crate) tag: Option<&'a str>,
    /// Part of its text.
    pub(crate) search: Option<&'a str>,
}

/// The knowledge that `filter` lets pass, the oldest first.
pub(crate) fn find(store: &Store, filter: &KnowledgeFilter<'_>) -> Result<Vec<Knowledge>> {
    let query = "
        SELECT k.id, k.domain, k.tags, k.project_id, k.created_at, k.text, k.updated_at, k.citations, project.name
        FROM knowledge AS k JOIN project ON project.id = k.project_id
        WHERE (?1 IS NULL OR k.project_id = ?1) AND (?2 IS NULL OR k.domain = ?2)
            AND (?3 IS NULL OR EXISTS (SELECT 1 FROM json_each(k.tags) WHERE value = ?3))
            AND (?4 IS NULL OR instr(lower(k.text), lower(?4)) > 0)
        ORDER BY k.created_at";
    let KnowledgeFilter { project_id, domain, tag, search } = filter;
    store.find(query, (project_id, domain, tag, search), |row| {
        Ok(Knowledge {
            id: row.get(0)?,
            domain: row.get(1)?,
            tags: row.get::<_, Json<_>>(2)?.0,
            project_id: row.get(3)?,
            created_at: row.get(4)?,
            text: row.get(5)?,
            updated_at: row.get(6)?,
            citations: row.get::<_, Json<_>>(7)?.0,
            project_name: row.get(8)?,
        })
    })
}

/// The latest knowledge of one project, at most `most` pieces of it.
pub(crate) fn summaries(store: &Store, project_id: &str, most: u32) -> Result<Vec<KnowledgeSummary>> {
    let query =
        "SELECT id, domain, tags FROM knowledge WHERE project_id = ?1 ORDER BY created_at DESC LIMIT ?2";
    store.find(query, (project_id, most), |row| {
        Ok(KnowledgeSummary { id: row.get(0)?, domain: row.get(1)?, tags: row.get::<_, Json<_>>(2)?.0 })
    })
}
