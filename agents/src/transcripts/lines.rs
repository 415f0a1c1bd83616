//! Reads files of lines, however long they are.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The maximum length of a line, which is held in memory with what it is parsed into.
const MAX_LINE: usize = 16 << 20;

/// Passes on each line that is valid UTF-8 and not too long, and returns the number of others.
pub(super) fn read(path: &Path, mut each: impl FnMut(&str)) -> io::Result<u64> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut line = Vec::new();
    let mut skipped = 0;
    loop {
        line.clear();
        line.shrink_to(1 << 20);
        let Some(is_whole) = read_line(&mut file, &mut line)? else { return Ok(skipped) };
        match std::str::from_utf8(&line) {
            Ok(line) if is_whole => {
                let line = line.trim_start_matches('\u{feff}').trim();
                if !line.is_empty() {
                    each(line);
                }
            }
            _ => skipped += 1,
        }
    }
}

/// Reads a line, and returns whether it was short enough, or `None` at the end.
fn read_line(file: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    let (mut length, mut is_at_end) = (0, false);
    while !is_at_end {
        let buffer = file.fill_buf()?;
        if buffer.is_empty() {
            if length == 0 {
                return Ok(None);
            }
            break;
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(buffer.len(), |end| end + 1);
        length += taken;
        if length <= MAX_LINE {
            line.extend_from_slice(buffer.get(..taken).unwrap_or_default());
        }
        is_at_end = end.is_some();
        file.consume(taken);
    }
    Ok(Some(length <= MAX_LINE))
}
