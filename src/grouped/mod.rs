//! Rows grouped by the values of some of their fields.

mod form;
mod key;
mod names;
mod plan;
mod read;
mod row;
mod write;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde::ser::{Serialize, Serializer};

/// Rows grouped by the values of one or more of their fields: nested objects, with lists of rows
/// at the innermost level.
///
/// A field that names a group is not repeated in its rows. Groups are in the order in which they
/// first appear, and so are the rows in each of them. In TOON, each list is a table, if the rows
/// allow it. Other formats write the same objects and lists.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use toon::Grouped;
///
/// #[derive(Serialize, Deserialize, PartialEq, Debug)]
/// struct Symbol {
///     name: String,
///     module: String,
///     package: String,
///     line: u32,
/// }
///
/// let symbol = |name: &str, module: &str, package: &str, line| Symbol {
///     name: name.into(), module: module.into(), package: package.into(), line,
/// };
/// let symbols = vec![
///     symbol("parse", "core", "text", 9),
///     symbol("main", "cli", "bin", 1),
///     symbol("quote", "core", "text", 31),
///     symbol("read", "core", "io", 5),
/// ];
/// let text = toon::to_string(&Grouped::new(&symbols, ["module", "package"]))?;
/// assert_eq!(
///     text,
///     "\
/// core:
///   text[2]{name,line}:
///     parse,9
///     quote,31
///   io[1]{name,line}:
///     read,5
/// cli:
///   bin[1]{name,line}:
///     main,1",
/// );
///
/// // The fields are put back into the rows.
/// let read: Grouped<Vec<Symbol>> = toon::from_str(&text)?;
/// assert_eq!(read.rows()[1], symbols[2]);
/// # Ok::<(), toon::Error>(())
/// ```
///
/// # What can name a group
///
/// Strings, chars, numbers, bools, enums without data, and newtypes and `Some`s of these, written
/// as text, as in the keys of maps. Serialization fails if a row does not have one of the fields,
/// if its value is `null`, a list or an object, if two values of different kinds have the same text
/// (`1` and `"1"`), and if a field is given twice. Rows are structs or maps, and a field that a
/// hint leaves out of TOON cannot name groups there.
///
/// # Reading
///
/// A `Grouped<Vec<Row>>` can be read from any format that describes its own structure, such as TOON
/// and JSON. The text of a group is read as the type of its field.
///
/// The document does not name the fields that the groups stand for. They are those fields of the
/// row's struct that the rows do not have, in the order of the struct. This is an error if other
/// fields are missing as well (those that are skipped when they are empty, have an alias, or are
/// written as a `range`), and if the rows have no struct that names all of their fields (maps, tagged enums,
/// structs with `flatten`). For these cases, [`seed`](Self::seed) names the fields. Fields that
/// accept any type, such as `serde_json::Value`, and those of tagged enums and flattened structs
/// get the name of a group as a string.
///
/// If [`new`](Self::new) is called with the fields in another order than the rows have them, a
/// first entry states it, which reading respects: `_by: package module`.
#[derive(Clone, Debug)]
pub struct Grouped<R> {
    rows: R,
    /// `None` if they are unknown, as there were no rows to read.
    fields: Option<Vec<String>>,
    hoist_single: bool,
}

impl<T> Grouped<Vec<T>> {
    /// Groups `rows` by these fields, the outermost first.
    ///
    /// The rows can be references, or anything that can be iterated over.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use toon::Grouped;
    ///
    /// let row = |id: &'static str, team| BTreeMap::from([("id", id), ("team", team)]);
    /// let rows = [row("a", "red"), row("b", "blue"), row("c", "red")];
    /// let text = toon::to_string(&Grouped::new(&rows, ["team"]))?;
    /// assert_eq!(text, "red[2]{id}:\n  a\n  c\nblue[1]{id}:\n  b");
    ///
    /// let error = toon::to_string(&Grouped::new(&rows, ["name"])).unwrap_err();
    /// assert_eq!(error.to_string(), "cannot group rows[0] by `name`: it only has the fields `id`, `team`");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn new(rows: impl IntoIterator<Item = T>, fields: impl IntoIterator<Item: Into<String>>) -> Self {
        let fields = fields.into_iter().map(Into::into).collect();
        Grouped { rows: rows.into_iter().collect(), fields: Some(fields), hoist_single: false }
    }

    /// Whether a field that has the same value in all rows is stated once, in front of the groups,
    /// instead of being a level with a single group. The default is `false`.
    ///
    /// If this applies to all fields, the rows follow under the key `rows`. A field stays a level if
    /// its name is also the key of one of the outermost groups, and so do all fields if one of these
    /// groups is called `rows`. Fields named `rows` or `_by`, and integers beyond 64 bits, are always
    /// levels.
    ///
    /// ```
    /// use serde::Serialize;
    /// use toon::Grouped;
    ///
    /// #[derive(Serialize)]
    /// struct Event {
    ///     year: u16,
    ///     month: u8,
    ///     title: &'static str,
    /// }
    ///
    /// let event = |month, title| Event { year: 1843, month, title };
    /// let events = [event(7, "letter"), event(9, "notes"), event(7, "proofs")];
    /// let grouped = Grouped::new(&events, ["year", "month"]).hoist_single(true);
    /// assert_eq!(
    ///     toon::to_string(&grouped)?,
    ///     "year: 1843\n\"7\"[2]{title}:\n  letter\n  proofs\n\"9\"[1]{title}:\n  notes",
    /// );
    ///
    /// let grouped = Grouped::new(&events[..1], ["year", "month"]).hoist_single(true);
    /// assert_eq!(toon::to_string(&grouped)?, "year: 1843\nmonth: 7\nrows[1]{title}:\n  letter");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn hoist_single(mut self, hoist: bool) -> Self {
        self.hoist_single = hoist;
        self
    }

    /// The rows; after reading, in the order of the document.
    ///
    /// ```
    /// let grouped = toon::Grouped::new([("id", 1)], ["id"]);
    /// assert_eq!(grouped.rows(), [("id", 1)]);
    /// ```
    pub fn rows(&self) -> &[T] {
        &self.rows
    }

    /// The rows; after reading, in the order of the document.
    ///
    /// ```
    /// #[derive(serde::Deserialize)]
    /// struct Row {
    ///     team: String,
    ///     id: u32,
    /// }
    ///
    /// let grouped: toon::Grouped<Vec<Row>> = serde_json::from_str(r#"{"red":[{"id":1},{"id":2}]}"#)?;
    /// let rows: Vec<_> = grouped.into_rows().into_iter().map(|row| (row.team, row.id)).collect();
    /// assert_eq!(rows, [("red".to_owned(), 1), ("red".to_owned(), 2)]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn into_rows(self) -> Vec<T> {
        self.rows
    }

    /// Names the fields of the groups for reading, the same ones as in [`new`](Self::new).
    ///
    /// The names are required where the type of the rows does not determine them. They include
    /// those that [`hoist_single`](Self::hoist_single) may have stated in front of the groups.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use std::collections::BTreeMap;
    /// use toon::Grouped;
    ///
    /// let text = "core:\n  text[2]{name,kind}:\n    parse,function\n    Quoting,struct";
    /// let mut deserializer = toon::Deserializer::from_str(text);
    /// let grouped: Grouped<Vec<BTreeMap<String, String>>> =
    ///     Grouped::seed(["module", "package"]).deserialize(&mut deserializer)?;
    /// deserializer.end()?;
    /// assert_eq!(grouped.rows()[1]["name"], "Quoting");
    /// assert_eq!(grouped.rows()[1]["package"], "text");
    /// # Ok::<(), toon::Error>(())
    /// ```
    ///
    /// For a field of a struct, call it in the function of `#[serde(deserialize_with = "…")]`.
    pub fn seed(fields: impl IntoIterator<Item: Into<String>>) -> GroupedSeed<T> {
        GroupedSeed { fields: fields.into_iter().map(Into::into).collect(), rows: PhantomData }
    }
}

/// Compares the rows. How they are written makes no difference.
impl<R: PartialEq> PartialEq for Grouped<R> {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows
    }
}

impl<R: Eq> Eq for Grouped<R> {}

impl<T: Serialize> Serialize for Grouped<Vec<T>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write::write(&self.rows, self.fields.as_deref(), self.hoist_single, serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Grouped<Vec<T>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read::ReadRows { rows, fields, hoist_single } = read::read(None, deserializer)?;
        Ok(Grouped { rows, fields, hoist_single })
    }
}

/// Reads a [`Grouped`] with the names of the fields by which it is grouped: see
/// [`Grouped::seed`].
pub struct GroupedSeed<T> {
    fields: Vec<String>,
    rows: PhantomData<fn() -> T>,
}

impl<T> Clone for GroupedSeed<T> {
    fn clone(&self) -> Self {
        GroupedSeed { fields: self.fields.clone(), rows: PhantomData }
    }
}

impl<T> fmt::Debug for GroupedSeed<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("GroupedSeed").field("fields", &self.fields).finish()
    }
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for GroupedSeed<T> {
    type Value = Grouped<Vec<T>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Grouped<Vec<T>>, D::Error> {
        let read::ReadRows { rows, hoist_single, .. } = read::read(Some(&self.fields), deserializer)?;
        Ok(Grouped { rows, fields: Some(self.fields), hoist_single })
    }
}
