//! Trees to values.

use super::tree::Tree;
use crate::json::JsonText;
use crate::{Error, ErrorKind, Result};
use serde::de::DeserializeOwned;

/// The value of `tree`.
pub(super) fn read<T: DeserializeOwned>(tree: Tree) -> Result<T> {
    let mut out = JsonText::default();
    tree.send(&mut out)?;
    serde_json::from_str(&out.text).map_err(|error| Error::new(ErrorKind::Custom(error.to_string())))
}
