//! Queries for rows that a database sorts and pages.

use super::sort::{self, Order, SortError, Sortable};
use super::{ResponseOptions, ResponseParams, page};
use crate::ToolError;
use serde::Serialize;
use toon::Describe;

/// The order and page that a caller requests, validated, for a database query.
///
/// Returned by [`ResponseParams::page_query`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageQuery<'a> {
    /// What to sort by, most important field first. No field occurs twice.
    pub sort_by: Vec<SortKey<'a>>,
    /// The number of rows to skip.
    pub offset: u64,
    /// The maximum number of rows to return.
    pub limit: u32,
}

/// A field to sort by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SortKey<'a> {
    /// The field, as spelled by [`ResponseOptions`] or the row type, never as sent by the caller.
    pub field: &'a str,
    /// Whether the largest values come first.
    pub is_descending: bool,
}

impl ResponseParams {
    /// The order and page that the caller requests, for a database query whose rows are then passed
    /// to [`respond_page_with`](Self::respond_page_with). If the caller requests no order, it is
    /// the [default order](ResponseOptions::default_sort).
    ///
    /// Since there are no rows yet, callers can sort by the fields of [`ResponseOptions::sortable`]
    /// or, if these are not set, by the fields of `T` itself, but not by nested fields. `null`
    /// should come first in ascending order, as it does in [`respond`](Self::respond).
    ///
    /// # Errors
    /// Returns [`ToolError::Arguments`], with the texts of [`respond`](Self::respond), if the caller
    /// sorts by another field or by more than 16 fields, or if the page or limit is out of range.
    /// Returns `INTERNAL_ERROR` if rows lack a field of the default order, or if the
    /// [name](ResponseOptions::key) of the list is reserved.
    ///
    /// ```
    /// use toon_rmcp::{ResponseOptions, ResponseParams};
    ///
    /// #[derive(toon::Serialize)]
    /// #[toon(tabular)]
    /// struct Project {
    ///     id: u32,
    ///     name: String,
    /// }
    ///
    /// let options = ResponseOptions::new();
    /// let params: ResponseParams = serde_json::from_str(r#"{"sortBy": ["-name", "id"], "page": 3, "limit": 10}"#)?;
    /// let query = params.page_query::<Project>(&options)?;
    /// let order: Vec<String> = query
    ///     .sort_by
    ///     .iter()
    ///     .map(|key| format!("\"{}\" {}", key.field, if key.is_descending { "DESC" } else { "ASC" }))
    ///     .collect();
    /// let sql = format!("ORDER BY {} LIMIT {} OFFSET {}", order.join(", "), query.limit, query.offset);
    /// assert_eq!(sql, r#"ORDER BY "name" DESC, "id" ASC LIMIT 10 OFFSET 20"#);
    ///
    /// let params: ResponseParams = serde_json::from_str(r#"{"sortBy": "stars"}"#)?;
    /// let error = params.page_query::<Project>(&options).unwrap_err();
    /// assert_eq!(error.to_string(), "Invalid sort field: stars. Allowed: id, name");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn page_query<'a, T: Serialize + Describe>(
        &'a self,
        options: &'a ResponseOptions,
    ) -> Result<PageQuery<'a>, ToolError> {
        options.check()?;
        let orders = if self.sort_by.is_empty() {
            let sortable = Sortable::by_the_author::<T>(options);
            sort::orders::<T>(&[], &options.default_sort, &sortable).map_err(SortError::of_default)?
        } else {
            let sortable = Sortable::by_callers::<T>(options);
            known_orders::<T>(&self.sort_by, &sortable).map_err(SortError::of_caller)?
        };
        let key = |order: Order<'a>| SortKey { field: order.name, is_descending: order.is_descending };
        let sort_by = orders.into_iter().map(key).collect();
        let offset = page::offset(self.page, self.limit)?;
        Ok(PageQuery { sort_by, offset, limit: self.limit })
    }
}

/// Resolves `by`. Fields that cannot be resolved without rows are an error.
fn known_orders<'a, T: Serialize>(
    by: &'a [String],
    sortable: &Sortable<'a>,
) -> Result<Vec<Order<'a>>, SortError> {
    let orders = sort::orders::<T>(&[], by, sortable)?;
    if let Some(order) = orders.iter().find(|order| !order.is_known) {
        return Err(sort::unknown::<T>(order.field, &[], sortable));
    }
    Ok(orders)
}
