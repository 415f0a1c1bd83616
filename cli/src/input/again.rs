//! Input that is read once more from its beginning.

use super::{ByteSource, Input, Watched};
use crate::args::TextEncoding;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::spool::spool;
use std::cell::RefCell;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::rc::Rc;
use tempfile::SpooledTempFile;

/// Opens the same input once more.
pub(crate) enum Again {
    /// A file is opened again.
    File { path: PathBuf, encoding: TextEncoding },
    /// Everything else has been stored.
    Stored { name: String, bytes: Stored },
}

impl Again {
    pub(crate) fn open(&self) -> Result<Input, Failure> {
        match self {
            Again::File { path, encoding } => Input::open(Some(path))?.decoded(*encoding),
            Again::Stored { name, bytes } => Ok(Input {
                name: name.clone(),
                path: None,
                head: Vec::new(),
                source: ByteSource::Stored(bytes.clone()),
                length: Some(bytes.length),
                is_regular: false,
                encoding: TextEncoding::Utf8,
            }),
        }
    }
}

impl Input {
    /// Prepares to read the input once more, apart from this time.
    pub(crate) fn twofold(&mut self) -> Result<Again, Failure> {
        if let Some(path) = self.path.clone().filter(|_| self.is_regular) {
            return Ok(Again::File { path, encoding: self.encoding });
        }
        let stored = store(&self.head, &mut self.source).and_then(Stored::new);
        let stored = stored.map_err(|error| Failure::file("read", &self.name, &error))?;
        self.head.clear();
        self.length = Some(stored.length);
        self.source = ByteSource::Stored(stored.clone());
        Ok(Again::Stored { name: self.name.clone(), bytes: stored })
    }
}

fn store(head: &[u8], source: &mut ByteSource) -> io::Result<SpooledTempFile> {
    let mut kept = spool();
    kept.write_all(head)?;
    let progress = match source {
        ByteSource::Stdin { .. } => Progress::of_stdin(),
        _ => Progress::new(None),
    };
    io::copy(&mut Watched { reader: source, progress }, &mut kept)?;
    Ok(kept)
}

/// Bytes of standard input. Each clone is a reader that starts at the beginning.
pub(crate) struct Stored {
    bytes: Rc<RefCell<SpooledTempFile>>,
    length: u64,
    at: u64,
}

impl Stored {
    fn new(mut bytes: SpooledTempFile) -> io::Result<Self> {
        let length = bytes.seek(SeekFrom::End(0))?;
        Ok(Stored { bytes: Rc::new(RefCell::new(bytes)), length, at: 0 })
    }
}

impl Clone for Stored {
    fn clone(&self) -> Self {
        Stored { bytes: Rc::clone(&self.bytes), length: self.length, at: 0 }
    }
}

impl Read for Stored {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut bytes = self.bytes.borrow_mut();
        bytes.seek(SeekFrom::Start(self.at))?;
        let length = bytes.read(buffer)?;
        self.at += length as u64;
        Ok(length)
    }
}

impl Seek for Stored {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}
