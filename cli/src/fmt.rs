//! `toon fmt`.

use crate::answer::{self, AnswerDocument, Extract};
use crate::args::Fmt;
use crate::convert::foreign;
use crate::count::grouped;
use crate::failure::Failure;
use crate::open::open;
use crate::walk;
use crate::{output, report};
use std::path::Path;
use std::process::ExitCode;
use toon::{DecodeOptions, EncodeOptions, json};
use toon_formats::detect;

pub(crate) fn run(args: &Fmt) -> Result<ExitCode, Failure> {
    let found: Vec<_> = walk::files(&args.search).collect();
    let count = found.iter().filter(|found| found.is_ok()).count();
    if count > 1 && !args.write && !args.check {
        let rewrite = if args.answer.from_answer { "" } else { "--write to rewrite them, or " };
        return Err(Failure::Usage(format!(
            "only a single file is printed, and there are {}; use {rewrite}--check to list those that would change",
            grouped(count)
        )));
    }
    let mut code = ExitCode::SUCCESS;
    for file in found {
        match file.map_err(Failure::from).and_then(|file| one(&file, args)) {
            Ok(is_well) => {
                if !is_well {
                    code = ExitCode::FAILURE;
                }
            }
            Err(Failure::BrokenPipe) => return Err(Failure::BrokenPipe),
            Err(failure) => {
                failure.report();
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

/// Formats a file. Returns whether it already was canonical.
fn one(path: &Path, args: &Fmt) -> Result<bool, Failure> {
    let input = open(Some(path))?;
    if args.write && input.is_compressed() {
        let name = &input.name;
        return Err(Failure::Input(format!("{name} is compressed, and --write would not compress it again")));
    }
    let name = input.name.clone();
    let text = toon_formats::text::read_toon(input)?;
    report::if_empty(&name, &text);
    let extract = if args.answer.from_answer { Extract::Always } else { Extract::Never };
    let AnswerDocument { text: document, .. } =
        answer::document(&name, &text, extract, &DecodeOptions::new().detect_indent(true))?;
    if detect::is_whole_json(&document) {
        // On a single line, it is valid TOON with another meaning.
        return Err(Failure::Input(format!("{name} is JSON; use `toon encode` to convert it to TOON")));
    }
    let mut formatted = format(&name, &document, args)
        .map_err(|failure| failure.with_note(foreign::note(&name, &document, false)))?;
    // An empty object has no lines.
    if !formatted.is_empty() {
        formatted.push('\n');
    }
    let is_stdin = path == Path::new("-");
    let is_formatted = if args.answer.from_answer {
        // It stands between other lines.
        document.trim_start_matches('\n') == formatted.trim_end_matches('\n')
    } else {
        text == formatted
    };
    if args.check {
        if !is_formatted {
            report::note(&format!("would reformat {name}"));
        }
        return Ok(is_formatted);
    }
    if args.write && !is_stdin {
        if !is_formatted {
            output::put(Some(path), &[formatted.as_bytes()])?;
        }
    } else {
        output::put(None, &[formatted.as_bytes()])?;
    }
    Ok(true)
}

fn format(name: &str, text: &str, args: &Fmt) -> Result<String, Failure> {
    let read = DecodeOptions::new().detect_indent(true);
    let refuse = |error: toon::Error, text: &str| Failure::toon(name, &error, text);
    let json = json::from_toon(text, &read).map_err(|error| refuse(error, text))?;
    if let Some(line) = comment(text).filter(|_| !args.strip_comments) {
        return Err(Failure::Input(format!(
            "{name}:{line}: formatting would remove a comment; use --strip-comments to allow that"
        )));
    }
    let write = EncodeOptions::new().indent(usize::from(args.indent)).delimiter(args.delimiter);
    let formatted = json::to_toon(&json, &write).map_err(|error| refuse(error, &json))?;
    // Make sure that a file is only replaced by one with the same value.
    let again = json::from_toon(&formatted, &read.indent(usize::from(args.indent)).detect_indent(false));
    if again.as_ref().ok() != Some(&json) {
        return Err(Failure::Input(format!(
            "{name} was not changed, because formatting would change its value (please report this)"
        )));
    }
    Ok(formatted)
}

/// The line of the first comment in valid TOON. §5.1: in a comment, the first character other than a space is
/// `#`.
pub(crate) fn comment(text: &str) -> Option<usize> {
    let index = text.split('\n').position(|line| line.trim_start_matches(' ').starts_with('#'))?;
    Some(index + 1)
}
