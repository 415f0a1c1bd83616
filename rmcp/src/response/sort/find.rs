//! Finds the value at a path in a row. Only the fields on the path are serialized.

use super::key::SortValue;
use super::number::Number;
use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::Error;
use std::borrow::Cow;

/// The value at a path.
#[derive(Debug, PartialEq)]
pub(super) enum Found {
    Key(SortValue),
    /// A list or an object, which cannot be ordered.
    Compound,
    /// There is no such field.
    Nothing,
}

/// Finds the value at `path` in `row`. Paths consist of serde's names.
///
/// # Errors
/// Fails if the row's `Serialize` fails.
pub(super) fn find<T: Serialize + ?Sized>(row: &T, path: &[Cow<'_, str>]) -> Result<Found, Error> {
    row.serialize(Finder { path })
}

/// Any path through `null` leads to `null`.
const NULL: Found = Found::Key(SortValue::Null);

/// Follows the rest of a path.
#[derive(Clone, Copy)]
struct Finder<'p> {
    path: &'p [Cow<'p, str>],
}

impl<'p> Finder<'p> {
    /// A scalar, which must be at the end of the path.
    #[expect(clippy::unnecessary_wraps, reason = "what a serializer returns")]
    fn scalar(self, key: SortValue) -> Result<Found, Error> {
        Ok(if self.path.is_empty() { Found::Key(key) } else { Found::Nothing })
    }

    fn object(self) -> ObjectFinder<'p> {
        let (name, found) = match self.path.split_first() {
            Some((name, rest)) => (Some((&**name, Finder { path: rest })), Found::Nothing),
            None => (None, Found::Compound),
        };
        ObjectFinder { name, is_next: false, found }
    }
}

/// An object in which a single field is searched.
struct ObjectFinder<'p> {
    /// The field, and the rest of the path. `None` to skip the object.
    name: Option<(&'p str, Finder<'p>)>,
    /// Whether the next value of a map belongs to the field.
    is_next: bool,
    found: Found,
}

impl ObjectFinder<'_> {
    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Error> {
        if let Some((_, finder)) = self.name.filter(|(wanted, _)| *wanted == name) {
            self.found = value.serialize(finder)?;
        }
        Ok(())
    }
}

/// A list, which is skipped.
struct SkippedList;

macro_rules! integers {
    ($($method:ident $type:ty, $wide:ty;)*) => {
        $(fn $method(self, number: $type) -> Result<Found, Error> {
            self.scalar(SortValue::Number(Number::from(<$wide>::from(number))))
        })*
    };
}

impl<'p> Serializer for Finder<'p> {
    type Ok = Found;
    type Error = Error;
    type SerializeSeq = SkippedList;
    type SerializeTuple = SkippedList;
    type SerializeTupleStruct = SkippedList;
    type SerializeTupleVariant = SkippedList;
    type SerializeMap = ObjectFinder<'p>;
    type SerializeStruct = ObjectFinder<'p>;
    type SerializeStructVariant = ObjectFinder<'p>;

    integers! {
        serialize_i8 i8, i128;
        serialize_i16 i16, i128;
        serialize_i32 i32, i128;
        serialize_i64 i64, i128;
        serialize_i128 i128, i128;
        serialize_u8 u8, u128;
        serialize_u16 u16, u128;
        serialize_u32 u32, u128;
        serialize_u64 u64, u128;
        serialize_u128 u128, u128;
    }

    fn serialize_bool(self, is: bool) -> Result<Found, Error> {
        self.scalar(SortValue::Bool(is))
    }

    fn serialize_f32(self, number: f32) -> Result<Found, Error> {
        self.serialize_f64(f64::from(number))
    }

    /// Infinity and NaN are `null` in TOON and JSON.
    fn serialize_f64(self, number: f64) -> Result<Found, Error> {
        if number.is_finite() { self.scalar(SortValue::Number(Number::Float(number))) } else { Ok(NULL) }
    }

    fn serialize_char(self, character: char) -> Result<Found, Error> {
        self.scalar(SortValue::Text(character.to_string()))
    }

    fn serialize_str(self, text: &str) -> Result<Found, Error> {
        self.scalar(SortValue::Text(text.to_owned()))
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<Found, Error> {
        Ok(Found::Compound)
    }

    fn serialize_none(self) -> Result<Found, Error> {
        Ok(NULL)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Found, Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Found, Error> {
        Ok(NULL)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Found, Error> {
        Ok(NULL)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Found, Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Found, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Found, Error> {
        let mut object = self.object();
        object.field(variant, value)?;
        Ok(object.found)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<SkippedList, Error> {
        Ok(SkippedList)
    }

    fn serialize_tuple(self, _: usize) -> Result<SkippedList, Error> {
        Ok(SkippedList)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<SkippedList, Error> {
        Ok(SkippedList)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<SkippedList, Error> {
        Ok(SkippedList)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<ObjectFinder<'p>, Error> {
        Ok(self.object())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<ObjectFinder<'p>, Error> {
        Ok(self.object())
    }

    /// An object whose only key is the name of the variant.
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<ObjectFinder<'p>, Error> {
        let outer = self.object();
        Ok(match outer.name {
            Some((name, finder)) if name == variant => finder.object(),
            _ => ObjectFinder { name: None, ..outer },
        })
    }
}

impl SerializeStruct for ObjectFinder<'_> {
    type Ok = Found;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        self.field(name, value)
    }

    fn end(self) -> Result<Found, Error> {
        Ok(self.found)
    }
}

impl SerializeStructVariant for ObjectFinder<'_> {
    type Ok = Found;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        self.field(name, value)
    }

    fn end(self) -> Result<Found, Error> {
        Ok(self.found)
    }
}

impl SerializeMap for ObjectFinder<'_> {
    type Ok = Found;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let wanted = self.name.map(|(name, _)| name);
        self.is_next = wanted.is_some() && find(key, &[])?.text().as_deref() == wanted;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        if let Some((_, finder)) = self.name.filter(|_| self.is_next) {
            self.found = value.serialize(finder)?;
        }
        Ok(())
    }

    fn end(self) -> Result<Found, Error> {
        Ok(self.found)
    }
}

macro_rules! lists {
    ($($name:ident $method:ident;)*) => {
        $(impl $name for SkippedList {
            type Ok = Found;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Error> {
                Ok(())
            }

            fn end(self) -> Result<Found, Error> {
                Ok(Found::Compound)
            }
        })*
    };
}

lists! {
    SerializeSeq serialize_element;
    SerializeTuple serialize_element;
    SerializeTupleStruct serialize_field;
    SerializeTupleVariant serialize_field;
}

impl Found {
    /// The value as the key of a map.
    fn text(&self) -> Option<String> {
        match self {
            Found::Key(key) => key.text(),
            Found::Compound | Found::Nothing => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(serde::Serialize)]
    struct Row {
        id: u8,
        state: DoorState,
        owner: Option<Owner>,
        tags: Vec<Untouchable>,
        sizes: BTreeMap<u8, f32>,
        refused: Untouchable,
    }

    #[derive(serde::Serialize)]
    struct Owner {
        login: char,
    }

    #[derive(serde::Serialize)]
    enum DoorState {
        Open,
        Closed { by: &'static str },
        Moved(Owner),
    }

    /// Must not be serialized.
    struct Untouchable;

    impl Serialize for Untouchable {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("refused"))
        }
    }

    fn row(state: DoorState, owner: Option<Owner>) -> Row {
        Row {
            id: 7,
            state,
            owner,
            tags: vec![Untouchable],
            sizes: [(3, 0.5), (4, f32::NAN)].into(),
            refused: Untouchable,
        }
    }

    #[track_caller]
    fn check(row: &Row, path: &[&str], expected: &Found) {
        let path: Vec<Cow<'_, str>> = path.iter().map(|&key| key.into()).collect();
        assert_eq!(find(row, &path).unwrap(), *expected, "{path:?}");
    }

    fn text(text: &str) -> Found {
        Found::Key(SortValue::Text(text.to_owned()))
    }

    #[test]
    fn at_a_path() {
        let open = row(DoorState::Open, Some(Owner { login: 'a' }));
        check(&open, &["id"], &Found::Key(SortValue::Number(Number::from(7_u128))));
        check(&open, &["state"], &text("Open"));
        check(&open, &["owner", "login"], &text("a"));
        check(&open, &["sizes", "3"], &Found::Key(SortValue::Number(Number::Float(0.5))));
        check(&open, &["sizes", "4"], &Found::Key(SortValue::Null));
        let closed = row(DoorState::Closed { by: "ada" }, None);
        check(&closed, &["state", "Closed", "by"], &text("ada"));
        check(&closed, &["state", "Open"], &Found::Nothing);
        check(&row(DoorState::Moved(Owner { login: 'b' }), None), &["state", "Moved", "login"], &text("b"));
    }

    #[test]
    fn what_has_no_order() {
        let row = row(DoorState::Closed { by: "ada" }, Some(Owner { login: 'a' }));
        for path in
            [&["owner"][..], &["tags"], &["tags", "x"], &["sizes"], &["state"], &["state", "Closed"], &[]]
        {
            check(&row, path, &Found::Compound);
        }
    }

    #[test]
    fn what_is_not_there() {
        let row = row(DoorState::Open, None);
        check(&row, &["owner"], &Found::Key(SortValue::Null));
        check(&row, &["owner", "login"], &Found::Key(SortValue::Null));
        check(&row, &["stars"], &Found::Nothing);
        check(&row, &["id", "x"], &Found::Nothing);
        check(&row, &["sizes", "9"], &Found::Nothing);
    }

    #[test]
    fn a_row_may_refuse() {
        assert_eq!(
            find(&row(DoorState::Open, None), &["refused".into()]).unwrap_err().to_string(),
            "refused"
        );
    }
}
