//! A target that continues after errors, as often as possible.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// What was read, and the errors between.
#[derive(Debug, PartialEq)]
pub struct Stubborn(pub Vec<String>);

/// The number of errors in one scope after which it gives up.
const MAX_ERRORS: usize = 20;

impl<'de> Deserialize<'de> for Stubborn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Stubborn(Vec::new()))
    }
}

impl Stubborn {
    fn note(mut self, value: impl fmt::Debug) -> Self {
        self.0.push(format!("{value:?}"));
        self
    }
}

macro_rules! scalars {
    ($($method:ident($type:ty))*) => {$(
        fn $method<E>(self, value: $type) -> Result<Stubborn, E> {
            Ok(self.note(value))
        }
    )*};
}

impl<'de> Visitor<'de> for Stubborn {
    type Value = Stubborn;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("anything")
    }

    scalars! { visit_bool(bool) visit_u64(u64) visit_i64(i64) visit_f64(f64) visit_str(&str) }

    fn visit_unit<E>(self) -> Result<Stubborn, E> {
        Ok(self.note(()))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<Stubborn, A::Error> {
        let mut errors = 0;
        while errors < MAX_ERRORS {
            match elements.next_element::<Stubborn>() {
                Ok(Some(Stubborn(read))) => self.0.extend(read),
                Ok(None) => break,
                Err(error) => {
                    self = self.note(error.to_string());
                    errors += 1;
                }
            }
        }
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<Stubborn, A::Error> {
        let mut errors = 0;
        while errors < MAX_ERRORS {
            let key = match entries.next_key::<String>() {
                Ok(Some(key)) => key,
                Ok(None) => break,
                Err(error) => {
                    self = self.note(error.to_string());
                    errors += 1;
                    continue;
                }
            };
            self = self.note(key);
            match entries.next_value::<Stubborn>() {
                Ok(Stubborn(read)) => self.0.extend(read),
                Err(error) => {
                    self = self.note(error.to_string());
                    errors += 1;
                }
            }
        }
        Ok(self)
    }
}
