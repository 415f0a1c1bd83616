//! Values of JSON, one on each line (NDJSON).

use crate::BYTE_ORDER_MARK;
use crate::error::{Error, line_of};
use crate::input::spool;
use crate::json::non_finite::{self, Substitute};
use crate::json::scan::Stop;
use crate::json::values::{self, Values};
use crate::lossy::NonFinite;
use std::borrow::Cow;
use std::cell::RefCell;
use std::error::Error as _;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::rc::Rc;
use toon::__internal::placed;
use toon::{EncodeOptions, ErrorKind};

/// Lines with a value each, which can be read several times, since a table begins with the number of its
/// rows. Blank lines do not count.
///
/// ```
/// use std::io::{Cursor, Read};
/// use toon_formats::lines::{self, Lines};
///
/// let mut lines = Lines::of_values(Cursor::new("{\n\"id\": 1}{\"id\": 2}"), false);
/// let (mut first, count) = lines.first(1)?;
/// assert_eq!(count, 1);
/// assert_eq!(lines::array("values", &mut first)?, "[{\r\"id\": 1}]");
///
/// let mut pages = String::new();
/// Lines::of_values(Cursor::new("[1,2]\n[3]"), true).read_to_string(&mut pages)?;
/// assert_eq!(pages.split_whitespace().collect::<Vec<_>>(), ["1", "2", "3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Lines {
    reader: Box<dyn SeekableLines>,
    /// The text from which the lines were made, if they are not its own.
    original: Option<Original>,
    finite: Option<Finite>,
}

/// What is read instead of lines with numbers that are not finite.
struct Finite {
    substitute: Substitute,
    /// The current line.
    line: Vec<u8>,
    /// The bytes of the line that have been read.
    at: usize,
    /// The number of bytes that have been read of all lines.
    position: u64,
}

trait SeekableLines: BufRead + Seek {}

impl<R: BufRead + Seek> SeekableLines for R {}

impl Lines {
    /// The lines of a text.
    pub fn new(reader: impl BufRead + Seek + 'static) -> Self {
        Lines { reader: Box::new(reader), original: None, finite: None }
    }

    /// Values that follow one another in a text, of any layout, or the elements of arrays that follow one
    /// another if it `joins` them. Mistakes have their places in the text.
    pub fn of_values(text: impl BufRead + Seek + 'static, joins: bool) -> Self {
        let original = Original(Rc::new(RefCell::new(text)));
        let reader = Box::new(Values::new(original.clone(), joins));
        Lines { reader, original: Some(original), finite: None }
    }

    /// Reads infinity and NaN, as Python writes them, in lines that are as yet unread.
    #[must_use]
    pub fn non_finite(self, non_finite: NonFinite) -> Self {
        let finite = Substitute::of(non_finite).map(|substitute| Finite {
            substitute,
            line: Vec::new(),
            at: 0,
            position: 0,
        });
        Lines { finite, ..self }
    }

    /// The first `count` lines with a value, and their number. Does not read any further.
    ///
    /// # Errors
    /// Fails if the lines cannot be read, or stored.
    pub fn first(&mut self, count: usize) -> io::Result<(Lines, usize)> {
        let mut kept = BufWriter::new(spool());
        let (mut line, mut found) = (Vec::new(), 0);
        while found < count && self.reader.read_until(b'\n', &mut line)? > 0 {
            kept.write_all(&line)?;
            found += usize::from(!is_blank(&line));
            line.clear();
        }
        let mut kept = kept.into_inner().map_err(io::IntoInnerError::into_error)?;
        kept.rewind()?;
        let finite =
            self.finite.as_ref().map(|finite| Finite { line: Vec::new(), at: 0, position: 0, ..*finite });
        Ok((Lines { reader: Box::new(BufReader::new(kept)), original: self.original.clone(), finite }, found))
    }

    /// An error of `toon` in these lines, with the line of the text.
    pub fn refuse(&mut self, name: &str, error: toon::Error) -> Error {
        let error = self.exact(error);
        let Some(original) = self.original.clone() else { return self.in_line(name, error) };
        let stop = error.source().and_then(|cause| cause.downcast_ref::<io::Error>()).and_then(stop);
        if error.line() == 0 && stop.is_none() {
            return Error::Toon { name: name.to_owned(), error, source_text: String::new(), help: None };
        }
        let (line, column) = self.place(error.line(), error.column()).unwrap_or_default();
        let source_text = original.line(line);
        if let Some(Stop { message, help }) = stop {
            let shown = source_text.trim_start_matches('\n');
            return Error::in_line(name, (line as u64, column as u64), message, help, Some(shown));
        }
        let error = placed(error, line, column);
        let help = non_finite::advice(&source_text, &error);
        Error::Toon { name: name.to_owned(), error, source_text, help }
    }

    /// The error at its place before numbers that are not finite were replaced.
    fn exact(&mut self, error: toon::Error) -> toon::Error {
        if self.finite.is_none() || error.line() == 0 || self.reader.rewind().is_err() {
            return error;
        }
        let text = line_of(&mut self.reader, error.line());
        let line = text.trim_start_matches('\n').trim_start_matches(BYTE_ORDER_MARK);
        match toon::json::to_toon(&Substitute::Number.in_text(line), &EncodeOptions::new()) {
            Err(exact) if exact.line() == 1 => {
                let line = error.line();
                placed(error, line, exact.column())
            }
            _ => error,
        }
    }

    /// The failure to read the lines.
    pub fn unreadable(&mut self, name: &str, error: io::Error) -> Error {
        if stop(&error).is_some() {
            self.refuse(name, toon::__internal::io_error(error))
        } else {
            Error::io(name, error)
        }
    }

    /// An error in a line of the text.
    fn in_line(&mut self, name: &str, error: toon::Error) -> Error {
        let source =
            self.reader.rewind().map(|()| line_of(&mut self.reader, error.line())).unwrap_or_default();
        let line = source.trim_start_matches('\n').trim_end();
        // The value continues in the next line.
        let is_cut = matches!(error.kind(), ErrorKind::InvalidJson { .. })
            && !line.is_empty()
            && error.column() > line.chars().count();
        // Another value follows in the same line.
        let has_several = values::advice(&source, &error).is_some();
        let help = (is_cut || has_several)
            .then_some("in NDJSON, each value is on a line of its own, as `jq -c .` writes it");
        let help = help.or_else(|| non_finite::advice(&source, &error));
        Error::Toon { name: name.to_owned(), error, source_text: source, help }
    }

    /// The place in the text of a place in the lines. Line 0 is behind the last one that can be read.
    fn place(&mut self, line: usize, column: usize) -> io::Result<(usize, usize)> {
        self.reader.rewind()?;
        let mut place = (1, 1);
        let mut text = Vec::new();
        for number in 1.. {
            text.clear();
            let read = self.reader.read_until(b'\n', &mut text);
            let before = if number == line { column.saturating_sub(1) } else { usize::MAX };
            for char in String::from_utf8_lossy(&text).chars().take(before) {
                match char {
                    '\r' => place = (place.0 + 1, 1),
                    '\n' => {}
                    _ => place.1 += 1,
                }
            }
            if number == line || !read.is_ok_and(|length| length > 0) {
                break;
            }
        }
        Ok(place)
    }
}

/// Why the arrays of a text cannot be joined.
fn stop(error: &io::Error) -> Option<Stop> {
    error.get_ref()?.downcast_ref::<Stop>().copied()
}

/// A text that several readers share. Each reads it from its beginning.
#[derive(Clone)]
struct Original(Rc<RefCell<dyn SeekableLines>>);

impl Original {
    /// Text for [`toon::Error::render`] with this line.
    fn line(&self, line: usize) -> String {
        let mut text = self.0.borrow_mut();
        text.rewind().map(|()| line_of(&mut &mut *text, line)).unwrap_or_default()
    }
}

impl Read for Original {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.borrow_mut().read(buffer)
    }
}

impl Seek for Original {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.borrow_mut().seek(to)
    }
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Lines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let Some(finite) = &mut self.finite else { return self.reader.fill_buf() };
        if finite.at >= finite.line.len() {
            (finite.line, finite.at) = (Vec::new(), 0);
            self.reader.read_until(b'\n', &mut finite.line)?;
            if let Cow::Owned(line) = finite.substitute.in_json(&finite.line) {
                finite.line = line;
            }
        }
        Ok(finite.line.get(finite.at..).unwrap_or_default())
    }

    fn consume(&mut self, length: usize) {
        match &mut self.finite {
            Some(finite) => {
                finite.at += length;
                finite.position += length as u64;
            }
            None => self.reader.consume(length),
        }
    }
}

impl Seek for Lines {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let Some(finite) = &mut self.finite else { return self.reader.seek(to) };
        let position = finite.position;
        let target = match to {
            SeekFrom::Start(target) => Some(target),
            SeekFrom::Current(offset) => position.checked_add_signed(offset),
            SeekFrom::End(_) => return Err(io::ErrorKind::Unsupported.into()),
        };
        let target = target.ok_or(io::ErrorKind::InvalidInput)?;
        if target < position || target == 0 {
            self.reader.rewind()?;
            finite.line.clear();
            (finite.at, finite.position) = (0, 0);
        }
        let missing = target - finite.position;
        io::copy(&mut self.by_ref().take(missing), &mut io::sink())?;
        Ok(target)
    }
}

/// Converts lines to a JSON array.
///
/// # Errors
/// Fails if a line is not exactly one JSON value, or cannot be read.
pub fn array(name: &str, lines: &mut Lines) -> Result<String, Error> {
    // Check that each line is a complete value.
    let checked = toon::json::lines_to_toon_writer(&mut *lines, &mut io::sink(), &EncodeOptions::new());
    checked.map_err(|error| lines.refuse(name, error))?;
    let refuse = |error| Error::io(name, error);
    lines.rewind().map_err(refuse)?;
    let mut json = String::from("[");
    let mut separator = "";
    for value in values(lines) {
        json.push_str(separator);
        json.push_str(&value.map_err(refuse)?);
        separator = ",\n";
    }
    json.push(']');
    Ok(json)
}

/// The values of NDJSON, which must be valid.
pub fn values<R: BufRead>(lines: R) -> impl Iterator<Item = io::Result<String>> {
    let values = lines.lines().map(|line| {
        let line = line?;
        let value = line.trim_start_matches(BYTE_ORDER_MARK).trim();
        Ok(if value.len() == line.len() { line } else { value.to_owned() })
    });
    values.filter(|value| !value.as_ref().is_ok_and(String::is_empty))
}

fn is_blank(line: &[u8]) -> bool {
    crate::input::without_mark(line).trim_ascii().is_empty()
}
