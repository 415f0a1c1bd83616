//! Calls that do not complete: the server is killed, or the client disconnects.

use crate::client::{Call, data};
use crate::program::Program;
use crate::{Outcome, Plan};
use reqwest::Client;
use serde_json::Value;
use std::io::Write;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// How long each of these may take.
const SOON: Duration = Duration::from_secs(10);

/// Not begun, half of the JSON, and a stream of events.
const WAYS: [u64; 3] = [0, 1, 2];

pub(crate) async fn run(plan: &Plan) -> Outcome<()> {
    let (mut upstream, proxy) = Program::both(plan).await?;
    let client = Client::new();

    let mut calls = hang(&client, &proxy);
    wait(&client, &upstream, WAYS.len()).await?;
    calls.abort_all();
    while calls.join_next().await.is_some() {}
    let started = Instant::now();
    wait(&client, &upstream, 0).await?;
    writeln!(std::io::stdout(), "clients go: the server hears of it after {:.1?}", started.elapsed())?;

    let mut calls = hang(&client, &proxy);
    wait(&client, &upstream, WAYS.len()).await?;
    let started = Instant::now();
    upstream.kill().await?;
    while let Some(call) = tokio::time::timeout(SOON, calls.join_next()).await? {
        call??;
    }
    writeln!(
        std::io::stdout(),
        "the server is killed: its calls get errors after {:.1?}",
        started.elapsed()
    )?;
    error(&client, &proxy.url, 0).await?;
    let _upstream = Program::upstream(upstream.port()?).await?;
    let call = Call { id: 1, tool: "rows", seed: 1, size: 1_000 };
    call.check_converted(&client, &proxy.url, None).await?;
    writeln!(std::io::stdout(), "the server is back: calls are answered")?;
    Ok(())
}

/// One call for each way to hang, which end with an error.
fn hang(client: &Client, proxy: &Program) -> JoinSet<Outcome<()>> {
    let mut calls = JoinSet::new();
    for way in WAYS {
        let (client, url) = (client.clone(), proxy.url.clone());
        calls.spawn(async move { error(&client, &url, way).await });
    }
    calls
}

/// Makes a call that hangs, and checks that its answer is an error.
async fn error(client: &Client, url: &str, way: u64) -> Outcome<()> {
    let call = Call { id: way + 1, tool: "hang", seed: way, size: 0 };
    let body = call.send(client, url, None).await?.text().await?;
    let answer: Value = serde_json::from_str(data(&body).last().copied().unwrap_or(&body))?;
    let is_right = answer["id"] == call.id && answer["error"]["code"] == -32603;
    if is_right { Ok(()) } else { Err(call.wrong(&body)) }
}

/// Waits until this many calls hang.
async fn wait(client: &Client, upstream: &Program, count: usize) -> Outcome<()> {
    let started = Instant::now();
    let wanted = count.to_string();
    let call = Call { id: 0, tool: "hanging", seed: 0, size: 0 };
    while started.elapsed() < SOON {
        let answer: Value =
            serde_json::from_str(&call.text(call.send(client, &upstream.url, None).await?).await?)?;
        if answer["result"]["content"][0]["text"] == wanted.as_str() {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Err(format!("not {count} calls hang").into())
}
