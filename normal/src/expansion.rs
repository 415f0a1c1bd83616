//! The state shared by all parts of the reader.

use super::cells::{self, ABSENT, EMPTY_GROUP, IN_CELL, NULL_GROUP, UNDECLARED};
use super::entities::Entities;
use super::fault::{Outcome, fault};
use super::limit::{Budget, Measure};
use super::settings::MAX_DEPTH;
use super::tree::{Builder, Str, Tree};
use std::rc::Rc;
use toon::__internal::JsonReader;

/// The remaining budget, and the entities that values refer to.
pub(super) struct Expansion {
    pub(super) budget: Budget,
    /// `None` while the tables of entities are read, since these keep their references.
    pub(super) entities: Option<Entities>,
}

impl Expansion {
    /// Reads a string outside of tables. JSON text is allowed if it is declared.
    pub(super) fn string(&mut self, text: &Str, is_declared: bool) -> Outcome<Tree> {
        if matches!(&**text, ABSENT | NULL_GROUP | EMPTY_GROUP) {
            return fault(format!("`{text}` is allowed only in a table; write the string as `_{text}`"));
        }
        if is_declared && text.starts_with(IN_CELL) {
            return self.json(text);
        }
        match cells::unescape(text, if is_declared { IN_CELL } else { UNDECLARED }) {
            None => Ok(Tree::String(Rc::clone(text))),
            Some(text) => {
                self.budget.take(text.len())?;
                Ok(Tree::string(text))
            }
        }
    }

    /// Parses JSON text.
    pub(super) fn json(&mut self, text: &str) -> Outcome<Tree> {
        self.budget.take_values(text.len())?;
        let mut builder = Builder::with_max_depth(MAX_DEPTH);
        JsonReader::without_mark(text).read(&mut builder)?;
        self.resolve(builder.finish().unwrap_or(Tree::Null))
    }

    /// Resolves the value of a member that refers to entities of `table`.
    pub(super) fn refer(&mut self, table: usize, value: &Tree) -> Outcome<Tree> {
        match &mut self.entities {
            Some(entities) => entities.refer(table, value, &mut self.budget, 0),
            None => Ok(value.clone()),
        }
    }

    /// Resolves the references in a value that was parsed from the text of a cell.
    pub(super) fn resolve(&mut self, tree: Tree) -> Outcome<Tree> {
        match &mut self.entities {
            Some(entities) if !tree.is_scalar() => entities.resolve(tree, &mut self.budget, 0),
            _ => Ok(tree),
        }
    }

    /// Checks the depth of the value and its size as JSON.
    pub(super) fn check_extent(&mut self, value: &Tree, max_depth: usize) -> Outcome<()> {
        let rough = match &mut self.entities {
            Some(entities) => entities.measure.of(value)?,
            None => Measure::rough().of(value)?,
        };
        if rough.depth > max_depth {
            return Err(toon::__internal::depth_limit(max_depth).into());
        }
        let limit = self.budget.limit();
        if rough.bytes > limit && Measure::exact().of(value)?.bytes > limit {
            return self.budget.exceeded();
        }
        Ok(())
    }
}
