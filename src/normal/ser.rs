//! Turns values and JSON text into trees.

use super::fields::Selector;
use super::tree::Tree;
use crate::event::Events;
use crate::json::{Reader, place};
use crate::ser::Hint;
use crate::ser::level::Asked;
use crate::ser::map_key::{MapKey, displayed};
use crate::ser::special::{Special, not_one_string, text_of};
use crate::text::{decimal, number};
use crate::{EncodeOptions, Error, ErrorKind, Result};
use serde::ser::{self, Serialize};
use std::fmt::Display;

/// The tree of `value`, with the parts that `options` select.
pub(super) fn tree<T: ?Sized + Serialize>(value: &T, options: &EncodeOptions) -> Result<Tree> {
    let mut serializer =
        TreeSerializer { selector: Selector::new(options), level: Asked::of(options), is_member: false };
    value.serialize(&mut serializer)?;
    serializer.level.map_or(Ok(()), |level| level.check())?;
    serializer.selector.finish()
}

/// The value of JSON text.
pub(super) fn json_tree(json: &str, options: &EncodeOptions) -> Result<Tree> {
    let mut selector = Selector::new(options);
    let mut reader = Reader::new(json);
    match reader.read(&mut selector) {
        Ok(()) => selector.finish(),
        Err(error) => Err(place(error, json, reader.position())),
    }
}

/// Turns serde's calls into events, like the serializer for text.
struct TreeSerializer<'o> {
    selector: Selector<'o>,
    level: Option<Asked>,
    /// The next value is the value of a key, and may be left out.
    is_member: bool,
}

impl TreeSerializer<'_> {
    /// Serializes a nested value. If it fails, everything after it fails as well, even if the error
    /// is ignored.
    fn nested<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        let result = value.serialize(&mut *self);
        if result.is_err() {
            self.selector.fail();
        }
        result
    }

    /// Serializes the content of a `Some` or of a newtype.
    fn wrapped<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        self.selector.enter()?;
        self.nested(value)?;
        self.selector.leave();
        Ok(())
    }

    fn element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        self.is_member = false;
        self.nested(value)
    }

    /// Serializes the value of the last key, if it is selected.
    fn member<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        if !self.selector.is_wanted() {
            return Ok(());
        }
        self.is_member = true;
        self.nested(value)
    }

    fn key(&mut self, key: &str) -> Result<()> {
        let result = self.selector.key(key);
        if result.is_err() {
            self.selector.fail();
        }
        result
    }

    /// Serializes a value with a hint. Hints about layout do not matter for trees.
    fn hinted<T: ?Sized + Serialize>(&mut self, hint: Hint, value: &T) -> Result<()> {
        let is_hidden = match hint {
            Hint::Level(level) => self.level.as_mut().is_some_and(|asked| asked.hides(level)),
            _ => false,
        };
        match hint {
            // A key without a value is not written.
            _ if is_hidden && self.is_member => Ok(()),
            Hint::Null | Hint::Default if self.is_member => Ok(()),
            _ if is_hidden => self.selector.word("null"),
            _ => self.nested(value),
        }
    }

    fn integer<I: itoa::Integer>(&mut self, value: I) -> Result<()> {
        self.selector.scalar(|| Tree::Number(itoa::Buffer::new().format(value).into()))
    }

    fn float(&mut self, is_finite: bool, push: impl FnOnce(&mut String)) -> Result<()> {
        if !is_finite {
            return self.selector.word("null");
        }
        self.selector.scalar(|| {
            let mut text = String::new();
            push(&mut text);
            Tree::Number(text.into())
        })
    }

    /// Writes `{variant: …}`, up to the content.
    fn begin_variant(&mut self, variant: &'static str) -> Result<()> {
        self.selector.begin_object()?;
        self.key(variant)
    }

    fn special<T: ?Sized + Serialize>(&mut self, special: Special, value: &T) -> Result<()> {
        let text = text_of(value)?;
        match special {
            Special::Number if number::scan(text.as_bytes()).is_some() => self.selector.number(&text),
            Special::Number => self.selector.string(&text),
            Special::RawJson => Reader::new(&text).read(&mut self.selector),
        }
    }
}

/// A container that receives elements, entries or fields until it ends.
struct TreeCompound<'s, 'o> {
    serializer: &'s mut TreeSerializer<'o>,
    kind: CompoundState,
}

/// The state of a [`TreeCompound`]: how it ends, and what it waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CompoundState {
    /// An array, or an object between two entries.
    Plain,
    /// The content of `{variant: …}`.
    Variant,
    /// A map whose last key waits for its value.
    Keyed,
    /// A scalar that is a struct to serde: its string has not been received yet.
    Special(Special),
    /// The same, after its string.
    Written,
}

impl TreeCompound<'_, '_> {
    fn fail<T>(&mut self, error: Error) -> Result<T> {
        self.serializer.selector.fail();
        Err(error)
    }

    fn incomplete<T>(&mut self, missing: &'static str) -> Result<T> {
        self.fail(Error::new(ErrorKind::IncompleteEntry { missing }))
    }

    fn field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<()> {
        match self.kind {
            CompoundState::Special(special) => {
                self.kind = CompoundState::Written;
                self.serializer.special(special, value).or_else(|error| self.fail(error))
            }
            CompoundState::Written => self.fail(not_one_string()),
            _ => {
                self.serializer.key(key)?;
                self.serializer.member(value)
            }
        }
    }

    fn end_array(self) -> Result<()> {
        self.serializer.selector.end_array()?;
        if self.kind == CompoundState::Variant { self.serializer.selector.end_object() } else { Ok(()) }
    }

    fn end_object(mut self) -> Result<()> {
        match self.kind {
            CompoundState::Plain => self.serializer.selector.end_object(),
            CompoundState::Variant => {
                self.serializer.selector.end_object()?;
                self.serializer.selector.end_object()
            }
            CompoundState::Keyed => self.incomplete("value"),
            CompoundState::Special(_) => self.fail(not_one_string()),
            CompoundState::Written => Ok(()),
        }
    }
}

macro_rules! arrays {
    ($($name:ident: $method:ident;)*) => {$(
        impl ser::$name for TreeCompound<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
                self.serializer.element(value)
            }

            fn end(self) -> Result<()> {
                self.end_array()
            }
        }
    )*};
}

arrays! {
    SerializeSeq: serialize_element;
    SerializeTuple: serialize_element;
    SerializeTupleStruct: serialize_field;
}

impl ser::SerializeTupleVariant for TreeCompound<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        // The content of the variant may not be selected.
        if self.serializer.selector.is_wanted() { self.serializer.element(value) } else { Ok(()) }
    }

    fn end(self) -> Result<()> {
        self.end_array()
    }
}

impl ser::SerializeMap for TreeCompound<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        if self.kind == CompoundState::Keyed {
            return self.incomplete("value");
        }
        let serializer = &mut *self.serializer;
        key.serialize(MapKey(|key: &str| serializer.key(key))).or_else(|error| self.fail(error))?;
        self.kind = CompoundState::Keyed;
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        if self.kind != CompoundState::Keyed {
            return self.incomplete("key");
        }
        self.kind = CompoundState::Plain;
        self.serializer.member(value)
    }

    fn end(self) -> Result<()> {
        self.end_object()
    }
}

macro_rules! structs {
    ($($name:ident)*) => {$(
        impl ser::$name for TreeCompound<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<()> {
                self.field(key, value)
            }

            fn end(self) -> Result<()> {
                self.end_object()
            }
        }
    )*};
}

structs! { SerializeStruct SerializeStructVariant }

macro_rules! integers {
    ($($method:ident: $ty:ty;)*) => {$(
        fn $method(self, value: $ty) -> Result<()> {
            self.integer(value)
        }
    )*};
}

impl<'s, 'o> ser::Serializer for &'s mut TreeSerializer<'o> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = TreeCompound<'s, 'o>;
    type SerializeTuple = TreeCompound<'s, 'o>;
    type SerializeTupleStruct = TreeCompound<'s, 'o>;
    type SerializeTupleVariant = TreeCompound<'s, 'o>;
    type SerializeMap = TreeCompound<'s, 'o>;
    type SerializeStruct = TreeCompound<'s, 'o>;
    type SerializeStructVariant = TreeCompound<'s, 'o>;

    fn serialize_bool(self, value: bool) -> Result<()> {
        self.selector.word(if value { "true" } else { "false" })
    }

    integers! {
        serialize_i8: i8; serialize_i16: i16; serialize_i32: i32; serialize_i64: i64; serialize_i128: i128;
        serialize_u8: u8; serialize_u16: u16; serialize_u32: u32; serialize_u64: u64; serialize_u128: u128;
    }

    fn serialize_f32(self, value: f32) -> Result<()> {
        self.float(value.is_finite(), |text| decimal::push_f32(text, value))
    }

    fn serialize_f64(self, value: f64) -> Result<()> {
        self.float(value.is_finite(), |text| decimal::push_f64(text, value))
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.selector.string(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<()> {
        self.selector.string(value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<()> {
        self.selector.begin_array()?;
        value.iter().try_for_each(|&byte| self.integer(byte))?;
        self.selector.end_array()
    }

    fn serialize_none(self) -> Result<()> {
        self.selector.word("null")
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        self.wrapped(value)
    }

    fn serialize_unit(self) -> Result<()> {
        self.selector.word("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.selector.word("null")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.selector.string(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, name: &'static str, value: &T) -> Result<()> {
        match Hint::named(name) {
            Some(hint) => self.hinted(hint, value),
            None => self.wrapped(value),
        }
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        self.begin_variant(variant)?;
        self.member(value)?;
        self.selector.end_object()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<TreeCompound<'s, 'o>> {
        self.selector.begin_array()?;
        Ok(TreeCompound { serializer: self, kind: CompoundState::Plain })
    }

    fn serialize_tuple(self, len: usize) -> Result<TreeCompound<'s, 'o>> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<TreeCompound<'s, 'o>> {
        self.serialize_seq(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<TreeCompound<'s, 'o>> {
        self.begin_variant(variant)?;
        self.selector.begin_array()?;
        Ok(TreeCompound { serializer: self, kind: CompoundState::Variant })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<TreeCompound<'s, 'o>> {
        self.selector.begin_object()?;
        Ok(TreeCompound { serializer: self, kind: CompoundState::Plain })
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<TreeCompound<'s, 'o>> {
        if let Some(special) = Special::named(name) {
            return Ok(TreeCompound { serializer: self, kind: CompoundState::Special(special) });
        }
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<TreeCompound<'s, 'o>> {
        self.begin_variant(variant)?;
        self.selector.begin_object()?;
        Ok(TreeCompound { serializer: self, kind: CompoundState::Variant })
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Result<()> {
        self.selector.string(&displayed(value)?)
    }
}
