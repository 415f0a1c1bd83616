//! Tables whose rows come one at a time.

use super::serializer::rows::RowSerializer;
use crate::{EncodeOptions, Error, ErrorKind, KeyFolding, Result};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use serde::ser::Serialize;
use std::io::Write;

/// Writes a table whose rows are not in memory: they are given one at a time, and leave as soon as
/// about eight kilobytes of text have gathered.
///
/// The text is the same as that of [`to_string`](crate::to_string) for a list of the rows, or for
/// an object whose only field is this list. The number of rows must be known in advance, since the
/// header contains it. A row is only borrowed for the call that writes it, so it may refer to a cursor
/// that moves on. The columns are those of the first row, and every row must have them, in any
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
/// let mut table = toon::TableWriter::new(Vec::new(), "orders", 2, &toon::EncodeOptions::new());
/// table.row(&Order { id: 1, total: 9.5 })?;
/// table.row(&Order { id: 2, total: 20.0 })?;
/// assert_eq!(table.finish()?, b"orders[2]{id,total}:\n  1,9.5\n  2,20");
/// # Ok::<(), toon::Error>(())
/// ```
///
/// [`Rows`](crate::Rows) reads such a table the same way.
pub struct TableWriter<W> {
    writer: W,
    table: RowSerializer,
    key: Option<String>,
    count: usize,
    /// The number of complete rows.
    rows: usize,
    /// The table has begun.
    has_begun: bool,
    /// The options ask for key folding.
    is_folding: bool,
}

impl<W: Write> TableWriter<W> {
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
        TableWriter {
            writer,
            table: RowSerializer::new(options),
            key: key.into().map(ToString::to_string),
            count,
            rows: 0,
            has_begun: false,
            is_folding: options.key_folding != KeyFolding::Off,
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
    pub fn row<R: ?Sized + Serialize>(&mut self, row: &R) -> Result<()> {
        self.begin()?;
        if self.rows == self.count {
            return self.wrong_count("more");
        }
        self.table.row(row, self.rows, &mut self.writer)?;
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
        self.begin()?;
        self.table.pass_on(&mut self.writer)?;
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
    /// let table = TableWriter::new(Vec::new(), "users", 0, &EncodeOptions::new());
    /// assert_eq!(table.finish()?, b"users: []");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn finish(mut self) -> Result<W> {
        self.begin()?;
        if self.rows != self.count {
            return {
                let rows = self.rows.to_string();
                self.wrong_count(&rows)
            };
        }
        self.table.end(self.key.as_deref(), &mut self.writer)?;
        Ok(self.writer)
    }

    /// Begins the table, unless it has begun.
    fn begin(&mut self) -> Result<()> {
        if self.has_begun {
            return self.table.check();
        }
        self.has_begun = true;
        if self.is_folding {
            return self.fail(
                "keys cannot be folded in a table that is written row by row: leave `key_folding` off".into(),
            );
        }
        if !self.table.begin(self.key.as_deref(), self.count)? {
            let key = self.key.as_deref().unwrap_or_default();
            return self.fail(format!("no field in {key:?} is selected: begin their paths with it"));
        }
        Ok(())
    }

    #[cold]
    fn wrong_count<T>(&mut self, found: &str) -> Result<T> {
        let announced = self.count;
        let rows = if announced == 1 { "row" } else { "rows" };
        self.fail(format!("expected {announced} {rows}, as announced, found {found}"))
    }

    #[cold]
    fn fail<T>(&mut self, message: String) -> Result<T> {
        self.table.fail();
        Err(Error::new(ErrorKind::Custom(message)))
    }
}

impl<W> fmt::Debug for TableWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableWriter { key, count, rows, .. } = self;
        f.debug_struct("TableWriter")
            .field("key", key)
            .field("count", count)
            .field("rows", rows)
            .finish_non_exhaustive()
    }
}
