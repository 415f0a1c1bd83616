//! Entities: equal objects that occur repeatedly are written once, in a table of `_same`, and
//! replaced with references.

use super::document::{EntityKind, Log, NormalDocument};
use super::fault::{At, Outcome, fault};
use super::keys::{NAMES, is_reserved};
use super::limit::{Budget, Measure};
use super::settings::MAX_DEPTH;
use super::settings::{Level, Settings, Step};
use super::tables::{NamedMember, TableMembers, Tables, take_scalar};
use super::tree::{Members, Str, Tree, get};
use super::{cost, keys};
use std::collections::hash_map::{Entry, RandomState};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;
use toon::__internal::shorten;

/// The column of references if no other column can be the key.
const REFERENCE_KEY: &str = "_ref";

/// Moves repeated objects to tables of their own.
pub(super) fn extract(document: &mut NormalDocument, settings: Settings, log: &mut Log) {
    if !settings.steps.has(Step::Entities) {
        return;
    }
    let mut survey = Survey::default();
    survey.visit(&document.value, None);
    let plans = survey.plans(settings.level);
    if plans.is_empty() {
        return;
    }
    for plan in &plans {
        log.add(Step::Entities, plan.saved);
    }
    let mut moved = Moved::new(&plans, &survey);
    document.value = moved.replace(&document.value, None);
    document.entities = moved.kinds;
}

/// Writes the table of an entity kind, with its side keys.
pub(super) fn write(kind: &EntityKind, tables: &mut Tables, out: &mut Members) {
    out.push((format!("{}.in", kind.name).into(), Tree::String(kind.members.join(" ").into())));
    if let Some(key) = &kind.key {
        out.push((format!("{}.key", kind.name).into(), Tree::String(Rc::clone(key))));
    }
    tables.list(&kind.name, &kind.rows, out);
}

/// An object with its hash.
struct Hashed {
    hash: u64,
    object: Rc<Members>,
}

impl Hash for Hashed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl PartialEq for Hashed {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && (Rc::ptr_eq(&self.object, &other.object) || self.object == other.object)
    }
}

impl Eq for Hashed {}

/// The objects that are the values of members with one name.
#[derive(Default)]
struct NamedObjects {
    /// Members with this name also have other values.
    is_mixed: bool,
    /// The number of occurrences by object number.
    counts: HashMap<usize, usize>,
    occurrences: usize,
}

/// The objects in a document.
#[derive(Default)]
struct Survey {
    hasher: RandomState,
    /// Assigns a number to each distinct object.
    numbers: HashMap<Hashed, usize>,
    /// By object number.
    objects: Vec<Distinct>,
    /// By address. Valid since the document does not change in the meantime.
    addresses: HashMap<*const Members, usize>,
    names: Vec<(Str, NamedObjects)>,
    places: HashMap<Str, usize>,
}

/// A distinct object.
struct Distinct {
    object: Rc<Members>,
    /// In estimated tokens.
    cost: usize,
}

impl Survey {
    /// Collects the objects in `value`, a member called `name`. Returns its hash and cost.
    fn visit(&mut self, value: &Tree, name: Option<&Str>) -> (u64, usize) {
        const MIN_MEMBERS: usize = 3;
        let mut hasher = self.hasher.build_hasher();
        match value {
            Tree::Object(members) => {
                let mut price = 1;
                for (key, value) in members.iter() {
                    let (hash, cost) = self.visit(value, Some(key));
                    key.hash(&mut hasher);
                    hasher.write_u64(hash);
                    price += cost::tokens(key) + cost + 2;
                }
                let hash = hasher.finish();
                if let Some(name) = name {
                    if members.len() >= MIN_MEMBERS {
                        self.add(name, members, hash, price);
                    } else {
                        self.spoil(name);
                    }
                }
                (hash, price)
            }
            Tree::List(items) => {
                let is_objects = items.iter().all(|item| item.as_object().is_some());
                if let (Some(name), false) = (name, is_objects) {
                    self.spoil(name);
                }
                let name = name.filter(|_| is_objects);
                let mut price = 1;
                items.len().hash(&mut hasher);
                for item in items.iter() {
                    let (hash, cost) = self.visit(item, name);
                    hasher.write_u64(hash);
                    price += cost + 1;
                }
                (hasher.finish(), price)
            }
            scalar => {
                if let (Some(name), false) = (name, *scalar == Tree::Null) {
                    self.spoil(name);
                }
                scalar.hash(&mut hasher);
                (hasher.finish(), cost::json(scalar))
            }
        }
    }

    fn named(&mut self, name: &Str) -> &mut NamedObjects {
        let next = self.names.len();
        let place = *self.places.entry(Rc::clone(name)).or_insert(next);
        if place == next {
            let is_mixed = !is_usable(name);
            self.names.push((Rc::clone(name), NamedObjects { is_mixed, ..NamedObjects::default() }));
        }
        &mut self.names[place].1
    }

    fn spoil(&mut self, name: &Str) {
        let named = self.named(name);
        named.is_mixed = true;
        named.counts = HashMap::new();
    }

    fn add(&mut self, name: &Str, object: &Rc<Members>, hash: u64, cost: usize) {
        if self.named(name).is_mixed {
            return;
        }
        if object.iter().any(|(key, _)| **key == *REFERENCE_KEY) {
            return self.spoil(name);
        }
        let next = self.objects.len();
        let number = match self.numbers.entry(Hashed { hash, object: Rc::clone(object) }) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                entry.insert(next);
                self.objects.push(Distinct { object: Rc::clone(object), cost });
                next
            }
        };
        self.addresses.insert(Rc::as_ptr(object), number);
        let named = self.named(name);
        *named.counts.entry(number).or_default() += 1;
        named.occurrences += 1;
    }

    /// The kinds of entities that save tokens.
    fn plans(&self, level: Level) -> Vec<EntityPlan> {
        // Names that share an object belong to one kind (union-find on the indices of names).
        let usable: Vec<usize> = (0..self.names.len()).filter(|&at| !self.names[at].1.is_mixed).collect();
        let mut parents: Vec<usize> = (0..self.names.len()).collect();
        let mut first: HashMap<usize, usize> = HashMap::new();
        for &at in &usable {
            for &number in self.names[at].1.counts.keys() {
                match first.entry(number) {
                    Entry::Vacant(entry) => {
                        entry.insert(at);
                    }
                    Entry::Occupied(entry) => {
                        let (one, other) = (root(&parents, *entry.get()), root(&parents, at));
                        // The first name of a kind is always the root.
                        parents[one.max(other)] = one.min(other);
                    }
                }
            }
        }
        // The root of a kind is its first name, so this also sorts the kinds.
        let mut kinds: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &at in &usable {
            kinds.entry(root(&parents, at)).or_default().push(at);
        }
        let mut plans: Vec<EntityPlan> = kinds.values().filter_map(|names| self.plan(names, level)).collect();
        let mut counts: HashMap<Str, usize> = HashMap::new();
        for plan in &plans {
            *counts.entry(Rc::clone(&plan.role)).or_default() += 1;
            if plan.name != plan.role {
                *counts.entry(Rc::clone(&plan.name)).or_default() += 1;
            }
        }
        for plan in plans.iter_mut().filter(|plan| counts.get(&plan.name) != Some(&1)) {
            plan.name = Rc::clone(&plan.role);
        }
        plans
    }

    /// The kind of entities with these names, if it saves tokens.
    fn plan(&self, names: &[usize], level: Level) -> Option<EntityPlan> {
        let mut counts: HashMap<usize, usize> = HashMap::new();
        let mut occurrences = 0;
        for &at in names {
            let objects = &self.names[at].1;
            occurrences += objects.occurrences;
            for (&number, &count) in &objects.counts {
                *counts.entry(number).or_default() += count;
            }
        }
        // The minimum mean number of occurrences, in hundredths.
        let repeats = match level {
            Level::Plain | Level::Legible => 140,
            Level::Dense => 125,
        };
        let saved: usize =
            counts.iter().map(|(&number, &count)| (count - 1) * self.objects[number].cost).sum();
        let is_worth = saved * 55 / 100 > 25 + 2 * occurrences;
        if !is_worth || occurrences * 100 < counts.len() * repeats {
            return None;
        }
        // In order of first occurrence.
        let mut numbers: Vec<usize> = counts.into_keys().collect();
        numbers.sort_unstable();
        let objects: Vec<&Members> = numbers.iter().map(|&number| &*self.objects[number].object).collect();
        let (key, references) = references(&objects, level)?;
        let occurrences_of = |at: usize| self.names[at].1.occurrences;
        let main = names.iter().copied().max_by_key(|&at| (occurrences_of(at), std::cmp::Reverse(at)))?;
        let is_main = names.iter().all(|&at| at == main || occurrences_of(at) < occurrences_of(main));
        // One of several roles would be a name by chance.
        let is_noun = |key: &str| matches!(key, "login" | "username" | "slug" | "label" | "email");
        let by_key = key.as_ref().filter(|key| !is_main && is_noun(key) && is_usable(key));
        Some(EntityPlan {
            name: Rc::clone(by_key.unwrap_or(&self.names[main].0)),
            role: Rc::clone(&self.names[main].0),
            members: names.iter().map(|&at| Rc::clone(&self.names[at].0)).collect(),
            key,
            references: numbers.into_iter().zip(references).collect(),
            saved: saved.saturating_sub(2 * occurrences),
        })
    }
}

/// Whether `S.in` can list the name, and it is not reserved.
fn is_usable(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !is_reserved(name)
}

fn root(parents: &[usize], mut at: usize) -> usize {
    while parents[at] != at {
        at = parents[at];
    }
    at
}

/// A kind of entities that is written as a table.
struct EntityPlan {
    name: Str,
    /// The most frequent name of a member that refers to it.
    role: Str,
    members: Vec<Str>,
    key: Option<Str>,
    /// The references that replace objects, by object number.
    references: HashMap<usize, Tree>,
    saved: usize,
}

/// A reference for each object: from a column, which is returned as well, or generated.
fn references(objects: &[&Members], level: Level) -> Option<(Option<Str>, Vec<Tree>)> {
    let first = objects.first()?;
    // Most objects have a key at the same position as the first object.
    let value = |object: &'_ Members, at: usize, key: &str| match object.get(at) {
        Some((other, value)) if **other == *key => Some(value.clone()),
        _ => get(object, key).cloned(),
    };
    let column = |at: usize| -> Option<(Str, Vec<Tree>)> {
        let (key, _) = first.get(at).filter(|(key, _)| !key.is_empty())?;
        let values = objects.iter().map(|object| value(object, at, key));
        Some((Rc::clone(key), values.collect::<Option<_>>()?))
    };
    let place = |name: &&str| first.iter().position(|(key, _)| **key == **name);
    // A title is not what its object is known by.
    let has_name = first.iter().any(|(key, _)| matches!(&**key, "id" | "name"));
    let is_fit = |name: &&&str| !(has_name && **name == "title");
    let named = || NAMES.iter().filter(is_fit).filter_map(place).filter_map(column);
    let others = (0..first.len()).filter(|at| level == Level::Dense && !NAMES.contains(&&*first[*at].0));
    if let Some((key, values)) = named().chain(others.filter_map(column)).find(|(_, values)| is_key(values)) {
        return Some((Some(key), values));
    }
    match level {
        Level::Dense => Some((None, (1..=objects.len()).map(Tree::number).collect())),
        Level::Plain | Level::Legible => Some((None, numbered(named())?)),
    }
}

/// Whether a column can be the key: its values are unique and short.
fn is_key(values: &[Tree]) -> bool {
    const MAX_KEY_CHARS: usize = 60;
    const MAX_MEAN_TOKENS: usize = 8;
    let is_short = |value: &Tree| match value {
        Tree::String(text) => (1..=MAX_KEY_CHARS).contains(&text.chars().count()),
        value => value.as_integer().is_some(),
    };
    let distinct: HashSet<&Tree> = values.iter().collect();
    values.iter().all(is_short)
        && distinct.len() == values.len()
        && values.iter().map(cost::scalar).sum::<usize>() <= MAX_MEAN_TOKENS * values.len()
}

/// Names for the objects: `worker`, `worker~2`, …. At most half of them may need a number.
fn numbered(mut named: impl Iterator<Item = (Str, Vec<Tree>)>) -> Option<Vec<Tree>> {
    let is_text = |value: &Tree| value.as_str().is_some_and(|text| !text.is_empty());
    let (_, values) = named.find(|(_, values)| values.iter().all(is_text))?;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut seen: HashSet<String> = HashSet::new();
    let mut references = Vec::with_capacity(values.len());
    let mut repeated = 0;
    for text in values.iter().filter_map(|value| value.as_str()) {
        let count = counts.entry(text).or_default();
        *count += 1;
        let reference = if *count == 1 { text.to_string() } else { format!("{text}~{count}") };
        repeated += usize::from(*count > 1);
        references.push(Tree::string(&reference));
        if !seen.insert(reference) {
            return None;
        }
    }
    (repeated * 2 <= references.len() + 2).then_some(references)
}

/// Replaces entities with references.
struct Moved<'s> {
    plans: &'s [EntityPlan],
    survey: &'s Survey,
    /// The index of the plan for a member name.
    of_name: HashMap<Str, usize>,
    /// The entities that have been added to their tables.
    seen: Vec<HashSet<usize>>,
    kinds: Vec<EntityKind>,
}

impl<'s> Moved<'s> {
    fn new(plans: &'s [EntityPlan], survey: &'s Survey) -> Self {
        let of_name = plans
            .iter()
            .enumerate()
            .flat_map(|(at, plan)| plan.members.iter().map(move |name| (Rc::clone(name), at)));
        let kind = |plan: &EntityPlan| EntityKind {
            name: Rc::clone(&plan.name),
            members: plan.members.clone(),
            key: plan.key.clone(),
            rows: Vec::new(),
        };
        Moved {
            plans,
            survey,
            of_name: of_name.collect(),
            seen: plans.iter().map(|_| HashSet::new()).collect(),
            kinds: plans.iter().map(kind).collect(),
        }
    }

    fn replace(&mut self, value: &Tree, plan: Option<usize>) -> Tree {
        match value {
            Tree::Object(members) => self.replace_object(members, plan),
            Tree::List(items) => Tree::list(items.iter().map(|item| self.replace(item, plan)).collect()),
            scalar => scalar.clone(),
        }
    }

    fn replace_object(&mut self, members: &Rc<Members>, plan: Option<usize>) -> Tree {
        let found = plan.and_then(|at| {
            let number = *self.survey.addresses.get(&Rc::as_ptr(members))?;
            Some((at, number, self.plans[at].references.get(&number)?))
        });
        if let Some((at, number, reference)) = found {
            if !self.seen[at].insert(number) {
                return reference.clone();
            }
        }
        let inner = members.iter().map(|(key, value)| {
            let plan = self.of_name.get(key).copied();
            (Rc::clone(key), self.replace(value, plan))
        });
        let inner: Members = inner.collect();
        let Some((at, _, reference)) = found else { return Tree::object(inner) };
        let kind = &mut self.kinds[at];
        let row = match kind.key {
            Some(_) => inner,
            None => [(REFERENCE_KEY.into(), reference.clone())].into_iter().chain(inner).collect(),
        };
        kind.rows.push(Tree::object(row));
        reference.clone()
    }
}

/// The entities of a document that is read.
pub(super) struct Entities {
    /// The index of the table that members with this name refer to.
    names: HashMap<Str, usize>,
    tables: Vec<EntityTable>,
    /// Measures entities to limit their depth.
    pub(super) measure: Measure,
}

struct EntityTable {
    /// The table's key in the document.
    key: Str,
    entities: Vec<Entity>,
    /// The index of each entity by its reference.
    index: HashMap<Tree, usize>,
}

enum Entity {
    /// Its own references are not resolved yet.
    Raw(Tree),
    /// Its own references are being resolved.
    Open,
    Ready(Tree),
}

impl Entities {
    /// Reads the tables in `_same`, using `read_rows` for the rows.
    pub(super) fn read(
        same: &Tree,
        mut read_rows: impl FnMut(NamedMember<'_, '_>) -> Outcome<Tree>,
    ) -> Outcome<Self> {
        let Tree::Object(same) = same else { return fault("expected an object of tables under `_same`") };
        let mut entities = Entities { names: HashMap::new(), tables: Vec::new(), measure: Measure::rough() };
        let members = TableMembers::new(same);
        for named in members.own() {
            let Some(side) = named.side("in") else {
                return fault("entities without an `in` side key").at_key(named.key);
            };
            let Tree::String(names) = side.value else {
                return fault("expected names of members").at_key(side.key);
            };
            for name in names.split(' ') {
                if entities.names.insert(name.into(), entities.tables.len()).is_some() {
                    return fault(format!(
                        "duplicate member {:?}: it refers to two entity tables",
                        shorten(name)
                    ))
                    .at_key(side.key);
                }
            }
            let key = match named.side("key") {
                None => None,
                Some(side) => match side.value {
                    Tree::String(key) => Some(key),
                    _ => return fault("expected the name of a column").at_key(side.key),
                },
            };
            let rows = read_rows(named)?;
            entities.tables.push(EntityTable::new(named.key, rows, key.map(|key| &**key)).at_key(named.key)?);
        }
        Ok(entities)
    }

    /// Resolves the references in all entities.
    pub(super) fn resolve_all(&mut self, budget: &mut Budget) -> Outcome<()> {
        let counts: Vec<usize> = self.tables.iter().map(|table| table.entities.len()).collect();
        for (table, count) in counts.into_iter().enumerate() {
            for entity in 0..count {
                self.entity(table, entity, budget, 0)?;
            }
        }
        Ok(())
    }

    /// The index of the table that members called `name` refer to.
    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// Resolves the value of a member that refers to entities of `table`.
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

    /// An entity with its references resolved.
    fn entity(&mut self, table: usize, entity: usize, budget: &mut Budget, depth: usize) -> Outcome<Tree> {
        let Some(place) = self.place(table, entity) else { return Ok(Tree::Null) };
        let raw = match place {
            Entity::Ready(tree) => return Ok(tree.clone()),
            Entity::Open => return fault("recursive entity"),
            Entity::Raw(_) => std::mem::replace(place, Entity::Open),
        };
        let Entity::Raw(raw) = raw else { return Ok(Tree::Null) };
        let ready = self.resolve(raw, budget, depth).and_then(|tree| {
            let depth = self.measure.of(&tree)?.depth;
            if depth > MAX_DEPTH { Err(toon::__internal::depth_limit(MAX_DEPTH).into()) } else { Ok(tree) }
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

    /// Resolves the references in `tree`, which is `depth` levels deep.
    pub(super) fn resolve(&mut self, tree: Tree, budget: &mut Budget, depth: usize) -> Outcome<Tree> {
        if depth > MAX_DEPTH {
            return Err(toon::__internal::depth_limit(MAX_DEPTH).into());
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
                let mut members: Members = Rc::unwrap_or_clone(members);
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
                return fault("duplicate entity key").at_index(at);
            }
            table.entities.push(Entity::Raw(entity));
        }
        Ok(table)
    }
}

/// Splits `row` into its reference and the entity.
fn reference(row: Tree, column: Option<&str>) -> Outcome<(Tree, Tree)> {
    let Some(column) = column else { return take_scalar(row, REFERENCE_KEY) };
    match row.as_object().and_then(|members| get(members, column)) {
        Some(key) => Ok((key.clone(), row)),
        None => fault(format!("entity without its key {:?}", shorten(column))),
    }
}
