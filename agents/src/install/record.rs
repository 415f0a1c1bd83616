//! What was changed, so that it can be undone to the byte.
//!
//! Nothing depends on it: without a record, our entries are found by what they are. But that does not tell whether an
//! object that is empty without them was there before.

use crate::files;
use crate::places::Places;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

const FILE: &str = "installed.json";

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) files: BTreeMap<PathBuf, FileRecord>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct FileRecord {
    /// Whether there was no such file.
    #[serde(default)]
    pub(super) is_new: bool,
    /// The folders that did not exist, from the outermost.
    #[serde(default)]
    pub(super) folders: Vec<PathBuf>,
    /// The project that it was for.
    #[serde(default)]
    pub(super) project: Option<PathBuf>,
    #[serde(default)]
    pub(super) backup: Option<PathBuf>,
    /// In the order in which they were made.
    pub(super) edits: Vec<Edit>,
}

/// A change of a text in one place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Edit {
    /// What it was for: hooks, or a server.
    pub(super) of: String,
    start: usize,
    before: String,
    after: String,
}

impl Edit {
    pub(super) fn between(of: &str, before: &str, after: &str) -> Self {
        let common = |left: &mut dyn Iterator<Item = char>, right: &mut dyn Iterator<Item = char>| {
            left.zip(right).take_while(|(left, right)| left == right).map(|(left, _)| left.len_utf8()).sum()
        };
        let start: usize = common(&mut before.chars(), &mut after.chars());
        let (before, after) = (&before[start..], &after[start..]);
        let end: usize = common(&mut before.chars().rev(), &mut after.chars().rev());
        let middle = |text: &str| text[..text.len() - end].to_owned();
        Edit { of: of.to_owned(), start, before: middle(before), after: middle(after) }
    }

    /// The text without the change, if it is certain where that is: where it should be, or nowhere else.
    fn undone(&self, text: &str, expected: usize) -> Option<String> {
        let is_there = text.get(expected..).is_some_and(|rest| rest.starts_with(&self.after));
        let start = if is_there {
            expected
        } else {
            let mut places = text.match_indices(&self.after).map(|(start, _)| start);
            let start = places.next().filter(|_| !self.after.is_empty())?;
            if places.next().is_some() {
                return None;
            }
            start
        };
        Some([&text[..start], &self.before, &text[start + self.after.len()..]].concat())
    }

    /// Where a position is after this change.
    const fn moved(&self, position: usize) -> usize {
        if self.start > position {
            position
        } else {
            (position + self.after.len()).saturating_sub(self.before.len())
        }
    }
}

impl FileRecord {
    /// Takes the edits for something from the record, and undoes them, if it is certain where they are.
    pub(super) fn undo(&mut self, of: &str, text: &str) -> Option<String> {
        let mut text = Some(text.to_owned());
        while let Some(index) = self.edits.iter().rposition(|edit| edit.of == of) {
            let edit = self.edits.remove(index);
            let mut start = edit.start;
            for later in self.edits.iter_mut().skip(index) {
                if later.start <= start {
                    start = later.moved(start);
                } else {
                    later.start = (later.start + edit.before.len()).saturating_sub(edit.after.len());
                }
            }
            text = text.and_then(|text| edit.undone(&text, start));
        }
        text
    }
}

impl Record {
    /// That of earlier runs. One that cannot be read counts as none.
    pub(super) fn read(places: &Places) -> Self {
        let json = fs::read(Record::file(places)).unwrap_or_default();
        serde_json::from_slice(&json).unwrap_or_default()
    }

    /// Where it is.
    pub(super) fn file(places: &Places) -> PathBuf {
        places.data().join(FILE)
    }

    pub(super) fn of(&self, file: &Path) -> FileRecord {
        self.files.get(file).cloned().unwrap_or_default()
    }

    /// Writes it, or removes it when there is nothing left to undo.
    pub(super) fn write(&self, places: &Places) -> io::Result<()> {
        let file = Record::file(places);
        if self.files.is_empty() {
            return match fs::remove_file(&file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => {
                    // It may contain something else.
                    _ = fs::remove_dir(places.data());
                    Ok(())
                }
            };
        }
        files::create_folder(&places.data())?;
        files::replace(&file, serde_json::to_string_pretty(self)?.as_bytes())
    }
}
