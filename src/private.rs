//! What the code that the derives make calls. No part of the public interface.

pub use serde;

/// Whether `E` is the error of this crate, and so the format TOON, behind whatever adapters of serde's.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a constant once it is inlined")]
pub fn is_toon<E>() -> bool {
    typeid::of::<E>() == typeid::of::<crate::Error>()
}

/// Stands in where serde's own derive reported a mistake and made nothing.
pub trait Unmade {
    /// Never called in a program that compiles.
    fn serialize<T: ?Sized, S: serde::Serializer>(_: &T, _: S) -> Result<S::Ok, S::Error> {
        const { panic!("serde could not derive `Serialize` here") }
    }

    /// Never called in a program that compiles.
    fn deserialize<'de, T, D: serde::Deserializer<'de>>(_: D) -> Result<T, D::Error> {
        const { panic!("serde could not derive `Deserialize` here") }
    }
}

impl<T: ?Sized> Unmade for T {}
