//! Time and memory must grow with the input and no faster, whatever the input says of itself.
//!
//! Each case runs at two sizes a factor of ten apart, each size in a process of its own (`--measure
//! CASE SIZE`), so that the peak of its memory can be told. The table shows time and memory for
//! each byte of input; the bench fails when the larger size takes more than 1.5 times the time for
//! each byte.
//!
//! ```sh
//! scripts/scaling.sh         # all cases
//! scripts/scaling.sh keys    # those whose name has "keys" in it
//! ```
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use serde::de::IgnoredAny;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::hint::black_box;
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use std::{env, fs};
use toon::{DecodeOptions, EncodeOptions, KeyFolding};

/// How much more time for each byte the larger input may take.
const LIMIT: f64 = 1.5;
/// Machines are noisy: the fastest of many batches of runs counts, and a case that fails is
/// measured again.
const ATTEMPTS: usize = 3;
const MIN_DURATION: Duration = Duration::from_secs(1);
const BATCH: Duration = Duration::from_millis(60);
/// Larger than the caches: neither size finds its input there, or the smaller one would be the
/// faster for it.
const INPUTS: usize = 96 << 20;

/// One run of what is measured, by its number; returns the bytes of input or output.
type Work = Box<dyn Fn(usize) -> usize>;

/// The name, the two sizes, and what is done at a size.
type Case = (&'static str, [usize; 2], fn(usize) -> Work);

const TEN_THOUSAND: [usize; 2] = [10_000, 100_000];
const HUNDRED_THOUSAND: [usize; 2] = [100_000, 1_000_000];
const TEN_MILLION: [usize; 2] = [10_000_000, 100_000_000];

const CASES: &[Case] = &[
    ("header fields", TEN_THOUSAND, |n| reads(header(n))),
    ("header field groups", TEN_THOUSAND, |n| reads(header_groups(n))),
    ("object keys", HUNDRED_THOUSAND, |n| reads(fields(n))),
    ("object keys, non-strict", HUNDRED_THOUSAND, |n| reads_loosely(fields(n))),
    ("duplicate keys, non-strict", HUNDRED_THOUSAND, |n| {
        reads_loosely(lines(n, |i| format!("key{}: 1", i % 7)))
    }),
    ("expanded keys", HUNDRED_THOUSAND, |n| {
        reads_expanding(lines(n, |i| format!("a.b{}.key{i}: 1", i % 10)))
    }),
    ("keyed rows", HUNDRED_THOUSAND, |n| {
        reads(format!("a[{n}:]{{v}}:\n{}", lines(n, |i| format!("  key{i}: 1"))))
    }),
    ("list items", HUNDRED_THOUSAND, |n| {
        reads(format!("[{n}]:\n{}", lines(n, |i| format!("  - id: {i}\n    x: a"))))
    }),
    ("long string", TEN_MILLION, |n| reads(format!("a: {}", "x".repeat(n)))),
    ("long quoted string", TEN_MILLION, |n| reads(format!("a: \"{}\"", "xx\\n".repeat(n / 4)))),
    ("long inline array", TEN_MILLION, |n| reads(format!("a[{}]: {}1", n / 2, "1,".repeat(n / 2 - 1)))),
    ("long open quote", TEN_MILLION, |n| rejects(format!("a: \"{}", "x:[{,".repeat(n / 5)))),
    ("comments", HUNDRED_THOUSAND, |n| reads("# comment\n".repeat(n) + "a: 1")),
    ("comments among rows", HUNDRED_THOUSAND, |n| {
        reads(format!("[2]{{x}}:\n  1\n{}  2", "  # comment\n".repeat(n)))
    }),
    ("blank lines", HUNDRED_THOUSAND, |n| reads("\n".repeat(n) + "a: 1")),
    ("blank lines among fields", HUNDRED_THOUSAND, |n| reads(lines(n, |i| format!("key{i}: 1\n  \n")))),
    ("blank lines before rows", HUNDRED_THOUSAND, |n| reads(format!("[1]{{x}}:\n{}  1", "\n".repeat(n)))),
    ("count 18446744073709551617", TEN_THOUSAND, |n| rejects(huge_count("18446744073709551617", n))),
    ("count 999999999999", TEN_THOUSAND, |n| rejects(huge_count("999999999999", n))),
    ("huge count, non-strict", TEN_THOUSAND, |n| reads_loosely(huge_count("18446744073709551617", n))),
    ("written: object keys", HUNDRED_THOUSAND, |n| writes(Row((0..n).collect()))),
    ("written: rows", HUNDRED_THOUSAND, |n| writes(vec![Row(vec![1, 2, 3]); n])),
    ("written: rows, the last ragged", HUNDRED_THOUSAND, |n| writes(late_ragged(n))),
    ("written: folded chains", TEN_THOUSAND, |n| writes_folded(chains(n))),
    ("written: folded, dotted keys", TEN_THOUSAND, |n| writes_folded([chains(n), dotted(n)])),
    ("written: reversed keys", TEN_THOUSAND, |n| writes(reversed_rows(n))),
    ("written: reversed keys, ragged", TEN_THOUSAND, |n| writes(ragged_rows(n))),
];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.as_slice() {
        [flag, name, size] if flag == "--measure" => measure(name, size.parse().unwrap()),
        filters => compare(filters),
    }
}

// -- inputs --

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect::<Vec<_>>().join("\n")
}

fn fields(count: usize) -> String {
    lines(count, |i| format!("key{i}: {i}"))
}

fn header(fields: usize) -> String {
    let names: Vec<String> = (0..fields).map(|i| format!("field{i}")).collect();
    format!("a[1]{{{}}}:\n  {}", names.join(","), vec!["1"; fields].join(","))
}

fn header_groups(groups: usize) -> String {
    let names: Vec<String> = (0..groups).map(|i| format!("group{i}{{x,y}}")).collect();
    format!("a[1]{{{}}}:\n  {}", names.join(","), vec!["1,2"; groups].join(","))
}

/// Two rows where many are declared, and a tail.
fn huge_count(count: &str, tail: usize) -> String {
    format!("a[{count}]{{x}}:\n  1\n  2\n{}", lines(tail, |i| format!("key{i}: 1")))
}

/// A map with the entry `keyN: 1` for each number.
#[derive(Clone)]
struct Row(Vec<usize>);

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for key in &self.0 {
            map.serialize_entry(&format_args!("key{key}").to_string(), &1)?;
        }
        map.end()
    }
}

fn reversed_rows(keys: usize) -> Vec<Row> {
    vec![Row((0..keys).collect()), Row((0..keys).rev().collect())]
}

/// The last key of the last row is another: the table is given up when all of it is written.
fn ragged_rows(keys: usize) -> Vec<Row> {
    let mut rows = reversed_rows(keys);
    rows[1].0[keys - 1] = keys;
    rows
}

fn late_ragged(rows: usize) -> Vec<Row> {
    let mut rows = vec![Row(vec![1, 2, 3]); rows];
    rows.push(Row(vec![1]));
    rows
}

fn chains(count: usize) -> Value {
    (0..count).map(|i| (format!("key{i}"), json!({ "a": { "b": [1] } }))).collect()
}

/// Keys that must be compared with the folded ones.
fn dotted(count: usize) -> Value {
    (0..count)
        .flat_map(|i| [(format!("key{i}.c"), json!(1)), (format!("key{i}"), json!({ "d": [1] }))])
        .collect()
}

// -- work --

fn reads(text: String) -> Work {
    reads_with(DecodeOptions::new(), text)
}

fn reads_with(options: DecodeOptions, text: String) -> Work {
    runs_on(text, move |text| _ = black_box(options.from_str::<IgnoredAny>(text).unwrap()))
}

/// Each run has a copy of the text that the caches have forgotten.
fn runs_on(text: String, run: impl Fn(&str) + 'static) -> Work {
    let count = (INPUTS / text.len()).clamp(1, 1000);
    let copies = vec![text; count];
    Box::new(move |index| {
        let text = &copies[index % copies.len()];
        run(text);
        text.len()
    })
}

fn reads_loosely(text: String) -> Work {
    reads_with(DecodeOptions::new().strict(false), text)
}

fn reads_expanding(text: String) -> Work {
    reads_with(DecodeOptions::new().expand_paths(true), text)
}

fn rejects(text: String) -> Work {
    runs_on(text, |text| drop(black_box(toon::from_str::<IgnoredAny>(text).unwrap_err())))
}

fn writes<T: Serialize + 'static>(value: T) -> Work {
    writes_with(EncodeOptions::new(), value)
}

fn writes_folded<T: Serialize + 'static>(value: T) -> Work {
    writes_with(EncodeOptions::new().key_folding(KeyFolding::Safe), value)
}

fn writes_with<T: Serialize + 'static>(options: EncodeOptions, value: T) -> Work {
    Box::new(move |_| black_box(options.to_string(&value).unwrap()).len())
}

// -- measuring --

/// In the child: prints the bytes, the nanoseconds of a run, and the peak of memory in bytes.
fn measure(name: &str, size: usize) {
    let (_, _, work) = CASES.iter().find(|(other, _, _)| *other == name).unwrap();
    let work = work(size);
    let before = memory("VmRSS:");
    let bytes = work(0);
    let peak = memory("VmHWM:").saturating_sub(before);
    let (begin, mut run, mut least) = (Instant::now(), 0, u128::MAX);
    // What is far from linear would take forever: one batch of it says enough.
    while run == 0 || begin.elapsed() < MIN_DURATION {
        let (start, first) = (processor_time(), run);
        let mut elapsed = Duration::ZERO;
        while elapsed < BATCH {
            run += 1;
            work(run);
            elapsed = processor_time().saturating_sub(start);
        }
        least = least.min(elapsed.as_nanos() / (run - first) as u128);
    }
    println!("{bytes} {least} {peak}");
}

/// The time that this thread had a processor, where the system tells, so that others on the machine
/// do not count.
fn processor_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let nanoseconds = fs::read_to_string("/proc/self/schedstat")
        .ok()
        .and_then(|figures| figures.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// A figure of this process in bytes; 0 where the system does not tell.
fn memory(label: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(label));
    line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok()).unwrap_or(0) * 1024
}

#[derive(Clone, Copy)]
struct Measurement {
    bytes: f64,
    nanoseconds: f64,
    peak: f64,
}

impl Measurement {
    /// Runs this program again for one size.
    fn of(case: &str, size: usize) -> Measurement {
        let output = Command::new(env::current_exe().unwrap())
            .args(["--measure", case, &size.to_string()])
            // glibc keeps what it has: the first touch of a page costs more than anything done with
            // it, and only the larger size would give its memory back after each run.
            .envs(["MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"].map(|name| (name, "4294967296")))
            .output()
            .unwrap();
        assert!(output.status.success(), "{case}: {}", String::from_utf8_lossy(&output.stderr));
        let figures = String::from_utf8(output.stdout).unwrap();
        let figures: Vec<f64> = figures.split_whitespace().map(|figure| figure.parse().unwrap()).collect();
        Measurement { bytes: figures[0], nanoseconds: figures[1], peak: figures[2] }
    }

    fn faster(self, other: Measurement) -> Measurement {
        if other.nanoseconds < self.nanoseconds { other } else { self }
    }

    fn time_per_byte(self) -> f64 {
        self.nanoseconds / self.bytes
    }
}

fn compare(filters: &[String]) {
    println!(
        "{:<32} {:>11} {:>11} {:>8} {:>8} {:>6} {:>8}",
        "", "bytes", "bytes", "ns/byte", "ns/byte", "ratio", "peak/B"
    );
    let mut slow = Vec::new();
    let chosen =
        |name: &str| filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()));
    for &(name, sizes, _) in CASES.iter().filter(|(name, _, _)| chosen(name)) {
        let [mut small, mut large] = sizes.map(|size| Measurement::of(name, size));
        let ratio = |small: Measurement, large: Measurement| large.time_per_byte() / small.time_per_byte();
        for _ in 1..ATTEMPTS {
            if !(LIMIT..2.0 * LIMIT).contains(&ratio(small, large)) {
                break;
            }
            small = small.faster(Measurement::of(name, sizes[0]));
            large = large.faster(Measurement::of(name, sizes[1]));
        }
        let ratio = ratio(small, large);
        println!(
            "{:<32} {:>11} {:>11} {:>8.2} {:>8.2} {:>6.2} {:>8.1}{}",
            name,
            small.bytes,
            large.bytes,
            small.time_per_byte(),
            large.time_per_byte(),
            ratio,
            large.peak / large.bytes,
            if ratio > LIMIT { "  <- too slow" } else { "" }
        );
        if ratio > LIMIT {
            slow.push(name);
        }
    }
    assert!(slow.is_empty(), "more than {LIMIT} times the time for each byte: {}", slow.join(", "));
}
