//! Results as files, which a model can query later.

use crate::budget::grouped;
use crate::rows::Rows;
use etcetera::BaseStrategy;
use serde::de::IgnoredAny;
use std::fs::{self, File, OpenOptions};
use std::hash::Hasher;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Files are removed after this time, or when there is more than so much of them.
const MAX_AGE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const MAX_BYTES: u64 = 1 << 30;

/// The folder of results.
///
/// Only the user can read it. A file is never changed, and is removed after seven days, or when all of them take
/// more than 1 GiB, the oldest first.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// A result in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The file.
    pub path: PathBuf,
    /// The size, in bytes.
    pub bytes: u64,
    /// The number of rows, if it is a list.
    pub rows: Option<u64>,
    /// Whether it is JSON, and not another text.
    pub is_json: bool,
}

impl Store {
    /// That of the user, in the cache folder.
    ///
    /// # Errors
    ///
    /// Fails if the home folder is unknown.
    pub fn of_user() -> io::Result<Self> {
        let base = etcetera::base_strategy::choose_native_strategy().map_err(io::Error::other)?;
        Ok(Self::in_folder(base.cache_dir().join("toon").join("results")))
    }

    /// One in another folder.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Store { folder: folder.into() }
    }

    /// The folder, which need not exist.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps a JSON document: a list with each row on a line of its own, so that other programs find them, and all else as
    /// it is.
    ///
    /// ```
    /// use toon_store::Store;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let stored = Store::in_folder(folder.path()).json(r#"{"id": 1}"#)?;
    /// assert_eq!((std::fs::read_to_string(&stored.path)?.as_str(), stored.rows), (r#"{"id": 1}"#, None));
    /// # std::io::Result::Ok(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if no file can be written, or a list is not JSON.
    pub fn json(&self, json: &str) -> io::Result<Stored> {
        let mut list = self.list()?;
        if json.trim_start().starts_with('[') {
            for row in Rows::new(json.as_bytes()) {
                list.add(&String::from_utf8(row?).map_err(io::Error::other)?)?;
            }
            return list.finish();
        }
        // Anything that can be queried.
        serde_json::from_str::<IgnoredAny>(json)?;
        list.write(json)?;
        list.keep(None)
    }

    /// Keeps a text as it is.
    ///
    /// # Errors
    ///
    /// Fails if no file can be written.
    pub fn text(&self, text: &str) -> io::Result<Stored> {
        let mut file = self.list()?;
        file.write(text)?;
        file.keep_as("txt", None)
    }

    /// Begins a list of rows. Old files are removed.
    ///
    /// ```
    /// use toon_store::Store;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let mut list = Store::in_folder(folder.path()).list()?;
    /// list.add("{\"id\":1}")?;
    /// list.add("{\"id\":2}")?;
    /// let stored = list.finish()?;
    /// assert_eq!(std::fs::read_to_string(&stored.path)?, "[{\"id\":1},\n{\"id\":2}]\n");
    /// # std::io::Result::Ok(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if no file can be created.
    pub fn list(&self) -> io::Result<List> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.folder)?;
        if fs::symlink_metadata(&self.folder)?.file_type().is_symlink() {
            return Err(io::Error::other(format!("{} is a symbolic link", self.folder.display())));
        }
        self.remove_old(MAX_AGE, MAX_BYTES)?;
        let number = COUNTER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = self.folder.join(format!("{}-{number}.tmp", std::process::id()));
        let mut options = OpenOptions::new();
        // Never a file that somebody else has put there.
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = BufWriter::new(options.open(&path)?);
        let temporary = Temporary { path, is_kept: false };
        Ok(List { file, temporary, folder: self.folder.clone(), hash: Fnv::default(), bytes: 0, rows: 0 })
    }

    /// The files, the newest first.
    ///
    /// # Errors
    ///
    /// Fails if the folder exists and cannot be read.
    pub fn entries(&self) -> io::Result<Vec<(PathBuf, fs::Metadata)>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut found: Vec<(PathBuf, fs::Metadata)> = entries
            .flatten()
            .filter_map(|entry| Some((entry.path(), entry.metadata().ok().filter(fs::Metadata::is_file)?)))
            .collect();
        found.sort_by_key(|(_, file)| std::cmp::Reverse(file.modified().ok()));
        Ok(found)
    }

    /// Removes all files. Returns how many there were.
    ///
    /// # Errors
    ///
    /// Fails if one cannot be removed.
    pub fn clear(&self) -> io::Result<u64> {
        let mut removed = 0;
        for (path, _) in self.entries()? {
            remove(&path)?;
            removed += 1;
        }
        Ok(removed)
    }

    fn remove_old(&self, max_age: Duration, max_bytes: u64) -> io::Result<()> {
        let (now, mut bytes) = (SystemTime::now(), 0);
        for (path, file) in self.entries()? {
            bytes += file.len();
            let age = file.modified().ok().and_then(|time| now.duration_since(time).ok()).unwrap_or_default();
            if age > max_age || bytes > max_bytes {
                remove(&path)?;
            }
        }
        Ok(())
    }
}

static COUNTER: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);

/// Another process may have removed it.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// A list of rows that is written: one row on each line, so that other programs find them.
#[derive(Debug)]
pub struct List {
    file: BufWriter<File>,
    temporary: Temporary,
    folder: PathBuf,
    hash: Fnv,
    bytes: u64,
    rows: u64,
}

#[derive(Debug)]
struct Temporary {
    path: PathBuf,
    is_kept: bool,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_kept {
            // Clean-up removes it later if this fails.
            _ = fs::remove_file(&self.path);
        }
    }
}

impl List {
    /// Adds a row, as JSON text without line breaks.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    pub fn add(&mut self, json: &str) -> io::Result<()> {
        self.write(if self.rows == 0 { "[" } else { ",\n" })?;
        self.rows += 1;
        self.write(json)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.hash.write(text.as_bytes());
        self.bytes += text.len() as u64;
        self.file.write_all(text.as_bytes())
    }

    /// Ends the list, and gives the file its name, which follows from what is in it.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    pub fn finish(mut self) -> io::Result<Stored> {
        self.write(if self.rows == 0 { "[]\n" } else { "]\n" })?;
        let rows = Some(self.rows);
        self.keep(rows)
    }

    fn keep(self, rows: Option<u64>) -> io::Result<Stored> {
        self.keep_as("json", rows)
    }

    fn keep_as(mut self, extension: &str, rows: Option<u64>) -> io::Result<Stored> {
        self.file.flush()?;
        let path = self.folder.join(format!("{:016x}.{extension}", self.hash.finish()));
        fs::rename(&self.temporary.path, &path)?;
        self.temporary.is_kept = true;
        Ok(Stored { path, bytes: self.bytes, rows, is_json: extension == "json" })
    }
}

/// FNV-1a, which is the same in every version.
#[derive(Clone, Copy, Debug)]
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl Stored {
    /// A file that is not ours, and is not changed: such as one in which a host keeps an output.
    ///
    /// # Errors
    ///
    /// Fails if it is not a file, or longer than 256 MiB.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        const MAX_BYTES: u64 = 256 << 20;
        // Opening anything but a file could wait for ever.
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() || metadata.len() > MAX_BYTES {
            return Err(io::Error::other(format!("{} is not a file that can be shown", path.display())));
        }
        let text = fs::read_to_string(path)?;
        let is_json =
            text.trim_start().starts_with(['[', '{']) && serde_json::from_str::<IgnoredAny>(&text).is_ok();
        let is_list = is_json && text.trim_start().starts_with('[');
        let rows = is_list.then(|| Rows::new(text.as_bytes()).count() as u64);
        Ok(Stored { path: path.to_owned(), bytes: metadata.len(), rows, is_json })
    }

    /// What it is, in words.
    ///
    /// ```
    /// use toon_store::Stored;
    ///
    /// let stored = Stored { path: "/x.json".into(), bytes: 1234, rows: Some(847), is_json: true };
    /// assert_eq!(stored.what(), "complete, 847 rows, 1,234 bytes");
    /// ```
    pub fn what(&self) -> String {
        let other = if self.is_json { "1 document" } else { "text" };
        let rows = self.rows.map_or(other.to_owned(), |rows| format!("{} rows", grouped(rows)));
        format!("complete, {rows}, {} bytes", grouped(self.bytes))
    }
}
