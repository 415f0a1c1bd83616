//! Reads tables with their side keys: absent cells, child tables and key orders.

use super::children::PendingChild;
use super::columns::{ColumnSource, Paths, RowColumn, TableColumns, read_paths, unknown_column};
use super::members::{NamedMember, Role, Side, take_scalar};
use super::rows::RowReader;
use crate::cells::{self, IN_LEGEND};
use crate::column::GroupKind;
use crate::expansion::Expansion;
use crate::fault::{At, Outcome, fault};
use crate::keys::{self, MAP_KEY, MAP_KEY_ONE, ROW_KEY, ROW_KEY_OR_ABSENT};
use crate::legend::{self, Template};
use crate::list_cells::ListCell;
use crate::tree::{Members, Str, Tree};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use toon::__internal::shorten;

/// The side keys of a table.
#[derive(Default)]
struct Sides<'s, 'd> {
    each: Option<&'s Side<'d>>,
    list_cells: Vec<(ListCell, &'s Side<'d>)>,
    tuple: Option<&'s Side<'d>>,
    transposed: Option<&'s Side<'d>>,
    json: Option<&'s Side<'d>>,
    map: Option<&'s Side<'d>>,
    order: Option<&'s Side<'d>>,
    alt: Option<&'s Side<'d>>,
    children: Vec<&'s Side<'d>>,
}

impl<'s, 'd> Sides<'s, 'd> {
    fn new(named: &NamedMember<'s, 'd>, role: Role) -> Outcome<Self> {
        let mut sides = Sides::default();
        for side in named.sides {
            match side.word {
                "each" => sides.each = Some(side),
                "tuple" => sides.tuple = Some(side),
                "transposed" => sides.transposed = Some(side),
                "json" => sides.json = Some(side),
                "map" => sides.map = Some(side),
                "order" => sides.order = Some(side),
                "alt" => sides.alt = Some(side),
                word if role.takes(word) => {}
                word => match ListCell::of_word(word) {
                    Some(list_cell) => sides.list_cells.push((list_cell, side)),
                    None if word.split('.').any(keys::is_reserved) => {
                        return fault(format!("side key `{}` does not apply here", shorten(word)))
                            .at_key(side.key);
                    }
                    None => {
                        sides.children.push(side);
                        continue;
                    }
                },
            }
            named.check_alone(side)?;
        }
        Ok(sides)
    }
}

/// Reads the rows of a table, as a list or an object. `read_child` reads child tables, which may
/// also be empty lists.
pub(crate) fn read(
    expansion: &mut Expansion,
    named: NamedMember<'_, '_>,
    rows: &[Tree],
    role: Role,
    read_child: impl FnMut(&mut Expansion, NamedMember<'_, '_>) -> Outcome<Tree>,
) -> Outcome<Tree> {
    let mut columns = columns(rows).at_key(named.key)?;
    if named.sides.is_empty() {
        refer_to_entities(expansion, &mut columns);
        return RowReader::new(&columns, &[], Vec::new())
            .read(expansion, rows)
            .map(Tree::list)
            .at_key(named.key);
    }
    let sides = Sides::new(&named, role)?;
    let affixes = match sides.each {
        None => Vec::new(),
        Some(side) => add_legend(&mut columns, side.value).at_key(side.key)?,
    };
    let paths = Paths::new(&columns);
    set_list_cells(&mut columns, &paths, &sides)?;
    set_json(&mut columns, sides.json)?;
    set_templates(expansion, &mut columns, &paths, affixes, sides.each)?;
    let children = children(expansion, &named, &mut columns, &paths, &sides, read_child)?;
    let sorted = sort_legend(&columns, sides.each)?;
    if let Some(side) = sides.order {
        runs(side.value).and_then(|runs| columns.order(&runs)).at_key(side.key)?;
    }
    let are_tuples = sides.tuple.filter(|side| *side.value == Tree::Bool(true));
    for (side, kind) in [
        (sides.tuple.filter(|_| are_tuples.is_none()), GroupKind::Tuple),
        (sides.transposed, GroupKind::Transposed),
    ] {
        if let Some(side) = side {
            set_lists(&mut columns, &paths, side.value, kind).at_key(side.key)?;
        }
    }
    refer_to_entities(expansion, &mut columns);

    let mut reader = RowReader::new(&columns, &sorted, children);
    let mut rows = reader.read(expansion, rows).at_key(named.key)?;
    reader.into_children().into_iter().try_for_each(PendingChild::finish)?;
    if let Some(side) = sides.alt {
        reorder(&mut rows, side.value).at_key(side.key)?;
    }
    if let Some(side) = are_tuples {
        if sides.map.is_some() {
            return fault("a table of lists cannot be a map").at_key(side.key);
        }
        let lists = rows.into_iter().enumerate().map(|(at, row)| tuple(row).at_index(at));
        rows = lists.collect::<Outcome<_>>().at_key(named.key)?;
    }
    let Some(side) = sides.map else { return Ok(Tree::list(rows)) };
    let are_lists = match side.value.as_str().map(|word| &**word) {
        Some(MAP_KEY) => false,
        Some(MAP_KEY_ONE) => true,
        _ => return fault("expected `_key` or `_key one` as the value of `map`").at_key(side.key),
    };
    let mut members = map(expansion, rows).at_key(named.key)?;
    if are_lists {
        expansion.budget.take_values(members.len()).at_key(named.key)?;
        for (_, value) in &mut members {
            *value = Tree::list(vec![value.clone()]);
        }
    }
    Ok(Tree::object(members))
}

/// Reads a table that has no name, and so no side keys.
pub(crate) fn read_unnamed(expansion: &mut Expansion, rows: &[Tree]) -> Outcome<Tree> {
    let mut columns = columns(rows)?;
    refer_to_entities(expansion, &mut columns);
    RowReader::new(&columns, &[], Vec::new()).read(expansion, rows).map(Tree::list)
}

fn columns(rows: &[Tree]) -> Outcome<TableColumns> {
    match rows.first() {
        Some(Tree::Object(row)) => TableColumns::new(row).at_index(0),
        _ => TableColumns::new(&Vec::new()),
    }
}

fn add_legend(columns: &mut TableColumns, legend: &Tree) -> Outcome<Vec<(usize, Tree)>> {
    match legend {
        Tree::Object(legend) => columns.add_legend(legend),
        _ => fault("expected an object in `each`"),
    }
}

fn set_list_cells(columns: &mut TableColumns, paths: &Paths, sides: &Sides<'_, '_>) -> Outcome<()> {
    for (list_cell, side) in &sides.list_cells {
        for path in read_paths(side.value).at_key(side.key)? {
            let cells = columns.cells;
            let column = paths.column(path).filter(|column| *column < cells);
            match column.and_then(|column| columns.leaves.get_mut(column)) {
                Some(column) if column.list_cell.is_none() => column.list_cell = Some(*list_cell),
                Some(_) => {
                    return fault(format!("duplicate column {:?}", shorten(path))).at_key(side.key);
                }
                None => return unknown_column(path).at_key(side.key),
            }
        }
    }
    Ok(())
}

/// Sets the columns that `T.json` lists. Unlike elsewhere, its paths may be ambiguous, or contain
/// segments that are not allowed in placeholders.
fn set_json(columns: &mut TableColumns, side: Option<&Side<'_>>) -> Outcome<()> {
    let Some(side) = side else { return Ok(()) };
    let mut by_path: HashMap<String, Vec<usize>> = HashMap::new();
    for column in 0..columns.leaves.len() {
        by_path.entry(columns.joined_path(column)).or_default().push(column);
    }
    for path in read_paths(side.value).at_key(side.key)? {
        let Some(matches) = by_path.get(path) else { return unknown_column(path).at_key(side.key) };
        for column in matches {
            if let Some(column) = columns.leaves.get_mut(*column) {
                column.is_json = true;
            }
        }
    }
    Ok(())
}

/// Parses the strings in the legend.
fn set_templates(
    expansion: &mut Expansion,
    columns: &mut TableColumns,
    paths: &Paths,
    affixes: Vec<(usize, Tree)>,
    each: Option<&Side<'_>>,
) -> Outcome<()> {
    let Some(each) = each else { return Ok(()) };
    for (column, value) in affixes {
        let is_json = columns.leaves.get(column).is_some_and(|column| column.is_json);
        let template = entry(expansion, &value, is_json, paths).and_then(|source| match source {
            ColumnSource::Template(template)
                if template.cells() == 1 && template.columns().next().is_none() =>
            {
                Ok(template)
            }
            _ => fault("expected exactly one `{}` in the legend entry of a column of the table"),
        });
        let template = columns.at(column, template).at_key(each.key)?;
        if let Some(column) = columns.leaves.get_mut(column) {
            column.source = ColumnSource::Affix(template);
        }
    }
    for at in columns.cells..columns.leaves.len() {
        let Some(column) = columns.leaves.get(at) else { continue };
        let ColumnSource::Constant(value) = &column.source else { continue };
        let source = entry(expansion, value, column.is_json, paths).and_then(|source| match source {
            ColumnSource::Template(template) if template.cells() > 0 => {
                fault("`{}` refers to the cell of a column, but the table has no such column")
            }
            source => Ok(source),
        });
        let source = columns.at(at, source).at_key(each.key)?;
        if let Some(column) = columns.leaves.get_mut(at) {
            column.source = source;
        }
    }
    Ok(())
}

/// Parses a legend entry.
fn entry(expansion: &mut Expansion, value: &Tree, is_json: bool, paths: &Paths) -> Outcome<ColumnSource> {
    let text = match value {
        Tree::String(text) => text,
        Tree::List(items) if !items.iter().all(Tree::is_scalar) => {
            return fault("a list in a legend must contain only scalars, or be written as JSON text");
        }
        value => return Ok(ColumnSource::Constant(value.clone())),
    };
    if is_json && text.starts_with(IN_LEGEND) {
        return expansion.json(text).map(ColumnSource::Constant);
    }
    let text = if is_json { cells::unescape_bracket(text, IN_LEGEND).unwrap_or(text) } else { text };
    Ok(match Template::parse(text, |path| paths.column(path)) {
        Some(template) => ColumnSource::Template(template),
        None => ColumnSource::Constant(Tree::string(text)),
    })
}

/// Reads the child tables, and connects them to the columns that they belong to.
fn children(
    expansion: &mut Expansion,
    named: &NamedMember<'_, '_>,
    columns: &mut TableColumns,
    paths: &Paths,
    sides: &Sides<'_, '_>,
    mut read_child: impl FnMut(&mut Expansion, NamedMember<'_, '_>) -> Outcome<Tree>,
) -> Outcome<Vec<PendingChild>> {
    let mut children = Vec::with_capacity(sides.children.len());
    for side in &sides.children {
        let Some(at) = paths.column(side.word) else { return unknown_column(side.word).at_key(side.key) };
        let child = named.members.named(side);
        let rows = match read_child(expansion, child)? {
            Tree::List(rows) => Rc::unwrap_or_clone(rows),
            _ => return fault("expected a list of child rows").at_key(side.key),
        };
        let cells = columns.cells;
        let Some(column) = columns.leaves.get_mut(at) else { continue };
        let needs_list = |column: &RowColumn| {
            if matches!(&column.source, ColumnSource::Constant(Tree::List(items)) if items.is_empty()) {
                Ok(())
            } else {
                fault("the legend of the parent table has no `[]` for these child rows").at_key(side.key)
            }
        };
        if let Some(at) = child.side("at") {
            if let Some(of) = child.side("of") {
                return fault("`of` does not apply beside `at`").at_key(of.key);
            }
            needs_list(column)?;
            let or_null = match at.value.as_str().map(|text| &**text) {
                Some(ROW_KEY) => true,
                Some(ROW_KEY_OR_ABSENT) => false,
                _ => return fault("expected `_row` or `_row _` as the value of `at`").at_key(at.key),
            };
            column.source = ColumnSource::Row { child: children.len(), or_null };
            children.push(PendingChild::by_row(side.key, rows).at_key(side.key)?);
            continue;
        }
        children.push(match child.side("of") {
            None => {
                if at >= cells || !matches!(column.source, ColumnSource::Cell) || column.list_cell.is_some() {
                    return fault("the table has no column for the number of child rows").at_key(side.key);
                }
                column.source = ColumnSource::Count(children.len());
                PendingChild::in_order(side.key, rows)
            }
            Some(of) => {
                needs_list(column)?;
                let Tree::String(path) = of.value else {
                    return fault("expected the path of a column").at_key(of.key);
                };
                let Some(of) = paths.column(path) else { return unknown_column(path).at_key(of.key) };
                column.source = ColumnSource::Link { child: children.len(), of };
                PendingChild::by_parent(side.key, rows).at_key(side.key)?
            }
        });
    }
    Ok(children)
}

/// The columns of the legend, sorted so that each comes after those that it depends on.
fn sort_legend(columns: &TableColumns, each: Option<&Side<'_>>) -> Outcome<Vec<usize>> {
    let Some(each) = each else { return Ok(Vec::new()) };
    let sorted =
        legend::sort(columns.leaves.len(), |at| match columns.leaves.get(at).map(|column| &column.source) {
            Some(ColumnSource::Template(template)) => template.columns().collect(),
            Some(ColumnSource::Link { of, .. }) => vec![*of],
            _ => Vec::new(),
        });
    match sorted {
        Ok(sorted) => Ok(sorted.into_iter().filter(|column| *column >= columns.cells).collect()),
        Err(column) => columns.at(column, fault("recursive template")).at_key(each.key),
    }
}

/// Sets the groups that are lists.
fn set_lists(columns: &mut TableColumns, paths: &Paths, value: &Tree, kind: GroupKind) -> Outcome<()> {
    for path in read_paths(value)? {
        let Some(at) = paths.group(path) else {
            return fault(format!("unknown group {:?}", shorten(path)));
        };
        if !columns.sort_numbered(at) {
            return fault(format!("expected the keys of group {:?} to be 0, 1, …", shorten(path)));
        }
        match columns.groups.get_mut(at) {
            Some(group) if group.kind == GroupKind::Object => group.kind = kind,
            _ => return fault(format!("duplicate group {:?}", shorten(path))),
        }
    }
    Ok(())
}

/// `S.in`: marks the columns and groups that contain references.
fn refer_to_entities(expansion: &Expansion, columns: &mut TableColumns) {
    let Some(entities) = &expansion.entities else { return };
    let kinds: Vec<GroupKind> = columns.groups.iter().map(|group| group.kind).collect();
    let is_element = |parent: usize| kinds.get(parent).is_some_and(|kind| *kind != GroupKind::Object);
    for column in &mut columns.leaves {
        column.entities = entities.named(&column.key).filter(|_| !is_element(column.group));
    }
    for group in columns.groups.iter_mut().skip(1) {
        group.entities = entities.named(&group.key).filter(|_| !is_element(group.parent));
    }
}

/// Parses the counts in `T.order`.
fn runs(value: &Tree) -> Outcome<Vec<usize>> {
    let (Tree::String(text) | Tree::Number(text)) = value else { return fault("expected counts in `order`") };
    match text.split(' ').map(|count| count.parse().ok()).collect() {
        Some(runs) => Ok(runs),
        None => fault("expected counts in `order`"),
    }
}

/// Restores the key order of the rows that `T.alt` lists.
fn reorder(rows: &mut [Tree], value: &Tree) -> Outcome<()> {
    let mut seen = HashSet::new();
    let texts = match value {
        Tree::List(texts) => texts.as_slice(),
        one => std::slice::from_ref(one),
    };
    for text in texts {
        let orders = text.as_str().and_then(|text| {
            let (rows, order) = text.split_once('=')?;
            Some((numbers(rows)?, numbers(order)?))
        });
        let Some((at, order)) = orders else {
            return fault("expected rows and their key order in `alt`, as in `3 7=1 0 2`");
        };
        for at in at {
            let Some(Tree::Object(row)) = rows.get_mut(at) else {
                return fault(format!("`alt` lists row {at}, but the table has {} rows", rows.len()));
            };
            if !seen.insert(at) {
                return fault(format!("duplicate row {at} in `alt`"));
            }
            match permuted(row, &order) {
                Some(permuted) => *row = Rc::new(permuted),
                None => return fault(format!("`alt` has no order for the {} keys of row {at}", row.len())),
            }
        }
    }
    Ok(())
}

fn numbers(text: &str) -> Option<Vec<usize>> {
    text.split(' ').map(|number| number.parse().ok()).collect()
}

fn permuted(row: &Members, order: &[usize]) -> Option<Members> {
    let mut members: Vec<_> = row.iter().cloned().map(Some).collect();
    if order.len() != members.len() {
        return None;
    }
    order.iter().map(|at| members.get_mut(*at)?.take()).collect()
}

/// Converts a row with the columns `0`, `1` and so on to a list.
fn tuple(row: Tree) -> Outcome<Tree> {
    let Tree::Object(members) = row else { return fault("expected an object") };
    let mut members = Rc::unwrap_or_clone(members);
    members.sort_by_key(|(key, _)| key.parse::<usize>().ok());
    let is_index = |(at, (key, _)): (usize, &(Str, Tree))| **key == *itoa::Buffer::new().format(at);
    if !members.iter().enumerate().all(is_index) {
        return fault("expected the keys of a list to be 0, 1, …");
    }
    Ok(Tree::list(members.into_iter().map(|(_, value)| value).collect()))
}

/// Converts rows with the column `_key` to the members of a map.
fn map(expansion: &Expansion, rows: Vec<Tree>) -> Outcome<Members> {
    let mut keys = HashSet::with_capacity(rows.len());
    let mut members = Members::with_capacity(rows.len());
    for (at, row) in rows.into_iter().enumerate() {
        let (key, row) = take_scalar(row, MAP_KEY).at_index(at)?;
        let Tree::String(key) = key else { return fault("expected a string in `_key`").at_index(at) };
        if !keys.insert(Rc::clone(&key)) {
            return fault(format!("duplicate key {:?} in `_key`", shorten(&key))).at_index(at);
        }
        if expansion.entities.as_ref().is_some_and(|entities| entities.named(&key).is_some()) {
            return fault(format!("{:?} contains references, not objects", shorten(&key))).at_index(at);
        }
        members.push((key, row));
    }
    Ok(members)
}
