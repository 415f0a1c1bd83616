//! Tables whose rows come one at a time.

use super::serializer::Serializer;
use super::serializer::paused::PausedSerializer;
use crate::{EncodeOptions, Error, ErrorKind, KeyFolding, Result};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::marker::PhantomData;
use serde::ser::Serialize;
use std::io::Write;

/// Writes a table whose rows are not in memory: they are given one at a time, and leave as soon as
/// about eight kilobytes of text have gathered.
///
/// The text is the same as that of [`to_string`](crate::to_string) for a list of the rows, or for
/// an object whose only field is this list. The number of rows must be known in advance, since the
/// header contains it. The columns are those of the first row, and every row must have them, in any
/// order: an error names the first column that does not fit. Rows of a type with
/// [`#[toon(tabular)]`](mod@crate::attributes) always fit: what serde would leave out of them is
/// `null`. Since each row is visited only once, columns with `skip_default` or `hoist` stay, and a
/// list with `child`, which would be a table beside this one, does not fit.
///
/// After an error, nothing more can be written. If the writer is dropped without
/// [`finish`](Self::finish), some rows may not have been written, and a wrong number of rows goes
/// unnoticed.
///
/// ```
/// #[derive(serde::Serialize)]
/// struct Order {
///     id: u32,
///     total: f64,
/// }
///
/// let mut table = toon::TableWriter::<_, Order>::new(Vec::new(), "orders", 2, &toon::EncodeOptions::new());
/// table.row(&Order { id: 1, total: 9.5 })?;
/// table.row(&Order { id: 2, total: 20.0 })?;
/// assert_eq!(table.finish()?, b"orders[2]{id,total}:\n  1,9.5\n  2,20");
/// # Ok::<(), toon::Error>(())
/// ```
///
/// [`Rows`](crate::Rows) reads such a table the same way.
pub struct TableWriter<W, Row: ?Sized> {
    writer: W,
    /// The text that has not been written yet.
    text: String,
    key: Option<String>,
    count: usize,
    /// The number of complete rows.
    rows: usize,
    /// `None` after an error.
    serializer: Option<PausedSerializer>,
    /// The table has begun.
    has_begun: bool,
    /// The options ask for key folding.
    is_folding: bool,
    row: PhantomData<fn(&Row)>,
}

impl<W: Write, Row: ?Sized + Serialize> TableWriter<W, Row> {
    /// A table of `count` rows, as the field `key` of the root object, or as the root itself if
    /// `key` is `None`.
    ///
    /// The `options` select [`fields`](EncodeOptions::fields) by paths that begin with `key`. If
    /// they are invalid or ask for [`key_folding`](EncodeOptions::key_folding), for which the whole
    /// text must be known, the first call of another method fails.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use toon::{EncodeOptions, TableWriter};
    ///
    /// let mut table = TableWriter::new(Vec::new(), None, 1, &EncodeOptions::new());
    /// table.row(&BTreeMap::from([("id", 7)]))?;
    /// assert_eq!(table.finish()?, b"[1]{id}:\n  7");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn new<'k>(
        writer: W,
        key: impl Into<Option<&'k str>>,
        count: usize,
        options: &EncodeOptions,
    ) -> Self {
        let mut text = String::new();
        TableWriter {
            writer,
            serializer: Some(Serializer::with_options(&mut text, options).pause()),
            text,
            key: key.into().map(ToString::to_string),
            count,
            rows: 0,
            has_begun: false,
            is_folding: options.key_folding != KeyFolding::Off,
            row: PhantomData,
        }
    }

    /// Writes the next row.
    ///
    /// # Errors
    /// Fails if the row does not have the columns of the first one, if it is one too many, if it
    /// cannot be serialized, or if the writer fails.
    ///
    /// ```
    /// use toon::{EncodeOptions, TableWriter};
    ///
    /// let mut table = TableWriter::new(Vec::new(), "users", 2, &EncodeOptions::new());
    /// table.row(&serde_json::json!({"id": 1, "name": "Ada"}))?;
    /// let error = table.row(&serde_json::json!({"id": 2, "nick": "Bob"})).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     r#"row 2 does not fit the table: column "nick": the table has no such column"#,
    /// );
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn row(&mut self, row: &Row) -> Result<()> {
        let (rows, count) = (self.rows, self.count);
        self.continued(|serializer, _| {
            if rows == count {
                return Err(wrong_count(count, "more"));
            }
            serializer.row(row, rows)
        })?;
        self.rows += 1;
        Ok(())
    }

    /// Hands all complete rows to the writer, and flushes it. This is only needed if they should
    /// arrive before the table is complete.
    ///
    /// # Errors
    /// Fails if the writer fails.
    ///
    /// ```
    /// use std::io::Write;
    /// use toon::{EncodeOptions, TableWriter};
    ///
    /// let mut text = Vec::new();
    /// let mut table = TableWriter::new(&mut text, None, 2, &EncodeOptions::new());
    /// table.row(&[("id", 1)].into_iter().collect::<std::collections::BTreeMap<_, _>>())?;
    /// table.flush()?;
    /// drop(table);
    /// assert_eq!(text, b"[2]{id}:\n  1");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn flush(&mut self) -> Result<()> {
        self.continued(|serializer, _| serializer.hand_on())?;
        self.writer.flush().map_err(Error::io)
    }

    /// Ends the table, and returns the writer. There is no line break at the end.
    ///
    /// # Errors
    /// Fails if there were fewer rows than announced, after an earlier error, and if the writer
    /// fails.
    ///
    /// ```
    /// use toon::{EncodeOptions, TableWriter};
    ///
    /// let table = TableWriter::<_, ()>::new(Vec::new(), "users", 0, &EncodeOptions::new());
    /// assert_eq!(table.finish()?, b"users: []");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn finish(mut self) -> Result<W> {
        let (rows, count) = (self.rows, self.count);
        self.continued(|serializer, key| {
            if rows != count {
                return Err(wrong_count(count, &rows.to_string()));
            }
            serializer.end_rows(key)
        })?;
        self.writer.write_all(self.text.as_bytes()).map_err(Error::io)?;
        Ok(self.writer)
    }

    /// Continues with the serializer, which is given up if this fails.
    fn continued(
        &mut self,
        work: impl FnOnce(&mut Serializer<'_>, Option<&str>) -> Result<()>,
    ) -> Result<()> {
        let Some(paused) = self.serializer.take() else { return Err(Error::new(ErrorKind::AlreadyFailed)) };
        let mut serializer = Serializer::resume(paused, &mut self.text, &mut self.writer);
        let key = self.key.as_deref();
        if !self.has_begun {
            if self.is_folding {
                return Err(custom(
                    "keys cannot be folded in a table that is written row by row: leave `key_folding` off",
                ));
            }
            if !serializer.begin_rows(key, self.count)? {
                let key = key.unwrap_or_default();
                return Err(custom(&format!("no field in {key:?} is selected: begin their paths with it")));
            }
            self.has_begun = true;
        }
        work(&mut serializer, key)?;
        self.serializer = Some(serializer.pause());
        Ok(())
    }
}

#[cold]
fn wrong_count(announced: usize, found: &str) -> Error {
    let rows = if announced == 1 { "row" } else { "rows" };
    custom(&format!("expected {announced} {rows}, as announced, found {found}"))
}

#[cold]
fn custom(message: &str) -> Error {
    Error::new(ErrorKind::Custom(message.into()))
}

impl<W, Row: ?Sized> fmt::Debug for TableWriter<W, Row> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableWriter { key, count, rows, .. } = self;
        f.debug_struct("TableWriter")
            .field("key", key)
            .field("count", count)
            .field("rows", rows)
            .finish_non_exhaustive()
    }
}
