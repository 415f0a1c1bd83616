//! What the normal form costs: time for each byte at two sizes, next to `serde_json`; memory; and
//! its inverse next to that of plain TOON. Legible, measured by bytes.
//!
//! ```sh
//! scripts/normal_limits.sh            # all cases
//! scripts/normal_limits.sh issues     # those whose name has "issues" in it
//! ```
//!
//! Each measurement is a process of its own (`--measure WHAT CASE SIZE`), in which what is compared
//! takes turns. It fails where a limit is passed.
#![allow(clippy::unwrap_used, clippy::panic, clippy::cast_precision_loss, missing_docs)]

#[allow(dead_code, unreachable_pub, reason = "shared with the tests, which use all of it")]
#[path = "../../../tests/normal/support/dice.rs"]
mod dice;
#[allow(unreachable_pub, reason = "shared with the tests")]
#[path = "../../../tests/normal/support/large.rs"]
mod large;

use cpu_time::ThreadTime;
use large::CASES;
use serde_json::Value;
use std::env;
use std::fs;
use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use toon::normal::Options;
use toon::{DecodeOptions, EncodeOptions, json};

const SIZES: [usize; 2] = [100_000, 10_000_000];
/// Machines are noisy: a case that fails is measured again.
const ATTEMPTS: usize = 3;
const PATIENCE: Duration = Duration::from_secs(2);

/// How much longer each byte may take at the larger size.
const GROWTH: f64 = 3.0;
/// How much longer than `serde_json` reads the same text to a `Value`.
const TIME: f64 = 10.0;
/// How much more memory than that `Value` takes.
const MEMORY: f64 = 3.0;
/// How much longer the inverse may take than that of plain TOON, for each byte of JSON.
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

// -- measuring --

/// In the child: prints two figures.
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

/// Prints the least nanoseconds for each byte of both.
fn take_turns(bytes: usize, one: &dyn Fn(), other: &dyn Fn()) {
    /// Short runs are measured together.
    const BATCH: usize = 1_000_000;
    let runs = (BATCH / bytes).max(1);
    let mut least = [Duration::MAX; 2];
    let begin = Instant::now();
    let mut rounds = 0;
    while rounds < 2 || begin.elapsed() < PATIENCE {
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

/// Prints the bytes by which the peak of this process grows.
fn print_memory<T>(work: impl FnOnce() -> T) {
    // The peak of what came before must not hide that of the work.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let before = memory("VmRSS:");
    let result = black_box(work());
    println!("{} 0", memory("VmHWM:").saturating_sub(before));
    drop(result);
}

/// A figure of this process in bytes; 0 where the system does not tell.
fn memory(label: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(label));
    line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok()).unwrap_or(0) * 1024
}

// -- comparing --

/// The two figures that this program prints for one size.
fn figures(what: &str, case: &str, size: usize) -> [f64; 2] {
    let output = Command::new(env::current_exe().unwrap())
        .args(["--measure", what, case, &size.to_string()])
        // glibc keeps what it has: the first touch of a page costs more than anything done with it.
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

/// The row of the table, and whether all limits hold.
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
