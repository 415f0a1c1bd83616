//! Checks the README, and the pages that it links to.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

const README: &str = include_str!("../../README.md");
const FILTER: &str = include_str!("../../docs/filter.md");
const RESULTS: &str = include_str!("../../docs/results.md");
const SAVINGS: &str = include_str!("../../docs/savings.md");
const SETTINGS: &str = include_str!("../../docs/settings.md");
const SETUP: &str = include_str!("../../docs/setup.md");

/// All blocks of code in this language.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let start = format!("```{language}\n");
    page.split(&start).skip(1).map(|rest| rest.split_once("```").unwrap().0).collect()
}

/// Two screens.
#[test]
fn the_readme_is_short() {
    assert!(README.lines().count() <= 120, "{}", README.lines().count());
    for line in README.lines() {
        assert!(line.chars().count() <= 120, "{line}");
    }
}

/// Its measurements are in the tables.
#[test]
fn the_readme_has_the_figures_that_were_measured() {
    for (before, after) in [("1617", "584"), ("896", "735"), ("34909", "9563")] {
        let has = |figure: &str| README.split(|c: char| !c.is_alphanumeric()).any(|word| word == figure);
        assert!(
            has(before) && has(after) && SAVINGS.contains(&format!("| {before} → {after} (")),
            "{before}"
        );
    }
}

/// Links lead to files, and to headings in them.
#[test]
fn links() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in ["README.md"].map(str::to_owned).into_iter().chain(documents()) {
        let file = folder.join(&page);
        let text = std::fs::read_to_string(&file).unwrap();
        for (link, _) in text.split("](").skip(1).map(|rest| rest.split_once(')').unwrap()) {
            if link.starts_with("https://") {
                continue;
            }
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { file.clone() } else { file.parent().unwrap().join(path) };
            let target = std::fs::read_to_string(&target).unwrap_or_else(|_| panic!("{page}: {link}"));
            assert!(heading.is_empty() || headings(&target).any(|other| other == heading), "{page}: {link}");
        }
    }
}

/// The pages in the folder `docs`.
fn documents() -> impl Iterator<Item = String> {
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")).unwrap();
    files.map(|file| format!("docs/{}", file.unwrap().file_name().to_str().unwrap()))
}

/// The headings of a page, as links name them.
fn headings(page: &str) -> impl Iterator<Item = String> {
    page.lines().filter(|line| line.starts_with('#')).map(|line| {
        let text = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        text.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
    })
}

#[test]
fn the_text_for_models() {
    let (_, rest) = RESULTS.split_once("<!-- prompt -->\n```text\n").unwrap();
    let (text, _) = rest.split_once("\n```\n").unwrap();
    assert_eq!(text, toon_convert::Explanation::Short.text(toon::Delimiter::Comma, 2));
    let output = Command::new(env!("CARGO_BIN_EXE_toon-mcp")).args(["prompt", "--short"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{text}\n"));
}

/// With each normal form.
#[test]
fn the_texts_for_models_that_read_normal_forms() {
    let (_, rest) = RESULTS.split_once("<!-- prompt normal -->\n```text\n").unwrap();
    let (text, _) = rest.split_once("\n```\n").unwrap();
    assert_eq!(
        text,
        toon_convert::Explanation::Short.for_level(
            Some(toon_normal::Level::Legible),
            toon::Delimiter::Comma,
            2
        )
    );
}

#[test]
fn the_example_of_a_normal_form() {
    let form =
        blocks(RESULTS, "text").into_iter().find(|block| block.starts_with("_form: ")).unwrap().trim_end();
    let options = toon_normal::Options::new().key_order(toon_normal::KeyOrder::Header);
    let json = options.to_json(form).unwrap();
    assert_eq!(options.from_json(&json).unwrap().text, form);
}

/// The program accepts the first command of each hook.
#[test]
fn the_filter_of_a_hook() {
    let command = blocks(FILTER, "sh").into_iter().find(|block| block.contains("after:exec:")).unwrap();
    let (_, rest) = command.split_once("after:exec:toon-mcp ").unwrap();
    let arguments = rest.split('\'').next().unwrap().split(' ');
    let mut program = Command::new(env!("CARGO_BIN_EXE_toon-mcp"));
    assert!(program.args(arguments).stdin(Stdio::null()).output().unwrap().status.success());
}

/// The program accepts the arguments that hosts start it with.
#[test]
fn configurations_of_hosts() {
    let blocks = [blocks(README, "json"), blocks(SETUP, "json")].concat();
    assert!(blocks.len() > 5);
    for block in blocks {
        let config: Value = serde_json::from_str(block).unwrap();
        let servers = config.as_object().unwrap().values().next().unwrap();
        for server in servers.as_object().unwrap().values() {
            if server["command"] != "toon-mcp" {
                continue;
            }
            let arguments =
                server["args"].as_array().unwrap().iter().map(|argument| argument.as_str().unwrap());
            // Arguments before `--` are the program's own. With `--help` it parses them, but starts
            // nothing.
            let own = arguments.take_while(|argument| *argument != "--");
            let mut program = Command::new(env!("CARGO_BIN_EXE_toon-mcp"));
            assert!(program.args(own).arg("--help").output().unwrap().status.success(), "{block}");
        }
    }
}

#[test]
fn the_file_with_settings() {
    let settings =
        blocks(SETTINGS, "toml").into_iter().find(|block| block.contains("max_size_bytes")).unwrap();
    // Commented-out settings are valid, too.
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.toml");
    let names = ["include_tools", "tools", "my-host", "claude-code"];
    let all = names.iter().fold(settings.to_owned(), |all, name| all.replace(&format!("# {name}"), name));
    std::fs::write(&file, all).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_toon-mcp"));
    // A server that ends with its input, which has ended.
    let server = [env!("CARGO_BIN_EXE_toon-mcp"), "serve"];
    program.args(["proxy", "--config"]).arg(&file).arg("--").args(server).stdin(Stdio::null());
    let output = program.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
