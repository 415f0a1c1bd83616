//! Builds a report.

use super::forms::label;
use super::report::{DayReport, HostReport, Period, Report, ServerReport, ToolReport};
use super::tally::{Prices, Tally, float};
use super::verdict;
use crate::host::Host;
use crate::time;
use crate::tools;
use crate::transcripts::{Growth, Tool, Transcripts, Usage};
use std::collections::BTreeMap;

#[derive(Default)]
struct Day {
    calls: u64,
    input: u64,
    bill: f64,
    tally: Tally,
}

/// The server of a tool, and the name under which it is counted.
fn key(host: Host, tool: &Tool) -> (Option<&str>, &str) {
    (tools::server(host, &tool.name), label(tool))
}

pub(super) struct Builder {
    prices: Prices,
    asked_days: Option<u64>,
    hosts: Vec<HostReport>,
    days: BTreeMap<i64, Day>,
}

impl Builder {
    pub(super) fn new(prices: Prices, asked_days: Option<u64>) -> Self {
        Builder { prices, asked_days, hosts: Vec::new(), days: BTreeMap::new() }
    }

    /// Adds a host, if there are transcripts of it.
    pub(super) fn add(&mut self, host: Host, found: &Transcripts) {
        /// Fewer do not tell how the model counts.
        const MIN_RESULTS: u64 = 1000;
        if found.files == 0 {
            return;
        }
        let mut growth = Growth::default();
        let mut usage: Option<Usage> = None;
        for chain in &found.chains {
            growth += chain.growth;
            if let Some(of_chain) = chain.usage {
                *usage.get_or_insert_default() += of_chain;
            }
        }
        let scale = (growth.results >= MIN_RESULTS).then(|| float(growth.usage) / float(growth.results));
        let factor = scale.unwrap_or(1.0);
        let bill = usage.map(|usage| self.prices.of_input(&usage));
        let mut total = Tally::default();
        let mut tools: BTreeMap<(Option<&str>, &str), Tally> = BTreeMap::new();
        for chain in &found.chains {
            for (tool, calls) in &chain.uses {
                tools.entry(key(host, tool)).or_default().calls += calls;
                total.calls += calls;
            }
            for result in &chain.results {
                tools.entry(key(host, &result.tool)).or_default().add(result, &self.prices);
                total.add(result, &self.prices);
            }
        }
        for chain in &found.chains {
            for (day, (calls, usage)) in &chain.days {
                let day = self.days.entry(*day).or_default();
                day.calls += calls;
                day.input += usage.all_input();
                day.bill += self.prices.of_input(usage);
            }
            for result in &chain.results {
                let mut tally = Tally::default();
                tally.add(result, &self.prices);
                tally.scale(if usage.is_some() { factor } else { 0.0 });
                self.days.entry(result.day).or_default().tally.merge(&tally);
            }
        }
        let mut servers: BTreeMap<Option<String>, Tally> = BTreeMap::new();
        let mut reports = Vec::new();
        total.scale(factor);
        total.share_of(bill);
        for ((server, tool), mut tally) in tools {
            tally.scale(factor);
            tally.share_of(bill);
            let server = server.map(ToOwned::to_owned);
            servers.entry(server.clone()).or_default().merge(&tally);
            reports.push(ToolReport { tool: tool.to_owned(), server, tally });
        }
        reports.sort_by_key(|report| std::cmp::Reverse(report.tally.token_turns));
        let servers = servers.into_iter().map(|(server, mut tally)| {
            tally.share_of(bill);
            ServerReport { server, tally }
        });
        let mut servers: Vec<_> = servers.collect();
        servers.sort_by_key(|report| std::cmp::Reverse(report.tally.token_turns));
        self.hosts.push(HostReport {
            host,
            name: host.to_string(),
            files: found.files,
            bytes: found.bytes,
            chains: found.chains.len() as u64,
            sub_agents: found.chains.iter().filter(|chain| chain.agent.is_some()).count() as u64,
            model_calls: found.chains.iter().map(|chain| chain.calls).sum(),
            usage,
            bill,
            scale,
            total,
            tools: reports,
            servers,
            unreadable: found.unreadable,
            unknown: found.unknown,
        });
    }

    pub(super) fn finish(self) -> Report {
        let bills: Vec<f64> = self.hosts.iter().filter_map(|host| host.bill).collect();
        let bill = (!bills.is_empty()).then(|| bills.iter().sum());
        let mut total = Tally::default();
        for host in &self.hosts {
            let mut of_host = host.total.clone();
            if host.bill.is_none() {
                of_host.scale(0.0);
            }
            total.merge(&of_host);
        }
        total.share_of(bill);
        // The first day is that of records without a time.
        let mut with_time = self.days.range(1..);
        let first = with_time.next().or_else(|| self.days.first_key_value());
        let ends = first.map(|first| (first, with_time.next_back().unwrap_or(first)));
        let period = ends.map(|((from, _), (to, _))| Period {
            from: time::date(*from),
            to: time::date(*to),
            days: self.asked_days.unwrap_or_else(|| (to - from).unsigned_abs() + 1),
        });
        let days = self.days.into_iter().map(|(day, mut of_day)| {
            of_day.tally.share_of(bill);
            DayReport {
                date: time::date(day),
                model_calls: of_day.calls,
                input: of_day.input,
                bill: of_day.bill,
                tally: of_day.tally,
            }
        });
        let mut report = Report {
            verdict: String::new(),
            period,
            prices: self.prices,
            bill,
            total,
            hosts: self.hosts,
            days: days.collect(),
            notes: Vec::new(),
        };
        report.verdict = verdict::of(&report);
        report.notes = verdict::notes(&report);
        report
    }
}
