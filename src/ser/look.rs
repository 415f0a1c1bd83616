//! A look at the rows of a declared table before they are written ([`super::table::Survey`]).
//!
//! The value is serialized as it will be, into a text of its own that is forgotten, and stopped by an error when nothing more
//! has to be seen, which is the only way to tell a `Serialize` to stop.

use super::Serializer;
use super::table::{self, Hoist, Known, Survey, Surveyed, TableHint};
use crate::Result;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde::ser::Serialize;

impl Serializer<'_> {
    /// Looks at the value of the field whose key has come. If it `hoists`, that is written in front which can stand there once.
    pub(super) fn look<T: ?Sized + Serialize>(&mut self, value: &T, hoists: bool) -> Result<TableHint> {
        let mut scratch = String::new();
        let mut serializer = Serializer {
            writer: self.writer.surveyor(&mut scratch, Survey::new(hoists)),
            levels: self.levels,
            max_depth: self.max_depth,
            level: self.level.take(),
            filter: None,
            folding: None,
        };
        let result = value.serialize(&mut serializer);
        let is_over = serializer.writer.is_survey_over();
        let surveyed = serializer.writer.end_survey();
        self.level = serializer.level.take();
        if !is_over {
            result?;
        }
        match surveyed {
            Some(surveyed) => Ok(TableHint::Known(self.known(surveyed)?)),
            None => Ok(TableHint::None),
        }
    }

    /// Which leaves are left out. Those that are the same in all rows are written.
    fn known(&mut self, Surveyed { columns, omitted, mut hoists }: Surveyed) -> Result<Known> {
        let leaves: Vec<usize> = columns.leaves(columns.len()).collect();
        let mut cut = table::cut::columns(&columns, &omitted);
        // Where its field is folded, the one in front of the table may yet become a part of another; and an object that has been
        // flattened into another reads only what it knows by name.
        if !self.writer.is_plain_field() {
            hoists.clear();
        }
        let key_of = |writer: &super::Writer<'_>, hoist: &Hoist| {
            format!("{}_{}", writer.pending_key(), columns.key(hoist.column).as_str())
        };
        // The struct's own fields have other names, but a tag is not known to it.
        hoists.retain(|hoist| !self.writer.has_key(&key_of(&self.writer, hoist)));
        if cut.iter().filter(|cut| !**cut).count() == hoists.len() && !hoists.is_empty() {
            hoists.remove(0);
        }
        for hoist in &hoists {
            if let Ok(index) = leaves.binary_search(&hoist.column) {
                cut[index] = true;
            }
            let key = key_of(&self.writer, hoist);
            self.writer.field_in_front(&key, &hoist.text)?;
        }
        Ok(Known { columns, cut })
    }
}
