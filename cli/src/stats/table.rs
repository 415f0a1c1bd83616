//! A table with bars, for the terminal.

use super::forms::Form;
use super::measured::Measured;
use crate::args::Tokenizer;
use crate::count::grouped;
use crate::tokens::Size;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

const NAME: Style = Style::new().bold();
const TOON: Style = AnsiColor::Green.on_default();
const OTHER: Style = AnsiColor::BrightBlack.on_default();
const LOSS: Style = AnsiColor::Red.on_default();

/// The lengths of the longest bar.
const MIN_BAR: usize = 10;
const MAX_BAR: usize = 60;

/// What is shown: with less room, columns become narrower, and then fewer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Layout {
    Bars,
    NoBars,
    ShortNames,
    /// Without thousands separators.
    Digits,
    /// Without bytes, if tokens are counted.
    NoBytes,
}

const LAYOUTS: [Layout; 5] =
    [Layout::Bars, Layout::NoBars, Layout::ShortNames, Layout::Digits, Layout::NoBytes];

impl Layout {
    fn has_bars(self) -> bool {
        self == Layout::Bars
    }

    fn is_short(self) -> bool {
        self >= Layout::ShortNames
    }
}

/// Draws a table that is at most `width` columns wide, if at all possible.
pub(crate) fn draw(file: &Measured, tokenizer: Tokenizer, width: usize) -> String {
    let tables = LAYOUTS.map(|layout| StatsTable::new(file, tokenizer, layout));
    let fits = |table: &&StatsTable<'_>| {
        table.width() + if table.layout.has_bars() { 2 + MIN_BAR } else { 0 } <= width
    };
    let mut out = String::new();
    if let Some(table) = tables.iter().find(fits).or(tables.last()) {
        // Writing to a `String` never fails.
        let _ = table.write(&mut out, width);
    }
    out
}

struct StatsTable<'f> {
    file: &'f Measured,
    tokenizer: Tokenizer,
    layout: Layout,
    /// The heading, and the cells of each form.
    lines: Vec<Vec<String>>,
}

impl<'f> StatsTable<'f> {
    fn new(file: &'f Measured, tokenizer: Tokenizer, layout: Layout) -> Self {
        let mut table = StatsTable { file, tokenizer, layout, lines: Vec::new() };
        let saved = if layout.is_short() { "saved" } else { "saved vs. input" };
        table.line(["", "bytes", "tokens", saved].map(str::to_owned));
        for (form, size) in file.rows() {
            let number = |size: Option<usize>| size.map_or("–".to_owned(), |size| table.number(size));
            let name = table.name(form);
            let bytes = number(size.map(|size| size.bytes));
            let tokens = number(size.and_then(|size| size.tokens));
            let saved = size.and_then(|size| file.savings(size));
            // The dash stands where the digits do.
            let saved = saved.map_or("–  ".to_owned(), percent);
            table.line([name, bytes, tokens, saved]);
        }
        table
    }

    fn line(&mut self, [name, bytes, tokens, saved]: [String; 4]) {
        let has_tokens = self.tokenizer != Tokenizer::None;
        let bytes = (self.layout < Layout::NoBytes || !has_tokens).then_some(bytes);
        let tokens = has_tokens.then_some(tokens);
        let cells = [Some(name), bytes, tokens, Some(saved)];
        self.lines.push(cells.into_iter().flatten().collect());
    }

    fn name(&self, form: Form) -> String {
        let is_input = form == Form::Input || self.file.given == Some(form);
        if !self.layout.is_short() {
            return self.file.label(form);
        }
        let name = match self.file.format {
            Some(format) if form == Form::Input => format.name(),
            _ => form.short(),
        };
        if is_input { format!("{name}*") } else { name.to_owned() }
    }

    fn number(&self, number: usize) -> String {
        if self.layout < Layout::Digits { grouped(number) } else { number.to_string() }
    }

    fn gap(&self) -> usize {
        if self.layout.is_short() { 1 } else { 2 }
    }

    /// The width of each column, without the gaps between them.
    fn columns(&self) -> Vec<usize> {
        let count = self.lines.first().map_or(0, Vec::len);
        let width = |column: usize| {
            self.lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max()
        };
        (0..count).map(|column| width(column).unwrap_or_default()).collect()
    }

    fn width(&self) -> usize {
        let columns = self.columns();
        columns.iter().sum::<usize>() + columns.len().saturating_sub(1) * self.gap()
    }

    fn write(&self, out: &mut String, width: usize) -> std::fmt::Result {
        let counted = self.tokenizer.name().unwrap_or("bytes only");
        let name = shortened(&self.file.name, width.saturating_sub(counted.len() + 3));
        writeln!(out, "{NAME}{name}{NAME:#} ({counted})")?;
        let columns = self.columns();
        let room = width.saturating_sub(self.width() + 2).min(MAX_BAR);
        let most = self.file.largest();
        let gap = " ".repeat(self.gap());
        let sizes = std::iter::once(None).chain(self.file.rows().map(Some));
        for (line, row) in self.lines.iter().zip(sizes) {
            for (index, (cell, width)) in line.iter().zip(&columns).enumerate() {
                match index {
                    0 => write!(out, "{cell:width$}")?,
                    _ => write!(out, "{gap}{cell:>width$}")?,
                }
            }
            if let Some((form, Some(size))) = row.filter(|_| self.layout.has_bars()) {
                let (style, bar) = (self.style(form, size), bar(size.cost(), most, room));
                if !bar.is_empty() {
                    write!(out, "  {style}{bar}{style:#}")?;
                }
            }
            // A dash is followed by spaces.
            out.truncate(out.trim_end_matches(' ').len());
            writeln!(out)?;
        }
        self.remarks(out)
    }

    fn remarks(&self, out: &mut String) -> std::fmt::Result {
        if self.layout.is_short() {
            writeln!(out, "* the input, the baseline of savings")?;
        }
        if let Some(form) = self.file.smallest() {
            writeln!(out, "smallest: {}", self.file.label(form))?;
        }
        if let Some(left_out) = &self.file.left_out {
            writeln!(out, "{left_out}")?;
        }
        Ok(())
    }

    fn style(&self, form: Form, size: &Size) -> Style {
        if !form.is_toon() {
            OTHER
        } else if self.file.savings(size).is_some_and(|saved| saved < 0.0) {
            LOSS
        } else {
            TOON
        }
    }
}

/// Savings in percent: `12.3 %`.
pub(super) fn percent(saved: f64) -> String {
    // Decimals would only take room.
    let decimals = usize::from(saved.abs() < 1000.0);
    let number = format!("{saved:.decimals$}");
    let number = if number == "-0.0" { "0.0" } else { &number };
    format!("{number} %")
}

/// The end of a file name that is too long.
pub(super) fn shortened(name: &str, width: usize) -> String {
    let columns = |text: &str| text.chars().map(columns).sum::<usize>();
    if columns(name) <= width {
        return name.to_owned();
    }
    let end = name.char_indices().map(|(at, _)| name.get(at..).unwrap_or_default());
    let end = end.into_iter().find(|end| columns(end) < width);
    format!("…{}", end.unwrap_or_default())
}

/// The number of columns that a character takes. Wide ones are those of East Asia, roughly.
fn columns(char: char) -> usize {
    if char < '\u{1100}' { 1 } else { 2 }
}

/// A bar in steps of an eighth of a character.
fn bar(size: usize, most: usize, room: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = size.saturating_mul(room * 8).checked_div(most).unwrap_or_default();
    let part = PARTS.get(eighths % 8).copied().unwrap_or_default();
    "█".repeat(eighths / 8) + part
}

#[cfg(test)]
mod tests {
    use super::*;
    use toon_formats::Format;

    #[test]
    fn bars() {
        assert_eq!(bar(10, 10, 4), "████");
        assert_eq!(bar(5, 8, 1), "▋");
        assert_eq!(bar(0, 10, 4), "");
        assert_eq!(bar(0, 0, 4), "");
    }

    #[test]
    fn percents() {
        assert_eq!(percent(12.34), "12.3 %");
        assert_eq!(percent(-0.04), "0.0 %");
        assert_eq!(percent(-100.0), "-100.0 %");
        assert_eq!(percent(-12_345.6), "-12346 %");
    }

    #[test]
    fn long_names() {
        assert_eq!(shortened("a/b.json", 8), "a/b.json");
        assert_eq!(shortened("folder/b.json", 8), "…/b.json");
        assert_eq!(shortened("日本語.json", 8), "…語.json");
    }

    /// A table of large numbers. `each` is the size of the input, and of the forms relative to it.
    fn large(each: usize) -> Measured {
        let size = |bytes: usize| Some(Size { bytes, tokens: Some(bytes) });
        let forms = [
            (Form::Input, size(each)),
            (Form::CompactJson, size(each * 2 + 1)),
            (Form::Toon, size(each / 2)),
            (Form::Dense, None),
        ];
        Measured::new("a/very/long/path/to/a/file/of.csv".to_owned(), Format::Csv, forms.to_vec(), None)
    }

    /// Lines keep to the width, and columns stay aligned.
    #[test]
    fn widths() {
        for each in [3, 12_345_678, 99_999_999, 9_999_999_999] {
            for tokenizer in [Tokenizer::O200k, Tokenizer::None] {
                for width in [36, 40, 50, 60, 80, 100, 200] {
                    let text = draw(&large(each), tokenizer, width).replace("\u{1b}[1m", "");
                    let lines: Vec<String> = text.lines().map(plain).collect();
                    let room = if each > 99_999_999 { width.max(36) } else { width };
                    for line in &lines {
                        assert!(line.chars().count() <= room, "{width}: {line}");
                    }
                    let ends = |line: &String| line.find('%').map(|at| line[..at].chars().count());
                    let mut ends: Vec<usize> = lines.iter().filter_map(ends).collect();
                    assert_eq!(ends.len(), 3, "{text}");
                    ends.dedup();
                    assert_eq!(ends.len(), 1, "{text}");
                }
            }
        }
    }

    /// Text without colours.
    fn plain(line: &str) -> String {
        let mut parts = line.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_owned();
        first + &parts.map(|part| part.split_once('m').map_or("", |(_, text)| text)).collect::<String>()
    }

    #[test]
    fn eight_digits_in_forty_columns() {
        let text: Vec<String> = draw(&large(99_999_999), Tokenizer::O200k, 40).lines().map(plain).collect();
        snapbox::assert_data_eq!(
            text.join("\n"),
            snapbox::str![[r"
…long/path/to/a/file/of.csv (o200k_base)
              bytes      tokens    saved
CSV*     99,999,999  99,999,999    0.0 %
compact 199,999,999 199,999,999 -100.0 %
TOON     49,999,999  49,999,999   50.0 %
dense             –           –      –
* the input, the baseline of savings
smallest: TOON
"]]
        );
    }
}
