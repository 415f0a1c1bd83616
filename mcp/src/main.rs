//! `toon-mcp`: TOON tools for models, and a proxy that converts results to TOON.

mod commands;
mod http;
mod log;
mod proxy;
mod server;
#[cfg(test)]
#[path = "../tests/inside/mod.rs"]
mod tests;

use crate::commands::audit::Audit;
use crate::commands::doctor::Doctor;
use crate::commands::filter::{self, Filter};
use crate::commands::hook::{self, Hook};
use crate::commands::install::{Install, Uninstall};
use crate::commands::prompt::Prompt;
use crate::commands::proxy::{Proxy, advise};
use crate::commands::serve::Serve;
use crate::commands::stats::Stats;
use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::error::Error;
use std::process::ExitCode;

#[derive(Debug, Parser)]
#[command(name = "toon-mcp", version, about = "TOON for the Model Context Protocol")]
struct Program {
    #[command(subcommand)]
    command: CliCommand,
    /// Log more: -v for what the program does, -vv for all details.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Serve TOON tools over standard input and output, or over HTTP.
    Serve(Serve),
    /// Relay an MCP server, and send the results of its tools in a form that takes fewer
    /// tokens: TOON, its normal form, or compact JSON.
    ///
    /// The contents of files are left alone, since a model that edits a file must see it unchanged:
    /// see --rewrite-files.
    Proxy(Box<Proxy>),
    /// Convert one tool result as the proxy would, for hooks in hosts and gateways.
    ///
    /// Reads a `CallToolResult`, or a JSON-RPC response that contains one, from standard input, and writes
    /// it to standard output. Anything else stays unchanged. A filter does not see the definitions
    /// of tools: for tools that declare an `outputSchema`, use `--structured keep` if the client
    /// validates results.
    Filter(Box<Filter>),
    /// Show what results of tools cost in the sessions of coding agents, and what the hook would have saved.
    ///
    /// Reads the transcripts that hosts keep on this computer, and changes nothing. Prints numbers, and names of
    /// tools and servers, but nothing of what is in the transcripts.
    Audit(Audit),
    /// Convert the result of a tool of a coding agent, as one of its hooks.
    ///
    /// Reads what Claude Code, Copilot CLI, Cursor or opencode sends to a hook after a call, and prints the answer that
    /// replaces the result with one that takes fewer bytes. If in doubt, it prints nothing, and the result stays as it is.
    /// The exit code is always 0. Results of MCP servers and of commands such as `gh` or `kubectl` are converted;
    /// contents of files never are.
    Hook(Box<Hook>),
    /// Install the hook in coding agents, or the proxy in front of one of their MCP servers.
    ///
    /// Without names, shows which agents were found and what will change, and asks. Settings keep their order, comments
    /// and formatting, and get a backup. `toon-mcp uninstall` leaves no trace.
    Install(Install),
    /// Remove hooks and proxies from the settings of coding agents.
    Uninstall(Uninstall),
    /// Check whether what is installed works.
    ///
    /// Runs the installed commands with a sample. The exit code is 1 if something is wrong.
    Doctor(Doctor),
    /// Print what the proxy and the hook have saved so far, by day and by tool.
    Stats(Stats),
    /// Answer a question about a document, in the language of jq, within a number of tokens.
    Query(Box<toon_store::Query>),
    /// Print an explanation of TOON for models.
    Prompt(Prompt),
}

fn main() -> ExitCode {
    // Queries run in a process of their own.
    if let Some(request) = toon_store::query::Request::of_worker(std::env::args_os().skip(1)) {
        return toon_store::query::work(&request);
    }
    let is_hook = hook::is_asked_for();
    let program = match parse() {
        // Hosts take other exit codes for errors of the tool.
        Err(error) if is_hook && error.use_stderr() => {
            hook::in_silence(|| {
                std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink())?;
                Err(error.into())
            });
            return ExitCode::SUCCESS;
        }
        Err(error) => advise(error).exit(),
        Ok(program) => program,
    };
    if let CliCommand::Hook(hook) = program.command {
        hook::in_silence(|| hook.run());
        return ExitCode::SUCCESS;
    }
    log::start(program.verbose);
    let is_query = matches!(program.command, CliCommand::Query(_));
    match run(program.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if is_query {
                // A model reads it, as that of `toon query`.
                eprintln!("error: {error}");
            } else {
                tracing::error!("{error}");
            }
            ExitCode::FAILURE
        }
    }
}

fn parse() -> Result<Program, clap::Error> {
    let command = Program::command()
        .mut_subcommand("filter", |filter| filter.mut_args(|argument| hide(argument, &filter::OF_THE_PROXY)))
        .mut_subcommand("hook", |hook| hook.mut_args(|argument| hide(argument, &hook::OF_THE_PROXY)));
    Program::from_arg_matches(&command.try_get_matches()?)
}

/// Hides settings in the help that do not apply.
fn hide(argument: Arg, settings: &[&str]) -> Arg {
    let is_hidden = settings.contains(&argument.get_id().as_str());
    argument.hide(is_hidden)
}

fn run(command: CliCommand) -> Result<(), Box<dyn Error>> {
    match command {
        CliCommand::Serve(serve) => in_runtime(serve.run()),
        CliCommand::Proxy(proxy) => in_runtime(proxy.run()),
        CliCommand::Filter(filter) => filter.run(),
        CliCommand::Audit(audit) => audit.run(),
        CliCommand::Hook(hook) => hook.run(),
        CliCommand::Install(install) => install.run(),
        CliCommand::Uninstall(uninstall) => uninstall.run(),
        CliCommand::Doctor(doctor) => doctor.run(),
        CliCommand::Stats(stats) => stats.run(),
        CliCommand::Query(query) => Ok(query.run("toon-mcp", &mut std::io::stdout().lock())?),
        CliCommand::Prompt(prompt) => prompt.run(),
    }
}

fn in_runtime(work: impl Future<Output = Result<(), Box<dyn Error>>>) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Runtime::new()?;
    let outcome = runtime.block_on(work);
    // Standard input is read on a thread that cannot be stopped.
    runtime.shutdown_background();
    outcome
}
