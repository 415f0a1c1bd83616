//! Readers that count.

use std::io::{self, BufRead};

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

    /// The next bytes. Empty at the end only. It tries again if it is interrupted.
    pub(super) fn fill_buf(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.inner.fill_buf() {
                // At the end, the second call would read again.
                Ok([]) => return Ok(&[]),
                Ok(_) => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        // The borrow checker does not accept that the loop returns it.
        self.inner.fill_buf()
    }

    pub(super) fn consume(&mut self, len: usize) {
        self.inner.consume(len);
        self.count += len as u64;
    }
}
