//! Help, version, completions and the manual page.

use super::toon;

const COMMANDS: [&str; 7] = ["encode", "decode", "check", "fmt", "stats", "completions", "man"];

fn help(args: &[&str]) -> String {
    let output = toon(args).output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn each_command_has_an_example() {
    let all = help(&["--help"]);
    assert!(all.contains("Examples:\n  cargo metadata --format-version 1 | toon"), "{all}");
    assert!(all.contains("Exit codes: 0"), "{all}");
    for command in COMMANDS {
        let text = help(&[command, "--help"]);
        let example = text.split("Example").nth(1).unwrap_or_else(|| panic!("{text}"));
        assert!(example.contains(&format!("toon {command}")), "{text}");
        assert_eq!(help(&["help", command]), text);
    }
    assert!(help(&["-h"]).len() < all.len());
}

#[test]
fn version() {
    for flag in ["--version", "-v", "-V"] {
        assert_eq!(help(&[flag]), concat!("toon ", env!("CARGO_PKG_VERSION"), "\n"));
    }
}

#[test]
fn completions_of_each_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = help(&["completions", shell]);
        for command in COMMANDS {
            assert!(text.contains(command), "{shell} does not know {command}");
        }
    }
}

#[test]
fn the_manual_page() {
    let page = help(&["man"]);
    assert!(page.contains(".TH toon 1"), "{page}");
    for command in COMMANDS {
        assert!(
            page.contains(&format!(".TH toon\\-{command} 1"))
                || page.contains(&format!(".TH toon-{command} 1")),
            "{command}"
        );
    }
}
