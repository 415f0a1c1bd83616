//! Statistics of savings.

use crate::conversion::Conversion;
use crate::size::{Measure, Size, difference, percent, saved_percent};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The maximum number of tool names. To bound memory, further ones are counted together.
const MAX_TOOLS: usize = 256;
/// The name under which they are counted.
pub(crate) const OTHERS: &str = "other";
/// The maximum length of a tool name. To bound memory and the log, longer ones are truncated.
const MAX_NAME: usize = 64;

/// What a converter has done so far, in terms of what hosts show to their models.
///
/// `Display` writes a table for humans, with one line per tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Results that were examined.
    pub tools_processed: u64,
    /// Results that were converted.
    pub tools_converted: u64,
    /// Results of which hosts showed only a [part](crate::Converter::count_part).
    pub tools_partial: u64,
    /// Texts whose length was within the limits.
    pub items_attempted: u64,
    /// Texts that were converted.
    pub items_converted: u64,
    /// The size that hosts would have shown without conversion.
    pub before: Size,
    /// The size that hosts showed.
    pub after: Size,
    /// The part of `after` for [explaining TOON](crate::Converter::count_explanation), a cost that
    /// `before` does not include.
    pub instructions: Size,
    /// What levels of the normal form would have saved in addition, by name, without explanations.
    pub higher: BTreeMap<String, Size>,
    /// Statistics per tool, for up to 256 tools.
    pub tools: BTreeMap<String, ToolStatistics>,
    /// The number of results by kind of host: for example `structured`, or `structured (assumed)`
    /// if the kind was unknown.
    pub hosts: BTreeMap<String, u64>,
    /// How sizes were compared. With [`Measure::Bytes`], tokens were not counted.
    pub measure: Measure,
}

/// Statistics of one tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolStatistics {
    /// Results of the tool.
    pub results: u64,
    /// Results that were converted.
    pub converted: u64,
    /// Results of which hosts showed only a [part](crate::Converter::count_part).
    pub partial: u64,
    /// The size that hosts would have shown without conversion.
    pub before: Size,
    /// The size that hosts showed.
    pub after: Size,
}

impl Statistics {
    /// The share of results that were converted, in percent, rounded to two decimals. 0 if there
    /// were none.
    ///
    /// ```
    /// use toon_convert::Statistics;
    ///
    /// let statistics = Statistics { tools_processed: 3, tools_converted: 1, ..Statistics::default() };
    /// assert_eq!(statistics.tool_conversion_rate(), 33.33);
    /// ```
    pub fn tool_conversion_rate(&self) -> f64 {
        percent(self.tools_converted, self.tools_processed)
    }

    /// The share of texts that were converted, in percent, rounded to two decimals. 0 if there were
    /// none.
    ///
    /// ```
    /// assert_eq!(toon_convert::Statistics::default().item_conversion_rate(), 0.0);
    /// ```
    pub fn item_conversion_rate(&self) -> f64 {
        percent(self.items_converted, self.items_attempted)
    }

    /// The number of bytes saved. Negative if hosts showed more.
    ///
    /// ```
    /// assert_eq!(toon_convert::Statistics::default().total_bytes_saved(), 0);
    /// ```
    pub fn total_bytes_saved(&self) -> i64 {
        difference(self.before.bytes, self.after.bytes)
    }

    /// The number of tokens saved. Negative if hosts showed more, and 0 if tokens were not counted.
    ///
    /// ```
    /// assert_eq!(toon_convert::Statistics::default().total_tokens_saved(), 0);
    /// ```
    pub fn total_tokens_saved(&self) -> i64 {
        difference(self.before.tokens, self.after.tokens)
    }
}

impl Statistics {
    fn tool(&mut self, name: &str) -> &mut ToolStatistics {
        let name: String = name.chars().take(MAX_NAME).collect();
        let is_full = self.tools.len() >= MAX_TOOLS && !self.tools.contains_key(&name);
        self.tools.entry(if is_full { OTHERS.to_owned() } else { name }).or_default()
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts = self.hosts.iter().map(|(kind, results)| format!("{kind} {}", grouped(*results)));
        let hosts: Vec<String> = hosts.collect();
        match hosts.as_slice() {
            [] => writeln!(f, "shown by hosts:")?,
            hosts => writeln!(f, "shown by hosts (results by kind of host: {}):", hosts.join(", "))?,
        }
        let is_counted = self.measure == Measure::Tokens;
        let width = self.tools.keys().map(|tool| tool.chars().count()).max().unwrap_or(0);
        let width = width.max("explanations".len());
        write!(f, "{:<width$} {:>9} {:>10}", "tool", "results", "converted")?;
        if is_counted {
            write!(f, " {:>14} {:>12} {:>9}", "tokens before", "after", "saved")?;
        }
        write!(f, " {:>14} {:>12} {:>9}", "bytes before", "after", "saved")?;
        let total = ToolStatistics {
            results: self.tools_processed,
            converted: self.tools_converted,
            partial: self.tools_partial,
            before: self.before,
            after: self.after,
        };
        let instructions = ToolStatistics { after: self.instructions, ..ToolStatistics::default() };
        let rows = self.tools.iter().map(|(tool, row)| (tool.as_str(), row));
        let has_instructions = self.instructions.bytes > 0;
        let instructions = has_instructions.then_some(("explanations", &instructions));
        for (tool, row) in rows.chain(instructions).chain([("total", &total)]) {
            // Names are untrusted: a line break could forge a log line.
            let tool = tool.replace(char::is_control, " ");
            write!(f, "\n{tool:<width$} {:>9} {:>10}", grouped(row.results), grouped(row.converted))?;
            if is_counted {
                write_sizes(f, row.before.tokens, row.after.tokens)?;
            }
            write_sizes(f, row.before.bytes, row.after.bytes)?;
        }
        if self.tools_partial > 0 {
            let partial = grouped(self.tools_partial);
            write!(f, "\nshown in part: {partial} of the results; what was left out counts as saved")?;
        }
        for (level, saved) in self.higher.iter().filter(|(_, saved)| saved.tokens > 0) {
            let tokens = grouped(saved.tokens);
            write!(f, "\n--form {level} would have saved {tokens} more tokens, less its explanation")?;
        }
        Ok(())
    }
}

fn write_sizes(f: &mut fmt::Formatter<'_>, before: u64, after: u64) -> fmt::Result {
    // The percentage of zero is undefined.
    let saved = match before {
        0 => "–".to_owned(),
        _ => format!("{:.1} %", saved_percent(before, after)),
    };
    write!(f, " {:>14} {:>12} {saved:>9}", grouped(before), grouped(after))
}

/// Formats a number with thousands separators.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[derive(Debug, Default)]
pub(crate) struct Counters {
    items_attempted: AtomicU64,
    counted: Mutex<Statistics>,
}

impl Counters {
    pub(crate) fn add_attempts(&self, texts: u64) {
        self.items_attempted.fetch_add(texts, Relaxed);
    }

    pub(crate) fn add_result(&self, tool: &str, conversion: &Conversion) {
        let converted = u64::from(conversion.is_converted);
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted.tools_processed += 1;
        counted.tools_converted += converted;
        counted.items_converted += conversion.blocks as u64;
        counted.before += conversion.before;
        counted.after += conversion.after;
        if let Some(kind) = conversion.kind_of_host() {
            *counted.hosts.entry(kind).or_default() += 1;
        }
        if let Some((level, saved)) = conversion.higher {
            *counted.higher.entry(level.to_string()).or_default() += saved;
        }
        let row = counted.tool(tool);
        row.results += 1;
        row.converted += converted;
        row.before += conversion.before;
        row.after += conversion.after;
    }

    /// Counts that a result, which has been counted, was sent as `shown` and without its explanation.
    pub(crate) fn add_part(&self, tool: &str, conversion: &Conversion, shown: Size) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        let unconverted = u64::from(!conversion.is_converted);
        let after = |size: &mut Size| *size = size.less(conversion.after) + shown;
        counted.tools_partial += 1;
        counted.tools_converted += unconverted;
        after(&mut counted.after);
        counted.after = counted.after.less(conversion.explanation);
        counted.instructions = counted.instructions.less(conversion.explanation);
        let row = counted.tool(tool);
        row.partial += 1;
        row.converted += unconverted;
        after(&mut row.after);
    }

    /// Counts a text that hosts would not have shown otherwise.
    pub(crate) fn add_explanation(&self, size: Size) {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted.after += size;
        counted.instructions += size;
    }

    pub(crate) fn statistics(&self, measure: Measure) -> Statistics {
        let counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Statistics { items_attempted: self.items_attempted.load(Relaxed), measure, ..counted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn names_that_somebody_makes_up_do_not_fill_memory() {
        let counters = Counters::default();
        for n in 0..1_000 {
            counters.add_result(&format!("tool{n}"), &Conversion::default());
        }
        let statistics = counters.statistics(Measure::Bytes);
        assert_eq!(statistics.tools.len(), MAX_TOOLS + 1);
        assert_eq!(statistics.tools[OTHERS].results, 744);
    }

    #[test]
    fn a_table_for_people() {
        let counters = Counters::default();
        let conversion = Conversion {
            is_converted: true,
            blocks: 1,
            before: Size { bytes: 12_345, tokens: 4_000 },
            after: Size { bytes: 6_000, tokens: 3_000 },
            ..Conversion::default()
        };
        counters.add_result("list\nusers", &conversion);
        counters.add_explanation(Size { bytes: 200, tokens: 56 });
        let higher = Some((toon_normal::Level::Legible, Size { bytes: 4_000, tokens: 1_200 }));
        counters.add_result("list\nusers", &Conversion { higher, ..Conversion::default() });
        let long = Size { bytes: 90_000, tokens: 30_000 };
        let conversion =
            Conversion { before: long, after: long, explanation: Size { bytes: 9, tokens: 3 }, ..conversion };
        counters.add_explanation(conversion.explanation);
        counters.add_result("search", &conversion);
        counters.add_part("search", &conversion, Size { bytes: 10_000, tokens: 3_000 });
        let lines: Vec<String> =
            counters.statistics(Measure::Tokens).to_string().lines().map(str::to_owned).collect();
        assert_eq!(
            lines,
            [
                "shown by hosts (results by kind of host: structured (assumed) 3):",
                "tool           results  converted  tokens before        after     saved   bytes before        after     saved",
                "list users           2          1          4,000        3,000    25.0 %         12,345        6,000    51.4 %",
                "search               1          1         30,000        3,000    90.0 %         90,000       10,000    88.9 %",
                "explanations         0          0              0           56         –              0          200         –",
                "total                3          2         34,000        6,056    82.2 %        102,345       16,200    84.2 %",
                "shown in part: 1 of the results; what was left out counts as saved",
                "--form legible would have saved 1,200 more tokens, less its explanation",
            ]
        );
    }
}
