//! Where the contents of blocks are kept by their hash.

use super::error::hex;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};
use std::{fmt, fs, io};

/// Keeps contents by their BLAKE3 hash, so that containers can refer to them.
///
/// It is shared: all methods take `&self`, and an `Arc` of a store is given to
/// [`EncodeOptions::store`](super::EncodeOptions::store) and
/// [`DecodeOptions::store`](super::DecodeOptions::store).
pub trait ContentStore: Send + Sync {
    /// The content with this hash. `None` if the store does not have it.
    ///
    /// # Errors
    /// Fails if the content cannot be read, or is not that of the hash.
    fn get(&self, hash: &[u8; 32]) -> io::Result<Option<Vec<u8>>>;

    /// Keeps a content, and returns its hash. It is not an error if the store has it already. If what the
    /// store has is damaged, it is replaced: containers can refer to what has been put.
    ///
    /// # Errors
    /// Fails if the content cannot be written.
    fn put(&self, content: &[u8]) -> io::Result<[u8; 32]>;

    /// Whether the store has the content with this hash. It need not find out whether that is damaged.
    ///
    /// # Errors
    /// Fails if that cannot be found out.
    fn contains(&self, hash: &[u8; 32]) -> io::Result<bool>;
}

/// So that options that have a store implement `Debug`.
impl fmt::Debug for dyn ContentStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ContentStore")
    }
}

/// A store in memory.
///
/// ```
/// use toon_context::container::{ContentStore, MemoryStore};
///
/// let store = MemoryStore::new();
/// let hash = store.put(b"content")?;
/// assert_eq!(store.get(&hash)?.as_deref(), Some(&b"content"[..]));
/// assert_eq!((store.len(), store.total_bytes()), (1, 7));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct MemoryStore {
    contents: RwLock<HashMap<[u8; 32], Vec<u8>>>,
}

impl MemoryStore {
    /// A store without contents.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of contents.
    pub fn len(&self) -> usize {
        self.read(HashMap::len)
    }

    /// Whether there are no contents.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of bytes of all contents.
    pub fn total_bytes(&self) -> usize {
        self.read(|contents| contents.values().map(Vec::len).sum())
    }

    /// The map is valid even if another thread panicked: it is changed in a single step.
    fn read<T>(&self, read: impl FnOnce(&HashMap<[u8; 32], Vec<u8>>) -> T) -> T {
        read(&self.contents.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ContentStore for MemoryStore {
    fn get(&self, hash: &[u8; 32]) -> io::Result<Option<Vec<u8>>> {
        Ok(self.read(|contents| contents.get(hash).cloned()))
    }

    fn put(&self, content: &[u8]) -> io::Result<[u8; 32]> {
        let hash = hash(content);
        let mut contents = self.contents.write().unwrap_or_else(PoisonError::into_inner);
        contents.entry(hash).or_insert_with(|| content.to_vec());
        Ok(hash)
    }

    fn contains(&self, hash: &[u8; 32]) -> io::Result<bool> {
        Ok(self.read(|contents| contents.contains_key(hash)))
    }
}

/// A store in a directory, with a file for each content, whose name is the hash in hexadecimal digits.
///
/// Files appear complete or not at all, so that processes can share a directory. They are compared with
/// their hash when they are read, and replaced if they are damaged when the same content is put again.
///
/// ```
/// use toon_context::container::{ContentStore, DirectoryStore};
///
/// let directory = std::env::temp_dir().join(format!("toon-context-{}", std::process::id()));
/// let store = DirectoryStore::new(&directory)?;
/// let hash = store.put(b"content")?;
/// assert!(store.contains(&hash)?);
/// assert_eq!(store.get(&hash)?.as_deref(), Some(&b"content"[..]));
/// # std::fs::remove_dir_all(directory)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct DirectoryStore {
    directory: PathBuf,
}

impl DirectoryStore {
    /// A store in `directory`, which is created if it does not exist.
    ///
    /// # Errors
    /// Fails if the directory cannot be created.
    pub fn new(directory: impl Into<PathBuf>) -> io::Result<Self> {
        let directory = directory.into();
        fs::create_dir_all(&directory)?;
        Ok(DirectoryStore { directory })
    }

    fn path(&self, hash: &[u8; 32]) -> PathBuf {
        self.directory.join(hex(hash))
    }
}

impl ContentStore for DirectoryStore {
    fn get(&self, expected: &[u8; 32]) -> io::Result<Option<Vec<u8>>> {
        let path = self.path(expected);
        let content = match fs::read(&path) {
            Ok(content) => content,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        if hash(&content) != *expected {
            let message =
                format!("the content of {} does not have the hash that is its name", path.display());
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(Some(content))
    }

    fn put(&self, content: &[u8]) -> io::Result<[u8; 32]> {
        let hash = hash(content);
        let path = self.path(&hash);
        // Whatever is wrong with the file, writing it again is the remedy.
        let is_intact = fs::read(&path).is_ok_and(|present| present == content);
        if !is_intact {
            write_at_once(&path, content)?;
        }
        Ok(hash)
    }

    fn contains(&self, hash: &[u8; 32]) -> io::Result<bool> {
        self.path(hash).try_exists()
    }
}

/// The hash that contents are kept by.
pub(super) fn hash(content: &[u8]) -> [u8; 32] {
    blake3::hash(content).into()
}

/// Writes a file under another name first, and renames it when it is complete.
fn write_at_once(path: &Path, content: &[u8]) -> io::Result<()> {
    let (temporary, mut file) = create_next_to(path)?;
    let written = file.write_all(content).and_then(|()| file.sync_all());
    // An open file cannot be renamed on all platforms.
    drop(file);
    let renamed = written.and_then(|()| fs::rename(&temporary, path));
    if renamed.is_err() {
        // The first error counts.
        let _ = fs::remove_file(&temporary);
    }
    renamed
}

/// Creates a file with a name that no other file has: not that of another process either, which has the
/// same id if it runs in another container.
fn create_next_to(path: &Path) -> io::Result<(PathBuf, fs::File)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);

    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let temporary = path.with_extension(format!("tmp-{}-{count}", std::process::id()));
        match fs::File::create_new(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (temporary, file)),
        }
    }
}
