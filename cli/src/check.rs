//! `toon check`.

use crate::args::{Check, Report};
use crate::failure::Failure;
use crate::formats;
use crate::input::Input;
use crate::walk;
use crate::{output, report};
use serde_json::json;
use std::process::ExitCode;
use toon::{DecodeOptions, Error, normal};

pub(crate) fn run(args: &Check) -> Result<ExitCode, Failure> {
    let options = DecodeOptions::new().indent(usize::from(args.indent)).detect_indent(args.detect_indent);
    let (mut mistakes, mut warnings, mut count) = (0, 0, 0);
    let mut all_found = true;
    for file in walk::files(&args.search) {
        let file = match file {
            Ok(file) => file,
            Err(failure) => {
                all_found = false;
                failure.report(false);
                continue;
            }
        };
        count += 1;
        let read =
            Input::open(Some(&file)).and_then(|input| Ok((input.name.clone(), formats::document(input)?)));
        match read {
            Ok((name, text)) => {
                let found = options.check(&text);
                for mistake in &found {
                    tell(args.format, Severity::Error, &name, mistake, &text)?;
                }
                mistakes += found.len();
                // Skipped for invalid TOON, which cannot be a normal form.
                let broken = if found.is_empty() { broken_form(&text, &options) } else { None };
                if let Some(mistake) = broken {
                    let (severity, counted) = if args.normal {
                        (Severity::Error, &mut mistakes)
                    } else {
                        (Severity::Warning, &mut warnings)
                    };
                    tell(args.format, severity, &name, &mistake, &text)?;
                    *counted += 1;
                }
            }
            Err(failure) => {
                mistakes += 1;
                failure.report(false);
            }
        }
    }
    if args.format == Report::Human && count > 0 {
        let warnings =
            if warnings == 0 { String::new() } else { format!(" and {}", counted(warnings, "warning")) };
        let (mistakes, files) = (counted(mistakes, "mistake"), counted(count, "file"));
        report::note(&format!("{mistakes}{warnings} in {files}"));
    }
    Ok(if mistakes == 0 && all_found { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn counted(count: usize, what: &str) -> String {
    let many = if count == 1 { "" } else { "s" };
    format!("{count} {what}{many}")
}

/// Why a document that has the mark of the normal form cannot be expanded.
fn broken_form(text: &str, options: &DecodeOptions) -> Option<Error> {
    if !normal::is_marked(text) {
        return None;
    }
    normal::Options::new().decode(options.clone()).to_json(text).err()
}

#[derive(Clone, Copy)]
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

fn tell(format: Report, severity: Severity, name: &str, mistake: &Error, text: &str) -> Result<(), Failure> {
    let line = match format {
        Report::Human => {
            let drawing = report::draw(name, mistake, text, None);
            report::drawn(&drawing.replacen("error", severity.name(), 1));
            return Ok(());
        }
        Report::Json => json!({
            "file": name,
            "severity": severity.name(),
            "line": mistake.line(),
            "column": mistake.column(),
            "path": mistake.path(),
            "message": mistake.kind().to_string(),
            "suggestion": mistake.suggestion(),
        })
        .to_string(),
        Report::Github => {
            let help = mistake.suggestion().map(|help| format!(": {help}")).unwrap_or_default();
            format!(
                "::{} file={},line={},col={}::{}",
                severity.name(),
                property(name),
                mistake.line(),
                mistake.column(),
                data(&format!("{}{help}", mistake.kind()))
            )
        }
    };
    output::print(format!("{line}\n").as_bytes())
}

/// Escapes `text` as GitHub's runner requires.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
