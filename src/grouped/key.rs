//! The values by which rows are grouped.

use crate::ser::refuse::refuse;
use crate::ser::special::{Special, text_of};
use crate::text::number;
use crate::wrappers::Wrappers;
use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use serde::ser::{Error, Serialize, SerializeStruct, Serializer};

/// The different values of one field, in order of first appearance.
#[derive(Default)]
pub(super) struct Values {
    list: Vec<LevelValue>,
    /// The index of each value by its text.
    indices: BTreeMap<Rc<str>, usize>,
}

pub(super) struct LevelValue {
    pub(super) text: Rc<str>,
    scalar: LevelScalar,
}

/// A value as its serializer received it, where that differs from its text.
#[derive(Clone, Copy)]
enum LevelScalar {
    Text,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float32(f32),
    Float64(f64),
    /// A number that may have more digits than these types.
    Digits,
}

impl Values {
    pub(super) fn list(&self) -> &[LevelValue] {
        &self.list
    }

    pub(super) fn has(&self, text: &str) -> bool {
        self.indices.contains_key(text)
    }

    /// The index of a value.
    fn index_of<E: Error>(&mut self, text: &str, scalar: LevelScalar) -> Result<usize, E> {
        if let Some(&index) = self.indices.get(text) {
            let same = self.list.get(index).filter(|value| value.scalar.kind() != scalar.kind());
            return match same {
                None => Ok(index),
                Some(other) => Err(E::custom(format_args!(
                    "its {} {text} and the {} {text} of an earlier row would be the same group",
                    scalar.kind(),
                    other.scalar.kind()
                ))),
            };
        }
        let (index, text) = (self.list.len(), Rc::<str>::from(text));
        self.indices.insert(Rc::clone(&text), index);
        self.list.push(LevelValue { text, scalar });
        Ok(index)
    }
}

impl LevelValue {
    /// Whether the value itself can be written and read without loss.
    pub(super) fn is_exact(&self) -> bool {
        match self.scalar {
            LevelScalar::Digits => false,
            // It is read as an `f64` first.
            #[allow(clippy::cast_possible_truncation)]
            LevelScalar::Float32(value) => {
                let text = self.text.as_bytes();
                number::scan(text).is_some_and(|scan| (scan.float(text) as f32).to_bits() == value.to_bits())
            }
            _ => true,
        }
    }
}

impl LevelScalar {
    fn kind(self) -> &'static str {
        match self {
            LevelScalar::Text => "string",
            LevelScalar::Bool(_) => "bool",
            _ => "number",
        }
    }
}

impl Serialize for LevelValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.scalar {
            LevelScalar::Text | LevelScalar::Digits => serializer.serialize_str(&self.text),
            LevelScalar::Bool(value) => serializer.serialize_bool(value),
            LevelScalar::Unsigned(value) => serializer.serialize_u64(value),
            LevelScalar::Signed(value) => serializer.serialize_i64(value),
            LevelScalar::Float32(value) => serializer.serialize_f32(value),
            LevelScalar::Float64(value) => serializer.serialize_f64(value),
        }
    }
}

/// Serializes a field of a row, and returns the index of its value.
pub(super) struct KeySerializer<'v, E> {
    values: &'v mut Values,
    wrappers: Wrappers,
    error: PhantomData<E>,
}

impl<'v, E: Error> KeySerializer<'v, E> {
    pub(super) fn new(values: &'v mut Values) -> Self {
        KeySerializer { values, wrappers: Wrappers::new(), error: PhantomData }
    }

    fn integer<I>(self, value: I) -> Result<usize, E>
    where
        I: itoa::Integer + Copy + TryInto<u64> + TryInto<i64>,
    {
        let signed = value.try_into().map(LevelScalar::Signed);
        let scalar = value.try_into().map(LevelScalar::Unsigned).or(signed).unwrap_or(LevelScalar::Digits);
        self.values.index_of(itoa::Buffer::new().format(value), scalar)
    }

    fn float<N: zmij::Float>(self, value: N, is_finite: bool, scalar: LevelScalar) -> Result<usize, E> {
        if !is_finite {
            return not_finite();
        }
        self.values.index_of(zmij::Buffer::new().format_finite(value), scalar)
    }

    /// The value inside `Some` or a newtype.
    fn unwrapped<T: ?Sized + Serialize>(mut self, value: &T) -> Result<usize, E> {
        self.wrappers.enter().map_err(E::custom)?;
        value.serialize(self)
    }
}

macro_rules! integers {
    ($($method:ident($ty:ty))*) => {$(
        fn $method(self, value: $ty) -> Result<usize, E> {
            self.integer(value)
        }
    )*};
}

/// Defines functions that report what a field has instead of a scalar.
macro_rules! found {
    ($($function:ident: $what:literal;)*) => {$(
        #[cold]
        fn $function<T, E: Error>() -> Result<T, E> {
            Err(E::custom(concat!("expected a string, number or bool, found ", $what)))
        }
    )*};
}

found! {
    not_finite: "a number that is not finite";
    null: "null";
    bytes: "bytes";
    list: "a list";
    object: "an object";
}

impl<'v, E: Error> Serializer for KeySerializer<'v, E> {
    type Ok = usize;
    type Error = E;
    type SerializeStruct = NumberStruct<'v, E>;

    integers! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_i128(i128)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_u128(u128)
    }

    fn serialize_bool(self, value: bool) -> Result<usize, E> {
        self.values.index_of(if value { "true" } else { "false" }, LevelScalar::Bool(value))
    }

    fn serialize_f32(self, value: f32) -> Result<usize, E> {
        self.float(value, value.is_finite(), LevelScalar::Float32(value))
    }

    fn serialize_f64(self, value: f64) -> Result<usize, E> {
        self.float(value, value.is_finite(), LevelScalar::Float64(value))
    }

    fn serialize_char(self, value: char) -> Result<usize, E> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<usize, E> {
        self.values.index_of(value, LevelScalar::Text)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<usize, E> {
        self.serialize_str(variant)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<usize, E> {
        self.unwrapped(value)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<usize, E> {
        self.unwrapped(value)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<NumberStruct<'v, E>, E> {
        match Special::named(name) {
            Some(Special::Number) => Ok(NumberStruct { serializer: self, digits: String::new() }),
            Some(Special::RawJson) | None => object(),
        }
    }

    refuse! { null: none unit unit_struct }
    refuse! { bytes: bytes }
    refuse! { list: seq tuple tuple_struct }
    refuse! { object: newtype_variant tuple_variant map struct_variant }

    /// The names of groups are text, also in binary formats.
    fn is_human_readable(&self) -> bool {
        true
    }
}

/// A number of `serde_json` that keeps all of its digits.
pub(super) struct NumberStruct<'v, E> {
    serializer: KeySerializer<'v, E>,
    digits: String,
}

impl<E: Error> SerializeStruct for NumberStruct<'_, E> {
    type Ok = usize;
    type Error = E;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, _: &'static str, value: &T) -> Result<(), E> {
        self.digits = text_of(value).map_err(E::custom)?;
        Ok(())
    }

    fn end(self) -> Result<usize, E> {
        match (self.digits.parse::<u64>(), self.digits.parse::<i64>()) {
            (Ok(value), _) => self.serializer.serialize_u64(value),
            (_, Ok(value)) => self.serializer.serialize_i64(value),
            _ => self.serializer.values.index_of(&self.digits, LevelScalar::Digits),
        }
    }
}
