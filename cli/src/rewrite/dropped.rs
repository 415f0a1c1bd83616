//! Leaves out entries of objects whose value is `null` or empty.
//!
//! Whether an entry stays is known only when the first part of its value that stays has come. Until
//! then, its key and the containers that have begun since are pending.

use toon::__internal::Events;
use toon::Result;

/// Which entries are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Dropping {
    pub(super) nulls: bool,
    /// Empty strings, arrays and objects, including objects that become empty.
    pub(super) empty: bool,
}

pub(super) struct DroppedEntries<'e, E> {
    events: &'e mut E,
    dropping: Dropping,
    pending: Vec<Pending>,
    /// The pending keys.
    keys: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    /// A range of `DroppedEntries::keys`.
    Key(usize, usize),
    Object,
    Array,
}

impl<'e, E: Events> DroppedEntries<'e, E> {
    pub(super) fn new(dropping: Dropping, events: &'e mut E) -> Self {
        DroppedEntries { events, dropping, pending: Vec::new(), keys: String::new() }
    }

    /// Sends everything that is pending.
    fn send_pending(&mut self) -> Result<()> {
        for pending in self.pending.drain(..) {
            match pending {
                Pending::Key(from, to) => self.events.key(self.keys.get(from..to).unwrap_or_default())?,
                Pending::Object => self.events.begin_object()?,
                Pending::Array => self.events.begin_array()?,
            }
        }
        self.keys.clear();
        Ok(())
    }

    /// Leaves out the value that comes, if it is that of an entry. Returns whether it is.
    fn drop_entry(&mut self) -> bool {
        let Some(&Pending::Key(from, _)) = self.pending.last() else { return false };
        self.pending.pop();
        self.keys.truncate(from);
        true
    }

    /// Ends a container. Returns whether it was an empty entry, which is left out.
    fn end(&mut self, begin: Pending) -> Result<bool> {
        if self.pending.last() == Some(&begin) {
            self.pending.pop();
            if self.drop_entry() {
                return Ok(true);
            }
            self.pending.push(begin);
            self.send_pending()?;
        }
        Ok(false)
    }
}

impl<E: Events> Events for DroppedEntries<'_, E> {
    fn begin_object(&mut self) -> Result<()> {
        if self.dropping.empty {
            self.pending.push(Pending::Object);
            return Ok(());
        }
        self.send_pending()?;
        self.events.begin_object()
    }

    fn key(&mut self, key: &str) -> Result<()> {
        let from = self.keys.len();
        self.keys.push_str(key);
        self.pending.push(Pending::Key(from, self.keys.len()));
        Ok(())
    }

    fn end_object(&mut self) -> Result<()> {
        if self.end(Pending::Object)? { Ok(()) } else { self.events.end_object() }
    }

    fn begin_array(&mut self) -> Result<()> {
        if self.dropping.empty {
            self.pending.push(Pending::Array);
            return Ok(());
        }
        self.send_pending()?;
        self.events.begin_array()
    }

    fn end_array(&mut self) -> Result<()> {
        if self.end(Pending::Array)? { Ok(()) } else { self.events.end_array() }
    }

    fn string(&mut self, string: &str) -> Result<()> {
        if self.dropping.empty && string.is_empty() && self.drop_entry() {
            return Ok(());
        }
        self.send_pending()?;
        self.events.string(string)
    }

    fn number(&mut self, number: &str) -> Result<()> {
        self.send_pending()?;
        self.events.number(number)
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        if self.dropping.nulls && word == "null" && self.drop_entry() {
            return Ok(());
        }
        self.send_pending()?;
        self.events.word(word)
    }
}
