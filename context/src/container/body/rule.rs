//! How often a field occurs in a message.

use super::super::error::{DecodeError, EncodeError};
use super::super::field::Reader;

/// A field that must be there.
pub(super) mod required {
    use super::{DecodeError, EncodeError, Reader};

    pub(in super::super) fn each<T: ?Sized>(
        source: &T,
        write: impl FnOnce(&T) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        write(source)
    }

    pub(in super::super) fn none<T>() -> Option<T> {
        None
    }

    pub(in super::super) fn put<T>(slot: &mut Option<T>, value: T) {
        *slot = Some(value);
    }

    pub(in super::super) fn take<T>(
        slot: Option<T>,
        name: &'static str,
        reader: &Reader<'_, '_>,
    ) -> Result<T, DecodeError> {
        slot.ok_or_else(|| reader.missing(name))
    }
}

/// A field that can be absent.
pub(super) mod optional {
    use super::{DecodeError, EncodeError, Reader};

    pub(in super::super) use super::required::{none, put};

    pub(in super::super) fn each<T: ?Sized>(
        source: Option<&T>,
        write: impl FnOnce(&T) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        source.map_or(Ok(()), write)
    }

    #[expect(clippy::unnecessary_wraps, reason = "a required field can be missing")]
    pub(in super::super) fn take<T>(
        slot: Option<T>,
        _name: &'static str,
        _reader: &Reader<'_, '_>,
    ) -> Result<Option<T>, DecodeError> {
        Ok(slot)
    }
}

/// A field that occurs any number of times.
pub(super) mod repeated {
    use super::{DecodeError, EncodeError, Reader};

    pub(in super::super) fn each<T>(
        sources: &[T],
        write: impl FnMut(&T) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        sources.iter().try_for_each(write)
    }

    pub(in super::super) fn none<T>() -> Vec<T> {
        Vec::new()
    }

    pub(in super::super) fn put<T>(slot: &mut Vec<T>, value: T) {
        slot.push(value);
    }

    #[expect(clippy::unnecessary_wraps, reason = "a required field can be missing")]
    pub(in super::super) fn take<T>(
        slot: Vec<T>,
        _name: &'static str,
        _reader: &Reader<'_, '_>,
    ) -> Result<Vec<T>, DecodeError> {
        Ok(slot)
    }
}
