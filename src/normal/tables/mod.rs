//! Tables: lists of objects as rows that may lack cells, with nested lists as tables of their own,
//! and back.
//!
//! To a table: `scan` finds the columns of rows, `order` their order, and `write` decides and
//! writes. From a table: `walk` goes through the members of a document, `members` tells own keys
//! from side keys, and `read` reads a table by its `columns`, row by row (`rows`), with the rows of
//! its child tables (`children`).

mod children;
mod columns;
mod members;
mod order;
mod read;
mod rows;
mod scan;
pub(super) mod walk;
mod write;

pub(super) use members::{NamedMember, Role, TableMembers, take_scalar};
pub(super) use write::{Standing, Tables, is_reordered_inside};
