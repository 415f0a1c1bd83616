//! Text that leaves before the document is complete: the rows of declared tables, where all in
//! front of them is final.

use super::scope::Scope;
use crate::Result;
use alloc::string::String;
use alloc::vec::Vec;

/// Takes finished text.
pub(crate) trait Sink {
    /// All of `text`.
    fn push(&mut self, text: &str) -> Result<()>;
}

#[cfg(feature = "std")]
impl<W: std::io::Write> Sink for W {
    fn push(&mut self, text: &str) -> Result<()> {
        self.write_all(text.as_bytes()).map_err(crate::Error::io)
    }
}

/// Who takes text that is final.
#[derive(Default)]
pub(super) struct Stream<'a> {
    sink: Option<&'a mut dyn Sink>,
    /// All text is final.
    pub(super) is_open: bool,
    /// Some text has left.
    pub(super) has_begun: bool,
    /// Keys in that text of structs that are open, each with the number of scopes around it.
    keys: Vec<(usize, String)>,
}

/// How much is collected first, in bytes.
const CHUNK: usize = 8 * 1024;

impl<'a> Stream<'a> {
    #[cfg(feature = "std")]
    pub(super) fn to(sink: &'a mut dyn Sink) -> Self {
        Stream { sink: Some(sink), ..Stream::default() }
    }

    pub(super) fn has_sink(&self) -> bool {
        self.sink.is_some()
    }

    /// Whether there is so much final text that it is to be handed on.
    #[inline]
    pub(super) fn is_due(&self, out: &str) -> bool {
        self.is_open && out.len() >= CHUNK
    }

    /// Whether text of this scope has left.
    pub(super) fn has_left(&self, scope: &Scope) -> bool {
        self.has_begun && scope.at == 0
    }

    /// The struct that has `depth` scopes around it is the first there whose text leaves.
    pub(super) fn forget_keys(&mut self, depth: usize) {
        self.keys.retain(|(at, _)| *at < depth);
    }

    pub(super) fn keep_key(&mut self, depth: usize, key: String) {
        self.keys.push((depth, key));
    }

    pub(super) fn has_key(&self, depth: usize, key: &str) -> bool {
        self.keys.iter().any(|(at, own)| *at == depth && own == key)
    }

    pub(super) fn hand_on(&mut self, out: &mut String) -> Result<()> {
        let Some(sink) = &mut self.sink else { return Ok(()) };
        let result = sink.push(out);
        out.clear();
        self.has_begun = true;
        result
    }
}
