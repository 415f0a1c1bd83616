//! The reasons for which the program fails.

use crate::report::{self, Drawing};
use std::error::Error;
use std::io::{self, BufRead, Seek};
use std::process::ExitCode;
use toon::ErrorKind;

/// A failure, with what the user is told.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Invalid input, or a file that cannot be accessed.
    Input(String),
    /// A combination of options that clap does not reject.
    Usage(String),
    /// An error rendered with its source line.
    Drawn(String),
    /// The reader of the output has closed the pipe.
    BrokenPipe,
}

impl Failure {
    /// A file that cannot be read or written.
    pub(crate) fn file(action: &str, name: &str, error: &io::Error) -> Self {
        Failure::Input(format!("cannot {action} {name}: {error}"))
    }

    /// A failure to write to standard output.
    pub(crate) fn output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Input(format!("cannot write: {error}")),
        }
    }

    /// An error that another library found in the input `name`, and how to fix it.
    pub(crate) fn at(name: &str, place: (u64, u64), message: &str, help: &str) -> Self {
        Failure::in_line(name, place, message, help, None)
    }

    /// Like [`at`](Self::at), with the source line and a caret below the column.
    pub(crate) fn in_line(
        name: &str,
        place: (u64, u64),
        message: &str,
        help: &str,
        source: Option<&str>,
    ) -> Self {
        Failure::with_excerpt(name, place, message, help, source.map(|source| (source, place.1)))
    }

    /// Like [`at`](Self::at), with a part of the source line, and the column of the place in it.
    pub(crate) fn with_excerpt(
        name: &str,
        place: (u64, u64),
        message: &str,
        help: &str,
        source: Option<(&str, u64)>,
    ) -> Self {
        let drawing =
            Drawing { severity: "error", message, name, place, path: None, source, help: Some(help) };
        Failure::Drawn(drawing.text())
    }

    /// An error of the library in the input `name`. `source` is its text, or empty.
    pub(crate) fn toon(name: &str, error: &toon::Error, source: &str) -> Self {
        Failure::toon_with_help(name, error, source, None)
    }

    /// Like [`toon`](Self::toon), but with different advice than the library's.
    pub(crate) fn toon_with_help(name: &str, error: &toon::Error, source: &str, help: Option<&str>) -> Self {
        let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
        match cause {
            Some(cause) if cause.kind() == io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            Some(cause) => Failure::Input(format!("{name}: {cause}")),
            None => Failure::Drawn(report::draw(name, error, source, help)),
        }
    }

    /// Like [`toon`](Self::toon), for lines that can be read again.
    pub(crate) fn lines<R: BufRead + Seek>(name: &str, error: &toon::Error, lines: &mut R) -> Self {
        let source = lines.rewind().map(|()| report::source(lines, error.line())).unwrap_or_default();
        let line = source.trim_start_matches('\n').trim_end();
        // The value continues in the next line.
        let is_cut = matches!(error.kind(), ErrorKind::InvalidJson { .. })
            && !line.is_empty()
            && error.column() > line.chars().count();
        let help = is_cut.then_some("in NDJSON, each value is on a line of its own, as `jq -c .` writes it");
        Failure::toon_with_help(name, error, &source, help)
    }

    /// The same failure, with a note below it.
    pub(crate) fn with_note(mut self, note: Option<String>) -> Self {
        if let (Failure::Drawn(text) | Failure::Input(text), Some(note)) = (&mut self, note) {
            text.push_str("\nnote: ");
            text.push_str(&note);
        }
        self
    }

    /// Prints the failure, and returns the exit code.
    pub(crate) fn report(&self, verbose: bool) -> ExitCode {
        match self {
            Failure::Input(message) => report::error(message),
            Failure::Usage(message) => {
                report::error(message);
                return ExitCode::from(2);
            }
            Failure::Drawn(text) => report::drawn(text),
            Failure::BrokenPipe => return ExitCode::SUCCESS,
        }
        if verbose {
            report::note(concat!("toon ", env!("CARGO_PKG_VERSION"), ", specification 4.4"));
        }
        ExitCode::FAILURE
    }
}
