//! Writes the documents that fuzzing starts from: the hand-written ones of the reference comparison, the
//! specification's own cases where they are at hand (see `tests/official.rs`), and forms of random values.
//!
//! ```sh
//! cargo run --example seed
//! ```

#[path = "../../tests/reference/seeds.rs"]
mod seeds;
#[allow(dead_code, unexpected_cfgs, reason = "tests need more, and test without the feature `json`")]
#[path = "../../context/tests/container/support.rs"]
mod support;

use serde_json::Value;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use toon_context::container::EncodeOptions;
use toon_context::{Block, Code, Data, Entry, FileTree, Priority, Status, ToolResult};
use toon_serde_fuzz::containers::Store;
use toon_serde_fuzz::normal::check::Setup;
use toon_serde_fuzz::normal::dice::Dice;
use toon_serde_fuzz::normal::values;

/// The first byte of an input chooses the options: strict, non-strict, all extensions.
const CHOICES: [u8; 3] = [0, 1, 0b0110];

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut documents: Vec<String> = seeds::DOCUMENTS.iter().map(|&document| document.to_owned()).collect();
    documents.extend(official(&fixtures(root))?);
    for target in ["decode", "typed"] {
        let corpus = root.join("corpus").join(target);
        fs::create_dir_all(&corpus)?;
        for (index, document) in documents.iter().enumerate() {
            for choice in CHOICES {
                let input: Vec<u8> = [&[choice], document.as_bytes()].concat();
                fs::write(corpus.join(format!("seed-{index}-{choice}")), input)?;
            }
        }
    }
    let corpus = root.join("corpus/repair");
    fs::create_dir_all(&corpus)?;
    for (index, document) in documents.iter().enumerate() {
        fs::write(corpus.join(format!("seed-{index}")), document)?;
    }
    let (forms, containers) = (normal_forms(root)?, containers(root)?);
    println!(
        "{} documents to start from, {forms} normal forms, and {containers} containers",
        documents.len()
    );
    Ok(())
}

/// Those of the tests, references, and blocks of all kinds, alone and together, compressed and not; how many.
fn containers(root: &Path) -> Result<usize, Box<dyn Error>> {
    let rows = [("open", 1), ("closed", 2)];
    let source = "fn main() {}\n".repeat(40);
    let mut blocks = support::all_kinds();
    blocks.extend([
        Block::from(Code::new("a.rs", source).lines(1, 40).summary("Entry point").priority(Priority::High)),
        FileTree::new("src", [Entry::directory("bin", [Entry::file("toon.rs", 45)])]).into(),
        ToolResult::new("ls", Status::Ok).value(&rows).into(),
        ToolResult::new("ls", Status::Error).value(&rows).schema_hint("text/toon").into(),
        Data::json(format!(r#"{{"version":1.50,"rows":[{}null]}}"#, r#"{"id":1},"#.repeat(40))).into(),
        Data::new(&rows).named("issues").into(),
    ]);
    let mut containers: Vec<Vec<u8>> = support::goldens().into_iter().map(|(_, bytes, _)| bytes).collect();
    for blocks in blocks.chunks(1).chain([&blocks[..]]) {
        let options = EncodeOptions::new();
        containers.push(options.encode(blocks)?);
        containers.push(options.clone().compress_blocks(true).encode(blocks)?);
        containers.push(options.compress_payload(true).encode(blocks)?);
    }
    for (first, flags) in (0..=Store::BROKEN + 2).flat_map(|first| [4, 5].map(|flags| (first, flags))) {
        let hash = format!("{first:02x}").repeat(32);
        containers.push(support::container(&format!("01 {flags:02x} 20 {hash}")));
    }
    let corpus = root.join("corpus/container");
    fs::create_dir_all(&corpus)?;
    for (index, container) in containers.iter().enumerate() {
        fs::write(corpus.join(format!("seed-{index}")), container)?;
    }
    Ok(containers.len())
}

/// Random values that are not large, as forms and as JSON; how many.
fn normal_forms(root: &Path) -> Result<usize, Box<dyn Error>> {
    /// The first byte of an input that is text.
    const TEXT: u8 = 1;
    const MAX_BYTES: usize = 2_000;

    let corpus = root.join("corpus/normal");
    fs::create_dir_all(&corpus)?;
    let mut count = 0;
    for seed in 0..400 {
        let json = values::value(&mut Dice::new(seed)).to_string();
        let forms = Setup::all().into_iter().map(|setup| setup.options().from_json(&json));
        let mut texts = forms.map(|form| form.map(|form| form.text)).collect::<Result<Vec<_>, _>>()?;
        texts.push(json);
        texts.sort();
        texts.dedup();
        for (index, text) in texts.iter().enumerate().filter(|(_, text)| text.len() < MAX_BYTES) {
            fs::write(corpus.join(format!("seed-{seed}-{index}")), [&[TEXT], text.as_bytes()].concat())?;
            count += 1;
        }
    }
    Ok(count)
}

fn fixtures(root: &Path) -> PathBuf {
    std::env::var_os("TOON_SPEC_FIXTURES")
        .map_or_else(|| root.join("../../shared/spec/fixtures"), PathBuf::from)
}

/// Every text in the official cases, decoded or encoded; none where there are no cases.
fn official(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut documents = Vec::new();
    for (direction, text) in [("decode", "input"), ("encode", "expected")] {
        let Ok(files) = fs::read_dir(folder.join(direction)) else { continue };
        for file in files {
            let fixture: Value = serde_json::from_slice(&fs::read(file?.path())?)?;
            let tests = fixture["tests"].as_array().into_iter().flatten();
            documents.extend(tests.filter_map(|test| test[text].as_str()).map(str::to_owned));
        }
    }
    Ok(documents)
}
