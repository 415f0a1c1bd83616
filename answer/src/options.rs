//! How answers are read.

/// How answers are read: what is known about their end, and which of several documents is wanted.
///
/// ```
/// let answer = "users[3]{id,name}:\n  1,Ann\n  2,Bo";
/// let error = toon_answer::repair(answer).unwrap_err();
/// assert_eq!(error.to_string(), "the answer was cut off at line 3: 1 of 3 rows are complete");
///
/// let options = toon_answer::Options::new().allow_cut_off(true);
/// assert_eq!(options.repair(answer)?.text, "users[1]{id,name}:\n  1,Ann");
/// # Ok::<(), toon_answer::RepairError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    is_complete: bool,
    allows_cut_off: bool,
    block: Option<Choice>,
}

/// Which of several documents in an answer is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Choice {
    /// The one with this number, counted from 1.
    Nth(usize),
    /// The last one.
    Last,
    /// All of them, as a list.
    All,
}

impl From<usize> for Choice {
    fn from(number: usize) -> Self {
        Choice::Nth(number)
    }
}

impl Options {
    /// The default: nothing is known about the end of an answer, and one that was cut off is an
    /// error.
    pub const fn new() -> Self {
        Options { is_complete: false, allows_cut_off: false, block: None }
    }

    /// Whether the model is known to have stopped by itself, as APIs report in `finish_reason`,
    /// `stop_reason` or the like. They end answers without a line feed, so that a last line without
    /// one may be complete or not.
    ///
    /// If `true`, fewer elements than announced are a wrong count, and a fence may be left open. Only
    /// an open quote, an unfinished key and a last row with too few cells still mean that the answer
    /// was cut off.
    ///
    /// ```
    /// let answer = "tags[3]: a,b";
    /// assert!(toon_answer::repair(answer).unwrap_err().is_cut_off());
    ///
    /// let finish_reason = "stop";
    /// let options = toon_answer::Options::new().complete(finish_reason == "stop");
    /// assert_eq!(options.repair(answer)?.text, "tags[2]: a,b");
    /// # Ok::<(), toon_answer::RepairError>(())
    /// ```
    #[must_use]
    pub const fn complete(mut self, is_complete: bool) -> Self {
        self.is_complete = is_complete;
        self
    }

    /// Whether an answer that was cut off is read without its last line, if that is unfinished. A fix
    /// of the kind [`CutOff`](crate::FixKind::CutOff) says what was dropped.
    ///
    /// ```
    /// let options = toon_answer::Options::new().allow_cut_off(true);
    /// let repaired = options.repair("```toon\nname: Ann\nscore: 9")?;
    /// assert_eq!(repaired.text, "name: Ann");
    /// let dropped = &repaired.fixes[1];
    /// assert_eq!(dropped.kind(), toon_answer::FixKind::CutOff);
    /// assert_eq!(dropped.to_string(), "dropped the last line, at which the answer was cut off at line 3 column 1");
    /// # Ok::<(), toon_answer::RepairError>(())
    /// ```
    #[must_use]
    pub const fn allow_cut_off(mut self, allows_cut_off: bool) -> Self {
        self.allows_cut_off = allows_cut_off;
        self
    }

    /// Which of several documents is read: one by its number, counted from 1, the last, or all of
    /// them as a list.
    ///
    /// ```
    /// use toon_answer::{Choice, Options};
    ///
    /// let answer = "```toon\nid: 1\n```\nand\n```toon\nname: x\n```";
    /// assert_eq!(Options::new().block(2).repair(answer)?.text, "name: x");
    /// assert_eq!(Options::new().block(Choice::All).repair(answer)?.text, "[2]:\n  - id: 1\n  - name: x");
    /// assert!(toon_answer::repair(answer).is_err());
    /// # Ok::<(), toon_answer::RepairError>(())
    /// ```
    #[must_use]
    pub fn block(mut self, choice: impl Into<Choice>) -> Self {
        self.block = Some(choice.into());
        self
    }

    /// Whether the model is known to have stopped by itself.
    pub(crate) const fn is_complete(&self) -> bool {
        self.is_complete
    }

    pub(crate) const fn allows_cut_off(&self) -> bool {
        self.allows_cut_off
    }

    pub(crate) const fn choice(&self) -> Option<Choice> {
        self.block
    }
}
