//! `toon check`.

use crate::answer::{self, Place};
use crate::args::{Check, Report};
use crate::convert::foreign;
use crate::failure::Failure;
use crate::formats;
use crate::input::Input;
use crate::report::Drawing;
use crate::walk;
use crate::{output, report};
use serde_json::json;
use std::borrow::Cow;
use std::process::ExitCode;
use toon::{DecodeOptions, Error, FixKind, Warning, normal};

pub(crate) fn run(args: &Check) -> Result<ExitCode, Failure> {
    let mut counts = Counts::default();
    for file in walk::files(&args.search) {
        let file = match file {
            Ok(file) => file,
            Err(failure) => {
                counts.unread += 1;
                failure.report(false);
                continue;
            }
        };
        counts.files += 1;
        let read =
            Input::open(Some(&file)).and_then(|input| Ok((input.name.clone(), formats::document(input)?)));
        match read.and_then(|(name, text)| check(args, &name, &text, &mut counts)) {
            Ok(()) => {}
            Err(Failure::BrokenPipe) => return Err(Failure::BrokenPipe),
            Err(failure) => {
                counts.mistakes += 1;
                failure.report(false);
            }
        }
    }
    if args.format == Report::Human && counts.files > 0 {
        let warnings = match counts.warnings {
            0 => String::new(),
            warnings => format!(" and {}", counted(warnings, "warning")),
        };
        let (mistakes, files) = (counted(counts.mistakes, "mistake"), counted(counts.files, "file"));
        report::note(&format!("{mistakes}{warnings} in {files}"));
    }
    let is_well =
        counts.mistakes == 0 && counts.unread == 0 && (counts.warnings == 0 || !args.lint.deny_warnings);
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Default)]
struct Counts {
    files: usize,
    /// Files and folders that could not be read.
    unread: usize,
    mistakes: usize,
    warnings: usize,
}

fn counted(count: usize, what: &str) -> String {
    let many = if count == 1 { "" } else { "s" };
    format!("{count} {what}{many}")
}

/// Checks the text of a file, or the documents in it.
fn check(args: &Check, name: &str, text: &str, counts: &mut Counts) -> Result<(), Failure> {
    let documents: Vec<(Place, &str)> = if args.answer.from_answer {
        toon::extract(text).map(|block| (Place::of(text, &block), block.text())).collect()
    } else {
        vec![(Place::START, text)]
    };
    if documents.is_empty() {
        return Err(answer::none(name));
    }
    let found: Vec<Finding> =
        documents.into_iter().flat_map(|(place, text)| findings(args, &place, text)).collect();
    let mistakes = found.iter().filter(|finding| finding.severity == Severity::Error).count();
    counts.mistakes += mistakes;
    counts.warnings += found.len() - mistakes;
    let lines = if found.is_empty() { Vec::new() } else { lines(text) };
    for finding in &found {
        let line = finding.place.0.checked_sub(1).and_then(|index| lines.get(index));
        finding.tell(args.format, name, line.copied())?;
    }
    // Lints include JSON that is valid TOON.
    let is_noted =
        args.format == Report::Human && !args.answer.from_answer && (mistakes > 0 || !args.lint.lint);
    if let Some(note) = foreign::note(name, text, mistakes == 0).filter(|_| is_noted) {
        report::note(&note);
    }
    Ok(())
}

fn lines(text: &str) -> Vec<&str> {
    text.strip_prefix(formats::BYTE_ORDER_MARK).unwrap_or(text).split('\n').collect()
}

/// What is wrong with a document that begins at `place`, in the order of the text.
fn findings(args: &Check, place: &Place, text: &str) -> Vec<Finding> {
    let options = DecodeOptions::new().indent(usize::from(args.indent)).detect_indent(args.detect_indent);
    let mistakes = options.check(text);
    // What is invalid anyway is not looked at closely.
    let is_valid = mistakes.is_empty();
    let mut found: Vec<Finding> =
        mistakes.iter().map(|mistake| Finding::of(Severity::Error, place, mistake)).collect();
    if let Some(mistake) = broken_form(text, &options).filter(|_| is_valid) {
        let severity = if args.normal { Severity::Error } else { Severity::Warning };
        found.push(Finding::of(severity, place, &mistake));
    }
    if is_valid && args.lint.lint {
        found.extend(lints(place, text));
    }
    found
}

/// What is valid, but probably a mistake.
fn lints(place: &Place, text: &str) -> Vec<Finding> {
    let Ok(repaired) = toon::repair(text) else { return Vec::new() };
    // To TOON, JSON on a single line is a string or a field.
    let json = repaired.fixes.iter().filter(|fix| fix.kind() == FixKind::Json).map(|fix| Finding {
        severity: Severity::Warning,
        place: place.in_text(fix.line(), fix.column()),
        path: None,
        message: "as TOON, this does not mean what it means as JSON".to_owned(),
        suggestion: Some("write it as TOON, with `toon encode`".into()),
    });
    let warnings = repaired.warnings.iter().map(|warning| Finding::of_warning(place, warning));
    json.chain(warnings).collect()
}

/// Why a document that has the mark of the normal form cannot be expanded.
fn broken_form(text: &str, options: &DecodeOptions) -> Option<Error> {
    if !normal::is_marked(text) {
        return None;
    }
    normal::Options::new().decode(options.clone()).to_json(text).err()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Severity {
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
struct Finding {
    severity: Severity,
    /// The line and column, or (0, 0).
    place: (usize, usize),
    path: Option<String>,
    message: String,
    suggestion: Option<Cow<'static, str>>,
}

impl Finding {
    /// A mistake in a document that begins at `place`.
    fn of(severity: Severity, place: &Place, mistake: &Error) -> Self {
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

    fn of_warning(place: &Place, warning: &Warning) -> Self {
        Finding {
            severity: Severity::Warning,
            place: place.in_text(warning.line(), warning.column()),
            path: None,
            message: warning.message().to_owned(),
            suggestion: Some(warning.suggestion().into()),
        }
    }

    /// Prints it. `source` is its line in the file `name`.
    fn tell(&self, format: Report, name: &str, source: Option<&str>) -> Result<(), Failure> {
        let Finding { severity, place: (line, column), path, message, suggestion } = self;
        let text = match format {
            Report::Human => {
                let drawing = Drawing {
                    severity: severity.name(),
                    message,
                    name,
                    place: (*line as u64, *column as u64),
                    path: path.as_deref(),
                    source,
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
