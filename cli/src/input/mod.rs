//! Input files and standard input.

mod again;
mod compressed;
mod encoding;
mod kept;

pub(crate) use again::Again;
pub(crate) use encoding::{is_latin1, utf16, utf32, without_mark};

use crate::args::TextEncoding;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::report;
use again::Stored;
use compressed::{Compression, Decompressor, MAGIC};
use encoding::Transcoder;
use kept::Kept;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The number of bytes that are read to detect the format.
const HEAD: usize = 64 << 10;

/// The number of bytes that are read to find the end of the first line.
const LONG_LINE: usize = 1 << 20;

/// An open file or standard input. Compressed input is decompressed while it is read.
pub(crate) struct Input {
    /// The name for messages.
    pub(crate) name: String,
    pub(crate) path: Option<PathBuf>,
    /// The bytes that were read to detect the format.
    head: Vec<u8>,
    source: ByteSource,
    /// The size in bytes, if known.
    length: Option<u64>,
    /// Whether it is a regular file, which can be read again.
    is_regular: bool,
    encoding: TextEncoding,
}

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

impl Input {
    /// Opens `path`. `None` and `-` mean standard input.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let path = path.filter(|path| *path != Path::new("-"));
        let name = path.map_or_else(|| "<stdin>".to_owned(), |path| path.display().to_string());
        let open = || {
            let (mut source, length) = path.map_or_else(|| Ok((stdin(), None)), file)?;
            let mut head = Vec::new();
            source.by_ref().take(MAGIC).read_to_end(&mut head)?;
            let Some(compression) = Compression::of(&head) else { return Ok((head, source, length)) };
            let file = match &source {
                ByteSource::File(file) if length.is_some() => Some(file.try_clone()?),
                _ => None,
            };
            let mut source = ByteSource::Compressed(Decompressor::new(compression, head, source, file));
            let mut head = Vec::new();
            source.by_ref().take(MAGIC).read_to_end(&mut head)?;
            if Compression::of(&head).is_some() {
                let message = "it is compressed twice; decompress it once before";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            io::Result::Ok((head, source, length))
        };
        let (head, source, length) = open().map_err(|error| Failure::file("read", &name, &error))?;
        let is_regular = length.is_some();
        // How long it will be when it is decompressed is not known.
        let length = length.filter(|_| !matches!(source, ByteSource::Compressed(_)));
        Ok(Input {
            name,
            path: path.map(Path::to_owned),
            head,
            source,
            length,
            is_regular,
            encoding: TextEncoding::Utf8,
        })
    }

    /// Converts the text to UTF-8 if it is in another encoding.
    pub(crate) fn decoded(mut self, encoding: TextEncoding) -> Result<Self, Failure> {
        self.encoding = encoding;
        if let Some(found) = utf32(self.head()?).filter(|_| encoding == TextEncoding::Auto) {
            let message = format!("expected UTF-8 or UTF-16, found {found}");
            return Err(Failure::at(&self.name, (1, 1), &message, "save the text as UTF-8"));
        }
        if let Some(encoding) = encoding::choose(encoding, self.head()?) {
            let bytes = Cursor::new(self.head).chain(self.source);
            self.source = ByteSource::Transcoded(Box::new(Transcoder::new(bytes, encoding)));
            self.head = Vec::new();
            // The length in UTF-8 is not known.
            self.length = None;
        }
        Ok(self)
    }

    /// Whether it is a regular file, which can be read again.
    pub(crate) fn is_regular(&self) -> bool {
        self.is_regular
    }

    /// Opens the same file again, if it is one.
    pub(crate) fn again(&self) -> impl Fn() -> Option<Input> + use<> {
        let (path, encoding) = (self.path.clone().filter(|_| self.is_regular), self.encoding);
        move || Input::open(Some(path.as_ref()?)).and_then(|input| input.decoded(encoding)).ok()
    }

    /// Whether it is decompressed while it is read.
    pub(crate) fn is_compressed(&self) -> bool {
        matches!(self.source, ByteSource::Compressed(_))
    }

    /// The file extension, in lower case. That of `a.json.gz` is `json`.
    pub(crate) fn extension(&self) -> Option<String> {
        extension(&uncompressed(self.path.as_deref()?))
    }

    /// The beginning of the input. Does not consume it.
    pub(crate) fn head(&mut self) -> Result<&[u8], Failure> {
        self.fill(HEAD)?;
        Ok(&self.head)
    }

    /// The first line of the input and what follows, as far as they are short. Does not consume it.
    pub(crate) fn first_lines(&mut self) -> Result<&[u8], Failure> {
        self.fill(HEAD)?;
        if self.head.len() >= HEAD && !self.head.trim_ascii_start().contains(&b'\n') {
            self.fill(LONG_LINE)?;
        }
        Ok(&self.head)
    }

    /// Makes `head` this long, unless the input is shorter.
    fn fill(&mut self, length: usize) -> Result<(), Failure> {
        let missing = length.saturating_sub(self.head.len());
        let mut source = Watched { progress: self.progress(1), reader: &mut self.source };
        let read = source.by_ref().take(missing as u64).read_to_end(&mut self.head);
        read.map_err(|error| Failure::file("read", &self.name, &error))?;
        Ok(())
    }

    /// Whether there is nothing but whitespace.
    pub(crate) fn is_blank(&mut self) -> Result<bool, Failure> {
        let is_blank = |text: &[u8]| without_mark(text).trim_ascii().is_empty();
        Ok(self.all()?.is_some_and(is_blank))
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
        let progress = self.progress(times);
        Watched {
            reader: BufReader::with_capacity(HEAD, Cursor::new(self.head).chain(self.source)),
            progress,
        }
    }

    /// Prepares the input for two passes.
    pub(crate) fn twice(self) -> Result<Watched<BufReader<Twice>>, Failure> {
        self.passes(2)
    }

    /// Prepares the input for several passes: a file is rewound, and everything else is stored
    /// as it is read.
    pub(crate) fn passes(self, times: u64) -> Result<Watched<BufReader<Twice>>, Failure> {
        let progress = self.progress(times);
        let name = self.name;
        let twice = match self.source {
            ByteSource::File(mut file) if self.is_regular => file.rewind().map(|()| Twice::File(file)),
            ByteSource::Compressed(mut file) if self.is_regular => {
                file.rewind().map(|()| Twice::Compressed(file))
            }
            ByteSource::Stored(mut stored) => stored.rewind().map(|()| Twice::Stored(stored)),
            source => Ok(Twice::Kept(Kept::new(Cursor::new(self.head).chain(source)))),
        };
        let twice = twice.map_err(|error| Failure::file("read", &name, &error))?;
        Ok(Watched { reader: BufReader::with_capacity(HEAD, twice), progress })
    }

    /// The progress of reading the input so many times.
    fn progress(&self, times: u64) -> Progress {
        match self.source {
            ByteSource::Stdin { .. } => Progress::of_stdin(),
            _ => Progress::new(self.length.map(|length| length.saturating_mul(times))),
        }
    }
}

/// Opens a file. Returns its size if it is a regular file.
fn file(path: &Path) -> io::Result<(ByteSource, Option<u64>)> {
    let file = File::open(path)?;
    let data = file.metadata()?;
    // On Unix, opening a folder succeeds, but reading it fails.
    if data.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok((ByteSource::File(file), data.is_file().then_some(data.len())))
}

fn stdin() -> ByteSource {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        let keys = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        report::note(&format!("reading from the terminal; end with {keys}"));
    }
    ByteSource::Stdin { stdin, is_at_end: false }
}

/// A path without the extension of a compression: `a.json` for `a.json.gz`.
pub(crate) fn uncompressed(path: &Path) -> PathBuf {
    let is_compressed =
        path.extension().is_some_and(|end| end.eq_ignore_ascii_case("gz") || end.eq_ignore_ascii_case("zst"));
    if is_compressed { path.with_extension("") } else { path.to_owned() }
}

/// The extension in lower case.
pub(crate) fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
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

/// A reader that can be rewound.
pub(crate) enum Twice {
    File(File),
    Compressed(Decompressor),
    Kept(Kept<io::Chain<Cursor<Vec<u8>>, ByteSource>>),
    Stored(Stored),
}

impl Read for Twice {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Twice::File(file) => file.read(buffer),
            Twice::Compressed(file) => file.read(buffer),
            Twice::Kept(kept) => kept.read(buffer),
            Twice::Stored(stored) => stored.read(buffer),
        }
    }
}

impl Seek for Twice {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Twice::File(file) => file.seek(to),
            Twice::Compressed(file) => file.seek(to),
            Twice::Kept(kept) => kept.seek(to),
            Twice::Stored(stored) => stored.seek(to),
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
