//! Whether a text was cut off, and up to where it is complete.

/// What follows a document in its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Text, or the end of the fence or tag that encloses the document.
    Text,
    /// Nothing.
    Nothing,
    /// Nothing, although the fence or tag that encloses the document is not closed.
    OpenFence,
}

/// What is known about the end of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    /// A line feed follows the last line.
    pub(crate) is_line_ended: bool,
    pub(crate) next: Next,
    /// The caller knows that the model stopped by itself.
    pub(crate) is_complete: bool,
}

impl End {
    /// Of a text that certainly is complete.
    pub(crate) const COMPLETE: End = End { is_line_ended: true, next: Next::Text, is_complete: true };

    fn is_fence_open(self) -> bool {
        self.next == Next::OpenFence
    }

    /// Whether fewer elements than announced, at the end of the text, mean that it was cut off.
    pub(crate) fn may_lack_elements(self) -> bool {
        !self.is_complete && (!self.is_line_ended || self.is_fence_open())
    }

    /// Whether the text was cut off, whatever it contains.
    pub(crate) fn is_cut_off(self) -> bool {
        self.is_fence_open() && !self.is_complete
    }
}

/// A sign that a text was cut off.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    /// What the elements of the innermost array are: `rows` or `items`.
    pub(crate) what: &'static str,
    /// How many of them are complete, and how many are announced.
    pub(crate) counts: Option<(u64, u64)>,
}

/// The length of the lines of `text` that end in a line feed.
pub(crate) fn complete_len(text: &str) -> usize {
    memchr::memrchr(b'\n', text.as_bytes()).map_or(0, |end| end + 1)
}
