//! Reads an answer whose end has not come yet.

use crate::answer::Answer;
use crate::answer_error::AnswerError;
use crate::document::{Document, OPTIONS};
use crate::extract;
use crate::options::Options;
use alloc::string::String;
use serde::de::DeserializeOwned;
use toon::{Error, Partial, Progress};

/// An answer that a model is still writing: text is added as it arrives, and the value of its first
/// document can be read at any time, as far as it has come.
///
/// There is nothing before the document begins: with a fence or tag, or, if it is the whole answer,
/// with a header, or a field and the line after it. A block that is not labelled as TOON must begin
/// that way, too. Of the document, the same is shown as of a [`toon::Partial`]: its complete lines,
/// read strictly. Whatever is shown once stays, unless the model declares it a thought later, with
/// `</think>`, or a labelled block follows one without a label.
///
/// Adding text takes time in proportion to it, and reading the value in proportion to all text so far.
///
/// ```
/// let mut answer = toon_answer::PartialAnswer::new();
/// answer.push("Here are the users:\n\n```too");
/// assert_eq!(answer.value::<toon::Value>()?, None);
///
/// answer.push("n\nusers[3]{id,name}:\n  1,Ada\n  2,B");
/// assert_eq!(answer.value::<toon::Value>()?.unwrap().to_string(), "users[1]{id,name}:\n  1,Ada");
///
/// answer.push("ob\n```\nAnything else?");
/// let answer = answer.finish::<toon::Value>().unwrap();
/// assert_eq!(answer.value["users"][1]["name"], "Bob");
/// assert_eq!(answer.fixes[0].to_string(), "changed the count 3 to 2 at line 4 column 1");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PartialAnswer {
    text: String,
    with_unfinished: bool,
    options: Options,
}

impl Options {
    /// Creates an empty answer that is read while its text arrives, and at its end with these options.
    ///
    /// ```
    /// let mut answer = toon_answer::Options::new().complete(true).partial();
    /// answer.push("```toon\n[3]: 1,2\n```");
    /// assert_eq!(answer.finish::<Vec<u8>>().unwrap().value, [1, 2]);
    /// ```
    pub fn partial(&self) -> PartialAnswer {
        PartialAnswer { options: self.clone(), ..PartialAnswer::default() }
    }
}

impl PartialAnswer {
    /// Creates an empty answer, with the default options; see also [`Options::partial`].
    ///
    /// ```
    /// assert_eq!(toon_answer::PartialAnswer::new().value::<toon::Value>().unwrap(), None);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the value includes what has come of the last line, as in
    /// [`Partial::with_unfinished`]. Off by default.
    ///
    /// ```
    /// let mut answer = toon_answer::PartialAnswer::new().with_unfinished(true);
    /// answer.push("```toon\ntitle: \"Half a sen");
    /// assert_eq!(answer.value::<toon::Value>().unwrap().unwrap()["title"], "Half a sen");
    /// assert_eq!(answer.progress().unwrap().unfinished(), Some("title"));
    /// ```
    #[must_use]
    pub fn with_unfinished(mut self, with_unfinished: bool) -> Self {
        self.with_unfinished = with_unfinished;
        self
    }

    /// Adds text.
    ///
    /// ```
    /// let mut answer = toon_answer::PartialAnswer::new();
    /// answer.push("```toon\n");
    /// answer.push("a: 1\n");
    /// assert_eq!(answer.text(), "```toon\na: 1\n");
    /// ```
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads the value of the first document so far; `None` as long as nothing of it is known.
    ///
    /// [`coerce`](toon::DecodeOptions::coerce) is on. Fields that may not have come yet must be an
    /// `Option` or have a default.
    ///
    /// # Errors
    /// Fails if a complete line of the document has a mistake, or if the value does not match `T`, with
    /// the line in the answer. Nothing is repaired before the end, when it is clearer what a mistake
    /// means.
    ///
    /// ```
    /// let mut answer = toon_answer::PartialAnswer::new();
    /// answer.push("Sure:\n```toon\n[3]: 1,2\n```\n");
    /// let error = answer.value::<Vec<u8>>().unwrap_err();
    /// assert_eq!(error.to_string(), "header declares 3 elements, found 2 at line 3 column 1");
    /// assert_eq!(answer.finish::<Vec<u8>>().unwrap().value, [1, 2]);
    /// ```
    pub fn value<T: DeserializeOwned>(&self) -> Result<Option<T>, Error> {
        self.read(Partial::value).map(Option::flatten)
    }

    /// Which parts of the value so far are complete.
    ///
    /// # Errors
    /// Fails if a complete line of the document has a mistake.
    ///
    /// ```
    /// let mut answer = toon_answer::PartialAnswer::new();
    /// answer.push("```toon\nusers[3]:\n  - id: 1\n  - id: 2\n");
    /// assert!(answer.progress().unwrap().is_complete("users[0]"));
    /// ```
    pub fn progress(&self) -> Result<Progress, Error> {
        self.read(Partial::progress).map(Option::unwrap_or_default)
    }

    /// Reads the whole answer, which ends here, as [`from_answer`](crate::from_answer) does: repairs
    /// can give what has been shown another meaning, and with several documents, the last may be read.
    ///
    /// # Errors
    /// As for [`from_answer`](crate::from_answer).
    ///
    /// ```
    /// let mut answer = toon_answer::PartialAnswer::new();
    /// answer.push("```toon\nusers[3]{id}:\n  1\n  2");
    /// assert!(answer.finish::<toon::Value>().unwrap_err().is_cut_off());
    /// ```
    pub fn finish<T: DeserializeOwned>(&self) -> Result<Answer<T>, AnswerError> {
        self.options.from_answer(&self.text)
    }

    /// Reads the first document, if it has begun.
    fn read<T>(&self, read: impl FnOnce(&Partial) -> Result<T, Error>) -> Result<Option<T>, Error> {
        let Some(block) = extract::first(&self.text) else { return Ok(None) };
        let document = Document::new(&self.text, &block, &self.options);
        let mut partial = OPTIONS.partial().with_unfinished(self.with_unfinished);
        partial.push(document.text);
        if block.is_fenced() && block.is_closed() {
            // The line feed before the fence is not a part of the block.
            partial.push("\n");
        }
        read(&partial).map(Some).map_err(|error| document.in_answer(error))
    }
}
