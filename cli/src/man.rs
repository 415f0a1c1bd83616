//! `toon man`: the pages of `clap_mangen`, with the sections that it does not have.

use crate::args::{self, Manual};
use crate::failure::Failure;
use crate::output;
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::fmt::Write;
use std::io;

/// The day of the release, as in the changelog.
const RELEASED: &str = "2026-11-27";

/// The environment variables of all commands.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("NO_COLOR", "Do not use colours, whatever its value is, unless that is empty."),
    ("CLICOLOR_FORCE", "Use colours even if the output is not a terminal. NO_COLOR takes precedence."),
    ("CLICOLOR", "Do not use colours if the value is 0."),
    ("TERM", "Do not use colours on a terminal if it is unset or dumb."),
    ("COLUMNS", "The width of the help if the output is not a terminal."),
];

/// Those of the commands that search folders.
const SEARCH_ENVIRONMENT: (&str, &str) = (
    "XDG_CONFIG_HOME, HOME",
    "Where Git's configuration is, which may name a file with patterns of files to ignore.",
);

/// Those of the commands that read input several times.
const INPUT_ENVIRONMENT: (&str, &str) = (
    "TMPDIR",
    "The folder for standard input that is read several times and does not fit in memory; /tmp by default.",
);

fn environment(command: &str) -> Vec<(&'static str, &'static str)> {
    let own = match command {
        "check" | "fmt" | "context-pack" => Some(SEARCH_ENVIRONMENT),
        "toon" | "encode" | "decode" | "stats" => Some(INPUT_ENVIRONMENT),
        _ => None,
    };
    ENVIRONMENT.iter().copied().chain(own).collect()
}

fn exit_status(command: &str) -> Vec<(&'static str, &'static str)> {
    let failure = match command {
        "check" => {
            "There are mistakes, or warnings with --deny-warnings, or a file or folder cannot be read."
        }
        "fmt" => {
            "A file is invalid, contains comments, or cannot be read or written, or with --check would change."
        }
        "repair" => "The answer was refused, or a file cannot be read or written.",
        "completions" => "The script cannot be written.",
        "man" => "A page cannot be written.",
        _ => "The input is invalid, or a file cannot be read or written.",
    };
    let mut codes = vec![("0", "Success."), ("1", failure), ("2", "The usage is invalid.")];
    if matches!(command, "decode" | "repair") {
        codes.push((
            "3",
            "The answer was cut off, and its end was dropped because --allow-cut-off was given.",
        ));
    }
    codes
}

pub(crate) fn run(args: &Manual) -> Result<(), Failure> {
    let mut pages = pages();
    if let Some(command) = &args.command {
        let name = format!("toon-{command}");
        pages.retain(|page| page.get_display_name() == Some(&name));
    }
    let Some(folder) = &args.dir else {
        return pages.first().map_or(Ok(()), |page| output::print(&render(page)?));
    };
    output::create_folder(folder)?;
    for page in &pages {
        output::put(Some(&folder.join(name(page)).with_extension("1")), &[&render(page)?])?;
    }
    Ok(())
}

/// The program, followed by its commands, and each of those by its own.
fn pages() -> Vec<Command> {
    let mut program = shown(args::command());
    // Sets the full names of the commands.
    program.build();
    let mut pages = Vec::new();
    collect(&program, &mut pages);
    pages
}

/// With all texts: without this, `clap_mangen` leaves out those that only the long help shows.
fn shown(command: Command) -> Command {
    let command = command.disable_help_subcommand(true).subcommand_help_heading("COMMANDS");
    command.mut_args(|option| option.hide_short_help(false)).mut_subcommands(shown)
}

fn collect(command: &Command, pages: &mut Vec<Command>) {
    pages.push(command.clone());
    for command in command.get_subcommands() {
        collect(command, pages);
    }
}

fn name(page: &Command) -> &str {
    page.get_display_name().unwrap_or_else(|| page.get_name())
}

/// The command of a page, as `toon man` takes it.
fn command(page: &Command) -> &str {
    name(page).strip_prefix("toon-").unwrap_or("toon")
}

fn render(page: &Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    sections(page, &mut text).map_err(|error| Failure::output(&error))?;
    let text = String::from_utf8_lossy(&text);
    // Each section defines the apostrophe again, and breaks lines around empty ones.
    let (once, rest) = text.split_at(text.find(".TH").unwrap_or_default());
    let text = format!("{once}{}", rest.replace(once, "").replace(".br\n\n.br\n", ".sp\n"));
    Ok(escaped(&text).into_bytes())
}

/// With an escape sequence for any character that is not ASCII, which groff would take for Latin-1.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_ascii() {
            escaped.push(char);
        } else {
            // Writing to a string does not fail.
            let _ = write!(escaped, "\\[u{:04X}]", u32::from(char));
        }
    }
    escaped
}

fn sections(page: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    // Not every option again, of which there are many.
    let usage = page.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned();
    let man = Man::new(page.clone().override_usage(usage))
        .title(name(page).to_uppercase())
        .date(RELEASED)
        .source(concat!("toon ", env!("CARGO_PKG_VERSION")))
        .manual("TOON");
    man.render_title(text)?;
    man.render_name_section(text)?;
    man.render_synopsis_section(text)?;
    man.render_description_section(text)?;
    let mut options = Vec::new();
    man.render_options_section(&mut options)?;
    text.extend_from_slice(under_one_heading(&options).as_bytes());
    if page.has_subcommands() {
        man.render_subcommands_section(text)?;
    }
    let mut more = Roff::new();
    definitions(&mut more, "EXIT STATUS", &exit_status(command(page)));
    definitions(&mut more, "ENVIRONMENT", &environment(command(page)));
    examples(&mut more, page);
    more.control("SH", ["SEE ALSO"]);
    more.text(if command(page) == "toon" {
        vec![roman("https://github.com/toon-format/spec")]
    } else {
        vec![bold("toon"), roman("(1)")]
    });
    more.to_writer(text)
}

/// Makes the headings of options sections within that of all options.
fn under_one_heading(options: &[u8]) -> String {
    let options = String::from_utf8_lossy(options).replace(".SH OPTIONS\n", "");
    format!(".SH OPTIONS\n{}", options.replace(".SH ", ".SS "))
}

fn definitions(page: &mut Roff, heading: &str, entries: &[(&str, &str)]) {
    page.control("SH", [heading]);
    for (term, meaning) in entries {
        page.control("TP", []);
        page.text([bold(*term)]);
        page.text([roman(*meaning)]);
    }
}

/// The examples of the help.
fn examples(page: &mut Roff, command: &Command) {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut lines = help.lines().skip_while(|line| !line.starts_with("Example")).skip(1).peekable();
    if lines.peek().is_none() {
        return;
    }
    page.control("SH", ["EXAMPLES"]);
    page.control("EX", []);
    for line in lines.take_while(|line| line.starts_with(' ')) {
        page.text([roman(line.trim())]);
    }
    page.control("EE", []);
}
