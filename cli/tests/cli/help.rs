//! Help, version, completions and the manual page.

use super::{folder, names, toon, toon_in};

const COMMANDS: [&str; 9] =
    ["encode", "decode", "check", "fmt", "repair", "stats", "query", "completions", "man"];

fn help(args: &[&str]) -> String {
    let output = toon(args).output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn each_command_has_an_example() {
    let all = help(&["--help"]);
    assert!(all.contains("Examples:\n  toon users.json "), "{all}");
    assert!(all.contains("Exit codes: 0"), "{all}");
    for command in COMMANDS {
        let text = help(&[command, "--help"]);
        let example = text.split("Example").nth(1).unwrap_or_else(|| panic!("{text}"));
        assert!(example.contains(&format!("toon {command}")), "{text}");
        assert_eq!(help(&["help", command]), text);
    }
    let first = help(&["-h"]);
    assert!(first.lines().count() <= 45, "{first}");
    assert!(first.contains("--smallest") && !first.contains("--fold") && all.contains("--fold"), "{first}");
    let encode = help(&["encode", "-h"]);
    assert!(encode.contains("\nInput:\n      --from <FORMAT>") && encode.lines().count() <= 50, "{encode}");
}

#[test]
fn version() {
    for flag in ["--version", "-V"] {
        assert_eq!(help(&[flag]), concat!("toon ", env!("CARGO_PKG_VERSION"), "\n"));
    }
}

/// `-v` means the same in all commands.
#[test]
fn verbose() {
    let flag = |text: &str| text.contains("\n  -v, --verbose");
    assert!(flag(&help(&["-h"])) && !help(&["-h"]).contains("-v, --version"));
    for command in COMMANDS {
        assert_eq!(flag(&help(&[command, "-h"])), !["completions", "man"].contains(&command), "{command}");
    }
    for command in CONTEXT_COMMANDS {
        assert!(flag(&help(&["context", command, "-h"])), "{command}");
    }
    let encode = help(&["encode", "-h"]);
    assert!(
        encode.contains("Explain why lists do not become tables, and the type of each CSV column"),
        "{encode}"
    );
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

const CONTEXT_COMMANDS: [&str; 5] = ["inspect", "pack", "render", "stats", "validate"];

/// The lines of a page with the headings of sections.
fn headings(page: &str) -> String {
    let headings = page.lines().filter_map(|line| line.strip_prefix(".SH "));
    headings.map(|heading| heading.trim_matches('"')).collect::<Vec<_>>().join(", ")
}

#[test]
fn manual_pages() {
    let folder = tempfile::tempdir().unwrap();
    let man1 = folder.path().join("share/man1");
    assert_eq!(help(&["man", "--dir", man1.to_str().unwrap()]), "");
    let mut files: Vec<String> = COMMANDS.iter().map(|command| format!("toon-{command}.1")).collect();
    files.push("toon.1".to_owned());
    files.push("toon-context.1".to_owned());
    files.extend(CONTEXT_COMMANDS.iter().map(|command| format!("toon-context-{command}.1")));
    files.sort();
    assert_eq!(names(&man1), files);
    for command in COMMANDS {
        let page = help(&["man", command]);
        assert_eq!(page, std::fs::read_to_string(man1.join(format!("toon-{command}.1"))).unwrap());
        let version = env!("CARGO_PKG_VERSION");
        let title = format!("\n.TH TOON-{} 1 2026-11-27 \"toon {version}\" TOON\n", command.to_uppercase());
        assert!(page.contains(&title), "{page}");
        assert!(page.contains(&format!("\n\\fBtoon {command}\\fR ")), "{page}");
        assert_eq!(
            headings(&page),
            "NAME, SYNOPSIS, DESCRIPTION, OPTIONS, EXIT STATUS, ENVIRONMENT, EXAMPLES, SEE ALSO"
        );
        assert!(page.is_ascii(), "{page}");
        assert_eq!(page.contains("XDG_CONFIG_HOME"), ["check", "fmt"].contains(&command), "{page}");
        assert_eq!(page.contains("TMPDIR"), ["encode", "decode", "stats"].contains(&command), "{page}");
    }
    for command in CONTEXT_COMMANDS {
        let page = help(&["man", &format!("context-{command}")]);
        assert!(page.contains(&format!("\n\\fBtoon context {command}\\fR ")), "{page}");
        assert!(page.is_ascii(), "{page}");
    }
    assert!(help(&["man", "context"]).contains("toon\\-context\\-pack(1)"));
    let page = help(&["man", "check"]);
    assert!(page.contains("\nThere are mistakes, or warnings with \\-\\-deny\\-warnings, "), "{page}");
    assert!(help(&["man", "stats"]).contains("Each file \\[u2013] JSON, NDJSON"));
    let page = help(&["man"]);
    assert_eq!(page, std::fs::read_to_string(man1.join("toon.1")).unwrap());
    assert_eq!(
        headings(&page),
        "NAME, SYNOPSIS, DESCRIPTION, OPTIONS, COMMANDS, EXIT STATUS, ENVIRONMENT, EXAMPLES, SEE ALSO"
    );
    for words in ["toon\\-encode(1)", ".SS INPUT", "\\fBNO_COLOR\\fR", "\\fB2\\fR"] {
        assert!(page.contains(words), "no {words} in {page}");
    }
    // The short help lists neither of them.
    assert!(page.contains("Fold chains of single\\-key objects"), "{page}");
    assert!(help(&["man", "encode"]).contains("\nThe encoding of the input; "));
    toon(&["man", "nothing"]).assert().code(2);
}

/// Once the changelog has one for this version.
#[test]
fn the_date_of_manual_pages() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../CHANGELOG.md");
    let changelog = std::fs::read_to_string(path).unwrap();
    let heading = format!("## [{}] – ", env!("CARGO_PKG_VERSION"));
    let date = changelog.lines().find_map(|line| line.strip_prefix(&heading)).unwrap();
    let page = help(&["man"]);
    assert!(date == "unreleased" || page.contains(&format!("\n.TH TOON 1 {date} ")), "{page}");
}

#[test]
fn a_folder_that_is_a_file() {
    let folder = folder(&[("file", "")]);
    toon_in(&folder, &["man", "--dir", "file"])
        .assert()
        .code(2)
        .stderr_eq("error: file is a file, not a folder\n");
}

#[test]
fn one_page_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(help(&["man", "encode", "--dir", folder.path().to_str().unwrap()]), "");
    assert_eq!(names(folder.path()), ["toon-encode.1"]);
}
