//! Bytes that are kept to be read by several readers.

use std::cell::RefCell;
use std::io::{self, Read, Seek, SeekFrom};
use std::rc::Rc;
use tempfile::SpooledTempFile;

/// Bytes of standard input. Each clone is a reader that starts at the beginning.
pub(super) struct Stored {
    bytes: Rc<RefCell<SpooledTempFile>>,
    pub(super) length: u64,
    at: u64,
}

impl Stored {
    pub(super) fn new(mut bytes: SpooledTempFile) -> io::Result<Self> {
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
