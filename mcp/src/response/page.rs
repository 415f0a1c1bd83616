//! Pages of the rows.

use rmcp::ErrorData;
use serde::Serialize;
use serde_json::json;

pub(super) const FIRST: u32 = 1;
pub(super) const DEFAULT_LIMIT: u32 = 20;
pub(super) const MAX_LIMIT: u32 = 100;

/// What the answer says of its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Pagination {
    /// Of all pages.
    total: usize,
    page: u32,
    total_pages: usize,
}

/// The rows of page `page`, at most `limit` of them. A page beyond the last one has none.
///
/// # Errors
/// `INVALID_PARAMS`, if there is no such page or limit.
pub(super) fn cut<T>(mut rows: Vec<T>, page: u32, limit: u32) -> Result<(Vec<T>, Pagination), ErrorData> {
    if page < FIRST {
        return Err(out_of_range("page", page, "has to be 1 or more"));
    }
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(out_of_range("limit", limit, "has to be from 1 to 100"));
    }
    let total = rows.len();
    let size = usize::try_from(limit).unwrap_or(usize::MAX);
    let before = usize::try_from(page - FIRST).unwrap_or(usize::MAX).saturating_mul(size).min(total);
    rows.drain(..before);
    rows.truncate(size);
    Ok((rows, Pagination { total, page, total_pages: total.div_ceil(size) }))
}

impl Pagination {
    /// What to tell a caller who asks for a page that is not there. The first one always is.
    pub(super) fn warning(&self) -> Option<String> {
        let Pagination { page, total_pages, .. } = self;
        let last = (*total_pages).max(1);
        let is_beyond = usize::try_from(*page).is_ok_and(|page| page > last);
        is_beyond.then(|| format!("There is no page {page}: the last one is {last}."))
    }
}

fn out_of_range(name: &str, is: u32, rule: &str) -> ErrorData {
    ErrorData::invalid_params(format!("Invalid {name}: it {rule}, and is {is}"), Some(json!({ name: is })))
}
