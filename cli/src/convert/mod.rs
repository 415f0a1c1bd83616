//! `toon FILE`, `toon encode` and `toon decode`.

mod budget;
mod csv;
pub(crate) mod decode;
pub(crate) mod destination;
mod either;
pub(crate) mod encode;
mod encoding;
mod fence;
mod fields;
pub(crate) mod foreign;
mod given;
mod header;
mod names;
mod normal;
mod rows;
pub(crate) mod select;
mod several;
mod source;

pub(crate) use either::run;
pub(crate) use source::{Document, Opening, Source};
