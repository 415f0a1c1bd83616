//! Reads a value from a model's answer.

use super::answer_error::AnswerError;
use super::document::json_of;
use super::extract::{Block, extract, unreadable};
use super::fix::{Fix, FixKind, Warning, kept_last};
use super::header;
use super::locate;
use super::reader::LenientReader;
use super::value::MeantValue;
use alloc::string::String;
use alloc::vec::Vec;
use serde::de::DeserializeOwned;
use toon::{__answer, Category, DecodeOptions, EncodeOptions, Error, Result, json};

/// A value that was read from a model's answer by [`from_answer`].
///
/// ```
/// let answer = toon_answer::from_answer::<Vec<u8>>("Here you are:\n```toon\n[2]: 7,8,9\n```").unwrap();
/// assert_eq!(answer.value, [7, 8, 9]);
/// assert_eq!(answer.fixes[0].to_string(), "changed the count 2 to 3 at line 3 column 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer<T> {
    /// The value.
    pub value: T,
    /// The changes that the document required, in text order; empty if it was valid. Lines and
    /// columns refer to the whole answer.
    pub fixes: Vec<Fix>,
    /// Values in the text that are valid, but probably not what was intended, as in
    /// [`Repaired`](crate::Repaired). Those that were converted to the requested type are among
    /// them.
    pub warnings: Vec<Warning>,
}

/// Reads a value from the document in a model's answer, repairing mistakes and converting values to
/// the types that `T` requests.
///
/// The [documents](crate::extract()) in the answer are tried in order: those that begin like JSON
/// objects and arrays are read as JSON, all others as strict TOON. If none of them can be read as
/// `T`, those that are not JSON are [repaired](crate::repair()) and tried again. So a document
/// without mistakes takes precedence over an earlier one with mistakes, such as a correction over a
/// first attempt.
///
/// [`coerce`](DecodeOptions::coerce) is always on. It only affects values that would otherwise be
/// errors, with one exception: every `Option` reads an unquoted `None`, `Null`, `NULL`, `nil` or
/// `undefined` as `None`.
///
/// # Errors
/// Fails if the answer contains no document, or none that can be read as `T`. The
/// [error](AnswerError) lists the mistakes in the first document, and its
/// [`to_message`](AnswerError::to_message) explains them to the model.
///
/// ```
/// #[derive(Debug, PartialEq, serde::Deserialize)]
/// struct User {
///     name: String,
///     age: Option<u8>,
/// }
///
/// let answer = "Sure! Here are the users:
///
/// ```toon
/// [3]{name,age}:
/// Ann,\"31\"
/// 2024,None
/// ```";
/// let users = toon_answer::from_answer::<Vec<User>>(answer).unwrap();
/// assert_eq!(
///     users.value,
///     [User { name: "Ann".into(), age: Some(31) }, User { name: "2024".into(), age: None }],
/// );
/// let kinds: Vec<_> = users.fixes.iter().map(toon_answer::Fix::kind).collect();
/// assert_eq!(kinds, [toon_answer::FixKind::Count, toon_answer::FixKind::Indentation]);
///
/// let error = toon_answer::from_answer::<Vec<User>>(&answer.replace("31", "unknown")).unwrap_err();
/// assert_eq!(error.mismatch().unwrap().path(), Some("[0].age"));
/// ```
pub fn from_answer<T: DeserializeOwned>(answer: &str) -> core::result::Result<Answer<T>, AnswerError> {
    let mut documents: Vec<_> = extract(answer).map(|block| Document::new(answer, &block)).collect();
    if documents.is_empty() {
        // A block that cannot be read still has mistakes to report.
        documents.extend(unreadable(answer).map(|block| Document::new(answer, &block)));
    }
    let mut errors = Vec::with_capacity(documents.len());
    for document in &documents {
        match document.read() {
            Ok(read) => return Ok(read),
            Err(error) => errors.push(error),
        }
    }
    let mut first = None;
    for (document, error) in documents.iter().zip(errors) {
        match document.read_repaired(error) {
            Ok(read) => return Ok(read),
            Err(failure) => first = first.or(Some(failure)),
        }
    }
    Err(match first {
        Some(Failure { mistakes, mismatch }) => AnswerError::new(answer, mistakes, mismatch),
        None => AnswerError::no_document(),
    })
}

const OPTIONS: DecodeOptions = DecodeOptions::new().coerce(true);

/// Why a document could not be read.
struct Failure {
    mistakes: Vec<Error>,
    mismatch: Option<Error>,
}

/// A document in an answer.
struct Document<'t> {
    answer: &'t str,
    /// The text, without a byte-order mark.
    text: &'t str,
    /// The position of `text` in the answer.
    offset: usize,
    line: usize,
    column: usize,
    /// The value and the duplicate keys, if the document is JSON.
    json: Option<(MeantValue<'t>, Vec<String>)>,
}

impl<'t> Document<'t> {
    fn new(answer: &'t str, block: &Block<'t>) -> Self {
        let text = block.text();
        let content = text.strip_prefix('\u{feff}').unwrap_or(text);
        let offset = block.offset() + (text.len() - content.len());
        let json = json_of(content, OPTIONS.get_max_depth());
        let column = locate::column(answer, offset);
        Document { answer, text: content, offset, line: block.line(), column, json }
    }

    /// The mistake in a document that is meant as JSON. To the strict reader, `{"a": 1,}` is a field
    /// with a strange key.
    fn json_mistake(&self) -> Option<Error> {
        let first = self.text.trim_start();
        let first = first.lines().next().filter(|first| first.starts_with(['{', '[']))?;
        let is_toon = first.starts_with('[') && header::parse(first.trim_end()).is_some();
        if is_toon || self.json.is_some() {
            return None;
        }
        json::to_toon(self.text, &EncodeOptions::new()).err()
    }

    /// Reads the document without repairs.
    fn read<T: DeserializeOwned>(&self) -> Result<Answer<T>> {
        if let Some(mistake) = self.json_mistake() {
            return Err(mistake);
        }
        let Some((value, duplicates)) = &self.json else {
            let value = OPTIONS.from_str(self.text)?;
            let mut reader = LenientReader::new(self.text, OPTIONS.get_max_depth());
            // What it reads is the same, and it may stop at what is only valid by the letter.
            let _ = reader.read();
            let (_, warnings) = reader.into_notes();
            return Ok(Answer { value, fixes: Vec::new(), warnings: self.moved(warnings) });
        };
        let value = self.value_of(value)?;
        let place = self.place_of(self.text.len() - self.text.trim_start().len());
        let mut fixes = alloc::vec![Fix::new(FixKind::Json, place, "read JSON instead of TOON".into())];
        fixes.extend(duplicates.iter().map(|key| Fix::new(FixKind::DuplicateKey, place, kept_last(key))));
        Ok(Answer { value, fixes, warnings: Vec::new() })
    }

    /// Repairs and reads the document, after reading it without repairs failed with `error`.
    fn read_repaired<T: DeserializeOwned>(&self, error: Error) -> core::result::Result<Answer<T>, Failure> {
        if self.json.is_some() {
            // `value_of` has already placed the error in the answer.
            return Err(Failure { mistakes: Vec::new(), mismatch: Some(error) });
        }
        if let Some(mistake) = self.json_mistake() {
            return Err(Failure { mistakes: alloc::vec![self.in_answer(mistake)], mismatch: None });
        }
        let mistakes = OPTIONS.check(self.text);
        let is_valid = mistakes.is_empty();
        let mut mistakes: Vec<Error> = mistakes.into_iter().map(|mistake| self.in_answer(mistake)).collect();
        let mismatch = Some(error).filter(|error| is_valid || error.classify() == Category::Data);
        let mismatch = mismatch.map(|error| self.in_answer(error));
        if is_valid {
            return Err(Failure { mistakes, mismatch });
        }
        let mut reader = LenientReader::new(self.text, OPTIONS.get_max_depth());
        let value = match reader.read() {
            Ok(value) => value,
            Err(undecided) => {
                // The check may have stopped before this line.
                let undecided = self.in_answer(undecided);
                if mistakes.iter().all(|mistake| mistake.line() != undecided.line()) {
                    mistakes.push(undecided);
                    mistakes.sort_by_key(|mistake| (mistake.line(), mistake.column()));
                }
                return Err(Failure { mistakes, mismatch });
            }
        };
        match self.value_of(&value) {
            Ok(value) => {
                let (fixes, warnings) = reader.into_notes();
                if fixes.is_empty() {
                    // As in `repair`.
                    return Err(Failure { mistakes, mismatch });
                }
                let fixes = fixes.into_iter().map(|fix| fix.moved(|place| self.place(place)));
                Ok(Answer { value, fixes: fixes.collect(), warnings: self.moved(warnings) })
            }
            Err(mismatch) => Err(Failure { mistakes, mismatch: Some(mismatch) }),
        }
    }

    /// Converts the positions of warnings to those in the answer.
    fn moved(&self, warnings: Vec<Warning>) -> Vec<Warning> {
        warnings.into_iter().map(|warning| warning.moved(|place| self.place(place))).collect()
    }

    /// Deserializes `value`, which borrows from the document. Errors are placed in the answer.
    fn value_of<T: DeserializeOwned>(&self, value: &MeantValue<'_>) -> Result<T> {
        let mut text = String::new();
        let result = value
            .write_as_spelled(&mut EncodeOptions::new().serializer(&mut text))
            .and_then(|()| OPTIONS.from_str(&text));
        result.map_err(|error| {
            let at = value.locate(error.path().unwrap_or_default(), self.text).unwrap_or_default();
            let (line, column) = self.place_of(at);
            __answer::placed(error, line, column)
        })
    }

    /// Converts an offset in the document to a line and column in the answer.
    fn place_of(&self, at: usize) -> (usize, usize) {
        let line = self.line + memchr::memchr_iter(b'\n', &self.text.as_bytes()[..at]).count();
        (line, locate::column(self.answer, self.offset + at))
    }

    /// Converts a line and column in the document to those in the answer.
    fn place(&self, (line, column): (usize, usize)) -> (usize, usize) {
        match line {
            1 => (self.line, self.column + column - 1),
            _ => (self.line + line - 1, column),
        }
    }

    fn in_answer(&self, error: Error) -> Error {
        if error.line() == 0 {
            return error;
        }
        let (line, column) = self.place((error.line(), error.column()));
        __answer::placed(error, line, column)
    }
}
