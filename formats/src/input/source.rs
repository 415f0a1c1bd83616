//! Where the bytes come from.

use super::compressed::Decompressor;
use super::stored::Stored;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

pub(crate) enum ByteSource {
    File(File),
    Stdin {
        stdin: io::Stdin,
        /// A terminal can be read beyond its end.
        is_at_end: bool,
    },
    Compressed(Decompressor),
    /// Text that was in another encoding.
    Transcoded(Box<dyn Read>),
    Stored(Stored),
}

impl Read for ByteSource {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            ByteSource::File(file) => file.read(buffer),
            ByteSource::Stdin { is_at_end: true, .. } => Ok(0),
            ByteSource::Stdin { stdin, is_at_end } => {
                let length = stdin.read(buffer)?;
                *is_at_end = length == 0 && !buffer.is_empty();
                Ok(length)
            }
            ByteSource::Compressed(decompressor) => decompressor.read(buffer),
            ByteSource::Transcoded(text) => text.read(buffer),
            ByteSource::Stored(stored) => stored.read(buffer),
        }
    }
}

/// Opens a file. Returns its size if it is a regular file.
pub(super) fn file(path: &Path) -> io::Result<(ByteSource, Option<u64>)> {
    let file = File::open(path)?;
    let data = file.metadata()?;
    // On Unix, opening a folder succeeds, but reading it fails.
    if data.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok((ByteSource::File(file), data.is_file().then_some(data.len())))
}

pub(super) fn stdin() -> ByteSource {
    ByteSource::Stdin { stdin: io::stdin(), is_at_end: false }
}
