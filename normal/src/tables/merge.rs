//! Reads rows of several kinds: the tables of the kinds, merged in the order of the rows.

use super::kinds::KindPath;
use super::members::{NamedMember, Role};
use crate::expansion::Expansion;
use crate::fault::{At, Outcome, fault};
use crate::keys::{KIND, is_reserved};
use crate::tree::{Str, Tree, get};
use std::collections::HashMap;
use std::rc::Rc;
use toon::__internal::shorten;

/// Reads a list from the tables of its kinds.
pub(crate) fn read(
    expansion: &mut Expansion,
    named: NamedMember<'_, '_>,
    role: Role,
    mut read_table: impl FnMut(&mut Expansion, NamedMember<'_, '_>) -> Outcome<Tree>,
) -> Outcome<Tree> {
    let Tree::String(order) = named.value else {
        return fault("expected the order of kinds").at_key(named.key);
    };
    let mut path = None;
    let mut tables: HashMap<&str, std::vec::IntoIter<Tree>> = HashMap::new();
    for side in named.sides {
        match side.word {
            KIND => {
                named.check_alone(side)?;
                let Tree::String(text) = side.value else {
                    return fault("expected the path of a column").at_key(side.key);
                };
                path = Some(KindPath::parse(text));
            }
            word if role.takes(word) => {}
            word if is_reserved(word) => {
                return fault(format!(
                    "side key `{}` does not apply to rows of several kinds",
                    shorten(word)
                ))
                .at_key(side.key);
            }
            word => match read_table(expansion, named.members.named(side))? {
                Tree::List(rows) => _ = tables.insert(word, Rc::unwrap_or_clone(rows).into_iter()),
                _ => return fault("expected a list of rows").at_key(side.key),
            },
        }
    }
    let Some(path) = path else { return fault("expected the column of kinds").at_key(named.key) };
    let rows = merge(expansion, &path, order, &mut tables).at_key(named.key)?;
    match named.sides.iter().find(|side| tables.get(side.word).is_some_and(|rows| rows.len() > 0)) {
        Some(side) => fault("row of a kind that does not follow in the order").at_key(side.key),
        None => Ok(Tree::list(rows)),
    }
}

fn merge(
    expansion: &mut Expansion,
    path: &KindPath,
    order: &Str,
    tables: &mut HashMap<&str, std::vec::IntoIter<Tree>>,
) -> Outcome<Vec<Tree>> {
    let mut rows = Vec::with_capacity(tables.values().map(ExactSizeIterator::len).sum());
    for run in order.split(' ') {
        let (kind, count) = match run.split_once('*') {
            None => (run, Some(1)),
            Some((kind, count)) => (kind, parse_count(count)),
        };
        let Some(table) = tables.get_mut(kind) else {
            return fault(format!("unknown kind {:?}", shorten(kind)));
        };
        let Some(count) = count.filter(|count| (1..=table.len()).contains(count)) else {
            return fault(format!(
                "expected {}, but {} rows of this kind are left",
                shorten(run),
                table.len()
            ));
        };
        let value = match expansion.entities.as_ref().and_then(|entities| entities.named(&path.key)) {
            Some(entities) => expansion.refer(entities, &Tree::string(kind))?,
            None => Tree::string(kind),
        };
        for row in table.take(count) {
            match path.object(&row).and_then(|object| get(object, &path.key)) {
                Some(own) if *own == value => {
                    rows.push(row);
                    continue;
                }
                Some(_) => {
                    return fault(format!(
                        "a row of kind {:?} says that it is of another kind",
                        shorten(kind)
                    ));
                }
                None => {}
            }
            expansion.budget.take_values(path.key.len() + kind.len())?;
            let with_kind =
                path.change(&row, |members| members.insert(0, (Rc::clone(&path.key), value.clone())));
            match with_kind {
                Some(row) => rows.push(row),
                None => return fault(format!("a row of kind {:?} has no object for it", shorten(kind))),
            }
        }
    }
    Ok(rows)
}

/// A count without a sign or leading zeros.
fn parse_count(text: &str) -> Option<usize> {
    let is_canonical = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| is_canonical)
}
