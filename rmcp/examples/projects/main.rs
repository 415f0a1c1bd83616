//! An MCP server for projects, their tasks, and knowledge about them: three list tools, each with
//! [`ResponseParams`](toon_rmcp::ResponseParams), backed by an in-memory `SQLite` database.
//!
//! ```sh
//! cargo run -p toon-rmcp --example projects
//! ```
//!
//! It speaks over stdin and stdout. `server` has the tools, `params` and `one_or_many` what they
//! take; `project`, `task` and `knowledge` have the rows and how they are found, `words` the words
//! that fields are limited to, and `store` the database.

mod knowledge;
mod one_or_many;
mod params;
mod project;
mod server;
mod store;
mod task;
mod text;
mod words;

use rmcp::ServiceExt;
use rmcp::transport::stdio;
use server::Server;
use std::error::Error;
use store::Store;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = Server::new(Store::open()?);
    server.serve(stdio()).await?.waiting().await?;
    Ok(())
}
