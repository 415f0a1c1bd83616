//! Adds up results.

use super::forms::FORM_NAMES;
use crate::transcripts::{FORMS, ToolResult, Usage};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Prices, relative to that of input that is not cached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Prices {
    /// Of input that is written to a cache.
    pub cache_write: f64,
    /// Of input that is read from a cache.
    pub cache_read: f64,
}

impl Default for Prices {
    /// Those of several vendors in 2026.
    fn default() -> Self {
        Prices { cache_write: 1.25, cache_read: 0.1 }
    }
}

#[allow(clippy::cast_precision_loss)] // of numbers of tokens, for shares
pub(super) const fn float(number: u64) -> f64 {
    number as f64
}

impl Prices {
    /// The price of a result: of `size` for each call that wrote it to the cache, and each that read it.
    fn of_result(&self, size: u64, result: &ToolResult) -> f64 {
        let reads = result.carried.saturating_sub(result.writes);
        float(size) * (self.cache_write * float(result.writes) + self.cache_read * float(reads))
    }

    /// The price of input. If nothing is known to have been written to a cache, what was not read from there
    /// was.
    pub(super) fn of_input(&self, usage: &Usage) -> f64 {
        let input = if usage.cache_write == 0 { self.cache_write } else { 1.0 };
        float(usage.input) * input
            + float(usage.cache_write) * self.cache_write
            + float(usage.cache_read) * self.cache_read
    }
}

/// Results that are JSON.
#[derive(Clone, Debug, Default, Serialize)]
pub struct JsonTally {
    /// Their number.
    pub results: u64,
    /// Their size.
    pub tokens: u64,
    /// Their sizes times the calls that carried them.
    pub token_turns: u64,
    /// Their share of the price of all input, in percent.
    pub share: Option<f64>,
    #[serde(skip)]
    pub(super) cost: f64,
}

/// What results would have been if they had been sent in another form.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FormTally {
    /// Their size.
    pub tokens: u64,
    /// Their sizes times the calls that carried them.
    pub token_turns: u64,
    /// The part of `tokens` for explanations.
    pub explanation_tokens: u64,
    /// What would have been saved of the price of all input, in percent.
    pub saved_share: Option<f64>,
    #[serde(skip)]
    pub(super) cost: f64,
}

/// Calls and results of tools. Sizes are in tokens.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// Calls of tools.
    pub calls: u64,
    /// Results.
    pub results: u64,
    /// The size of the results, as the model saw them.
    pub tokens: u64,
    /// The sizes times the calls of the model that carried them.
    pub token_turns: u64,
    /// Their share of the price of all input, in percent. `None` if the host does not record input.
    pub share: Option<f64>,
    /// Results whose other forms are estimated from a sample.
    pub estimated: u64,
    /// Those that are JSON.
    pub json: JsonTally,
    /// What they would have been in other forms.
    #[serde(serialize_with = "by_name")]
    pub forms: [FormTally; FORMS],
    #[serde(skip)]
    pub(super) cost: f64,
}

fn by_name<S: Serializer>(forms: &[FormTally; FORMS], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(FORMS))?;
    for (name, form) in FORM_NAMES.iter().zip(forms) {
        map.serialize_entry(name, form)?;
    }
    map.end()
}

impl Tally {
    pub(super) fn add(&mut self, result: &ToolResult, prices: &Prices) {
        let sizes = &result.sizes;
        let own = u64::from(!result.is_copy);
        let cost = prices.of_result(sizes.tokens, result);
        self.results += own;
        self.tokens += own * sizes.tokens;
        self.token_turns += sizes.tokens * result.carried;
        self.cost += cost;
        self.estimated += own * u64::from(sizes.is_estimated);
        if sizes.is_json {
            self.json.results += own;
            self.json.tokens += own * sizes.tokens;
            self.json.token_turns += sizes.tokens * result.carried;
            self.json.cost += cost;
        }
        for (place, form) in self.forms.iter_mut().enumerate() {
            let size = sizes.forms.get(place).copied().unwrap_or(sizes.tokens);
            form.tokens += own * size;
            form.token_turns += size * result.carried;
            form.explanation_tokens += own * sizes.explanations.get(place).copied().unwrap_or_default();
            form.cost += prices.of_result(size, result);
        }
    }

    /// Adds what has been scaled.
    pub(super) fn merge(&mut self, other: &Tally) {
        self.calls += other.calls;
        self.results += other.results;
        self.tokens += other.tokens;
        self.token_turns += other.token_turns;
        self.cost += other.cost;
        self.estimated += other.estimated;
        self.json.results += other.json.results;
        self.json.tokens += other.json.tokens;
        self.json.token_turns += other.json.token_turns;
        self.json.cost += other.json.cost;
        for (form, other) in self.forms.iter_mut().zip(&other.forms) {
            form.tokens += other.tokens;
            form.token_turns += other.token_turns;
            form.explanation_tokens += other.explanation_tokens;
            form.cost += other.cost;
        }
    }

    /// Multiplies prices, so that they are in tokens of the model.
    pub(super) fn scale(&mut self, scale: f64) {
        self.cost *= scale;
        self.json.cost *= scale;
        for form in &mut self.forms {
            form.cost *= scale;
        }
    }

    /// Sets shares of `bill`, the price of all input.
    pub(super) fn share_of(&mut self, bill: Option<f64>) {
        let share = |cost: f64| {
            let bill = bill.filter(|bill| *bill > 0.0)?;
            Some((cost / bill * 10_000.0).round() / 100.0)
        };
        self.share = share(self.cost);
        self.json.share = share(self.json.cost);
        for form in &mut self.forms {
            form.saved_share = share(self.cost - form.cost);
        }
    }

    /// What a form would have saved of the price of the input.
    pub(super) fn saved(&self, form: usize) -> f64 {
        self.forms.get(form).map_or(0.0, |form| self.cost - form.cost)
    }
}
