//! Watching how much of an input has been read.

use std::fmt;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// How much there is to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Standard input, whose length is unknown.
    Stdin,
    /// A number of bytes, of all passes together, if it is known.
    Bytes(Option<u64>),
}

/// Begins to watch the reading of an input. The function that it returns is called with the number of bytes
/// of each part that has been read, and dropped at the end.
pub type Watch = fn(Extent) -> Box<dyn FnMut(usize)>;

/// A reader that is watched.
pub struct Watched<R> {
    reader: R,
    watcher: Box<dyn FnMut(usize)>,
}

impl<R> Watched<R> {
    pub(super) fn new(reader: R, watcher: Box<dyn FnMut(usize)>) -> Self {
        Watched { reader, watcher }
    }
}

impl<R: fmt::Debug> fmt::Debug for Watched<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watched").field("reader", &self.reader).finish_non_exhaustive()
    }
}

/// Nobody watches.
pub(super) fn unwatched(_: Extent) -> Box<dyn FnMut(usize)> {
    Box::new(|_| {})
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        (self.watcher)(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Watched<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        (self.watcher)(length);
        self.reader.consume(length);
    }
}

impl<R: Seek> Seek for Watched<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.reader.seek(to)
    }
}
