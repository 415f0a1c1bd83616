//! Documents in the answers of models.

mod format;
mod place;
mod refusal;
mod search;

pub(crate) use format::{format, json_mistake, read};
pub(crate) use place::{Place, unindented};
pub(crate) use refusal::Refusal;
pub(crate) use search::{Extract, chosen, is_blank, outcome, repair};

use crate::args::Choosing;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::report;
use place::in_place;
use std::borrow::Cow;
use toon::__internal::fence;
use toon::{DecodeOptions, EncodeOptions, Error, ErrorKind, json};
use toon_answer::{Block, Choice, Fix, FixKind, Warning};
use toon_formats::Format;

/// A document in a text, as TOON.
pub(crate) struct AnswerDocument<'t> {
    /// With an empty line for each line before it, so that the places of mistakes are those in the text.
    pub(crate) text: Cow<'t, str>,
    pub(crate) outcome: Outcome,
}

/// Returns the document in `text`. In an answer, it must be valid TOON, or JSON or YAML, which are
/// converted to TOON.
pub(crate) fn document<'t>(
    name: &str,
    text: &'t str,
    extract: Extract,
    options: &DecodeOptions,
) -> Result<AnswerDocument<'t>, Failure> {
    let is_searched = match extract {
        Extract::Never => false,
        Extract::Fenced => fence::begins(text) && toon_answer::extract(text).next().is_some(),
        Extract::Always | Extract::Chosen(_) => true,
    };
    if !is_searched {
        return Ok(AnswerDocument { text: Cow::Borrowed(text), outcome: Outcome::Complete });
    }
    let choosing = extract.choosing();
    let repaired = match repair(text, choosing) {
        _ if is_blank(text) => return Err(Refusal::blank().failure(name, text)),
        Ok(repaired) => Some(repaired),
        // The strict reader finds it, too.
        Err(error) if error.mistake().is_some() && !error.is_cut_off() => None,
        Err(error) => return Err(Refusal::of(&error, text, extract).failure(name, text)),
    };
    let (fixes, warnings) = match &repaired {
        Some(repaired) => (&*repaired.fixes, &*repaired.warnings),
        None => (&[][..], &[][..]),
    };
    let outcome = outcome(fixes);
    let complete_bytes = match outcome {
        Outcome::Complete => None,
        Outcome::CutOff => {
            let refused = Choosing { allow_cut_off: false, ..choosing }.options().repair(text).err();
            refused.and_then(|error| error.complete_bytes())
        }
    };
    let is_list = choosing.block == Some(Choice::All);
    let can_be_repaired = repaired.is_some();
    let reader = StrictReader { name, text, options, complete_bytes, can_be_repaired, is_list };
    let blocks = chosen(text, choosing.block);
    let document = match blocks.as_slice() {
        blocks if is_list => reader.list(blocks)?,
        [block, ..] => reader.read(block)?,
        [] => return Err(Refusal::none(text, extract).failure(name, text)),
    };
    if outcome == Outcome::CutOff {
        let is_of_end = |fix: &&Fix| matches!(fix.kind(), FixKind::CutOff | FixKind::Count);
        say_fixes(name, fixes.iter().filter(is_of_end));
    }
    // To the library, JSON with comments is TOON that looks like JSON.
    let is_toon = |warning: &&Warning| {
        let block = blocks.iter().rfind(|block| block.line() <= warning.line());
        block.is_some_and(|block| format(block).is_none())
    };
    say_warnings(name, warnings.iter().filter(is_toon));
    Ok(AnswerDocument { text: document, outcome })
}

/// Reads the documents in an answer without correcting them.
struct StrictReader<'a, 't> {
    name: &'a str,
    text: &'t str,
    options: &'a DecodeOptions,
    /// The length of the part of the text that is read, if it was cut off.
    complete_bytes: Option<usize>,
    can_be_repaired: bool,
    /// There may be several documents.
    is_list: bool,
}

impl<'t> StrictReader<'_, 't> {
    fn read(&self, block: &Block<'t>) -> Result<Cow<'t, str>, Failure> {
        let &StrictReader { name, text, options, .. } = self;
        if let Some(format) = format(block) {
            let document = read(name, text, block, options)?;
            if self.is_list {
                say_format_at(name, block, format);
            } else {
                report::note(&format!("the document in {name} is {}", format.name()));
            }
            return Ok(document);
        }
        let complete = self.complete_bytes.and_then(|bytes| {
            let len = bytes.checked_sub(block.offset())?;
            block.text().get(..len)
        });
        if let Some(beginning) = complete {
            return self.read_beginning(block, &unindented(text, block, beginning)).map(Cow::Owned);
        }
        match json::from_toon(&unindented(text, block, block.text()), options) {
            Ok(_) => Ok(in_place(text, block, block.text())),
            Err(mistake) => Err(self.refuse(block, &mistake)),
        }
    }

    /// Reads the beginning of a document that was cut off, which has fewer elements than announced.
    fn read_beginning(&self, block: &Block<'_>, beginning: &str) -> Result<String, Failure> {
        let is_count = |mistake: &Error| {
            matches!(mistake.kind(), ErrorKind::CountMismatch { .. } | ErrorKind::HugeCount { .. })
        };
        if let Some(mistake) = self.options.check(beginning).iter().find(|mistake| !is_count(mistake)) {
            return Err(self.refuse(block, mistake));
        }
        let json = json::from_toon(beginning, &self.options.clone().strict(false));
        json.and_then(|json| self.write(&json)).map_err(|mistake| self.refuse(block, &mistake))
    }

    /// Reads documents as the elements of a list.
    fn list(&self, blocks: &[Block<'t>]) -> Result<Cow<'t, str>, Failure> {
        let mut elements = Vec::new();
        for block in blocks {
            let element = json::from_toon(&self.read(block)?, self.options);
            elements.push(element.map_err(|mistake| self.refuse(block, &mistake))?);
        }
        let list = self.write(&format!("[{}]", elements.join(",")));
        list.map(Cow::Owned).map_err(|error| Failure::toon(self.name, &error, ""))
    }

    /// Writes JSON as TOON that can be read with the options.
    fn write(&self, json: &str) -> Result<String, Error> {
        json::to_toon(json, &EncodeOptions::new().indent(self.options.get_indent()))
    }

    /// The failure for a mistake in a block.
    fn refuse(&self, block: &Block<'_>, mistake: &Error) -> Failure {
        let place = Place::of_unindented(self.text, block).in_text(mistake.line(), mistake.column());
        let failure = Refusal::of_mistake(mistake, place).failure(self.name, self.text);
        let note = "`toon repair` reads this document as it was probably meant";
        failure.with_note(self.can_be_repaired.then(|| note.to_owned()))
    }
}

/// Whether something in the document was changed. The text around it is expected.
pub(crate) fn is_inside(fix: &Fix) -> bool {
    !matches!(fix.kind(), FixKind::Fence | FixKind::Prose)
}

/// Lists what was changed.
pub(crate) fn say_fixes<'a>(name: &str, fixes: impl IntoIterator<Item = &'a Fix>) {
    for fix in fixes {
        report::note(&format!("{name}:{}:{}: {}", fix.line(), fix.column(), fix.message()));
    }
}

/// Says in which format one of several documents is.
pub(crate) fn say_format_at(name: &str, block: &Block<'_>, format: Format) {
    report::note(&format!("the document at line {} of {name} is {}", block.line(), format.name()));
}

/// Lists what looks wrong.
pub(crate) fn say_warnings<'a>(name: &str, warnings: impl IntoIterator<Item = &'a Warning>) {
    for warning in warnings {
        let (line, column) = (warning.line(), warning.column());
        let (message, help) = (warning.message(), warning.suggestion());
        report::note(&format!("{name}:{line}:{column}: warning: {message}; {help}"));
    }
}
