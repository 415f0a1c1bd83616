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

/// The path of a file whose two names differ, with `separator` between them. `None` if that may be in
/// several places, since names contain it, too.
pub(super) fn of_differing(names: &[u8], separator: &[u8]) -> Option<Vec<u8>> {
    let names = names.strip_suffix(b"\r").unwrap_or(names);
    if let Some((old, rest)) = quoted(names) {
        return Some(of_either(old, name(rest.strip_prefix(separator)?)));
    }
    let places = names.windows(separator.len()).enumerate().filter(|(_, part)| *part == separator);
    let splits = places.filter_map(|(at, _)| Some((names.get(..at)?, names.get(at + separator.len()..)?)));
    let begins_as_name =
        |(_, new): &(&[u8], &[u8])| prefix(new).is_some() || new.starts_with(b"\"") || *new == NO_FILE;
    // In two folders, the files have the same name.
    let slash = names.iter().rposition(|byte| *byte == b'/');
    let file = slash.and_then(|slash| names.get(slash..)).unwrap_or(names);
    let is_same_file = |(old, _): &(&[u8], &[u8])| old.ends_with(file);
    let (old, new) = only(splits.clone().filter(begins_as_name))
        .or_else(|| only(splits.clone().filter(is_same_file)))
        .or_else(|| only(splits))?;
    Some(of_either(old.to_vec(), name(new)))
}

/// The item, if there is exactly one.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
}

/// The letter of the prefix that Git adds, such as `b/`. With `diff.mnemonicPrefix`, `1/` and `2/` stand
/// for two folders.
fn prefix(name: &[u8]) -> Option<u8> {
    match name {
        [letter @ (b'a'..=b'z' | b'1' | b'2'), b'/', ..] => Some(*letter),
        _ => None,
    }
}

/// The new name, or the old one of a deleted file, without the prefix that Git adds, such as `b/`.
pub(super) fn of_either(old: Vec<u8>, new: Vec<u8>) -> Vec<u8> {
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
