//! Events that are deferred.

use super::filter::PushScalar;
use super::hint::Hint;
use crate::event::Event;
use alloc::string::String;
use alloc::vec::Vec;

/// An entry of a tape.
#[derive(Clone, Copy)]
pub(super) enum Taped<T> {
    Event(Event<T>),
    /// The next event begins the value with this hint.
    BeginHinted(Hint),
    EndHinted,
}

/// Events in their order of arrival. Their texts are concatenated.
#[derive(Default)]
pub(super) struct Tape {
    /// Each text is represented by its end.
    events: Vec<Taped<usize>>,
    text: String,
}

impl Tape {
    pub(super) fn push(&mut self, event: Event<&str>) {
        let event = event.map(|text| {
            self.text.push_str(text);
            self.text.len()
        });
        self.events.push(Taped::Event(event));
    }

    pub(super) fn push_scalar(&mut self, push: PushScalar<'_>) {
        push(&mut self.text);
        self.events.push(Taped::Event(Event::Scalar(self.text.len())));
    }

    pub(super) fn begin_hinted(&mut self, hint: Hint) {
        self.events.push(Taped::BeginHinted(hint));
    }

    pub(super) fn end_hinted(&mut self) {
        self.events.push(Taped::EndHinted);
    }

    pub(super) fn events(&self) -> impl Iterator<Item = Taped<&str>> {
        let mut begin = 0;
        self.events.iter().map(move |&taped| match taped {
            Taped::Event(event) => Taped::Event(event.map(|end| {
                let text = self.text.get(begin..end).unwrap_or_default();
                begin = end;
                text
            })),
            Taped::BeginHinted(hint) => Taped::BeginHinted(hint),
            Taped::EndHinted => Taped::EndHinted,
        })
    }

    /// Removes everything, but keeps the capacity.
    pub(super) fn clear(&mut self) {
        self.events.clear();
        self.text.clear();
    }
}
