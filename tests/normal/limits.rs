//! Time grows with the value and no faster; `benches/benches/normal_limits.rs` measures more.

use crate::support::large::CASES;
use std::fs;
use std::time::{Duration, Instant};
use toon::normal::Options;

/// A debug build on a machine with other work to do: what grows with the square takes 10 times as long.
const MOST: f64 = 3.5;
const SIZES: [usize; 2] = [100_000, 1_000_000];
const ATTEMPTS: usize = 4;

#[test]
fn time_is_linear() {
    for (name, make) in CASES {
        let texts = SIZES.map(make);
        let growth = (0..ATTEMPTS).map(|_| {
            let [small, large] = [&texts[0], &texts[1]].map(|json| time_per_byte(json));
            [large[0] / small[0], large[1] / small[1]]
        });
        // The best of several attempts counts, or the first that is good enough.
        let mut best = [f64::MAX; 2];
        for [writing, reading] in growth {
            best = [best[0].min(writing), best[1].min(reading)];
            if best.iter().all(|growth| *growth < MOST) {
                break;
            }
        }
        assert!(best[0] < MOST && best[1] < MOST, "{name}: {best:?} times the time for each byte");
    }
}

/// In seconds, of writing and of reading.
#[allow(clippy::cast_precision_loss)]
fn time_per_byte(json: &str) -> [f64; 2] {
    let options = Options::new();
    let start = processor_time();
    let text = options.from_json(json).unwrap().text;
    let written = processor_time();
    let back = options.to_json(&text).unwrap();
    let read = processor_time();
    assert!(back == json);
    let times = [written.saturating_sub(start), read.saturating_sub(written)];
    times.map(|time| time.as_secs_f64() / json.len() as f64)
}

/// The time that this thread had a processor, where the system tells, so that others on the machine do not count.
fn processor_time() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    let nanoseconds = fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|figures| figures.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.with(Instant::elapsed), Duration::from_nanos)
}
