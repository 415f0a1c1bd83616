//! `toon-mcp`: TOON tools for models, and a proxy that gives them TOON.

mod log;
mod proxy;
mod settings;

use clap::{ArgAction, Parser, Subcommand};
use std::process::ExitCode;

/// TOON for the Model Context Protocol
#[derive(Parser, Debug)]
#[command(name = "toon-mcp", version)]
struct Program {
    /// Log more; twice: everything
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Turn the JSON in the results of an MCP server's tools into TOON
    Proxy(proxy::Proxy),
}

fn main() -> ExitCode {
    let program = Program::parse();
    log::start(program.verbose);
    let done = match program.action {
        Action::Proxy(proxy) => proxy.run(),
    };
    done.unwrap_or_else(|error| {
        tracing::error!("{error}");
        ExitCode::FAILURE
    })
}
