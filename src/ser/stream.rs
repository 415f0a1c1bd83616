//! Text that is written before the document is complete: the rows of declared tables, if everything
//! before them is final.

use super::scope::Scope;
use crate::Result;
use alloc::string::String;
use alloc::vec::Vec;

/// Receives finished text.
#[cfg_attr(not(feature = "std"), allow(dead_code, reason = "only `to_writer` needs it"))]
pub(crate) trait Sink {
    fn push(&mut self, text: &str) -> Result<()>;
}

#[cfg(feature = "std")]
impl<W: std::io::Write> Sink for W {
    fn push(&mut self, text: &str) -> Result<()> {
        self.write_all(text.as_bytes()).map_err(crate::Error::io)
    }
}

/// What of the text has left, or may leave.
#[derive(Default)]
pub(super) struct Stream {
    /// Text may leave before the document is complete.
    pub(super) has_sink: bool,
    /// All text in the buffer is final.
    pub(super) is_open: bool,
    /// Some text has been written to the sink.
    has_begun: bool,
    /// The keys in written text that belong to open structs, each with the number of enclosing
    /// scopes.
    keys: Vec<(usize, String)>,
}

/// The minimum number of bytes to write at once.
#[cfg(feature = "std")]
const CHUNK: usize = 8 * 1024;

impl Stream {
    /// Whether some of this scope's text has been written to the sink.
    pub(super) fn has_left(&self, scope: &Scope) -> bool {
        self.has_begun && scope.at == 0
    }

    pub(super) fn has_key(&self, depth: usize, key: &str) -> bool {
        self.keys.iter().any(|(at, own)| *at == depth && own == key)
    }
}

#[cfg(feature = "std")]
impl Stream {
    /// Whether there is enough final text to be worth writing.
    pub(super) fn is_due(&self, out: &str) -> bool {
        self.is_open && self.is_worthwhile(out)
    }

    /// Whether there is enough text to be worth writing once it is final.
    pub(super) fn is_worthwhile(&self, out: &str) -> bool {
        self.has_sink && out.len() >= CHUNK
    }

    /// Removes the keys of earlier structs that were in `depth` or more scopes.
    pub(super) fn forget_keys(&mut self, depth: usize) {
        self.keys.retain(|(at, _)| *at < depth);
    }

    pub(super) fn keep_key(&mut self, depth: usize, key: String) {
        self.keys.push((depth, key));
    }

    pub(super) fn hand_on(&mut self, out: &mut String, sink: &mut dyn Sink) -> Result<()> {
        let result = sink.push(out);
        out.clear();
        self.has_begun = true;
        result
    }
}
