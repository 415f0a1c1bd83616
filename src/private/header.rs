//! `tabular(header)`: encodes the columns of an empty table in the name of a hint.

use super::columns::{Columns, FieldKind, TableHint};
use crate::ser::header::{CLOSE, LEVEL, NEXT, OPEN, PREFIX};
use serde::{Serialize, Serializer};

/// A table, and the hint with its columns.
pub struct Headed<T>(pub T, pub &'static str);

impl<T: Serialize> Serialize for Headed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(self.1, &self.0)
    }
}

/// The source of such a hint, at compile time.
#[derive(Clone, Copy)]
pub struct Header {
    /// The columns of the rows.
    pub columns: Columns,
    /// The name of the column that is the key of the rows; empty if there is none.
    pub key: &'static str,
}

impl Header {
    /// The length of the hint.
    pub const fn hint_len(self) -> usize {
        self.write::<0>().len
    }

    /// The hint as bytes.
    pub const fn text<const LEN: usize>(self) -> [u8; LEN] {
        self.write::<LEN>().bytes
    }

    /// The hint as text.
    pub const fn hint(text: &'static [u8]) -> &'static str {
        match core::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => PREFIX,
        }
    }

    const fn write<const LEN: usize>(self) -> FixedText<LEN> {
        let text = FixedText { bytes: [0; LEN], len: 0 }.push_str(PREFIX);
        match self.columns.table_hint(false) {
            // Some of the columns are unknown.
            TableHint::Unknown => text,
            _ => text.push_columns(self.columns, self.key),
        }
    }
}

/// A text that is cut at its capacity, and its full length.
struct FixedText<const LEN: usize> {
    bytes: [u8; LEN],
    len: usize,
}

impl<const LEN: usize> FixedText<LEN> {
    const fn push(mut self, byte: u8) -> Self {
        if self.len < LEN {
            self.bytes[self.len] = byte;
        }
        self.len += 1;
        self
    }

    const fn push_str(mut self, text: &str) -> Self {
        let mut at = 0;
        while at < text.len() {
            self = self.push(text.as_bytes()[at]);
            at += 1;
        }
        self
    }

    /// The columns except the one named `key`. Empty if the columns are unknown.
    const fn push_columns(mut self, columns: Columns, key: &str) -> Self {
        let Some(fields) = columns.0 else { return self };
        let mut index = 0;
        while index < fields.len() {
            let field = fields[index];
            match field.kind {
                FieldKind::Flat(columns) => self = self.push_columns(columns, key),
                _ if !key.is_empty() && super::columns::is_equal(field.name, key) => {}
                _ => {
                    self = self.push(NEXT).push_str(field.name);
                    if !field.level.is_empty() {
                        self = self.push(LEVEL).push_str(field.level);
                    }
                    if let FieldKind::Group(columns) = field.kind {
                        self = self.push(OPEN).push_columns(columns, "").push(CLOSE);
                    }
                }
            }
            index += 1;
        }
        self
    }
}
