//! opencode: the database of versions since 1.2.

use super::session::{Session, add_session};
use crate::transcripts::context::Context;
use rusqlite::{Connection, OpenFlags, params};
use std::path::Path;

/// Reads the database without changing it, or the files next to it.
pub(super) fn read(path: &Path, context: &mut Context<'_>) {
    if read_sessions(path, context).is_err() {
        context.found.unreadable += 1;
    }
}

fn read_sessions(path: &Path, context: &mut Context<'_>) -> rusqlite::Result<()> {
    let connection = open(path)?;
    let mut sessions = connection.prepare("SELECT id, parent_id, directory FROM session ORDER BY id")?;
    let mut messages = connection.prepare("SELECT id, data FROM message WHERE session_id = ? ORDER BY id")?;
    let mut parts = connection.prepare("SELECT id, data FROM part WHERE message_id = ? ORDER BY id")?;
    let mut rows = sessions.query(params![])?;
    while let Some(row) = rows.next()? {
        let [id, parent, directory] =
            [0, 1, 2].map(|column| row.get::<_, Option<String>>(column).ok().flatten().unwrap_or_default());
        let pairs = |statement: &mut rusqlite::Statement<'_>, id: &str| -> rusqlite::Result<Vec<_>> {
            statement.query_map(params![id], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let session = Session { id: &id, parent: &parent, directory: &directory };
        let messages = pairs(&mut messages, &id)?;
        add_session(&session, messages, |message| pairs(&mut parts, message).unwrap_or_default(), context);
    }
    Ok(())
}

/// Opens the database. If nothing is in its log, it is taken to be immutable: otherwise, reading would make a
/// log beside it.
fn open(path: &Path) -> rusqlite::Result<Connection> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let has_log = std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if has_log {
        return Connection::open_with_flags(path, flags);
    }
    let escape = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b':' => {
            (byte as char).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    let path: String = path.to_string_lossy().replace('\\', "/").bytes().map(escape).collect();
    let slash = if path.starts_with('/') { "" } else { "/" };
    let uri = format!("file:{slash}{path}?immutable=1");
    Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)
}
