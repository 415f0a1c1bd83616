//! Entities: objects that occur in many places, in tables of their own (`_same`).

use super::fault::{At, Outcome, fault};
use super::limit::{Budget, Measure};
use super::members::Members;
use super::tables::take;
use super::{Role, Walk};
use crate::ErrorKind;
use crate::error::shorten;
use crate::normal::tree::{Object, Str, Tree, get};
use crate::normal::{MAX_DEPTH, keys};
use std::collections::HashMap;
use std::rc::Rc;

/// The column of references that are no part of the entities.
const REFERENCE: &str = "_ref";

/// All entities of a document.
pub(super) struct Entities {
    /// The tables by the names of the members that refer to them.
    names: HashMap<Str, usize>,
    tables: Vec<EntityTable>,
    /// Knows how deep the entities nest.
    pub(super) measure: Measure,
}

struct EntityTable {
    /// Its key in the document.
    key: Str,
    entities: Vec<Entity>,
    /// The indices of the entities by what refers to them.
    index: HashMap<Tree, usize>,
}

enum Entity {
    /// With references in it.
    Raw(Tree),
    /// While the references in it are replaced.
    Open,
    Ready(Tree),
}

impl Entities {
    /// The tables under `_same`.
    pub(super) fn read(walk: &mut Walk, same: &Tree) -> Outcome<Self> {
        let Tree::Object(same) = same else { return fault("expected an object of tables under `_same`") };
        let mut entities = Entities { names: HashMap::new(), tables: Vec::new(), measure: Measure::rough() };
        let members = Members::new(same);
        for named in members.own() {
            let Some(side) = named.side("in") else {
                return fault("entities without an `in` that says where they occur").at_key(named.key);
            };
            let Tree::String(names) = side.value else {
                return fault("expected names of members").at_key(side.key);
            };
            for name in names.split(' ') {
                if entities.names.insert(name.into(), entities.tables.len()).is_some() {
                    return fault(format!("{:?} refers to two tables", shorten(name))).at_key(side.key);
                }
            }
            let key = match named.side("key") {
                None => None,
                Some(side) => match side.value {
                    Tree::String(key) => Some(key),
                    _ => return fault("expected the name of a column").at_key(side.key),
                },
            };
            let rows = walk.named(named, Role::Entities, 0)?;
            entities.tables.push(EntityTable::new(named.key, rows, key.map(|key| &**key)).at_key(named.key)?);
        }
        Ok(entities)
    }

    /// Replaces the references in all entities.
    pub(super) fn resolve_all(&mut self, budget: &mut Budget) -> Outcome<()> {
        let counts: Vec<usize> = self.tables.iter().map(|table| table.entities.len()).collect();
        for (table, count) in counts.into_iter().enumerate() {
            for entity in 0..count {
                self.entity(table, entity, budget, 0)?;
            }
        }
        Ok(())
    }

    /// The table that members called `name` refer to.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// The value of a member that refers to entities of `table`.
    pub(super) fn refer(
        &mut self,
        table: usize,
        value: &Tree,
        budget: &mut Budget,
        depth: usize,
    ) -> Outcome<Tree> {
        match value {
            Tree::Null => Ok(Tree::Null),
            Tree::List(items) => {
                budget.take_values(items.len())?;
                let items: Outcome<_> =
                    items.iter().map(|item| self.reference(table, item, budget, depth + 1)).collect();
                items.map(Tree::list)
            }
            value => self.reference(table, value, budget, depth),
        }
    }

    fn reference(&mut self, table: usize, value: &Tree, budget: &mut Budget, depth: usize) -> Outcome<Tree> {
        let (Tree::String(text) | Tree::Number(text)) = value else {
            return fault("expected a reference to an entity, a list of references or null");
        };
        let known = self.tables.get(table);
        let Some(entity) = known.and_then(|table| table.index.get(value)) else {
            let key = known.map(|table| shorten(&keys::own_key(&table.key))).unwrap_or_default();
            let text = shorten(text);
            return fault(match value {
                Tree::String(_) => format!("unknown reference: no entity of {key:?} has the key {text:?}"),
                _ => format!("unknown reference: no entity of {key:?} has the key {text}"),
            });
        };
        self.entity(table, *entity, budget, depth)
    }

    /// An entity without references.
    fn entity(&mut self, table: usize, entity: usize, budget: &mut Budget, depth: usize) -> Outcome<Tree> {
        let Some(place) = self.place(table, entity) else { return Ok(Tree::Null) };
        let raw = match place {
            Entity::Ready(tree) => return Ok(tree.clone()),
            Entity::Open => return fault("the entity contains itself"),
            Entity::Raw(_) => std::mem::replace(place, Entity::Open),
        };
        let Entity::Raw(raw) = raw else { return Ok(Tree::Null) };
        let ready = self.resolve(raw, budget, depth).and_then(|tree| {
            let depth = self.measure.of(&tree)?.depth;
            if depth > MAX_DEPTH { Err(ErrorKind::DepthLimit { limit: MAX_DEPTH }.into()) } else { Ok(tree) }
        });
        let key = self.tables.get(table).map(|table| Rc::clone(&table.key)).unwrap_or_default();
        let ready = ready.at_index(entity).at_key(&key).at_key(&keys::SAME.into()).at_root()?;
        if let Some(place) = self.place(table, entity) {
            *place = Entity::Ready(ready.clone());
        }
        Ok(ready)
    }

    fn place(&mut self, table: usize, entity: usize) -> Option<&mut Entity> {
        self.tables.get_mut(table)?.entities.get_mut(entity)
    }

    /// Replaces the references in `tree`, which stands `depth` levels deep.
    pub(super) fn resolve(&mut self, tree: Tree, budget: &mut Budget, depth: usize) -> Outcome<Tree> {
        if depth > MAX_DEPTH {
            return Err(ErrorKind::DepthLimit { limit: MAX_DEPTH }.into());
        }
        match tree {
            Tree::List(items) => {
                budget.take_values(items.len())?;
                let items = Rc::unwrap_or_clone(items).into_iter().enumerate();
                let items: Outcome<_> =
                    items.map(|(at, item)| self.resolve(item, budget, depth + 1).at_index(at)).collect();
                items.map(Tree::list)
            }
            Tree::Object(members) => {
                budget.take_values(members.len())?;
                let mut members: Object = Rc::unwrap_or_clone(members);
                for (key, value) in &mut members {
                    let inner = std::mem::replace(value, Tree::Null);
                    let resolved = match self.named(key) {
                        Some(table) => self.refer(table, &inner, budget, depth + 1),
                        None => self.resolve(inner, budget, depth + 1),
                    };
                    *value = resolved.at_key(key)?;
                }
                Ok(Tree::object(members))
            }
            scalar => Ok(scalar),
        }
    }
}

impl EntityTable {
    fn new(key: &Str, rows: Tree, column: Option<&str>) -> Outcome<Self> {
        let Tree::List(rows) = rows else { return fault("expected a list of entities") };
        let mut table = EntityTable {
            key: Rc::clone(key),
            entities: Vec::with_capacity(rows.len()),
            index: HashMap::new(),
        };
        for (at, row) in Rc::unwrap_or_clone(rows).into_iter().enumerate() {
            let (reference, entity) = reference(row, column).at_index(at)?;
            if !matches!(reference, Tree::String(_) | Tree::Number(_)) {
                return fault("expected a string or a number as the key of an entity").at_index(at);
            }
            if table.index.insert(reference, at).is_some() {
                return fault("two entities have the same key").at_index(at);
            }
            table.entities.push(Entity::Raw(entity));
        }
        Ok(table)
    }
}

/// What refers to the entity of `row`, and the entity.
fn reference(row: Tree, column: Option<&str>) -> Outcome<(Tree, Tree)> {
    let Some(column) = column else { return take(row, REFERENCE) };
    match row.as_object().and_then(|members| get(members, column)) {
        Some(key) => Ok((key.clone(), row)),
        None => fault(format!("entity without its key {:?}", shorten(column))),
    }
}
