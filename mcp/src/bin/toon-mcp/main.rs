//! `toon-mcp`: TOON tools for models, and a proxy that gives them TOON.

mod log;
mod serve;

use clap::{ArgAction, Parser, Subcommand};
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
}

#[tokio::main]
async fn main() -> ExitCode {
    let program = Program::parse();
    log::start(program.verbose);
    let outcome = match program.command {
        Command::Serve(serve) => serve.run().await,
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}
