//! Lists of objects in list form, and why they are not tables.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

/// A list in list form: it has at least two objects with fields, but is not written as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct ListForm {
    /// Where it is: `orders[].items` are the lists `items` in the elements of `orders`. Empty for
    /// the root.
    pub path: String,
    /// The number of its elements.
    pub rows: u64,
    /// The number of scalars in it.
    pub scalars: u64,
    /// Why it is not a table.
    pub reason: ListReason,
    /// What would make it one.
    pub remedy: Remedy,
    /// The number of such lists with the same path and the same kind of remedy. This is the one
    /// with the most scalars.
    pub lists: u64,
}

/// Why a list is not a table. Rows are counted from 1, and fields are paths such as `user.login`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum ListReason {
    /// A row has a field that the first row does not have.
    Extra {
        /// The row.
        row: u64,
        /// The field.
        field: String,
    },
    /// A row does not have a field of the first row.
    Missing {
        /// The row.
        row: u64,
        /// The field.
        field: String,
    },
    /// A field is a list, which no table can contain.
    List {
        /// The first row in which it is one.
        row: u64,
        /// The field.
        field: String,
    },
    /// A field is an object, but was not one in the rows before.
    Object {
        /// The row.
        row: u64,
        /// The field.
        field: String,
    },
    /// A field is not an object, but was one in the rows before.
    Scalar {
        /// The row.
        row: u64,
        /// The field.
        field: String,
    },
    /// A field is `null`, but an object in other rows. [`drop_nulls`](super::Rewrite::drop_nulls)
    /// leaves such fields out, so that they can be filled.
    Null {
        /// The first row in which it is `null`.
        row: u64,
        /// The field.
        field: String,
    },
    /// A field is an object without fields, in each row that has it.
    Empty {
        /// The first row that has it.
        row: u64,
        /// The field.
        field: String,
    },
    /// A field is an object, which tables of specification 3 cannot contain.
    Group {
        /// The first row in which it is one.
        row: u64,
        /// The field.
        field: String,
    },
    /// An element is not an object.
    Element {
        /// The element.
        row: u64,
    },
    /// The list is an element of another list (§9.4).
    Inner,
}

impl fmt::Display for ListReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListReason::Extra { row, field } => write!(f, "row {row} has `{field}`, which row 1 lacks"),
            ListReason::Missing { row, field } => write!(f, "row {row} lacks `{field}`"),
            ListReason::List { row, field } => write!(f, "`{field}` is a list in row {row}"),
            ListReason::Object { row, field } => {
                write!(f, "`{field}` is an object in row {row}, but not in the rows before")
            }
            ListReason::Scalar { row, field } => {
                write!(f, "`{field}` is not an object in row {row}, but is one in the rows before")
            }
            ListReason::Null { row, field } => {
                write!(f, "`{field}` is null in row {row}, but an object in other rows")
            }
            ListReason::Empty { row, field } => write!(f, "`{field}` is an empty object in row {row}"),
            ListReason::Group { row, field } => {
                write!(
                    f,
                    "`{field}` is an object in row {row}, which only tables of specification 4 can contain"
                )
            }
            ListReason::Element { row } => write!(f, "row {row} is not an object"),
            ListReason::Inner => f.write_str("the list is an element of another list"),
        }
    }
}

/// What makes a list a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub(crate) enum Remedy {
    /// Nothing.
    None,
    /// [`fill`](super::Rewrite::fill) would, but too many fields are absent.
    TooSparse,
    /// [`fill`](super::Rewrite::fill) does.
    Fill {
        /// The number of absent fields, counting those in groups and not the groups.
        absent: u64,
    },
}

impl Remedy {
    fn kind(self) -> u8 {
        match self {
            Remedy::None => 0,
            Remedy::TooSparse => 1,
            Remedy::Fill { .. } => 2,
        }
    }
}

/// The largest lists in list form, at most one for each path and kind of remedy.
#[derive(Default)]
pub(super) struct ListForms {
    largest: BTreeMap<(String, u8), ListForm>,
    /// The number of all lists, and of those that are too sparse.
    pub(super) count: u64,
    pub(super) sparse: u64,
}

impl ListForms {
    /// The number of lists that are kept.
    const MAX: usize = 100;

    pub(super) fn add(&mut self, list: ListForm) {
        self.count += 1;
        self.sparse += u64::from(list.remedy == Remedy::TooSparse);
        let key = (list.path.clone(), list.remedy.kind());
        if let Some(known) = self.largest.get_mut(&key) {
            let lists = known.lists + 1;
            if list.scalars > known.scalars {
                *known = list;
            }
            known.lists = lists;
            return;
        }
        if self.largest.len() >= Self::MAX {
            let smallest = self.largest.iter().min_by_key(|(_, list)| list.scalars);
            // Of equally large ones, the first are kept.
            match smallest.filter(|(_, smallest)| smallest.scalars < list.scalars) {
                Some((smallest, _)) => {
                    let smallest = smallest.to_owned();
                    self.largest.remove(&smallest);
                }
                None => return,
            }
        }
        self.largest.insert(key, list);
    }

    /// The lists, the largest first.
    pub(super) fn into_sorted(self) -> Vec<ListForm> {
        let mut lists: Vec<ListForm> = self.largest.into_values().collect();
        lists.sort_by_key(|list| Reverse(list.scalars));
        lists
    }
}
