//! Numbers that are kept as they are spelled.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// The spelling of a number.
#[derive(Clone, Debug)]
pub(super) struct Digits(Box<RawValue>);

impl Digits {
    /// The spelling of a number. `None` if it is not JSON.
    pub(super) fn new(text: &str) -> Option<Self> {
        RawValue::from_string(text.to_owned()).ok().map(Digits)
    }

    pub(super) fn as_str(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for Digits {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

/// Both `toon` and `serde_json` write the digits unchanged.
impl Serialize for Digits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
