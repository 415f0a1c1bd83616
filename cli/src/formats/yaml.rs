//! YAML.

use crate::failure::Failure;
use serde_json::Value;

pub(crate) fn read(name: &str, text: &str) -> Result<Value, Failure> {
    serde_saphyr::from_str(text).map_err(|error| Failure::Input(format!("{name}: {error}")))
}

/// The document, without the last line end.
pub(crate) fn write(name: &str, value: &Value) -> Result<String, Failure> {
    let mut text =
        serde_saphyr::to_string(value).map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    text.truncate(text.trim_end_matches('\n').len());
    Ok(text)
}
