//! Passes on the selected fields only, in the order in which they come.

use toon::__internal::Events;
use toon::__internal::{ROOT, SelectedPart, Selection, SelectionCursor};
use toon::Result;

pub(super) struct SelectedFields<'e, E> {
    events: &'e mut E,
    /// `None` selects all fields.
    selection: Option<&'e Selection>,
    cursor: SelectionCursor,
}

impl<'e, E: Events> SelectedFields<'e, E> {
    pub(super) fn new(selection: Option<&'e Selection>, events: &'e mut E) -> Self {
        let part = if selection.is_some() { SelectedPart::Fields(ROOT) } else { SelectedPart::Whole };
        SelectedFields { events, selection, cursor: SelectionCursor::new(part) }
    }

    /// Whether any part of the next value is selected.
    fn is_selected(&self) -> bool {
        self.cursor.part() != SelectedPart::Nothing
    }

    fn end(&mut self) -> bool {
        // After the last key of an object, the part is that of its value.
        let is_selected = self.cursor.node().is_some() || self.is_selected();
        self.cursor.end();
        is_selected
    }
}

impl<E: Events> Events for SelectedFields<'_, E> {
    fn begin_object(&mut self) -> Result<()> {
        let is_selected = self.is_selected();
        self.cursor.begin(false);
        if is_selected { self.events.begin_object() } else { Ok(()) }
    }

    fn key(&mut self, key: &str) -> Result<()> {
        if let (Some(node), Some(selection)) = (self.cursor.node(), self.selection) {
            let field = selection.field(node, key);
            self.cursor.key(field.map_or(SelectedPart::Nothing, |field| selection.part(field.node)));
        }
        if self.is_selected() { self.events.key(key) } else { Ok(()) }
    }

    fn end_object(&mut self) -> Result<()> {
        if self.end() { self.events.end_object() } else { Ok(()) }
    }

    fn begin_array(&mut self) -> Result<()> {
        let is_selected = self.is_selected();
        self.cursor.begin(true);
        if is_selected { self.events.begin_array() } else { Ok(()) }
    }

    fn end_array(&mut self) -> Result<()> {
        if self.end() { self.events.end_array() } else { Ok(()) }
    }

    fn string(&mut self, string: &str) -> Result<()> {
        if self.is_selected() { self.events.string(string) } else { Ok(()) }
    }

    fn number(&mut self, number: &str) -> Result<()> {
        if self.is_selected() { self.events.number(number) } else { Ok(()) }
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        if self.is_selected() { self.events.word(word) } else { Ok(()) }
    }
}
