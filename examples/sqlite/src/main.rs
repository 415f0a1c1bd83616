//! Writes the result of a query as a TOON table, row by row and in constant memory:
//!
//! ```text
//! $ cargo run -p toon-sqlite-example
//! orders[3]{id,customer,total}:
//!   1,Ada,9.5
//!   2,"Bob, Jr.",null
//!   3,Eve,20
//! ```
//!
//! A row of `rusqlite` borrows the cursor, and is gone when the next one is fetched.
//! [`toon::TableWriter`] only needs it until it is written.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};
use serde::ser::{Error, Serialize, SerializeMap, Serializer};
use std::error::Error as StdError;
use std::io::Write;
use toon::{EncodeOptions, TableWriter};

fn main() -> Result<(), Box<dyn StdError>> {
    let database = Connection::open_in_memory()?;
    database.execute_batch(
        "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, total REAL);
         INSERT INTO orders VALUES (1, 'Ada', 9.5), (2, 'Bob, Jr.', NULL), (3, 'Eve', 20.0);",
    )?;
    write_orders(&database, std::io::stdout().lock())?.write_all(b"\n")?;
    Ok(())
}

/// Writes all orders, and returns the writer.
fn write_orders<W: Write>(database: &Connection, writer: W) -> Result<W, Box<dyn StdError>> {
    // The header contains the number of rows, so they are counted first, in the same transaction.
    let transaction = database.unchecked_transaction()?;
    let count: i64 = transaction.query_row("SELECT count(*) FROM orders", [], |row| row.get(0))?;
    let mut table = TableWriter::new(writer, "orders", usize::try_from(count)?, &EncodeOptions::new());
    let mut query = transaction.prepare("SELECT id, customer, total FROM orders ORDER BY id")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        table.row(&Record(row))?;
    }
    Ok(table.finish()?)
}

/// A row as a map from the names of its columns to its values, whatever the query.
struct Record<'r>(&'r Row<'r>);

/// The value of a column.
struct Cell<'r>(ValueRef<'r>);

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Record(row) = self;
        let names = row.as_ref().column_names();
        let mut map = serializer.serialize_map(Some(names.len()))?;
        for (index, name) in names.into_iter().enumerate() {
            map.serialize_entry(name, &Cell(row.get_ref(index).map_err(S::Error::custom)?))?;
        }
        map.end()
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            ValueRef::Null => serializer.serialize_unit(),
            ValueRef::Integer(integer) => serializer.serialize_i64(integer),
            ValueRef::Real(real) => serializer.serialize_f64(real),
            ValueRef::Text(text) => {
                serializer.serialize_str(std::str::from_utf8(text).map_err(S::Error::custom)?)
            }
            ValueRef::Blob(_) => Err(S::Error::custom("a blob is not a cell")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_cursor() -> Result<(), Box<dyn StdError>> {
        let database = Connection::open_in_memory()?;
        database.execute_batch("CREATE TABLE orders (id INTEGER, customer TEXT, total REAL)")?;
        assert_eq!(write_orders(&database, Vec::new())?, b"orders: []");
        database.execute_batch("INSERT INTO orders VALUES (2, 'Bob: 3', 0.5), (1, NULL, 20.0)")?;
        let text = String::from_utf8(write_orders(&database, Vec::new())?)?;
        assert_eq!(text, "orders[2]{id,customer,total}:\n  1,null,20\n  2,\"Bob: 3\",0.5");
        Ok(())
    }
}
