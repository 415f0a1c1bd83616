//! Prints errors and notes to stderr.

use crate::progress;
use anstyle::{AnsiColor, Style};
use std::fmt::Write as _;
use std::io::Write;
use toon::{Error, ErrorKind};
use unicode_width::UnicodeWidthChar;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const LINE: Style = AnsiColor::Blue.on_default().bold();
const HELP: Style = AnsiColor::Cyan.on_default();

/// A mistake with its place, as it is shown.
pub(crate) struct Drawing<'a> {
    /// `error` or `warning`.
    pub(crate) severity: &'a str,
    pub(crate) message: &'a str,
    /// The name of the file.
    pub(crate) name: &'a str,
    /// The line and column, or (0, 0).
    pub(crate) place: (u64, u64),
    /// The path of the value.
    pub(crate) path: Option<&'a str>,
    /// The source line, or a part of it, and the column of the place in it.
    pub(crate) source: Option<(&'a str, u64)>,
    /// One piece of advice on each line.
    pub(crate) help: Option<&'a str>,
}

impl Drawing<'_> {
    /// Draws it as the library draws its errors.
    pub(crate) fn text(&self) -> String {
        let Drawing { severity, message, name, place: (line, column), path, source, help } = *self;
        // Writing to a string does not fail.
        let mut text = format!("{severity}: {message}");
        let help = help.into_iter().flat_map(str::lines);
        if line == 0 {
            for help in help {
                let _ = write!(text, "\n = help: {help}");
            }
            let _ = write!(text, "\n--> {name}");
            return text;
        }
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let path = path.map(|path| format!(", in {path}")).unwrap_or_default();
        let _ = write!(text, "\n{margin}--> {name}:{line}:{column}{path}");
        if let Some((shown, caret)) = source.map(|(source, column)| excerpt(source, column)) {
            let caret = " ".repeat(caret);
            let _ = write!(text, "\n{margin} |\n{number} | {shown}\n{margin} | {caret}^");
        }
        for help in help {
            let _ = write!(text, "\n{margin} = help: {help}");
        }
        text
    }
}

/// Says that the input `name` is empty, which may be a mistake, if it is.
pub(crate) fn if_empty(name: &str, text: &str) {
    if text.trim_start_matches('\u{feff}').trim_ascii().is_empty() {
        note(&format!("{name} is empty"));
    }
}

/// Advice for users of this program, whose options differ from the library's.
pub(crate) fn advice(error: &Error) -> Option<&'static str> {
    match error.kind() {
        ErrorKind::DepthLimit { .. } => Some("reduce the nesting"),
        ErrorKind::NewerForm { .. } => Some("update this program"),
        ErrorKind::InvalidUtf8 => Some("save the text as UTF-8, or use --encoding latin-1 if it is Latin-1"),
        ErrorKind::OutputLimit { .. } => Some("read it as plain TOON, with `toon decode --as-is`"),
        _ => None,
    }
}

/// Renders an error like the library, with the name of the file. `help`, or other advice for this
/// program, replaces the library's suggestion.
pub(crate) fn draw(name: &str, error: &Error, source: &str, help: Option<&str>) -> String {
    let mut drawing = error.render(source);
    if let (Some(help), Some(suggestion)) = (help.or_else(|| advice(error)), error.suggestion()) {
        // The suggestion is always last.
        drawing.truncate(drawing.len() - suggestion.len());
        drawing.push_str(help);
    }
    if source.is_empty() {
        // There is no source line to show.
        let is_line = |line: &str| {
            line.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']).starts_with('|')
        };
        drawing = drawing.split('\n').filter(|line| !is_line(line)).collect::<Vec<_>>().join("\n");
    }
    let place = format!("--> line {}, column {}", error.line(), error.column());
    if drawing.contains(&place) {
        return drawing.replacen(&place, &format!("--> {name}:{}:{}", error.line(), error.column()), 1);
    }
    format!("{drawing}\n--> {name}")
}

/// Prints a rendered error, with colours if enabled.
pub(crate) fn drawn(text: &str) {
    let mut out = String::new();
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
        }
        paint(&mut out, line);
    }
    print(&out);
}

fn paint(out: &mut String, line: &str) {
    let margin =
        line.len() - line.trim_start_matches(|char: char| char == ' ' || char.is_ascii_digit()).len();
    let (margin, rest) = line.split_at(margin);
    let painted = if let Some(message) = line.strip_prefix("error:") {
        format!("{ERROR}error{ERROR:#}:{message}")
    } else if let Some(message) = line.strip_prefix("warning:") {
        format!("{WARNING}warning{WARNING:#}:{message}")
    } else if let Some(message) = line.strip_prefix("note:") {
        format!("{HELP}note{HELP:#}:{message}")
    } else if let Some(place) = rest.strip_prefix("-->") {
        format!("{margin}{LINE}-->{LINE:#}{place}")
    } else if let Some(help) = rest.strip_prefix("= help:") {
        format!("{margin}{LINE}={LINE:#} {HELP}help{HELP:#}:{help}")
    } else if let Some(code) = rest.strip_prefix('|') {
        if code.trim() == "^" {
            format!("{LINE}{margin}|{LINE:#}{ERROR}{code}{ERROR:#}")
        } else {
            format!("{LINE}{margin}|{LINE:#}{code}")
        }
    } else {
        line.to_owned()
    };
    out.push_str(&painted);
}

/// Prints an error that has no position.
pub(crate) fn error(message: &str) {
    print(&format!("{ERROR}error{ERROR:#}: {message}"));
}

/// Prints a warning that has no position.
pub(crate) fn warning(message: &str) {
    print(&format!("{WARNING}warning{WARNING:#}: {message}"));
}

/// Prints a note.
pub(crate) fn note(message: &str) {
    print(&format!("{HELP}{message}{HELP:#}"));
}

/// Prints the versions, for reports of mistakes in this program.
pub(crate) fn versions() {
    note(concat!("toon ", env!("CARGO_PKG_VERSION"), ", specification 4.4"));
}

/// Prints a note about options without an effect.
pub(crate) fn ignored(options: &[&str], reason: &str) {
    if !options.is_empty() {
        let verb = if options.len() == 1 { "is" } else { "are" };
        note(&format!("{} {verb} ignored: {reason}", options.join(", ")));
    }
}

/// Prints a line to stderr. Ignores errors.
fn print(line: &str) {
    progress::suspend(|| {
        let mut stderr = anstream::stderr().lock();
        let _ = writeln!(stderr, "{line}");
    });
}

/// The number of characters that are shown on each side of a caret.
const CONTEXT: usize = 60;

/// The part of `line` around `column`, and the width of its text before the column in terminal
/// cells, as in the library's errors.
pub(crate) fn excerpt(line: &str, column: u64) -> (String, usize) {
    let before = usize::try_from(column).unwrap_or(usize::MAX).saturating_sub(1);
    let skipped = before.saturating_sub(CONTEXT);
    let mut chars = line.trim_end_matches(['\r', '\n']).chars().skip(skipped);
    let mut shown = String::new();
    let mut caret = 0;
    if skipped > 0 {
        shown.push('…');
        caret = 1;
    }
    for (index, char) in chars.by_ref().take(2 * CONTEXT + 1).enumerate() {
        let start = shown.len();
        match char {
            '\t' => shown.push_str("    "),
            // They would move the caret, or change the direction of the text.
            _ if char.is_control() => shown.push('\u{fffd}'),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => shown.push('\u{fffd}'),
            _ => shown.push(char),
        }
        if skipped + index < before {
            let width = shown.get(start..).unwrap_or_default().chars().filter_map(char::width);
            caret += width.sum::<usize>();
        }
    }
    if chars.next().is_some() {
        shown.push('…');
    }
    (shown, caret)
}
