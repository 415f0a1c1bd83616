//! The reasons for which the program fails.

use crate::report::{self, Drawing};
use std::error::Error;
use std::io;
use std::process::ExitCode;
use toon_formats::Mistake;
use toon_formats::conflict::Conflict;

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
            None => Failure::Drawn(match Conflict::find(source.as_bytes(), error.line() as u64, false) {
                Some(conflict) => conflicting(name, &conflict),
                None => report::draw(name, error, source, help),
            }),
        }
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
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Input(message) => report::error(message),
            Failure::Usage(message) => {
                report::error(message);
                return ExitCode::from(2);
            }
            Failure::Drawn(text) => report::drawn(text),
            Failure::BrokenPipe => return ExitCode::SUCCESS,
        }
        ExitCode::FAILURE
    }
}

/// A conflict, which is why the text is not valid.
fn conflicting(name: &str, Conflict { line, marker }: &Conflict) -> String {
    let drawing = Drawing {
        severity: "error",
        message: Conflict::MESSAGE,
        name,
        place: (*line, 1),
        path: None,
        source: Some((marker, 1)),
        help: Some(Conflict::HELP),
    };
    drawing.text()
}

impl From<toon_formats::Error> for Failure {
    fn from(error: toon_formats::Error) -> Self {
        match error {
            toon_formats::Error::Io { name, error, .. } => Failure::file("read", &name, &error),
            toon_formats::Error::Mistake(mistake) => {
                let Mistake { name, place, message, help, excerpt } = &*mistake;
                let source = excerpt.as_ref().map(|(line, column)| (&**line, *column));
                let help = Some(&**help);
                let drawing =
                    Drawing { severity: "error", message, name, place: *place, path: None, source, help };
                Failure::Drawn(drawing.text())
            }
            toon_formats::Error::Toon { name, error, source_text, help, .. } => {
                Failure::toon_with_help(&name, &error, &source_text, help)
            }
            error => Failure::Input(error.to_string()),
        }
    }
}
