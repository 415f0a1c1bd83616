//! Rows in the order asked for.
//!
//! `order` reads what was asked for, `find` gets a row's value, `key` and `number` compare two of them.

mod find;
mod key;
mod number;
mod order;

use crate::shorten::shorten;
use find::{Found, find};
use key::Key;
use order::Order;
pub(super) use order::Sortable;
use serde::Serialize;
use std::cmp::Ordering;
use thiserror::Error;

/// How many fields rows may be sorted by. Each is a value a row to be kept.
pub(super) const MAX_KEYS: usize = 16;

/// Why rows cannot be sorted.
#[derive(Debug, Error)]
pub(super) enum SortError {
    #[error("Invalid sort field: {field}. Allowed: {}", allowed.join(", "))]
    Unknown { field: String, allowed: Vec<String> },
    #[error("Invalid sort field: {field} is a list or an object. Allowed: {}", allowed.join(", "))]
    Compound { field: String, allowed: Vec<String> },
    #[error("Invalid sortBy: there are {0} fields, and may be {MAX_KEYS}")]
    TooMany(usize),
    #[error("a row cannot be sorted: {0}")]
    Row(#[from] serde_json::Error),
}

/// The rows sorted by `by`: by its first field, rows with the same value there by its second, and so on. Rows that
/// are alike in all of them stay in their order.
pub(super) fn sort<'r, T: Serialize>(
    rows: &'r [T],
    by: &[String],
    sortable: &Sortable<'_>,
) -> Result<Vec<&'r T>, SortError> {
    if by.len() > MAX_KEYS {
        return Err(SortError::TooMany(by.len()));
    }
    let mut orders: Vec<Order<'_>> = Vec::new();
    for asked in by {
        match sortable.order(asked) {
            // By a field once sorted, rows do not change by sorting them by it again.
            Ok(order) if orders.iter().any(|earlier| earlier.path == order.path) => {}
            Ok(order) => orders.push(order),
            Err(field) => return Err(SortError::Unknown { field, allowed: allowed(rows, sortable)? }),
        }
    }
    if orders.is_empty() {
        return Ok(rows.iter().collect());
    }
    let mut keyed = Vec::with_capacity(rows.len());
    for row in rows {
        keyed.push((keys(row, &mut orders, || allowed(rows, sortable))?, row));
    }
    for order in &orders {
        if !order.is_known && !rows.is_empty() && !is_left_out(rows, order)? {
            return Err(SortError::Unknown {
                field: shorten(order.field),
                allowed: allowed(rows, sortable)?,
            });
        }
    }
    keyed.sort_by(|(one, _), (other, _)| compare(one, other, &orders));
    Ok(keyed.into_iter().map(|(_, row)| row).collect())
}

/// What `row` is sorted by. Orders whose field it has are known from now on.
fn keys<T: Serialize>(
    row: &T,
    orders: &mut [Order<'_>],
    allowed: impl Fn() -> Result<Vec<String>, SortError>,
) -> Result<Vec<Key>, SortError> {
    let mut keys = Vec::with_capacity(orders.len());
    for order in orders {
        keys.push(match find(row, &order.path)? {
            Found::Key(key) => {
                order.is_known = true;
                order.ranked(key)
            }
            Found::Nothing => Key::Null,
            Found::Compound => {
                return Err(SortError::Compound { field: shorten(order.field), allowed: allowed()? });
            }
        });
    }
    Ok(keys)
}

/// Whether no row says what could be in the field that the path of `order` begins with, as if it were `null` in all.
fn is_left_out<T: Serialize>(rows: &[T], order: &Order<'_>) -> Result<bool, SortError> {
    let Some(first) = order.path.get(..1).filter(|_| order.begins_in_type) else { return Ok(false) };
    for row in rows {
        if find(row, first)? != Found::Nothing {
            return Ok(false);
        }
    }
    Ok(true)
}

fn compare(one: &[Key], other: &[Key], orders: &[Order<'_>]) -> Ordering {
    for ((one, other), order) in one.iter().zip(other).zip(orders) {
        let ordering = if order.is_descending { other.cmp(one) } else { one.cmp(other) };
        if ordering.is_ne() {
            return ordering;
        }
    }
    Ordering::Equal
}

/// The names that an error offers: those of the type, but for fields that are seen to have no order.
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
