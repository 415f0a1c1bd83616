//! The headings of the help.

use crate::Program;
use clap::CommandFactory;

#[test]
fn general_options_have_no_heading() {
    let mut program = Program::command();
    program.build();
    for (command, general) in [
        ("proxy", &["command", "config", "verbose", "help"][..]),
        ("filter", &["config", "verbose", "help"]),
        ("serve", &["verbose", "help"]),
    ] {
        let options = program.find_subcommand(command).unwrap().get_arguments();
        let without: Vec<&str> = options
            .filter(|option| option.get_help_heading().is_none())
            .map(|option| option.get_id().as_str())
            .collect();
        assert_eq!(without, general, "{command}");
    }
}
