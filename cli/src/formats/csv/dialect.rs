//! What separates the fields of a file.

use crate::args::CsvDelimiter;
use csv::{ByteRecord, Position, Reader, ReaderBuilder};
use std::collections::HashMap;
use std::io::Read;

/// The size of the buffer for reading, in bytes.
const BUFFER: usize = 64 << 10;

/// The delimiters of which one is detected, in the order of preference.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Does not occur in text, so that each line is a single field.
const NONE: u8 = 0;

#[derive(Clone, Debug)]
pub(super) struct Dialect {
    pub(super) delimiter: u8,
    /// Where the first record begins: behind a byte-order mark, and a line such as `sep=;`.
    pub(super) start: Position,
}

impl Dialect {
    /// The dialect of a file that begins with `head`. `is_whole` is whether that is all.
    pub(super) fn detect(head: &[u8], is_whole: bool, delimiter: CsvDelimiter) -> Self {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let mut start = Position::new();
        start.set_byte((head.len() - text.len()) as u64);
        let delimiter = match delimiter {
            CsvDelimiter::Comma => Some(b','),
            CsvDelimiter::Semicolon => Some(b';'),
            CsvDelimiter::Tab => Some(b'\t'),
            CsvDelimiter::Pipe => Some(b'|'),
            CsvDelimiter::Auto => None,
        };
        if let Some((stated, length)) = stated(text)
            && delimiter.is_none_or(|delimiter| delimiter == stated)
        {
            start.set_byte(start.byte() + length as u64);
            return Dialect { delimiter: stated, start };
        }
        Dialect { delimiter: delimiter.unwrap_or_else(|| detected(text, is_whole)), start }
    }

    /// A reader for records of any length.
    pub(super) fn reader<R: Read>(&self, text: R) -> Reader<R> {
        reader(self.delimiter).buffer_capacity(BUFFER).from_reader(text)
    }

    /// The delimiter for messages.
    pub(super) fn name(&self) -> &'static str {
        match self.delimiter {
            b',' => "a comma",
            b';' => "a semicolon",
            b'\t' => "a tab",
            b'|' => "a pipe",
            _ => "a line break",
        }
    }
}

fn reader(delimiter: u8) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    builder.delimiter(delimiter).has_headers(false).flexible(true);
    builder
}

/// The delimiter that the first line states, as Excel writes and reads it, and the length of that
/// line.
fn stated(text: &[u8]) -> Option<(u8, usize)> {
    let end = text.iter().position(|byte| *byte == b'\n')?;
    let line = text.get(..end)?;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line {
        [b's', b'e', b'p', b'=', delimiter] if DELIMITERS.contains(delimiter) => Some((*delimiter, end + 1)),
        _ => None,
    }
}

/// How a delimiter divides the first records of a file.
struct Sample {
    delimiter: u8,
    /// The number of fields of each record.
    widths: Vec<usize>,
    /// The number of cells that are numbers, dates and the like.
    atoms: usize,
    /// Whether a space follows each delimiter, as in prose.
    is_spaced: bool,
}

impl Sample {
    fn of(text: &[u8], is_whole: bool, delimiter: u8) -> Self {
        let mut sample = Sample { delimiter, widths: Vec::new(), atoms: 0, is_spaced: true };
        let mut reader = reader(delimiter).from_reader(text);
        let mut record = ByteRecord::new();
        while reader.read_byte_record(&mut record).unwrap_or(false) {
            // The last record may be cut off.
            if !is_whole && reader.position().byte() >= text.len() as u64 && !sample.widths.is_empty() {
                break;
            }
            sample.atoms += record.iter().filter(|cell| is_atom(cell)).count();
            sample.is_spaced &= record.iter().skip(1).all(|cell| cell.starts_with(b" "));
            sample.widths.push(record.len());
        }
        sample
    }

    /// The number of fields of the first record.
    fn width(&self) -> usize {
        self.widths.first().copied().unwrap_or_default()
    }

    /// Whether the delimiter divides all records into the same number of fields.
    fn is_even(&self) -> bool {
        self.width() > 1 && self.widths.iter().all(|width| *width == self.width())
    }

    /// The number of records, if most, that it divides into the same number of fields.
    fn agreeing(&self) -> Option<usize> {
        let mut counts = HashMap::new();
        for width in self.widths.iter().filter(|width| **width > 1) {
            *counts.entry(width).or_insert(0) += 1;
        }
        counts.into_values().max().filter(|count| 2 * count > self.widths.len())
    }

    fn is_divided(&self) -> bool {
        self.widths.iter().any(|width| *width > 1)
    }
}

/// Whether a cell is a number, a date or the like, also with a decimal comma.
fn is_atom(cell: &[u8]) -> bool {
    cell.iter().any(u8::is_ascii_digit)
        && cell.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b',' | b':' | b'/' | b'-' | b'%'))
}

/// The delimiter of a file that begins with `text`.
fn detected(text: &[u8], is_whole: bool) -> u8 {
    let samples = DELIMITERS.map(|delimiter| Sample::of(text, is_whole, delimiter));
    let rank = |sample: &Sample| {
        // Commas also occur in numbers, and any delimiter in texts.
        let preference = DELIMITERS.iter().rev().position(|delimiter| *delimiter == sample.delimiter);
        (sample.atoms, sample.width(), preference)
    };
    if let Some(best) = samples.iter().filter(|sample| sample.is_even()).max_by_key(|sample| rank(sample)) {
        return best.delimiter;
    }
    // Some records may be too short or too long, or a title, which is an error with a place. Prose
    // in a single column may be even by chance.
    let divided = samples.iter().filter(|sample| sample.width() > 1 || !sample.is_spaced);
    let mostly_even = divided.filter_map(|sample| Some((sample.agreeing()?, sample)));
    if let Some((_, best)) = mostly_even.max_by_key(|(agreeing, sample)| (*agreeing, rank(sample))) {
        return best.delimiter;
    }
    let [comma, ..] = &samples;
    if samples.iter().all(|sample| sample.width() <= 1) && comma.is_divided() && comma.is_spaced {
        return NONE;
    }
    b','
}

/// Whether `text` has at least two records, with the same number of cells, which is more than one.
pub(crate) fn has_records(text: &str, delimiter: u8) -> bool {
    let mut reader =
        ReaderBuilder::new().has_headers(false).delimiter(delimiter).from_reader(text.as_bytes());
    let mut count = 0;
    let are_equal = reader.byte_records().all(|record| {
        count += 1;
        record.is_ok_and(|record| record.len() > 1)
    });
    are_equal && count > 1
}

#[cfg(test)]
mod tests {
    use super::{Dialect, NONE};
    use crate::args::CsvDelimiter;

    #[track_caller]
    fn check(text: &str, delimiter: u8) {
        let found = Dialect::detect(text.as_bytes(), true, CsvDelimiter::Auto).delimiter;
        assert_eq!(char::from(found), char::from(delimiter), "{text:?}");
    }

    #[test]
    fn even_records() {
        check("a,b\n1,2\n", b',');
        check("a;b\n1;2\n3;4", b';');
        check("a\tb\r\n1\t2\r\n", b'\t');
        check("a|b|c\n1|2|3\n", b'|');
        // Quoted delimiters.
        check("a;b\n\"x,y\";2\n\"z;\"\"w\";4\n", b';');
        // The other delimiter is in the data.
        check("id,tags\n1,a;b\n2,c;d\n", b',');
        check("id,range;unit,name\n1,2;3,Bob\n", b',');
        check("x;y\n1,5;2,5\n3,5;4,5\n", b';');
        check("Datum;Betrag, EUR\n01.01.2020;1,50\n02.01.2020;2,50\n", b';');
        check("Name, Vorname;Ort;Alter\nMeier, Hans;Bern;3\n", b';');
        // Without a header.
        check("1,5;2,5;3,5\n4,5;5,5;6,5\n", b';');
    }

    #[test]
    fn uneven_records() {
        check("a;b\n1;2\n3\n4;5\n", b';');
        check("a,b,c\n1,2\n3\n", b',');
        check("Report of 2026\na;b\n1;2\n", b';');
        check("Report of 2026\n\nby; me\na;b;c\n1;2;3\n4;5;6\n", b';');
        check("2;3;names\n1;2;3;4\n5;6;7;8\n", b';');
        check("Report of 2026\na,b\n1,2\n", b',');
    }

    #[test]
    fn one_column() {
        check("", b',');
        check("a\n1\n2\n", b',');
        check("text\nHello, world\nOne, two, three\nfour\n", NONE);
        check("tags\na;b\nc\nd;e;f\n", b',');
        check("amount\n1,234\n", b',');
    }

    #[test]
    fn a_stated_delimiter() {
        for text in ["sep=;\r\na,b;c\n", "\u{feff}\"sep=;\"\na,b;c\n"] {
            let dialect = Dialect::detect(text.as_bytes(), true, CsvDelimiter::Auto);
            assert_eq!(dialect.delimiter, b';');
            assert_eq!(text.as_bytes()[usize::try_from(dialect.start.byte()).unwrap()..], *b"a,b;c\n");
        }
        assert_eq!(Dialect::detect(b"sep=\t\na\tb\n", true, CsvDelimiter::Auto).delimiter, b'\t');
        assert_eq!(Dialect::detect(b"sep=;\na,b\n", true, CsvDelimiter::Comma).start.byte(), 0);
    }
}
