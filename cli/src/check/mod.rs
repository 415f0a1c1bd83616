//! `toon check`.

mod counts;
mod finding;
mod kind;

use crate::answer::{self, Extract, Place, Refusal};
use crate::args::{Check, Report};
use crate::convert::foreign;
use crate::count::grouped;
use crate::failure::Failure;
use crate::open::open;
use crate::report;
use crate::walk::{self, Missed};
use counts::Counts;
use finding::{Finding, Severity};
use std::borrow::Cow;
use std::path::PathBuf;
use std::process::ExitCode;
use toon::{DecodeOptions, Error};
use toon_answer::{Block, FixKind};
use toon_formats::conflict::Conflict;

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
                counts.mistake("text that is not UTF-8".into());
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
            counts.mistake("answer without a document".into());
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
                counts.mistake(format!("invalid {}", format.name()).into());
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
        documents.into_iter().flat_map(|(place, text)| findings(args, &place, &text, counts)).collect();
    tell(args, name, text, &found)?;
    let is_valid = found.iter().all(|finding| finding.severity == Severity::Warning);
    // Lints include JSON that is valid TOON.
    let is_noted = args.format == Report::Human && !args.answer.from_answer && (!is_valid || !args.lint.lint);
    if let Some(note) = foreign::note(name, text, is_valid).filter(|_| is_noted) {
        report::note(&note);
    }
    Ok(())
}

/// Prints what was found in the text of a file: for people, not more than they asked for.
fn tell(args: &Check, name: &str, text: &str, found: &[Finding]) -> Result<(), Failure> {
    let is_limited = args.format == Report::Human && args.max_errors > 0;
    let max = if is_limited { args.max_errors } else { usize::MAX };
    let lines = if found.is_empty() { Vec::new() } else { lines(text) };
    // Warnings are counted apart, so that they hide no mistakes.
    let (mut mistakes, mut warnings) = (0, 0);
    for finding in found {
        let count = if finding.severity == Severity::Error { &mut mistakes } else { &mut warnings };
        *count += 1;
        if *count <= max {
            let line = finding.place.0.checked_sub(1).and_then(|index| lines.get(index));
            finding.tell(args.format, name, line.copied())?;
        }
    }
    let hidden = found.len() - mistakes.min(max) - warnings.min(max);
    if hidden > 0 {
        report::note(&format!("… {} more in {name}; use --max-errors 0 to show all", grouped(hidden)));
    }
    Ok(())
}

fn lines(text: &str) -> Vec<&str> {
    text.strip_prefix(toon_formats::BYTE_ORDER_MARK).unwrap_or(text).split('\n').collect()
}

/// What is wrong with a document that begins at `place`, in the order of the text.
fn findings(args: &Check, place: &Place, text: &str, counts: &mut Counts) -> Vec<Finding> {
    let options = DecodeOptions::new().indent(usize::from(args.indent)).detect_indent(args.detect_indent);
    let mut found = Vec::new();
    let mistakes = options.check(text);
    let line = mistakes.first().map(|mistake| mistake.line() as u64);
    if let Some(conflict) = line.and_then(|line| Conflict::find(text.as_bytes(), line, false)) {
        // The other mistakes follow from it.
        counts.mistake(Conflict::MESSAGE.into());
        return vec![Finding::of_conflict(place, &conflict)];
    }
    for mistake in mistakes {
        counts.mistake(kind::name(mistake.kind()));
        found.push(Finding::of(Severity::Error, place, &mistake));
    }
    if !found.is_empty() {
        // What is invalid anyway is not looked at closely.
        return found;
    }
    if let Some(mistake) = broken_form(text, &options) {
        if args.normal {
            counts.mistake(kind::name(mistake.kind()));
            found.push(Finding::of(Severity::Error, place, &mistake));
        } else {
            found.push(Finding::of(Severity::Warning, place, &mistake));
        }
    }
    if args.lint.lint {
        found.extend(lints(place, text));
    }
    counts.warnings += found.iter().filter(|finding| finding.severity == Severity::Warning).count() as u64;
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
