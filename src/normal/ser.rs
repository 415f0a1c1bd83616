//! Values and JSON text to trees.

use super::tree::{Builder, Tree};
use crate::json::Reader;
use crate::{EncodeOptions, Error, ErrorKind, Result};
use serde::Serialize;

/// `value` as serde presents it.
pub(super) fn tree<T: ?Sized + Serialize>(value: &T, options: &EncodeOptions) -> Result<Tree> {
    let json =
        serde_json::to_string(value).map_err(|error| Error::new(ErrorKind::Custom(error.to_string())))?;
    json_tree(&json, options)
}

/// The value of JSON text.
pub(super) fn json_tree(json: &str, _options: &EncodeOptions) -> Result<Tree> {
    let mut builder = Builder::new();
    Reader::new(json).read(&mut builder)?;
    Ok(builder.finish().unwrap_or(Tree::Null))
}
