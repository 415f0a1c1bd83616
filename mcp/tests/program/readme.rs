//! Checks the README.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};

const README: &str = include_str!("../../README.md");

/// All blocks of code in this language.
fn blocks(language: &str) -> Vec<&str> {
    let start = format!("```{language}\n");
    README.split(&start).skip(1).map(|rest| rest.split_once("```").unwrap().0).collect()
}

#[test]
fn the_text_for_models() {
    let (_, rest) = README.split_once("<!-- prompt -->\n```text\n").unwrap();
    let (text, _) = rest.split_once("\n```\n").unwrap();
    assert_eq!(text, toon_convert::Explanation::Short.text(toon::Delimiter::Comma, 2));
    let output = Command::new(env!("CARGO_BIN_EXE_toon-mcp")).args(["prompt", "--short"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{text}\n"));
}

/// With each normal form.
#[test]
fn the_texts_for_models_that_read_normal_forms() {
    let (_, rest) = README.split_once("<!-- prompt normal -->\n```text\n").unwrap();
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
    let form = blocks("text").into_iter().find(|block| block.starts_with("_form: ")).unwrap().trim_end();
    let options = toon_normal::Options::new().key_order(toon_normal::KeyOrder::Header);
    let json = options.to_json(form).unwrap();
    assert_eq!(options.from_json(&json).unwrap().text, form);
}

/// The program accepts the first command of each hook.
#[test]
fn the_filter_of_a_hook() {
    let command = blocks("sh").into_iter().find(|block| block.contains("after:exec:")).unwrap();
    let (_, rest) = command.split_once("after:exec:toon-mcp ").unwrap();
    let arguments = rest.split('\'').next().unwrap().split(' ');
    let mut program = Command::new(env!("CARGO_BIN_EXE_toon-mcp"));
    assert!(program.args(arguments).stdin(Stdio::null()).output().unwrap().status.success());
}

/// The program accepts the arguments that hosts start it with.
#[test]
fn configurations_of_hosts() {
    let blocks = blocks("json");
    assert!(blocks.len() > 3);
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
    let settings = blocks("toml").into_iter().find(|block| block.contains("max_size_bytes")).unwrap();
    // Commented-out settings are valid, too.
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.toml");
    std::fs::write(&file, settings.replace("# include_tools", "include_tools").replace("# tools", "tools"))
        .unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_toon-mcp"));
    // A server that ends with its input, which has ended.
    let server = [env!("CARGO_BIN_EXE_toon-mcp"), "serve"];
    program.args(["proxy", "--config"]).arg(&file).arg("--").args(server).stdin(Stdio::null());
    let output = program.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
