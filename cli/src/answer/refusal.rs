//! Why an answer is not read.

use super::format;
use super::search::{Extract, is_blank, repair};
use crate::args::Choosing;
use crate::failure::Failure;
use crate::report::{self, Drawing};
use serde_json::{Value, json};
use std::borrow::Cow;
use toon_answer::RepairError;
use toon_formats::Format;

/// A refusal, with advice for users of this program.
pub(crate) struct Refusal {
    message: String,
    /// The line and column, or (0, 0).
    place: (usize, usize),
    /// The path of the value.
    path: Option<String>,
    /// One piece of advice on each line.
    help: Vec<String>,
    /// If the answer was cut off, the number of bytes that are complete.
    complete_bytes: Option<usize>,
}

impl Refusal {
    /// The library's refusal of `text`.
    pub(crate) fn of(error: &RepairError, text: &str, extract: Extract) -> Self {
        if let Some(mistake) = error.mistake().filter(|_| !error.is_cut_off()) {
            return Refusal::of_mistake(mistake, (error.line(), error.column()));
        }
        let mut help: Vec<String> = error.suggestion().map(Cow::into_owned).into_iter().collect();
        if let Some(bytes) = error.complete_bytes() {
            help.extend(how_to_read(bytes, text, extract));
        } else if toon_answer::extract(text).next().is_none() {
            help = format::other(text).map_or(help, |(format, line)| {
                let (shown, option) = (format.name(), format.name().to_ascii_lowercase());
                vec![format!(
                    "the block at line {line} is {shown}, which `toon encode --from {option}` reads"
                )]
            });
        } else if extract.choosing().block.is_none() {
            let block = extract.option("--block N");
            help = vec![format!("choose with `{block}`, where N is a number, `last`, or `all` for a list")];
        }
        Refusal {
            message: error.message(),
            // Without a line, there is no column.
            place: if error.line() == 0 { (0, 0) } else { (error.line(), error.column()) },
            path: None,
            help,
            complete_bytes: error.complete_bytes(),
        }
    }

    /// A mistake at a place in the text.
    pub(crate) fn of_mistake(mistake: &toon::Error, place: (usize, usize)) -> Self {
        let help = report::advice(mistake).map(Cow::Borrowed).or_else(|| mistake.suggestion());
        Refusal {
            message: mistake.kind().to_string(),
            place,
            path: mistake.path().map(str::to_owned),
            help: help.map(Cow::into_owned).into_iter().collect(),
            complete_bytes: None,
        }
    }

    /// The same, with other advice if there is any.
    pub(crate) fn advised(self, help: Option<&str>) -> Self {
        let help = help.map(|help| vec![help.to_owned()]);
        Refusal { help: help.unwrap_or(self.help), ..self }
    }

    /// A document that is not valid in its own format.
    pub(crate) fn of_format(format: Format, line: usize) -> Self {
        Refusal {
            message: format!("the document is not valid {}", format.name()),
            place: (line, 1),
            path: None,
            help: Vec::new(),
            complete_bytes: None,
        }
    }

    /// An answer without any text.
    pub(crate) fn blank() -> Self {
        Refusal {
            message: "the answer is empty".to_owned(),
            place: (0, 0),
            path: None,
            help: vec!["put the document between a line ```toon and a line ```".to_owned()],
            complete_bytes: None,
        }
    }

    /// An answer without a document.
    pub(crate) fn none(text: &str, extract: Extract) -> Self {
        match toon_answer::repair(text) {
            Err(error) if !is_blank(text) => Refusal::of(&error, text, extract),
            _ => Refusal::blank(),
        }
    }

    /// Draws it, with its line of the text.
    pub(crate) fn failure(&self, name: &str, text: &str) -> Failure {
        let Refusal { message, place: (line, column), path, help, .. } = self;
        let place = (*line as u64, *column as u64);
        let source = line.checked_sub(1).and_then(|index| text.split('\n').nth(index));
        let help = help.join("\n");
        let drawing = Drawing {
            severity: "error",
            message,
            name,
            place,
            path: path.as_deref(),
            source: source.map(|source| (source, place.1)),
            help: Some(&help),
        };
        Failure::Drawn(drawing.text())
    }

    pub(crate) fn json(&self) -> Value {
        let Refusal { message, place: (line, column), help, complete_bytes, .. } = self;
        let help = (!help.is_empty()).then(|| help.join("; "));
        let mut error = json!({ "message": message, "line": line, "column": column, "help": help });
        if let (Value::Object(error), Some(bytes)) = (&mut error, complete_bytes) {
            error.insert("cut_off".to_owned(), json!({ "bytes": bytes }));
        }
        json!({ "error": error })
    }
}

/// How much of an answer that was cut off is complete, and the options that read it.
fn how_to_read(bytes: usize, text: &str, extract: Extract) -> Vec<String> {
    let choosing = extract.choosing();
    let can_be_read = repair(text, Choosing { allow_cut_off: true, ..choosing }).is_ok();
    let complete = match (bytes, extract.option("--allow-cut-off")) {
        (0, _) => "no line is complete".to_owned(),
        (_, option) if can_be_read => {
            format!("the first {bytes} bytes are complete, and `{option}` reads only these")
        }
        _ => format!("the first {bytes} bytes are complete"),
    };
    let by_itself = match repair(text, Choosing { complete: true, ..choosing }) {
        Err(error) if error.is_cut_off() => None,
        _ => Some(format!("if the model stopped by itself, use `{}`", extract.option("--complete"))),
    };
    [Some(complete), by_itself].into_iter().flatten().collect()
}
