//! Input that can be read only once, such as a pipe.

use super::spool::spool;
use std::io::{self, Read, Seek, SeekFrom, Write};
use tempfile::SpooledTempFile;

/// Keeps everything that has been read from a source, which makes it possible to go back. Does not
/// read ahead, so the source may be endless.
pub(super) struct Kept<R> {
    source: R,
    file: SpooledTempFile,
    position: u64,
    /// The number of bytes in `file`.
    length: u64,
}

impl<R: Read> Kept<R> {
    pub(super) fn new(source: R) -> Self {
        Kept { source, file: spool(), position: 0, length: 0 }
    }
}

impl<R: Read> Read for Kept<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = if self.position < self.length {
            self.file.read(buffer)?
        } else {
            let read = self.source.read(buffer)?;
            self.file.write_all(buffer.get(..read).unwrap_or_default())?;
            self.length += read as u64;
            read
        };
        self.position += read as u64;
        Ok(read)
    }
}

impl<R: Read> Seek for Kept<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        if matches!(to, SeekFrom::End(_)) {
            self.file.seek(SeekFrom::End(0))?;
            self.length += io::copy(&mut self.source, &mut self.file)?;
        }
        self.position = self.file.seek(to)?;
        if self.position > self.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_again() -> io::Result<()> {
        let mut kept = Kept::new(&b"abcdef"[..]);
        let mut two = [0; 2];
        kept.read_exact(&mut two)?;
        kept.rewind()?;
        let mut text = String::new();
        kept.read_to_string(&mut text)?;
        assert_eq!(text, "abcdef");
        kept.seek(SeekFrom::Start(3))?;
        kept.read_exact(&mut two)?;
        assert_eq!(&two, b"de");
        assert_eq!(kept.stream_position()?, 5);
        assert_eq!(kept.seek(SeekFrom::End(-1))?, 5);
        assert!(kept.seek(SeekFrom::Start(7)).is_err());
        Ok(())
    }

    /// Does not read more than is asked for.
    #[test]
    fn an_endless_source() -> io::Result<()> {
        let mut kept = Kept::new(io::repeat(b'x'));
        let mut two = [0; 2];
        for _ in 0..2 {
            kept.read_exact(&mut two)?;
            kept.rewind()?;
        }
        assert_eq!(kept.length, 2);
        Ok(())
    }
}
