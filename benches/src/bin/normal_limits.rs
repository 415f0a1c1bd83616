//! Measures the cost of the normal form, which is legible and measured by bytes here: the time per
//! byte at two sizes, compared with `serde_json`; the memory; and the time to read it, compared
//! with plain TOON.
//!
//! ```sh
//! scripts/normal_limits.sh            # all cases
//! scripts/normal_limits.sh issues     # those whose names contain "issues"
//! ```
//!
//! Each measurement runs in a process of its own (`--measure WHAT CASE SIZE`), in which the
//! contenders take turns. Fails if a limit is exceeded.
#![allow(clippy::unwrap_used, clippy::panic, clippy::cast_precision_loss, missing_docs)]

#[allow(dead_code, unreachable_pub, reason = "shared with the tests, which use all of it")]
#[path = "../../../normal/tests/normal/support/dice.rs"]
mod dice;
#[allow(unreachable_pub, reason = "shared with the tests")]
#[path = "../../../normal/tests/normal/support/large.rs"]
mod large;

use cpu_time::ThreadTime;
use large::CASES;
use serde_json::Value;
use std::env;
use std::fs;
use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use toon::{DecodeOptions, EncodeOptions, json};
use toon_normal::Options;

const SIZES: [usize; 2] = [100_000, 10_000_000];
/// Measurements are noisy, so a case that fails is measured again.
const ATTEMPTS: usize = 3;
const MIN_DURATION: Duration = Duration::from_secs(2);

/// The maximum ratio of the time per byte at the larger size to that at the smaller size.
const GROWTH: f64 = 3.0;
/// The maximum ratio of the time to that of `serde_json` for parsing the text into a `Value`.
const TIME: f64 = 10.0;
/// The maximum ratio of the memory to that of the `Value`.
const MEMORY: f64 = 3.0;
/// The maximum ratio of the time to read the form, per byte of JSON, to that of plain TOON.
const INVERSE: f64 = 4.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.as_slice() {
        [flag, what, case, size] if flag == "--measure" => {
            let (_, make) = CASES.iter().find(|(name, _)| name == case).unwrap();
            measure(what, &make(size.parse().unwrap()));
            ExitCode::SUCCESS
        }
        filters => compare(filters),
    }
}

// -- Measuring --

/// Runs in the child process: prints two figures.
fn measure(what: &str, json: &str) {
    let options = Options::new();
    match what {
        "write" => {
            let form = || drop(black_box(options.from_json(json).unwrap()));
            let value = || drop(black_box(serde_json::from_str::<Value>(json).unwrap()));
            take_turns(json.len(), &form, &value);
        }
        "read" => {
            let text = options.from_json(json).unwrap().text;
            let toon = json::to_toon(json, &EncodeOptions::new()).unwrap();
            let inverse = || drop(black_box(options.to_json(&text).unwrap()));
            let plain = || drop(black_box(json::from_toon(&toon, &DecodeOptions::new()).unwrap()));
            take_turns(json.len(), &inverse, &plain);
        }
        "memory of the form" => print_memory(|| options.from_json(json).unwrap()),
        "memory of the value" => print_memory(|| serde_json::from_str::<Value>(json).unwrap()),
        _ => panic!("{what}: no such measurement"),
    }
}

/// Prints the minimum nanoseconds per byte of each.
fn take_turns(bytes: usize, one: &dyn Fn(), other: &dyn Fn()) {
    /// Short runs are measured in batches of this many bytes.
    const BATCH: usize = 1_000_000;
    let runs = (BATCH / bytes).max(1);
    let mut least = [Duration::MAX; 2];
    let begin = Instant::now();
    let mut rounds = 0;
    while rounds < 2 || begin.elapsed() < MIN_DURATION {
        for (least, work) in least.iter_mut().zip([one, other]) {
            let start = ThreadTime::now();
            for _ in 0..runs {
                work();
            }
            *least = (*least).min(start.elapsed());
        }
        rounds += 1;
    }
    let [one, other] = least.map(|time| time.as_nanos() as f64 / (runs * bytes) as f64);
    println!("{one} {other}");
}

/// Prints by how many bytes the peak memory of this process grows.
fn print_memory<T>(work: impl FnOnce() -> T) {
    // Reset the peak, which may be higher than that of the work.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let before = memory("VmRSS:");
    let result = black_box(work());
    println!("{} 0", memory("VmHWM:").saturating_sub(before));
    drop(result);
}

/// A figure of this process in bytes. 0 if the system does not provide it.
fn memory(label: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(label));
    line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok()).unwrap_or(0) * 1024
}

// -- Comparing --

/// The two figures that the child process prints for one size.
fn figures(what: &str, case: &str, size: usize) -> [f64; 2] {
    let output = Command::new(env::current_exe().unwrap())
        .args(["--measure", what, case, &size.to_string()])
        // Makes glibc keep freed memory: touching a page for the first time costs more than the
        // work.
        .envs(["MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"].map(|name| (name, "4294967296")))
        .output()
        .unwrap();
    assert!(output.status.success(), "{case}: {}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    let figures: Vec<f64> = printed.split_whitespace().map(|figure| figure.parse().unwrap()).collect();
    [figures[0], figures[1]]
}

/// A ratio and its limit.
struct Ratio {
    of: &'static str,
    value: f64,
    most: f64,
}

fn compare(filters: &[String]) -> ExitCode {
    println!("| case | ns/B at 100 kB | at 10 MB | growth | × `serde_json` | memory | inverse | |");
    println!("|---|---:|---:|---:|---:|---:|---:|---|");
    let mut is_fine = true;
    for (case, _) in CASES {
        if !filters.is_empty() && !filters.iter().any(|filter| case.contains(filter.as_str())) {
            continue;
        }
        let passes = (1..=ATTEMPTS).any(|attempt| {
            let (row, passes) = compare_case(case);
            if passes || attempt == ATTEMPTS {
                println!("{row}");
            }
            passes
        });
        is_fine &= passes;
    }
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A row of the table, and whether it is within all limits.
fn compare_case(case: &str) -> (String, bool) {
    let [small, large] = SIZES.map(|size| figures("write", case, size));
    let inverse = SIZES.map(|size| figures("read", case, size)).map(|[form, toon]| form / toon);
    let peak = |what| figures(what, case, SIZES[1])[0];
    let ratios = [
        Ratio { of: "growth", value: large[0] / small[0], most: GROWTH },
        Ratio { of: "time", value: (small[0] / small[1]).max(large[0] / large[1]), most: TIME },
        Ratio { of: "memory", value: peak("memory of the form") / peak("memory of the value"), most: MEMORY },
        Ratio { of: "inverse", value: inverse[0].max(inverse[1]), most: INVERSE },
    ];
    let failures: Vec<&str> =
        ratios.iter().filter(|ratio| ratio.value > ratio.most).map(|ratio| ratio.of).collect();
    let verdict =
        if failures.is_empty() { "PASS".to_owned() } else { format!("FAIL: {}", failures.join(", ")) };
    let cells: Vec<String> =
        ratios.iter().map(|ratio| format!("{:.2} (≤ {})", ratio.value, ratio.most)).collect();
    let row = format!("| {case} | {:.1} | {:.1} | {} | {verdict} |", small[0], large[0], cells.join(" | "));
    (row, failures.is_empty())
}
