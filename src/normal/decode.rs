//! The steps from a normal form back to its value.

use super::options::Options;
use super::tree::{Builder, Tree};
use super::{MAX_DEPTH, read};
use crate::{DecodeOptions, Error, ErrorKind, Result, json};
use std::collections::BTreeMap;
use std::rc::Rc;

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
    if is_json(text) {
        return Err(Error::new(ErrorKind::IsJson));
    }
    let mark = mark(text);
    if mark.is_some() {
        check_options(&options.decode)?;
    }
    let decode = options.decode.clone().max_depth(options.decode.max_depth.min(MAX_DEPTH));
    let mut builder = Builder::new();
    json::read_toon(text, &decode, &mut builder)?;
    let document = builder.finish().unwrap_or(Tree::Null);
    match (document, mark) {
        (Tree::Object(root), Some(mark)) => {
            read::expand(Rc::unwrap_or_clone(root), &mark, text.len(), options.max_output)
                .map_err(|fault| fault.into_error(text, &decode))
        }
        (document, _) => Ok(document),
    }
}

/// Whether `text` is an object or a list as JSON writes it. `[]` is TOON as well.
fn is_json(text: &str) -> bool {
    let body = text.trim_start_matches('\u{feff}').trim();
    body.starts_with(['{', '[']) && body != "[]" && json::Reader::new(text).read(&mut Nothing).is_ok()
}

/// Refuses options that read something else than was written.
fn check_options(options: &DecodeOptions) -> Result<()> {
    let refused = |option| Err(Error::new(ErrorKind::RefusedOption { option }));
    match options {
        DecodeOptions { strict: false, .. } => refused("non-strict reading"),
        DecodeOptions { infer_types: false, .. } => refused("uninferred types"),
        DecodeOptions { expand_paths: true, .. } => refused("path expansion"),
        _ => Ok(()),
    }
}

/// Takes events for nothing.
struct Nothing;

impl json::Events for Nothing {
    fn begin_object(&mut self) -> Result<()> {
        Ok(())
    }

    fn key(&mut self, _: &str) -> Result<()> {
        Ok(())
    }

    fn end_object(&mut self) -> Result<()> {
        Ok(())
    }

    fn begin_array(&mut self) -> Result<()> {
        Ok(())
    }

    fn end_array(&mut self) -> Result<()> {
        Ok(())
    }

    fn string(&mut self, _: &str) -> Result<()> {
        Ok(())
    }

    fn number(&mut self, _: &str) -> Result<()> {
        Ok(())
    }

    fn word(&mut self, _: &'static str) -> Result<()> {
        Ok(())
    }
}
