//! A bar chart in SVG format.

use super::forms::Form;
use super::measured::Measured;
use super::table::{percent, shortened};
use crate::args::Tokenizer;
use crate::count::grouped;
use crate::tokens::Size;
use std::fmt::{Result, Write};

const WIDTH: usize = 920;
const MARGIN: usize = 32;
/// Where names end, bars start, the longest bar ends, and savings end.
const NAMES: usize = 196;
const LEFT: usize = 206;
const RIGHT: usize = 690;
const SAVED: usize = WIDTH - MARGIN;
/// The height of title and legend, of the heading of a file, and of a row.
const TITLE: usize = 98;
const HEADING: usize = 40;
const ROW: usize = 24;
/// The space between two files.
const GAP: usize = 20;
/// Beyond this many columns, the name of a file would reach the heading of the savings.
const MAX_NAME: usize = 80;

/// The colours of the text, and of the bars by what they show.
const STYLE: &str = "\
.back { fill: #ffffff } text { fill: #1f2328 } .quiet { fill: #59636e } .line { stroke: #d1d9e0 }
.input { fill: #0969da } .less { fill: #1a7f37 } .more { fill: #cf222e } .other { fill: #9198a1 }
@media (prefers-color-scheme: dark) {
.back { fill: #0d1117 } text { fill: #f0f6fc } .quiet { fill: #9198a1 } .line { stroke: #3d444d }
.input { fill: #4493f8 } .less { fill: #3fb950 } .more { fill: #f85149 } .other { fill: #656c76 }
}";

const LEGEND: [(&str, &str); 4] = [
    ("input", "the input"),
    ("less", "TOON, not larger than the input"),
    ("more", "TOON, larger than the input"),
    ("other", "other formats"),
];

pub(crate) fn draw(files: &[Measured], tokenizer: Tokenizer) -> String {
    let mut out = String::new();
    // Writing to a `String` never fails.
    let _ = write(&mut out, files, tokenizer);
    out
}

fn height(file: &Measured) -> usize {
    GAP + HEADING + file.rows().count() * ROW
}

fn write(out: &mut String, files: &[Measured], tokenizer: Tokenizer) -> Result {
    let all = MARGIN * 2 + TITLE + files.iter().map(height).sum::<usize>();
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {all}" width="{WIDTH}" height="{all}" font-family="system-ui, sans-serif" font-size="14">"#
    )?;
    writeln!(out, "<style>\n{STYLE}\n</style>")?;
    writeln!(out, r#"<rect class="back" width="{WIDTH}" height="{all}"/>"#)?;
    let title = match tokenizer.name() {
        Some(name) => format!("Tokens ({name})"),
        None => "Bytes".to_owned(),
    };
    writeln!(
        out,
        r#"<text x="{MARGIN}" y="{}" font-size="20" font-weight="600">{title}</text>"#,
        MARGIN + 18
    )?;
    writeln!(
        out,
        r#"<text class="quiet" x="{MARGIN}" y="{}">Savings are relative to the input as it was given, and negative where a form takes more.</text>"#,
        MARGIN + 46
    )?;
    legend(out, MARGIN + 64)?;
    let mut top = MARGIN + TITLE;
    for file in files {
        draw_file(out, file, top + GAP)?;
        top += height(file);
    }
    write!(out, "</svg>")
}

fn legend(out: &mut String, top: usize) -> Result {
    let mut left = MARGIN;
    for (class, text) in LEGEND {
        writeln!(
            out,
            r#"<rect class="{class}" x="{left}" y="{top}" width="14" height="14" rx="2"/><text x="{}" y="{}">{text}</text>"#,
            left + 20,
            top + 12
        )?;
        // A letter takes about 7 units.
        left += 20 + text.len() * 7 + 24;
    }
    Ok(())
}

fn draw_file(out: &mut String, file: &Measured, top: usize) -> Result {
    writeln!(
        out,
        r#"<path class="line" d="M{MARGIN} {top}H{SAVED}"/><text x="{MARGIN}" y="{y}" font-weight="600"><title>{}</title>{}</text><text class="quiet" x="{SAVED}" y="{y}" text-anchor="end">saved</text>"#,
        escaped(&file.name),
        escaped(&shortened(&file.name, MAX_NAME)),
        y = top + 26
    )?;
    let most = file.largest();
    for (index, (form, size)) in file.rows().enumerate() {
        let top = top + HEADING + index * ROW;
        let y = top + 13;
        let name = escaped(&file.label(form));
        write!(out, r#"<text x="{NAMES}" y="{y}" text-anchor="end">{name}</text>"#)?;
        let Some(size) = size else {
            writeln!(out, r#"<text class="quiet" x="{LEFT}" y="{y}">{}</text>"#, why_none(file))?;
            continue;
        };
        let class = class(file, form, size);
        let length = scaled(size.cost(), most);
        let saved = file.savings(size).map_or("–".to_owned(), percent).replace('-', "\u{2212}");
        writeln!(
            out,
            r#"<rect class="{class}" x="{LEFT}" y="{top}" width="{length}" height="17" rx="2"/><text x="{}" y="{y}">{}</text><text x="{SAVED}" y="{y}" text-anchor="end">{saved}</text>"#,
            LEFT + length + 8,
            grouped(size.cost()),
        )?;
    }
    Ok(())
}

/// The length of a bar.
fn scaled(size: usize, most: usize) -> usize {
    size.saturating_mul(RIGHT - LEFT).checked_div(most).unwrap_or_default()
}

fn class(file: &Measured, form: Form, size: &Size) -> &'static str {
    match form {
        _ if form == Form::Input || file.given == Some(form) => "input",
        _ if !form.is_toon() => "other",
        _ if file.savings(size).is_some_and(|saved| saved < 0.0) => "more",
        _ => "less",
    }
}

/// Why a normal form has no size.
fn why_none(file: &Measured) -> &'static str {
    if file.left_out.is_some() { "left out" } else { "not smaller than TOON" }
}

/// Text for XML, which has no control characters.
fn escaped(text: &str) -> String {
    let visible = text.replace(char::is_control, "\u{fffd}");
    visible.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
