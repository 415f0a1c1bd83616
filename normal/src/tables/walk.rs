//! Visits the members of a document with their side keys.

use super::members::{NamedMember, Role, TableMembers};
use super::{columns, merge, nulls, read};
use crate::expansion::Expansion;
use crate::fault::{At, Outcome, fault};
use crate::keys::{self, FORM, KIND, LIST, MAP, NULLS, ONE};
use crate::settings::MAX_DEPTH;
use crate::tree::{Members, Str, Tree, are_rows};

/// Reads a document whose value is an object.
pub(crate) fn read_root_object(expansion: &mut Expansion, root: &Members) -> Outcome<Tree> {
    let members = own_members(root)?;
    read_members(expansion, members.own().filter(|named| !keys::is_reserved_at_root(named.key)))
}

/// Reads a document whose value is that of its only member `name`: a list, or a map.
pub(crate) fn read_only_member(
    expansion: &mut Expansion,
    root: &Members,
    name: &'static str,
) -> Outcome<Tree> {
    let only = |found: &Str| {
        fault(format!("expected `{name}` as the only member of the normal form of a {name}")).at_key(found)
    };
    let members = own_members(root)?;
    let mut own = members.own().filter(|named| !keys::is_reserved_at_root(named.key));
    let member = match own.next() {
        Some(member) if **member.key == *name => member,
        Some(other) => return only(other.key),
        None => return only(&FORM.into()),
    };
    if let Some(other) = own.next() {
        return only(other.key);
    }
    let value = read_member(expansion, member, Role::Member, 0)?;
    let (is_expected, found) = match &value {
        Tree::Object(_) => (name == MAP, "an object"),
        _ => (name == LIST, "a value that is not a map"),
    };
    if !is_expected {
        return fault(format!("expected a {name} in the normal form of a {name}, found {found}"))
            .at_key(member.key);
    }
    Ok(value)
}

/// Reads a member with its side keys. `depth` is the nesting depth of child tables.
pub(crate) fn read_member(
    expansion: &mut Expansion,
    named: NamedMember<'_, '_>,
    role: Role,
    depth: usize,
) -> Outcome<Tree> {
    if depth > MAX_DEPTH {
        return Err(toon::__internal::depth_limit(MAX_DEPTH).into()).at_key(named.key);
    }
    match named.value {
        Tree::List(rows) if are_rows(&**rows) => {
            read::read(expansion, named, rows, role, |expansion, child| {
                read_member(expansion, child, Role::Child, depth + 1)
            })
        }
        Tree::String(_) if named.side(KIND).is_some() => {
            merge::read(expansion, named, role, |expansion, table| {
                read_member(expansion, table, Role::Member, depth + 1)
            })
        }
        Tree::Object(object) if named.side(ONE).is_some() => {
            named.check_is_one(role)?;
            let only = read_members(expansion, TableMembers::new(object).own()).at_key(named.key)?;
            Ok(Tree::list(vec![only]))
        }
        value => {
            let is_declared = named.is_declared(role)?;
            read_value(expansion, value, is_declared).at_key(named.key)
        }
    }
}

/// Reads a value that is not a table. JSON text is allowed in its strings if it is declared.
fn read_value(expansion: &mut Expansion, value: &Tree, is_declared: bool) -> Outcome<Tree> {
    match value {
        Tree::String(text) => expansion.string(text, is_declared),
        Tree::List(items) if are_rows(&**items) => read::read_unnamed(expansion, items),
        Tree::List(items) => {
            let items = items.iter().enumerate();
            let items: Outcome<_> =
                items.map(|(at, item)| read_value(expansion, item, is_declared).at_index(at)).collect();
            items.map(Tree::list)
        }
        Tree::Object(object) => read_members(expansion, TableMembers::new(object).own()),
        scalar => Ok(scalar.clone()),
    }
}

/// Reads own members as an object.
fn read_members<'m, 'd: 'm>(
    expansion: &mut Expansion,
    own: impl Iterator<Item = NamedMember<'m, 'd>> + Clone,
) -> Outcome<Tree> {
    let is_list = |named: &NamedMember<'_, '_>| **named.key == *NULLS;
    columns::check_own_keys(own.clone().filter(|named| !is_list(named)).map(|named| named.key))?;
    let mut members = Members::with_capacity(own.size_hint().1.unwrap_or_default());
    let mut nulls = None;
    for named in own {
        if is_list(&named) {
            named.check_no_sides()?;
            nulls = Some(named);
            continue;
        }
        let key = keys::own_key(named.key);
        let value = read_member(expansion, named, Role::Member, 0)?;
        let value = match expansion.entities.as_ref().and_then(|entities| entities.named(&key)) {
            Some(table) => expansion.refer(table, &value).at_key(named.key)?,
            None => value,
        };
        members.push((key, value));
    }
    if let Some(nulls) = nulls {
        members = nulls::insert(members, nulls.value).at_key(nulls.key)?;
    }
    Ok(Tree::object(members))
}

/// The members of the root. Side keys of reserved keys are errors.
fn own_members(root: &Members) -> Outcome<TableMembers<'_>> {
    let members = TableMembers::new(root);
    members
        .own()
        .filter(|named| keys::is_reserved_at_root(named.key))
        .try_for_each(|named| named.check_no_sides())?;
    Ok(members)
}
