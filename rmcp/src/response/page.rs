//! Pages of rows.

use crate::ToolError;
use serde::Serialize;

pub(super) const FIRST: u32 = 1;
pub(super) const DEFAULT_LIMIT: u32 = 20;
pub(super) const MAX_LIMIT: u32 = 100;

/// The page information in a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Pagination {
    /// The number of rows before the page.
    #[serde(skip)]
    pub(super) offset: u64,
    /// The number of rows on all pages.
    pub(super) total: u64,
    pub(super) page: u32,
    total_pages: u64,
}

/// The number of rows before page `page`, if pages have `limit` rows.
///
/// # Errors
/// Fails if the page or limit is out of range.
pub(super) fn offset(page: u32, limit: u32) -> Result<u64, ToolError> {
    if page < FIRST {
        return Err(out_of_range("page", page, "must be at least 1"));
    }
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(out_of_range("limit", limit, "must be from 1 to 100"));
    }
    Ok(u64::from(page - FIRST) * u64::from(limit))
}

/// Up to `limit` rows, skipping the first `offset`.
pub(super) fn cut<T>(rows: Vec<T>, offset: u64, limit: u32) -> Vec<T> {
    let to_usize = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    rows.into_iter().skip(to_usize(offset)).take(to_usize(limit.into())).collect()
}

impl Pagination {
    /// # Errors
    /// Like [`offset`].
    pub(super) fn new(total: u64, page: u32, limit: u32) -> Result<Self, ToolError> {
        let offset = offset(page, limit)?;
        Ok(Pagination { offset, total, page, total_pages: total.div_ceil(limit.into()) })
    }

    /// The last page. The first page always exists, even if it is empty.
    pub(super) fn last_page(&self) -> u64 {
        self.total_pages.max(u64::from(FIRST))
    }

    /// A warning, if the requested page does not exist.
    pub(super) fn warning(&self) -> Option<String> {
        let (page, last) = (self.page, self.last_page());
        (u64::from(page) > last).then(|| format!("Page {page} does not exist: the last page is {last}."))
    }
}

fn out_of_range(name: &str, is: u32, rule: &str) -> ToolError {
    ToolError::Arguments(format!("Invalid {name} {is}: it {rule}"))
}
