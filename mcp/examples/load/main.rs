//! A load test of the HTTP proxy: many clients and calls, the added time, the memory, and what
//! happens to calls whose server is killed or whose client disconnects.
//!
//! ```sh
//! scripts/mcp_load.sh
//! ```
//!
//! builds both programs and runs it. Server and proxy are processes of their own, and all of it
//! stays on 127.0.0.1. `content` says what the answer to a call is, `upstream` gives it, `client`
//! calls and compares, `program` starts the processes; `many`, `latency`, `large` and `broken` are
//! what is tried.

mod broken;
mod client;
mod content;
mod large;
mod latency;
mod many;
mod program;
mod upstream;

use clap::{Args, Parser};
use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

/// What tasks can hand to each other.
type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

#[derive(Parser)]
enum Command {
    /// Tries it all.
    Run(Plan),
    /// Is the server behind the proxy, until its input ends.
    Upstream { port: u16 },
}

/// How much of it.
#[derive(Args)]
struct Plan {
    /// The program `toon-mcp`.
    proxy: PathBuf,
    #[arg(long, default_value_t = 64)]
    clients: u64,
    #[arg(long, default_value_t = 10_000)]
    calls: u64,
    /// The longest text of these calls, in bytes.
    #[arg(long, default_value_t = 1_000_000)]
    longest: usize,
    /// How often a call of 10 kB is made both ways.
    #[arg(long, default_value_t = 2_000)]
    pairs: u64,
    /// What the proxy may add to that at the median, in microseconds.
    #[arg(long, default_value_t = 1_000)]
    added_micros: u64,
    /// How many results are too large to be converted.
    #[arg(long, default_value_t = 100)]
    large: u64,
    /// How large these are, in bytes.
    #[arg(long, default_value_t = 20_000_000)]
    large_size: usize,
    /// All of it ends after so many seconds.
    #[arg(long, default_value_t = 600)]
    seconds: u64,
}

#[tokio::main]
async fn main() -> Outcome<()> {
    match Command::parse() {
        Command::Upstream { port } => upstream::run(port).await,
        Command::Run(plan) => tokio::time::timeout(Duration::from_secs(plan.seconds), run(&plan)).await?,
    }
}

async fn run(plan: &Plan) -> Outcome<()> {
    many::run(plan).await?;
    latency::run(plan).await?;
    large::run(plan).await?;
    broken::run(plan).await
}
