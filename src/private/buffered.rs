//! Values that are read before it is known what they are: until the last child table has been read,
//! or, behind serde's buffers, whether a group consists of `null`s.

use crate::de::exact;
use crate::de::keep::KEEP;
use crate::de::kept::KeptToken;
use crate::de::key_text::KeyTextSeed;
use crate::projection::scalar::Scalar;
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};

/// A value whose type is not yet known.
pub(super) enum Buffered<'de> {
    /// A scalar of TOON.
    Token(KeptToken<'de>),
    /// A scalar of another deserializer.
    Scalar(Box<Scalar<'de>>),
    List(Vec<Buffered<'de>>),
    /// An object; in a table, a row.
    Row(Box<BufferedRow<'de>>),
    /// A cell that is not part of the row itself.
    Removed,
}

pub(super) struct BufferedRow<'de> {
    /// Shared by rows of the same table.
    pub(super) keys: Rc<[Cow<'de, str>]>,
    pub(super) cells: Vec<Buffered<'de>>,
    /// The lists that were child tables.
    pub(super) lists: Vec<(&'static str, Vec<Buffered<'de>>)>,
}

impl<'de> BufferedRow<'de> {
    /// The cell with this name.
    pub(super) fn cell(&mut self, name: &str) -> Option<&mut Buffered<'de>> {
        let column = self.keys.iter().position(|key| key == name)?;
        self.cells.get_mut(column)
    }

    /// The offset of its first token.
    pub(super) fn offset(&self) -> Option<usize> {
        self.cells.iter().find_map(Buffered::offset)
    }
}

impl<'de> Buffered<'de> {
    pub(super) fn token(&self) -> Option<&KeptToken<'de>> {
        match self {
            Buffered::Token(token) => Some(token),
            _ => None,
        }
    }

    /// Whether it is `null`, or an object that contains nothing else.
    pub(super) fn is_null(&self) -> bool {
        match self {
            Buffered::Token(token) => token.is_null(),
            Buffered::Scalar(scalar) => matches!(**scalar, Scalar::Null),
            Buffered::List(_) | Buffered::Removed => false,
            Buffered::Row(row) => !row.cells.is_empty() && row.cells.iter().all(Buffered::is_null),
        }
    }

    /// The offset of its first token.
    pub(super) fn offset(&self) -> Option<usize> {
        match self {
            Buffered::Token(token) => Some(token.offset),
            Buffered::Scalar(_) | Buffered::Removed => None,
            Buffered::List(elements) => elements.iter().find_map(Buffered::offset),
            Buffered::Row(row) => row.offset(),
        }
    }
}

impl<'de> Deserialize<'de> for Buffered<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BufferSeed(&mut None).deserialize(deserializer)
    }
}

/// Reads a value. The keys are those of the last row of the same table, which are shared if the
/// next row has the same.
pub(super) struct BufferSeed<'k, 'de>(pub(super) &'k mut Option<Rc<[Cow<'de, str>]>>);

impl<'de> DeserializeSeed<'de> for BufferSeed<'_, 'de> {
    type Value = Buffered<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Buffered<'de>, D::Error> {
        deserializer.deserialize_newtype_struct(KEEP, BufferVisitor(self.0))
    }
}

struct BufferVisitor<'k, 'de>(&'k mut Option<Rc<[Cow<'de, str>]>>);

macro_rules! scalars {
    ($($method:ident($ty:ty) = $variant:ident;)*) => {$(
        fn $method<E: Error>(self, value: $ty) -> Result<Buffered<'de>, E> {
            Ok(Buffered::Scalar(Box::new(Scalar::$variant(value.into()))))
        }
    )*};
}

impl<'de> Visitor<'de> for BufferVisitor<'_, 'de> {
    type Value = Buffered<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    scalars! {
        visit_bool(bool) = Bool; visit_u64(u64) = Unsigned; visit_i64(i64) = Signed; visit_f64(f64) = Float;
        visit_borrowed_str(&'de str) = Text; visit_string(String) = Text;
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Buffered<'de>, E> {
        Ok(Buffered::Scalar(Box::new(Scalar::Text(value.to_owned().into()))))
    }

    fn visit_none<E: Error>(self) -> Result<Buffered<'de>, E> {
        self.visit_unit()
    }

    fn visit_unit<E: Error>(self) -> Result<Buffered<'de>, E> {
        Ok(Buffered::Scalar(Box::new(Scalar::Null)))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Buffered<'de>, D::Error> {
        BufferSeed(self.0).deserialize(deserializer)
    }

    /// Any deserializer but that of a token.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Buffered<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, token: A) -> Result<Buffered<'de>, A::Error> {
        let (text, place) = token.variant()?;
        Ok(Buffered::Token(KeptToken::new(text, place.newtype_variant()?)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Buffered<'de>, A::Error> {
        let mut elements = Vec::new();
        let mut keys = None;
        while let Some(element) = seq.next_element_seed(BufferSeed(&mut keys))? {
            elements.push(element);
        }
        Ok(Buffered::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Buffered<'de>, A::Error> {
        let mut shared = self.0.take().unwrap_or_default();
        // The keys of this row once they differ from those of the last one.
        let mut own: Option<Vec<_>> = None;
        // Tables are read with all their rows, so each has no more capacity than it needs.
        let mut cells = Vec::with_capacity(shared.len());
        let mut keys = None;
        while let Some(key) = map.next_key_seed(KeyTextSeed(PhantomData))? {
            if key == exact::NUMBER && cells.is_empty() {
                let digits = map.next_value_seed(KeyTextSeed(PhantomData))?;
                return Ok(Buffered::Scalar(Box::new(Scalar::Digits(digits))));
            }
            if own.is_none() && shared.get(cells.len()) != Some(&key) {
                own = Some(shared.get(..cells.len()).unwrap_or_default().to_vec());
            }
            if let Some(own) = &mut own {
                own.push(key.clone());
            }
            // Entries of a map are rows, too.
            cells.push(map.next_value_seed(BufferSeed(&mut keys))?);
        }
        if let Some(own) = own {
            shared = own.into();
        } else if shared.len() > cells.len() {
            shared = shared.get(..cells.len()).unwrap_or_default().into();
        }
        *self.0 = Some(Rc::clone(&shared));
        Ok(Buffered::Row(Box::new(BufferedRow { keys: shared, cells, lists: Vec::new() })))
    }
}
