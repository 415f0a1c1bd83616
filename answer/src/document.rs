//! Repairs a whole document.

use super::fix::{Fix, FixKind, Repaired, kept_last};
use super::reader::LenientReader;
use super::value::MeantValue;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use toon::{DecodeOptions, EncodeOptions, Result};

/// Turns almost valid TOON into valid TOON, and reports what was changed.
///
/// Text that the strict reader accepts is returned unchanged, with [warnings](Repaired::warnings)
/// about what is valid but probably not intended. The only exception is text that as a whole is a
/// JSON object or array: it is read as JSON. In any other text, mistakes are interpreted as what
/// was probably meant, and all values are rewritten in canonical TOON; comments are lost.
///
/// # Errors
///
/// Fails if the meaning of a line is ambiguous. The error has the line and column.
///
/// ```
/// let repaired = toon_answer::repair("user:\n    name: \"Ann\n    tags:\n    - a\n    - b")?;
/// assert_eq!(repaired.text, "user:\n  name: Ann\n  tags[2]: a,b");
/// assert_eq!(repaired.fixes[1].to_string(), "closed a quoted string at the end of its line at line 2 column 11");
///
/// let valid = toon_answer::repair("tags: [\"a\"]")?;
/// assert_eq!(valid.text, "tags: [\"a\"]");
/// assert_eq!(valid.warnings[0].to_string(), "this is a string that looks like JSON at line 1 column 7");
/// # Ok::<(), toon::Error>(())
/// ```
pub fn repair(text: &str) -> Result<Repaired<'_>> {
    let options = DecodeOptions::new();
    let content = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some((value, duplicates)) = json_of(content, options.get_max_depth()) {
        let mut fixes = alloc::vec![Fix::new(FixKind::Json, (1, 1), "wrote JSON as TOON".into())];
        fixes.extend(duplicates.iter().map(|key| Fix::new(FixKind::DuplicateKey, (1, 1), kept_last(key))));
        return Ok(Repaired { text: Cow::Owned(write(&value)?), fixes, warnings: Vec::new() });
    }
    let mistake = options.check(text).into_iter().next();
    let mut reader = LenientReader::new(content, options.get_max_depth());
    let value = reader.read();
    let (fixes, warnings) = reader.into_notes();
    let Some(mistake) = mistake else {
        return Ok(Repaired { text: Cow::Borrowed(text), fixes: Vec::new(), warnings });
    };
    let written = write(&value?)?;
    if fixes.is_empty() {
        // Whatever the mistake is, nothing says how it was understood.
        return Err(mistake);
    }
    Ok(Repaired { text: Cow::Owned(written), fixes, warnings })
}

/// The value of a text that is a JSON object or array as a whole, and the keys that occur twice in an object.
pub(super) fn json_of(text: &str, max_depth: usize) -> Option<(MeantValue<'_>, Vec<String>)> {
    let trimmed = text.trim();
    // `[]` is valid in both formats.
    if !trimmed.starts_with(['{', '[']) || trimmed == "[]" {
        return None;
    }
    MeantValue::of_json(trimmed, max_depth)
}

fn write(value: &MeantValue<'_>) -> Result<String> {
    let mut text = String::new();
    value.send(&mut EncodeOptions::new().serializer(&mut text))?;
    Ok(text)
}
