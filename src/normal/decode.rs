//! The steps from a normal form back to its value.

use super::options::Options;
use super::tree::{Builder, Tree};
use crate::{DecodeOptions, Result, json};
use std::collections::BTreeMap;

/// The mark at the beginning of a normal form.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) version: String,
    pub(super) is_list: bool,
    pub(super) has_times: bool,
}

impl Mark {
    /// `^[1-9][0-9]* (object|list)( time)?$`
    pub(super) fn parse(value: &str) -> Option<Self> {
        let (version, rest) = value.split_once(' ')?;
        let (kind, has_times) = match rest.strip_suffix(" time") {
            Some(kind) => (kind, true),
            None => (rest, false),
        };
        let is_version = !version.starts_with('0')
            && !version.is_empty()
            && version.bytes().all(|byte| byte.is_ascii_digit());
        let is_list = match kind {
            "object" => false,
            "list" => true,
            _ => return None,
        };
        is_version.then(|| Mark { version: version.to_string(), is_list, has_times })
    }
}

/// The mark of `text`, if it has one.
pub(super) fn mark(text: &str) -> Option<Mark> {
    // §5.1: blank lines and comments may stand in front.
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let line = lines.find(|line| !matches!(line.trim_start().bytes().next(), None | Some(b'#')))?;
    if !line.starts_with(['_', '"']) {
        return None;
    }
    let first: BTreeMap<String, String> = DecodeOptions::new().from_str(line).ok()?;
    Mark::parse(first.get("_form")?)
}

/// The bytes of compact JSON that a document may expand to, unless a caller says otherwise.
pub(super) const MAX_OUTPUT: usize = 256 << 20;

/// The bytes that a document of `len` bytes may expand to.
pub(super) fn limit(len: usize, max_output: usize) -> usize {
    const ALWAYS: usize = 16 << 20;
    const TIMES: usize = 1000;
    max_output.min(len.saturating_mul(TIMES).max(ALWAYS))
}

/// The value of a normal form, or of plain TOON.
pub(super) fn tree(text: &str, options: &Options<'_>) -> Result<Tree> {
    let mut builder = Builder::new();
    json::read_toon(text, &options.decode, &mut builder)?;
    Ok(builder.finish().unwrap_or(Tree::Null))
}
