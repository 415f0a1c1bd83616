//! Many clients at a time, each with many calls.

use crate::client::Call;
use crate::content::size;
use crate::program::Program;
use crate::{Outcome, Plan};
use reqwest::Client;
use std::io::Write;
use std::time::Instant;
use tokio::task::JoinSet;

pub(crate) async fn run(plan: &Plan) -> Outcome<()> {
    let (_upstream, proxy) = Program::both(plan).await?;
    let started = Instant::now();
    let mut clients = JoinSet::new();
    for client in 0..plan.clients {
        let calls = (client..plan.calls).step_by(usize::try_from(plan.clients)?);
        clients.spawn(one(client, calls, proxy.url.clone(), plan.longest));
    }
    let (mut calls, mut bytes) = (0, 0);
    while let Some(done) = clients.join_next().await {
        let (count, size) = done??;
        calls += count;
        bytes += size;
    }
    if calls != plan.calls {
        return Err(format!("{calls} answers to {} calls", plan.calls).into());
    }
    writeln!(
        std::io::stdout(),
        "{calls} calls of {} clients, {} MB of JSON: all answers right, in {:.1?}; peak of the proxy: {} MB",
        plan.clients,
        bytes / 1_000_000,
        started.elapsed(),
        proxy.peak().unwrap_or_default(),
    )?;
    Ok(())
}

/// One client after the other calls. Two of them share a session, and half of the sessions are
/// none; ids are the same in all sessions, so that an answer that went astray would be taken by the
/// wrong one.
async fn one(
    client: u64,
    calls: impl Iterator<Item = u64>,
    url: String,
    longest: usize,
) -> Outcome<(u64, usize)> {
    let http = Client::new();
    let session = (client % 4 < 2).then(|| format!("session-{}", client / 2));
    let (mut count, mut bytes) = (0, 0);
    for seed in calls {
        let call = Call { id: count * 2 + client % 2, tool: "rows", seed, size: size(seed, longest) };
        bytes += call.check_converted(&http, &url, session.as_deref()).await?;
        count += 1;
    }
    Ok((count, bytes))
}
