//! Results as files, which a model can query later.

use crate::budget::counted;
use crate::main_list::MainList;
use crate::outline::with_keys;
use crate::rows::Rows;
use etcetera::BaseStrategy;
use serde::de::IgnoredAny;
use std::fs::{self, File, OpenOptions};
use std::hash::Hasher;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Files are removed after this time, or when there is more than so much of them.
const MAX_AGE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const MAX_BYTES: u64 = 1 << 30;

/// The length of an id.
const ID_DIGITS: usize = 16;

/// The folder of results.
///
/// Only the user can read it. A file is never changed, and is removed after seven days, or when all of them take
/// more than 1 GiB, the oldest first.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    /// What names depend on, besides the content.
    key: Vec<u8>,
}

/// A result in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The file.
    pub path: PathBuf,
    /// The size, in bytes.
    pub bytes: u64,
    /// The list that it is, or that takes most of it.
    pub list: Option<RowsIn>,
    /// Whether it is JSON, and not another text.
    pub is_json: bool,
}

/// Where a document has its rows, and how many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowsIn {
    /// The keys from the root to the list. Empty if the document is the list.
    pub keys: Vec<String>,
    /// The number of rows.
    pub count: u64,
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

    /// One in a folder of its own, `toon-results`, within a folder that a user has named, which may have other files.
    pub fn within(folder: &Path) -> Self {
        Self::in_folder(folder.join("toon-results"))
    }

    /// That of a file, if it is one of a store.
    pub fn of(file: &Path) -> Option<Self> {
        let folder = file.parent().filter(|_| is_ours(file))?;
        let is_store = ["results", "toon-results"].iter().any(|name| folder.ends_with(name));
        is_store.then(|| Self::in_folder(folder))
    }

    /// One in a folder in which there is nothing else.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Store { folder: folder.into(), key: Vec::new() }
    }

    /// The same folder, with names that also depend on a key: nobody who does not know it can tell the name of a file from
    /// its content.
    ///
    /// ```
    /// use toon_store::Store;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let store = Store::in_folder(folder.path());
    /// assert_ne!(store.json("{}")?.id(), store.with_key("secret").json("{}")?.id());
    /// # std::io::Result::Ok(())
    /// ```
    #[must_use]
    pub fn with_key(&self, key: impl Into<Vec<u8>>) -> Self {
        Store { folder: self.folder.clone(), key: key.into() }
    }

    /// The file of a result, by its id: 16 hexadecimal digits. It counts as used now, so it is kept for another seven days.
    /// `None` if there is none, since no result had this id, or its file was removed.
    ///
    /// ```
    /// use toon_store::Store;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let store = Store::in_folder(folder.path());
    /// let stored = store.json("{}")?;
    /// assert_eq!(store.find(stored.id()), Some(stored.path));
    /// assert_eq!(store.find("../secret"), None);
    /// # std::io::Result::Ok(())
    /// ```
    pub fn find(&self, id: &str) -> Option<PathBuf> {
        if !is_id(id) {
            return None;
        }
        let paths = ["json", "txt"].map(|extension| self.folder.join(format!("{id}.{extension}")));
        let path = paths.into_iter().find(|path| fs::symlink_metadata(path).is_ok_and(|it| it.is_file()))?;
        self.touch(&path);
        Some(path)
    }

    /// Notes that a file is used, if it is one of the folder.
    pub fn touch(&self, path: &Path) {
        // Opening anything but a file could wait for ever.
        let is_file = || fs::symlink_metadata(path).is_ok_and(|it| it.is_file());
        if path.parent() == Some(&self.folder)
            && is_ours(path)
            && is_file()
            && let Ok(file) = OpenOptions::new().append(true).open(path)
        {
            // Otherwise it is removed earlier.
            _ = file.set_modified(SystemTime::now());
        }
    }

    /// The folder, which need not exist.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps a JSON document: the rows of a list each on a line of its own, so that other programs find them, and all else
    /// as it is. The list is the document, or what takes most of it.
    ///
    /// ```
    /// use toon_store::Store;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let stored = Store::in_folder(folder.path()).json(r#"{"items": [{"name": "Ada Lovelace"}, {"name": "Grace Hopper"}]}"#)?;
    /// let text = std::fs::read_to_string(&stored.path)?;
    /// assert_eq!(text, "{\"items\": [{\"name\": \"Ada Lovelace\"},\n{\"name\": \"Grace Hopper\"}]}");
    /// # std::io::Result::Ok(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if no file can be written, or a text is not JSON.
    pub fn json(&self, json: &str) -> io::Result<Stored> {
        // Anything that can be queried.
        serde_json::from_str::<IgnoredAny>(json)?;
        let mut list = self.list()?;
        let Some(MainList { keys, range }) = MainList::of(json) else {
            list.write(json)?;
            return list.keep(None);
        };
        list.write(&json[..range.start])?;
        for row in Rows::new(&json.as_bytes()[range.clone()]) {
            list.add(&String::from_utf8(row?).map_err(io::Error::other)?)?;
        }
        let end = &json[range.end..];
        list.end(if end.is_empty() { "\n" } else { end })?;
        let count = list.rows;
        list.keep(Some(RowsIn { keys, count }))
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

    /// Creates the folder, which must be the user's.
    fn create(&self) -> io::Result<()> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.folder)?;
        let found = fs::symlink_metadata(&self.folder)?;
        let refused = |what: &str| Err(io::Error::other(format!("{} {what}", self.folder.display())));
        if found.file_type().is_symlink() {
            return refused("is a symbolic link");
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            if found.uid() != rustix::process::geteuid().as_raw() {
                return refused("belongs to another user");
            }
        }
        Ok(())
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
        self.create()?;
        // A file that cannot be removed is no reason not to keep another.
        _ = self.remove_old(MAX_AGE, MAX_BYTES);
        let number = COUNTER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = self.folder.join(format!("{}-{number}.tmp", std::process::id()));
        let mut options = OpenOptions::new();
        // Never a file that somebody else has put there.
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = BufWriter::new(options.open(&path)?);
        let temporary = Temporary { path, is_kept: false };
        let mut hash = Fnv::default();
        hash.write(&self.key);
        Ok(List { file, temporary, folder: self.folder.clone(), hash, bytes: 0, rows: 0 })
    }

    /// The files, the newest first. Other files in the folder are not ours.
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
            .filter(|entry| is_ours(&entry.path()))
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
                _ = remove(&path);
            }
        }
        Ok(())
    }
}

/// Whether a file has a name that we give: that of a result, or of one that is being written.
fn is_ours(path: &Path) -> bool {
    let (Some(name), Some(extension)) =
        (path.file_stem().and_then(|name| name.to_str()), path.extension().and_then(|name| name.to_str()))
    else {
        return false;
    };
    match extension {
        "json" | "txt" => is_id(name),
        "tmp" => name.split_once('-').is_some_and(|(process, number)| {
            [process, number]
                .iter()
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        }),
        _ => false,
    }
}

/// Whether a text has the form of an id: 16 hexadecimal digits.
pub fn is_id(id: &str) -> bool {
    id.len() == ID_DIGITS && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether a file has the name of a text that was kept.
pub(crate) fn is_stored_text(path: &Path) -> bool {
    let is_text = path.extension().is_some_and(|extension| extension == "txt");
    is_text && path.file_stem().and_then(|name| name.to_str()).is_some_and(is_id)
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
        self.end("\n")?;
        let count = self.rows;
        self.keep(Some(RowsIn { keys: Vec::new(), count }))
    }

    /// Ends the rows.
    fn end(&mut self, rest: &str) -> io::Result<()> {
        self.write(if self.rows == 0 { "[]" } else { "]" })?;
        self.write(rest)
    }

    fn keep(self, list: Option<RowsIn>) -> io::Result<Stored> {
        self.keep_as("json", list)
    }

    fn keep_as(mut self, extension: &str, list: Option<RowsIn>) -> io::Result<Stored> {
        self.file.flush()?;
        loop {
            let path = self.folder.join(format!("{:016x}.{extension}", self.hash.finish()));
            if have_other_contents(&path, &self.temporary.path)? {
                // A file is never changed.
                self.hash.write(b"+");
                continue;
            }
            fs::rename(&self.temporary.path, &path)?;
            self.temporary.is_kept = true;
            return Ok(Stored { path, bytes: self.bytes, list, is_json: extension == "json" });
        }
    }
}

/// Whether there is a file with other contents than that of `ours`.
fn have_other_contents(path: &Path, ours: &Path) -> io::Result<bool> {
    let there = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        there => there?,
    };
    let ours = File::open(ours)?;
    if there.metadata()?.len() != ours.metadata()?.len() {
        return Ok(true);
    }
    let (mut there, mut ours) = (BufReader::new(there), BufReader::new(ours));
    loop {
        let (theirs, mine) = (there.fill_buf()?, ours.fill_buf()?);
        let length = theirs.len().min(mine.len());
        if theirs[..length] != mine[..length] {
            return Ok(true);
        }
        if length == 0 {
            return Ok(false);
        }
        there.consume(length);
        ours.consume(length);
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
        let list = MainList::of(&text).filter(|_| is_json).map(|MainList { keys, range }| {
            let count = Rows::new(&text.as_bytes()[range]).count() as u64;
            RowsIn { keys, count }
        });
        Ok(Stored { path: path.to_owned(), bytes: metadata.len(), list, is_json })
    }

    /// The name of the file without its extension: 16 hexadecimal digits, if it is one of a [`Store`].
    pub fn id(&self) -> &str {
        self.path.file_stem().and_then(|name| name.to_str()).unwrap_or_default()
    }

    /// What it is, in words.
    pub(crate) fn what(&self) -> String {
        match &self.list {
            Some(RowsIn { keys, count }) => {
                let place = if keys.is_empty() { String::new() } else { format!(" in {}", with_keys(keys)) };
                format!("{}{place}", counted(*count, "row"))
            }
            None => "1 document".to_owned(),
        }
    }
}
