//! The rows of a JSON document, one at a time.

use std::io::{self, BufRead};

/// A longer row is refused, since a row has to fit into memory.
const MAX_ROW_BYTES: usize = 16 << 20;

/// The elements of a list that is the document, or its values if there are several (NDJSON), each as JSON text. Only one is
/// in memory at a time.
///
/// ```
/// use toon_store::Rows;
///
/// let rows = |json: &'static str| Rows::new(json.as_bytes()).collect::<Result<Vec<_>, _>>().unwrap();
/// assert_eq!(rows("[{\"id\": 1},\n {\"id\": 2}]"), [b"{\"id\": 1}", b"{\"id\": 2}"]);
/// assert_eq!(rows("{\"id\": 1}\n{\"id\": 2}\n"), [b"{\"id\": 1}", b"{\"id\": 2}"]);
/// ```
#[derive(Debug)]
pub struct Rows<R> {
    reader: R,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Start,
    List { is_first: bool },
    Values,
    End,
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl<R: BufRead> Rows<R> {
    /// The rows of what `reader` reads.
    pub fn new(reader: R) -> Self {
        Rows { reader, state: State::Start }
    }

    /// The next byte that is not a space, which stays.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            let bytes = self.reader.fill_buf()?;
            if bytes.is_empty() {
                return Ok(None);
            }
            if let Some(at) = bytes.iter().position(|byte| !byte.is_ascii_whitespace()) {
                let found = bytes[at];
                self.reader.consume(at);
                return Ok(Some(found));
            }
            let length = bytes.len();
            self.reader.consume(length);
        }
    }

    fn row(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.state == State::Start {
            if self.reader.fill_buf()?.starts_with("\u{feff}".as_bytes()) {
                self.reader.consume(3);
            }
            self.state = match self.peek()? {
                Some(b'[') => {
                    self.reader.consume(1);
                    State::List { is_first: true }
                }
                Some(_) => State::Values,
                None => State::End,
            };
        }
        match (self.state, self.peek()?) {
            (State::Values, None) => {
                self.state = State::End;
                Ok(None)
            }
            (State::Values, Some(_)) => self.value().map(Some),
            (State::List { .. }, None) => Err(invalid("the list does not end")),
            (State::List { .. }, Some(b']')) => {
                self.reader.consume(1);
                self.state = State::End;
                match self.peek()? {
                    None => Ok(None),
                    Some(_) => Err(invalid("there is text after the list")),
                }
            }
            (State::List { is_first: true }, Some(_)) => {
                self.state = State::List { is_first: false };
                self.value().map(Some)
            }
            (State::List { .. }, Some(b',')) => {
                self.reader.consume(1);
                match self.peek()? {
                    Some(b']' | b',') | None => Err(invalid("expected an element after a comma")),
                    Some(_) => self.value().map(Some),
                }
            }
            (State::List { .. }, Some(_)) => Err(invalid("expected a comma between elements")),
            (State::Start | State::End, _) => Ok(None),
        }
    }

    /// Reads a value up to its end, without checking what is in it.
    fn value(&mut self) -> io::Result<Vec<u8>> {
        let mut row = Vec::new();
        let (mut depth, mut is_string, mut is_escape) = (0_usize, false, false);
        loop {
            let bytes = self.reader.fill_buf()?;
            if bytes.is_empty() {
                return if depth == 0 && !is_string && !row.is_empty() {
                    Ok(row)
                } else {
                    Err(invalid("a row does not end"))
                };
            }
            let mut end = None;
            for (at, byte) in bytes.iter().enumerate() {
                if is_string {
                    is_string = is_escape || *byte != b'"';
                    is_escape = !is_escape && *byte == b'\\';
                    if !is_string && depth == 0 {
                        end = Some(at + 1);
                        break;
                    }
                    continue;
                }
                match byte {
                    b'"' => is_string = true,
                    b'[' | b'{' => depth += 1,
                    b']' | b'}' if depth > 0 => {
                        depth -= 1;
                        if depth == 0 {
                            end = Some(at + 1);
                            break;
                        }
                    }
                    b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r' if depth == 0 => {
                        end = Some(at);
                        break;
                    }
                    _ => {}
                }
            }
            let taken = end.unwrap_or(bytes.len());
            row.extend_from_slice(&bytes[..taken]);
            self.reader.consume(taken);
            if row.len() > MAX_ROW_BYTES {
                return Err(invalid("a row is longer than 16 MiB"));
            }
            if end.is_some() {
                return if row.is_empty() { Err(invalid("expected a row")) } else { Ok(row) };
            }
        }
    }
}

impl<R: BufRead> Iterator for Rows<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        if self.state == State::End {
            return None;
        }
        let row = self.row();
        if row.is_err() {
            self.state = State::End;
        }
        row.transpose()
    }
}
