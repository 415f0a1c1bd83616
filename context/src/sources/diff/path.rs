//! The names of files in a diff.

/// What is in place of a name if the file does not exist.
const NO_FILE: &[u8] = b"/dev/null";

/// The name at the end of a line. If it is not in quotes, it ends before a tab, which may be followed
/// by a time.
pub(super) fn name(text: &[u8]) -> Vec<u8> {
    if let Some((name, _)) = quoted(text) {
        return name;
    }
    let end = text.iter().position(|byte| matches!(byte, b'\t' | b'\r')).unwrap_or(text.len());
    text.get(..end).unwrap_or(text).to_vec()
}

/// The name of a file of which both names are the same, after `diff --git`. `None` if they differ,
/// since a space does not separate names reliably.
pub(super) fn of_both(names: &[u8]) -> Option<Vec<u8>> {
    let names = names.strip_suffix(b"\r").unwrap_or(names);
    let (old, new) = if let Some((old, rest)) = quoted(names) {
        (old, name(rest.strip_prefix(b" ")?))
    } else {
        let (old, rest) = names.split_at(names.len() / 2);
        (old.to_vec(), rest.strip_prefix(b" ")?.to_vec())
    };
    if old == new {
        return Some(new);
    }
    let without_prefix = |name: &[u8]| {
        let slash = name.iter().position(|byte| *byte == b'/')?;
        name.get(slash + 1..).map(<[u8]>::to_vec)
    };
    without_prefix(&new).filter(|new| without_prefix(&old).as_ref() == Some(new))
}

/// The new name, or the old one of a deleted file, without the prefix that Git adds, such as `b/`.
pub(super) fn of_either(old: Vec<u8>, new: Vec<u8>) -> Vec<u8> {
    let prefix = |name: &[u8]| match name {
        [letter, b'/', ..] if letter.is_ascii_lowercase() => Some(*letter),
        _ => None,
    };
    let (is_new, is_deleted) = (old == NO_FILE, new == NO_FILE);
    let has_prefix = match (prefix(&old), prefix(&new)) {
        (Some(old), Some(new)) => old != new,
        (None, Some(_)) => is_new,
        (Some(_), None) => is_deleted,
        (None, None) => false,
    };
    let mut name = if is_deleted { old } else { new };
    if has_prefix {
        name.drain(..2);
    }
    name
}

/// A name in a block. It is text there.
pub(super) fn to_text(name: Vec<u8>) -> String {
    String::from_utf8(name).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// A name in quotes with the escapes of C, and what follows it. `None` if it is not one.
fn quoted(text: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut rest = text.strip_prefix(b"\"")?;
    let mut name = Vec::new();
    loop {
        let (byte, after) = rest.split_first()?;
        rest = after;
        match byte {
            b'"' => return Some((name, rest)),
            b'\\' => {
                let (byte, after) = escaped(rest)?;
                name.push(byte);
                rest = after;
            }
            byte => name.push(*byte),
        }
    }
}

/// The byte of an escape, and what follows that.
fn escaped(text: &[u8]) -> Option<(u8, &[u8])> {
    if let [high @ b'0'..=b'3', middle @ b'0'..=b'7', low @ b'0'..=b'7', rest @ ..] = text {
        return Some(((high - b'0') << 6 | (middle - b'0') << 3 | (low - b'0'), rest));
    }
    let (letter, rest) = text.split_first()?;
    let byte = match letter {
        b'a' => 0x07,
        b'b' => 0x08,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 0x0b,
        b'f' => 0x0c,
        b'r' => b'\r',
        b'"' | b'\\' => *letter,
        _ => return None,
    };
    Some((byte, rest))
}
