//! Rows with a name.

use super::data::Payload;
use super::modifiers::Modifiers;
use serde::Serialize;

/// Rows with a name, such as the result of a query. Where not all fit, the first ones are shown.
///
/// In a container, a table is an [`Extension`](crate::container::Extension) with the namespace `toon` and the
/// type `table`, whose content is TOON.
///
/// ```
/// use toon_context::Table;
///
/// let table = Table::new("issues", &[(1, "open"), (2, "closed")]).min_rows(1);
/// assert_eq!(table.name, "issues");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The name of the rows.
    pub name: String,
    pub(crate) rows: Payload,
    /// Whether there are more rows than these.
    pub(crate) is_cut: bool,
    pub(crate) modifiers: Modifiers,
}

impl Table {
    /// The rows `rows`: a list of any type.
    pub fn new<T: ?Sized + Serialize>(name: impl Into<String>, rows: &T) -> Self {
        Self::of(name.into(), Payload::value(rows))
    }

    /// The rows of JSON text. Text that is not JSON, or has a duplicate key or more than 120 levels, is
    /// rendered as it is.
    #[cfg(feature = "json")]
    pub fn json(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::of(name.into(), Payload::json(text.into()))
    }

    pub(crate) fn of(name: String, rows: Payload) -> Self {
        Table { name, rows, is_cut: false, modifiers: Modifiers::default() }
    }

    /// Says whether there are more rows than these, which a last line then states: `false` by default.
    #[must_use]
    pub fn is_cut(mut self, is_cut: bool) -> Self {
        self.is_cut = is_cut;
        self
    }

    /// The JSON text that the rows were made from. `None` if it is not JSON.
    #[cfg(all(feature = "fs", feature = "json"))]
    pub(crate) fn json_text(&self) -> Option<&str> {
        match &self.rows {
            Payload::Json(text, _) => Some(text),
            _ => None,
        }
    }
}
