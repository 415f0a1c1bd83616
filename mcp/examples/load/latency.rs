//! The time that the proxy adds to a call.

use crate::client::Call;
use crate::content::Shape;
use crate::program::Program;
use crate::{Outcome, Plan};
use reqwest::Client;
use std::io::Write;
use std::time::{Duration, Instant};

const SIZE: usize = 10_000;

pub(crate) async fn run(plan: &Plan) -> Outcome<()> {
    let (upstream, proxy) = Program::both(plan).await?;
    let client = Client::new();
    for (name, shape) in [("JSON", Shape::Json), ("events", Shape::Events)] {
        let (mut direct, mut proxied) = (Vec::new(), Vec::new());
        // By turns, so that what else the machine does meets both.
        for pair in 0..plan.pairs {
            let seed = if shape == Shape::Json { pair * 2 } else { pair * 2 + 1 };
            let call = Call { id: pair, tool: "rows", seed, size: SIZE };
            direct.push(time(call, &client, &upstream.url).await?);
            proxied.push(time(call, &client, &proxy.url).await?);
        }
        let (direct, proxied) = (Times::of(direct), Times::of(proxied));
        let added = proxied.median.saturating_sub(direct.median);
        writeln!(
            std::io::stdout(),
            "10 kB as {name}, {} calls each way, median: direct {:?}, proxied {:?}, added {:?}; 99 of 100: direct {:?}, proxied {:?}",
            plan.pairs,
            direct.median,
            proxied.median,
            added,
            direct.most,
            proxied.most,
        )?;
        let most = Duration::from_micros(plan.added_micros);
        if added > most {
            return Err(format!("the proxy adds {added:?} at the median, more than {most:?}").into());
        }
    }
    Ok(())
}

async fn time(call: Call, client: &Client, url: &str) -> Outcome<Duration> {
    let started = Instant::now();
    let text = call.text(call.send(client, url, None).await?).await?;
    let time = started.elapsed();
    let id = serde_json::from_str::<serde_json::Value>(&text)?["id"].clone();
    if id == call.id { Ok(time) } else { Err(call.wrong(&text)) }
}

struct Times {
    median: Duration,
    most: Duration,
}

impl Times {
    fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let at = |percent: usize| times.get(times.len() * percent / 100).copied().unwrap_or_default();
        Times { median: at(50), most: at(99) }
    }
}
