//! A table with bars, for the terminal.

use super::Measured;
use crate::args::Tokenizer;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

const NAME: Style = Style::new().bold();
const TOON: Style = AnsiColor::Green.on_default();
const OTHER: Style = AnsiColor::BrightBlack.on_default();
const LOSS: Style = AnsiColor::Red.on_default();

/// The width of everything before a bar: name, bytes, tokens, savings and separators.
const COLUMNS: usize = 13 + 11 + 10 + 10 + 2;

pub(crate) fn draw(file: &Measured, tokenizer: Tokenizer) -> String {
    let mut out = String::new();
    // Writing to a `String` never fails.
    let _ = write(&mut out, file, tokenizer);
    out
}

fn write(out: &mut String, file: &Measured, tokenizer: Tokenizer) -> std::fmt::Result {
    let counted = match tokenizer {
        Tokenizer::O200k => "o200k_base",
        Tokenizer::Cl100k => "cl100k_base",
        Tokenizer::None => "bytes only",
    };
    writeln!(out, "{NAME}{}{NAME:#} ({counted})", file.name)?;
    let tokens = if tokenizer == Tokenizer::None { "" } else { "tokens" };
    writeln!(out, "{:13}{:>11}{tokens:>10}{:>10}", "", "bytes", "saved")?;
    let most = file.largest();
    let width = usize::from(terminal_size::terminal_size().map_or(100, |(width, _)| width.0));
    let room = width.saturating_sub(COLUMNS + 1).clamp(10, 60);
    for (form, size) in &file.forms {
        let name = form.name();
        let Some(size) = size else {
            let tokens = if tokenizer == Tokenizer::None { "" } else { "–" };
            writeln!(out, "{name:13}{:>11}{tokens:>10}{:>8}", "–", "–")?;
            continue;
        };
        let tokens = size.tokens.map(grouped).unwrap_or_default();
        let saved = file.savings(size);
        let style = if !form.is_toon() {
            OTHER
        } else if saved < 0.0 {
            LOSS
        } else {
            TOON
        };
        let bytes = grouped(size.bytes);
        let bar = bar(size.cost(), most, room);
        writeln!(out, "{name:13}{bytes:>11}{tokens:>10}{saved:>8.1} %  {style}{bar}{style:#}")?;
    }
    match file.smallest() {
        Some((form, _)) => writeln!(out, "smallest: {}", form.name()),
        None => Ok(()),
    }
}

/// A bar in steps of an eighth of a character.
fn bar(size: usize, most: usize, room: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = size.saturating_mul(room * 8).checked_div(most).unwrap_or_default();
    let part = PARTS.get(eighths % 8).copied().unwrap_or_default();
    "█".repeat(eighths / 8) + part
}

/// Formats a number with thousands separators.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn bars() {
        assert_eq!(bar(10, 10, 4), "████");
        assert_eq!(bar(5, 8, 1), "▋");
        assert_eq!(bar(0, 10, 4), "");
        assert_eq!(bar(0, 0, 4), "");
    }
}
