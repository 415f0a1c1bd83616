//! The columns of CSV: the fields of all elements. A field of a nested object has a dotted name.

use super::record::Record;
use crate::json::walk::{elements, entries, unquoted};
use std::collections::{HashMap, HashSet};

/// The maximum number of cells for each field of an element, unless there are few columns. Without
/// a limit, a list whose elements all have different fields would be written as a huge number of
/// empty cells.
const MAX_CELLS: u64 = 100;

/// The number of columns that are always written.
const MAX_COMPARED_COLUMNS: u64 = 1000;

/// What happens to lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lists {
    /// They are refused.
    #[default]
    Error,
    /// Lists of scalars are written as JSON. Others are refused.
    Json,
}

/// The columns, in the order in which their fields first occur.
#[derive(Default)]
pub struct Columns {
    lists: Lists,
    root: Group,
    /// The number of elements.
    elements: u64,
    /// The number of their fields.
    fields: u64,
}

/// The columns of an object.
#[derive(Default)]
struct Group {
    columns: Vec<Column>,
    places: HashMap<String, usize>,
}

#[derive(Default)]
struct Column {
    name: String,
    /// Whether an element has a scalar other than `null` here, or a list.
    has_scalar: bool,
    /// The first element that has an empty object here.
    empty: Option<u64>,
    /// The columns of the objects here.
    group: Group,
    /// The index of the cell for a scalar, unless there are only objects and `null`.
    cell: Option<usize>,
}

/// Why elements do not fit into columns.
#[derive(Debug)]
pub enum Misfit {
    /// A field of this element is a list that has no cell.
    List {
        /// From 0.
        element: u64,
        /// The names of the field and of the objects around it, from the outside.
        path: Vec<String>,
        /// The list, as JSON.
        list: String,
    },
    /// A field of this element is an empty object, and there are no other objects in this field.
    Empty {
        /// From 0.
        element: u64,
        /// The path of the field.
        field: String,
    },
    /// This element has a field without a column.
    Unknown {
        /// From 0.
        element: u64,
        /// The path of the field.
        field: String,
    },
    /// Two fields would have this column.
    Clash(String),
    /// Almost all cells would be empty.
    Sparse {
        /// How many elements there are.
        elements: u64,
        /// How many columns they would need.
        columns: u64,
    },
    /// All elements are empty objects.
    NoFields,
}

/// What is known while the fields of an element are added.
struct Adding<'a> {
    lists: Lists,
    element: u64,
    /// The number of fields of all elements so far.
    fields: &'a mut u64,
}

/// Whether a list is written into a cell.
fn has_cell(list: &str, lists: Lists) -> bool {
    lists == Lists::Json && is_flat(list)
}

/// Whether a list, which is JSON, has neither lists nor objects in it.
///
/// ```
/// use toon_formats::csv::is_flat;
///
/// assert!(is_flat(r#"[1,"[",null]"#) && !is_flat("[[]]") && !is_flat("[1,{}]"));
/// ```
pub fn is_flat(list: &str) -> bool {
    elements(list).all(|element| !element.starts_with(['[', '{']))
}

fn list(name: &str, json: &str) -> Field {
    Field::List { path: vec![name.to_owned()], list: json.to_owned() }
}

/// A field without a cell, and why.
enum Field {
    List { path: Vec<String>, list: String },
    Empty(String),
    Unknown(String),
}

impl Field {
    /// The field of a group.
    fn within(self, group: &str) -> Self {
        match self {
            Field::List { mut path, list } => {
                path.insert(0, group.to_owned());
                Field::List { path, list }
            }
            Field::Empty(field) => Field::Empty(format!("{group}.{field}")),
            Field::Unknown(field) => Field::Unknown(format!("{group}.{field}")),
        }
    }

    #[cold]
    fn of(self, element: u64) -> Misfit {
        match self {
            Field::List { path, list } => Misfit::List { element, path, list },
            Field::Empty(field) => Misfit::Empty { element, field },
            Field::Unknown(field) => Misfit::Unknown { element, field },
        }
    }
}

impl Columns {
    /// No columns so far.
    ///
    /// ```
    /// use toon_formats::csv::{Columns, Lists, Record, Records};
    ///
    /// let record: Record = serde_json::from_str(r#"{"id":1,"tags":["a","b"],"none":[]}"#)?;
    /// let mut columns = Columns::new(Lists::Json);
    /// columns.add(&record).unwrap();
    /// let mut records = Records::with_columns(Vec::new(), columns).unwrap();
    /// records.write(&record).unwrap();
    /// assert_eq!(records.finish().unwrap(), b"id,tags,none\n1,\"[\"\"a\"\",\"\"b\"\"]\",[]\n");
    ///
    /// assert!(Columns::new(Lists::Error).add(&record).is_err());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn new(lists: Lists) -> Self {
        Columns { lists, ..Columns::default() }
    }

    /// Adds the fields of an element.
    ///
    /// # Errors
    /// Fails if the elements do not fit into columns.
    pub fn add(&mut self, Record(entries): &Record) -> Result<(), Misfit> {
        for (index, (field, value)) in entries.iter().enumerate() {
            let mut adding = Adding { lists: self.lists, element: self.elements, fields: &mut self.fields };
            let added = self.root.add(index, field, value.get(), &mut adding);
            added.map_err(|field| field.of(self.elements))?;
        }
        self.elements += 1;
        Ok(())
    }

    /// Assigns the cells, and returns the names of the columns.
    pub(super) fn names(&mut self) -> Result<Vec<String>, Misfit> {
        let mut names = Vec::new();
        self.root.number("", &mut names)?;
        let (elements, columns) = (self.elements, names.len() as u64);
        if columns > MAX_COMPARED_COLUMNS && columns.saturating_mul(elements) / MAX_CELLS > self.fields {
            return Err(Misfit::Sparse { elements, columns });
        }
        let mut unique = HashSet::new();
        match names.iter().find(|name| !unique.insert(*name)) {
            Some(twice) => Err(Misfit::Clash(twice.clone())),
            None if names.is_empty() && self.elements > 0 => Err(Misfit::NoFields),
            None => Ok(names),
        }
    }

    /// Writes the values of an element to its cells, which are empty.
    pub(super) fn fill(
        &self,
        Record(entries): &Record,
        element: u64,
        cells: &mut [String],
    ) -> Result<(), Misfit> {
        for (index, (field, value)) in entries.iter().enumerate() {
            let filled = self.root.fill(index, field, value.get(), self.lists, cells);
            filled.map_err(|field| field.of(element))?;
        }
        Ok(())
    }
}

impl Group {
    /// The position of the column `name`, which is probably `index`.
    fn place(&self, index: usize, name: &str) -> Option<usize> {
        let is_here = self.columns.get(index).is_some_and(|column| column.name == name);
        if is_here { Some(index) } else { self.places.get(name).copied() }
    }

    /// Adds a field. The decoder has limited the nesting to 128 levels, so recursion is bounded.
    fn add(&mut self, index: usize, name: &str, json: &str, adding: &mut Adding<'_>) -> Result<(), Field> {
        *adding.fields += 1;
        let place = self.place(index, name).unwrap_or_else(|| {
            self.places.insert(name.to_owned(), self.columns.len());
            self.columns.push(Column { name: name.to_owned(), ..Column::default() });
            self.columns.len() - 1
        });
        let Some(column) = self.columns.get_mut(place) else { return Ok(()) };
        match json.as_bytes().first() {
            Some(b'[') if !has_cell(json, adding.lists) => return Err(list(name, json)),
            Some(b'{') if entries(json).next().is_none() => {
                column.empty.get_or_insert(adding.element);
            }
            Some(b'{') => {
                for (index, (key, json)) in entries(json).enumerate() {
                    let added = column.group.add(index, &key, json, adding);
                    added.map_err(|field| field.within(name))?;
                }
            }
            Some(b'n') => {}
            _ => column.has_scalar = true,
        }
        Ok(())
    }

    fn number(&mut self, before: &str, names: &mut Vec<String>) -> Result<(), Misfit> {
        for column in &mut self.columns {
            let name = format!("{before}{}", column.name);
            let group = format!("{name}.");
            if column.has_scalar || column.group.columns.is_empty() {
                if let Some(element) = column.empty.filter(|_| column.group.columns.is_empty()) {
                    return Err(Misfit::Empty { element, field: name });
                }
                column.cell = Some(names.len());
                names.push(name);
            }
            column.group.number(&group, names)?;
        }
        Ok(())
    }

    fn fill(
        &self,
        index: usize,
        name: &str,
        json: &str,
        lists: Lists,
        cells: &mut [String],
    ) -> Result<(), Field> {
        let unknown = || Field::Unknown(name.to_owned());
        let column = self.place(index, name).and_then(|place| self.columns.get(place)).ok_or_else(unknown)?;
        let cell = column.cell.and_then(|cell| cells.get_mut(cell));
        match json.as_bytes().first() {
            Some(b'[') if !has_cell(json, lists) => return Err(list(name, json)),
            // Among other objects, it only has no fields.
            Some(b'{') if column.group.columns.is_empty() && entries(json).next().is_none() => {
                return Err(Field::Empty(name.to_owned()));
            }
            Some(b'{') => {
                for (index, (key, json)) in entries(json).enumerate() {
                    let filled = column.group.fill(index, &key, json, lists, cells);
                    filled.map_err(|field| field.within(name))?;
                }
            }
            Some(b'n') => {}
            Some(b'"') => cell.ok_or_else(unknown)?.push_str(&unquoted(json)),
            _ => cell.ok_or_else(unknown)?.push_str(json),
        }
        Ok(())
    }
}
