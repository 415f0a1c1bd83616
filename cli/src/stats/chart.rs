//! A bar chart in SVG format.

use super::Measured;
use super::table::grouped;
use crate::args::Tokenizer;
use std::fmt::Write;

const WIDTH: usize = 900;
/// Where bars start, and where the longest one ends.
const LEFT: usize = 150;
const RIGHT: usize = 730;
const LINE: usize = 22;
const TITLE: usize = 34;
const GAP: usize = 18;

pub(crate) fn draw(files: &[Measured], tokenizer: Tokenizer) -> String {
    let mut out = String::new();
    // Writing to a `String` never fails.
    let _ = write(&mut out, files, tokenizer);
    out
}

fn write(out: &mut String, files: &[Measured], tokenizer: Tokenizer) -> std::fmt::Result {
    let height = |file: &Measured| TITLE + file.sizes().count() * LINE + GAP;
    let all: usize = files.iter().map(height).sum();
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {all}" width="{WIDTH}" height="{all}" font-family="system-ui, sans-serif" font-size="13">"#
    )?;
    writeln!(
        out,
        "<style>text {{ fill: #24292f }} .toon {{ fill: #1a7f37 }} .other {{ fill: #8c959f }} .more {{ fill: #cf222e }} \
         @media (prefers-color-scheme: dark) {{ text {{ fill: #e6edf3 }} .toon {{ fill: #3fb950 }} .other {{ fill: #6e7681 }} .more {{ fill: #f85149 }} }}</style>"
    )?;
    let unit = if tokenizer == Tokenizer::None { "bytes" } else { "tokens" };
    let mut top = 0;
    for file in files {
        writeln!(
            out,
            r#"<text x="0" y="{}" font-weight="600">{}, in {unit}</text>"#,
            top + TITLE - 12,
            escaped(&file.name)
        )?;
        bars(out, file, top + TITLE)?;
        top += height(file);
    }
    write!(out, "</svg>")
}

fn bars(out: &mut String, file: &Measured, top: usize) -> std::fmt::Result {
    let most = file.largest();
    for (index, (form, size)) in file.sizes().enumerate() {
        let y = top + index * LINE;
        let length = (size.cost() * (RIGHT - LEFT)).checked_div(most).unwrap_or_default();
        let saved = file.savings(size);
        let class = match form.is_toon() {
            false => "other",
            true if saved < 0.0 => "more",
            true => "toon",
        };
        writeln!(
            out,
            r#"<text x="{}" y="{}" text-anchor="end">{}</text><rect class="{class}" x="{LEFT}" y="{y}" width="{length}" height="16" rx="2"/><text x="{}" y="{}">{} ({:+.1} %)</text>"#,
            LEFT - 8,
            y + 13,
            form.name(),
            LEFT + length + 8,
            y + 13,
            grouped(size.cost()),
            // A positive number is an increase.
            if saved == 0.0 { 0.0 } else { -saved },
        )?;
    }
    Ok(())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
