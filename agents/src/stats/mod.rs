//! What was saved, kept in a file: a line for each session of the proxy, and for each result that the hook has
//! converted.

mod entry;
mod summary;

pub use entry::{Amount, Entry, Results, Source};
pub use summary::Summary;

use crate::files;
use crate::places::{HOOK_LOG, Places};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const FILE: &str = "stats.jsonl";

/// A file that becomes longer takes the place of the older one.
const MAX_FILE_BYTES: u64 = 5 << 20;

/// How often, and with which pause, to try for the right to write.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(2);

/// The file with what was saved.
#[derive(Clone, Debug)]
pub struct Log {
    folder: PathBuf,
}

impl Log {
    /// That of the user.
    pub fn new(places: &Places) -> Self {
        Log { folder: places.data() }
    }

    /// The file, which need not exist.
    pub fn file(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    /// Adds an entry. Several processes may do so at once. Above 5 MB, the file becomes `stats.jsonl.1`, and an older one
    /// of this name is removed.
    ///
    /// ```
    /// use toon_agents::stats::{Entry, Log, Source};
    /// use toon_agents::{Places, System};
    ///
    /// let home = tempfile::tempdir()?;
    /// let log = Log::new(&Places::in_home(home.path(), System::Linux));
    /// log.add(&Entry::now(Source::Hook, Some("claude".to_owned())))?;
    /// assert_eq!(log.entries()?.count(), 1);
    /// # std::io::Result::Ok(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn add(&self, entry: &Entry) -> io::Result<()> {
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        append(&self.folder, FILE, &line)
    }

    /// The entries, in the order in which they were written. Lines that are none, such as those of a later version,
    /// are left out.
    ///
    /// # Errors
    ///
    /// Fails if a file exists and cannot be read.
    pub fn entries(&self) -> io::Result<impl Iterator<Item = Entry> + use<>> {
        let mut files = Vec::new();
        for file in [older(&self.file()), self.file()] {
            match File::open(file) {
                Ok(file) => files.push(BufReader::new(file)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        let lines = files.into_iter().flat_map(|file| file.split(b'\n').map_while(Result::ok));
        Ok(lines.filter_map(|line| serde_json::from_slice(&line).ok()))
    }
}

/// Notes an error of the hook in its [log](Places::hook_log), with the time, in seconds since 1970. Line breaks become
/// spaces.
///
/// ```
/// use toon_agents::{Places, System, stats};
///
/// let home = tempfile::tempdir()?;
/// let places = Places::in_home(home.path(), System::Linux);
/// stats::note(&places, "the disk is full\n(a second line)")?;
/// assert!(std::fs::read_to_string(places.hook_log())?.ends_with(" the disk is full (a second line)\n"));
/// # std::io::Result::Ok(())
/// ```
///
/// # Errors
///
/// Fails if the file cannot be written.
pub fn note(places: &Places, message: &str) -> io::Result<()> {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let message: Vec<&str> = message.lines().collect();
    append(&places.data(), HOOK_LOG, format!("{time} {}\n", message.join(" ")).as_bytes())
}

fn older(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".1");
    name.into()
}

/// Appends lines to a file that only the user can read, and begins a new one if it is long.
pub(crate) fn append(folder: &Path, name: &str, lines: &[u8]) -> io::Result<()> {
    files::create_folder(folder)?;
    let file = folder.join(name);
    let lock = files::private().write(true).truncate(false).open(folder.join("lock"))?;
    // A process that holds it for long has stopped. Appending works without it, only beginning a new file does not.
    let has_lock = (0..TRIES).any(|try_number| {
        if try_number > 0 {
            thread::sleep(PAUSE);
        }
        lock.try_lock().is_ok()
    });
    if has_lock && fs::metadata(&file).is_ok_and(|file| file.len() >= MAX_FILE_BYTES) {
        fs::rename(&file, older(&file))?;
    }
    // In one call, so that lines of several processes do not mix.
    files::private().append(true).open(&file)?.write_all(lines)
}
