//! Tables in objects that do not derive `toon::Serialize`.

use crate::__private::{WithChildren, WithHint, hint, is_toon};
use crate::Describe;
use serde::{Serialize, Serializer};

/// Rows that serialize like a field with
/// [`#[toon(tabular)]`](mod@crate::attributes#tabular-on-a-field), in an object that does not
/// derive [`toon::Serialize`](macro@crate::Serialize), such as a map.
///
/// Lists in the rows with [`#[toon(child)]`](mod@crate::attributes#child-on-a-list-in-a-row) are
/// tables beside it, in the same cases as for a field. Columns with `hoist` stay in the table. The
/// object must not have other keys that begin with the key of the table and a dot.
///
/// Other formats see a list, and so does TOON if `T` is not a row or has a type parameter.
///
/// ```
/// use std::collections::BTreeMap;
/// use toon::{AsTable, Serialize};
///
/// #[derive(Serialize)]
/// #[toon(tabular)]
/// struct Project {
///     id: u32,
///     #[toon(child)]
///     tasks: Vec<Task>,
/// }
///
/// #[derive(Serialize)]
/// #[toon(tabular)]
/// struct Task {
///     title: &'static str,
/// }
///
/// let projects = [Project { id: 1, tasks: vec![Task { title: "x" }] }, Project { id: 2, tasks: vec![] }];
/// let answer = BTreeMap::from([("projects", AsTable(&projects))]);
/// assert_eq!(
///     toon::to_string(&answer)?,
///     "projects[2]{id,tasks}:\n  1,1\n  2,0\nprojects.tasks[1]{title}:\n  x",
/// );
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Debug)]
pub struct AsTable<'a, T>(pub &'a [T]);

impl<T> Clone for AsTable<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for AsTable<'_, T> {}

impl<T: Serialize + Describe> Serialize for AsTable<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (rows, columns) = (self.0, T::__COLUMNS);
        if !is_toon::<S::Error>() || columns.0.is_none() {
            return rows.serialize(serializer);
        }
        let hint = columns.table_hint(false);
        // A constant, so that nothing is compiled for child tables if there are none.
        if const { !T::__COLUMNS.has_children() } {
            return WithHint(rows, hint).serialize(serializer);
        }
        let table = WithChildren { table: rows, columns, hint, header: None };
        WithHint(table, hint::TABLES_ANYWHERE).serialize(serializer)
    }
}
