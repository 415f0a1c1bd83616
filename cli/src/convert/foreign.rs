//! Recognizes text that evidently is not TOON.

use crate::args::Reading;
use crate::failure::Failure;
use toon::__internal::{fence, header};
use toon_formats::{BYTE_ORDER_MARK, Format, Input, Prose, csv, detect, yaml};

/// The number of bytes that are examined.
const HEAD: usize = 64 << 10;

/// What to say about a text that is read as TOON. To TOON, it `is_valid` or not.
pub(crate) fn note(name: &str, text: &str, is_valid: bool) -> Option<String> {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    if !is_valid && fence::begins(text) {
        return Some(format!(
            "{name} begins with a Markdown fence; to read what is inside it, use --from-answer"
        ));
    }
    if let Some(prose) = Prose::of(head(text).as_bytes()).filter(|_| !is_valid) {
        return Some(format!("{name} looks like {prose}, not TOON"));
    }
    let format = format(text, is_valid)?;
    let option = match format {
        Format::Json => String::new(),
        _ => format!(" --from {}", format.name().to_ascii_lowercase()),
    };
    let shown = match format {
        Format::Ndjson => "JSON, one value per line",
        Format::Csv => "CSV",
        Format::Toml => "TOML",
        Format::Yaml => "YAML",
        _ => "JSON",
    };
    Some(format!("{name} looks like {shown}; use `toon encode{option}` to convert it to TOON"))
}

/// Refuses text that is no data, where JSON or TOON is expected. TOON is not refused if it was stated, and
/// markup that may be TOON is left to the reader.
pub(crate) fn expect_data(reading: &Reading, format: Format, input: &mut Input) -> Result<(), Failure> {
    let is_detected = reading.from.is_none() && input.format().is_none();
    let expected = match format {
        Format::Json | Format::Toon if is_detected => "JSON or TOON",
        Format::Json | Format::Ndjson => format.name(),
        _ => return Ok(()),
    };
    let head = input.head()?;
    let Some(found) = Prose::of(head) else { return Ok(()) };
    if format == Format::Toon && found.is_markup() && !begins_without_key(head) && !Prose::is_document(head) {
        return Ok(());
    }
    let help = if found.is_markup() {
        "write its data in one of these formats first"
    } else {
        "`jq -R .` writes each line as a JSON string"
    };
    Err(Failure::Input(format!("{} looks like {found}, expected {expected}; {help}", input.name)))
}

/// Whether the first of several lines has no colon, so that it is neither a field nor a string of TOON.
fn begins_without_key(head: &[u8]) -> bool {
    let is_line = |line: &&[u8]| !matches!(line.trim_ascii(), [] | [b'#', ..]);
    let mut lines = head.split(|byte| *byte == b'\n').filter(is_line);
    lines.next().is_some_and(|line| !line.contains(&b':')) && lines.next().is_some()
}

/// Refuses text that is not valid TOON, and says what it looks like instead.
pub(crate) fn refuse(name: &str, error: &toon::Error, text: &str) -> Failure {
    match advice(text) {
        help @ Some(_) => Failure::toon_with_help(name, error, text, help),
        None => Failure::toon(name, error, text).with_note(note(name, text, false)),
    }
}

/// How to convert text that was refused as JSON or TOON.
pub(crate) fn advice(text: &str) -> Option<&'static str> {
    match Prose::of(head(text).as_bytes()) {
        Some(Prose::Html) => return Some("the text looks like HTML, not TOON"),
        Some(Prose::Xml) => return Some("the text looks like XML, not TOON"),
        Some(Prose::Log) => return Some("the text looks like log lines, not TOON"),
        None => {}
    }
    match format(text.trim_start_matches(BYTE_ORDER_MARK), false)? {
        Format::Csv => Some("the text looks like CSV; use `toon encode --from csv` to convert it to TOON"),
        Format::Yaml => Some("the text looks like YAML; use `toon encode --from yaml` to convert it to TOON"),
        _ => None,
    }
}

/// Advice for TOON that is read as JSON. A single line that is a string, or begins an object of JSON, is none.
pub(crate) fn toon_advice(text: &str) -> Option<&'static str> {
    if text.trim_start_matches(BYTE_ORDER_MARK).trim_start().starts_with('{') {
        return None;
    }
    let json = toon::json::from_toon(text, &toon::DecodeOptions::new()).ok()?;
    let is_string = json.starts_with('"');
    (!is_string).then_some("the text is TOON already; `toon encode --from toon` decodes it first")
}

fn format(text: &str, is_valid: bool) -> Option<Format> {
    if detect::is_whole_json(text) {
        return Some(Format::Json);
    }
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut is_line_of_json = || lines.next().is_some_and(detect::is_whole_json);
    if is_line_of_json() && is_line_of_json() {
        return Some(Format::Ndjson);
    }
    if text.trim_start().starts_with('{') {
        // To TOON, `{"a":` is the key of an object.
        return Some(Format::Json);
    }
    if is_valid {
        return None;
    }
    if detect::is_toml(text) {
        return Some(Format::Toml);
    }
    if text.trim_start().starts_with('[') {
        return detect::is_json(text.as_bytes()).then_some(Format::Json);
    }
    let head = head(text);
    // Only TOON has headers.
    if head.lines().any(header::is_in) {
        None
    } else if is_csv(head) {
        Some(Format::Csv)
    } else if yaml::is_evident(head) {
        Some(Format::Yaml)
    } else {
        None
    }
}

/// The first lines.
fn head(text: &str) -> &str {
    if text.len() <= HEAD {
        return text;
    }
    let end = text.as_bytes().get(..HEAD).and_then(|head| memchr::memrchr(b'\n', head));
    text.get(..end.unwrap_or_default()).unwrap_or_default()
}

/// Whether `text` consists of at least two records with the same number of cells, which is more
/// than one.
fn is_csv(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    [b',', b'\t', b';'].into_iter().any(|delimiter| {
        // A colon in front of it makes a field of the line.
        let is_header = first
            .bytes()
            .position(|byte| byte == delimiter)
            .is_some_and(|at| first.bytes().position(|byte| byte == b':').is_none_or(|colon| at < colon));
        is_header && csv::has_records(text, delimiter)
    })
}
