//! Reads a value from a model's answer.

use crate::answer_error::AnswerError;
use crate::choose;
use crate::document::{Document, Failure, Meant, OPTIONS};
use crate::edits::Edits;
use crate::fix::{Fix, Warning, WarningKind};
use crate::options::{Choice, Options};
use crate::typed::{self, Mismatches};
use crate::value::MeantValue;
use alloc::format;
use alloc::vec::Vec;
use serde::de::DeserializeOwned;
use toon::{Category, Error};

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
/// The [document](crate::extract()) is read as strict TOON; if that fails, it is
/// [repaired](crate::repair()). If it begins like a JSON object or array, it is read as JSON.
///
/// Several documents with the same keys, or the same header, are drafts and corrections: the last one
/// that can be read as `T` is taken, and a [warning](Answer::warnings) says where it begins. All
/// others are an error, also if `T` accepts any value: [`Options::block`] chooses one.
///
/// [`coerce`](toon::DecodeOptions::coerce) is always on. It only affects values that would otherwise be
/// errors, with one exception: every `Option` reads an unquoted `None`, `Null`, `NULL`, `nil` or
/// `undefined` as `None`.
///
/// A document that still cannot be read as `T` is adapted, with a [warning](Answer::warnings) for
/// each change:
///
/// * A name that differs from that of exactly one variant only in upper and lower case, spaces, `-`
///   and `_` is read as the variant.
/// * An empty cell and a key without a value are read as null. An empty string in quotes is not.
/// * If the document has only one key, its value can be the requested list, struct or map.
///
/// ```
/// #[derive(Debug, PartialEq, serde::Deserialize)]
/// #[serde(rename_all = "snake_case")]
/// enum Status {
///     InProgress,
/// }
/// # #[derive(Debug, PartialEq, serde::Deserialize)]
/// # struct Task {
/// #     status: Status,
/// #     hours: Option<f64>,
/// # }
///
/// let answer = "```toon\ntasks[1]{status,hours}:\n  In Progress,\n```";
/// let tasks = toon_answer::from_answer::<Vec<Task>>(answer).unwrap();
/// assert_eq!(tasks.value, [Task { status: Status::InProgress, hours: None }]);
/// let warnings: Vec<_> = tasks.warnings.iter().map(ToString::to_string).collect();
/// assert_eq!(
///     warnings,
///     [
///         "read the value of the only key \"tasks\" as the document at line 2 column 1",
///         "read `In Progress` as the variant `in_progress` at line 3 column 3",
///         "read an empty value as null at line 3 column 15",
///     ],
/// );
/// ```
///
/// # Errors
/// Fails if the answer contains no document, several that are not drafts of the same, or none that can
/// be read as `T`, and if it was cut off. The [error](AnswerError) lists the mistakes in the document, and its
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
pub fn from_answer<T: DeserializeOwned>(answer: &str) -> Result<Answer<T>, AnswerError> {
    Options::new().from_answer(answer)
}

impl Options {
    /// [`from_answer`](crate::from_answer) with these options.
    ///
    /// # Errors
    /// As for [`from_answer`](crate::from_answer).
    pub fn from_answer<T: DeserializeOwned>(&self, answer: &str) -> Result<Answer<T>, AnswerError> {
        with_options(answer, self)
    }
}

fn with_options<T: DeserializeOwned>(answer: &str, options: &Options) -> Result<Answer<T>, AnswerError> {
    let documents = choose::documents(answer, options).map_err(AnswerError::refused)?;
    if options.choice() == Some(Choice::All) {
        return all(answer, &documents, options);
    }
    if let [document] = documents.as_slice() {
        return document.read_as(options).map_err(|unread| unread.into_error(answer));
    }
    if let Some(Err(failure @ Failure::CutOff(_))) = documents.last().map(|last| last.read(options)) {
        // A correction that was cut off is not replaced by what it corrects.
        return Err(Unread::from(failure).into_error(answer));
    }
    let values: Vec<_> =
        documents.iter().map(|document| document.read(options).ok().map(|read| read.value)).collect();
    if takes_anything::<T>() || !choose::are_drafts(&documents, &values) {
        return Err(AnswerError::refused(choose::several(&documents)));
    }
    let mut last = None;
    for document in documents.iter().rev() {
        match document.read_as::<T>(options) {
            Ok(mut read) => {
                let lines: Vec<_> =
                    documents.iter().map(Document::line).filter(|line| *line != document.line()).collect();
                let others: Vec<_> = lines.iter().map(|line| format!("{line}")).collect();
                let those = if others.len() == 1 { "the one at line" } else { "those at lines" };
                let message = format!("read this document, and not {those} {}", others.join(", "));
                read.warnings.insert(0, Warning::new(WarningKind::Documents, (document.line(), 1), message));
                return Ok(read);
            }
            Err(unread) => last = last.or(Some(unread)),
        }
    }
    Err(match last {
        Some(unread) => unread.into_error(answer),
        None => AnswerError::refused(choose::several(&documents)),
    })
}

/// Reads all documents as a list.
fn all<T: DeserializeOwned>(
    answer: &str,
    documents: &[Document<'_>],
    options: &Options,
) -> Result<Answer<T>, AnswerError> {
    let (mut values, mut fixes, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    for document in documents {
        let read = document.read(options).map_err(|failure| Unread::from(failure).into_error(answer))?;
        values.push(read.value);
        fixes.extend(read.fixes);
        warnings.extend(read.warnings);
    }
    let read = typed::deserialize(&MeantValue::Array(values), &Edits::default());
    match read {
        Ok(value) => Ok(Answer { value, fixes, warnings }),
        Err(error) => Err(AnswerError::new(answer, Vec::new(), error.into())),
    }
}

/// Whether `T` accepts any value, so that nothing tells which of several documents is meant.
fn takes_anything<T: DeserializeOwned>() -> bool {
    ["null", "true", "0.5", "x", "[1]: x", "x: 1"].iter().all(|text| toon::from_str::<T>(text).is_ok())
}

/// Why a document could not be read as a type.
pub(crate) struct Unread {
    mistakes: Vec<Error>,
    mismatches: Mismatches,
    cut: Option<usize>,
}

impl From<Failure> for Unread {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Mistakes(mistakes) => Unread { mistakes, mismatches: Mismatches::default(), cut: None },
            Failure::CutOff(cut) => Unread {
                mistakes: alloc::vec![cut.error],
                mismatches: Mismatches::default(),
                cut: Some(cut.bytes),
            },
        }
    }
}

impl Unread {
    fn into_error(self, answer: &str) -> AnswerError {
        let Unread { mut mistakes, mismatches, cut } = self;
        mistakes.sort_by_key(|mistake| (mistake.line(), mistake.column()));
        let error = AnswerError::new(answer, mistakes, mismatches);
        match cut {
            Some(bytes) => error.cut_off(bytes),
            None => error,
        }
    }
}

impl Document<'_> {
    /// Reads the document as a `T`.
    fn read_as<T: DeserializeOwned>(&self, options: &Options) -> Result<Answer<T>, Unread> {
        let mut failed = None;
        if self.is_valid() {
            if let Some(mistake) = self.json_mistake() {
                return Err(Unread {
                    mistakes: alloc::vec![mistake],
                    mismatches: Mismatches::default(),
                    cut: None,
                });
            }
            match OPTIONS.from_str(self.text) {
                Ok(value) => {
                    // What it reads is the same, and it may stop at what is only valid by the letter.
                    let warnings = self.read(options).map(|read| read.warnings).unwrap_or_default();
                    return Ok(Answer { value, fixes: Vec::new(), warnings });
                }
                Err(mismatch) => failed = Some(self.in_answer(mismatch)),
            }
        }
        let read = match (self.read(options), failed) {
            // The tree of a valid text is only needed to adapt it.
            (Err(_), Some(mismatch)) => {
                return Err(Unread { mistakes: Vec::new(), mismatches: mismatch.into(), cut: None });
            }
            (Err(failure), None) => return Err(self.unread::<T>(failure)),
            (Ok(read), Some(mismatch)) if mismatch.classify() != Category::Data => {
                drop(read);
                return Err(Unread { mistakes: Vec::new(), mismatches: mismatch.into(), cut: None });
            }
            (Ok(read), _) => read,
        };
        let Meant { value: tree, fixes, warnings, is_json } = read;
        let read = self.read_tree(&tree, &Edits::default());
        match read.map(|value| (value, Vec::new())).or_else(|error| typed::read(self, &tree, is_json, error))
        {
            Ok((value, typed)) => Ok(Answer { value, fixes, warnings: merged(warnings, typed) }),
            Err(mismatches) => {
                let mistakes = if is_json { Vec::new() } else { OPTIONS.check(self.text) };
                let mistakes = mistakes.into_iter().map(|mistake| self.in_answer(mistake)).collect();
                Err(Unread { mistakes, mismatches, cut: None })
            }
        }
    }

    /// Why a document with mistakes was not read. Reading may have stopped at a value first.
    fn unread<T: DeserializeOwned>(&self, failure: Failure) -> Unread {
        let mut unread = Unread::from(failure);
        if unread.cut.is_none() && self.json_mistake().is_none() {
            let mismatch = OPTIONS.from_str::<T>(self.text).err();
            let mismatch = mismatch.filter(|mismatch| mismatch.classify() == Category::Data);
            unread.mismatches = mismatch.map(|mismatch| self.in_answer(mismatch).into()).unwrap_or_default();
        }
        unread
    }
}

/// All warnings, in text order.
fn merged(mut warnings: Vec<Warning>, others: Vec<Warning>) -> Vec<Warning> {
    if !others.is_empty() {
        warnings.extend(others);
        warnings.sort_by_key(|warning| (warning.line(), warning.column()));
    }
    warnings
}
