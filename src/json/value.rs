//! JSON text of values.

use super::read::JsonReader;
use super::transcode::place;
use super::write::JsonText;
use crate::value::ValueBuilder;
use crate::{EncodeOptions, Result, Value};
use alloc::string::String;

#[cfg_attr(docsrs, doc(cfg(feature = "json")))]
impl Value {
    /// Reads JSON text, with the order of keys and every digit of numbers.
    ///
    /// # Errors
    /// Like [`to_toon`](crate::json::to_toon).
    ///
    /// ```
    /// let value = toon::Value::from_json(r#"{"b": 1.50, "a": [1e400]}"#)?;
    /// assert_eq!(value.to_json(), r#"{"b":1.5,"a":[1e+400]}"#);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn from_json(json: &str) -> Result<Value> {
        let mut reader = JsonReader::new(json);
        let mut builder = ValueBuilder::with_max_depth(EncodeOptions::new().max_depth);
        match reader.read(&mut builder).and_then(|()| builder.finish()) {
            Ok(value) => Ok(value),
            Err(error) => Err(place(error, json, reader.position())),
        }
    }

    /// The value as compact JSON text.
    ///
    /// ```
    /// let value: toon::Value = toon::from_str("[2]{id}:\n  1\n  2")?;
    /// assert_eq!(value.to_json(), r#"[{"id":1},{"id":2}]"#);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn to_json(&self) -> String {
        let mut json = JsonText::default();
        // This receiver accepts all events.
        let _ = self.send(&mut json);
        json.text
    }
}
