//! How the help is laid out.

use clap::{Arg, Command};

/// The headings below which the help lists options, in any command. Others are general options.
const HEADINGS: &[(&str, &[&str])] = &[
    (
        "Input",
        &[
            "from",
            "jsonc",
            "join_pages",
            "encoding",
            "no_strict",
            "as_is",
            "expand_paths",
            "detect_indent",
            "from_answer",
            "block",
            "complete",
            "allow_cut_off",
            "non_finite",
            "tags",
        ],
    ),
    (
        "CSV input",
        &[
            "csv_delimiter",
            "comment",
            "skip_lines",
            "types",
            "decimal",
            "keep_na",
            "nulls",
            "no_header",
            "ragged",
            "number_duplicates",
        ],
    ),
    ("Content", &["at", "head", "fields", "max_tokens", "fill", "drop_nulls", "drop_empty"]),
    (
        "Output",
        &[
            "to",
            "key_column",
            "lists",
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
    "verbose",
    "help",
    "version",
];

/// Options that only the long help lists: seldom needed, or named by an error when they are.
const RARE: &[&str] = &[
    "indent",
    "block",
    "complete",
    "allow_cut_off",
    "jsonc",
    "join_pages",
    "encoding",
    "csv_delimiter",
    "comment",
    "skip_lines",
    "types",
    "decimal",
    "keep_na",
    "ragged",
    "number_duplicates",
    "non_finite",
    "tags",
    "drop_empty",
    "key_order",
    "fold",
    "flatten_depth",
    "spec",
    "expand_paths",
    "key_column",
    "lists",
];

/// The number of options that need no headings.
const MAX_WITHOUT_HEADINGS: usize = 12;

/// Lays out the help of the program and its commands, whose short help fits on a screen.
pub(super) fn layout(program: Command) -> Command {
    program
        .mut_args(|option| {
            let is_first = FIRST.contains(&option.get_id().as_str());
            if is_first { option } else { under_heading(option).hide_short_help(true) }
        })
        .mut_subcommands(|command| {
            let has_few = command.get_arguments().count() <= MAX_WITHOUT_HEADINGS;
            if has_few { command } else { command.mut_args(|option| rare(under_heading(option))) }
        })
}

fn rare(option: Arg) -> Arg {
    let is_rare = RARE.contains(&option.get_id().as_str());
    if is_rare { option.hide_short_help(true) } else { option }
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
    use super::{FIRST, HEADINGS, RARE};
    use crate::args;
    use clap::Command;

    #[test]
    fn named_options_exist() {
        let mut program = args::command();
        program.build();
        let commands: Vec<&Command> = [&program].into_iter().chain(program.get_subcommands()).collect();
        let named = HEADINGS.iter().flat_map(|(_, options)| *options).chain(FIRST).chain(RARE);
        for option in named {
            let exists =
                commands.iter().any(|command| command.get_arguments().any(|arg| arg.get_id() == option));
            assert!(exists, "{option}");
        }
    }
}
