//! What stands before the content of a block: its kind, its flags, and its length.

use super::varint;

/// The kinds of blocks.
pub(super) mod kind {
    pub(in crate::container) const CODE: u8 = 0x01;
    pub(in crate::container) const CONVERSATION: u8 = 0x02;
    pub(in crate::container) const FILE_TREE: u8 = 0x03;
    pub(in crate::container) const TOOL_RESULT: u8 = 0x04;
    pub(in crate::container) const DOCUMENT: u8 = 0x05;
    pub(in crate::container) const STRUCTURED_DATA: u8 = 0x06;
    pub(in crate::container) const DIFF: u8 = 0x07;
    pub(in crate::container) const ANNOTATION: u8 = 0x08;
    pub(in crate::container) const EMBEDDING_REF: u8 = 0x09;
    pub(in crate::container) const IMAGE: u8 = 0x0a;
    pub(in crate::container) const EXTENSION: u8 = 0xfe;
    /// The end marker, which is not a block.
    pub(in crate::container) const END: u8 = 0xff;
}

/// The content begins with a summary.
pub(super) const HAS_SUMMARY: u8 = 0b001;
/// The content is compressed.
pub(super) const COMPRESSED: u8 = 0b010;
/// The content is the hash of the actual content.
pub(super) const IS_REFERENCE: u8 = 0b100;

pub(super) const DEFINED_FLAGS: u8 = HAS_SUMMARY | COMPRESSED | IS_REFERENCE;

/// The length of the hash in a reference.
pub(super) const HASH_LEN: usize = 32;

pub(super) fn write(out: &mut Vec<u8>, kind: u8, flags: u8, body: &[u8]) {
    varint::write(out, kind.into());
    out.push(flags);
    varint::write(out, body.len() as u64);
    out.extend_from_slice(body);
}

pub(super) fn write_end(out: &mut Vec<u8>) {
    write(out, kind::END, 0, &[]);
}
