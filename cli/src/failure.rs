//! Why the program fails.

use crate::report;
use std::error::Error;
use std::io::{self, BufRead, Seek};
use std::process::ExitCode;

/// What the user is told, and the exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input or a file is invalid.
    Input(String),
    /// Options that cannot be combined, if clap does not detect it.
    Usage(String),
    /// An error that has already been rendered with its place, and details for --verbose.
    Drawn { text: String, details: String },
    /// The reader of the output has closed it.
    BrokenPipe,
}

impl Failure {
    /// A file that cannot be read or written.
    pub(crate) fn file(action: &str, name: &str, error: &io::Error) -> Self {
        Failure::Input(format!("cannot {action} {name}: {error}"))
    }

    /// Standard output cannot be written.
    pub(crate) fn output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Input(format!("cannot write: {error}")),
        }
    }

    /// An error of another library in the text of `name`, and how to fix it.
    pub(crate) fn at(name: &str, (line, column): (u64, u64), message: &str, help: &str) -> Self {
        let margin = " ".repeat(line.to_string().len());
        let text = format!("error: {message}\n{margin}--> {name}:{line}:{column}\n{margin} = help: {help}");
        Failure::Drawn { text, details: message.to_owned() }
    }

    /// An error of the library in the text of `name`; `source` is that text, if it is in memory.
    pub(crate) fn toon(name: &str, error: &toon::Error, source: &str) -> Self {
        Failure::toon_with_help(name, error, source, None)
    }

    /// The same, with other advice than the library's.
    pub(crate) fn toon_with_help(name: &str, error: &toon::Error, source: &str, help: Option<&str>) -> Self {
        let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
        match cause {
            Some(cause) if cause.kind() == io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            Some(cause) => Failure::Input(format!("{name}: {cause}")),
            None => Failure::Drawn {
                text: report::draw(name, error, source, help),
                details: format!("{:?}: {:?}", error.classify(), error.kind()),
            },
        }
    }

    /// The same for lines that can be read again.
    pub(crate) fn lines<R: BufRead + Seek>(name: &str, error: &toon::Error, lines: &mut R) -> Self {
        let source = lines.rewind().map(|()| report::source(lines, error.line()));
        Failure::toon(name, error, &source.unwrap_or_default())
    }

    /// Reports it to the user.
    pub(crate) fn report(&self, verbose: bool) -> ExitCode {
        match self {
            Failure::Input(message) => report::error(message),
            Failure::Usage(message) => {
                report::error(message);
                return ExitCode::from(2);
            }
            Failure::Drawn { text, .. } => report::drawn(text),
            Failure::BrokenPipe => return ExitCode::SUCCESS,
        }
        if verbose {
            if let Failure::Drawn { details, .. } = self {
                report::note(details);
            }
            report::note(concat!("toon ", env!("CARGO_PKG_VERSION"), ", specification 4.4"));
        }
        ExitCode::FAILURE
    }
}
