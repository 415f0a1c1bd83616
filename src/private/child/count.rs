//! Counts the elements of a list.

use crate::ser::Hint;
use crate::ser::refuse::refuse;
use core::marker::PhantomData;
use serde::ser::{Error, Serialize, SerializeSeq, SerializeTuple, Serializer};

/// What is known about a list without its elements.
pub(super) struct Counted {
    /// The number of elements; `None` if there is no list.
    pub(super) count: Option<usize>,
    /// It equals its field's default.
    pub(super) is_default: bool,
}

/// The number of elements of `list`, which are not serialized.
pub(super) fn count<T: ?Sized + Serialize, E: Error>(list: &T) -> Result<Counted, E> {
    list.serialize(Counter(PhantomData))
}

struct Counter<E>(PhantomData<E>);

fn counted(count: Option<usize>) -> Counted {
    Counted { count, is_default: false }
}

pub(super) fn refused<T, E: Error>() -> Result<T, E> {
    Err(E::custom("expected a list of structs for a child table"))
}

impl<E: Error> Serializer for Counter<E> {
    type Ok = Counted;
    type Error = E;
    type SerializeSeq = Elements<E>;
    type SerializeTuple = Elements<E>;

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<E>, E> {
        Ok(Elements(0, PhantomData))
    }

    fn serialize_tuple(self, _: usize) -> Result<Elements<E>, E> {
        Ok(Elements(0, PhantomData))
    }

    fn serialize_none(self) -> Result<Counted, E> {
        Ok(counted(None))
    }

    fn serialize_unit(self) -> Result<Counted, E> {
        Ok(counted(None))
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<Counted, E> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Counted, E> {
        let counted = value.serialize(self)?;
        Ok(Counted { is_default: counted.is_default || name == Hint::DEFAULT, ..counted })
    }

    refuse! { refused:
        numbers bool char str bytes unit_struct unit_variant newtype_variant
        tuple_struct tuple_variant map struct struct_variant
    }
}

struct Elements<E>(usize, PhantomData<E>);

impl<E: Error> SerializeSeq for Elements<E> {
    type Ok = Counted;
    type Error = E;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, _: &T) -> Result<(), E> {
        self.0 += 1;
        Ok(())
    }

    fn end(self) -> Result<Counted, E> {
        Ok(counted(Some(self.0)))
    }
}

impl<E: Error> SerializeTuple for Elements<E> {
    type Ok = Counted;
    type Error = E;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, element: &T) -> Result<(), E> {
        SerializeSeq::serialize_element(self, element)
    }

    fn end(self) -> Result<Counted, E> {
        SerializeSeq::end(self)
    }
}
