//! Answers to queries, as text that fits.

use crate::budget::{Budget, grouped};
use crate::files::{List, Store, Stored};
use crate::notice;
use crate::query::{self, Fault, Request};
use crate::reader::Reader;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;
use toon_normal::{Level, Options};

/// Longer answers are written to a file while they arrive.
const MAX_KEPT_BYTES: usize = 4 << 20;

/// Where answers go that do not fit, and who reads them.
#[derive(Clone, Debug)]
pub struct Answerer {
    /// Where longer answers are kept.
    pub store: Store,
    /// Who reads the answers.
    pub reader: Reader,
    /// The most that an answer may take.
    pub budget: Budget,
}

/// An answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer, or a part of it, as TOON.
    pub text: String,
    /// The whole, if it does not fit.
    pub stored: Option<Stored>,
    /// What a reader should know about how the document was read, such as which words are `null`.
    pub notes: Vec<String>,
}

impl Answerer {
    /// Runs a query, and writes its outputs as TOON. `name` is what the document is called.
    ///
    /// # Errors
    ///
    /// Fails with a message for people and models.
    pub fn answer(&self, request: &Request, name: &str, time: Duration) -> Result<Answer, String> {
        let mut kept = Kept { store: &self.store, outputs: Vec::new(), bytes: 0, list: None, nulls: 0 };
        let answers = query::run(request, time, |json| kept.add(json)).map_err(|fault| said(&fault))?;
        let hint = answers.hint.map_or(String::new(), |(step, keys)| format!("\n{}", hint(&step, &keys)));
        let left = self.budget.of(self.budget.get().saturating_sub(self.budget.size(&hint)));
        let mut answer = if request.filter.is_none() {
            let whole = format!("{name} ({}, {} bytes)", answers.shape.what, grouped(answers.shape.bytes));
            let head = toon::to_string(&BTreeMap::from([("whole", whole)])).unwrap_or_default();
            Answer { text: format!("{head}\n{}", answers.shape.outline), stored: None, notes: Vec::new() }
        } else {
            kept.answer(&self.reader, left)?
        };
        answer.text.push_str(&hint);
        answer.notes = answers.notes;
        Ok(answer)
    }
}

/// The outputs of a query: in memory if they are short, or else in a file.
struct Kept<'s> {
    store: &'s Store,
    outputs: Vec<String>,
    bytes: usize,
    list: Option<List>,
    /// The number of outputs that are `null`.
    nulls: u64,
}

impl Kept<'_> {
    fn add(&mut self, json: &str) -> io::Result<()> {
        self.nulls += u64::from(json == "null");
        if let Some(list) = &mut self.list {
            return list.add(json);
        }
        self.bytes += json.len();
        self.outputs.push(json.to_owned());
        if self.bytes > MAX_KEPT_BYTES && self.outputs.len() > 1 {
            let mut list = self.store.list()?;
            self.outputs.drain(..).try_for_each(|json| list.add(&json))?;
            self.list = Some(list);
        }
        Ok(())
    }

    /// The answer if it fits, or else where it is and its outline.
    fn answer(self, reader: &Reader, budget: Budget) -> Result<Answer, String> {
        let of_io = |error: io::Error| format!("the answer does not fit and cannot be kept: {error}");
        let stored = if let Some(list) = self.list {
            list.finish().map_err(of_io)?
        } else {
            let json = match self.outputs.as_slice() {
                [] => return Ok(Answer { text: "no output".to_owned(), stored: None, notes: Vec::new() }),
                [json] => json.clone(),
                several if several.len() as u64 == self.nulls => {
                    return Ok(Answer {
                        text: format!("null, {} times", grouped(self.nulls)),
                        stored: None,
                        notes: Vec::new(),
                    });
                }
                several => format!("[{}]", several.join(",")),
            };
            let written = Options::new().level(Level::Plain).from_json(&json);
            let text = written.map_err(|error| error.to_string())?.text;
            let text = if text.is_empty() { json.clone() } else { text };
            if budget.fits(&text) {
                return Ok(Answer { text, stored: None, notes: Vec::new() });
            }
            self.store.json(&json).map_err(of_io)?
        };
        let text = notice::of(&stored, reader, budget).map_err(of_io)?;
        Ok(Answer { text, stored: Some(stored), notes: Vec::new() })
    }
}

/// What to say about an answer of nothing.
pub(crate) fn hint(step: &str, keys: &str) -> String {
    format!("Nothing found. The last step with an answer is {} ({keys})", short(step))
}

/// The beginning of a long filter.
fn short(step: &str) -> Cow<'_, str> {
    const MAX_CHARS: usize = 100;
    match step.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => Cow::Owned(format!("{}…", &step[..end])),
        None => Cow::Borrowed(step),
    }
}

/// A fault with the outline of the value at fault.
pub(crate) fn said(fault: &Fault) -> String {
    match &fault.before {
        Some((step, outline)) => {
            format!("{fault}\nThe last step with an answer is {}:\n{outline}", short(step))
        }
        None => fault.to_string(),
    }
}
