//! The examples in the documentation are what the library writes and reads.

use crate::support::json::Json;
use std::path::Path;
use toon_normal::{Form, Level, Options};

const PAGE: &str = include_str!("../../src/form.md");
const README: &str = include_str!("../../README.md");
/// Its explanation of the form is what `toon-mcp prompt` prints, as a test there shows.
const MCP_RESULTS: &str = include_str!("../../../mcp/docs/results.md");

/// A fenced block: its language and its text.
struct Block {
    language: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block { language: language.to_string(), text: text.join("\n") });
        }
    }
    blocks
}

/// Compares each block of TOON with the block of JSON before it; returns their number. With
/// `TOON_PAGES=overwrite`, it replaces those that differ in the file instead.
fn check(page: &str, file: &str) -> usize {
    let overwrite = std::env::var("TOON_PAGES").is_ok_and(|value| value == "overwrite");
    let mut current = page.to_owned();
    let mut count = 0;
    let mut json = String::new();
    for Block { language, text } in blocks(page) {
        let level = match language.as_str() {
            "json" => {
                json = Json::parse(&text).unwrap_or_else(|error| panic!("{error}:\n{text}")).to_string();
                continue;
            }
            "toon" => Level::Legible,
            "toon plain" => Level::Plain,
            "toon dense" => Level::Dense,
            _ => continue,
        };
        let options = Options::new().level(level);
        let out = options.from_json(&json).unwrap();
        assert_eq!(out.form, Form::Normal, "{text}");
        assert_eq!(options.to_json(&out.text).unwrap(), json, "of {text}");
        if overwrite {
            let [old, new] = [&text, &out.text].map(|text| format!("```{language}\n{text}\n```"));
            current = current.replacen(&old, &new, 1);
        } else {
            assert_eq!(out.text, text, "of {json}");
        }
        count += 1;
    }
    if overwrite {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(file), current).unwrap();
    }
    count
}

#[test]
fn the_examples_of_the_page_are_what_is_written_and_read() {
    assert_eq!(check(PAGE, "src/form.md"), 28);
}

#[test]
fn the_example_of_the_readme_is_what_is_written_and_read() {
    assert_eq!(check(README, "README.md"), 1);
}

#[test]
fn every_side_key_has_an_example() {
    let toon: Vec<String> = blocks(PAGE)
        .into_iter()
        .filter(|block| block.language.starts_with("toon"))
        .map(|block| block.text)
        .collect();
    let toon = toon.join("\n");
    let words = "each words list pairs numbers one tuple transposed json map of at by order alt in key";
    for word in words.split(' ') {
        assert!(toon.contains(&format!(".{word}:")), "{word}");
    }
}

#[test]
fn the_explanation_is_the_one_that_models_get() {
    let quoted = blocks(PAGE).into_iter().find(|block| block.language == "text").unwrap().text;
    let (_, rest) = MCP_RESULTS.split_once("<!-- prompt normal -->").unwrap();
    assert_eq!(blocks(rest)[0].text, quoted);
}
