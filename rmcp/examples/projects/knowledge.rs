//! Knowledge about projects.

use crate::store::Store;
use crate::text::Json;
use crate::words::Domain;
use rusqlite::{Result, params};
use toon_rmcp::PageQuery;

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

/// Knowledge as listed in a project.
#[derive(toon::Serialize)]
#[toon(tabular)]
pub(crate) struct KnowledgeSummary {
    id: String,
    domain: Domain,
    #[toon(cell, with = "crate::text::tags")]
    tags: Vec<String>,
    /// Only if it was asked for.
    #[toon(skip_default)]
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// How much of the knowledge of a project comes with it.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// At most this many pieces.
    pub(crate) most: u32,
    pub(crate) text: Text,
}

/// How much of its text comes with a piece of knowledge.
#[derive(Clone, Copy)]
pub(crate) enum Text {
    Nothing,
    Preview,
    Whole,
}

impl Text {
    /// The characters of a preview.
    const PREVIEW: usize = 200;

    fn of(self, mut text: String) -> Option<String> {
        match self {
            Text::Nothing => return None,
            Text::Preview => {
                if let Some((end, _)) = text.char_indices().nth(Self::PREVIEW) {
                    text.truncate(end);
                    text.push_str("... (truncated)");
                }
            }
            Text::Whole => {}
        }
        Some(text)
    }
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

/// What knowledge may be sorted by, and the columns of that.
pub(crate) const SORTABLE: [(&str, &str); 3] =
    [("domain", "k.domain"), ("createdAt", "k.created_at"), ("updatedAt", "k.updated_at")];

/// The page that `asked` for of the knowledge that matches `filter`, and how much there is on all
/// pages. The database sorts and pages.
pub(crate) fn find(
    store: &Store,
    filter: &KnowledgeFilter<'_>,
    asked: &PageQuery<'_>,
) -> Result<(Vec<Knowledge>, u32)> {
    let matching = "
        FROM knowledge AS k JOIN project ON project.id = k.project_id
        WHERE (?1 IS NULL OR k.project_id = ?1) AND (?2 IS NULL OR k.domain = ?2)
            AND (?3 IS NULL OR EXISTS (SELECT 1 FROM json_each(k.tags) WHERE value = ?3))
            AND (?4 IS NULL OR instr(lower(k.text), lower(?4)) > 0)";
    let KnowledgeFilter { project_id, domain, tag, search } = filter;
    let count = format!("SELECT count(*) {matching}");
    let total: Vec<u32> = store.find(&count, params![project_id, domain, tag, search], |row| row.get(0))?;

    let mut order = String::new();
    for key in &asked.sort_by {
        // Fields are ours, not the caller's words, but even so the query has only what stands in
        // the list.
        if let Some((_, column)) = SORTABLE.iter().find(|(field, _)| *field == key.field) {
            order.push_str(column);
            order.push_str(if key.is_descending { " DESC, " } else { " ASC, " });
        }
    }
    let page = format!(
        "SELECT k.id, k.domain, k.tags, k.project_id, k.created_at, k.text, k.updated_at, k.citations, project.name
        {matching} ORDER BY {order} k.id LIMIT ?5 OFFSET ?6"
    );
    let offset = i64::try_from(asked.offset).unwrap_or(i64::MAX);
    let page = store.find(&page, params![project_id, domain, tag, search, asked.limit, offset], |row| {
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
    })?;
    // A count has one row.
    Ok((page, total.first().copied().unwrap_or_default()))
}

/// The latest knowledge of one project.
pub(crate) fn summaries(store: &Store, project_id: &str, extent: Extent) -> Result<Vec<KnowledgeSummary>> {
    let query = "SELECT id, domain, tags, text FROM knowledge WHERE project_id = ?1 ORDER BY created_at DESC LIMIT ?2";
    store.find(query, (project_id, extent.most), |row| {
        Ok(KnowledgeSummary {
            id: row.get(0)?,
            domain: row.get(1)?,
            tags: row.get::<_, Json<_>>(2)?.0,
            text: extent.text.of(row.get(3)?),
        })
    })
}
