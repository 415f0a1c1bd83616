//! Sorts rows.
//!
//! `order` parses the requested order, `find` finds the value of a row, and `key` and `number`
//! compare values.

mod find;
mod key;
mod number;
mod order;

use crate::ToolError;
use find::{Found, find};
use key::SortValue;
pub(super) use order::{Order, Sortable};
use rmcp::ErrorData;
use serde::Serialize;
use std::cmp::Ordering;
use thiserror::Error;
use toon_convert::__internal::shorten;

/// The maximum number of fields to sort by. Each requires a value for every row.
pub(super) const MAX_KEYS: usize = 16;

/// The reason why rows cannot be sorted.
#[derive(Debug, Error)]
pub(super) enum SortError {
    #[error("Invalid sort field: {field}. Allowed: {}", allowed.join(", "))]
    Unknown { field: String, allowed: Vec<String> },
    #[error("Invalid sort field: {field} is a list or an object. Allowed: {}", allowed.join(", "))]
    Compound { field: String, allowed: Vec<String> },
    #[error("Invalid sortBy: {0} fields exceed the limit of {MAX_KEYS}")]
    TooMany(usize),
    #[error("a row cannot be sorted: {0}")]
    Row(#[from] serde_json::Error),
}

impl SortError {
    /// Reports an error in an order that a caller has requested.
    pub(super) fn of_caller(self) -> ToolError {
        let message = self.to_string();
        match self {
            SortError::Unknown { .. } | SortError::Compound { .. } | SortError::TooMany(_) => {
                ToolError::Arguments(message)
            }
            SortError::Row(_) => ErrorData::internal_error(message, None).into(),
        }
    }

    /// Reports an error in the author's default order, which callers cannot fix.
    pub(super) fn of_default(self) -> ErrorData {
        ErrorData::internal_error(format!("In the default order: {self}"), None)
    }
}

/// Sorts rows by the first field in `by`, then by the second, and so on. The sort is stable.
pub(super) fn sort<'r, T: Serialize>(
    rows: &'r [T],
    by: &[String],
    sortable: &Sortable<'_>,
) -> Result<Vec<&'r T>, SortError> {
    let mut orders = orders(rows, by, sortable)?;
    if orders.is_empty() {
        return Ok(rows.iter().collect());
    }
    let mut keyed = Vec::with_capacity(rows.len());
    for row in rows {
        keyed.push((keys(row, &mut orders, || allowed(rows, sortable))?, row));
    }
    for order in &orders {
        if !order.is_known && !rows.is_empty() && !is_left_out(rows, order)? {
            return Err(unknown(order.field, rows, sortable));
        }
    }
    keyed.sort_by(|(one, _), (other, _)| compare(one, other, &orders));
    Ok(keyed.into_iter().map(|(_, row)| row).collect())
}

/// Resolves `by` as far as the type and the options permit. In errors, `rows` help to list the
/// allowed fields.
pub(super) fn orders<'a, T: Serialize>(
    rows: &[T],
    by: &'a [String],
    sortable: &Sortable<'a>,
) -> Result<Vec<Order<'a>>, SortError> {
    if by.len() > MAX_KEYS {
        return Err(SortError::TooMany(by.len()));
    }
    let mut orders: Vec<Order<'_>> = Vec::new();
    for asked in by {
        match sortable.order(asked) {
            // Sorting by the same field again has no effect.
            Ok(order) if orders.iter().any(|earlier| earlier.path == order.path) => {}
            Ok(order) => orders.push(order),
            Err(field) => return Err(unknown(field, rows, sortable)),
        }
    }
    Ok(orders)
}

/// The error for a field that no row has.
pub(super) fn unknown<T: Serialize>(field: &str, rows: &[T], sortable: &Sortable<'_>) -> SortError {
    match allowed(rows, sortable) {
        Ok(allowed) => SortError::Unknown { field: shorten(field), allowed },
        Err(error) => error,
    }
}

/// The sort keys of `row`. Orders whose field it has are marked as known.
fn keys<T: Serialize>(
    row: &T,
    orders: &mut [Order<'_>],
    allowed: impl Fn() -> Result<Vec<String>, SortError>,
) -> Result<Vec<SortValue>, SortError> {
    let mut keys = Vec::with_capacity(orders.len());
    for order in orders {
        keys.push(match find(row, &order.path)? {
            Found::Key(key) => {
                order.is_known = true;
                order.ranked(key)
            }
            Found::Nothing => SortValue::Null,
            Found::Compound => {
                return Err(SortError::Compound { field: shorten(order.field), allowed: allowed()? });
            }
        });
    }
    Ok(keys)
}

/// Whether the first field on the path of `order` is `null` in all rows. Then it is unknown what it
/// contains.
fn is_left_out<T: Serialize>(rows: &[T], order: &Order<'_>) -> Result<bool, SortError> {
    let Some(first) = order.path.get(..1).filter(|_| order.begins_in_type) else { return Ok(false) };
    for row in rows {
        if find(row, first)? != Found::Nothing {
            return Ok(false);
        }
    }
    Ok(true)
}

fn compare(one: &[SortValue], other: &[SortValue], orders: &[Order<'_>]) -> Ordering {
    for ((one, other), order) in one.iter().zip(other).zip(orders) {
        let ordering = if order.is_descending { other.cmp(one) } else { one.cmp(other) };
        if ordering.is_ne() {
            return ordering;
        }
    }
    Ordering::Equal
}

/// The fields to list in an error: those of the type, except for fields that cannot be sorted by.
fn allowed<T: Serialize>(rows: &[T], sortable: &Sortable<'_>) -> Result<Vec<String>, SortError> {
    let mut allowed = Vec::new();
    for name in sortable.names() {
        let has_order = match (rows.first(), sortable.order(name)) {
            (Some(row), Ok(order)) => find(row, &order.path)? != Found::Compound,
            _ => true,
        };
        if has_order {
            allowed.push(name.to_owned());
        }
    }
    Ok(allowed)
}
