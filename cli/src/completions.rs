//! `toon completions`: the scripts of `clap_complete`, which know no program that takes a file or a
//! command, adapted to this one.

use crate::args;
use crate::failure::Failure;
use crate::output;
use clap::builder::PossibleValue;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use std::fmt::Write;

pub(crate) fn run(shell: Shell) -> Result<(), Failure> {
    let mut command = args::command().mut_args(hint).mut_subcommands(|command| command.mut_args(hint));
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "toon", &mut script);
    let script = String::from_utf8_lossy(&script);
    let script = match shell {
        Shell::Bash => bash(&script),
        Shell::Fish => fish(&script, &command),
        Shell::Zsh => zsh(&script).unwrap_or_else(|| script.to_string()),
        _ => script.to_string(),
    };
    output::print(script.as_bytes())
}

/// Only paths are completed with files, and not numbers, for example.
fn hint(argument: Arg) -> Arg {
    let takes_other = argument.get_action().takes_values() && argument.get_value_hint() == ValueHint::Unknown;
    if takes_other { argument.value_hint(ValueHint::Other) } else { argument }
}

/// Offers options only after a dash. clap offers them instead of files.
fn bash(script: &str) -> String {
    const WORDS: &str = r#"
_toon_words() {
    local word words previous=$3
    # Of `--to=csv`, the equals sign is a word.
    [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD-2]}
    _toon "$1" "$2" "$previous"
    [[ $2 == -* ]] && return
    words=("${COMPREPLY[@]}")
    COMPREPLY=()
    for word in "${words[@]}"; do
        [[ $word == -* ]] || COMPREPLY+=("$word")
    done
    # Without any other word, bash offers files by itself.
    if [[ $COMP_CWORD -eq 1 && ${#COMPREPLY[@]} -gt 0 ]]; then
        while IFS= read -r word; do
            COMPREPLY+=("$word")
        done < <(compgen -f -- "$2")
        compopt -o filenames 2>/dev/null
    fi
}

if [["#;
    script
        .replacen("\nif [[", WORDS, 1)
        .replace("complete -F _toon ", "complete -F _toon_words ")
        // Bash itself marks folders, and expands `~`.
        .replace("COMPREPLY=($(compgen -f \"${cur}\"))", "COMPREPLY=()")
}

/// Offers options after a file, values after the option for them, the values of positional
/// arguments, and commands after `help`.
fn fish(script: &str, command: &Command) -> String {
    let commands: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let commands = commands.join(" ");
    let is_command = format!("if contains -- \"$argv[1]\" {commands}");
    // `help` itself is one of these.
    let seen = format!("not __fish_seen_subcommand_from {commands}");
    let mut script = script
        .replacen("if set -q argv[1]", &is_command, 1)
        .replacen("or return", "or set argv $cmd", 1)
        .replace("-n \"__fish_toon_needs_command\" -a", "-n \"__fish_is_first_arg\" -a")
        .replace(&seen, "test (count (commandline -opc)) -eq 2");
    for command in command.get_subcommands() {
        let values = command.get_positionals().flat_map(Arg::get_possible_values);
        let values: Vec<String> = values.map(|value| PossibleValue::get_name(&value).to_owned()).collect();
        if !values.is_empty() {
            let (name, values) = (command.get_name(), values.join(" "));
            let _ = writeln!(
                script,
                "complete -c toon -n \"__fish_toon_using_subcommand {name}\" -f -a \"{values}\""
            );
        }
    }
    script
}

/// Lets a file stand in place of a command. clap's script takes the second word after the options
/// for the command, and offers nothing after a file.
///
/// Without what clap generates today, there is nothing to adapt.
fn zsh(script: &str) -> Option<String> {
    // With two colons, nothing but files follows a file.
    let script = script.replace("'*::", "'*:");
    let (start, rest) = script.split_once("    _arguments ")?;
    let (options, rest) = rest.split_once("'::input ")?;
    let (_file, rest) = rest.split_once('\n')?;
    let (cases, commands) = rest.split_once("        esac\n    ;;\nesac\n}")?;
    let describe = "_describe -t commands 'toon commands' commands \"$@\"\n";
    let offer = "{ _describe -t commands 'toon commands' commands \"$@\"; _files; }\n";
    Some(format!(
        "{start}    _arguments {options}{cases}            (*)
_arguments {options}'*:FILE:_files' \\
&& ret=0
;;
        esac
    ;;
esac
}}{commands}",
        cases = cases.replace("$line[2]", "$line[1]"),
        commands = commands.replacen(describe, offer, 1),
    ))
}
