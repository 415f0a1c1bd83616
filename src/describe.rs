//! Describes the fields and levels of a type.

use crate::__private::RowColumns;
use crate::{Error, ErrorKind, Result};
use alloc::vec::Vec;

/// The fields and levels of a struct, for example to build a schema or a menu.
///
/// `#[derive(toon::Serialize)]` implements it for structs with named fields.
///
/// ```
/// use toon::{Describe, Serialize};
///
/// #[derive(Serialize)]
/// #[serde(rename_all = "camelCase")]
/// struct Repository {
///     id: u64,
///     #[toon(level = "standard")]
///     full_name: String,
///     #[toon(level = "full")]
///     description: String,
/// }
///
/// assert_eq!(Repository::LEVELS, ["minimal", "standard", "full"]);
/// let names: Vec<&str> = Repository::FIELDS.iter().map(|field| field.name()).collect();
/// assert_eq!(names, ["id", "fullName", "description"]);
/// assert_eq!(Repository::FIELDS[1].level(), Some("standard"));
/// assert_eq!(Repository::fields_of("standard").unwrap(), ["id", "fullName"]);
/// assert!(Repository::fields_of("tiny").is_none());
/// ```
pub trait Describe {
    /// The fields that TOON writes, in order.
    const FIELDS: &'static [Field];
    /// The names of the type's levels, from the fewest fields to all, as accepted by
    /// [`EncodeOptions::level`](crate::EncodeOptions::level). Empty if no field has a level.
    const LEVELS: &'static [&'static str];
    /// The columns, if the type is a row.
    #[doc(hidden)]
    const __COLUMNS: RowColumns = RowColumns(None);

    /// The names of the fields that are written at `level`; `None` if the type does not have this
    /// level.
    fn fields_of(level: &str) -> Option<Vec<&'static str>> {
        let rank = |level: &str| Self::LEVELS.iter().position(|name| *name == level);
        let most = rank(level)?;
        let is_in = |field: &&Field| field.level.and_then(rank).is_none_or(|rank| rank <= most);
        Some(Self::FIELDS.iter().filter(is_in).map(|field| field.name).collect())
    }
}

impl<T: ?Sized + Describe> Describe for &T {
    const FIELDS: &'static [Field] = T::FIELDS;
    const LEVELS: &'static [&'static str] = T::LEVELS;
    const __COLUMNS: RowColumns = T::__COLUMNS;
}

impl crate::EncodeOptions {
    /// Checks that `T` has the selected [`fields`](Self::fields) or, if none are selected, the
    /// [`level`](Self::level). No value is needed, so this also covers empty lists, which
    /// `to_string` cannot check.
    ///
    /// Only the first name of each path is checked, since the others depend on the types of the
    /// fields. If `T` has a flattened field, every name is accepted.
    ///
    /// # Errors
    /// Fails if `T` lacks one of the names. The error lists the names that `T` has.
    ///
    /// ```
    /// use toon::{EncodeOptions, Serialize};
    ///
    /// #[derive(Serialize)]
    /// struct Project {
    ///     id: u32,
    ///     stars: u32,
    /// }
    ///
    /// let options = EncodeOptions::new().fields(["id", "start"]);
    /// let none: [Project; 0] = [];
    /// assert_eq!(options.to_string(&none)?, "[]");
    /// let error = options.check_names::<Project>().unwrap_err();
    /// assert_eq!(error.to_string(), "unknown field \"start\", expected one of `id`, `stars`");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn check_names<T: ?Sized + Describe>(&self) -> Result<()> {
        if let Some(fields) = &self.fields {
            let is_known =
                |name: &str| T::FIELDS.iter().any(|field| field.is_flattened || field.name == name);
            return match fields.names().find(|name| !is_known(name)) {
                Some(path) => Err(Error::new(ErrorKind::UnknownFieldPath {
                    path: path.into(),
                    known: T::FIELDS.iter().map(|field| field.name.into()).collect(),
                })),
                None => Ok(()),
            };
        }
        match self.level.as_deref() {
            Some(level) if !T::LEVELS.is_empty() && !T::LEVELS.contains(&level) => {
                Err(Error::new(ErrorKind::UnknownLevel { level: level.into(), known: T::LEVELS.to_vec() }))
            }
            _ => Ok(()),
        }
    }
}

/// A field of a struct, as it appears in TOON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    name: &'static str,
    level: Option<&'static str>,
    is_flattened: bool,
}

impl Field {
    #[doc(hidden)]
    pub const fn __new(name: &'static str, level: Option<&'static str>, is_flattened: bool) -> Self {
        Field { name, level, is_flattened }
    }

    /// The key, after `rename`, `rename_all` and so on. A field with `flatten` has no key, so this
    /// is its name in Rust.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The lowest level at which the field is written; `None` if it is written at every level.
    pub const fn level(&self) -> Option<&'static str> {
        self.level
    }

    /// Whether the field has `flatten`, so that the fields of its value are written in its place.
    pub const fn is_flattened(&self) -> bool {
        self.is_flattened
    }
}
