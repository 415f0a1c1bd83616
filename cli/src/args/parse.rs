//! Parses the command line, with advice where clap has none.

use super::answer::Choosing;
use super::cli::Cli;
use super::help::layout;
use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches};
use std::ffi::OsStr;
use std::path::Path;

/// The options of all commands.
pub(crate) fn command() -> Command {
    let command = Cli::command();
    // `man` has a page for each of the others.
    let names = PossibleValuesParser::new(names(&command, ""));
    let command =
        command.mut_subcommand("man", |man| man.mut_arg("command", |topic| topic.value_parser(names)));
    let command = command.mut_subcommands(|command| match command.get_name() {
        "decode" => Choosing::require_answer(command),
        _ => command,
    });
    layout(command)
}

/// The names of the commands below `command`, as those of their pages.
fn names(command: &Command, prefix: &str) -> Vec<PossibleValue> {
    let names = command.get_subcommands().flat_map(|command| {
        let name = format!("{prefix}{}", command.get_name());
        let below = names(command, &format!("{name}-"));
        [vec![PossibleValue::new(name)], below].concat()
    });
    names.collect()
}

/// Parses the command line, or exits with a message.
pub(crate) fn parse() -> Cli {
    let mut command = command();
    let parsed = command.try_get_matches_from_mut(std::env::args_os());
    let cli = parsed.and_then(|matches| {
        check_files(&mut command, &matches, None)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    });
    cli.unwrap_or_else(|error| advise(&mut command, error).exit())
}

fn advise(command: &mut Command, mut error: Error) -> Error {
    // What clap has understood in spite of the error.
    let understood = self::command().ignore_errors(true).try_get_matches().unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let option = text(&error, ContextKind::InvalidArg).unwrap_or_default();
            let owners = owners(command, option, understood.subcommand_name());
            if let Some((last, others)) = owners.split_last() {
                let others = others.join(", ");
                let and = if others.is_empty() { "" } else { " and " };
                let tip = format!("`{option}` is an option of {others}{and}{last}");
                error.remove(ContextKind::SuggestedArg);
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            }
            // Clap's usage consists of what was given and what is similar.
            let usage = usage(command, understood.subcommand_name());
            error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
        }
        // To clap, a word after a file is a command.
        ErrorKind::ArgumentConflict => {
            let word = text(&error, ContextKind::InvalidSubcommand);
            if let Err(better) = check_files(command, &understood, word) {
                return better;
            }
        }
        // Of `toon help`, for which clap suggests nothing.
        ErrorKind::InvalidSubcommand => {
            let word = text(&error, ContextKind::InvalidSubcommand).unwrap_or_default();
            if let Some(name) = similar(command, word) {
                error.insert(ContextKind::SuggestedSubcommand, ContextValue::String(name));
            }
        }
        _ => {}
    }
    error
}

fn text(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

/// The usage of a command, or of the program.
fn usage(command: &mut Command, name: Option<&str>) -> StyledStr {
    // Sets the full names of the commands.
    command.build();
    let current = name.and_then(|name| command.find_subcommand(name)).unwrap_or(command);
    current.clone().render_usage()
}

/// The commands that have the option, except the `current` one.
fn owners(command: &Command, option: &str, current: Option<&str>) -> Vec<String> {
    let is_it = |other: &Arg| {
        let long = other.get_long().map(|name| format!("--{name}"));
        let short = other.get_short().map(|name| format!("-{name}"));
        long.as_deref() == Some(option) || short.as_deref() == Some(option)
    };
    let others = command.get_subcommands().filter(|other| Some(other.get_name()) != current);
    let owners = others.filter(|other| other.get_arguments().any(is_it));
    owners.map(|owner| format!("`toon {}`", owner.get_name())).collect()
}

/// Rejects a file that does not exist and is meant as a command. `word` follows the files.
fn check_files(command: &mut Command, matches: &ArgMatches, word: Option<&str>) -> Result<(), Error> {
    if matches.subcommand_name().is_some() {
        return Ok(());
    }
    let files = matches.get_raw("input").into_iter().flatten().filter_map(OsStr::to_str);
    let files: Vec<&str> = files.chain(word).collect();
    let is_command = |file: &str| !file.contains(['.', '/', '\\']) && !Path::new(file).exists();
    for (index, file) in files.iter().enumerate().filter(|(_, file)| is_command(file)) {
        let message = match similar(command, file) {
            Some(name) if name == *file => {
                let others: Vec<&str> = files.iter().copied().filter(|other| other != file).collect();
                format!("the command must come first\n\n  tip: use `toon {name} {}`", others.join(" "))
            }
            Some(name) => {
                format!("there is no file or command `{file}`\n\n  tip: a similar command exists: `{name}`")
            }
            // `toon convert data.json`
            None if index == 0 && files.len() > 1 && file.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
                format!(
                    "there is no file or command `{file}`\n\n  tip: the commands are {}; without one, a file is converted",
                    names.join(", ")
                )
            }
            None => continue,
        };
        return Err(command.error(ErrorKind::InvalidSubcommand, message));
    }
    Ok(())
}

/// The command with the most similar name.
fn similar(command: &Command, word: &str) -> Option<String> {
    /// Clap suggests names above 0.7, but `convert` is not a misspelled `context`.
    const SIMILAR: f64 = 0.82;
    let names = command.get_subcommands().map(Command::get_name);
    let rated = names.map(|name| (strsim::jaro(word, name), name)).filter(|(rating, _)| *rating > SIMILAR);
    rated.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name.to_owned())
}
