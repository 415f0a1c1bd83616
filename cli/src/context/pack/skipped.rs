//! Which files were skipped, and why.

use super::super::render::one_line;
use super::super::secrets::note_left_out;
use crate::count::counted;
use crate::report;
use std::io;
use toon_context::sources::FileError;

/// How many names a note has.
const NAMED: usize = 5;

/// Files that were skipped for the same reason.
struct Group<'e> {
    /// Such as `generated file`, of which the plural ends in `s`, and what follows it.
    noun: String,
    after: String,
    help: &'static str,
    names: Vec<&'e str>,
}

/// Notes the reasons, each with some names, or with all of them. Files that look secret are always named.
pub(super) fn tell(skipped: &[FileError], verbose: bool) {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for error in skipped {
        let (noun, after, help) = match error {
            FileError::Secret { path, kind } => {
                note_left_out(path, kind);
                continue;
            }
            FileError::Generated { kind, .. } => {
                let noun = kind.strip_prefix("a ").map_or_else(|| format!("{kind} file"), str::to_owned);
                (noun, String::new(), "; --include brings them back")
            }
            FileError::TooLarge { limit, .. } => {
                let after = format!(" of more than {}", counted(*limit, "byte"));
                ("file".to_owned(), after, "; --max-file-size raises the limit")
            }
            FileError::NotText { .. } => ("binary file".to_owned(), String::new(), ""),
            FileError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => {
                ("file".to_owned(), " (not found)".to_owned(), "")
            }
            FileError::Io { source, .. } => ("file".to_owned(), format!(" ({source})"), ""),
            other => {
                report::note(&format!("skipped: {}", one_line(&other.to_string())));
                continue;
            }
        };
        match groups.iter_mut().find(|group| group.noun == noun && group.after == after) {
            Some(group) => group.names.push(error.path()),
            None => groups.push(Group { noun, after, help, names: vec![error.path()] }),
        }
    }
    for Group { noun, after, help, names } in groups {
        let count = counted(names.len() as u64, &noun);
        let shown = if verbose { names.len() } else { NAMED };
        let mut list = names.iter().take(shown).map(|name| one_line(name)).collect::<Vec<_>>().join(", ");
        if let Some(more) = names.len().checked_sub(shown).filter(|more| *more > 0) {
            list = format!("{list} and {}", counted(more as u64, "other"));
        }
        let help = if names.len() == 1 { help.replace("them", "it") } else { help.to_owned() };
        report::note(&format!("skipped {count}{after}: {list}{help}"));
    }
}
