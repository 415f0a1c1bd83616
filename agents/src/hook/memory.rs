//! What a conversation has been told, between two runs of the program.

use crate::files;
use crate::hook::payload::Payload;
use crate::places::Places;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::Duration;
use toon_convert::Session;

/// Files of conversations are removed after this time.
const MAX_AGE: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Longer files are not ours.
const MAX_FILE_BYTES: u64 = 64 << 10;

/// At most so many files are looked at when old ones are removed.
const MAX_REMOVED: usize = 500;

/// At most so much of a transcript is read. In what is longer, a compaction is likely.
const MAX_READ_BYTES: u64 = 4 << 20;

/// What Claude Code writes where it has compacted a conversation. Within texts, the quotes are escaped.
const COMPACTED: &[u8] = br#""subtype":"compact_boundary""#;

/// What a conversation has been told, and the file that keeps it.
#[derive(Debug)]
pub(super) struct Memory {
    session: Session,
    file: PathBuf,
    is_new: bool,
    /// How much of the transcript has been searched for compactions, in bytes.
    searched: u64,
}

impl Memory {
    /// Reads what the conversation of a payload has been told. `None` if it has no name.
    pub(super) fn open(places: &Places, payload: &Payload<'_>) -> Option<Self> {
        let id = payload.session.as_ref()?;
        // Another version may explain something else.
        let key = format!("{} {} {id}", env!("CARGO_PKG_VERSION"), payload.host.name());
        let file = places.cache().join("sessions").join(format!("{:016x}.json", hash(key.as_bytes())));
        let read = read(&file);
        let is_new = read.is_none();
        let (session, mut searched) = read.unwrap_or_default();
        if let Some(transcript) = &payload.transcript {
            let length = length(transcript).unwrap_or(searched);
            if !is_new && is_compacted(transcript, searched, length).unwrap_or(false) {
                session.restart();
            }
            searched = length;
        }
        Some(Memory { session, file, is_new, searched })
    }

    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    /// Writes the file. If that is impossible, the next result is explained again.
    pub(super) fn save(&self) {
        let Some(folder) = self.file.parent() else { return };
        if self.is_new && files::create_folder(folder).is_ok() {
            remove_old(folder, &self.file);
        }
        // What cannot be written is explained again.
        _ = files::replace(&self.file, format!("{} {}", self.searched, self.session).as_bytes());
    }
}

fn read(file: &Path) -> Option<(Session, u64)> {
    // Opening anything but a file could wait for ever.
    let is_ours = |file: &fs::Metadata| file.is_file() && file.len() <= MAX_FILE_BYTES;
    fs::metadata(file).ok().filter(is_ours)?;
    let text = fs::read_to_string(file).ok()?;
    let (searched, session) = text.split_once(' ')?;
    Some((session.parse().ok()?, searched.parse().ok()?))
}

/// The length of a transcript.
fn length(transcript: &Path) -> Option<u64> {
    let is_transcript = transcript.extension().is_some_and(|extension| extension == "jsonl");
    // Opening anything but a file could wait for ever.
    let file = fs::metadata(transcript).ok().filter(|file| is_transcript && file.is_file())?;
    Some(file.len())
}

/// Whether a transcript has a compaction between two positions.
fn is_compacted(transcript: &Path, start: u64, end: u64) -> Option<bool> {
    if end.saturating_sub(start) > MAX_READ_BYTES {
        return Some(true);
    }
    // The last line may have been cut off.
    let start = start.saturating_sub(COMPACTED.len() as u64 - 1);
    let mut file = File::open(transcript).ok()?;
    file.seek(SeekFrom::Start(start)).ok()?;
    let mut new = Vec::new();
    file.take(end.saturating_sub(start)).read_to_end(&mut new).ok()?;
    Some(memchr::memmem::find(&new, COMPACTED).is_some())
}

/// Removes files of conversations that have ended: among those that follow the one of a new conversation, which is
/// anywhere, so that all are reached in the end.
fn remove_old(folder: &Path, new: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort_unstable();
    let (before, after) = files.split_at(files.partition_point(|file| file.as_path() < new));
    for file in after.iter().chain(before).take(MAX_REMOVED) {
        let modified = fs::symlink_metadata(file).and_then(|file| file.modified());
        if modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > MAX_AGE)) {
            // Another process may have removed it.
            _ = fs::remove_file(file);
        }
    }
}

/// The name of a conversation in a file name: FNV-1a, which is the same in every version.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
