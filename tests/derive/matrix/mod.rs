//! No attribute is seen by other formats: they write the same bytes as with serde's own derives, and
//! read the same values. TOON reads back what it wrote.

use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// What formats make of a value.
fn written<T: Serialize>(value: &T) -> (String, String) {
    (format!("{:?}", serde_json::to_string(value)), format!("{:?}", postcard::to_allocvec(value)))
}

/// What formats read from the value, from parts of it, and from changed ones.
fn read<T: Serialize + Deserialize<'static> + Debug>(value: &T) -> Vec<String> {
    let mut all = Vec::new();
    let json = serde_json::to_string(value).unwrap();
    let mut texts = vec![json.clone(), json.replace("\":", "_\":")];
    for (at, _) in json.match_indices("\":") {
        // A field that is missing, and one that is there twice.
        let start = json[..at].rfind('"').unwrap();
        texts.push(format!("{}other{}", &json[..=start], &json[at..]));
        texts.push(format!("{}{}\":null,{}", &json[..start], &json[start..at], &json[start..]));
    }
    for text in texts {
        let text: &'static str = text.leak();
        let value = serde_json::from_str::<T>(text).map_err(|error| error.to_string());
        all.push(format!("{text}: {value:?}"));
    }
    for length in 0..postcard::to_allocvec(value).map_or(0, |bytes| bytes.len() + 1) {
        let mut bytes = postcard::to_allocvec(value).unwrap();
        bytes.truncate(length);
        let bytes: &'static [u8] = bytes.leak();
        all.push(format!("{bytes:?}: {:?}", postcard::from_bytes::<T>(bytes)));
    }
    all
}

fn round_trip<T: Serialize + Deserialize<'static> + PartialEq + Debug>(value: &T) {
    let text: &'static str = toon::to_string(value).unwrap().leak();
    assert_eq!(&toon::from_str::<T>(text).unwrap(), value, "{text}");
}

/// Defines types with our derives; with serde's for writing; and with serde's for reading. The other
/// derive of the latter is ours, so that the compiler knows `#[toon(…)]`.
macro_rules! matrix {
    ($($name:ident { $($items:item)* } $value:expr;)*) => {$(
        mod $name {
            mod ours {
                #[allow(unused_imports)]
                use crate::matrix::helpers::*;
                use toon::{Deserialize, Serialize};
                $($items)*
                pub(super) fn facts() -> ((String, String), Vec<String>) {
                    let value = $value;
                    crate::matrix::round_trip(&value);
                    (crate::matrix::written(&value), crate::matrix::read(&value))
                }
            }

            mod writing {
                #[allow(unused_imports)]
                use crate::matrix::helpers::*;
                use {serde::Serialize, toon::Deserialize};
                $($items)*
                pub(super) fn written() -> (String, String) {
                    crate::matrix::written(&$value)
                }
            }

            mod reading {
                #[allow(unused_imports)]
                use crate::matrix::helpers::*;
                use {serde::Deserialize, toon::Serialize};
                $($items)*
                pub(super) fn read() -> Vec<String> {
                    crate::matrix::read(&$value)
                }
            }

            #[test]
            fn is_unseen() {
                let (written, read) = ours::facts();
                assert_eq!(written, writing::written());
                assert_eq!(read, reading::read());
            }
        }
    )*};
}

mod helpers {
    pub(super) use std::borrow::Cow;
    pub(super) use std::collections::BTreeMap;

    pub(super) fn is_zero(value: &u8) -> bool {
        *value == 0
    }

    /// Numbers as strings.
    pub(super) mod text {
        use serde::{Deserialize, Deserializer, Serializer};

        pub(in super::super) fn serialize<S: Serializer>(
            value: &u8,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            serializer.collect_str(value)
        }

        pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<u8, D::Error> {
            String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
        }
    }
}

mod fields;
mod lists;
mod rows;
