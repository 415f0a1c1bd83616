//! Finds out which request is answered by a message that is too long to be parsed.

/// The maximum length of an id. The relevant keys are shorter.
const MAX_ID_BYTES: usize = 256;

/// Scans messages in parts, and keeps only their ids. Messages are either lines or the data of
/// events.
#[derive(Debug, Default)]
pub(super) struct Scan {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// The text in the outermost object up to the next `:`, `,` or `}`: a key or a value.
    token: Vec<u8>,
    place: MessagePart,
    id: Option<Box<str>>,
    /// The message is a request, a notification or a batch.
    is_no_answer: bool,
    line: EventLine,
}

/// The current part of the outermost object.
#[derive(Debug, Default, PartialEq)]
enum MessagePart {
    #[default]
    Key,
    Id,
    OtherValue,
}

/// The current part of a line in an event.
#[derive(Debug, Default, PartialEq)]
enum EventLine {
    #[default]
    Start,
    /// In the name of the field. A message on a line of its own has none.
    Field,
    Value,
}

impl Scan {
    /// Scans the next part. If a response ends in it, returns the id of its request.
    pub(super) fn push(&mut self, mut part: &[u8]) -> Option<Box<str>> {
        let mut answered = None;
        while let Some((&byte, rest)) = part.split_first() {
            part = rest;
            if self.in_string {
                self.string(byte);
                if self.in_string && !self.is_escaped {
                    // Most text is inside strings, so skip quickly over it.
                    let plain =
                        part.iter().position(|byte| matches!(byte, b'"' | b'\\')).unwrap_or(part.len());
                    let (inside, rest) = part.split_at(plain);
                    self.note(inside);
                    part = rest;
                }
            } else if let Some(id) = self.plain(byte) {
                answered = Some(id);
            }
        }
        answered
    }

    fn string(&mut self, byte: u8) {
        self.note(&[byte]);
        self.in_string = byte != b'"' || self.is_escaped;
        self.is_escaped = byte == b'\\' && !self.is_escaped;
    }

    /// Handles a byte outside of strings.
    fn plain(&mut self, byte: u8) -> Option<Box<str>> {
        if byte == b'\n' {
            self.line = EventLine::Start;
            return None;
        }
        if self.line == EventLine::Start {
            self.line = if byte == b'd' { EventLine::Field } else { EventLine::Value };
        }
        if self.line == EventLine::Field {
            if byte == b':' {
                self.line = EventLine::Value;
            }
            return None;
        }
        match byte {
            b'{' | b'[' => {
                self.depth += 1;
                self.is_no_answer |= self.depth == 1 && byte == b'[';
            }
            b'}' | b']' if self.depth == 1 => {
                self.end_value();
                let Scan { id, is_no_answer, .. } = std::mem::take(self);
                self.line = EventLine::Value;
                return id.filter(|_| !is_no_answer);
            }
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            // There are no strings outside of messages.
            b'"' if self.depth > 0 => {
                self.in_string = true;
                self.note(b"\"");
            }
            b':' if self.depth == 1 => {
                self.is_no_answer |= self.token == b"\"method\"";
                self.place = if self.token == b"\"id\"" { MessagePart::Id } else { MessagePart::OtherValue };
                self.token.clear();
            }
            b',' if self.depth == 1 => self.end_value(),
            b' ' | b'\t' | b'\r' => {}
            other => self.note(&[other]),
        }
        None
    }

    fn note(&mut self, bytes: &[u8]) {
        if self.depth == 1 && self.place != MessagePart::OtherValue && self.token.len() <= MAX_ID_BYTES {
            let room = MAX_ID_BYTES + 1 - self.token.len();
            self.token.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
        }
    }

    fn end_value(&mut self) {
        let token = std::mem::take(&mut self.token);
        if std::mem::take(&mut self.place) == MessagePart::Id && token.len() <= MAX_ID_BYTES {
            self.id = String::from_utf8(token).ok().map(Into::into);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str, size: usize) -> Vec<String> {
        let mut scan = Scan::default();
        text.as_bytes().chunks(size).filter_map(|part| scan.push(part)).map(String::from).collect()
    }

    #[test]
    fn ids_wherever_they_stand() {
        let long =
            r#"{"result":{"id":7,"a":"\"id\":8,{","b":[{"id":9}]},"x":"id","jsonrpc":"2.0","id": "a\"}b" }"#;
        let texts = [
            format!("{long}\n"),
            format!(": note\r\nevent: message\r\ndata: {long}\r\nid: 4\r\n\r\n"),
            format!("data:{}\n\n", long.replace(",\"x\"", ",\ndata: \"x\"")),
        ];
        for text in texts {
            for size in 1..text.len() {
                assert_eq!(scan(&text, size), [r#""a\"}b""#], "{size}: {text}");
            }
        }
    }

    #[test]
    fn several_messages() {
        let text = "data: {\"id\":1,\"result\":{}}\n\nid: 3\ndata: {\"error\":{},\"id\":-2}\n\n";
        assert_eq!(scan(text, 5), ["1", "-2"]);
    }

    #[test]
    fn what_is_no_answer() {
        let long = "x".repeat(1000);
        for text in [
            r#"{"id":1,"method":"ping"}"#.to_owned(),
            r#"{"method":"notifications/message","params":{"id":1}}"#.to_owned(),
            r#"[{"id":1,"result":{}}]"#.to_owned(),
            format!(r#"{{"id":"{long}","result":{{}}}}"#),
            r#"{"id":1,"result":{}"#.to_owned(),
        ] {
            assert_eq!(scan(&text, 7), [""; 0], "{text}");
        }
    }
}
