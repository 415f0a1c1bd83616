//! `toon check`.

use crate::answer::{self, Extract, Place, Refusal};
use crate::args::{Check, Report};
use crate::convert::foreign;
use crate::count::counted;
use crate::failure::Failure;
use crate::open::open;
use crate::report::Drawing;
use crate::walk::{self, Missed};
use crate::{output, report};
use serde_json::json;
use std::borrow::Cow;
use std::path::PathBuf;
use std::process::ExitCode;
use toon::{DecodeOptions, Error};
use toon_answer::{Block, FixKind, Warning};

pub(crate) fn run(args: &Check) -> Result<ExitCode, Failure> {
    let mut counts = Counts::default();
    for found in walk::files(&args.search) {
        one(args, found, &mut counts)?;
    }
    if let Some(summary) = counts.summary().filter(|_| args.format == Report::Human) {
        report::note(&summary);
    }
    Ok(if counts.is_well(args.lint.deny_warnings) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Default)]
struct Counts {
    /// Files that were read.
    files: u64,
    unread_files: u64,
    unread_folders: u64,
    empty_folders: u64,
    mistakes: u64,
    warnings: u64,
}

impl Counts {
    fn summary(&self) -> Option<String> {
        let listed = |counts: &[(u64, &str)]| {
            let counts = counts.iter().filter(|(count, _)| *count > 0);
            counts.map(|(count, what)| counted(*count, what)).collect::<Vec<_>>().join(" and ")
        };
        let unread = match listed(&[(self.unread_files, "file"), (self.unread_folders, "folder")]) {
            unread if unread.is_empty() => unread,
            unread => format!("; {unread} could not be read"),
        };
        let warnings = match self.warnings {
            0 => String::new(),
            warnings => format!(" and {}", counted(warnings, "warning")),
        };
        let (mistakes, files) = (counted(self.mistakes, "mistake"), counted(self.files, "file"));
        (self.files > 0).then(|| format!("{mistakes}{warnings} in {files}{unread}"))
    }

    fn is_well(&self, denies_warnings: bool) -> bool {
        let missed = self.unread_files + self.unread_folders + self.empty_folders;
        missed == 0 && self.mistakes == 0 && (self.warnings == 0 || !denies_warnings)
    }
}

/// Checks a file. It is an error if the result cannot be written.
fn one(args: &Check, found: Result<PathBuf, Missed>, counts: &mut Counts) -> Result<(), Failure> {
    let file = match found {
        Ok(file) => file,
        Err(missed) => {
            match missed {
                Missed::Unread(_) => counts.unread_folders += 1,
                Missed::Empty(_) => counts.empty_folders += 1,
            }
            Failure::from(missed).report();
            return Ok(());
        }
    };
    let input = open(Some(&file));
    match input.and_then(|input| Ok((input.name.clone(), toon_formats::text::read_toon(input)?))) {
        Ok((name, text)) => {
            counts.files += 1;
            check(args, &name, &text, counts)
        }
        Err(failure) => {
            // What can be drawn is a mistake in the text.
            if matches!(failure, Failure::Drawn(_)) {
                counts.files += 1;
                counts.mistakes += 1;
            } else {
                counts.unread_files += 1;
            }
            failure.report();
            Ok(())
        }
    }
}

/// Checks the text of a file, or the documents in it.
fn check(args: &Check, name: &str, text: &str, counts: &mut Counts) -> Result<(), Failure> {
    let mut documents = Vec::new();
    if args.answer.from_answer {
        let blocks: Vec<Block<'_>> = toon_answer::extract(text).collect();
        if blocks.is_empty() {
            counts.mistakes += 1;
            Refusal::none(text, Extract::Always).failure(name, text).report();
            return Ok(());
        }
        for block in &blocks {
            let Some(format) = answer::format(block) else {
                documents
                    .push((Place::of_unindented(text, block), answer::unindented(text, block, block.text())));
                continue;
            };
            if let Err(failure) = answer::read(name, text, block, &DecodeOptions::new()) {
                counts.mistakes += 1;
                failure.report();
                continue;
            }
            if args.format == Report::Human {
                answer::say_format_at(name, block, format);
            }
        }
    } else {
        documents.push((Place::START, Cow::Borrowed(text)));
    }
    if args.format == Report::Human {
        report::if_empty(name, text);
    }
    let found: Vec<Finding> =
        documents.into_iter().flat_map(|(place, text)| findings(args, &place, &text)).collect();
    let mistakes = found.iter().filter(|finding| finding.severity == Severity::Error).count();
    counts.mistakes += mistakes as u64;
    counts.warnings += (found.len() - mistakes) as u64;
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
    text.strip_prefix(toon_formats::BYTE_ORDER_MARK).unwrap_or(text).split('\n').collect()
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
    let Ok(repaired) = toon_answer::repair(text) else { return Vec::new() };
    // To TOON, JSON on a single line is a string or a field.
    let json = repaired.fixes.iter().filter(|fix| fix.kind() == FixKind::Json).map(|fix| Finding {
        severity: Severity::Warning,
        place: place.in_text(fix.line(), fix.column()),
        path: None,
        message: "this has a different meaning in TOON than in JSON".to_owned(),
        suggestion: Some("write it as TOON, with `toon encode`".into()),
    });
    let warnings = repaired.warnings.iter().map(|warning| Finding::of_warning(place, warning));
    json.chain(warnings).collect()
}

/// Why a document that has the mark of the normal form cannot be expanded.
fn broken_form(text: &str, options: &DecodeOptions) -> Option<Error> {
    if !toon_normal::is_marked(text) {
        return None;
    }
    toon_normal::Options::new().decode(options.clone()).to_json(text).err()
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
