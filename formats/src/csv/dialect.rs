//! What separates the fields of a file.

use super::lines::line_breaks;
use super::options::{Delimiter, Options};
use super::quotes::Quotes;
use csv::{ByteRecord, Position, Reader, ReaderBuilder};
use std::collections::HashMap;
use std::io::Read;

/// The size of the buffer for reading, in bytes.
const BUFFER: usize = 64 << 10;

/// The delimiters of which one is detected, in the order of preference.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Does not occur in UTF-8, so that each line is a single field.
pub(super) const NONE: u8 = 0xff;

#[derive(Clone, Debug)]
pub(super) struct Dialect {
    pub(super) delimiter: u8,
    /// The byte that begins a comment.
    pub(super) comment: Option<u8>,
    /// Where the first record begins: after the lines that are left out, a byte-order mark, and a line
    /// such as `sep=;`.
    pub(super) start: Position,
    /// The lines above the header, if there seem to be any.
    pub(super) title: Option<Title>,
}

/// Lines that no delimiter divides, above others that one divides evenly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Title {
    pub(super) lines: u64,
    /// The byte that all of them begin with, if that is likely to begin a comment.
    pub(super) comment: Option<u8>,
}

impl Dialect {
    /// The dialect of a file that begins with `head`, after as many bytes as were `skipped`. `is_whole`
    /// is whether that is all.
    pub(super) fn detect(
        head: &[u8],
        skipped: u64,
        is_whole: bool,
        delimiter: Delimiter,
        options: &Options,
    ) -> Self {
        let (comment, has_header) = (options.comment, !options.no_header);
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let mut start = Position::new();
        start.set_byte(skipped + (head.len() - text.len()) as u64);
        let of = |delimiter, start| Dialect { delimiter, comment, start, title: None };
        let delimiter = match delimiter {
            Delimiter::Comma => Some(b','),
            Delimiter::Semicolon => Some(b';'),
            Delimiter::Tab => Some(b'\t'),
            Delimiter::Pipe => Some(b'|'),
            Delimiter::Auto => None,
        };
        if let Some((stated, length)) = stated(text)
            && delimiter.is_none_or(|delimiter| delimiter == stated)
        {
            start.set_byte(start.byte() + length as u64);
            return of(stated, start);
        }
        if let Some(delimiter) = delimiter {
            return of(delimiter, start);
        }
        let text = below_comments(text, comment);
        let samples = DELIMITERS.map(|delimiter| Sample::of(text, is_whole, delimiter, comment, has_header));
        let delimiter = detected(text, &samples, has_header);
        let is_single = delimiter == NONE;
        let title = samples.iter().filter(|_| is_single).find_map(|sample| sample.title(text));
        Dialect { title, ..of(delimiter, start) }
    }

    /// A reader for records of any length.
    pub(super) fn reader<R: Read>(&self, text: R) -> Reader<R> {
        reader(self.delimiter).buffer_capacity(BUFFER).from_reader(text)
    }

    /// The same dialect with each other delimiter that can be detected.
    pub(super) fn others(&self) -> impl Iterator<Item = Self> {
        let others = DELIMITERS.into_iter().filter(|delimiter| *delimiter != self.delimiter);
        others.map(|delimiter| Dialect { delimiter, ..self.clone() })
    }

    /// The name of the delimiter, which is also the value of the option.
    pub(super) fn name(&self) -> &'static str {
        match self.delimiter {
            b',' => "comma",
            b';' => "semicolon",
            b'\t' => "tab",
            b'|' => "pipe",
            _ => "line break",
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

/// The text below the comments at its beginning.
fn below_comments(mut text: &[u8], comment: Option<u8>) -> &[u8] {
    while comment.is_some() && text.first().copied() == comment {
        let end = memchr::memchr2(b'\n', b'\r', text).unwrap_or(text.len());
        let rest = text.get(end..).unwrap_or_default();
        text = rest.strip_prefix(b"\r\n").or(rest.get(1..)).unwrap_or_default();
    }
    text
}

/// How a delimiter divides the first records of a file.
struct Sample {
    delimiter: u8,
    /// The number of fields of each record.
    widths: Vec<usize>,
    /// Where the first record of several fields begins, possibly with line breaks.
    divided: Option<usize>,
    /// The number of cells that are numbers, dates and the like.
    atoms: usize,
    /// Whether there are commas in the data, and all of them are in decimal numbers.
    has_decimal_commas: bool,
    /// Whether a space follows each delimiter, as in prose.
    is_spaced: bool,
}

impl Sample {
    fn of(text: &[u8], is_whole: bool, delimiter: u8, comment: Option<u8>, has_header: bool) -> Self {
        let mut sample = Sample {
            delimiter,
            widths: Vec::new(),
            divided: None,
            atoms: 0,
            has_decimal_commas: false,
            is_spaced: true,
        };
        let (mut decimals, mut others) = (0, 0);
        let mut reader = reader(delimiter).from_reader(Quotes::new(text, delimiter, comment));
        let mut record = ByteRecord::new();
        while reader.read_byte_record(&mut record).unwrap_or(false) {
            // The last record may be cut off.
            if !is_whole && reader.position().byte() >= text.len() as u64 && !sample.widths.is_empty() {
                break;
            }
            for cell in &record {
                sample.atoms += usize::from(is_atom(cell.trim_ascii()));
                if cell.contains(&b',') && !(has_header && sample.widths.is_empty()) {
                    *if is_decimal(cell) { &mut decimals } else { &mut others } += 1;
                }
            }
            sample.is_spaced &= record.iter().skip(1).all(|cell| cell.starts_with(b" "));
            if record.len() > 1 && sample.divided.is_none() {
                sample.divided = record.position().and_then(|start| usize::try_from(start.byte()).ok());
            }
            sample.widths.push(record.len());
        }
        sample.has_decimal_commas = decimals > 0 && others == 0;
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

    /// The lines above records of which most are divided, and into the same number of fields, except for
    /// numbers with commas, and prose.
    fn title(&self, text: &[u8]) -> Option<Title> {
        let above = self.widths.iter().take_while(|width| **width == 1).count();
        let rest = self.widths.get(above..).unwrap_or_default();
        let first = rest.first()?;
        // A total or another comment may be among them.
        let divided = rest.iter().filter(|width| **width > 1);
        let count = divided.clone().count();
        // A single line below several others is more likely to be one of them.
        let is_even = divided.clone().all(|width| width == first)
            && 2 * count > rest.len()
            && (count > 1 || above == 1 && rest.len() == 1);
        let is_number = self.delimiter == b',' && self.atoms >= rest.iter().sum();
        let is_prose = self.is_spaced && self.atoms < count;
        if above == 0 || !is_even || is_prose || is_number {
            return None;
        }
        let (above, below) = text.split_at_checked(self.divided?)?;
        let breaks = below.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let title = text.get(..above.len() + breaks)?;
        Some(Title { lines: line_breaks(title), comment: comment_in(title) })
    }

    /// The number of records, if at least half of them, that it divides into the same number of
    /// fields.
    fn agreeing(&self) -> Option<usize> {
        let mut counts = HashMap::new();
        for width in self.widths.iter().filter(|width| **width > 1) {
            *counts.entry(width).or_insert(0) += 1;
        }
        counts.into_values().max().filter(|count| 2 * count >= self.widths.len())
    }

    /// Orders delimiters that divide equally many records evenly: commas also occur in numbers, and
    /// any delimiter in texts.
    fn rank(&self) -> impl Ord + use<> {
        let preference = DELIMITERS.iter().rev().position(|delimiter| *delimiter == self.delimiter);
        (self.atoms, self.has_decimal_commas, self.width(), preference)
    }
}

/// The byte that all lines of a title begin with, if that is likely to begin a comment.
fn comment_in(title: &[u8]) -> Option<u8> {
    let mut lines =
        title.split(|byte| matches!(byte, b'\r' | b'\n')).filter(|line| !line.is_empty()).map(<[u8]>::first);
    let first = lines.next()?.copied().filter(|first| matches!(first, b'#' | b'%' | b';' | b'!' | b'*'))?;
    lines.all(|line| line == Some(&first)).then_some(first)
}

/// Whether a cell is a number, a date or the like, also with a decimal comma.
fn is_atom(cell: &[u8]) -> bool {
    cell.iter().any(u8::is_ascii_digit)
        && cell.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b',' | b':' | b'/' | b'-' | b'%'))
}

/// Whether a cell is a number with a decimal comma.
fn is_decimal(cell: &[u8]) -> bool {
    let cell = cell.strip_prefix(b"-").unwrap_or(cell);
    let mut parts = cell.split(|byte| *byte == b',');
    let mut is_number =
        || parts.next().is_some_and(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit));
    is_number() && is_number() && parts.next().is_none()
}

/// The delimiter of a file that begins with `text`.
fn detected(text: &[u8], samples: &[Sample], has_header: bool) -> u8 {
    if let Some(best) = samples.iter().filter(|sample| sample.is_even()).max_by_key(|sample| sample.rank()) {
        return best.delimiter;
    }
    // Some records are too short or too long, or the first one is a title, which is an error with a
    // place. But text in a single column may contain delimiters, too.
    let may_begin_otherwise = !has_header || has_title(text);
    let is_candidate = |sample: &&Sample| {
        has_header && sample.width() > 1
            || may_begin_otherwise && sample.agreeing().is_some() && !sample.is_spaced
    };
    let candidates = samples.iter().filter(is_candidate);
    candidates.max_by_key(|sample| (sample.agreeing(), sample.rank())).map_or(NONE, |best| best.delimiter)
}

/// Whether the line below the first one is empty.
fn has_title(text: &[u8]) -> bool {
    let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
    let start = text.iter().position(|byte| !is_break(byte)).unwrap_or_default();
    let text = text.get(start..).unwrap_or_default();
    let rest = text.iter().position(is_break).and_then(|end| text.get(end..)).unwrap_or_default();
    let rest = rest.strip_prefix(b"\r\n").or(rest.get(1..)).unwrap_or_default();
    rest.first().is_some_and(is_break)
}

/// Whether `text` has at least two records, with the same number of cells, which is more than one.
pub fn has_records(text: &str, delimiter: u8) -> bool {
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
    use super::{Dialect, NONE, Title};
    use crate::csv::options::{Delimiter, Options};

    fn detect(text: &str, delimiter: Delimiter, options: &Options) -> Dialect {
        Dialect::detect(text.as_bytes(), 0, true, delimiter, options)
    }

    #[track_caller]
    fn check(text: &str, delimiter: u8) {
        let found = detect(text, Delimiter::Auto, &Options::default()).delimiter;
        assert_eq!(char::from(found), char::from(delimiter), "{text:?}");
    }

    #[track_caller]
    fn check_without_header(text: &str, delimiter: u8) {
        let found =
            detect(text, Delimiter::Auto, &Options { no_header: true, ..Options::default() }).delimiter;
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
        // The header is data.
        check("1,5;2,5;3,5\n4,5;5,5;6,5\n", b';');
    }

    #[test]
    fn without_a_header() {
        check_without_header("a,b\n", b',');
        for (delimiter, name) in [(";", b';'), ("\t", b'\t'), ("|", b'|')] {
            for text in ["1,50;2,75\n3,50;4,75\n", "1,50;x\n-2,75;y\n", "Ann;1,50;2\nBob;3;4,5\n"] {
                check_without_header(&text.replace(';', delimiter), name);
            }
        }
        check_without_header("1,2;x\n3,y;z\n", b',');
        // Uneven.
        check_without_header("1;2;3\n4;5;6;\n7;8;9\n", b';');
        check_without_header("1,2\n3\n", b',');
        // A single column.
        check_without_header("Hello, world\nOne, two\nfour\n", NONE);
        check_without_header("a;b\nc\nd;e;f\n", NONE);
        check_without_header("", NONE);
    }

    #[test]
    fn uneven_records() {
        check("a;b\n1;2\n3\n4;5\n", b';');
        check("a,b,c\n1,2\n3\n", b',');
        check("2;3;names\n1;2;3;4\n5;6;7;8\n", b';');
        for (delimiter, name) in [(",", b','), (";", b';'), ("\t", b'\t'), ("|", b'|')] {
            for text in [
                "a;b;c\n1;2;3;\n4;5;6;\n",
                "a;b\n1;2;3\n",
                "a;b;c\n1;2\n3;4\n5;6\n",
                "\"a\";\"b\"\n\"1\";5;6\n\"2\";7;8",
                "a; b; c\n1; 2; 3;\n",
            ] {
                check(&text.replace(';', delimiter), name);
            }
        }
        check("Datum;Betrag, EUR\n1;2;\n3;4;\n", b';');
        // Below a title.
        check("Report of 2026\n\na;b\n1;2\n", b';');
        check("Report of 2026\r\n\r\nby; me\r\na;b;c\r\n1;2;3\r\n4;5;6\r\n", b';');
    }

    /// No delimiter divides the header.
    #[test]
    fn one_column() {
        for text in [
            "",
            "a\n1\n2\n",
            "text\nHello, world\nOne, two, three\nfour\n",
            "tags\na;b\nc\nd;e;f\n",
            "word\nfoo;bar\nbaz;qux\n",
            "vals\n1|2\n3|4\n",
            "amount\n1,5\n2,5\n",
            "title\n1,000,000\n2,000,000\n",
            "name\n\nHello, world\n",
        ] {
            check(text, NONE);
        }
    }

    #[test]
    fn a_stated_delimiter() {
        for text in ["sep=;\r\na,b;c\n", "\u{feff}\"sep=;\"\na,b;c\n"] {
            let dialect = detect(text, Delimiter::Auto, &Options::default());
            assert_eq!(dialect.delimiter, b';');
            assert_eq!(text.as_bytes()[usize::try_from(dialect.start.byte()).unwrap()..], *b"a,b;c\n");
        }
        assert_eq!(detect("sep=\t\na\tb\n", Delimiter::Auto, &Options::default()).delimiter, b'\t');
        assert_eq!(detect("sep=;\na,b\n", Delimiter::Comma, &Options::default()).start.byte(), 0);
    }

    #[track_caller]
    fn has_title(text: &str, lines: u64, comment: Option<u8>) {
        let dialect = detect(text, Delimiter::Auto, &Options::default());
        assert_eq!((dialect.delimiter, dialect.title), (NONE, Some(Title { lines, comment })), "{text:?}");
    }

    #[test]
    fn titles() {
        has_title("Report\na;b\n1;2\n", 1, None);
        has_title("Report\r\nof 2026\r\na\tb\r\n1\t2\r\n", 2, None);
        has_title("# one\n# two\na,b\nx,2\n", 2, Some(b'#'));
        has_title("Report\nof 2026\n\n\na,b\nx,2\n", 4, None);
        has_title("# comment\nx,y\n1,2\n# more\n3,4\n", 1, Some(b'#'));
        has_title("Report\nx,y\n1,2\nTotal\n", 1, None);
        has_title("Report\nx, y\n1, 2\n3, 4\n", 1, None);
        for text in ["text\nHello, world\n", "word\nfoo\nbar;baz\n", "a\n1,5\n2,5\n", "a\n"] {
            assert_eq!(detect(text, Delimiter::Auto, &Options::default()).title, None, "{text:?}");
        }
    }

    #[test]
    fn comments() {
        let options = Options { comment: Some(b'#'), ..Options::default() };
        for text in ["# one, two\n# three\na;b\n1;2\n", "a;b\n# x\n1;2\n# y,z\n"] {
            assert_eq!(detect(text, Delimiter::Auto, &options).delimiter, b';', "{text:?}");
        }
    }
}
