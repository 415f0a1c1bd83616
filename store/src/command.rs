//! The command `query` of `toon` and `toon-mcp`.

use crate::answer::{Answerer, hint, said};
use crate::budget::{Budget, grouped};
use crate::files::Store;
use crate::query::{self, Request};
use crate::reader::{self, Reader};
use clap::Args;
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

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
    /// Keep answers that are too long in DIR/toon-results, and not in the cache folder
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// List the files of earlier answers and results
    #[arg(long, conflicts_with_all = ["file", "clear"])]
    list: bool,
    /// Remove the files of earlier answers and results
    #[arg(long, conflicts_with = "file")]
    clear: bool,
}

fn tokens(text: &str) -> Result<usize, String> {
    let number: u32 = text.parse().map_err(|_| "expected a number".to_owned())?;
    if number < Budget::MIN { Err(format!("at least {}", Budget::MIN)) } else { Ok(number as usize) }
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
        if let Some(file) = self.file.as_ref().and_then(|file| std::path::absolute(file).ok()) {
            if Store::of(&file).is_some() && !file.exists() {
                let advice = "call the tool that returned it again, and do not repeat this query";
                return Err(format!("{} is no longer kept; {advice}", file.display()));
            }
            self.store()?.touch(&file);
        }
        let request = Request { rows: self.rows, ..Request::new(self.file.clone(), self.filter.clone()) };
        let time = Duration::from_secs(seconds);
        if self.json || self.raw {
            let answers =
                query::run(&request, time, |json| self.print(json, out)).map_err(|fault| said(&fault))?;
            answers.notes.iter().for_each(|note| eprintln!("{note}"));
            if let Some((step, keys)) = answers.hint {
                eprintln!("{}", hint(&step, &keys));
            }
            return out.flush().map_err(written);
        }
        let answerer = Answerer {
            store: self.store()?,
            reader: Reader::with_command(reader::program(program)),
            budget: Budget::tokens(self.max_tokens),
        };
        let name = self.file.as_deref().map_or("-".into(), |file| file.display().to_string());
        let answer = answerer.answer(&request, &name, time)?;
        answer.notes.iter().for_each(|note| eprintln!("{note}"));
        writeln!(out, "{}", answer.text).and_then(|()| out.flush()).map_err(written)
    }

    /// Where longer answers are kept.
    fn store(&self) -> Result<Store, String> {
        let absolute = |path| std::path::absolute(path).map_err(|error| error.to_string());
        if let Some(folder) = &self.store {
            return Ok(Store::within(&absolute(folder)?));
        }
        // Answers about a result stay beside it.
        let file = self.file.as_ref().map(absolute).transpose()?;
        match file.as_deref().and_then(Store::of) {
            Some(store) => Ok(store),
            None => Store::of_user().map_err(|error| error.to_string()),
        }
    }

    fn print(&self, json: &str, out: &mut impl Write) -> io::Result<()> {
        let string = if self.raw { serde_json::from_str::<String>(json).ok() } else { None };
        writeln!(out, "{}", string.map_or(Cow::Borrowed(json), Cow::Owned))
    }

    fn manage(&self, out: &mut impl Write) -> Result<(), String> {
        let store = self.store()?;
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
