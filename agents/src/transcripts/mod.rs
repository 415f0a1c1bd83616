//! Transcripts of hosts: which calls of models had which results of tools in their input.
//!
//! A *call* is one request to a model. A result is *carried* by each later call that has it in its input,
//! until the conversation is compacted, rewound or ends. A conversation is a *chain*, and so is that of a
//! sub-agent. Files are read as streams, and the text of a result is only lent to an [`Inspector`]. Files of
//! these formats have no official schema: whatever is not recognized is skipped, and counted.
//!
//! `model` has what is found, and `context` what all readers need. There is one reader per host. `linear` builds the
//! chains of those that keep a list of messages. `lines` reads lines, and `lenient` JSON.

mod claude;
mod codex;
mod context;
mod copilot;
mod gemini;
mod lenient;
mod linear;
mod lines;
mod model;
mod opencode;

pub use model::{
    Chain, FORMS, Growth, Inspector, Left, Selection, Shown, Sizes, Tool, ToolResult, Transcripts, Usage,
};

use crate::host::Host;
use context::Context;
use std::path::{Path, PathBuf};

/// The length of the transcripts of a host, and whether there are any.
pub fn find(host: Host, folder: &Path, selection: &Selection) -> (u64, bool) {
    let files = files_of(host, folder, selection);
    (files.iter().map(|(_, bytes)| bytes).sum(), !files.is_empty())
}

/// Reads the transcripts of a host in its [folder](Host::transcripts).
pub fn read(host: Host, folder: &Path, selection: &Selection, inspector: &mut dyn Inspector) -> Transcripts {
    let files = files_of(host, folder, selection);
    let mut context = Context::new(host, selection, inspector);
    match host {
        Host::Claude => claude::read(&files, &mut context),
        Host::Codex => codex::read(&files, &mut context),
        Host::Copilot => copilot::read(&files, &mut context),
        Host::Gemini => gemini::read(&files, &mut context),
        Host::Opencode => opencode::read(folder, &files, &mut context),
        // It keeps neither results nor usage.
        Host::Cursor => context.found.files = files.len() as u64,
    }
    let mut found = context.found;
    found.chains.retain(|chain| chain.calls > 0 || !chain.results.is_empty());
    found
}

/// The files of a host that may have calls in the period, with their lengths, in order.
fn files_of(host: Host, folder: &Path, selection: &Selection) -> Vec<(PathBuf, u64)> {
    let (folders, endings): (&[&str], &[&str]) = match host {
        Host::Claude | Host::Cursor => (&["projects"], &[".jsonl"]),
        Host::Codex => (&["sessions", "archived_sessions"], &[".jsonl", ".jsonl.zst"]),
        Host::Copilot => (&["session-state"], &["events.jsonl"]),
        Host::Gemini => (&["tmp"], &[".jsonl", ".json"]),
        Host::Opencode => (&["storage", "opencode.db"], &[".json", "opencode.db"]),
    };
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|name| folder.join(name)).collect();
    // Links to folders are not followed, so this ends.
    while let Some(path) = open.pop() {
        let Ok(metadata) = std::fs::symlink_metadata(&path) else { continue };
        if metadata.is_dir() {
            let entries = std::fs::read_dir(&path).into_iter().flatten().flatten();
            open.extend(entries.map(|entry| entry.path()));
            continue;
        }
        let name = path.to_string_lossy();
        let changed =
            metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let is_recent = match (selection.since, changed) {
            (Some(since), Some(changed)) => {
                i64::try_from(changed.as_millis()).is_ok_and(|time| time >= since)
            }
            _ => true,
        };
        let is_conversation = match host {
            // Results that were too long are in files of their own.
            Host::Claude => !path.components().any(|part| part.as_os_str() == "tool-results"),
            Host::Cursor => path.components().any(|part| part.as_os_str() == "agent-transcripts"),
            Host::Gemini => path.components().any(|part| part.as_os_str() == "chats"),
            _ => true,
        };
        if metadata.is_file()
            && is_recent
            && is_conversation
            && endings.iter().any(|ending| name.ends_with(ending))
        {
            found.push((path, metadata.len()));
        }
    }
    found.sort();
    found
}
