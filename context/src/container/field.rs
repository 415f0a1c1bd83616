//! Fields, which the content of a block consists of: a number that says which one it is, a type, and a
//! value.

use super::checks::{Checks, Origin};
use super::error::{DecodeError, DecodeErrorKind as Kind, EncodeError};
use super::limits::MAX_DEPTH;
use super::varint;

type Result<T> = std::result::Result<T, DecodeError>;

/// How the value of a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WireType {
    Varint = 0,
    /// A length, and as many bytes.
    Bytes = 1,
    /// A length, and fields that take as many bytes.
    Nested = 2,
}

/// Writes the content of a block.
pub(super) struct Writer {
    pub(super) out: Vec<u8>,
    /// The index of the block.
    pub(super) block: usize,
    /// The number of messages within the block.
    pub(super) items: usize,
    depth: usize,
}

impl Writer {
    pub(super) fn new(block: usize) -> Self {
        Writer { out: Vec::new(), block, items: 0, depth: 0 }
    }

    fn begin(&mut self, id: u64, wire: WireType) {
        varint::write(&mut self.out, id);
        varint::write(&mut self.out, wire as u64);
    }

    pub(super) fn varint(&mut self, id: u64, value: u64) {
        self.begin(id, WireType::Varint);
        varint::write(&mut self.out, value);
    }

    pub(super) fn bytes(&mut self, id: u64, bytes: &[u8]) {
        self.begin(id, WireType::Bytes);
        self.length_and_bytes(bytes);
    }

    /// What a summary is, too.
    pub(super) fn length_and_bytes(&mut self, bytes: &[u8]) {
        varint::write(&mut self.out, bytes.len() as u64);
        self.out.extend_from_slice(bytes);
    }

    /// Fields within a field.
    pub(super) fn nested(
        &mut self,
        id: u64,
        write: impl FnOnce(&mut Self) -> std::result::Result<(), EncodeError>,
    ) -> std::result::Result<(), EncodeError> {
        let mut inner = Writer { depth: self.depth + 1, ..Writer::new(self.block) };
        if inner.depth > MAX_DEPTH {
            return Err(EncodeError::TooDeep { block: self.block });
        }
        write(&mut inner)?;
        self.items += inner.items + 1;
        self.begin(id, WireType::Nested);
        self.length_and_bytes(&inner.out);
        Ok(())
    }
}

/// Reads the content of a block.
pub(super) struct Reader<'b, 'c> {
    body: &'b [u8],
    /// The offsets in `body` of what is not read yet.
    at: usize,
    end: usize,
    depth: usize,
    origin: Origin,
    pub(super) checks: &'c mut Checks,
}

/// The number and type of a field, and its offset.
pub(super) struct Head {
    pub(super) id: u64,
    pub(super) wire: WireType,
    at: usize,
}

impl<'b, 'c> Reader<'b, 'c> {
    pub(super) fn new(body: &'b [u8], origin: Origin, checks: &'c mut Checks) -> Self {
        Reader { body, at: 0, end: body.len(), depth: 0, origin, checks }
    }

    pub(super) fn error(&self, kind: Kind, at: usize) -> DecodeError {
        self.origin.error(kind, at)
    }

    fn tolerate(&mut self, kind: Kind, at: usize) -> Result<()> {
        let error = self.error(kind, at);
        self.checks.tolerate(error)
    }

    /// The number and type of the next field. `None` if there is none.
    pub(super) fn next(&mut self) -> Result<Option<Head>> {
        if self.at == self.end {
            return Ok(None);
        }
        let at = self.at;
        let id = self.varint()?;
        let type_at = self.at;
        let wire = match self.varint()? {
            0 => WireType::Varint,
            1 => WireType::Bytes,
            2 => WireType::Nested,
            other => return Err(self.error(Kind::InvalidWireType(other), type_at)),
        };
        Ok(Some(Head { id, wire, at }))
    }

    /// Checks the type of a field.
    pub(super) fn expect(&mut self, head: &Head, expected: WireType, field: &'static str) -> Result<()> {
        if head.wire == expected {
            return Ok(());
        }
        let kind = Kind::WrongWireType { field, expected: expected as u8, found: head.wire as u8 };
        self.tolerate(kind, head.at)
    }

    pub(super) fn varint(&mut self) -> Result<u64> {
        let start = self.at;
        let next = || {
            let byte = self.body.get(self.at).copied().filter(|_| self.at < self.end);
            self.at += 1;
            byte.ok_or_else(|| self.origin.error(Kind::FieldTooLong, self.end))
        };
        let Some(varint) = varint::read(next)? else {
            return Err(self.error(Kind::VarintTooLong, start));
        };
        if varint.is_overlong {
            self.tolerate(Kind::OverlongVarint, start)?;
        }
        if varint.overflows {
            self.tolerate(Kind::VarintOverflow, start)?;
        }
        Ok(varint.value)
    }

    /// A length, and the range of as many bytes.
    fn range(&mut self) -> Result<(usize, usize)> {
        let start = self.at;
        let len = self.varint()?;
        let remaining = self.end - self.at;
        match usize::try_from(len) {
            Ok(len) if len <= remaining => {
                let begin = self.at;
                self.at += len;
                Ok((begin, self.at))
            }
            _ => Err(self.error(Kind::FieldTooLong, start)),
        }
    }

    pub(super) fn bytes(&mut self) -> Result<&'b [u8]> {
        let (begin, end) = self.range()?;
        Ok(self.body.get(begin..end).unwrap_or_default())
    }

    pub(super) fn text(&mut self, field: &'static str) -> Result<String> {
        let bytes = self.bytes()?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => {
                self.tolerate(Kind::InvalidUtf8 { field }, self.at - bytes.len() + error.valid_up_to())?;
                Ok(String::from_utf8_lossy(bytes).into_owned())
            }
        }
    }

    /// An integer of fewer than 64 bits. If it does not fit, higher bits are ignored in tolerant mode.
    pub(super) fn uint(&mut self, field: &'static str, bits: u32) -> Result<u64> {
        let start = self.at;
        let value = self.varint()?;
        if value >> bits != 0 {
            self.tolerate(Kind::OutOfRange { field, value, bits }, start)?;
        }
        Ok(value & !(u64::MAX << bits))
    }

    /// A byte with a meaning.
    pub(super) fn word<T>(&mut self, field: &'static str, word: impl FnOnce(u8) -> Option<T>) -> Result<T> {
        let start = self.at;
        let value = self.uint(field, u8::BITS)?;
        let [byte, ..] = value.to_le_bytes();
        word(byte).ok_or_else(|| self.error(Kind::UndefinedValue { field, value }, start))
    }

    pub(super) fn bool(&mut self, field: &'static str) -> Result<bool> {
        let start = self.at;
        match self.varint()? {
            0 => Ok(false),
            1 => Ok(true),
            value => Err(self.error(Kind::UndefinedValue { field, value }, start)),
        }
    }

    /// Fields within a field.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Reader<'b, '_>) -> Result<T>) -> Result<T> {
        let start = self.at;
        if self.depth == MAX_DEPTH {
            return Err(self.error(Kind::TooDeep, start));
        }
        if let Err(kind) = self.checks.count_item() {
            return Err(self.error(kind, start));
        }
        let (at, end) = self.range()?;
        let (body, origin, depth) = (self.body, self.origin, self.depth + 1);
        read(&mut Reader { body, at, end, depth, origin, checks: self.checks })
    }

    pub(super) fn skip(&mut self, head: &Head) -> Result<()> {
        match head.wire {
            WireType::Varint => self.varint().map(drop),
            WireType::Bytes | WireType::Nested => self.range().map(drop),
        }
    }

    pub(super) fn missing(&self, field: &'static str) -> DecodeError {
        self.error(Kind::MissingField { field }, self.end)
    }

    /// All bytes that are not read yet.
    pub(super) fn rest(&mut self) -> &'b [u8] {
        let rest = self.body.get(self.at..self.end).unwrap_or_default();
        self.at = self.end;
        rest
    }
}
