//! Readers that count.

use std::io::{self, BufRead, Read};

/// A reader that counts the bytes that are consumed.
pub(super) struct Counted<R> {
    inner: R,
    count: u64,
}

impl<R: BufRead> Counted<R> {
    pub(super) fn new(inner: R) -> Self {
        Counted { inner, count: 0 }
    }

    /// How many bytes were consumed.
    #[cfg(feature = "zstd")]
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let len = self.inner.read(out)?;
        self.count += len as u64;
        Ok(len)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while let Err(error) = self.inner.fill_buf() {
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, len: usize) {
        self.inner.consume(len);
        self.count += len as u64;
    }
}
