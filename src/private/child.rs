//! `child`: the lists in the rows of a table are tables of their own beside it.
//!
//! | file | what it does |
//! | --- | --- |
//! | `write` | the table and its child tables, as several fields in place of one |
//! | `row` | a row with counts in place of its lists, or with the key of its parent |
//! | `walk` | visits and counts the rows of a child table |
//! | `names` | what the side keys and columns of child tables are called |
//! | `read` | the entries of a struct, with child tables put back into the rows |
//! | `join` | which child rows belong to which row |

mod join;
mod names;
mod read;
mod row;
mod walk;
mod write;

pub use read::rejoin;
pub use write::WithChildren;
