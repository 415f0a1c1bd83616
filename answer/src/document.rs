//! Reads a document in an answer, with or without mistakes.

use crate::cut_off::{Cut, End, Next, complete_len};
use crate::extract::Block;
use crate::fix::{Fix, FixKind, Warning, kept_last};
use crate::header;
use crate::locate;
use crate::looks;
use crate::options::Options;
use crate::reader::LenientReader;
use crate::value::MeantValue;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;
use toon::{__internal, DecodeOptions, EncodeOptions, Error, ErrorKind, json};

/// How documents are read into types.
pub(crate) const OPTIONS: DecodeOptions = DecodeOptions::new().coerce(true);

/// A document in an answer.
pub(crate) struct Document<'t> {
    pub(crate) answer: &'t str,
    /// The text, without a byte-order mark.
    pub(crate) text: &'t str,
    /// The position of `text` in the answer.
    offset: usize,
    line: usize,
    column: usize,
    pub(crate) is_fenced: bool,
    end: End,
}

/// What a document means.
#[derive(Default)]
pub(crate) struct Meant<'t> {
    pub(crate) value: MeantValue<'t>,
    /// Empty if the text is valid. Places are in the answer, as those of warnings.
    pub(crate) fixes: Vec<Fix>,
    pub(crate) warnings: Vec<Warning>,
    /// The document is JSON.
    pub(crate) is_json: bool,
}

/// Why a document could not be read.
pub(crate) enum Failure {
    /// The mistakes in it, with places in the answer.
    Mistakes(Vec<Error>),
    CutOff(CutOff),
}

/// Where an answer was cut off.
#[derive(Debug)]
pub(crate) struct CutOff {
    /// Says so, at the line at which the answer ends.
    pub(crate) error: Error,
    /// The length of the part of the answer that is complete.
    pub(crate) bytes: usize,
}

impl<'t> Document<'t> {
    pub(crate) fn new(answer: &'t str, block: &Block<'t>, options: &Options) -> Self {
        let text = block.text();
        let content = text.strip_prefix('\u{feff}').unwrap_or(text);
        let offset = block.offset() + (text.len() - content.len());
        Document {
            answer,
            text: content,
            offset,
            line: block.line(),
            column: locate::column(answer, offset),
            is_fenced: block.is_fenced(),
            end: block.end(answer, options.is_complete()),
        }
    }

    /// The line on which it begins.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// Whether the text is strict TOON, and certainly not cut off or meant as JSON.
    pub(crate) fn is_valid(&self) -> bool {
        self.json().is_none()
            && self.mistakes().is_empty()
            && !self.end.is_cut_off()
            && !is_open(self.text, self.end)
    }

    fn json(&self) -> Option<(MeantValue<'t>, Vec<String>)> {
        json_of(self.text, OPTIONS.get_max_depth())
    }

    /// The mistake in a document that is meant as JSON, but not valid JSON.
    pub(crate) fn json_mistake(&self) -> Option<Error> {
        if self.json().is_some() {
            None
        } else {
            json_mistake(self.text).map(|mistake| self.in_answer(mistake))
        }
    }

    /// All mistakes in the text, as strict TOON.
    fn mistakes(&self) -> Vec<Error> {
        OPTIONS.check(self.text)
    }

    /// Reads what was meant, as `options` allow.
    pub(crate) fn read(&self, options: &Options) -> Result<Meant<'t>, Failure> {
        let failure = match self.read_to(self.text, self.end, false) {
            Err(Failure::CutOff(cut)) if options.allows_cut_off() => cut,
            read => return read,
        };
        // A last line without a line feed may go on.
        let is_dropped = !self.end.is_line_ended;
        let len = if is_dropped { complete_len(self.text) } else { self.text.len() };
        // What is left of JSON is not JSON.
        if self.text[..len].trim().is_empty() || json_mistake(self.text).is_some() {
            return Err(Failure::CutOff(failure));
        }
        // What is left is read in the same way, even if it is valid by itself.
        let is_rest = !self.mistakes().is_empty();
        let mut read = self.read_to(&self.text[..len], End::COMPLETE, is_rest)?;
        let message = if is_dropped {
            "dropped the last line, at which the answer was cut off"
        } else {
            "read an answer that was cut off after this line"
        };
        let place = (failure.error.line(), 1);
        read.fixes.push(Fix::new(FixKind::CutOff, place, message.into()));
        Ok(read)
    }

    /// Reads the beginning of the text, of which `end` is known. It may be the rest of a text with
    /// mistakes.
    fn read_to(&self, text: &'t str, end: End, is_rest: bool) -> Result<Meant<'t>, Failure> {
        if let Some((value, duplicates)) = json_of(text, OPTIONS.get_max_depth()) {
            let place = self.place_of(text.len() - text.trim_start().len());
            let mut fixes = alloc::vec![Fix::new(FixKind::Json, place, "wrote JSON as TOON".into())];
            fixes.extend(duplicates.iter().map(|key| Fix::new(FixKind::DuplicateKey, place, kept_last(key))));
            return Ok(Meant { value, fixes, warnings: Vec::new(), is_json: true });
        }
        let mistakes = OPTIONS.check(text);
        let is_valid = mistakes.is_empty() && !is_rest;
        if is_valid && is_open(text, end) {
            return Err(self.cut_off(text, End { is_line_ended: false, ..end }, None));
        }
        if let Some(mistake) = json_mistake(text).filter(|_| !is_valid) {
            let lines = text.trim_end().matches('\n').count();
            let is_at_end = mistake.line() > lines && ends_open(text);
            if is_at_end && end.may_lack_elements() {
                return Err(self.cut_off(text, end, None));
            }
            return Err(Failure::Mistakes(alloc::vec![self.in_answer(mistake)]));
        }
        let mut reader = LenientReader::new(text, is_valid, end, OPTIONS.get_max_depth());
        let read = reader.read();
        let cut = reader.cut().filter(|_| !is_valid);
        if cut.is_some() || end.is_cut_off() {
            return Err(self.cut_off(text, end, cut));
        }
        let value = match read {
            Ok(value) => value,
            Err(undecided) => return Err(Failure::Mistakes(self.merged(mistakes, undecided))),
        };
        let (fixes, warnings) = reader.into_notes();
        if fixes.is_empty() && !mistakes.is_empty() {
            // Whatever the mistake is, nothing says how it was understood.
            return Err(Failure::Mistakes(mistakes.into_iter().map(|error| self.in_answer(error)).collect()));
        }
        let place = |place| self.place(place);
        let fixes = fixes.into_iter().filter(|_| !is_valid).map(|fix| fix.moved(place)).collect();
        let warnings = warnings.into_iter().map(|warning| warning.moved(place)).collect();
        Ok(Meant { value, fixes, warnings, is_json: false })
    }

    /// The mistakes of a check, and the one that could not be repaired, which the check may have
    /// stopped before.
    fn merged(&self, mistakes: Vec<Error>, undecided: Error) -> Vec<Error> {
        let mut all: Vec<Error> = mistakes.into_iter().map(|mistake| self.in_answer(mistake)).collect();
        let undecided = self.in_answer(undecided);
        match all.iter().position(|mistake| mistake.line() == undecided.line()) {
            // Its advice depends on the text.
            Some(at) => {
                let mistake = all.remove(at);
                all.insert(0, mistake);
            }
            None if all.is_empty() => all.push(undecided),
            // It is a consequence of the others.
            None if matches!(undecided.kind(), ErrorKind::TrailingContent) => all.push(undecided),
            None if undecided.suggestion().is_some() => all.insert(0, undecided),
            None => all.push(undecided),
        }
        all
    }

    fn cut_off(&self, text: &'t str, end: End, cut: Option<Cut>) -> Failure {
        let len = if end.is_line_ended { text.len() } else { complete_len(text) };
        let trimmed = text[..len].trim_end();
        let (line, when) = if end.is_line_ended {
            (self.place_of(trimmed.len()).0, "after")
        } else {
            (self.place_of(text.trim_end().len()).0, "at")
        };
        let mut message = alloc::format!("the answer was cut off {when} line {line}");
        if let Some(Cut { what, counts: Some((complete, declared)) }) = cut.filter(|cut| !cut.what.is_empty())
        {
            if complete <= declared {
                let (what, are) = if declared == 1 { (&what[..what.len() - 1], "is") } else { (what, "are") };
                // Writing to a string does not fail.
                let _ = write!(message, ": {complete} of {declared} {what} {are} complete");
            }
        }
        let error = __internal::placed(__internal::error(ErrorKind::Custom(message)), line, 1);
        let advice = String::from("send the rest of the answer, or the whole answer again with fewer rows");
        Failure::CutOff(CutOff { error: __internal::with_hint(error, advice), bytes: self.offset + len })
    }

    /// Converts ascending offsets in the document to lines and columns in the answer.
    pub(crate) fn places(&self) -> impl FnMut(usize) -> (usize, usize) + '_ {
        let (mut line, mut column) = self.place_of(0);
        let mut last = 0;
        move |at| {
            for c in self.text[last..at].chars() {
                match c {
                    '\n' => (line, column) = (line + 1, 1),
                    // As in `column`.
                    '\u{feff}' => {}
                    _ => column += 1,
                }
            }
            last = at;
            (line, column)
        }
    }

    /// Converts an offset in the document to a line and column in the answer.
    pub(crate) fn place_of(&self, at: usize) -> (usize, usize) {
        let line = self.line + memchr::memchr_iter(b'\n', &self.text.as_bytes()[..at]).count();
        (line, locate::column(self.answer, self.offset + at))
    }

    /// Converts a line and column in the document to those in the answer.
    pub(crate) fn place(&self, (line, column): (usize, usize)) -> (usize, usize) {
        match line {
            1 => (self.line, self.column + column - 1),
            _ => (self.line + line - 1, column),
        }
    }

    pub(crate) fn in_answer(&self, error: Error) -> Error {
        if error.line() == 0 {
            return error;
        }
        let (line, column) = self.place((error.line(), error.column()));
        __internal::placed(error, line, column)
    }

    /// The first words of the document, to recognize it by.
    pub(crate) fn first_words(&self) -> String {
        let first = self.text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        __internal::shorten(first).chars().take(40).collect::<String>().trim_end().to_string()
    }
}

/// The mistake in a text that is meant as JSON. To the strict reader, `{"a": 1,}` is a field with a
/// strange key.
fn json_mistake(text: &str) -> Option<Error> {
    let first = text.trim_start();
    let first = first.lines().next().filter(|first| first.starts_with(['{', '[']))?;
    let is_toon = first.starts_with('[') && header::parse(first.trim_end()).is_some();
    // One value on each line.
    let is_lines = || {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.all(|line| json_of(line.strip_suffix(',').unwrap_or(line), OPTIONS.get_max_depth()).is_some())
    };
    if is_toon || is_lines() {
        return None;
    }
    json::to_toon(text, &EncodeOptions::new()).err()
}

/// Whether a text was cut off within a header or JSON, which to TOON is a string, or a field with a strange
/// key.
fn is_open(text: &str, end: End) -> bool {
    end.next != Next::Text && looks::is_unclosed_header(text)
        || end.may_lack_elements() && json_mistake(text).is_some() && ends_open(text)
}

/// Whether brackets or a string in JSON are still open at the end.
fn ends_open(text: &str) -> bool {
    let (mut depth, mut in_string, mut is_escaped) = (0_isize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => depth -= 1,
            _ => {}
        }
    }
    in_string || depth > 0
}

/// The value of a text that is a JSON object or array as a whole, and the keys that occur twice in an object.
pub(crate) fn json_of(text: &str, max_depth: usize) -> Option<(MeantValue<'_>, Vec<String>)> {
    let trimmed = text.trim();
    // `[]` is valid in both formats.
    if !trimmed.starts_with(['{', '[']) || trimmed == "[]" {
        return None;
    }
    MeantValue::of_json(trimmed, max_depth)
}

/// Writes a value as canonical TOON.
pub(crate) fn write(value: &MeantValue<'_>) -> Result<String, Error> {
    let mut text = String::new();
    value.send(&mut EncodeOptions::new().serializer(&mut text))?;
    Ok(text)
}
