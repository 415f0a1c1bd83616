//! A map that is spliced into the object around it: several fields in place of one.
//!
//! Where it is [asked for](crate::ser::spliced), the value inside the hint serializes as a map whose keys are
//! appended to the key of the field. All other serializers see a single value.

use super::Serializer;
use crate::ser::hint::TablesPlace;
use crate::ser::map_key::MapKey;
use crate::ser::refuse::refuse;
use crate::ser::spliced::Spliced;
use crate::{Error, ErrorKind, Result};
use alloc::string::String;
use serde::ser::{self, Serialize, SerializeMap};

impl Serializer<'_> {
    /// Writes the value of the pending field as several fields, if it may have siblings whose keys
    /// begin with its own.
    pub(super) fn spliced<T: ?Sized + Serialize>(&mut self, value: &T, place: TablesPlace) -> Result<()> {
        // If keys are folded, the siblings of a dotted key could not be told from its parts; and an
        // object that is flattened into another only reads the fields that it knows by name.
        if self.filter.is_some() || self.is_folding() || !self.writer.end_tables()? {
            return self.nested(value);
        }
        if place == TablesPlace::Struct && !self.writer.is_plain_field() {
            return self.nested(value);
        }
        let result = value.serialize(Splice::new(self));
        if result.is_err() {
            self.writer.fail();
        }
        result.map(drop)
    }
}

/// Serializes a map as fields of the innermost object, the first of which is pending.
struct Splice<'s, 'a> {
    serializer: &'s mut Serializer<'a>,
    /// The key of the pending field.
    key: String,
}

impl<'s, 'a> Splice<'s, 'a> {
    fn new(serializer: &'s mut Serializer<'a>) -> Self {
        let key = serializer.writer.pending_key().into();
        Splice { serializer, key }
    }
}

#[cold]
fn refused<T>() -> Result<T> {
    Err(Error::new(ErrorKind::Custom("expected several tables".into())))
}

impl ser::Serializer for Splice<'_, '_> {
    type Ok = Spliced;
    type Error = Error;
    type SerializeMap = Self;

    fn serialize_map(self, _: Option<usize>) -> Result<Self> {
        Ok(self)
    }

    refuse! { refused:
        numbers bool char str bytes none some unit unit_struct unit_variant newtype_struct newtype_variant
        seq tuple tuple_struct tuple_variant struct struct_variant
    }
}

impl SerializeMap for Splice<'_, '_> {
    type Ok = Spliced;
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        let Splice { serializer, key: field } = self;
        let wrappers = serializer.wrappers;
        let take = |suffix: &str| {
            if suffix.is_empty() {
                return Ok(());
            }
            let len = field.len();
            field.push_str(suffix);
            let taken = serializer.key(field).map(drop);
            field.truncate(len);
            taken
        };
        key.serialize(MapKey { take, wrappers })
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        self.serializer.nested(value)
    }

    fn end(self) -> Result<Spliced> {
        Ok(Spliced)
    }
}
