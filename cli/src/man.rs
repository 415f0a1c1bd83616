//! `toon man`: the pages of `clap_mangen`, with the sections that it does not have.

use crate::args::{self, Manual};
use crate::failure::Failure;
use crate::output;
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::{fs, io};

/// The exit codes of all commands.
const EXIT_STATUS: &[(&str, &str)] = &[
    ("0", "Success."),
    (
        "1",
        "The input is invalid, or a file cannot be read or written. With check, there are mistakes; with \
         fmt --check, a file would change.",
    ),
    ("2", "The usage is invalid."),
];

/// The environment variables of all commands.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("NO_COLOR", "Do not use colours, whatever its value is, unless that is empty."),
    ("CLICOLOR_FORCE", "Use colours even if the output is not a terminal. NO_COLOR takes precedence."),
    ("CLICOLOR", "Do not use colours if the value is 0."),
    ("TERM", "Do not use colours on a terminal if it is unset or dumb."),
    ("COLUMNS", "The width of the help if the output is not a terminal."),
    (
        "XDG_CONFIG_HOME, HOME",
        "Where Git's configuration is, which may name a file with patterns of files that check and fmt ignore.",
    ),
    (
        "TMPDIR",
        "The folder for standard input that is read twice and does not fit in memory; /tmp by default.",
    ),
];

pub(crate) fn run(args: &Manual) -> Result<(), Failure> {
    let mut pages = pages();
    if let Some(command) = &args.command {
        let name = format!("toon-{command}");
        pages.retain(|page| page.get_display_name() == Some(&name));
    }
    let Some(folder) = &args.dir else {
        return pages.first().map_or(Ok(()), |page| output::print(&render(page)?));
    };
    let refuse = |error| Failure::file("write", &folder.display().to_string(), &error);
    fs::create_dir_all(folder).map_err(refuse)?;
    for page in &pages {
        output::put(Some(&folder.join(name(page)).with_extension("1")), &[&render(page)?])?;
    }
    Ok(())
}

/// The program, followed by its commands.
fn pages() -> Vec<Command> {
    let mut program = args::command().disable_help_subcommand(true).subcommand_help_heading("COMMANDS");
    // Sets the full names of the commands.
    program.build();
    let commands: Vec<Command> = program.get_subcommands().cloned().collect();
    [vec![program], commands].concat()
}

fn name(page: &Command) -> &str {
    page.get_display_name().unwrap_or_else(|| page.get_name())
}

fn render(page: &Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    sections(page, &mut text).map_err(|error| Failure::output(&error))?;
    let text = String::from_utf8_lossy(&text);
    // Each section defines the apostrophe again, and breaks lines around empty ones.
    let (once, rest) = text.split_at(text.find(".TH").unwrap_or_default());
    let text = format!("{once}{}", rest.replace(once, "").replace(".br\n\n.br\n", ".sp\n"));
    Ok(text.into_bytes())
}

fn sections(page: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    // Not every option again, of which there are many.
    let usage = page.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned();
    let man = Man::new(page.clone().override_usage(usage))
        .title(name(page).to_uppercase())
        // An empty argument.
        .date("\"\"")
        .source(concat!("toon ", env!("CARGO_PKG_VERSION")))
        .manual("TOON");
    man.render_title(text)?;
    man.render_name_section(text)?;
    man.render_synopsis_section(text)?;
    man.render_description_section(text)?;
    let mut options = Vec::new();
    man.render_options_section(&mut options)?;
    text.extend_from_slice(grouped(&options).as_bytes());
    if page.has_subcommands() {
        man.render_subcommands_section(text)?;
    }
    let mut more = Roff::new();
    definitions(&mut more, "EXIT STATUS", EXIT_STATUS);
    definitions(&mut more, "ENVIRONMENT", ENVIRONMENT);
    examples(&mut more, page);
    more.control("SH", ["SEE ALSO"]);
    more.text(if page.has_subcommands() {
        vec![roman("https://github.com/toon-format/spec")]
    } else {
        vec![bold("toon"), roman("(1)")]
    });
    more.to_writer(text)
}

/// Makes the headings of options sections within that of all options.
fn grouped(options: &[u8]) -> String {
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
