//! The eight bytes that a container begins with.

use super::checks::{Checks, Origin};
use super::error::{DecodeError, DecodeErrorKind as Kind};

pub(super) const LEN: usize = 8;

const MAJOR: u8 = 1;
const MINOR: u8 = 0;

const COMPRESSED: u8 = 0b01;
const HAS_INDEX: u8 = 0b10;

/// The four bytes that a container begins with. Both are read.
///
/// ```
/// use toon_context::{Conversation, container};
///
/// let options = container::EncodeOptions::new().magic(container::Magic::Lcp);
/// let bytes = options.encode(&[Conversation::user("Hi").into()])?;
/// assert!(bytes.starts_with(b"LCP\0"));
/// # Ok::<(), container::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Magic {
    /// `BCP\0`, the current one.
    #[default]
    Bcp,
    /// `LCP\0`, that of the first version.
    Lcp,
}

impl Magic {
    /// The bytes.
    ///
    /// ```
    /// assert_eq!(toon_context::container::Magic::Bcp.bytes(), *b"BCP\0");
    /// ```
    pub fn bytes(self) -> [u8; 4] {
        match self {
            Magic::Bcp => *b"BCP\0",
            Magic::Lcp => *b"LCP\0",
        }
    }
}

/// What the header states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) magic: Magic,
    /// Whether what follows is compressed.
    pub(super) is_compressed: bool,
}

impl Header {
    pub(super) fn to_bytes(self) -> [u8; LEN] {
        let [a, b, c, d] = self.magic.bytes();
        let flags = if self.is_compressed { COMPRESSED } else { 0 };
        [a, b, c, d, MAJOR, MINOR, flags, 0]
    }

    pub(super) fn read(bytes: [u8; LEN], origin: Origin, checks: &mut Checks) -> Result<Self, DecodeError> {
        let [a, b, c, d, major, minor, flags, reserved] = bytes;
        let found = [a, b, c, d];
        let Some(magic) = [Magic::Bcp, Magic::Lcp].into_iter().find(|magic| magic.bytes() == found) else {
            return Err(origin.error(Kind::InvalidMagic(found), 0));
        };
        if major != MAJOR {
            return Err(origin.error(Kind::UnsupportedVersion { major, minor }, 4));
        }
        if reserved != 0 {
            return Err(origin.error(Kind::ReservedByte(reserved), 7));
        }
        let undefined = flags & !(COMPRESSED | HAS_INDEX);
        if undefined != 0 {
            checks.tolerate(origin.error(Kind::ReservedFlags(undefined), 6))?;
        }
        Ok(Header { magic, is_compressed: flags & COMPRESSED != 0 })
    }
}
