//! A type-erased value.
//!
//! Ten positions of three hundred types would be three thousand instances of each format. So the
//! positions are compiled once, around a slot, and each type once, at the root and for the slot.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::any::Any;
use std::cell::Cell;
use std::fmt::Debug;

/// What a slot requires of its value.
pub trait Content: Any + Debug {
    fn same(&self, other: &dyn Any) -> bool;
}

impl<T: PartialEq + Debug + Any> Content for T {
    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>().is_some_and(|other| self == other)
    }
}

/// A value to be written.
#[derive(Clone, Copy)]
pub struct Sent<'a>(pub &'a dyn erased_serde::Serialize);

impl Serialize for Sent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        erased_serde::serialize(self.0, serializer)
    }
}

/// A value that was read as the type given to [`reading`].
#[derive(Debug)]
pub struct Slot(Box<dyn Content>);

impl Slot {
    pub fn new<T: PartialEq + Debug + Any>(value: T) -> Self {
        Slot(Box::new(value))
    }

    pub fn holds(&self, value: &dyn Content) -> bool {
        let content: &dyn Any = &*self.0;
        value.same(content)
    }
}

impl PartialEq for Slot {
    fn eq(&self, other: &Self) -> bool {
        self.holds(&*other.0)
    }
}

type Read = fn(&mut dyn erased_serde::Deserializer<'_>) -> Result<Slot, erased_serde::Error>;

thread_local! {
    static READ: Cell<Read> = const { Cell::new(|_| Err(erased_serde::Error::custom("no type to read"))) };
}

/// Slots are of type `T` from here on.
pub fn reading<T: DeserializeOwned + PartialEq + Debug + Any>() {
    READ.set(|deserializer| erased_serde::deserialize::<T>(deserializer).map(Slot::new));
}

impl<'de> Deserialize<'de> for Slot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut deserializer = <dyn erased_serde::Deserializer<'_>>::erase(deserializer);
        READ.get()(&mut deserializer).map_err(D::Error::custom)
    }
}
