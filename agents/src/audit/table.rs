//! Writes a report for people.

use super::report::{HostReport, Report};
use super::tally::Tally;
use super::verdict::percent;
use crate::table;
use std::fmt;
use toon_convert::__internal::grouped;

/// Further tools are counted together.
const MAX_TOOLS: usize = 15;

const COLUMNS: [&str; 9] =
    ["calls", "results", "tokens", "× carried", "of input", "as JSON", "TOON", "smallest", "normal form"];

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for host in self.hosts.iter().filter(|host| host.model_calls > 0) {
            host.write(f)?;
        }
        if self.bill.is_some() {
            writeln!(
                f,
                "Tokens are those of o200k_base, as the model saw the results. × carried: times the calls of the \
                 model that had them in their input.\nOf input: the share of what was paid for all input, at {} \
                 for writing to a cache and {} for reading from it, relative to other input.\nTOON, smallest and \
                 normal form: what the hook would have saved of it. Smallest is what it sends by default: the \
                 normal form only where that takes a fifth less.\n",
                self.prices.cache_write, self.prices.cache_read,
            )?;
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        if !self.notes.is_empty() {
            writeln!(f)?;
        }
        let mut verdict = self.verdict.chars();
        let first = verdict.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
        writeln!(f, "{first}{}.", verdict.as_str())
    }
}

impl HostReport {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {}, {} ({} of sub-agents), {} of the model",
            self.name,
            count(self.files, "file"),
            count(self.chains, "conversation"),
            grouped(self.sub_agents),
            count(self.model_calls, "call"),
        )?;
        if let Some(usage) = self.usage {
            write!(f, ", {} tokens of input", grouped(usage.all_input()))?;
        }
        if let Some(scale) = self.scale {
            write!(f, ", of which the model counts {scale:.2} for one of o200k_base")?;
        }
        writeln!(f)?;
        if self.total.calls == 0 && self.total.results == 0 {
            return writeln!(f);
        }
        let mut others = Tally::default();
        for tool in self.tools.iter().skip(MAX_TOOLS) {
            others.merge(&tool.tally);
        }
        others.share_of(self.bill);
        let number = self.tools.len().saturating_sub(MAX_TOOLS);
        let others = (number > 0).then(|| (format!("{number} others"), others));
        let tools = self.tools.iter().take(MAX_TOOLS).map(|tool| (tool.tool.clone(), tool.tally.clone()));
        write_table(
            f,
            "tool",
            tools.chain(others).chain([("all".to_owned(), self.total.clone())]).collect(),
        )?;
        if self.servers.iter().any(|server| server.server.is_some()) {
            let servers = self.servers.iter();
            let name = |server: &Option<String>| server.clone().unwrap_or_else(|| "(none)".to_owned());
            write_table(
                f,
                "server",
                servers.map(|server| (name(&server.server), server.tally.clone())).collect(),
            )?;
        }
        Ok(())
    }
}

fn write_table(f: &mut fmt::Formatter<'_>, kind: &str, rows: Vec<(String, Tally)>) -> fmt::Result {
    let headings: Vec<&str> = [kind].into_iter().chain(COLUMNS).collect();
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(name, tally)| cells(name, &tally)).collect();
    table::write(f, &headings, &rows)
}

fn cells(name: String, tally: &Tally) -> Vec<String> {
    let share = |share: Option<f64>| share.map_or("–".to_owned(), percent);
    let [toon, smallest, normal] = tally.forms.each_ref().map(|form| share(form.saved_share));
    vec![
        name,
        grouped(tally.calls),
        grouped(tally.results),
        grouped(tally.tokens),
        grouped(tally.token_turns),
        share(tally.share),
        share(tally.json.share),
        toon,
        smallest,
        normal,
    ]
}

/// A number of things: `1 file`, `2 files`.
fn count(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}
