//! Time is linear in the size of the value; `benches/src/bin/normal_limits.rs` measures more.
#![allow(clippy::cast_precision_loss)]

use crate::support::large::CASES;
use std::fs;
use std::time::{Duration, Instant};
use toon_normal::Options;

/// Generous for a debug build on a busy machine: quadratic time would be 10 times as long.
const MAX_RATIO: f64 = 3.5;
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
        // The best of several attempts, or the first one that is good enough.
        let mut best = [f64::MAX; 2];
        for [writing, reading] in growth {
            best = [best[0].min(writing), best[1].min(reading)];
            if best.iter().all(|growth| *growth < MAX_RATIO) {
                break;
            }
        }
        assert!(best[0] < MAX_RATIO && best[1] < MAX_RATIO, "{name}: {best:?} times the time for each byte");
    }
}

/// In seconds, of writing and of reading.
fn time_per_byte(json: &str) -> [f64; 2] {
    let options = Options::new();
    let text = options.from_json(json).unwrap().text;
    assert!(options.to_json(&text).unwrap() == json);
    let write = || drop(options.from_json(json).unwrap());
    let read = || drop(options.to_json(&text).unwrap());
    [time_of(&write), time_of(&read)].map(|time| time / json.len() as f64)
}

fn time_of(work: &dyn Fn()) -> f64 {
    /// The clock has a resolution of a few milliseconds.
    const LEAST: Duration = Duration::from_millis(100);
    let start = processor_time();
    let mut runs = 0_u32;
    loop {
        work();
        runs += 1;
        let time = processor_time().saturating_sub(start);
        if time >= LEAST {
            return time.as_secs_f64() / f64::from(runs);
        }
    }
}

/// The CPU time of this thread, if available, so that other processes do not count.
fn processor_time() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    let nanoseconds = fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|figures| figures.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.with(Instant::elapsed), Duration::from_nanos)
}

/// The expansion of an alias is bounded, wherever it is.
#[test]
fn aliases_that_expand_to_much() {
    let alias = "x".repeat(100_000);
    let entries: Vec<String> = (0..20_000).map(|at| format!("  k{at}: $a")).collect();
    let legend =
        format!("_form: 1 object\n_let:\n  a: {alias}\nt.each:\n{}\nt[1]{{x}}:\n  1", entries.join("\n"));
    let list = format!("_form: 1 object\n_let:\n  a: {alias}\nx[20000]: {}", vec!["$a"; 20_000].join(","));
    for text in [legend, list] {
        let start = Instant::now();
        let error = toon_normal::to_json(&text).unwrap_err();
        assert!(matches!(error.kind(), toon::ErrorKind::OutputLimit { .. }), "{error}");
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    }
}

/// One row with very many columns, groups, children or names: the work is linear in their number.
#[test]
fn very_many_columns() {
    let kinds: [fn(usize) -> String; 4] = [
        |at| format!(r#""a{at}":[{{"x":1}}],"b{at}":{at}"#),
        |at| format!(r#""a{at}":{{"x":1}}"#),
        |at| format!(r#""u{at}":{{"a":{at},"b":1,"c":1}}"#),
        |at| format!(r#""s{at}":"https://x.org/{at}""#),
    ];
    for kind in kinds {
        let time = |count: usize| {
            let json = format!("[{{{}}}]", (0..count).map(kind).collect::<Vec<_>>().join(","));
            let start = Instant::now();
            let text =
                toon_normal::to_string(&serde_json::from_str::<serde_json::Value>(&json).unwrap()).unwrap();
            assert_eq!(toon_normal::to_json(&text).unwrap(), json);
            start.elapsed()
        };
        // A machine under load may take several times as long, but not sixteen times.
        let (few, many) = (time(1_000), time(16_000));
        assert!(many < few.max(Duration::from_millis(2)) * 16 * 8, "{few:?} and {many:?}");
    }
}
