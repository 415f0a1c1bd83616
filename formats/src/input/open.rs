//! An open input.

use super::compressed::{Compression, Decompressor, MAGIC};
use super::encoding::{self, TextEncoding, Transcoder, utf32, without_mark};
use super::kept::Kept;
use super::path::{extension, uncompressed};
use super::source::{ByteSource, file, stdin};
use super::twice::{Rewindable, Twice};
use super::watch::{Extent, Watch, Watched, unwatched};
use crate::error::Error;
use crate::foreign::Binary;
use crate::format::Format;
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};

/// The number of bytes that are read to detect the format.
const HEAD: usize = 64 << 10;

/// The number of bytes that are read to find the end of the first line or value.
const LONG_LINE_BYTES: usize = 1 << 20;

/// An open file or standard input. Compressed input is decompressed while it is read.
pub struct Input {
    /// The name for messages.
    pub name: String,
    /// The path, unless it is standard input.
    pub path: Option<PathBuf>,
    /// The bytes that were read to detect the format.
    pub(super) head: Vec<u8>,
    pub(super) source: ByteSource,
    /// The size in bytes, if known.
    pub(super) length: Option<u64>,
    /// Whether it is a regular file, which can be read again.
    pub(super) is_regular: bool,
    pub(super) encoding: TextEncoding,
    pub(super) watch: Watch,
}

impl Input {
    /// Opens `path`. `None` and `-` mean standard input.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn open(path: Option<&Path>) -> Result<Self, Error> {
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
                let message = "it is compressed twice; decompress it once first";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            io::Result::Ok((head, source, length))
        };
        let (head, source, length) = open().map_err(|error| Error::io(&name, error))?;
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
            watch: unwatched,
        })
    }

    /// Watches how much of it is read.
    #[must_use]
    pub fn watched(mut self, watch: Watch) -> Self {
        self.watch = watch;
        self
    }

    /// Refuses well-known files that are not text.
    ///
    /// # Errors
    /// Fails if it is such a file, with its format and what to do, or cannot be read.
    pub fn expect_text(&mut self) -> Result<(), Error> {
        let Some(found) = Binary::of(self.head()?) else { return Ok(()) };
        let (what, help) = found.advice();
        Err(Error::at(&self.name, (1, 1), &format!("expected text, found {what}"), help))
    }

    /// Converts the text to UTF-8 if it is in another encoding.
    ///
    /// # Errors
    /// Fails if the input cannot be read, or is a well-known file that is not text.
    pub fn decoded(mut self, encoding: TextEncoding) -> Result<Self, Error> {
        self.expect_text()?;
        self.encoding = encoding;
        if let Some(found) = utf32(self.head()?).filter(|_| encoding == TextEncoding::Auto) {
            let message = format!("expected UTF-8 or UTF-16, found {found}");
            return Err(Error::at(&self.name, (1, 1), &message, "save the text as UTF-8"));
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
    pub fn is_regular(&self) -> bool {
        self.is_regular
    }

    /// Opens the same file again, if it is one.
    pub fn again(&self) -> impl Fn() -> Option<Input> + use<> {
        let (path, encoding, watch) =
            (self.path.clone().filter(|_| self.is_regular), self.encoding, self.watch);
        move || {
            Input::open(Some(path.as_ref()?)).and_then(|input| input.watched(watch).decoded(encoding)).ok()
        }
    }

    /// Whether it is decompressed while it is read.
    pub fn is_compressed(&self) -> bool {
        matches!(self.source, ByteSource::Compressed(_))
    }

    /// The format for the extension of the file's name.
    pub fn format(&self) -> Option<Format> {
        Format::of_extension(&self.extension()?)
    }

    /// The file extension, in lower case. That of `a.json.gz` is `json`.
    pub fn extension(&self) -> Option<String> {
        extension(&uncompressed(self.path.as_deref()?))
    }

    /// The beginning of the input. Does not consume it.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn head(&mut self) -> Result<&[u8], Error> {
        self.fill(HEAD)?;
        Ok(&self.head)
    }

    /// The first line of the input and what follows, as far as they are short. Does not consume it.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn first_lines(&mut self) -> Result<&[u8], Error> {
        self.fill(HEAD)?;
        if self.head.len() >= HEAD && !self.head.trim_ascii_start().contains(&b'\n') {
            self.fill(LONG_LINE_BYTES)?;
        }
        Ok(&self.head)
    }

    /// The beginning of the input, as far as its first value may go on. Does not consume it.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn long_head(&mut self) -> Result<&[u8], Error> {
        self.fill(LONG_LINE_BYTES)?;
        Ok(&self.head)
    }

    /// Makes `head` this long, unless the input is shorter.
    fn fill(&mut self, length: usize) -> Result<(), Error> {
        let missing = length.saturating_sub(self.head.len());
        let watcher = self.watcher(1);
        let mut source = Watched::new(&mut self.source, watcher);
        let read = source.by_ref().take(missing as u64).read_to_end(&mut self.head);
        read.map_err(|error| Error::io(&self.name, error))?;
        Ok(())
    }

    /// Whether there is nothing but whitespace.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn is_blank(&mut self) -> Result<bool, Error> {
        let is_blank = |text: &[u8]| without_mark(text).trim_ascii().is_empty();
        Ok(self.all()?.is_some_and(is_blank))
    }

    /// The whole input, if it is short. Does not consume it.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn all(&mut self) -> Result<Option<&[u8]>, Error> {
        let head = self.head()?;
        Ok(if head.len() < HEAD { Some(head) } else { None })
    }

    /// Reads the whole input.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn bytes(self) -> Result<Vec<u8>, Error> {
        let capacity = self.length.and_then(|length| usize::try_from(length).ok()).unwrap_or_default();
        let name = self.name.clone();
        let mut bytes = Vec::new();
        // The file size is only a hint, and so much memory may not be available.
        let _ = bytes.try_reserve_exact(capacity);
        let read = self.reader(1).read_to_end(&mut bytes);
        read.map_err(|error| Error::io(&name, error))?;
        Ok(bytes)
    }

    /// Reads the input with a progress bar. `times` is the number of times that its length will be
    /// read.
    pub fn reader(self, times: u64) -> Watched<BufReader<io::Chain<Cursor<Vec<u8>>, impl Read>>> {
        let watcher = self.watcher(times);
        Watched::new(BufReader::with_capacity(HEAD, Cursor::new(self.head).chain(self.source)), watcher)
    }

    /// Prepares the input for two passes.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn twice(self) -> Result<Watched<BufReader<Twice>>, Error> {
        self.passes(2)
    }

    /// Prepares the input for several passes: a file is rewound, and everything else is stored
    /// as it is read.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    pub fn passes(self, times: u64) -> Result<Watched<BufReader<Twice>>, Error> {
        let watcher = self.watcher(times);
        let name = self.name;
        let twice = match self.source {
            ByteSource::File(mut file) if self.is_regular => file.rewind().map(|()| Rewindable::File(file)),
            ByteSource::Compressed(mut file) if self.is_regular => {
                file.rewind().map(|()| Rewindable::Compressed(file))
            }
            ByteSource::Stored(mut stored) => stored.rewind().map(|()| Rewindable::Stored(stored)),
            source => Ok(Rewindable::Kept(Kept::new(Cursor::new(self.head).chain(source)))),
        };
        let twice = Twice(twice.map_err(|error| Error::io(&name, error))?);
        Ok(Watched::new(BufReader::with_capacity(HEAD, twice), watcher))
    }

    /// Watches the reading of the input so many times.
    fn watcher(&self, times: u64) -> Box<dyn FnMut(usize)> {
        (self.watch)(match self.source {
            ByteSource::Stdin { .. } => Extent::Stdin,
            _ => Extent::Bytes(self.length.map(|length| length.saturating_mul(times))),
        })
    }
}
