//! The styles: blocks as text.

mod body;
mod error;
mod form;
mod label;
mod lines;
mod markdown;
mod minimal;
mod name;
mod part;
mod single;
mod style;
mod toon;
mod tree;
mod turns;
mod xml;

pub(crate) use body::{Extent, Unit};
pub use error::RenderError;
pub(crate) use form::Form;
pub use label::Label;
pub(crate) use part::Part;
pub(crate) use style::Frame;
pub use style::Style;
