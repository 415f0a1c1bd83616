//! What is found in a document, and how it is printed.

use crate::answer::Place;
use crate::args::Report;
use crate::failure::Failure;
use crate::output;
use crate::report::{self, Drawing};
use serde_json::json;
use std::borrow::Cow;
use toon::Error;
use toon_answer::Warning;
use toon_formats::conflict::Conflict;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Severity {
    Error,
    Warning,
}

impl Severity {
    fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A mistake, or what looks like one.
pub(super) struct Finding {
    pub(super) severity: Severity,
    /// The line and column, or (0, 0).
    pub(super) place: (usize, usize),
    pub(super) path: Option<String>,
    pub(super) message: String,
    pub(super) suggestion: Option<Cow<'static, str>>,
}

impl Finding {
    /// A mistake in a document that begins at `place`.
    pub(super) fn of(severity: Severity, place: &Place, mistake: &Error) -> Self {
        let suggestion = match report::advice(mistake) {
            Some(advice) => Some(advice.into()),
            None => mistake.suggestion().map(|suggestion| suggestion.into_owned().into()),
        };
        Finding {
            severity,
            place: place.in_text(mistake.line(), mistake.column()),
            path: mistake.path().map(str::to_owned),
            message: mistake.kind().to_string(),
            suggestion,
        }
    }

    pub(super) fn of_conflict(place: &Place, conflict: &Conflict) -> Self {
        Finding {
            severity: Severity::Error,
            place: place.in_text(usize::try_from(conflict.line).unwrap_or_default(), 1),
            path: None,
            message: Conflict::MESSAGE.to_owned(),
            suggestion: Some(Conflict::HELP.into()),
        }
    }

    pub(super) fn of_warning(place: &Place, warning: &Warning) -> Self {
        Finding {
            severity: Severity::Warning,
            place: place.in_text(warning.line(), warning.column()),
            path: None,
            message: warning.message().to_owned(),
            suggestion: Some(warning.suggestion().into()),
        }
    }

    /// Prints it. `source` is its line in the file `name`.
    pub(super) fn tell(&self, format: Report, name: &str, source: Option<&str>) -> Result<(), Failure> {
        let Finding { severity, place: (line, column), path, message, suggestion } = self;
        let text = match format {
            Report::Human => {
                let drawing = Drawing {
                    severity: severity.name(),
                    message,
                    name,
                    place: (*line as u64, *column as u64),
                    path: path.as_deref(),
                    source: source.map(|source| (source, *column as u64)),
                    help: suggestion.as_deref(),
                };
                report::drawn(&drawing.text());
                return Ok(());
            }
            Report::Json => json!({
                "file": name,
                "severity": severity.name(),
                "line": line,
                "column": column,
                "path": path,
                "message": message,
                "suggestion": suggestion,
            })
            .to_string(),
            Report::Github => {
                let help = suggestion.as_ref().map(|help| format!(": {help}")).unwrap_or_default();
                format!(
                    "::{} file={},line={line},col={column}::{}",
                    severity.name(),
                    property(name),
                    data(&format!("{message}{help}"))
                )
            }
        };
        output::print(format!("{text}\n").as_bytes())
    }
}

/// Escapes `text` as GitHub's runner requires.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
