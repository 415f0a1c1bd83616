//! How the help is laid out.

use clap::{Arg, Command};

/// The headings below which the help lists options, in any command. Others are general options.
const HEADINGS: &[(&str, &[&str])] = &[
    (
        "Input",
        &[
            "from",
            "jsonc",
            "encoding",
            "no_strict",
            "as_is",
            "expand_paths",
            "detect_indent",
            "from_answer",
            "non_finite",
            "tags",
        ],
    ),
    ("CSV input", &["csv_delimiter", "types", "nulls", "no_header", "ragged", "number_duplicates"]),
    ("Content", &["at", "head", "fields", "max_tokens", "fill", "drop_nulls", "drop_empty"]),
    (
        "Output",
        &[
            "to",
            "key_column",
            "delimiter",
            "smallest",
            "fence",
            "normal",
            "key_order",
            "fold",
            "flatten_depth",
            "spec",
            "stats",
        ],
    ),
];

/// What `toon -h` lists, to fit on a screen. `toon --help` lists everything.
const FIRST: &[&str] = &[
    "input",
    "output",
    "output_dir",
    "encode",
    "decode",
    "from",
    "to",
    "fields",
    "smallest",
    "stats",
    "help",
    "version",
];

/// The number of options that need no headings.
const FEW: usize = 10;

/// Lays out the help of the program and its commands.
pub(super) fn layout(program: Command) -> Command {
    program
        .mut_args(|option| {
            let is_first = FIRST.contains(&option.get_id().as_str());
            if is_first { option } else { under_heading(option).hide_short_help(true) }
        })
        .mut_subcommands(|command| {
            let has_few = command.get_arguments().count() <= FEW;
            if has_few { command } else { command.mut_args(under_heading) }
        })
}

fn under_heading(option: Arg) -> Arg {
    let id = option.get_id().as_str();
    match HEADINGS.iter().find(|(_, options)| options.contains(&id)) {
        Some((heading, _)) => option.help_heading(*heading),
        None => option,
    }
}

#[cfg(test)]
mod tests {
    use super::HEADINGS;
    use crate::args;
    use clap::Command;

    #[test]
    fn the_headings_are_of_options() {
        let program = args::command();
        let commands: Vec<&Command> = [&program].into_iter().chain(program.get_subcommands()).collect();
        for option in HEADINGS.iter().flat_map(|(_, options)| *options) {
            let exists =
                commands.iter().any(|command| command.get_arguments().any(|arg| arg.get_id() == option));
            assert!(exists, "{option}");
        }
    }
}
