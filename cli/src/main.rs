//! `toon`: converts JSON and similar formats to TOON and back, checks and formats TOON, and
//! measures what it saves.

#![forbid(unsafe_code)]

mod answer;
mod args;
mod check;
mod completions;
#[cfg(feature = "context")]
mod context;
mod convert;
mod count;
mod failure;
mod fmt;
mod man;
mod open;
mod outcome;
mod output;
mod pointer;
mod progress;
mod repair;
mod report;
mod rewrite;
mod shell;
mod stats;
mod tokens;
mod walk;

use args::{Cli, Command};
use failure::Failure;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use toon_store::query::Request;

fn main() -> ExitCode {
    // Queries run in a process of their own.
    if let Some(request) = Request::of_worker(env::args_os().skip(1)) {
        return toon_store::query::work(&request);
    }
    let cli = args::parse();
    let is_verbose = cli.is_verbose();
    let result = run(cli);
    progress::end();
    let code = result.unwrap_or_else(|failure| failure.report());
    if is_verbose && code == ExitCode::FAILURE {
        report::versions();
    }
    code
}

fn run(cli: Cli) -> Result<ExitCode, Failure> {
    match cli.command {
        None if is_idle() => Ok(help()),
        None => convert::run(&cli.convert),
        Some(Command::Encode(args)) => convert::encode::run(&args),
        Some(Command::Decode(args)) => convert::decode::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Fmt(args)) => fmt::run(&args),
        Some(Command::Repair(args)) => repair::run(&args),
        Some(Command::Stats(args)) => stats::run(&args),
        Some(Command::Query(args)) => args
            .query
            .run("toon", &mut io::stdout().lock())
            .map(|()| ExitCode::SUCCESS)
            .map_err(Failure::Input),
        #[cfg(feature = "context")]
        Some(Command::Context(args)) => context::run(&args),
        Some(Command::Completions { shell }) => completions::run(shell).map(|()| ExitCode::SUCCESS),
        Some(Command::Man(args)) => man::run(&args).map(|()| ExitCode::SUCCESS),
    }
}

/// Whether the program was called without anything to do: on a terminal, without arguments, or only
/// with `-v`, which other programs take for `--version`.
fn is_idle() -> bool {
    let mut args = env::args_os().skip(1);
    args.all(|arg| arg == "-v" || arg == "--verbose") && io::stdin().is_terminal()
}

/// Prints the short help in place of waiting for input.
fn help() -> ExitCode {
    // There is no way to report a closed stderr.
    let _ = write!(anstream::stderr(), "{}", args::command().render_help().ansi());
    ExitCode::from(2)
}
