//! What any text format has to do with a case, whatever its text looks like: numbers by the usual means, and strings.

use serde::Serialize;
use serde_json::Value;
use std::hint::black_box;

/// What a value consists of, apart from its keys: numbers, and their text beside them, and strings.
#[derive(Default)]
pub(crate) struct Leaves {
    unsigned: Vec<(u64, String)>,
    signed: Vec<(i64, String)>,
    floats: Vec<(f64, String)>,
    strings: Vec<String>,
}

impl Leaves {
    pub(crate) fn of<T: Serialize>(value: &T) -> Self {
        let mut leaves = Leaves::default();
        leaves.collect(&serde_json::to_value(value).unwrap_or_default());
        leaves
    }

    fn collect(&mut self, value: &Value) {
        match value {
            Value::Array(elements) => elements.iter().for_each(|element| self.collect(element)),
            Value::Object(members) => members.values().for_each(|member| self.collect(member)),
            Value::String(string) => self.strings.push(string.clone()),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(value), _, _) => self.unsigned.push((value, value.to_string())),
                (_, Some(value), _) => self.signed.push((value, value.to_string())),
                (_, _, value) => self.floats.extend(value.map(|value| (value, value.to_string()))),
            },
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// Formats the numbers, each into the same few bytes, and copies the text that a format made.
    pub(crate) fn write(&self, text: &str) -> String {
        let (mut integer, mut float) = (itoa::Buffer::new(), zmij::Buffer::new());
        self.unsigned.iter().for_each(|(value, _)| {
            _ = black_box(integer.format(*value).len());
        });
        self.signed.iter().for_each(|(value, _)| {
            _ = black_box(integer.format(*value).len());
        });
        self.floats.iter().for_each(|(value, _)| {
            _ = black_box(float.format_finite(*value).len());
        });
        text.to_owned()
    }

    /// Parses the numbers and allocates the strings.
    pub(crate) fn read(&self) -> Vec<String> {
        self.parse();
        self.strings.clone()
    }

    /// Parses the numbers.
    pub(crate) fn parse(&self) {
        self.unsigned.iter().for_each(|(_, text)| {
            _ = black_box(text.parse::<u64>());
        });
        self.signed.iter().for_each(|(_, text)| {
            _ = black_box(text.parse::<i64>());
        });
        self.floats.iter().for_each(|(_, text)| {
            _ = black_box(text.parse::<f64>());
        });
    }
}
