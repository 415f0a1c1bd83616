//! Text that is written before the document is complete: the rows of declared tables, if everything
//! before them is final.

use super::scope::Scope;
use crate::Result;
use alloc::string::String;
use alloc::vec::Vec;

/// Receives finished text.
pub(crate) trait Sink {
    fn push(&mut self, text: &str) -> Result<()>;
}

#[cfg(feature = "std")]
impl<W: std::io::Write> Sink for W {
    fn push(&mut self, text: &str) -> Result<()> {
        self.write_all(text.as_bytes()).map_err(crate::Error::io)
    }
}

/// Passes on text that is final.
#[derive(Default)]
pub(super) struct Stream<'a> {
    sink: Option<&'a mut dyn Sink>,
    /// All text in the buffer is final.
    pub(super) is_open: bool,
    /// Some text has been written to the sink.
    pub(super) has_begun: bool,
    /// The keys in written text that belong to open structs, each with the number of enclosing
    /// scopes.
    keys: Vec<(usize, String)>,
}

/// A stream without its sink.
#[cfg(feature = "std")]
pub(super) struct PausedStream {
    is_open: bool,
    has_begun: bool,
    keys: Vec<(usize, String)>,
}

/// The minimum number of bytes to write at once.
const CHUNK: usize = 8 * 1024;

impl<'a> Stream<'a> {
    #[cfg(feature = "std")]
    pub(super) fn to(sink: &'a mut dyn Sink) -> Self {
        Stream { sink: Some(sink), ..Stream::default() }
    }

    pub(super) fn has_sink(&self) -> bool {
        self.sink.is_some()
    }

    /// Whether there is enough final text to be worth writing.
    #[inline]
    pub(super) fn is_due(&self, out: &str) -> bool {
        self.is_open && out.len() >= CHUNK
    }

    /// Whether there is enough text to be worth writing once it is final.
    pub(super) fn is_worthwhile(&self, out: &str) -> bool {
        self.sink.is_some() && out.len() >= CHUNK
    }

    #[cfg(feature = "std")]
    pub(super) fn pause(self) -> PausedStream {
        let Stream { sink: _, is_open, has_begun, keys } = self;
        PausedStream { is_open, has_begun, keys }
    }

    #[cfg(feature = "std")]
    pub(super) fn resume(paused: PausedStream, sink: &'a mut dyn Sink) -> Self {
        let PausedStream { is_open, has_begun, keys } = paused;
        Stream { sink: Some(sink), is_open, has_begun, keys }
    }

    /// Whether some of this scope's text has been written to the sink.
    pub(super) fn has_left(&self, scope: &Scope) -> bool {
        self.has_begun && scope.at == 0
    }

    /// Removes the keys of earlier structs that were in `depth` or more scopes.
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
