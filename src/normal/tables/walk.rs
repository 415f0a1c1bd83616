//! Walks through a document: members with their side keys, and strings outside of tables.

use super::members::{NamedMember, Side, TableMembers};
use super::{columns, read};
use crate::ErrorKind;
use crate::error::shorten;
use crate::json::Reader;
use crate::normal::cells::{self, ABSENT, EMPTY_GROUP, IN_CELL, NULL_GROUP, UNDECLARED};
use crate::normal::entities::Entities;
use crate::normal::fault::{At, Outcome, fault};
use crate::normal::keys::{self, FORM};
use crate::normal::limit::{Budget, Measure};
use crate::normal::settings::MAX_DEPTH;
use crate::normal::tree::{Builder, ObjectMembers, Str, Tree, are_rows};
use std::rc::Rc;

/// The role of a member, which determines some of its side keys.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Member,
    /// The rows of a child table.
    Child,
    /// A table of entities.
    Entities,
}

impl Role {
    /// Whether `word` is a side key that is read by the parent of a member with this role.
    pub(crate) fn takes(self, word: &str) -> bool {
        match self {
            Role::Member => false,
            Role::Child => word == "of",
            Role::Entities => matches!(word, "in" | "key"),
        }
    }
}

/// Walks through a document, with the state that is needed everywhere.
pub(crate) struct DocumentWalk {
    pub(crate) budget: Budget,
    /// `None` while the tables of entities are read, which keep their references.
    pub(crate) entities: Option<Entities>,
}

impl DocumentWalk {
    pub(crate) fn root_object(&mut self, root: &ObjectMembers) -> Outcome<Tree> {
        let members = own_members(root)?;
        self.members(members.own().filter(|named| !keys::is_reserved_at_root(named.key)))
    }

    pub(crate) fn root_list(&mut self, root: &ObjectMembers) -> Outcome<Tree> {
        let members = own_members(root)?;
        let mut own = members.own().filter(|named| !keys::is_reserved_at_root(named.key));
        let list = match own.next() {
            Some(list) if **list.key == *"list" => list,
            Some(other) => {
                return fault("expected `list` as the only member of the normal form of a list")
                    .at_key(other.key);
            }
            None => {
                return fault("expected `list` as the only member of the normal form of a list")
                    .at_key(&FORM.into());
            }
        };
        if let Some(other) = own.next() {
            return fault("expected `list` as the only member of the normal form of a list")
                .at_key(other.key);
        }
        match self.member(list)? {
            Tree::Object(_) => {
                fault("expected a list in the normal form of a list, found an object").at_key(list.key)
            }
            value => Ok(value),
        }
    }

    /// Reads a value outside of tables. If it is declared, its strings may be JSON text.
    pub(crate) fn value(&mut self, value: &Tree, is_declared: bool) -> Outcome<Tree> {
        match value {
            Tree::String(text) => self.string(text, is_declared),
            Tree::List(items) if are_rows(&**items) => read::read_unnamed(self, items),
            Tree::List(items) => {
                let items = items.iter().enumerate();
                let items: Outcome<_> =
                    items.map(|(at, item)| self.value(item, is_declared).at_index(at)).collect();
                items.map(Tree::list)
            }
            Tree::Object(object) => self.members(TableMembers::new(object).own()),
            scalar => Ok(scalar.clone()),
        }
    }

    pub(crate) fn string(&mut self, text: &Str, is_declared: bool) -> Outcome<Tree> {
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

    /// Reads members as an object.
    pub(crate) fn members<'m, 'd: 'm>(
        &mut self,
        own: impl Iterator<Item = NamedMember<'m, 'd>> + Clone,
    ) -> Outcome<Tree> {
        columns::check_own_keys(own.clone().map(|named| named.key))?;
        let mut members = ObjectMembers::with_capacity(own.size_hint().1.unwrap_or_default());
        for named in own {
            let key = keys::own_key(named.key);
            let value = self.member(named)?;
            let value = match self.entities.as_ref().and_then(|entities| entities.named(&key)) {
                Some(table) => self.refer(table, &value).at_key(named.key)?,
                None => value,
            };
            members.push((key, value));
        }
        Ok(Tree::object(members))
    }

    fn member(&mut self, named: NamedMember<'_, '_>) -> Outcome<Tree> {
        self.named(named, Role::Member, 0)
    }

    /// Reads the value of a member with its side keys. `depth` is the depth of child tables.
    pub(crate) fn named(&mut self, named: NamedMember<'_, '_>, role: Role, depth: usize) -> Outcome<Tree> {
        if depth > MAX_DEPTH {
            return Err(ErrorKind::DepthLimit { limit: MAX_DEPTH }.into()).at_key(named.key);
        }
        match named.value {
            Tree::List(rows) if are_rows(&**rows) => read::read(self, named, rows, role, depth),
            value => {
                let is_declared = named.is_declared(role)?;
                self.value(value, is_declared).at_key(named.key)
            }
        }
    }

    /// The value of JSON text.
    pub(crate) fn json(&mut self, text: &str) -> Outcome<Tree> {
        self.budget.take_values(text.len())?;
        let mut builder = Builder::with_max_depth(MAX_DEPTH);
        Reader::without_mark(text).read(&mut builder)?;
        self.resolve(builder.finish().unwrap_or(Tree::Null))
    }

    /// The entities that the value of a member refers to.
    pub(crate) fn refer(&mut self, table: usize, value: &Tree) -> Outcome<Tree> {
        match &mut self.entities {
            Some(entities) => entities.refer(table, value, &mut self.budget, 0),
            None => Ok(value.clone()),
        }
    }

    /// Replaces the references in a value that comes from the text of a cell.
    pub(crate) fn resolve(&mut self, tree: Tree) -> Outcome<Tree> {
        match &mut self.entities {
            Some(entities) if !tree.is_scalar() => entities.resolve(tree, &mut self.budget, 0),
            _ => Ok(tree),
        }
    }

    /// Checks the size of the value as JSON, and its depth.
    pub(crate) fn check_extent(&mut self, value: &Tree, max_depth: usize) -> Outcome<()> {
        let rough = match &mut self.entities {
            Some(entities) => entities.measure.of(value)?,
            None => Measure::rough().of(value)?,
        };
        if rough.depth > max_depth {
            return Err(ErrorKind::DepthLimit { limit: max_depth }.into());
        }
        let limit = self.budget.limit();
        if rough.bytes > limit && Measure::exact().of(value)?.bytes > limit {
            return self.budget.exceeded();
        }
        Ok(())
    }
}

/// The members of the root. Reserved keys must not have side keys.
fn own_members(root: &ObjectMembers) -> Outcome<TableMembers<'_>> {
    let members = TableMembers::new(root);
    for named in members.own().filter(|named| keys::is_reserved_at_root(named.key)) {
        if let Some(side) = named.sides.first() {
            return fault(format!("side key `{}` does not apply here", shorten(side.word))).at_key(side.key);
        }
    }
    Ok(members)
}

impl NamedMember<'_, '_> {
    /// Whether `json` declares the member, which is not a table and must have no other side keys.
    fn is_declared(&self, role: Role) -> Outcome<bool> {
        let mut is_declared = false;
        for side in self.sides {
            self.check_alone(side)?;
            match side.word {
                "json" if *side.value == Tree::Bool(true) => match self.value {
                    Tree::String(_) | Tree::List(_) => is_declared = true,
                    _ => return fault("only strings and lists can contain JSON text").at_key(side.key),
                },
                word if role.takes(word) => {}
                word => {
                    let message =
                        format!("side key `{}` does not apply to a value that is not a table", shorten(word));
                    return fault(message).at_key(side.key);
                }
            }
        }
        Ok(is_declared)
    }

    /// Checks that a side key does not have side keys.
    pub(crate) fn check_alone(&self, side: &Side<'_>) -> Outcome<()> {
        match self.members.named(side).sides.first() {
            None => Ok(()),
            Some(inner) => {
                fault(format!("side key `{}` does not apply here", shorten(inner.word))).at_key(inner.key)
            }
        }
    }
}
