//! Turns an answer into valid TOON.

use crate::choose::{self, Refused};
use crate::document::{CutOff, Document, Failure, Meant, write};
use crate::fix::{Fix, FixKind, Repaired};
use crate::looks;
use crate::options::{Choice, Options};
use crate::value::MeantValue;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display};
use toon::Error;

/// Turns text that is almost TOON into valid TOON, and reports what was changed.
///
/// The text is a whole answer: the [document](crate::extract()) in it is found, and what is outside of
/// it is dropped. A text that is valid as a whole is returned unchanged, with
/// [warnings](Repaired::warnings) about what is valid but probably not intended; the only exception
/// is a JSON object or array, which is read as JSON. In any other text, mistakes are interpreted as
/// what was meant, and all values are rewritten in canonical TOON; comments are lost. No complete
/// row, element or field is lost.
///
/// # Errors
///
/// Fails if the text contains no document or several, was cut off, or if the meaning of a line is
/// ambiguous. The error has the line and column in the text, and advice.
///
/// ```
/// let repaired = toon_answer::repair("user:\n    name: \"Ann\n    tags:\n    - a\n    - b\n")?;
/// assert_eq!(repaired.text, "user:\n  name: Ann\n  tags[2]: a,b");
/// assert_eq!(repaired.fixes[1].to_string(), "closed a quoted string at the end of its line at line 2 column 11");
///
/// let valid = toon_answer::repair("tags: [\"a\"]")?;
/// assert_eq!(valid.text, "tags: [\"a\"]");
/// assert_eq!(valid.warnings[0].to_string(), "this is a string that looks like JSON at line 1 column 7");
/// # Ok::<(), toon_answer::RepairError>(())
/// ```
pub fn repair(text: &str) -> Result<Repaired<'_>, RepairError> {
    Options::new().repair(text)
}

impl Options {
    /// [`repair`](crate::repair()) with these options.
    ///
    /// # Errors
    /// As for [`repair`](crate::repair()).
    pub fn repair<'t>(&self, text: &'t str) -> Result<Repaired<'t>, RepairError> {
        with_options(text, self)
    }
}

fn with_options<'t>(text: &'t str, options: &Options) -> Result<Repaired<'t>, RepairError> {
    if text.trim_start_matches('\u{feff}').trim().is_empty() && looks::is_valid(text) {
        // TOON reads a blank text as an empty object.
        return Ok(Repaired { text: Cow::Borrowed(text), fixes: Vec::new(), warnings: Vec::new() });
    }
    let documents = choose::documents(text, options)?;
    if options.choice() == Some(Choice::All) {
        return all(&documents, options);
    }
    if let [_, .., last] = documents.as_slice() {
        // Which of them is meant can be decided once the answer is complete.
        if let Err(failure @ Failure::CutOff(_)) = last.read(options) {
            return Err(failure.into());
        }
    }
    let document = choose::only(&documents)?;
    let is_valid = document.is_valid();
    let Meant { value, mut fixes, warnings, .. } = match document.read(options) {
        // What is valid is not written again.
        Err(_) if is_valid => Meant::default(),
        read => read?,
    };
    let is_unchanged = fixes.is_empty();
    let is_larger = text.trim_start_matches('\u{feff}').trim().len() > document.text.trim().len();
    if document.is_fenced {
        let message = "removed the fence or tag around the document, and what is outside of it";
        fixes.insert(0, Fix::new(FixKind::Fence, (document.line(), 1), message.into()));
    } else if is_larger || is_unchanged && !looks::is_valid(text) {
        let message = "removed the text around the document";
        fixes.insert(0, Fix::new(FixKind::Prose, (document.line(), 1), message.into()));
    }
    let text = match (is_unchanged, fixes.is_empty()) {
        (true, true) => Cow::Borrowed(text),
        (true, false) => Cow::Borrowed(document.text),
        _ => Cow::Owned(write(&value).map_err(RepairError::of)?),
    };
    Ok(Repaired { text, fixes, warnings })
}

/// The documents as a list.
fn all<'t>(documents: &[Document<'t>], options: &Options) -> Result<Repaired<'t>, RepairError> {
    let (mut values, mut fixes, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    for document in documents {
        let read = document.read(options)?;
        values.push(read.value);
        let message = "made an element of a list of the document";
        fixes.push(Fix::new(FixKind::Fence, (document.line(), 1), message.into()));
        fixes.extend(read.fixes);
        warnings.extend(read.warnings);
    }
    let text = write(&MeantValue::Array(values)).map_err(RepairError::of)?;
    Ok(Repaired { text: Cow::Owned(text), fixes, warnings })
}

/// The reason why [`repair`] refused a text.
///
/// ```
/// let error = toon_answer::repair("users[2]{id,name}:\n  1,Smith, Ann\n  2,Bob\n").unwrap_err();
/// assert_eq!(error.to_string(), "row has 3 cells, but the header has 2 fields at line 2 column 3, in users[0]");
/// assert_eq!(error.suggestion().unwrap(), "write 2 cells; quote any cell that contains the delimiter");
/// assert!(!error.is_cut_off());
/// ```
pub struct RepairError {
    inner: Box<RepairErrorInner>,
}

struct RepairErrorInner {
    error: Option<Error>,
    message: String,
    help: Option<String>,
    place: (usize, usize),
    complete: Option<usize>,
}

impl RepairError {
    /// The same as a mistake in the text.
    pub(crate) fn of(error: Error) -> Self {
        let place = (error.line(), error.column());
        let message = alloc::format!("{error}");
        RepairError {
            inner: Box::new(RepairErrorInner {
                error: Some(error),
                message,
                help: None,
                place,
                complete: None,
            }),
        }
    }

    fn refused(refused: Refused) -> Self {
        let Refused { message, help, line } = refused;
        let inner = RepairErrorInner {
            error: None,
            message,
            help: Some(help),
            place: (line, line.min(1)),
            complete: None,
        };
        RepairError { inner: Box::new(inner) }
    }

    /// The line in the text, counted from 1; 0 if the text has no document.
    pub fn line(&self) -> usize {
        self.inner.place.0
    }

    /// The column in characters, counted from 1; 0 if the text has no document.
    pub fn column(&self) -> usize {
        self.inner.place.1
    }

    /// What is wrong, without its place.
    pub fn message(&self) -> String {
        match &self.inner.error {
            Some(error) => alloc::format!("{}", error.kind()),
            None => self.inner.message.clone(),
        }
    }

    /// How to fix the text, in words that a person or a language model can act on.
    pub fn suggestion(&self) -> Option<Cow<'_, str>> {
        match (&self.inner.error, &self.inner.help) {
            (Some(error), _) => error.suggestion(),
            (None, help) => help.as_deref().map(Cow::Borrowed),
        }
    }

    /// The mistake in the text that could not be repaired.
    pub fn mistake(&self) -> Option<&Error> {
        self.inner.error.as_ref()
    }

    /// Whether the text was cut off.
    pub fn is_cut_off(&self) -> bool {
        self.inner.complete.is_some()
    }

    /// If the text was cut off, the number of bytes from its start that are complete, so that a model
    /// can be asked to go on from there.
    ///
    /// ```
    /// let answer = "```toon\nusers[3]{id,name}:\n  1,Ann\n  2,B";
    /// let error = toon_answer::repair(answer).unwrap_err();
    /// assert_eq!(&answer[..error.complete_bytes().unwrap()], "```toon\nusers[3]{id,name}:\n  1,Ann\n");
    /// ```
    pub fn complete_bytes(&self) -> Option<usize> {
        self.inner.complete
    }
}

impl From<Failure> for RepairError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Mistakes(mistakes) => match mistakes.into_iter().next() {
                Some(mistake) => RepairError::of(mistake),
                None => RepairError::refused(Refused::default()),
            },
            Failure::CutOff(CutOff { error, bytes }) => {
                let mut refused = RepairError::of(error);
                refused.inner.complete = Some(bytes);
                refused.inner.message = refused.message();
                refused
            }
        }
    }
}

impl From<Refused> for RepairError {
    fn from(refused: Refused) -> Self {
        RepairError::refused(refused)
    }
}

impl Display for RepairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.inner.message)
    }
}

impl fmt::Debug for RepairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RepairError")
            .field("message", &self.inner.message)
            .field("complete_bytes", &self.inner.complete)
            .finish()
    }
}

impl core::error::Error for RepairError {}
