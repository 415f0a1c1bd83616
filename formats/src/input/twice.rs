//! Readers that can be rewound.

use super::compressed::Decompressor;
use super::kept::Kept;
use super::source::ByteSource;
use super::stored::Stored;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};

/// A reader that can be rewound.
pub struct Twice(pub(super) Rewindable);

/// Where the bytes come from the second time.
pub(super) enum Rewindable {
    File(File),
    Compressed(Decompressor),
    Kept(Kept<io::Chain<Cursor<Vec<u8>>, ByteSource>>),
    Stored(Stored),
}

impl Read for Twice {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            Rewindable::File(file) => file.read(buffer),
            Rewindable::Compressed(file) => file.read(buffer),
            Rewindable::Kept(kept) => kept.read(buffer),
            Rewindable::Stored(stored) => stored.read(buffer),
        }
    }
}

impl Seek for Twice {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match &mut self.0 {
            Rewindable::File(file) => file.seek(to),
            Rewindable::Compressed(file) => file.seek(to),
            Rewindable::Kept(kept) => kept.seek(to),
            Rewindable::Stored(stored) => stored.seek(to),
        }
    }
}
