//! Results that are too large to be converted are passed on unchanged, and are not kept in memory.

use crate::client::Call;
use crate::content::{answer, filler};
use crate::program::Program;
use crate::{Outcome, Plan};
use futures::{StreamExt, TryStreamExt, stream};
use reqwest::Client;
use std::io::Write;

/// How many are requested at a time.
const AT_A_TIME: usize = 8;
/// What the proxy may take for them, in MB. One result may be kept up to four times the greatest
/// text that is converted, which is 4 MB, and is copied where it grows.
const MAX_MEGABYTES: u64 = 160;

pub(crate) async fn run(plan: &Plan) -> Outcome<()> {
    let (_upstream, proxy) = Program::both(plan).await?;
    let client = Client::new();
    let before = proxy.peak().unwrap_or_default();
    let calls = stream::iter(0..plan.large).map(|seed| one(&client, &proxy.url, seed, plan.large_size));
    calls.buffer_unordered(AT_A_TIME).try_collect::<()>().await?;
    let peak = proxy.peak().unwrap_or_default();
    writeln!(
        std::io::stdout(),
        "{} results of {} MB, {AT_A_TIME} at a time: all untouched; peak of the proxy: {peak} MB, {before} MB before",
        plan.large,
        plan.large_size / 1_000_000,
    )?;
    if peak > MAX_MEGABYTES { Err(format!("more than {MAX_MEGABYTES} MB").into()) } else { Ok(()) }
}

async fn one(client: &Client, url: &str, seed: u64, size: usize) -> Outcome<()> {
    let call = Call { id: seed + 1, tool: "filler", seed, size };
    let text = call.text(call.send(client, url, None).await?).await?;
    if text == answer(call.id, &filler(seed, size)) { Ok(()) } else { Err(call.wrong(&text)) }
}
