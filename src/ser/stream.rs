//! Text that leaves before the document is complete: the rows of declared tables, where all in front of them is final.

use super::scope::{Form, Watch};
use super::writer::Writer;
use crate::Result;

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

/// How much is collected first, in bytes.
const CHUNK: usize = 8 * 1024;

impl Writer<'_> {
    /// Whether nothing that is written can change any more nor is looked at again, and there is who takes it.
    pub(super) fn may_stream(&self) -> bool {
        self.sink.is_some()
            && self.open_folds == 0
            && self.scopes.iter().all(|scope| {
                scope.watch != Watch::Last
                    && match scope.form {
                        Form::Root | Form::Done | Form::Object | Form::FirstKey | Form::Nested => true,
                        // Its header has a number that is right.
                        Form::List => scope.announced().is_some(),
                        _ => false,
                    }
            })
    }

    /// Behind a row: hands on what there is, once it is much.
    #[inline]
    pub(super) fn stream(&mut self) -> Result<()> {
        if self.out.len() < CHUNK { Ok(()) } else { self.hand_on() }
    }

    #[cold]
    fn hand_on(&mut self) -> Result<()> {
        let Some(sink) = &mut self.sink else { return Ok(()) };
        let result = sink.push(self.out);
        self.out.clear();
        self.has_streamed = true;
        // What begins from here on begins with a line of its own.
        self.scopes.iter_mut().for_each(|scope| scope.at = 0);
        if result.is_err() {
            self.fail();
        }
        result
    }
}
