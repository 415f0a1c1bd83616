//! Server-sent events: splits a byte stream into events, and extracts their data.

/// An event with the blank line after it, or a part of one.
#[derive(Debug, PartialEq)]
pub(super) enum Chunk {
    Event(Vec<u8>),
    /// A part of an event that is too long to be kept in memory.
    Part(Vec<u8>),
    /// The last part of such an event.
    End(Vec<u8>),
}

/// Splits a stream into events.
#[derive(Debug)]
pub(super) struct Events {
    buffer: Vec<u8>,
    /// The number of bytes in `buffer` that have been scanned.
    seen: usize,
    /// Whether the current line already has content.
    is_in_line: bool,
    /// Longer events are returned in parts.
    longest: usize,
    is_long: bool,
}

impl Events {
    pub(super) fn new(longest: usize) -> Self {
        Events { buffer: Vec::new(), seen: 0, is_in_line: false, longest, is_long: false }
    }

    /// Adds bytes that were received.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// The next complete event, or the next part of a long one. `None` if more bytes are needed.
    pub(super) fn next(&mut self) -> Option<Chunk> {
        while let Some(rest) = self.buffer.get(self.seen..).filter(|rest| !rest.is_empty()) {
            let end = rest.iter().position(|&byte| byte == b'\n');
            let line = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
            let is_in_line = self.is_in_line || line.iter().any(|&byte| byte != b'\r');
            self.seen += end.map_or(rest.len(), |end| end + 1);
            self.is_in_line = is_in_line && end.is_none();
            if end.is_some() && !is_in_line {
                let event = self.take();
                let was_long = std::mem::replace(&mut self.is_long, false);
                return Some(if was_long { Chunk::End(event) } else { Chunk::Event(event) });
            }
        }
        if self.buffer.len() > self.longest {
            self.is_long = true;
            return Some(Chunk::Part(self.take()));
        }
        None
    }

    /// Takes everything that has been scanned out of the buffer.
    fn take(&mut self) -> Vec<u8> {
        let rest = self.buffer.split_off(self.seen);
        self.seen = 0;
        std::mem::replace(&mut self.buffer, rest)
    }

    /// What is left when the stream ends: an event that lacks only its blank line, which is added,
    /// or the end of an event that was returned in parts. Any other incomplete event is dropped,
    /// since no part of it has been returned.
    pub(super) fn rest(&mut self) -> Option<Chunk> {
        let mut rest = std::mem::take(&mut self.buffer);
        if rest.is_empty() && !self.is_long {
            return None;
        }
        let is_whole = rest.ends_with(b"\n");
        rest.extend_from_slice(if is_whole { b"\n" } else { b"\n\n" });
        match (self.is_long, is_whole) {
            (true, _) => Some(Chunk::End(rest)),
            (false, true) => Some(Chunk::Event(rest)),
            (false, false) => None,
        }
    }
}

/// The value of a line if it is of this field.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let line = line.trim_end_matches(['\n', '\r']);
    let value = line.strip_prefix(name)?;
    if value.is_empty() {
        return Some(value);
    }
    let value = value.strip_prefix(':')?;
    Some(value.strip_prefix(' ').unwrap_or(value))
}

/// The data of an event. `None` if it has none.
pub(super) fn data(event: &str) -> Option<String> {
    let mut lines = event.split_inclusive('\n').filter_map(|line| field(line, "data"));
    let mut data = lines.next()?.to_owned();
    for line in lines {
        data.push('\n');
        data.push_str(line);
    }
    Some(data)
}

/// The type of an event. `None` if it has none.
pub(super) fn kind(event: &str) -> Option<&str> {
    event.split_inclusive('\n').filter_map(|line| field(line, "event")).next_back()
}

/// The id of an event, with which a client can resume the stream after the event.
pub(super) fn id(event: &str) -> Option<&str> {
    event.split_inclusive('\n').filter_map(|line| field(line, "id")).next_back()
}

/// Extracts the data and id of an event that is received in parts.
#[derive(Debug, Default)]
pub(super) struct Fields {
    /// The name of the current line's field, truncated if it is too long to be relevant.
    name: Vec<u8>,
    place: FieldPart,
    has_data: bool,
    id: Vec<u8>,
}

/// The current part of the line.
#[derive(Clone, Copy, Debug, Default)]
enum FieldPart {
    #[default]
    Name,
    /// After the colon, where a space is skipped.
    Space,
    Value,
}

/// The maximum lengths of a relevant name and of an id.
const MAX_NAME_BYTES: usize = 8;
const MAX_ID_BYTES: usize = 4096;

impl Fields {
    /// The data in the next part.
    pub(super) fn data(&mut self, mut part: &[u8]) -> Vec<u8> {
        let mut data = Vec::new();
        while let Some((&byte, rest)) = part.split_first() {
            match (self.place, byte) {
                (_, b'\n') => {
                    self.name.clear();
                    self.place = FieldPart::Name;
                }
                (FieldPart::Name, b':') => {
                    self.place = FieldPart::Space;
                    match self.name.as_slice() {
                        b"data" if std::mem::replace(&mut self.has_data, true) => data.push(b'\n'),
                        b"id" => self.id.clear(),
                        _ => {}
                    }
                }
                (FieldPart::Name, byte) => {
                    if self.name.len() < MAX_NAME_BYTES {
                        self.name.push(byte);
                    }
                }
                (FieldPart::Space, b' ') => self.place = FieldPart::Value,
                (FieldPart::Space | FieldPart::Value, _) => {
                    self.place = FieldPart::Value;
                    let end = part.iter().position(|&byte| byte == b'\n').unwrap_or(part.len());
                    let (value, rest) = part.split_at(end);
                    match self.name.as_slice() {
                        b"data" => data.extend_from_slice(value),
                        b"id" if self.id.len() + value.len() <= MAX_ID_BYTES => {
                            self.id.extend_from_slice(value);
                        }
                        _ => {}
                    }
                    part = rest;
                    continue;
                }
            }
            part = rest;
        }
        data
    }

    /// The id, if it has been received.
    pub(super) fn id(&self) -> Option<&str> {
        std::str::from_utf8(&self.id).ok().map(|id| id.trim_end_matches('\r')).filter(|id| !id.is_empty())
    }
}

/// Replaces the data of an event, and keeps everything else.
pub(super) fn with_data(event: &str, data: &str) -> String {
    let mut out = String::with_capacity(data.len() + 64);
    let mut data = Some(data);
    for line in event.split_inclusive('\n') {
        if field(line, "data").is_none() {
            out.push_str(line);
        } else if let Some(data) = data.take() {
            for line in data.split('\n') {
                out.push_str("data: ");
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

/// The text before and after the data of an event.
pub(super) const BEGIN: &str = "event: message\ndata: ";
pub(super) const END: &str = "\n\n";

/// An event with this data.
pub(super) fn event(data: &str) -> String {
    format!("{BEGIN}{data}{END}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks(text: &str, size: usize, longest: usize) -> (Vec<Chunk>, Option<Chunk>) {
        let mut events = Events::new(longest);
        let mut chunks = Vec::new();
        for bytes in text.as_bytes().chunks(size) {
            events.push(bytes);
            while let Some(chunk) = events.next() {
                chunks.push(chunk);
            }
        }
        (chunks, events.rest())
    }

    #[test]
    fn events_however_they_come() {
        let parts = ["data: a\n\n", ": note\r\nid: 1\r\ndata: b\r\n\r\n", "\n", "data\n\n"];
        let text = format!("{}data: c", parts.concat());
        for size in 1..text.len() {
            let expected = parts.map(|part| Chunk::Event(part.into()));
            assert_eq!(chunks(&text, size, 100), (expected.into(), None));
        }
    }

    /// A stream may end in the middle of an event.
    #[test]
    fn what_is_left() {
        let rest = |text| chunks(text, 4, 20).1;
        assert_eq!(rest("data: a\n\n"), None);
        assert_eq!(rest("data: a\n\ndata: b"), None);
        assert_eq!(rest("data: a\n\ndata: b\n"), Some(Chunk::Event(b"data: b\n\n".into())));
        // A part has been returned. What follows must not be read as its continuation.
        let long = "data: 0123456789012345678901234567890";
        assert!(matches!(rest(long), Some(Chunk::End(end)) if end.ends_with(b"\n\n")));
    }

    #[test]
    fn long_ones_come_in_parts() {
        let text = "data: a\n\ndata: 0123456789\ndata: 0123456789\n\ndata: b\n\n";
        for size in 1..text.len() {
            let (chunks, rest) = chunks(text, size, 12);
            let bytes = chunks.iter().flat_map(|chunk| match chunk {
                Chunk::Event(bytes) | Chunk::Part(bytes) | Chunk::End(bytes) => bytes.iter().copied(),
            });
            assert_eq!(bytes.collect::<Vec<_>>(), text.as_bytes());
            assert_eq!(rest, None);
            // If everything arrives at once, nothing has to be split.
            if size < 10 {
                let whole: Vec<_> = chunks.iter().filter(|chunk| matches!(chunk, Chunk::Event(_))).collect();
                assert_eq!(
                    whole,
                    [&Chunk::Event(b"data: a\n\n".into()), &Chunk::Event(b"data: b\n\n".into())]
                );
            }
        }
    }

    #[test]
    fn data_of_events() {
        assert_eq!(data("id: 1\ndata: a\ndata:b\r\ndata\n\n").as_deref(), Some("a\nb\n"));
        assert_eq!(data(": data: no\ndatax: a\n\n"), None);
        assert_eq!(id("id: 1\ndata: a\n\n"), Some("1"));
        assert_eq!(id("id\n\n"), Some(""));
        assert_eq!(id("data: id: 1\n\n"), None);
        assert_eq!(kind("event: endpoint\ndata: /m\n\n"), Some("endpoint"));
    }

    #[test]
    fn data_of_events_in_parts() {
        let event =
            "id: 7\r\nevent: message\ndata: {\"a:\":\ndata:1}\r\n: data: no\ndatabase: no\nretry: 3\n\n";
        for size in 1..event.len() {
            let mut fields = Fields::default();
            let data: Vec<u8> = event.as_bytes().chunks(size).flat_map(|part| fields.data(part)).collect();
            assert_eq!(String::from_utf8(data).unwrap(), "{\"a:\":\n1}\r");
            assert_eq!(fields.id(), Some("7"));
        }
    }

    #[test]
    fn other_data() {
        let event = "event: message\r\ndata: a\r\nid: 7\r\ndata: b\r\nretry: 3\r\n\r\n";
        let expected = "event: message\r\ndata: x\ndata: y\nid: 7\r\nretry: 3\r\n\r\n";
        assert_eq!(with_data(event, "x\ny"), expected);
        assert_eq!(data(expected).as_deref(), Some("x\ny"));
        assert_eq!(data(&super::event("{}")).as_deref(), Some("{}"));
    }
}
