//! Selects which parts of a value become a tree: [`EncodeOptions::fields`].

use super::tree::{Builder, Tree};
use std::rc::Rc;
use toon::__internal::Events;
use toon::__internal::{Findings, ROOT, SelectedPart, Selection, SelectionCursor};
#[cfg(doc)]
use toon::EncodeOptions;
use toon::{ErrorKind, Result};

/// Passes the events of selected fields on to a [`Builder`].
pub(super) struct Selector<'o> {
    builder: Builder,
    selection: Option<&'o Selection>,
    cursor: SelectionCursor,
    findings: Option<Findings>,
    /// A field was found to which a path leads.
    has_match: bool,
}

impl<'o> Selector<'o> {
    pub(super) fn new(selection: Option<&'o Selection>) -> Self {
        let part = if selection.is_some() { SelectedPart::Fields(ROOT) } else { SelectedPart::Whole };
        Selector {
            builder: Builder::new(),
            selection,
            cursor: SelectionCursor::new(part),
            findings: selection.map(Selection::findings),
            has_match: false,
        }
    }

    /// The tree, with the fields in the requested order.
    pub(super) fn finish(self) -> Result<Tree> {
        // The builder is incomplete if a `Serialize` implementation has ignored an error.
        let mut tree =
            self.builder.finish().ok_or_else(|| toon::__internal::error(ErrorKind::AlreadyFailed))?;
        if let (Some(selection), Some(findings)) = (self.selection, &self.findings) {
            selection.check(findings)?;
            order(&mut tree, selection, ROOT);
        }
        Ok(tree)
    }

    /// Passes the event on to the builder if it is selected.
    fn pass(&mut self, event: impl FnOnce(&mut Builder) -> Result<()>) -> Result<()> {
        if self.wants_value() { event(&mut self.builder) } else { Ok(()) }
    }

    fn begin(&mut self, is_list: bool, event: impl FnOnce(&mut Builder) -> Result<()>) -> Result<()> {
        self.pass(event)?;
        self.cursor.begin(is_list);
        Ok(())
    }

    fn end(&mut self, event: impl FnOnce(&mut Builder) -> Result<()>) -> Result<()> {
        self.cursor.end();
        self.pass(event)
    }
}

impl Events for Selector<'_> {
    fn begin_object(&mut self) -> Result<()> {
        if let (Some(findings), Some(node)) = (&mut self.findings, self.cursor.next_node()) {
            findings.search(node);
        }
        self.begin(false, Builder::begin_object)
    }

    fn key(&mut self, key: &str) -> Result<()> {
        if let (Some(selection), Some(findings), Some(node)) =
            (self.selection, &mut self.findings, self.cursor.node())
        {
            let field = selection.field(node, key);
            match field {
                Some(field) => {
                    findings.find(field.node);
                    self.has_match |= selection.is_whole(field.node);
                }
                None if !self.has_match => findings.note(node, key),
                None => {}
            }
            self.cursor.key(field.map_or(SelectedPart::Nothing, |field| selection.part(field.node)));
        }
        self.pass(|builder| builder.key(key))
    }

    fn end_object(&mut self) -> Result<()> {
        self.end(Builder::end_object)
    }

    fn begin_array(&mut self) -> Result<()> {
        self.begin(true, Builder::begin_array)
    }

    fn end_array(&mut self) -> Result<()> {
        self.end(Builder::end_array)
    }

    fn string(&mut self, string: &str) -> Result<()> {
        self.pass(|builder| builder.string(string))
    }

    fn number(&mut self, number: &str) -> Result<()> {
        self.pass(|builder| builder.number(number))
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        self.pass(|builder| builder.word(word))
    }

    fn wants_value(&self) -> bool {
        self.cursor.part() != SelectedPart::Nothing
    }
}

/// Sorts the fields of objects at `node`. The depth of the tree bounds the recursion.
fn order(tree: &mut Tree, selection: &Selection, node: usize) {
    if selection.is_whole(node) {
        return;
    }
    match tree {
        Tree::List(items) => Rc::make_mut(items).iter_mut().for_each(|item| order(item, selection, node)),
        Tree::Object(members) => {
            let members = Rc::make_mut(members);
            members.sort_by_cached_key(|(key, _)| selection.field(node, key).map(|field| field.place));
            for (key, value) in members {
                if let Some(field) = selection.field(node, key) {
                    order(value, selection, field.node);
                }
            }
        }
        _ => {}
    }
}
