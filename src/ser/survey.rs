//! Surveys the rows of a declared table before they are written. It finds the columns that are
//! omitted in every row, and those that have the same value in every row and can be hoisted:
//! written once, before the table.
//!
//! The surveyor replaces the writer, and keeps only these findings. After the first row it only
//! asks for the columns that could still be omitted or hoisted, and stops when none is left: with
//! an error, the only way to stop a `Serialize` implementation. A hint inside the rows does not
//! start another survey.

use super::filter::{Filter, PushScalar};
use super::hint::Hint;
use super::keys::Key;
use super::layout::Layout;
use super::table::columns::{Columns, ROOT};
use super::table::omitted::{Omission, Omitted};
use super::writer::{AfterHint, Writer};
use crate::event::{Event, ObjectKind};
use crate::text::{decimal, number};
use crate::{Error, ErrorKind, Result};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The result of a survey.
pub(super) struct Surveyed {
    pub(super) columns: Columns,
    /// Why each leaf can be omitted, if it can.
    pub(super) omitted: Vec<Option<Omission>>,
    pub(super) hoists: Vec<Hoist>,
    /// The number of rows, if all have been seen.
    pub(super) rows: Option<usize>,
}

/// A column with the same value in every row.
pub(super) struct Hoist {
    pub(super) column: usize,
    /// The text of its cells.
    pub(super) text: String,
}

/// Receives the rows.
pub(super) struct Surveyor {
    layout: Layout,
    may_hoist: bool,
    progress: Progress,
    place: Place,
    is_keyed: bool,
    announced: Option<usize>,
    /// The number of complete rows.
    rows: usize,
    /// The columns of the first row, and the next one in the open row, or the one whose key came
    /// last.
    columns: Columns,
    cursor: usize,
    /// The innermost open group, and whether the row and each open group is a map.
    group: usize,
    maps: SmallVec<[bool; 8]>,
    omitted: Omitted,
    /// The hints of the open values, each with its column if the value belongs to one.
    hinted: SmallVec<[(Hint, Option<usize>); 4]>,
    hoists: Vec<Hoist>,
    /// Which columns are not asked for after the first row.
    skipped: Vec<bool>,
    /// The text of the last cell, if it can be hoisted.
    cell: Option<String>,
}

/// The position of the survey in the value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Start,
    /// Before a row or its entry key.
    Table,
    /// After an entry key.
    Entry,
    Row,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// The first row is incomplete, so this may not be a table.
    First,
    /// It is a table, and its first row is complete.
    Further,
    /// There is nothing more to learn.
    Over,
    Failed,
}

impl Surveyor {
    pub(super) fn new(layout: Layout, may_hoist: bool) -> Self {
        Surveyor {
            layout,
            may_hoist,
            progress: Progress::First,
            place: Place::Start,
            is_keyed: false,
            announced: None,
            rows: 0,
            columns: Columns::default(),
            cursor: 0,
            group: ROOT,
            maps: SmallVec::new(),
            omitted: Omitted::default(),
            hinted: SmallVec::new(),
            hoists: Vec::new(),
            skipped: Vec::new(),
            cell: None,
        }
    }

    pub(super) fn finish(self, result: Result<()>) -> Result<Option<Surveyed>> {
        if self.progress != Progress::Over {
            result?;
            if self.place != Place::End || self.progress != Progress::Further {
                return Ok(None);
            }
        }
        if self.rows == 0 {
            return Ok(None);
        }
        let omitted = self.omitted.common(&self.columns);
        let rows = (self.place == Place::End).then_some(self.rows);
        Ok(Some(Surveyed { columns: self.columns, omitted, hoists: self.hoists, rows }))
    }

    // ---- events ----

    fn any_scalar(&mut self, push: PushScalar<'_>) -> Result<()> {
        self.check()?;
        self.cell = None;
        match self.place {
            Place::Start => self.place = Place::End,
            Place::Row if self.columns.is_leaf(self.cursor) => {
                let column = self.cursor;
                let hoist = self.hoists.iter().position(|hoist| hoist.column == column);
                if hoist.is_some() || self.may_be_hoisted() {
                    let mut text = String::new();
                    push(&mut text);
                    match hoist.filter(|&hoist| self.hoists[hoist].text != text) {
                        Some(hoist) => _ = self.hoists.remove(hoist),
                        None => self.cell = Some(text),
                    }
                }
                self.cursor += 1;
            }
            _ => return self.misfit(),
        }
        Ok(())
    }

    /// Returns whether the key's value is wanted.
    fn any_key(&mut self, key: Key<'_>) -> Result<bool> {
        self.check()?;
        match self.place {
            Place::Table if self.is_keyed => self.place = Place::Entry,
            Place::Row if self.progress == Progress::First => {
                self.columns.push_at(self.cursor, self.group, key);
            }
            Place::Row
                if self.cursor < self.columns.end(self.group) && self.columns.is_named(self.cursor, key) =>
            {
                if self.skipped[self.cursor] {
                    self.cursor = self.columns.next(self.cursor);
                    return Ok(false);
                }
            }
            _ => return self.misfit(),
        }
        Ok(true)
    }

    fn begin_object(&mut self, kind: ObjectKind, len: Option<usize>) -> Result<()> {
        self.check()?;
        let is_first = self.progress == Progress::First;
        match self.place {
            Place::Start if self.layout.has_groups && !kind.is_decided => {
                self.is_keyed = true;
                self.announced = len;
                self.place = Place::Table;
                return Ok(());
            }
            Place::Table if self.is_keyed => return self.misfit(),
            Place::Table | Place::Entry => {
                self.place = Place::Row;
                self.cursor = 0;
                self.group = ROOT;
                self.maps.clear();
                self.omitted.begin_row();
            }
            Place::Row if is_first && self.layout.has_groups => {
                self.columns.make_group(self.cursor);
                self.group = self.cursor;
                self.cursor += 1;
            }
            Place::Row if !is_first && !self.columns.is_leaf(self.cursor) => {
                self.group = self.cursor;
                self.cursor += 1;
            }
            _ => return self.misfit(),
        }
        self.maps.push(kind.is_map);
        Ok(())
    }

    fn end_object(&mut self) -> Result<()> {
        self.check()?;
        match self.place {
            Place::Row => {}
            Place::Table if self.is_keyed => {
                self.place = Place::End;
                return Ok(());
            }
            _ => return self.misfit(),
        }
        let group = self.group;
        if self.progress == Progress::First {
            if self.cursor == self.columns.range(group).0 {
                return self.misfit();
            }
            self.columns.close_group(group, self.cursor);
            // The keys of a struct are known to differ.
            if self.maps.last() == Some(&true) {
                if let Some(key) = self.columns.find_duplicate(group).map(ToString::to_string) {
                    return self.fail(ErrorKind::DuplicateKey { key });
                }
            }
        } else if self.cursor != self.columns.end(group) {
            return self.misfit();
        }
        self.maps.pop();
        if group == ROOT {
            return self.end_row();
        }
        self.cursor = self.columns.next(group);
        self.group = self.columns.parent(group);
        Ok(())
    }

    fn begin_array(&mut self, len: Option<usize>) -> Result<()> {
        self.check()?;
        if self.place != Place::Start {
            return self.misfit();
        }
        self.announced = len;
        self.place = Place::Table;
        Ok(())
    }

    fn end_array(&mut self) -> Result<()> {
        self.check()?;
        if self.place != Place::Table || self.is_keyed {
            return self.misfit();
        }
        self.place = Place::End;
        Ok(())
    }

    fn end_row(&mut self) -> Result<()> {
        self.place = Place::Table;
        if self.progress == Progress::First {
            self.omitted.end_row(&self.columns, 0);
            // §9.5: a keyed table needs two entries.
            let least = if self.is_keyed { 2 } else { 1 };
            if self.announced.is_none_or(|count| count < least) {
                return self.stop();
            }
            self.end_first_row();
        } else {
            self.omitted.end_surveyed_row(&self.columns);
        }
        self.rows += 1;
        if self.hoists.is_empty() && !self.omitted.may_change() { self.stop() } else { Ok(()) }
    }

    /// After the first row, skips the columns that must stay and those that are hidden.
    fn end_first_row(&mut self) {
        self.progress = Progress::Further;
        let omitted = self.omitted.common(&self.columns);
        let leaves: Vec<usize> = self.columns.leaves(self.columns.len()).collect();
        let omission = |column: usize| leaves.binary_search(&column).ok().and_then(|leaf| omitted[leaf]);
        let has_others = self.announced != Some(1);
        self.hoists.retain(|hoist| has_others && omission(hoist.column).is_none());
        let is_certain = |&leaf: &usize| match omission(leaf) {
            Some(Omission::Default(_)) => false,
            Some(_) => true,
            None => self.hoists.iter().all(|hoist| hoist.column != leaf),
        };
        let certain: Vec<bool> = leaves.iter().map(is_certain).collect();
        self.skipped = self.columns.whole(&certain);
    }

    /// Whether a column of the open row can be hoisted. Columns inside a group cannot.
    fn may_be_hoisted(&self) -> bool {
        self.may_hoist && self.progress == Progress::First && self.maps[..] == [false]
    }

    // ---- the end ----

    fn check(&mut self) -> Result<()> {
        match self.progress {
            Progress::Over | Progress::Failed => Err(Error::new(ErrorKind::AlreadyFailed)),
            _ => Ok(()),
        }
    }

    /// The event does not fit: it does not begin a row, or the row differs from the first one.
    fn misfit<T>(&mut self) -> Result<T> {
        match self.progress {
            Progress::First => self.stop(),
            Progress::Further => self.fail(ErrorKind::NotACell),
            _ => self.fail(ErrorKind::AlreadyFailed),
        }
    }

    fn stop<T>(&mut self) -> Result<T> {
        self.progress = Progress::Over;
        Err(Error::new(ErrorKind::AlreadyFailed))
    }

    fn fail<T>(&mut self, kind: ErrorKind) -> Result<T> {
        self.progress = Progress::Failed;
        Err(Error::new(kind))
    }
}

impl Filter for Surveyor {
    fn event(&mut self, _: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        match event {
            Event::BeginObject(kind, len) => self.begin_object(kind, len),
            Event::EndObject => self.end_object(),
            Event::BeginArray(len) => self.begin_array(len),
            Event::EndArray => self.end_array(),
            Event::StaticKey(name) => self.any_key(Key::field(name)).map(drop),
            Event::Key(key) => self.any_key(Key::Text(key)).map(drop),
            Event::Scalar(text) => self.any_scalar(&|out| out.push_str(text)),
        }
    }

    fn static_key(&mut self, _: &mut Writer<'_>, name: &'static str) -> Result<bool> {
        self.any_key(Key::field(name))
    }

    fn key(&mut self, _: &mut Writer<'_>, key: &str) -> Result<bool> {
        self.any_key(Key::Text(key))
    }

    fn takes_unwanted(&self) -> bool {
        false
    }

    fn scalar(&mut self, _: &mut Writer<'_>, push: PushScalar<'_>) -> Result<()> {
        self.any_scalar(push)
    }

    fn string(&mut self, _: &mut Writer<'_>, string: &str) -> Result<()> {
        let layout = self.layout;
        self.any_scalar(&|out| layout.push_string(out, string))
    }

    fn begin_hinted(&mut self, _: &mut Writer<'_>, hint: Hint) -> Result<Option<AfterHint>> {
        self.check()?;
        self.hinted.push((hint, (self.place == Place::Row).then_some(self.cursor)));
        Ok(Some(AfterHint::Done))
    }

    fn end_hinted(&mut self, _: &mut Writer<'_>, _: &AfterHint) -> Result<()> {
        self.check()?;
        let Some((hint, Some(column))) = self.hinted.pop() else { return Ok(()) };
        match hint {
            Hint::Null => self.omitted.set(column, Omission::Null),
            Hint::Default => self.omitted.set(column, Omission::DEFAULT),
            Hint::Cell if !self.columns.is_leaf(column) => return self.fail(ErrorKind::NotACell),
            Hint::Hoist if self.may_be_hoisted() => {
                if let Some(text) = self.cell.take().filter(|text| is_read_exactly(text)) {
                    self.hoists.push(Hoist { column, text });
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The field is hidden in all rows.
    fn hide(&mut self, _: &mut Writer<'_>) -> Result<()> {
        let (place, column) = (self.place, self.cursor);
        self.any_scalar(&|out| out.push_str("null"))?;
        if place == Place::Row {
            self.omitted.set(column, Omission::Hidden);
        }
        Ok(())
    }

    /// The last cell is raw JSON text, whose type cannot be deserialized from a hoisted value.
    #[cfg(feature = "json")]
    fn end_raw_json(&mut self) {
        self.cell = None;
    }
}

/// Whether a cell is read as the same value even if its type is unknown. This excludes integers of
/// more than 64 bits, numbers with more digits than an `f64` has, and those that become a different
/// `f32` when read as `f64` first.
fn is_read_exactly(cell: &str) -> bool {
    let bytes = cell.as_bytes();
    let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
    if digits.iter().all(u8::is_ascii_digit) {
        return cell.parse::<i64>().is_ok() || cell.parse::<u64>().is_ok();
    }
    let Some(scan) = number::scan(bytes) else { return true };
    let wide = scan.float(bytes);
    let mut text = String::new();
    decimal::push_f64(&mut text, wide);
    #[allow(clippy::cast_possible_truncation)]
    let narrow = wide as f32;
    text == cell && narrow.to_bits() == number::float32(bytes).to_bits()
}

#[cfg(test)]
mod tests {
    use super::is_read_exactly;

    /// Columns are omitted for the rows that the survey has seen, so the second pass must have the
    /// same.
    #[cfg(feature = "derive")]
    #[test]
    fn a_row_that_only_the_second_pass_has() {
        use crate::ser::hint::Hint;
        use alloc::collections::BTreeMap;
        use alloc::string::ToString;
        use core::cell::Cell;
        use serde::{Serialize, Serializer};

        enum Value<'c> {
            Table(&'c Cell<usize>),
            /// One more row each time.
            Rows(&'c Cell<usize>),
            Row,
            Id,
            Size,
        }

        impl Serialize for Value<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match *self {
                    Value::Table(count) => {
                        serializer.serialize_newtype_struct(Hint::ROWS_WITH_DEFAULTS, &Value::Rows(count))
                    }
                    Value::Rows(count) => {
                        count.set(count.get() + 1);
                        serializer.collect_seq((0..count.get()).map(|_| Value::Row))
                    }
                    Value::Row => serializer.collect_map([("id", Value::Id), ("size", Value::Size)]),
                    Value::Id => serializer.serialize_u8(7),
                    Value::Size => serializer.serialize_newtype_struct(Hint::DEFAULT, &0),
                }
            }
        }

        let error = crate::to_string(&BTreeMap::from([("t", Value::Table(&Cell::new(1)))])).unwrap_err();
        assert_eq!(error.to_string(), "the number of rows changed while a table was written");
    }

    /// §9.5: a keyed table needs two entries, but it is too late for another form.
    #[cfg(feature = "derive")]
    #[test]
    fn fewer_entries_than_announced() {
        use crate::ser::hint::Hint;
        use alloc::collections::BTreeMap;
        use alloc::string::ToString;
        use serde::ser::SerializeMap;
        use serde::{Serialize, Serializer};

        struct Tagged(&'static str);
        struct Entries;

        impl Serialize for Tagged {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct(self.0, &Entries)
            }
        }

        impl Serialize for Entries {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("a", &BTreeMap::from([("x", 1)]))?;
                map.end()
            }
        }

        for hint in [Hint::ROWS, Hint::ROWS_WITH_DEFAULTS, Hint::ROWS_WITH_HOISTS] {
            let error = crate::to_string(&BTreeMap::from([("t", Tagged(hint))])).unwrap_err();
            assert_eq!(error.to_string(), "the value announced 2 elements, but wrote 1");
        }
    }

    #[test]
    fn cells_that_are_read_exactly() {
        for cell in
            ["1", "-9223372036854775808", "18446744073709551615", "0.1", "1e+21", "text", "\"1\"", "null"]
        {
            assert!(is_read_exactly(cell), "{cell}");
        }
        for cell in [
            "-9223372036854775809",
            "18446744073709551616",
            "7.038531e-26",
            "0.1000000000000000055",
            "123456789012345678901.123456",
            "1e+400",
        ] {
            assert!(!is_read_exactly(cell), "{cell}");
        }
    }
}
