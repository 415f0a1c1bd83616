//! The styles: blocks as text.

mod body;
mod error;
mod form;
mod label;
mod markdown;
mod minimal;
mod part;
mod style;
mod toon;
mod tree;
mod xml;

pub(crate) use body::Extent;
pub use error::RenderError;
pub(crate) use form::Form;
pub use label::Label;
pub(crate) use part::Part;
pub(crate) use style::Frame;
pub use style::Style;
