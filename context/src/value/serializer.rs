//! Builds the tree of any value that implements `Serialize`, as serde's data model maps to JSON.

use super::node::{Entries, Key, MAX_DEPTH, Node, duplicate_key};
#[cfg(feature = "json")]
use super::quota::Quota;
use serde::ser::{self, Serialize};
use std::fmt::{Display, Write as _};

/// Why a value has no tree.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Error(String);

type Result<T> = std::result::Result<T, Error>;

impl ser::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Error(message.to_string())
    }
}

fn error<T>(message: impl Into<String>) -> Result<T> {
    Err(Error(message.into()))
}

/// Serializes one value as a tree.
#[derive(Clone, Copy)]
pub(super) struct Builder {
    /// How many lists and objects may still be opened.
    depth: usize,
    /// How many `Some`s and newtypes may still be opened, which take stack space as well.
    wrappers: usize,
}

impl Builder {
    pub(super) fn new() -> Self {
        /// Only a type that contains nothing but itself reaches it.
        const MAX_WRAPPERS: usize = 1024;
        Builder { depth: MAX_DEPTH, wrappers: MAX_WRAPPERS }
    }

    /// For the contents of a list or object.
    fn below(self) -> Result<Self> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Builder { depth, ..self }),
            None => error(format!("the value has more than {MAX_DEPTH} levels")),
        }
    }

    fn wrapped<T: ?Sized + Serialize>(self, value: &T) -> Result<Node> {
        match self.wrappers.checked_sub(1) {
            Some(wrappers) => value.serialize(Builder { wrappers, ..self }),
            None => error("the value has too many nested `Some`s and newtypes"),
        }
    }

    fn list(self, len: Option<usize>) -> Result<List> {
        Ok(List { elements: Vec::with_capacity(capacity(len)), builder: self.below()?, variant: None })
    }

    fn object(self, len: Option<usize>, kind: Kind) -> Result<Object> {
        let entries = Vec::with_capacity(capacity(len));
        Ok(Object { entries, key: None, builder: self.below()?, kind })
    }
}

/// The value of a number or JSON text of `serde_json`, which is serialized as a struct with a private
/// name, if it has at most `depth` levels.
#[cfg(feature = "json")]
fn special(text: &str, depth: usize) -> Result<Node> {
    let message = "the JSON text of a `RawValue` is invalid, or has a duplicate key or too many levels";
    super::json::read(text, depth, &mut Quota::unlimited()).map_or_else(|| error(message), Ok)
}

#[cfg(not(feature = "json"))]
fn special(text: &str, _depth: usize) -> Result<Node> {
    let message = "writing a `RawValue` requires the feature `json` of `toon-context`";
    let number = Node::integer(text).or_else(|| text.parse().ok().map(Node::float));
    number.map_or_else(|| error(message), Ok)
}

/// The memory to reserve for `len` parts. A wrong length must not exhaust it.
fn capacity(len: Option<usize>) -> usize {
    len.unwrap_or(0).min(1024)
}

/// An object with a single entry, as variants with content are written.
fn variant_object(variant: &'static str, content: Node) -> Node {
    Node::Object(vec![(variant.into(), content)])
}

macro_rules! integers {
    ($($method:ident: $type:ty),*) => { $(
        fn $method(self, value: $type) -> Result<Node> {
            Ok(Node::Integer(value.into()))
        }
    )* };
}

impl ser::Serializer for Builder {
    type Ok = Node;
    type Error = Error;
    type SerializeSeq = List;
    type SerializeTuple = List;
    type SerializeTupleStruct = List;
    type SerializeTupleVariant = List;
    type SerializeMap = Object;
    type SerializeStruct = Object;
    type SerializeStructVariant = Object;

    integers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64
    }

    fn serialize_u128(self, value: u128) -> Result<Node> {
        Ok(i128::try_from(value).map_or(Node::Unsigned(value), Node::Integer))
    }

    fn serialize_f32(self, value: f32) -> Result<Node> {
        // The `f64` with the same digits: 0.1, not 0.10000000149011612.
        Ok(Node::float(value.to_string().parse().unwrap_or_else(|_| value.into())))
    }

    fn serialize_f64(self, value: f64) -> Result<Node> {
        Ok(Node::float(value))
    }

    fn serialize_bool(self, value: bool) -> Result<Node> {
        Ok(Node::Bool(value))
    }

    fn serialize_char(self, value: char) -> Result<Node> {
        Ok(Node::Text(value.into()))
    }

    fn serialize_str(self, value: &str) -> Result<Node> {
        Ok(Node::Text(value.to_owned()))
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Result<Node> {
        let mut text = String::new();
        match write!(text, "{value}") {
            Ok(()) => Ok(Node::Text(text)),
            Err(_) => error("a Display implementation returned an error"),
        }
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Node> {
        Ok(Node::List(value.iter().map(|byte| Node::Integer((*byte).into())).collect()))
    }

    fn serialize_none(self) -> Result<Node> {
        Ok(Node::Null)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<Node> {
        self.wrapped(value)
    }

    fn serialize_unit(self) -> Result<Node> {
        Ok(Node::Null)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<Node> {
        Ok(Node::Null)
    }

    fn serialize_unit_variant(self, _name: &'static str, _index: u32, variant: &'static str) -> Result<Node> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _name: &'static str, value: &T) -> Result<Node> {
        self.wrapped(value)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Node> {
        value.serialize(self.below()?).map(|content| variant_object(variant, content))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<List> {
        self.list(len)
    }

    fn serialize_tuple(self, len: usize) -> Result<List> {
        self.list(Some(len))
    }

    fn serialize_tuple_struct(self, _name: &'static str, len: usize) -> Result<List> {
        self.list(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<List> {
        Ok(List { variant: Some(variant), ..self.below()?.list(Some(len))? })
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Object> {
        self.object(len, Kind::Plain)
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Object> {
        match name {
            // It is a scalar, or any JSON text: not a level by itself.
            "$serde_json::private::Number" | "$serde_json::private::RawValue" => {
                Ok(Object { entries: Vec::new(), key: None, builder: self, kind: Kind::Special })
            }
            _ => self.object(Some(len), Kind::Plain),
        }
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Object> {
        self.below()?.object(Some(len), Kind::Variant(variant))
    }
}

/// A list that is being built.
pub(super) struct List {
    elements: Vec<Node>,
    builder: Builder,
    variant: Option<&'static str>,
}

impl List {
    fn push<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        self.elements.push(value.serialize(self.builder)?);
        Ok(())
    }

    fn finish(self) -> Node {
        let list = Node::List(self.elements);
        match self.variant {
            Some(variant) => variant_object(variant, list),
            None => list,
        }
    }
}

/// What an object becomes.
enum Kind {
    Plain,
    /// The content of a variant.
    Variant(&'static str),
    /// A number or JSON text of `serde_json`.
    Special,
}

/// An object that is being built.
pub(super) struct Object {
    entries: Entries,
    /// The key whose value comes next.
    key: Option<Key>,
    builder: Builder,
    kind: Kind,
}

impl Object {
    fn push<T: ?Sized + Serialize>(&mut self, key: Key, value: &T) -> Result<()> {
        self.entries.push((key, value.serialize(self.builder)?));
        Ok(())
    }

    fn finish(self) -> Result<Node> {
        if let Some(key) = duplicate_key(&self.entries) {
            return error(format!("duplicate key {key:?}"));
        }
        match (self.kind, self.entries.as_slice()) {
            (Kind::Plain, _) => Ok(Node::Object(self.entries)),
            (Kind::Variant(variant), _) => Ok(variant_object(variant, Node::Object(self.entries))),
            (Kind::Special, [(_, Node::Text(text))]) => special(text, self.builder.depth),
            (Kind::Special, _) => error("a private type of serde_json must hold exactly one string"),
        }
    }
}

macro_rules! lists {
    ($($interface:ident: $method:ident),*) => { $(
        impl ser::$interface for List {
            type Ok = Node;
            type Error = Error;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
                self.push(value)
            }

            fn end(self) -> Result<Node> {
                Ok(self.finish())
            }
        }
    )* };
}

lists! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field
}

macro_rules! structs {
    ($($interface:ident),*) => { $(
        impl ser::$interface for Object {
            type Ok = Node;
            type Error = Error;

            fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<()> {
                self.push(key.into(), value)
            }

            fn end(self) -> Result<Node> {
                self.finish()
            }
        }
    )* };
}

structs!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Object {
    type Ok = Node;
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        self.key = key.serialize(self.builder)?.into_key();
        if self.key.is_none() { error("map key must be a string") } else { Ok(()) }
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match self.key.take() {
            Some(key) => self.push(key, value),
            None => error("a map's value was serialized before its key"),
        }
    }

    fn end(self) -> Result<Node> {
        self.finish()
    }
}
