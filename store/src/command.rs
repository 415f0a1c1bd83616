//! The command `query` of `toon` and `toon-mcp`.

use crate::budget::{Budget, grouped};
use crate::files::Store;
use crate::notice;
use crate::query::{self, Fault, Request};
use clap::Args;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use toon_normal::{Level, Options};

/// Longer answers are written to a file while they arrive.
const MAX_KEPT_BYTES: usize = 4 << 20;

/// Below this, a notice and an outline may not fit.
const MIN_TOKENS: usize = 1000;

/// Options of the command.
#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct Query {
    /// The document: JSON, NDJSON, TOON, CSV, YAML or TOML; - for standard input
    #[arg(required_unless_present_any = ["list", "clear"])]
    file: Option<PathBuf>,
    /// A filter in the language of jq; without one, the outline of the document is printed
    filter: Option<String>,
    /// Run the filter on one row of the list at a time, in constant memory
    #[arg(long)]
    rows: bool,
    /// The most tokens to print; a longer answer becomes a file, and its outline is printed
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = tokens)]
    max_tokens: usize,
    /// Print each output as a line of JSON, without a limit
    #[arg(long, conflicts_with = "raw")]
    json: bool,
    /// Print strings as they are, and all else as JSON, without a limit
    #[arg(long)]
    raw: bool,
    /// The longest time, in seconds [default: 10, or 600 with --rows]
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<u64>,
    /// List the files of earlier answers
    #[arg(long, conflicts_with_all = ["file", "clear"])]
    list: bool,
    /// Remove the files of earlier answers
    #[arg(long, conflicts_with = "file")]
    clear: bool,
}

fn tokens(text: &str) -> Result<usize, String> {
    let number = text.parse().map_err(|_| "expected a number".to_owned())?;
    if number < MIN_TOKENS { Err(format!("at least {MIN_TOKENS}")) } else { Ok(number) }
}

impl Query {
    /// Runs the command. `program` is how a reader calls the program, such as `toon`.
    ///
    /// # Errors
    ///
    /// Fails with a message for people and models.
    pub fn run(self, program: &str, out: &mut impl Write) -> Result<(), String> {
        let written = |error: io::Error| format!("cannot write the answer: {error}");
        if self.list || self.clear {
            return self.manage(out);
        }
        let seconds = self.timeout.unwrap_or(if self.rows { 600 } else { 10 });
        let request = Request { rows: self.rows, ..Request::new(self.file.clone(), self.filter.clone()) };
        let time = Duration::from_secs(seconds);
        if self.json || self.raw {
            let answers =
                query::run(&request, time, |json| self.print(json, out)).map_err(|fault| said(&fault))?;
            if let Some((step, keys)) = answers.hint {
                eprintln!("{}", hint(&step, &keys));
            }
            return out.flush().map_err(written);
        }
        let mut kept = Kept::default();
        let answers = query::run(&request, time, |json| kept.add(json)).map_err(|fault| said(&fault))?;
        let budget = Budget::tokens(self.max_tokens);
        let hint = answers.hint.map_or(String::new(), |(step, keys)| format!("\n{}", hint(&step, &keys)));
        let left = budget.of(self.max_tokens.saturating_sub(budget.size(&hint)));
        let text = match &self.filter {
            None => {
                let file = self.file.as_deref().unwrap_or(Path::new("-"));
                let size = grouped(answers.shape.bytes);
                let whole = format!("{} ({}, {size} bytes)", file.display(), answers.shape.what);
                let head = toon::to_string(&BTreeMap::from([("whole", whole)])).unwrap_or_default();
                format!("{head}\n{}", answers.shape.outline)
            }
            Some(_) => kept.text(left, &notice::program(program))?,
        };
        writeln!(out, "{text}{hint}").and_then(|()| out.flush()).map_err(written)
    }

    fn print(&self, json: &str, out: &mut impl Write) -> io::Result<()> {
        let string = if self.raw { serde_json::from_str::<String>(json).ok() } else { None };
        writeln!(out, "{}", string.map_or(Cow::Borrowed(json), Cow::Owned))
    }

    fn manage(&self, out: &mut impl Write) -> Result<(), String> {
        let store = Store::of_user().map_err(|error| error.to_string())?;
        let of_io = |error: io::Error| format!("{}: {error}", store.folder().display());
        if self.clear {
            let removed = store.clear().map_err(of_io)?;
            return writeln!(out, "removed {removed} files from {}", store.folder().display()).map_err(of_io);
        }
        for (path, file) in store.entries().map_err(of_io)? {
            writeln!(out, "{} ({} bytes)", path.display(), grouped(file.len())).map_err(of_io)?;
        }
        Ok(())
    }
}

/// The outputs of a query: in memory if they are short, or else in a file.
#[derive(Default)]
struct Kept {
    outputs: Vec<String>,
    bytes: usize,
    list: Option<crate::files::List>,
    /// The number of outputs that are `null`.
    nulls: u64,
}

impl Kept {
    fn add(&mut self, json: &str) -> io::Result<()> {
        self.nulls += u64::from(json == "null");
        if let Some(list) = &mut self.list {
            return list.add(json);
        }
        self.bytes += json.len();
        self.outputs.push(json.to_owned());
        if self.bytes > MAX_KEPT_BYTES && self.outputs.len() > 1 {
            let mut list = Store::of_user()?.list()?;
            self.outputs.drain(..).try_for_each(|json| list.add(&json))?;
            self.list = Some(list);
        }
        Ok(())
    }

    /// The answer if it fits, or else where it is and its outline.
    fn text(self, budget: Budget, program: &str) -> Result<String, String> {
        let of_io = |error: io::Error| format!("the answer does not fit and cannot be kept: {error}");
        let stored = if let Some(list) = self.list {
            list.finish().map_err(of_io)?
        } else {
            let json = match self.outputs.as_slice() {
                [] => return Ok("no output".to_owned()),
                [json] => json.clone(),
                several if several.len() as u64 == self.nulls => {
                    return Ok(format!("null, {} times", grouped(self.nulls)));
                }
                several => format!("[{}]", several.join(",")),
            };
            let text =
                Options::new().level(Level::Plain).from_json(&json).map_err(|error| error.to_string())?;
            if budget.fits(&text.text) {
                return Ok(text.text);
            }
            Store::of_user().and_then(|store| store.json(&json)).map_err(of_io)?
        };
        notice::of(&stored, program, budget).map_err(of_io)
    }
}

fn hint(step: &str, keys: &str) -> String {
    format!("Nothing found. The last step with an answer is {step} ({keys})")
}

fn said(fault: &Fault) -> String {
    match &fault.before {
        Some((step, outline)) => format!("{fault}\nThe last step with an answer is {step}:\n{outline}"),
        None => fault.to_string(),
    }
}
