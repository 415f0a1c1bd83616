//! Events that are read without Python's lock, to be sent once it is held again.

use toon::__internal::Events;
use toon::Result;

#[derive(Clone, Copy)]
enum Taped {
    BeginObject,
    EndObject,
    BeginArray,
    EndArray,
    Word(&'static str),
    /// These have a text, which ends there in the text of the tape.
    Key(usize),
    String(usize),
    Number(usize),
}

/// Events in their order of arrival. Their texts are concatenated.
#[derive(Default)]
pub(crate) struct Tape {
    events: Vec<Taped>,
    text: String,
}

impl Tape {
    /// An empty tape for the events of a text with so many bytes.
    pub(crate) fn for_text(bytes: usize) -> Self {
        Tape { events: Vec::with_capacity(bytes / 4), text: String::with_capacity(bytes) }
    }

    fn push(&mut self, text: &str, taped: fn(usize) -> Taped) {
        self.text.push_str(text);
        self.events.push(taped(self.text.len()));
    }

    /// Sends the events.
    ///
    /// # Errors
    /// Those of `events`.
    pub(crate) fn send<E: Events>(&self, events: &mut E) -> Result<()> {
        let mut begin = 0;
        let mut text = |end| {
            let text = self.text.get(begin..end).unwrap_or_default();
            begin = end;
            text
        };
        self.events.iter().try_for_each(|taped| match *taped {
            Taped::BeginObject => events.begin_object(),
            Taped::EndObject => events.end_object(),
            Taped::BeginArray => events.begin_array(),
            Taped::EndArray => events.end_array(),
            Taped::Word(word) => events.word(word),
            Taped::Key(end) => events.key(text(end)),
            Taped::String(end) => events.string(text(end)),
            Taped::Number(end) => events.number(text(end)),
        })
    }
}

impl Events for Tape {
    fn begin_object(&mut self) -> Result<()> {
        self.events.push(Taped::BeginObject);
        Ok(())
    }

    fn key(&mut self, key: &str) -> Result<()> {
        self.push(key, Taped::Key);
        Ok(())
    }

    fn end_object(&mut self) -> Result<()> {
        self.events.push(Taped::EndObject);
        Ok(())
    }

    fn begin_array(&mut self) -> Result<()> {
        self.events.push(Taped::BeginArray);
        Ok(())
    }

    fn end_array(&mut self) -> Result<()> {
        self.events.push(Taped::EndArray);
        Ok(())
    }

    fn string(&mut self, string: &str) -> Result<()> {
        self.push(string, Taped::String);
        Ok(())
    }

    fn number(&mut self, number: &str) -> Result<()> {
        self.push(number, Taped::Number);
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        self.events.push(Taped::Word(word));
        Ok(())
    }
}
