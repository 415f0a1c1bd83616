//! Prints the table of the README: the size of the normal form in tokens of `o200k_base`, compared
//! with JSON and canonical TOON.
//!
//! `normal [--header-order] [--bytes-measure] [--files] [--rivals FOLDER]` reads the folder in
//! `TOON_DATA`, or else `../shared/data` next to the repository. Fails if a value does not read
//! back, or if a corpus exceeds its limit.

#[allow(dead_code, unreachable_pub, missing_docs, reason = "shared with the tests, which use all of it")]
#[path = "../../../normal/tests/normal/support/json.rs"]
mod json;

use json::Json;
use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use toon::{Delimiter, EncodeOptions};
use toon_convert::tokens;
use toon_normal::{Form, KeyOrder, Level, Options};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const LEVELS: [Level; 2] = [Level::Legible, Level::Dense];
/// Both are tried, and the smaller result counts.
const DELIMITERS: [Delimiter; 2] = [Delimiter::Comma, Delimiter::Tab];
/// Other formats, whose texts are in folders with these names (`scripts/normal_table.sh`).
const RIVALS: [&str; 3] = ["TRON", "GCF", "ZON"];

const USAGE: &str = "usage: normal [--header-order] [--bytes-measure] [--files] [--rivals FOLDER]";

/// The command line.
#[derive(Default)]
struct Request {
    /// Uses the key order of headers for the rows of tables.
    header_order: bool,
    /// Makes the encoder compare bytes. The table shows tokens nevertheless.
    bytes_measure: bool,
    /// Prints a row for each file.
    files: bool,
    rivals: Option<PathBuf>,
}

/// Files whose counts are added up.
struct Corpus {
    name: String,
    /// Names and JSON texts.
    files: Vec<(String, String)>,
    /// The maximum number of tokens at each level, with exact key order.
    at_most: [usize; 2],
}

/// The number of tokens of a file, or of several.
#[derive(Clone, Copy, Default)]
struct Count {
    json: usize,
    toon: usize,
    levels: [usize; 2],
    /// `None` if a file could not be written.
    rivals: [Option<usize>; RIVALS.len()],
    /// The number of files that a rival does not read back.
    lossy: [usize; RIVALS.len()],
}

fn main() -> ExitCode {
    match request().and_then(|request| run(&request)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("normal: {error}");
            ExitCode::from(2)
        }
    }
}

fn request() -> Result<Request> {
    let mut request = Request::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--header-order" => request.header_order = true,
            "--bytes-measure" => request.bytes_measure = true,
            "--files" => request.files = true,
            "--rivals" => request.rivals = Some(arguments.next().ok_or(USAGE)?.into()),
            _ => return Err(USAGE.into()),
        }
    }
    Ok(request)
}

/// Returns `false` if a check fails.
fn run(request: &Request) -> Result<bool> {
    let mut out = std::io::stdout().lock();
    let rivals: &[&str] = if request.rivals.is_some() { &RIVALS } else { &[] };
    let titles =
        [&["corpus (files)", "compact JSON", "canonical TOON"], rivals, &["legible", "dense"]].concat();
    writeln!(out, "| {} |\n|---|{}", titles.join(" | "), "---:|".repeat(titles.len() - 1))?;

    let is_measured_as_agreed = !request.header_order && !request.bytes_measure;
    let mut is_fine = true;
    let mut all = Count { rivals: [Some(0); RIVALS.len()], ..Count::default() };
    for corpus in corpora()? {
        let mut total = Count { rivals: [Some(0); RIVALS.len()], ..Count::default() };
        for (name, json) in &corpus.files {
            let (count, is_exact) = count(name, json, request)?;
            is_fine &= is_exact;
            total.add(&count);
            if request.files {
                writeln!(out, "{}", count.row(name, rivals))?;
            }
        }
        all.add(&total);
        let is_small = total.levels[0] <= corpus.at_most[0] && total.levels[1] <= corpus.at_most[1];
        let name = format!("{} ({})", corpus.name, corpus.files.len());
        write!(out, "{}", total.row(&name, rivals))?;
        if is_measured_as_agreed && !is_small {
            is_fine = false;
            write!(out, " more than {} and {}", corpus.at_most[0], corpus.at_most[1])?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}", all.row("all", rivals))?;
    Ok(is_fine)
}

impl Count {
    fn add(&mut self, other: &Count) {
        self.json += other.json;
        self.toon += other.toon;
        for (total, count) in self.levels.iter_mut().zip(other.levels) {
            *total += count;
        }
        for (total, count) in self.rivals.iter_mut().zip(other.rivals) {
            *total = total.zip(count).map(|(total, count)| total + count);
        }
        for (total, count) in self.lossy.iter_mut().zip(other.lossy) {
            *total += count;
        }
    }

    /// Formats a row of the table.
    fn row(&self, name: &str, rivals: &[&str]) -> String {
        let mut cells = vec![name.to_owned(), thousands(self.json), thousands(self.toon)];
        for ((count, lossy), _) in self.rivals.iter().zip(self.lossy).zip(rivals) {
            let count = count.map_or("–".to_owned(), thousands);
            cells.push(if lossy == 0 { count } else { format!("{count} ({lossy} lossy)") });
        }
        cells.extend(self.levels.map(|count| format!("{} ({})", thousands(count), change(count, self.json))));
        format!("| {} |", cells.join(" | "))
    }
}

/// The savings in percent, rounded.
fn change(count: usize, of: usize) -> String {
    let saved = of.saturating_sub(count);
    let tenths = (saved * 1_000 + of / 2).checked_div(of).unwrap_or_default();
    format!("−{}.{} %", tenths / 10, tenths % 10)
}

fn thousands(number: usize) -> String {
    let mut digits = number.to_string();
    let mut at = digits.len();
    while at > 3 {
        at -= 3;
        digits.insert(at, ',');
    }
    digits
}

/// Counts the tokens of a file in all forms. Returns whether all of them read back as the value.
fn count(name: &str, text: &str, request: &Request) -> Result<(Count, bool)> {
    let value = Json::parse(text).map_err(|error| format!("{name}: {error}"))?;
    let compact = value.to_string();
    let mut count = Count {
        json: tokens::count(&compact),
        toon: tokens::count(&toon::json::to_toon(&compact, &EncodeOptions::new())?),
        ..Count::default()
    };

    let key_order = if request.header_order { KeyOrder::Header } else { KeyOrder::Exact };
    let expected = comparable(&value, key_order);
    let mut is_exact = true;
    for (level, smallest) in LEVELS.into_iter().zip(&mut count.levels) {
        let mut sizes = Vec::new();
        for delimiter in DELIMITERS {
            let encode = EncodeOptions::new().delimiter(delimiter);
            let options = Options::new().level(level).key_order(key_order).json(true).encode(encode);
            let options = if request.bytes_measure { options } else { options.measure(tokens::count) };
            let out = options.from_json(&compact).map_err(|error| format!("{name}: {error}"))?;
            let size = tokens::count(&out.text);
            sizes.push(if request.bytes_measure { (out.text.len(), size) } else { (size, size) });
            let back = match out.form {
                Form::Json => Ok(out.text),
                _ => options.to_json(&out.text),
            };
            let back = back.map_err(Box::<dyn Error>::from).and_then(|back| Ok(Json::parse(&back)?));
            match back {
                Ok(back) if comparable(&back, key_order) == expected => {}
                Ok(_) => {
                    is_exact = false;
                    eprintln!("NOT EXACT: {name}, {level:?}, {delimiter:?}: another value comes back");
                }
                Err(error) => {
                    is_exact = false;
                    eprintln!("NOT EXACT: {name}, {level:?}, {delimiter:?}: {error}");
                }
            }
        }
        *smallest = sizes.iter().min().map_or(0, |(_, tokens)| *tokens);
    }

    if let Some(folder) = &request.rivals {
        for (index, rival) in RIVALS.iter().enumerate() {
            let path = folder.join(rival).join(name);
            count.rivals[index] = fs::read_to_string(&path).ok().map(|text| tokens::count(&text));
            count.lossy[index] = usize::from(path.with_extension("lossy").exists());
        }
    }
    Ok((count, is_exact))
}

fn comparable(value: &Json, key_order: KeyOrder) -> String {
    match key_order {
        KeyOrder::Header => value.sorted().canonical(),
        _ => value.canonical(),
    }
}

/// The files of each corpus, and the maximum number of tokens at each level.
fn corpora() -> Result<Vec<Corpus>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let data = std::env::var_os("TOON_DATA").map_or(beside, PathBuf::from);
    let corpus = |name: &str, files: Vec<(String, String)>, at_most: [usize; 2]| Corpus {
        name: name.to_owned(),
        files,
        at_most,
    };
    Ok(vec![
        corpus("token-*", files(&data, "token-")?, [249_000, 227_000]),
        corpus("github/list-*", files(&data.join("github"), "list-")?, [21_300, 17_400]),
        corpus("github/responses", responses(&data)?, [146_000, 137_200]),
        corpus("made/cargo-metadata", files(&data.join("made"), "cargo-metadata")?, [31_116, 28_526]),
        corpus("made/pods", files(&data.join("made"), "pods")?, [8_519, 4_897]),
    ])
}

/// The JSON files with names that begin with `prefix`.
fn files(folder: &Path, prefix: &str) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with(prefix) && path.extension().is_some_and(|extension| extension == "json") {
            files.push((name, fs::read_to_string(&path)?));
        }
    }
    files.sort();
    Ok(files)
}

/// Reads lines that each contain a name and a value.
fn responses(data: &Path) -> Result<Vec<(String, String)>> {
    let lines = fs::read_to_string(data.join("github/responses.ndjson"))?;
    let value = |(index, line): (usize, &str)| match Json::parse(line)? {
        Json::Object(members) => {
            let value = members.into_iter().find(|(key, _)| key == "value").ok_or("no value")?.1;
            Ok((format!("responses-{index}"), value.to_string()))
        }
        _ => Err("not an object".into()),
    };
    lines.lines().enumerate().map(value).collect()
}
