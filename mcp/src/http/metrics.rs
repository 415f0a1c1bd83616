//! Metrics in the Prometheus text format.

use super::histogram::Histogram;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use toon_convert::{Converter, Measure, Size, Statistics};

/// The maximum number of tool names. To bound memory, further ones are counted together.
const MAX_TOOLS: usize = 256;
/// The name under which they are counted.
pub(crate) const OTHER_TOOLS: &str = "other";

/// Counters for tool calls and HTTP requests, which can be shared between threads. `to_string`
/// returns them in the Prometheus text format.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    tools: RwLock<BTreeMap<String, Arc<ToolCounters>>>,
    refused: [AtomicU64; RejectReason::ALL.len()],
    requests: AtomicU64,
    open: AtomicU64,
    request_bytes: AtomicU64,
    response_bytes: AtomicU64,
    sessions: AtomicU64,
    converter: Option<Arc<Converter>>,
}

#[derive(Debug, Default)]
struct ToolCounters {
    ok: AtomicU64,
    error: AtomicU64,
    cancelled: AtomicU64,
    durations: Histogram,
}

impl ToolCounters {
    fn record(&self, outcome: &AtomicU64, duration: Duration) {
        outcome.fetch_add(1, Ordering::Relaxed);
        self.durations.record(duration);
    }
}

/// The reason for rejecting a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RejectReason {
    Host,
    Origin,
    Token,
    Body,
    Requests,
    Sessions,
}

impl RejectReason {
    const ALL: [RejectReason; 6] = [
        RejectReason::Host,
        RejectReason::Origin,
        RejectReason::Token,
        RejectReason::Body,
        RejectReason::Requests,
        RejectReason::Sessions,
    ];

    fn name(self) -> &'static str {
        match self {
            RejectReason::Host => "host",
            RejectReason::Origin => "origin",
            RejectReason::Token => "token",
            RejectReason::Body => "body",
            RejectReason::Requests => "requests",
            RejectReason::Sessions => "sessions",
        }
    }
}

impl Metrics {
    /// Creates counters that start at zero.
    pub(crate) fn new() -> Self {
        Metrics::default()
    }

    /// Includes the statistics of a converter.
    #[must_use]
    pub(crate) fn converter(mut self, converter: Arc<Converter>) -> Self {
        self.converter = Some(converter);
        self
    }

    /// Counts a call of `tool` that took `duration`, with its outcome. Names beyond the first 256
    /// are counted as `other`.
    pub(crate) fn tool_call(&self, tool: &str, ok: bool, duration: Duration) {
        let counters = self.counters(tool);
        counters.record(if ok { &counters.ok } else { &counters.error }, duration);
    }

    /// Counts a call of `tool` that the client cancelled after `duration`.
    pub(crate) fn cancelled_call(&self, tool: &str, duration: Duration) {
        let counters = self.counters(tool);
        counters.record(&counters.cancelled, duration);
    }

    fn counters(&self, tool: &str) -> Arc<ToolCounters> {
        // Counters stay valid if the lock is poisoned.
        if let Some(counters) = self.tools.read().unwrap_or_else(PoisonError::into_inner).get(tool) {
            return counters.clone();
        }
        let mut tools = self.tools.write().unwrap_or_else(PoisonError::into_inner);
        let name = if tools.len() < MAX_TOOLS { tool } else { OTHER_TOOLS };
        tools.entry(name.to_owned()).or_default().clone()
    }

    pub(super) fn refuse(&self, refusal: RejectReason) {
        if let Some(counter) = self.refused.get(refusal as usize) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(super) fn request(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a request as in progress until the returned guard is dropped.
    pub(super) fn open(self: &Arc<Self>) -> OpenRequest {
        self.open.fetch_add(1, Ordering::Relaxed);
        OpenRequest(self.clone())
    }

    pub(super) fn received(&self, bytes: usize) {
        self.request_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(super) fn sent(&self, bytes: usize) {
        self.response_bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(super) fn set_sessions(&self, sessions: usize) {
        self.sessions.store(sessions as u64, Ordering::Relaxed);
    }
}

pub(super) struct OpenRequest(Arc<Metrics>);

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl fmt::Display for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let single: [(&str, &str, &str, &AtomicU64); 5] = [
            ("toon_mcp_http_requests_total", "counter", "HTTP requests.", &self.requests),
            (
                "toon_mcp_http_requests_open",
                "gauge",
                "HTTP requests in progress, including streams.",
                &self.open,
            ),
            ("toon_mcp_http_request_bytes_total", "counter", "Bytes of request bodies.", &self.request_bytes),
            (
                "toon_mcp_http_response_bytes_total",
                "counter",
                "Bytes of response bodies.",
                &self.response_bytes,
            ),
            ("toon_mcp_sessions", "gauge", "Open sessions.", &self.sessions),
        ];
        for (name, kind, help, value) in single {
            head(f, name, kind, help)?;
            writeln!(f, "{name} {}", value.load(Ordering::Relaxed))?;
        }
        if let Some(converter) = &self.converter {
            write_statistics(f, &converter.statistics())?;
        }
        head(f, "toon_mcp_http_refused_total", "counter", "HTTP requests turned away, by reason.")?;
        for (refusal, count) in RejectReason::ALL.iter().zip(&self.refused) {
            let (name, count) = (refusal.name(), count.load(Ordering::Relaxed));
            writeln!(f, "toon_mcp_http_refused_total{{reason=\"{name}\"}} {count}")?;
        }
        let tools = self.tools.read().unwrap_or_else(PoisonError::into_inner);
        head(f, "toon_mcp_tool_calls_total", "counter", "Tool calls, by tool and outcome.")?;
        for (tool, counters) in &*tools {
            let tool = Label(tool);
            let outcomes =
                [("ok", &counters.ok), ("error", &counters.error), ("cancelled", &counters.cancelled)];
            for (outcome, count) in outcomes {
                let count = count.load(Ordering::Relaxed);
                writeln!(f, "toon_mcp_tool_calls_total{{tool=\"{tool}\",outcome=\"{outcome}\"}} {count}")?;
            }
        }
        head(f, "toon_mcp_tool_duration_seconds", "histogram", "Duration of tool calls.")?;
        for (tool, counters) in &*tools {
            let label = format!("tool=\"{}\"", Label(tool));
            counters.durations.write(f, "toon_mcp_tool_duration_seconds", &label)?;
        }
        Ok(())
    }
}

fn write_statistics(f: &mut fmt::Formatter<'_>, statistics: &Statistics) -> fmt::Result {
    for (name, help, value) in [
        ("toon_mcp_results_processed_total", "Results that were examined.", statistics.tools_processed),
        ("toon_mcp_results_converted_total", "Results that were converted.", statistics.tools_converted),
        ("toon_mcp_results_partial_total", "Results that were shown in part.", statistics.tools_partial),
        (
            "toon_mcp_texts_attempted_total",
            "Texts whose length is within the limits.",
            statistics.items_attempted,
        ),
        ("toon_mcp_texts_converted_total", "Texts that were converted.", statistics.items_converted),
    ] {
        head(f, name, "counter", help)?;
        writeln!(f, "{name} {value}")?;
    }
    let name = "toon_mcp_tool_results_total";
    head(f, name, "counter", "Results, by tool and by whether they were converted.")?;
    for (tool, row) in &statistics.tools {
        let tool = Label(tool);
        writeln!(f, "{name}{{tool=\"{tool}\",converted=\"true\"}} {}", row.converted)?;
        writeln!(f, "{name}{{tool=\"{tool}\",converted=\"false\"}} {}", row.results - row.converted)?;
    }
    let Size { bytes, tokens } = statistics.instructions;
    let name = "toon_mcp_instructions_bytes_total";
    head(f, name, "counter", "Bytes of instructions that explain TOON.")?;
    writeln!(f, "{name} {bytes}")?;
    if statistics.measure == Measure::Tokens {
        let name = "toon_mcp_instructions_tokens_total";
        head(f, name, "counter", "Tokens of instructions that explain TOON.")?;
        writeln!(f, "{name} {tokens}")?;
    }
    write_sizes(f, statistics, "bytes", |size| size.bytes)?;
    if statistics.measure == Measure::Tokens {
        write_sizes(f, statistics, "tokens", |size| size.tokens)?;
    }
    Ok(())
}

/// Writes the sizes that hosts show, by tool, before and after conversion.
fn write_sizes(
    f: &mut fmt::Formatter<'_>,
    statistics: &Statistics,
    unit: &str,
    of: impl Fn(Size) -> u64,
) -> fmt::Result {
    let name = format!("toon_mcp_tool_shown_{unit}_total");
    let help = format!("The {unit} of results as shown by hosts, by tool, before and after conversion.");
    head(f, &name, "counter", &help)?;
    for (tool, row) in &statistics.tools {
        let tool = Label(tool);
        for (stage, size) in [("before", row.before), ("after", row.after)] {
            writeln!(f, "{name}{{tool=\"{tool}\",stage=\"{stage}\"}} {}", of(size))?;
        }
    }
    Ok(())
}

fn head(f: &mut fmt::Formatter<'_>, name: &str, kind: &str, help: &str) -> fmt::Result {
    writeln!(f, "# HELP {name} {help}\n# TYPE {name} {kind}")
}

/// A label value, which is escaped.
struct Label<'a>(&'a str);

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '\\' => f.write_str("\\\\"),
            '"' => f.write_str("\\\""),
            '\n' => f.write_str("\\n"),
            other => write!(f, "{other}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_somebody_makes_up_do_not_fill_memory() {
        let metrics = Metrics::new();
        for n in 0..1_000 {
            metrics.tool_call(&format!("tool{n}"), true, Duration::ZERO);
        }
        let text = metrics.to_string();
        assert!(text.contains("{tool=\"other\",outcome=\"ok\"} 744\n"));
        assert_eq!(text.matches("outcome=\"ok\"").count(), MAX_TOOLS + 1);
    }

    #[test]
    fn labels_are_escaped() {
        let metrics = Metrics::new();
        metrics.tool_call("a\"b\\c\nd", true, Duration::ZERO);
        assert!(metrics.to_string().contains(r#"{tool="a\"b\\c\nd",outcome="ok"} 1"#));
    }

    #[test]
    fn each_refusal_has_its_place() {
        for (index, refusal) in RejectReason::ALL.iter().enumerate() {
            assert_eq!(*refusal as usize, index);
        }
    }
}
