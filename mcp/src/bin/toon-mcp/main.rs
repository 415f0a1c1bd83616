//! `toon-mcp`: TOON tools for models, and a proxy that gives them TOON.

mod filter;
mod listen;
mod log;
mod prompt;
mod proxy;
mod serve;
mod settings;
mod stop;
mod upstream;

use clap::{ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};
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
    /// Relay an MCP server, and send the results of its tools in the form that takes the fewest tokens: TOON, compact JSON, or
    /// the original.
    ///
    /// The contents of files are left alone, since a model that edits a file has to have seen it as it is: see --rewrite-files.
    Proxy(Box<proxy::Proxy>),
    /// Convert one result of a tool as the proxy would: for hooks of hosts and gateways.
    ///
    /// Reads a `CallToolResult`, or a JSON-RPC response with one, on standard input, and writes it to standard output. What is
    /// neither stays as it is. A filter does not see the tools' definitions: for tools that declare an `outputSchema`, use
    /// `--structured keep` if the client checks results against it.
    Filter(Box<filter::Filter>),
    /// Print the text that teaches a model to read TOON.
    Prompt(prompt::Prompt),
}

fn main() -> ExitCode {
    let command = Program::command()
        .mut_subcommand("filter", |filter| filter.mut_args(filter::hide_settings_of_the_proxy));
    let program = Program::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
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
    match command {
        Command::Serve(serve) => in_runtime(serve.run()),
        Command::Proxy(proxy) => in_runtime(proxy.run()),
        Command::Filter(filter) => filter.run(),
        Command::Prompt(prompt) => prompt.run(),
    }
}

fn in_runtime(work: impl Future<Output = Result<(), Box<dyn Error>>>) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Runtime::new()?;
    let outcome = runtime.block_on(work);
    // Standard input is read by a thread of its own, which cannot be told to end.
    runtime.shutdown_background();
    outcome
}
