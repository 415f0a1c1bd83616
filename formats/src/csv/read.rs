//! Reads CSV: records as lines of JSON.

use super::dialect::{Dialect, Title};
use super::lines::skip;
use super::number::push_number;
use super::options::{Delimiter, Options, Ragged};
use super::quotes::Quotes;
use super::survey::{Survey, is_null, is_number, rewind};
use super::types::{ColumnSurvey, ColumnType};
use crate::error::Error;
use crate::format::Format;
use crate::input::{Input, Twice, Watched};
use csv::{ByteRecord, Position, Reader};
use serde_json::value::RawValue;
use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use toon::EncodeOptions;

/// The number of times that the text is read: to survey the columns, and twice to write a table,
/// which begins with the number of its rows.
const PASSES: u64 = 3;

/// The size of the text that is converted at once, in bytes.
const BATCH: usize = 64 << 10;

/// The number of bytes below the lines that are left out, from which the delimiter is detected.
const HEAD: u64 = 64 << 10;

/// The number of columns that a note names.
const MAX_NAMES: usize = 3;

/// Converts the first `limit` records of data to lines of JSON, after a first pass which finds all
/// mistakes in them. What a user should know is passed to `note`, with advice, which may be empty.
///
/// ```
/// use std::io::Read;
/// use toon_formats::{Format, Input, csv};
///
/// let file = tempfile::NamedTempFile::new()?;
/// std::fs::write(&file, "id,mass,sex\n1,3750,m\n2,NA,NA\n")?;
/// let input = Input::open(Some(file.path()))?;
/// let options = csv::Options::default();
/// let mut notes = Vec::new();
/// let mut lines = csv::to_lines(input, Format::Csv, &options, usize::MAX, &mut |note, _| notes.push(note.to_owned()))?;
///
/// assert_eq!(lines.fields().collect::<Vec<_>>(), ["id", "mass", "sex"]);
/// assert_eq!(lines.decisions()[1], "mass: numbers, with \"NA\" as null");
/// assert!(notes[0].ends_with("\"NA\" is read as null in the column mass"));
/// let mut json = String::new();
/// lines.read_to_string(&mut json)?;
/// assert!(json.ends_with("{\"id\":2,\"mass\":null,\"sex\":\"NA\"}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the input cannot be read, and at the first mistake in a record.
pub fn to_lines(
    mut input: Input,
    format: Format,
    options: &Options,
    limit: usize,
    note: &mut dyn FnMut(&str, &str),
) -> Result<JsonLines<Watched<BufReader<Twice>>>, Error> {
    let name = input.name.clone();
    let failed = |error| Error::io(&name, error);
    let delimiter = match options.delimiter {
        Delimiter::Auto if format == Format::Tsv => Delimiter::Tab,
        delimiter => delimiter,
    };
    let is_whole = input.all()?.is_some();
    let (head, text, skipped) = if options.skip_lines == 0 {
        (input.head()?.to_vec(), input.passes(PASSES)?, 0)
    } else {
        let mut text = input.passes(PASSES + 1)?;
        let skipped = skip(&mut text, options.skip_lines).map_err(failed)?;
        let skipped = skipped.map_err(|lines| too_few(&name, lines, options.skip_lines))?;
        let mut head = Vec::new();
        text.by_ref().take(HEAD).read_to_end(&mut head).map_err(failed)?;
        (head, text, skipped)
    };
    let dialect = Dialect::detect(&head, skipped, is_whole, delimiter, options);
    if let Some(title) = &dialect.title {
        let (reason, advice) = title.note();
        note(&format!("{name} is read as one column, since {reason}"), &advice);
    }
    let mut reader = dialect.reader(Quotes::new(text, dialect.delimiter, dialect.comment));
    let surveyed = Survey::of(&mut reader, &dialect, options, limit as u64);
    let survey = surveyed.map_err(|mistake| mistake.failure(&name, reader.get_mut().text(), &dialect))?;
    if !options.no_header && !survey.names.is_empty() && survey.names.iter().all(|name| is_number(name)) {
        note(&format!("the header of {name} consists of numbers"), "use --no-header if it is data");
    }
    if let Some(nulls) = nulls(&survey) {
        let is_requested = |column: &ColumnSurvey| column.is_requested() || column.null_words().is_empty();
        let can_be_kept = !survey.columns.iter().all(is_requested);
        let advice = if can_be_kept { "use --keep-na to keep such cells as text" } else { "" };
        note(&format!("{name}: {nulls}"), advice);
    }
    if let Some(commas) = decimal_commas(&survey, &dialect) {
        note(&format!("{name}: {commas}"), "use --decimal comma if that is the decimal point");
    }
    let mut lines = JsonLines::new(reader, survey, options);
    lines.rewind().map_err(failed)?;
    Ok(lines)
}

fn too_few(name: &str, lines: u64, skipped: u64) -> Error {
    let lines = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
    Error::at(
        name,
        (1, 1),
        &format!("the text has only {lines}"),
        &format!("skip fewer lines than {skipped}"),
    )
}

impl Title {
    /// Why there is only one column, and what to do about it.
    fn note(&self) -> (String, String) {
        let (subject, verb, object) = match self.lines {
            1 => ("its first line".to_owned(), "has", "if that is a title"),
            lines => (format!("its first {lines} lines"), "have", "to leave them out"),
        };
        let advice = match self.comment {
            Some(comment) => format!("--comment '{}' to leave out comments", char::from(comment)),
            None => format!("--skip-lines {} {object}", self.lines),
        };
        (format!("{subject} {verb} no delimiter, unlike those below"), format!("use {advice}"))
    }
}

/// Says which words are null, and where.
fn nulls(survey: &Survey) -> Option<String> {
    let columns = || survey.names.iter().zip(&survey.columns);
    let with_word: Vec<_> = columns().filter(|(_, column)| !column.null_words().is_empty()).collect();
    let words: BTreeSet<&str> =
        with_word.iter().flat_map(|(_, column)| column.null_words()).copied().collect();
    let words: Vec<String> = words.into_iter().map(|word| format!("{word:?}")).collect();
    let mut names: Vec<&str> = with_word.iter().take(MAX_NAMES).map(|(name, _)| name.as_str()).collect();
    let columns = match with_word.len() {
        0 => return None,
        1 => "the column".to_owned(),
        count => format!("{count} columns:"),
    };
    if with_word.len() > MAX_NAMES {
        names.push("…");
    }
    let verb = if words.len() == 1 { "is" } else { "are" };
    Some(format!("{} {verb} read as null in {columns} {}", words.join(", "), names.join(", ")))
}

/// Says that columns are probably numbers with decimal commas: next to other numbers, `1.000` may be a
/// thousand. Where commas divide records, they more often divide thousands.
fn decimal_commas(survey: &Survey, dialect: &Dialect) -> Option<String> {
    let mut columns = survey.names.iter().zip(&survey.columns);
    let (name, cell) = columns.find_map(|(name, column)| Some((name, column.decimal_comma()?)))?;
    let may_be = matches!(dialect.delimiter, b';' | b'\t' | b'|');
    may_be.then(|| format!("the column {name} is text, since {cell:?} has a comma"))
}

/// The records as lines of JSON, which are converted as they are read.
pub struct JsonLines<R> {
    reader: Reader<Quotes<R>>,
    names: Vec<String>,
    surveys: Vec<ColumnSurvey>,
    point: u8,
    /// Where the data begin.
    start: Position,
    columns: Vec<ColumnWriter>,
    nulls: Vec<String>,
    /// Whether records may have fewer fields than there are columns.
    is_padded: bool,
    /// The number of records, and of those that have not been converted yet.
    records: u64,
    left: u64,
    record: ByteRecord,
    /// The current lines, of which the first `taken` bytes have been read.
    lines: Vec<u8>,
    taken: usize,
    /// The number of bytes of the lines before.
    before: u64,
}

struct ColumnWriter {
    /// The text before a cell: `{"name":` in the first column, `,"name":` in the others.
    key: Vec<u8>,
    column_type: ColumnType,
}

impl<R> JsonLines<R> {
    /// The names of the fields.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The name of each column, its type, and why it is text if it is.
    pub fn decisions(&self) -> Vec<String> {
        let columns = self.names.iter().zip(&self.surveys);
        columns.map(|(name, column)| format!("{name}: {}", column.decision(name))).collect()
    }
}

impl<R: Read + Seek> JsonLines<R> {
    fn new(reader: Reader<Quotes<R>>, survey: Survey, options: &Options) -> Self {
        let columns = survey.names.iter().zip(&survey.columns).enumerate().map(|(index, (name, column))| {
            let mut key = if index == 0 { b"{".to_vec() } else { b",".to_vec() };
            push_string(&mut key, name.as_bytes());
            key.push(b':');
            ColumnWriter { key, column_type: column.column_type() }
        });
        JsonLines {
            reader,
            columns: columns.collect(),
            names: survey.names,
            surveys: survey.columns,
            point: options.decimal.point(),
            start: survey.start,
            nulls: options.nulls.clone(),
            is_padded: options.ragged == Ragged::Pad,
            records: survey.records,
            left: survey.records,
            record: ByteRecord::new(),
            lines: Vec::new(),
            taken: 0,
            before: 0,
        }
    }

    /// Converts the next records.
    fn fill(&mut self) -> io::Result<()> {
        self.before += self.lines.len() as u64;
        self.lines.clear();
        self.taken = 0;
        while self.lines.len() < BATCH && self.left > 0 {
            self.left -= 1;
            if !self.reader.read_byte_record(&mut self.record)?
                || self.record.len() > self.columns.len()
                || self.record.len() < self.columns.len() && !self.is_padded
            {
                return Err(io::Error::other("the file changed while it was being read"));
            }
            for (index, column) in self.columns.iter().enumerate() {
                self.lines.extend_from_slice(&column.key);
                let cell = self.record.get(index).unwrap_or_default();
                push_cell(&mut self.lines, cell, column.column_type, self.point, &self.nulls);
            }
            self.lines.extend_from_slice(b"}\n");
        }
        Ok(())
    }
}

/// Appends a cell as JSON.
fn push_cell(lines: &mut Vec<u8>, cell: &[u8], column_type: ColumnType, point: u8, nulls: &[String]) {
    if !nulls.is_empty() && is_null(cell, nulls) {
        lines.extend_from_slice(b"null");
        return;
    }
    match column_type {
        ColumnType::Numbers => push_number(lines, cell, point),
        ColumnType::Booleans => match cell {
            [b't' | b'T', ..] => lines.extend_from_slice(b"true"),
            [b'f' | b'F', ..] => lines.extend_from_slice(b"false"),
            // Empty, or a word such as `NA`.
            _ => lines.extend_from_slice(b"null"),
        },
        ColumnType::Exact if is_literal(cell) => lines.extend_from_slice(cell),
        ColumnType::Strings | ColumnType::Exact => push_string(lines, cell),
    }
}

/// Appends a string as JSON.
fn push_string(lines: &mut Vec<u8>, text: &[u8]) {
    let is_plain = |byte: &u8| *byte >= 0x20 && *byte != b'"' && *byte != b'\\';
    lines.push(b'"');
    if text.iter().all(is_plain) {
        lines.extend_from_slice(text);
    } else {
        for byte in text {
            match byte {
                b'"' | b'\\' => lines.extend_from_slice(&[b'\\', *byte]),
                b'\n' => lines.extend_from_slice(b"\\n"),
                0..0x20 => lines.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
                _ => lines.push(*byte),
            }
        }
    }
    lines.push(b'"');
}

/// Whether the cell is a number, `true` or `false`, spelled as in TOON, so that nothing is lost.
/// `null` is a string.
fn is_literal(cell: &[u8]) -> bool {
    match cell {
        b"true" | b"false" => true,
        // A quick check that handles most cells.
        [b'1'..=b'9', rest @ ..] if rest.len() < 15 && rest.iter().all(u8::is_ascii_digit) => true,
        [b'-' | b'0'..=b'9', ..] => {
            let Ok(text) = std::str::from_utf8(cell) else { return false };
            serde_json::from_str::<&RawValue>(text).is_ok()
                && toon::json::to_toon(text, &EncodeOptions::new()).is_ok_and(|canonical| canonical == text)
        }
        _ => false,
    }
}

impl<R: Read + Seek> Read for JsonLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl<R: Read + Seek> BufRead for JsonLines<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.lines.len() {
            self.fill()?;
        }
        Ok(self.lines.get(self.taken..).unwrap_or_default())
    }

    fn consume(&mut self, length: usize) {
        self.taken += length;
    }
}

/// Only the beginning and the current position can be sought.
impl<R: Read + Seek> Seek for JsonLines<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            SeekFrom::Start(0) => {
                rewind(&mut self.reader, &self.start)?;
                self.lines.clear();
                (self.taken, self.before) = (0, 0);
                self.left = self.records;
                Ok(0)
            }
            SeekFrom::Current(0) => Ok(self.before + self.taken as u64),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}
