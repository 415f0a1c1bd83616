//! Values that are written and read again.
#![allow(dead_code, unreachable_pub, reason = "each target uses its own part")]

/// The text of a value, which reads as that value again.
pub fn round_trip<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(
    value: &T,
) -> String {
    let text = toon::to_string(value).unwrap();
    assert_eq!(&toon::from_str::<T>(&text).unwrap(), value, "{text}");
    let tree = toon::to_value(value).unwrap();
    assert_eq!(&toon::from_value::<T>(&tree).unwrap(), value, "{tree}");
    text
}
