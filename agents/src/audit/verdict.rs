//! The line that a person acts on, and what cannot be known.

use super::report::{HostReport, Report, ToolReport};
use super::tally::Tally;
use crate::host::Host;

/// The form that a hook sends by default, in the list of forms.
const DEFAULT: usize = 1;

/// Savings below that, in percent, are not worth a hook.
const MIN_SAVED: f64 = 0.5;

/// Whether the hook works in a host without being asked for.
const fn has_hook(host: Host) -> bool {
    !matches!(host, Host::Codex | Host::Gemini)
}

/// A share in percent with as many digits as it has meaning.
pub(super) fn percent(share: f64) -> String {
    // Nothing is saved by a rounding error.
    let share = if share.abs() < 0.05 { 0.0 } else { share };
    if share.abs() >= 10.0 { format!("{share:.0} %") } else { format!("{share:.1} %") }
}

pub(super) fn of(report: &Report) -> String {
    if report.hosts.is_empty() {
        return "no transcripts were found".to_owned();
    }
    let Some(period) = &report.period else {
        return "the transcripts have no calls in this period".to_owned();
    };
    let days = if period.days == 1 { "one day".to_owned() } else { format!("{} days", period.days) };
    let (Some(bill), Some(json)) = (report.bill.filter(|bill| *bill > 0.0), report.total.json.share) else {
        return format!(
            "{} of the results in {days} are JSON; what they cost is not recorded",
            report.total.json.results
        );
    };
    let share = |saved: f64| saved / bill * 100.0;
    let has_bill = |host: &&HostReport| host.bill.is_some();
    let with_hook: Vec<_> = report.hosts.iter().filter(has_bill).filter(|host| has_hook(host.host)).collect();
    let others = report.hosts.iter().filter(has_bill).filter(|host| !has_hook(host.host));
    let by_hook = share(with_hook.iter().map(|host| host.total.saved(DEFAULT)).sum());
    let tools_of_servers = others.flat_map(|host| &host.tools).filter(|tool| tool.server.is_some());
    let by_proxy = share(tools_of_servers.map(|tool| tool.tally.saved(DEFAULT)).sum());

    let paid =
        format!("of the input you paid for in {days}, {} were tool results that are JSON", percent(json));
    let saved = format!("the hook would have saved {} of the bill", percent(by_hook));
    let names = mostly(with_hook.iter().flat_map(|host| &host.tools));
    let advice = match names.as_slice() {
        _ if by_hook < MIN_SAVED => ": not worth installing".to_owned(),
        [] => String::new(),
        names => format!(", mostly {}", names.join(" and ")),
    };
    let proxy = if by_proxy < MIN_SAVED {
        String::new()
    } else {
        format!("; the proxy, in hosts whose hooks cannot replace results, {}", percent(by_proxy))
    };
    format!("{paid}; {saved}{advice}{proxy}")
}

/// The tools of which most would be saved.
fn mostly<'r>(tools: impl Iterator<Item = &'r ToolReport>) -> Vec<String> {
    let saved = |tally: &Tally| tally.saved(DEFAULT);
    let mut tools: Vec<_> = tools.filter(|tool| saved(&tool.tally) > 0.0).collect();
    let all: f64 = tools.iter().map(|tool| saved(&tool.tally)).sum();
    tools.sort_by(|a, b| saved(&b.tally).total_cmp(&saved(&a.tally)));
    let large = tools.iter().filter(|tool| saved(&tool.tally) * 5.0 >= all).take(2);
    large.map(|tool| format!("`{}`", tool.tool)).collect()
}

/// What cannot be known, each said once.
pub(super) fn notes(report: &Report) -> Vec<String> {
    let mut notes = Vec::new();
    for host in &report.hosts {
        let name = &host.name;
        match host.host {
            Host::Cursor => {
                notes.push(format!("{name} records no results and no input: it cannot be audited."));
            }
            Host::Copilot => {
                notes.push(format!("{name} records no input: its results are counted, but not as a share."));
            }
            _ => {}
        }
        if !has_hook(host.host) && host.model_calls > 0 {
            notes.push(format!(
                "{name}: a hook can replace a result only by blocking it, so by default our hook does nothing \
                 there. Servers can be put behind the proxy."
            ));
        }
        if host.unreadable > 0 || host.unknown > 0 {
            notes.push(format!(
                "{name}: {} lines or files could not be read, and {} records are of an unknown kind.",
                host.unreadable, host.unknown
            ));
        }
        let estimated = host.tools.iter().filter(|tool| tool.tally.estimated > 0);
        let names: Vec<_> = estimated
            .map(|tool| format!("`{}` ({} of {})", tool.tool, tool.tally.estimated, tool.tally.results))
            .collect();
        if !names.is_empty() {
            notes.push(format!("{name}: forms are estimated from a sample for {}.", names.join(", ")));
        }
    }
    if report.hosts.iter().any(|host| host.bill.is_some()) {
        notes.push(
            "What a host clears inside the context, and calls that compact it, are not always recorded: how \
             often a result was carried is an upper bound. Prices of models, surcharges for long contexts and \
             rebates for batches are not known."
                .to_owned(),
        );
    }
    notes
}
