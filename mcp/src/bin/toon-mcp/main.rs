//! `toon-mcp`: TOON tools for models, and a proxy that gives them TOON.

mod listen;
mod log;
mod proxy;
mod serve;
mod settings;
mod stop;
mod upstream;

use clap::{ArgAction, Parser, Subcommand};
use std::error::Error;
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(name = "toon-mcp", version, about = "TOON for the Model Context Protocol")]
struct Program {
    #[command(subcommand)]
    command: Command,
    /// Log more: -v what the program does, -vv everything it knows.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve TOON tools on standard input and output, or over HTTP.
    Serve(serve::Serve),
    /// Turn the JSON in the results of an MCP server's tools into TOON.
    Proxy(Box<proxy::Proxy>),
}

fn main() -> ExitCode {
    let program = Program::parse();
    log::start(program.verbose);
    match run(program.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Runtime::new()?;
    let outcome = runtime.block_on(async {
        match command {
            Command::Serve(serve) => serve.run().await,
            Command::Proxy(proxy) => proxy.run().await,
        }
    });
    // Standard input is read by a thread of its own, which cannot be told to end.
    runtime.shutdown_background();
    outcome
}
