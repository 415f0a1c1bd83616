//! Tables: lists of objects whose rows may lack cells. Nested lists of objects are tables of their
//! own.
//!
//! To write a table, `scan` finds the columns of the rows, `order` finds their order, `draft`
//! decides how they are written, and `write` decides which form is smaller; `kinds` splits rows of
//! several kinds, and `nulls` lists `null`s. To read one, `walk` visits the members of a document,
//! `members` separates own members from side keys, and `read` reads a table with its `columns`, its
//! `rows` and the rows of its child tables (`children`); `merge` reads rows of several kinds.

mod children;
mod columns;
mod draft;
mod kinds;
mod members;
mod merge;
mod nulls;
mod order;
mod read;
mod rows;
mod scan;
pub(super) mod walk;
mod write;

pub(super) use members::{NamedMember, Role, TableMembers, take_scalar};
pub(super) use write::{Standing, Tables, is_reordered_inside, leaves_of};
