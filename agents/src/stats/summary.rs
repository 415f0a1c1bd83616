//! Adds up what was saved.

use super::entry::{Amount, Entry, Results, Source};
use crate::table;
use crate::time;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use toon_convert::__internal::grouped;

/// Further tools are counted together.
const MAX_TOOLS: usize = 20;

/// What was saved, by day and by tool. Displayed as tables.
///
/// ```
/// use toon_agents::stats::{Entry, Results, Source, Summary};
///
/// let mut entry = Entry::now(Source::Hook, None);
/// let mut results = Results { results: 1, converted: 1, ..Results::default() };
/// (results.before.bytes, results.after.bytes) = (1000, 400);
/// entry.tools.insert("list_users".to_owned(), results);
/// let summary = Summary::of([entry.clone(), entry], 0);
/// assert_eq!((summary.total.converted, summary.total.after.bytes), (2, 800));
/// assert!(summary.to_string().contains("60.0 %"));
/// ```
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// By date.
    pub days: BTreeMap<String, Results>,
    /// By tool, with `hook` or `proxy` before its name: names of the two can differ.
    pub tools: BTreeMap<String, Results>,
    /// All of them.
    pub total: Results,
    /// What explanations took, which is not in the other sizes.
    pub explanations: Amount,
}

impl Summary {
    /// Adds up the entries since a time, in seconds since 1970.
    pub fn of(entries: impl IntoIterator<Item = Entry>, since: u64) -> Self {
        let mut summary = Summary::default();
        for entry in entries.into_iter().filter(|entry| entry.time >= since) {
            let milliseconds = i64::try_from(entry.time).unwrap_or_default().saturating_mul(1000);
            let day = summary.days.entry(time::date(milliseconds.div_euclid(time::DAY))).or_default();
            for (name, results) in entry.tools {
                let source = match entry.source {
                    Source::Hook => "hook",
                    Source::Proxy => "proxy",
                };
                day.add(results);
                summary.total.add(results);
                summary.tools.entry(format!("{source} {name}")).or_default().add(results);
            }
            summary.explanations.add(entry.explanations);
        }
        summary
    }
}

impl Amount {
    fn add(&mut self, other: Amount) {
        self.bytes = self.bytes.saturating_add(other.bytes);
        // Entries without tokens are those of the hook.
        if let Some(tokens) = other.tokens {
            self.tokens = Some(self.tokens.unwrap_or_default().saturating_add(tokens));
        }
    }
}

impl Results {
    fn add(&mut self, other: Results) {
        self.results = self.results.saturating_add(other.results);
        self.converted = self.converted.saturating_add(other.converted);
        self.partial = self.partial.saturating_add(other.partial);
        self.before.add(other.before);
        self.after.add(other.after);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.total.results == 0 {
            return writeln!(f, "No results have been counted.");
        }
        let all = || [("all".to_owned(), self.total)];
        let days = self.days.iter().map(|(day, results)| (day.clone(), *results));
        write(f, "day", days.collect())?;
        let mut tools: Vec<(String, Results)> =
            self.tools.iter().map(|(name, results)| (printable(name), *results)).collect();
        tools.sort_by_key(|(_, results)| {
            std::cmp::Reverse(results.before.bytes.saturating_sub(results.after.bytes))
        });
        if tools.len() > MAX_TOOLS {
            let mut others = Results::default();
            let more = tools.split_off(MAX_TOOLS);
            for (_, results) in &more {
                others.add(*results);
            }
            tools.push((format!("{} others", more.len()), others));
        }
        tools.extend(all());
        write(f, "tool", tools)?;
        write!(f, "Explanations took {} bytes", grouped(self.explanations.bytes))?;
        if let Some(tokens) = self.explanations.tokens {
            write!(f, ", of which the proxy counted {tokens} tokens")?;
        }
        writeln!(f, ", which are not included.")?;
        if self.total.partial > 0 {
            let partial = grouped(self.total.partial);
            writeln!(f, "Of {partial} results, only a part was shown; what was left out counts as saved.")?;
        }
        writeln!(f, "The hook counts only results that it has converted, and no tokens.")
    }
}

/// Names are those of servers, and are shown on terminals.
fn printable(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(100).collect()
}

fn write(f: &mut fmt::Formatter<'_>, kind: &str, rows: Vec<(String, Results)>) -> fmt::Result {
    const COLUMNS: [&str; 7] =
        ["results", "converted", "bytes before", "after", "saved", "tokens before", "after"];
    let headings: Vec<&str> = [kind].into_iter().chain(COLUMNS).collect();
    let cells = |(name, results): (String, Results)| {
        let Results { results, converted, before, after, .. } = results;
        let tokens = |amount: Amount| amount.tokens.map_or("–".to_owned(), grouped);
        let saved = format!("{:.1} %", saved_percent(before.bytes, after.bytes));
        vec![
            name,
            grouped(results),
            grouped(converted),
            grouped(before.bytes),
            grouped(after.bytes),
            saved,
            tokens(before),
            tokens(after),
        ]
    };
    table::write(f, &headings, &rows.into_iter().map(cells).collect::<Vec<_>>())
}

#[allow(clippy::cast_precision_loss, reason = "it is rounded to a tenth of a percent")]
fn saved_percent(before: u64, after: u64) -> f64 {
    if before == 0 { 0.0 } else { (before as f64 - after as f64) / before as f64 * 100.0 }
}
