//! Input that is read once more from its beginning.

use super::encoding::TextEncoding;
use super::open::Input;
use super::source::ByteSource;
use super::spool::spool;
use super::stored::Stored;
use super::watch::{Extent, Watch, Watched};
use crate::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use tempfile::SpooledTempFile;

/// Opens the same input once more.
pub struct Again(Reopened);

enum Reopened {
    /// A file is opened again.
    File { path: PathBuf, encoding: TextEncoding, watch: Watch },
    /// Everything else has been stored.
    Stored { name: String, bytes: Stored, watch: Watch },
}

impl Again {
    /// Opens it, as it was opened the first time.
    ///
    /// # Errors
    /// Fails if the file cannot be read any more.
    pub fn open(&self) -> Result<Input, Error> {
        match &self.0 {
            Reopened::File { path, encoding, watch } => {
                Input::open(Some(path))?.watched(*watch).decoded(*encoding)
            }
            Reopened::Stored { name, bytes, watch } => Ok(Input {
                name: name.clone(),
                path: None,
                head: Vec::new(),
                source: ByteSource::Stored(bytes.clone()),
                length: Some(bytes.length),
                is_regular: false,
                encoding: TextEncoding::Utf8,
                watch: *watch,
            }),
        }
    }
}

impl Input {
    /// Prepares to read the input once more, apart from this time.
    ///
    /// # Errors
    /// Fails if the input cannot be read, or stored in a temporary file.
    pub fn read_twice(&mut self) -> Result<Again, Error> {
        if let Some(path) = self.path.clone().filter(|_| self.is_regular) {
            return Ok(Again(Reopened::File { path, encoding: self.encoding, watch: self.watch }));
        }
        let stored = store(&self.head, &mut self.source, self.watch).and_then(Stored::new);
        let stored = stored.map_err(|error| Error::io(&self.name, error))?;
        self.head.clear();
        self.length = Some(stored.length);
        self.source = ByteSource::Stored(stored.clone());
        Ok(Again(Reopened::Stored { name: self.name.clone(), bytes: stored, watch: self.watch }))
    }
}

fn store(head: &[u8], source: &mut ByteSource, watch: Watch) -> io::Result<SpooledTempFile> {
    let mut kept = spool();
    kept.write_all(head)?;
    let watcher = watch(match source {
        ByteSource::Stdin { .. } => Extent::Stdin,
        _ => Extent::Bytes(None),
    });
    io::copy(&mut Watched::new(source, watcher), &mut kept)?;
    Ok(kept)
}
