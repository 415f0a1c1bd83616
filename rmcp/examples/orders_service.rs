//! A service that answers with the rows of an `SQLite` query as they come: `GET /orders?limit=N`
//! writes a table of any length in constant memory.
//!
//! ```sh
//! cargo run -p toon-rmcp --example orders_service
//! ```
//!
//! It prints its address. The query runs on a thread that may block, and writes its rows with a
//! [`toon::TableWriter`] into a [`Body`] that the client reads through a short channel: if the
//! client is slow, the query waits; if it leaves, the query ends.

use axum::Router;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::routing::get;
use futures::stream;
use rusqlite::{Connection, OpenFlags, params};
use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use toon::{EncodeOptions, TableWriter};

/// The number of orders in the database.
const ORDERS: u32 = 100_000;

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Order {
    id: u32,
    customer: String,
    item: String,
    quantity: u32,
    price: f64,
    /// Most orders have none, and the table stays a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("orders.db");
    fill(&database)?;
    let service = Router::new().route("/orders", get(orders)).with_state(Arc::new(database));
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("http://{}/orders", listener.local_addr()?);
    axum::serve(listener, service).await?;
    Ok(())
}

fn fill(database: &Path) -> rusqlite::Result<()> {
    let connection = Connection::open(database)?;
    connection.execute_batch(
        "CREATE TABLE orders (
            id INTEGER PRIMARY KEY, customer TEXT NOT NULL, item TEXT NOT NULL,
            quantity INTEGER NOT NULL, price REAL NOT NULL, note TEXT
        )",
    )?;
    connection.execute(
        "WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < ?1)
        INSERT INTO orders
        SELECT id, 'customer ' || (id * 7919 % 1000), 'item ' || (id * 104729 % 500),
            1 + id % 9, (100 + id * 31 % 9900) / 100.0, iif(id % 10 = 0, 'gift, wrapped', NULL)
        FROM ids",
        [ORDERS],
    )?;
    Ok(())
}

async fn orders(
    State(database): State<Arc<PathBuf>>,
    RawQuery(query): RawQuery,
) -> Result<(HeaderMap, Body), StatusCode> {
    let limit = match query.as_deref().unwrap_or_default().strip_prefix("limit=") {
        Some(limit) => limit.parse().map_err(|_| StatusCode::BAD_REQUEST)?,
        None => ORDERS,
    };
    let (sender, receiver) = mpsc::channel(4);
    let body = Channel(sender);
    tokio::task::spawn_blocking(move || {
        if let Err(error) = write_orders(&database, limit, &body) {
            // The answer has begun, so breaking it off is all that can tell the client.
            let _ = body.0.blocking_send(Err(io::Error::other(error.to_string())));
        }
    });
    let chunks = stream::unfold(receiver, |mut receiver| async { Some((receiver.recv().await?, receiver)) });
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static(toon::MEDIA_TYPE));
    Ok((headers, Body::from_stream(chunks)))
}

/// Writes the first orders as the table `orders`.
fn write_orders(database: &Path, limit: u32, body: &Channel) -> Result<(), Box<dyn Error>> {
    let mut connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    // Rows come in the order of the table, so no page of it is needed twice.
    connection.pragma_update(None, "cache_size", 16)?;
    // In one transaction, both queries see the same rows. The header has their number.
    let transaction = connection.transaction()?;
    let count = "SELECT count(*) FROM (SELECT 1 FROM orders LIMIT ?1)";
    let count: u32 = transaction.query_row(count, [limit], |row| row.get(0))?;
    let mut query = transaction
        .prepare("SELECT id, customer, item, quantity, price, note FROM orders ORDER BY id LIMIT ?1")?;
    let mut rows = query.query(params![limit])?;
    let mut table = TableWriter::new(body, "orders", usize::try_from(count)?, &EncodeOptions::new());
    while let Some(row) = rows.next()? {
        table.row(&Order {
            id: row.get(0)?,
            customer: row.get(1)?,
            item: row.get(2)?,
            quantity: row.get(3)?,
            price: row.get(4)?,
            note: row.get(5)?,
        })?;
    }
    table.finish()?;
    Ok(())
}

/// The sending end of a body.
struct Channel(mpsc::Sender<io::Result<Vec<u8>>>);

impl Write for &Channel {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.blocking_send(Ok(bytes.to_vec())).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
