//! Prints the time of each format relative to `serde_json`, as a Markdown table.
//!
//! Formats take turns in short rounds, and the ratio is the median of all rounds. If the machine is
//! busy with other work, this slows down a whole round instead of a single format.

use std::time::{Duration, Instant};
use toon_benches::{Case, Contender, cases};

/// The columns after `serde_json`.
const FORMATS: &[&str] = &[
    "toon",
    "serde's derive",
    "sonic-rs",
    "serde_toon",
    "toon-format",
    "serde_toon_format",
    "reddb-io-toon",
    "etoon",
    "gcf",
];

/// The duration of one turn of `serde_json`: long enough to warm up caches and branch predictors.
const TURN: Duration = Duration::from_millis(10);

/// The duration with `--cold`: there are few passes, and the first one finds the caches as other
/// formats have left them.
const COLD_TURN: Duration = Duration::from_micros(800);

fn main() {
    let mut budget = Duration::from_millis(1_400);
    let mut turn = TURN;
    let mut only = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => budget = Duration::from_millis(300),
            "--thorough" => budget = Duration::from_secs(10),
            "--cold" => turn = COLD_TURN,
            "--case" => only.extend(arguments.next()),
            _ => {
                eprintln!("usage: ratios [--quick | --thorough] [--cold] [--case NAME]...");
                std::process::exit(2);
            }
        }
    }
    println!("| case | | serde_json | {} |", FORMATS.join(" | "));
    println!("| --- | --- | ---: |{}", " ---: |".repeat(FORMATS.len()));
    let mut remarks = Vec::new();
    for (name, build) in cases() {
        // `--case rows` selects one case, `--case values-*` several.
        let wanted =
            |only: &String| only.strip_suffix('*').map_or(only == name, |family| name.starts_with(family));
        if !only.is_empty() && !only.iter().any(wanted) {
            continue;
        }
        match build(name) {
            Some(case) => {
                print_case(&case, budget, turn);
                remarks.extend(case.contenders.iter().filter_map(|contender| remark(name, contender)));
            }
            None => remarks.push(format!("{name}: not measured, its data or feature is not here")),
        }
    }
    println!();
    for remark in remarks {
        println!("- {remark}");
    }
}

fn remark(name: &str, contender: &Contender) -> Option<String> {
    contender.remark.as_ref().map(|remark| format!("{name}: {} {remark}", contender.format))
}

fn print_case(case: &Case, budget: Duration, turn: Duration) {
    for (direction, timed) in [("write", write as Direction), ("read", read)] {
        let contenders: Vec<_> =
            case.contenders.iter().filter_map(|it| Some((it.format, timed(it)?))).collect();
        if contenders.len() < 2 {
            continue;
        }
        let Measured { base, ratios } = measure(&contenders, budget, turn);
        let cells = FORMATS.iter().map(|format| match ratios.iter().find(|(name, _)| name == format) {
            Some((_, ratio)) => format!("{ratio:.2}"),
            None => "–".to_owned(),
        });
        let cells = cells.collect::<Vec<_>>().join(" | ");
        println!("| {} | {direction} | {:.1} µs | {cells} |", case.name, base * 1e6);
    }
}

type Pass<'a> = &'a dyn Fn(u64) -> Duration;
type Direction = fn(&Contender) -> Option<Pass<'_>>;

fn write(contender: &Contender) -> Option<Pass<'_>> {
    contender.write.as_deref()
}

fn read(contender: &Contender) -> Option<Pass<'_>> {
    contender.read.as_deref()
}

struct Measured {
    /// Seconds per pass of the first format.
    base: f64,
    /// The times of the other formats, relative to it.
    ratios: Vec<(&'static str, f64)>,
}

fn measure(contenders: &[(&'static str, Pass<'_>)], budget: Duration, turn: Duration) -> Measured {
    let passes = passes_within(turn / 2, contenders[0].1, 1 << 20);
    // Formats that take less than twice as long run the same number of passes, so that they are as
    // warm as the first. Slower ones run fewer passes, so that turns do not get much longer.
    let turns: Vec<u64> = contenders.iter().map(|(_, pass)| passes_within(turn, pass, passes)).collect();
    let started = Instant::now();
    let mut rounds: Vec<Vec<f64>> = Vec::new();
    while started.elapsed() < budget || rounds.len() < 5 {
        let mut times = vec![0.0; contenders.len()];
        for place in 0..contenders.len() {
            // Each round starts with a different format.
            let index = (place + rounds.len()) % contenders.len();
            let elapsed = contenders[index].1(turns[index]);
            times[index] = elapsed.as_secs_f64() / f64::from(u32::try_from(turns[index]).unwrap_or(u32::MAX));
        }
        rounds.push(times);
    }
    let ratios = contenders.iter().enumerate().skip(1);
    let ratio = |index: usize| median(rounds.iter().map(|times| times[index] / times[0]).collect());
    Measured {
        base: median(rounds.iter().map(|times| times[0]).collect()),
        ratios: ratios.map(|(index, (format, _))| (*format, ratio(index))).collect(),
    }
}

/// The number of passes in a turn that takes at least `time`, but at most `most`. A single pass is
/// not enough for an estimate: the first one can take ten times as long as others.
fn passes_within(time: Duration, pass: Pass<'_>, most: u64) -> u64 {
    let mut passes = 1;
    while passes < most && pass(passes) < time {
        passes *= 2;
    }
    passes
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
