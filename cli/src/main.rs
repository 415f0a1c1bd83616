//! `toon`: converts JSON and similar formats to TOON and back, checks and formats TOON, and
//! measures what it saves.

#![forbid(unsafe_code)]

mod args;
mod check;
mod completions;
mod convert;
mod failure;
mod fmt;
mod formats;
mod input;
mod man;
mod output;
mod progress;
mod report;
mod stats;
mod tokens;
mod walk;

use args::{Cli, Command};
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = args::parse();
    let (verbose, result) = run(cli);
    match result {
        Ok(code) => code,
        Err(failure) => failure.report(verbose),
    }
}

fn run(cli: Cli) -> (bool, Result<ExitCode, Failure>) {
    let verbose = match &cli.command {
        Some(Command::Encode(args)) => args.verbose,
        Some(Command::Decode(args)) => args.verbose,
        Some(_) => false,
        None => cli.convert.verbose,
    };
    let result = match cli.command {
        None => convert::run(&cli.convert).map(|()| ExitCode::SUCCESS),
        Some(Command::Encode(args)) => convert::encode::run(&args).map(|()| ExitCode::SUCCESS),
        Some(Command::Decode(args)) => convert::decode::run(&args).map(|()| ExitCode::SUCCESS),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Fmt(args)) => fmt::run(&args),
        Some(Command::Stats(args)) => stats::run(&args),
        Some(Command::Completions { shell }) => completions::run(shell).map(|()| ExitCode::SUCCESS),
        Some(Command::Man(args)) => man::run(&args).map(|()| ExitCode::SUCCESS),
    };
    (verbose, result)
}
