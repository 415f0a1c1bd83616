//! Input files and standard input.

mod encoding;

pub(crate) use encoding::{is_latin1, utf16};

use crate::args::TextEncoding;
use crate::failure::Failure;
use crate::progress::Progress;
use encoding::Transcoder;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::SpooledTempFile;

/// The maximum size, in bytes, of standard input that is kept in memory for a second pass. Larger
/// input goes to a temporary file.
const KEPT: usize = 8 << 20;

/// The number of bytes that are read to detect the format.
const HEAD: usize = 64 << 10;

/// An open file or standard input.
pub(crate) struct Input {
    /// The name for messages.
    pub(crate) name: String,
    pub(crate) path: Option<PathBuf>,
    /// The bytes that were read to detect the format.
    head: Vec<u8>,
    source: ByteSource,
    /// The size in bytes, if known.
    length: Option<u64>,
}

enum ByteSource {
    File(File),
    Stdin(io::Stdin),
    /// Text that was in another encoding.
    Transcoded(Box<dyn Read>),
}

impl Input {
    /// Opens `path`. `None` and `-` mean standard input.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Input {
                name: "<stdin>".to_owned(),
                path: None,
                head: Vec::new(),
                source: ByteSource::Stdin(io::stdin()),
                length: None,
            });
        };
        let name = path.display().to_string();
        let open = || {
            let file = File::open(path)?;
            let data = file.metadata()?;
            // On Unix, opening a folder succeeds, but reading it fails.
            if data.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            Ok((file, data.is_file().then_some(data.len())))
        };
        let (file, length) = open().map_err(|error| Failure::file("read", &name, &error))?;
        let (path, head) = (Some(path.to_owned()), Vec::new());
        Ok(Input { name, path, head, source: ByteSource::File(file), length })
    }

    /// Converts the text to UTF-8 if it is in another encoding.
    pub(crate) fn decoded(mut self, encoding: TextEncoding) -> Result<Self, Failure> {
        if let Some(encoding) = encoding::choose(encoding, self.head()?) {
            let bytes = Cursor::new(self.head).chain(self.source);
            self.source = ByteSource::Transcoded(Box::new(Transcoder::new(bytes, encoding)));
            self.head = Vec::new();
            // The length in UTF-8 is not known.
            self.length = None;
        }
        Ok(self)
    }

    /// The file extension, in lower case.
    pub(crate) fn extension(&self) -> Option<String> {
        Some(self.path.as_ref()?.extension()?.to_str()?.to_ascii_lowercase())
    }

    /// The beginning of the input. Does not consume it.
    pub(crate) fn head(&mut self) -> Result<&[u8], Failure> {
        while self.head.len() < HEAD {
            let start = self.head.len();
            self.head.resize(HEAD, 0);
            let read = self.source.read(self.head.get_mut(start..).unwrap_or_default());
            self.head.truncate(start + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::file("read", &self.name, &error)),
            }
        }
        Ok(&self.head)
    }

    /// The whole input, if it is short. Does not consume it.
    pub(crate) fn all(&mut self) -> Result<Option<&[u8]>, Failure> {
        let head = self.head()?;
        Ok(if head.len() < HEAD { Some(head) } else { None })
    }

    /// Reads the whole input.
    pub(crate) fn bytes(self) -> Result<Vec<u8>, Failure> {
        let capacity = self.length.and_then(|length| usize::try_from(length).ok()).unwrap_or_default();
        let name = self.name.clone();
        let mut bytes = Vec::new();
        // The file size is only a hint, and so much memory may not be available.
        let _ = bytes.try_reserve_exact(capacity);
        let read = self.reader(1).read_to_end(&mut bytes);
        read.map_err(|error| Failure::file("read", &name, &error))?;
        Ok(bytes)
    }

    /// Reads the input with a progress bar. `times` is the number of times that its length will be
    /// read.
    pub(crate) fn reader(self, times: u64) -> Watched<BufReader<io::Chain<Cursor<Vec<u8>>, impl Read>>> {
        let progress = Progress::new(self.length.map(|length| length.saturating_mul(times)));
        Watched {
            reader: BufReader::with_capacity(HEAD, Cursor::new(self.head).chain(self.source)),
            progress,
        }
    }

    /// Prepares the input for two passes.
    pub(crate) fn twice(self) -> Result<Watched<BufReader<Twice>>, Failure> {
        self.passes(2)
    }

    /// Prepares the input for several passes: a file is rewound, and everything else is stored.
    pub(crate) fn passes(self, times: u64) -> Result<Watched<BufReader<Twice>>, Failure> {
        let progress = Progress::new(self.length.map(|length| length.saturating_mul(times)));
        let name = self.name;
        let twice = match (self.source, self.length) {
            (ByteSource::File(mut file), Some(_)) => file.rewind().map(|()| Twice::File(file)),
            (mut source, _) => spool(&self.head, &mut source).map(Twice::Kept),
        };
        let twice = twice.map_err(|error| Failure::file("read", &name, &error))?;
        Ok(Watched { reader: BufReader::with_capacity(HEAD, twice), progress })
    }
}

fn spool(head: &[u8], source: &mut ByteSource) -> io::Result<SpooledTempFile> {
    let mut kept = SpooledTempFile::new(KEPT);
    kept.write_all(head)?;
    io::copy(source, &mut kept)?;
    kept.rewind()?;
    Ok(kept)
}

impl Read for ByteSource {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            ByteSource::File(file) => file.read(buffer),
            ByteSource::Stdin(stdin) => stdin.read(buffer),
            ByteSource::Transcoded(text) => text.read(buffer),
        }
    }
}

/// A reader that can be rewound.
pub(crate) enum Twice {
    File(File),
    Kept(SpooledTempFile),
}

impl Read for Twice {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Twice::File(file) => file.read(buffer),
            Twice::Kept(kept) => kept.read(buffer),
        }
    }
}

impl Seek for Twice {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Twice::File(file) => file.seek(to),
            Twice::Kept(kept) => kept.seek(to),
        }
    }
}

/// A reader that shows its progress.
pub(crate) struct Watched<R> {
    reader: R,
    progress: Progress,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.progress.add(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Watched<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        self.progress.add(length);
        self.reader.consume(length);
    }
}

impl<R: Seek> Seek for Watched<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.reader.seek(to)
    }
}
