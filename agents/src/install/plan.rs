//! Changes of files, which can be shown and carried out.

use super::error::{InstallError, Invalid};
use super::json::Json;
use super::record::{Edit, FileRecord, Record};
use crate::places::Places;
use crate::time;
use jsonc_parser::ast::Object;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

const BOM: &str = "\u{feff}";

/// Changes of files, none of which has been made yet.
#[derive(Debug)]
pub struct Plan {
    places: Places,
    record: Record,
    project: Option<PathBuf>,
    drafts: Vec<Draft>,
    refusals: Vec<InstallError>,
}

/// A change of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub file: PathBuf,
    /// What it contains, if there is one.
    pub before: Option<String>,
    /// What it will contain, if there will be one.
    pub after: Option<String>,
}

impl Change {
    /// The lines that change, for people.
    ///
    /// ```
    /// use toon_agents::install::Change;
    ///
    /// let change = Change { file: "a".into(), before: Some("1\n".into()), after: Some("2\n".into()) };
    /// assert_eq!(change.diff(), "--- a\n+++ a\n@@ -1 +1 @@\n-1\n+2\n");
    /// ```
    pub fn diff(&self) -> String {
        let name = |text: &Option<String>| match text {
            Some(_) => self.file.display().to_string(),
            None => "/dev/null".to_owned(),
        };
        let (before, after) =
            (self.before.as_deref().unwrap_or_default(), self.after.as_deref().unwrap_or_default());
        let diff = similar::TextDiff::from_lines(before, after);
        diff.unified_diff().header(&name(&self.before), &name(&self.after)).to_string()
    }
}

impl Plan {
    pub(super) fn new(places: &Places) -> Self {
        let record = Record::read(places);
        Plan { places: places.clone(), record, project: None, drafts: Vec::new(), refusals: Vec::new() }
    }

    /// The changes, in the order in which they are made.
    pub fn changes(&self) -> Vec<Change> {
        self.drafts.iter().filter_map(Draft::change).collect()
    }

    /// Why other files are left alone.
    pub fn refusals(&self) -> &[InstallError] {
        &self.refusals
    }

    pub(super) fn refuse(&mut self, error: InstallError) {
        self.refusals.push(error);
    }

    /// Changes from here on are for a project.
    pub(super) fn set_project(&mut self, project: Option<&Path>) {
        self.project = project.map(Path::to_owned);
    }

    /// The projects for which something was installed.
    pub(super) fn projects(&self) -> Vec<PathBuf> {
        let mut projects: Vec<PathBuf> =
            self.record.files.values().filter_map(|file| file.project.clone()).collect();
        projects.sort();
        projects.dedup();
        projects
    }

    /// The files in which something was installed, and which no change is planned for.
    pub(super) fn others(&self) -> Vec<PathBuf> {
        let is_other = |file: &&PathBuf| self.drafts.iter().all(|draft| draft.file != **file);
        self.record.files.keys().filter(is_other).cloned().collect()
    }

    /// Changes a file, or leaves it as it was before this change if there is an error.
    pub(super) fn change(
        &mut self,
        file: &Path,
        change: impl FnOnce(&mut Draft) -> Result<(), InstallError>,
    ) {
        let index = self.drafts.iter().position(|draft| draft.file == file);
        let draft = match index.and_then(|index| self.drafts.get(index)) {
            Some(draft) => Ok(draft.clone()),
            None => Draft::open(file, self.record.of(file)),
        };
        let changed = draft.and_then(|mut draft| {
            let earlier = draft.text.clone();
            change(&mut draft)?;
            if draft.text != earlier && draft.is_read_only {
                return Err(draft.error("this file is read-only"));
            }
            Ok(draft)
        });
        match changed {
            Ok(mut draft) => {
                if draft.record.project.is_none() {
                    draft.record.project.clone_from(&self.project);
                }
                match index.and_then(|index| self.drafts.get_mut(index)) {
                    Some(earlier) => *earlier = draft,
                    None => self.drafts.push(draft),
                }
            }
            Err(error) => self.refusals.push(error),
        }
    }

    /// Makes the changes, and returns the backups that remain.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be written, or has changed since the plan was made. Changes before it remain.
    pub fn carry_out(&self) -> Result<Vec<PathBuf>, InstallError> {
        let mut record = self.record.clone();
        let mut backups = Vec::new();
        for draft in &self.drafts {
            let written = match draft.change() {
                Some(change) => draft.write(&change)?,
                None => draft.record.clone(),
            };
            backups.extend(written.backup.clone().filter(|_| draft.change().is_some()));
            let nothing_left = written.edits.is_empty() && !(draft.is_own && draft.after().is_some());
            let is_changed = if nothing_left {
                record.files.remove(&draft.file).is_some()
            } else {
                record.files.insert(draft.file.clone(), written.clone()) != Some(written)
            };
            if is_changed {
                let failed =
                    |error: io::Error| InstallError::new(&Record::file(&self.places), error.to_string());
                record.write(&self.places).map_err(failed)?;
            }
        }
        Ok(backups)
    }
}

/// A file while changes of it are planned.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    file: PathBuf,
    /// The file itself, where the other is a link to it.
    real: PathBuf,
    before: Option<String>,
    text: String,
    /// The byte order mark, or nothing.
    bom: &'static str,
    is_read_only: bool,
    /// Whether the whole file is ours.
    is_own: bool,
    is_deleted: bool,
    record: FileRecord,
}

impl Draft {
    fn open(file: &Path, record: FileRecord) -> Result<Self, InstallError> {
        let failed = |error: io::Error| InstallError::new(file, error.to_string());
        let mut draft = Draft {
            file: file.to_owned(),
            real: file.to_owned(),
            before: None,
            text: String::new(),
            bom: "",
            is_read_only: false,
            is_own: false,
            is_deleted: false,
            record,
        };
        match fs::symlink_metadata(file) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Whatever was done to it is gone.
                draft.record = FileRecord { is_new: true, ..FileRecord::default() };
                return Ok(draft);
            }
            Err(error) => return Err(failed(error)),
        }
        draft.real = fs::canonicalize(file).map_err(failed)?;
        let metadata = fs::metadata(&draft.real).map_err(failed)?;
        // Reading anything else could wait for ever.
        if !metadata.is_file() {
            return Err(draft.error("this is not a file"));
        }
        draft.is_read_only = metadata.permissions().readonly();
        let contents = fs::read(&draft.real).map_err(failed)?;
        let text = String::from_utf8(contents).map_err(|_| draft.error("invalid UTF-8"))?;
        if text.starts_with(BOM) {
            draft.bom = BOM;
        }
        text.strip_prefix(BOM).unwrap_or(&text).clone_into(&mut draft.text);
        draft.before = Some(text);
        Ok(draft)
    }

    pub(super) const fn exists(&self) -> bool {
        self.before.is_some()
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn error(&self, message: impl Into<String>) -> InstallError {
        InstallError::new(&self.file, message)
    }

    /// Looks at the text.
    pub(super) fn read<T>(&self, read: impl FnOnce(&str) -> Result<T, Invalid>) -> Result<T, InstallError> {
        read(&self.text).map_err(|invalid| InstallError::at(&self.file, invalid))
    }

    /// Changes the text, which is not to be undone.
    pub(super) fn set(&mut self, text: String) {
        self.text = text;
    }

    /// Changes the text, which can be undone.
    pub(super) fn edit(&mut self, of: &str, text: String) {
        self.record.edits.push(Edit::between(of, &self.text, &text));
        self.text = text;
    }

    /// Undoes what is recorded, from the last edit to the first, if the text is as it should be then.
    pub(super) fn undo(&mut self, of: &str, is_undone: impl FnOnce(&str) -> bool) {
        if let Some(text) = self.record.undo(of, &self.text).filter(|text| is_undone(text)) {
            self.text = text;
        }
    }

    /// Whether something in it was changed, and not the whole file written.
    pub(super) const fn has_edits(&self) -> bool {
        !self.record.edits.is_empty()
    }

    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// The index of the last edit for something.
    pub(super) fn index_of_edit(&self, of: &str) -> Option<usize> {
        self.record.edits.iter().rposition(|edit| edit.of == of)
    }

    /// Makes it a file of our own.
    pub(super) fn set_own(&mut self, text: String) {
        self.is_own = true;
        self.text = text;
    }

    /// Removes a file of our own.
    pub(super) fn delete(&mut self) {
        self.is_own = true;
        self.is_deleted = true;
        self.text.clear();
    }

    fn after(&self) -> Option<String> {
        // What only exists because of us goes with our entries.
        let is_left_over =
            self.record.is_new && self.record.edits.is_empty() && !self.is_own && is_bare(&self.text);
        if self.is_deleted || is_left_over {
            return None;
        }
        Some([self.bom, &self.text].concat())
    }

    fn change(&self) -> Option<Change> {
        let (before, after) = (self.before.clone(), self.after());
        (before != after).then(|| Change { file: self.file.clone(), before, after })
    }

    fn write(&self, change: &Change) -> Result<FileRecord, InstallError> {
        let failed = |error: io::Error| self.error(error.to_string());
        let current = match fs::read(&self.real) {
            Ok(contents) => Some(contents),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failed(error)),
        };
        if current.as_deref() != change.before.as_ref().map(String::as_bytes) {
            return Err(self.error("this file has been changed in the meantime"));
        }
        let mut record = self.record.clone();
        let has_backup = record.backup.as_ref().is_some_and(|backup| backup.exists());
        if change.before.is_some() && !self.is_own && !record.is_new && !has_backup {
            let backup = self.backup();
            fs::copy(&self.real, &backup).map_err(failed)?;
            record.backup = Some(backup);
        }
        let Some(after) = &change.after else {
            fs::remove_file(&self.real).map_err(failed)?;
            for folder in record.folders.iter().rev() {
                // It may contain something else.
                _ = fs::remove_dir(folder);
            }
            return Ok(FileRecord::default());
        };
        if let Some(folder) = self.real.parent() {
            if change.before.is_none() {
                let missing = folder.ancestors().take_while(|folder| !folder.exists());
                record.folders = missing.map(Path::to_owned).collect();
                record.folders.reverse();
            }
            fs::create_dir_all(folder).map_err(failed)?;
        }
        replace(&self.real, after).map_err(failed)?;
        // It has nothing that the file does not have.
        if record.edits.is_empty()
            && let Some(backup) = record
                .backup
                .take_if(|backup| fs::read(backup).is_ok_and(|contents| contents == after.as_bytes()))
        {
            fs::remove_file(backup).map_err(failed)?;
        }
        Ok(record)
    }

    fn backup(&self) -> PathBuf {
        let mut name = OsString::from(self.real.file_name().unwrap_or_default());
        name.push(format!(".{}.bak", now()));
        self.real.with_file_name(name)
    }
}

/// Whether a text is what remains of a file that we have created.
fn is_bare(text: &str) -> bool {
    let is_version =
        |object: &Object<'_>| object.properties.iter().all(|entry| entry.name.as_str() == "version");
    // Comments are the user's.
    !text.contains("//")
        && !text.contains("/*")
        && Json::parse(text).is_ok_and(|json| json.root().is_ok_and(|root| root.is_none_or(is_version)))
}

/// Replaces a file as a whole, so that no reader sees half of it. Its owner and mode remain.
fn replace(file: &Path, contents: &str) -> io::Result<()> {
    let mut name = OsString::from(file.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = file.with_file_name(name);
    let replaced = write(file, &temporary, contents).and_then(|()| fs::rename(&temporary, file));
    if replaced.is_err() {
        // The error that counts is the first.
        _ = fs::remove_file(&temporary);
    }
    replaced
}

fn write(file: &Path, temporary: &Path, contents: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut new = options.open(temporary)?;
    if let Ok(old) = fs::metadata(file) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            // Only the owner's superuser can give a file away.
            _ = fchown(&new, Some(old.uid()), Some(old.gid()));
        }
        new.set_permissions(old.permissions())?;
    }
    new.write_all(contents.as_bytes())?;
    new.sync_all()
}

/// The time, for names of files: `2026-11-28T16-03-45Z`.
fn now() -> String {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = elapsed.ok().and_then(|elapsed| i64::try_from(elapsed.as_secs()).ok()).unwrap_or_default();
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    format!("{}T{:02}-{:02}-{:02}Z", time::date(day), second / 3600, second / 60 % 60, second % 60)
}
