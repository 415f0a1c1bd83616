//! Explains to a model why its answer could not be read.

use crate::choose::Refused;
use crate::typed::Mismatches;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display, Write as _};
use toon::__internal::shorten;
use toon::{__internal, Error, ErrorKind};

/// The reason why [`from_answer`](crate::from_answer) could not read a value.
///
/// [`to_message`](Self::to_message) is meant for the model, and `Display`, which is a single line,
/// for logs. Lines and columns refer to the whole answer.
///
/// ```
/// let answer = "The result:\n\n```toon\nids[3]: 1,2\nnames[2]: Ann,\"Bob\\x\"\ntotal: many\n```";
/// #[derive(Debug, serde::Deserialize)]
/// struct Found {
///     total: u32,
/// }
/// let error = toon_answer::from_answer::<Found>(answer).unwrap_err();
/// assert_eq!(
///     error.to_message(),
///     "\
/// Your answer could not be read. Correct these mistakes and send the complete document again.
///
/// Line 4, column 4, in ids: header declares 3 elements, found 2
///     ids[3]: 1,2
/// To fix this: write [2] in the header, or add the missing element
///
/// Line 5, column 19, in names[1]: invalid escape sequence `\\x`
///     names[2]: Ann,\"Bob\\x\"
/// To fix this: use only the escapes \\\\, \\\", \\n, \\r, \\t and \\uXXXX; write a backslash as \\\\, and characters above U+FFFF literally
///
/// Line 6, column 8, in total: expected a non-negative integer, found string \"many\"
///     total: many
/// To fix this: write a non-negative integer",
/// );
/// ```
pub struct AnswerError {
    // One pointer wide, like `Error`.
    inner: Box<AnswerErrorInner>,
}

struct AnswerErrorInner {
    mistakes: Vec<Error>,
    mismatches: Mismatches,
    message: String,
    /// Why none of the documents is read.
    reason: String,
    complete: Option<usize>,
}

/// The maximum number of mistakes that a message describes. A model that can correct these can
/// correct the others, too.
const MAX_LISTED: usize = 20;

impl AnswerError {
    pub(super) fn new(answer: &str, mistakes: Vec<Error>, mismatches: Mismatches) -> Self {
        let message = message(answer, &mistakes, &mismatches);
        let reason = String::new();
        AnswerError {
            inner: Box::new(AnswerErrorInner { mistakes, mismatches, message, reason, complete: None }),
        }
    }

    /// None of the documents is read, or there is none.
    pub(crate) fn refused(refused: Refused) -> Self {
        let Refused { message: reason, help, line } = refused;
        let message = match line {
            0 if reason.starts_with("no ") => {
                "Your answer contains no TOON document. Send the data as TOON, in a code block: a \
                line ```toon before it and a line ``` after it."
                    .into()
            }
            0 => format!("Your answer could not be read: {reason}.\nTo fix this: {help}"),
            _ => format!("Your answer could not be read: {reason}.\nTo fix this: send a single document"),
        };
        let (mistakes, mismatches) = (Vec::new(), Mismatches::default());
        AnswerError {
            inner: Box::new(AnswerErrorInner { mistakes, mismatches, message, reason, complete: None }),
        }
    }

    /// The same error of an answer of which only the first `bytes` bytes are complete.
    pub(crate) fn cut_off(mut self, bytes: usize) -> Self {
        self.inner.complete = Some(bytes);
        let reason =
            self.inner.mistakes.first().map(|mistake| description(mistake.kind())).unwrap_or_default();
        self.inner.message = format!(
            "Your answer could not be read: {reason}. Send the rest of the answer from there, or the complete document again."
        );
        self
    }

    /// Whether the answer was cut off.
    ///
    /// ```
    /// let error = toon_answer::from_answer::<Vec<u8>>("```toon\n[3]: 1,2").unwrap_err();
    /// assert!(error.is_cut_off());
    /// assert_eq!(error.to_string(), "the answer was cut off at line 2");
    /// ```
    pub fn is_cut_off(&self) -> bool {
        self.inner.complete.is_some()
    }

    /// If the answer was cut off, the number of bytes from its start that are complete, so that the
    /// model can be asked to go on from there.
    ///
    /// ```
    /// let error = toon_answer::from_answer::<Vec<u8>>("```toon\n[3]:\n  - 1\n  - 2").unwrap_err();
    /// assert_eq!(error.complete_bytes(), Some("```toon\n[3]:\n  - 1\n".len()));
    /// ```
    pub fn complete_bytes(&self) -> Option<usize> {
        self.inner.complete
    }

    /// Whether the answer contains a document. If not, there are no mistakes and no mismatch
    /// either.
    ///
    /// ```
    /// let error = toon_answer::from_answer::<Vec<u8>>("Sorry, I cannot help with that.").unwrap_err();
    /// assert!(!error.has_document());
    /// assert_eq!(error.to_string(), "no TOON or JSON document in the answer, only prose");
    /// ```
    pub fn has_document(&self) -> bool {
        self.first().is_some()
    }

    /// All mistakes in the text of the document, from top to bottom, as listed by
    /// [`DecodeOptions::check`](toon::DecodeOptions::check). Includes mistakes that could be
    /// repaired.
    ///
    /// ```
    /// let error = toon_answer::from_answer::<Vec<bool>>("```toon\n[3]: maybe,no\n```").unwrap_err();
    /// assert_eq!(error.mistakes()[0].line(), 2);
    /// ```
    pub fn mistakes(&self) -> &[Error] {
        &self.inner.mistakes
    }

    /// The first value that does not match the requested type, if reading got that far.
    ///
    /// ```
    /// let error = toon_answer::from_answer::<Vec<bool>>("```toon\n[2]: true,no\n```").unwrap_err();
    /// let mismatch = error.mismatch().unwrap();
    /// assert_eq!((mismatch.line(), mismatch.column(), mismatch.path()), (2, 11, Some("[1]")));
    /// ```
    pub fn mismatch(&self) -> Option<&Error> {
        self.inner.mismatches.errors.first()
    }

    /// The values that do not match the requested type: one of each element of a list or table, and
    /// at most twenty. Errors of custom types name the value that was found.
    ///
    /// ```
    /// let error = toon_answer::from_answer::<Vec<u8>>("```toon\n[4]: 1,two,300,4\n```").unwrap_err();
    /// let paths: Vec<_> = error.mismatches().iter().filter_map(toon::Error::path).collect();
    /// assert_eq!(paths, ["[1]", "[2]"]);
    /// ```
    pub fn mismatches(&self) -> &[Error] {
        &self.inner.mismatches.errors
    }

    /// A message to send back to the model. It describes up to twenty mistakes in the text and
    /// values of the wrong type, each with its line and how to fix it.
    ///
    /// ```
    /// let error = toon_answer::from_answer::<Vec<bool>>("[2]: true,no").unwrap_err();
    /// assert_eq!(
    ///     error.to_message(),
    ///     "\
    /// Your answer could not be read. Correct this mistake and send the complete document again.
    ///
    /// Line 1, column 11, in [1]: expected true or false, found string \"no\"
    ///     [2]: true,no
    /// To fix this: write true or false",
    /// );
    /// ```
    pub fn to_message(&self) -> String {
        self.inner.message.clone()
    }

    /// The mistake or mismatch that comes first in the text.
    fn first(&self) -> Option<&Error> {
        let all = self.inner.mistakes.iter().chain(self.mismatches());
        all.min_by_key(|error| (error.line(), error.column()))
    }
}

impl Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.first() else {
            return f.write_str(&self.inner.reason);
        };
        if self.is_cut_off() {
            return f.write_str(&description(first.kind()));
        }
        write!(f, "the answer could not be read: {first}")?;
        let count = self.inner.mistakes.len() + self.mismatches().len();
        match (count, self.inner.mismatches.has_more) {
            (0 | 1, _) => Ok(()),
            (2, false) => f.write_str(" (and 1 more mistake)"),
            (count, false) => write!(f, " (and {} more mistakes)", count - 1),
            (count, true) => write!(f, " (and at least {count} more mistakes)"),
        }
    }
}

impl fmt::Debug for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerError")
            .field("mistakes", &self.inner.mistakes)
            .field("mismatches", &self.inner.mismatches.errors)
            .finish()
    }
}

impl core::error::Error for AnswerError {}

fn message(answer: &str, mistakes: &[Error], mismatches: &Mismatches) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_message(&mut out, answer, mistakes, mismatches);
    out
}

fn write_message(out: &mut String, answer: &str, mistakes: &[Error], mismatches: &Mismatches) -> fmt::Result {
    let these = match mistakes.len() + mismatches.errors.len() {
        1 => "this mistake",
        _ => "these mistakes",
    };
    write!(out, "Your answer could not be read. Correct {these} and send the complete document again.")?;
    for mistake in mistakes.iter().take(MAX_LISTED) {
        write_mistake(out, mistake, answer)?;
    }
    match mistakes.len().saturating_sub(MAX_LISTED) {
        0 => {}
        1 => out.push_str("\n\nThere is 1 more mistake further down."),
        more => write!(out, "\n\nThere are {more} more mistakes further down.")?,
    }
    // At least one, which may have another cause.
    let listed = MAX_LISTED.saturating_sub(mistakes.len()).max(1);
    for mismatch in mismatches.errors.iter().take(listed) {
        write_mistake(out, mismatch, answer)?;
    }
    if mismatches.has_more || mismatches.errors.len() > listed {
        out.push_str("\n\nMore values may be of the wrong type further down.");
    }
    Ok(())
}

fn write_mistake(out: &mut String, error: &Error, answer: &str) -> fmt::Result {
    write!(out, "\n\nLine {}, column {}", error.line(), error.column())?;
    if let Some(path) = error.path() {
        write!(out, ", in {}", shorten(path))?;
    }
    write!(out, ": {}", description(error.kind()))?;
    if let Some(excerpt) = __internal::excerpt(error, answer).filter(|excerpt| !excerpt.trim().is_empty()) {
        write!(out, "\n    {excerpt}")?;
    }
    match advice(error) {
        Some(advice) => write!(out, "\nTo fix this: {advice}"),
        None => Ok(()),
    }
}

/// The maximum length of a description. Messages of custom errors may be of any length.
const MAX_DESCRIPTION_CHARS: usize = 500;

fn description(kind: &ErrorKind) -> String {
    let text = match kind {
        ErrorKind::InvalidType { unexpected, expected, .. }
        | ErrorKind::InvalidValue { unexpected, expected, .. } => {
            format!("expected {}, found {unexpected}", plain(expected))
        }
        kind => kind.to_string(),
    };
    match text.char_indices().nth(MAX_DESCRIPTION_CHARS) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}

fn advice(error: &Error) -> Option<Cow<'_, str>> {
    error.suggestion().or_else(|| match error.kind() {
        ErrorKind::InvalidType { expected, .. } => match plain(expected) {
            Cow::Borrowed(expected) => Some(Cow::Owned(format!("write {expected}"))),
            Cow::Owned(_) => None,
        },
        _ => None,
    })
}

/// Describes what a target expects to a reader who does not know Rust. Borrowed if the type is
/// known.
fn plain(expected: &str) -> Cow<'static, str> {
    Cow::Borrowed(match expected {
        "u8" => "an integer from 0 to 255",
        "i8" => "an integer from -128 to 127",
        "u16" | "u32" | "u64" | "u128" | "usize" => "a non-negative integer",
        "i16" | "i32" | "i64" | "i128" | "isize" => "an integer",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "a borrowed string" | "string or map" => "a string",
        "a character" => "a string with exactly one character",
        "unit" => "null",
        "a sequence" => "an array",
        "a map" => "an object",
        _ if expected.starts_with("struct ") => "an object",
        _ => return Cow::Owned(shorten(expected)),
    })
}
