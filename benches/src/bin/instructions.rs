//! Counts the instructions per pass of a few cases, and compares them with
//! `benches/instructions.txt`. This detects slowdowns regardless of what else runs on the machine.
//!
//! `instructions` fails if a case takes over 3 % more than before. `instructions --update` updates
//! the file.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The cases, with the numbers of passes of a shorter and a longer run. Their difference is
/// counted.
const CASES: &[(&str, u64, u64)] = &[
    ("rows", 2, 12),
    ("groups", 2, 12),
    ("config", 20, 220),
    ("ragged", 2, 12),
    ("enums", 4, 44),
    ("strings", 1, 4),
    ("values-config", 20, 220),
];

const DIRECTIONS: [&str; 2] = ["write", "read"];

/// In percent.
const TOLERANCE: f64 = 3.0;

fn main() -> ExitCode {
    let result = match std::env::args().nth(1).as_deref() {
        None => compare(),
        Some("--update") => update(),
        Some(_) => Err("usage: instructions [--update]".to_owned()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("instructions: {message}");
            ExitCode::from(2)
        }
    }
}

/// Returns `false` if a case takes more instructions.
fn compare() -> Result<bool, String> {
    let path = baseline_path();
    let baseline = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut lines = baseline.lines();
    let (named, here) = (lines.next().unwrap_or_default(), toolchain()?);
    if named != here {
        return Err(format!("the figures are for `{named}`, and this is `{here}`, which counts differently"));
    }
    let mut is_fine = true;
    println!("| case | | instructions | before | change |\n| --- | --- | ---: | ---: | ---: |");
    for line in lines {
        let [case, direction, before] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(format!("not `case direction count`: {line}"));
        };
        let before: f64 = before.parse().map_err(|_| format!("no count: {before}"))?;
        let now = count(case, direction)?;
        let change = (now / before - 1.0) * 100.0;
        let verdict = match change {
            _ if change > TOLERANCE => {
                is_fine = false;
                " **slower**"
            }
            _ if change < -TOLERANCE => " (write the file anew)",
            _ => "",
        };
        println!("| {case} | {direction} | {now:.0} | {before:.0} | {change:+.1} %{verdict} |");
    }
    Ok(is_fine)
}

fn update() -> Result<bool, String> {
    let mut text = toolchain()? + "\n";
    for (case, _, _) in CASES {
        for direction in DIRECTIONS {
            let count = count(case, direction)?;
            writeln!(text, "{case} {direction} {count:.0}").map_err(|error| error.to_string())?;
        }
    }
    print!("{text}");
    std::fs::write(baseline_path(), text).map_err(|error| error.to_string())?;
    Ok(true)
}

fn baseline_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.txt")
}

/// The version and target of the compiler, and the version of the library that allocates and
/// copies.
fn toolchain() -> Result<String, String> {
    let version = run(Command::new("rustc").arg("-vV"))?.stdout;
    let field = |name: &str| version.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    let libc = run(Command::new("getconf").arg("GNU_LIBC_VERSION"))?.stdout;
    Ok(format!("rustc {}, {}, {}", field("release: "), field("host: "), libc.trim()))
}

/// The number of instructions per pass of `case`.
fn count(case: &str, direction: &str) -> Result<f64, String> {
    let (_, few, many) =
        CASES.iter().find(|(name, _, _)| *name == case).ok_or_else(|| format!("no case: {case}"))?;
    let difference = total(case, direction, *many)? - total(case, direction, *few)?;
    #[allow(clippy::cast_precision_loss, reason = "far below 2^53")]
    Ok(difference as f64 / (many - few) as f64)
}

/// The number of instructions of the whole program for `passes` passes.
fn total(case: &str, direction: &str, passes: u64) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?.with_file_name("passes");
    if !program.is_file() {
        return Err(format!("{}: run scripts/instructions.sh, which builds it", program.display()));
    }
    let output = run(Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        // glibc's `malloc` merges free chunks more or less often depending on the layout of the
        // heap, which changes with any change of the code. With a cache this large, it never merges
        // any.
        .env("GLIBC_TUNABLES", "glibc.malloc.tcache_count=60000")
        .arg(program)
        .args([case, "toon", direction, &passes.to_string()]))?;
    let counted = output.stderr.lines().find_map(|line| line.split_once("Collected : "));
    counted
        .and_then(|(_, count)| count.trim().parse().ok())
        .ok_or_else(|| format!("valgrind counted nothing:\n{}", output.stderr))
}

struct Output {
    stdout: String,
    stderr: String,
}

fn run(command: &mut Command) -> Result<Output, String> {
    let output = command.output().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    if output.status.success() {
        Ok(Output { stdout, stderr })
    } else {
        Err(format!("{} failed:\n{stderr}", command.get_program().display()))
    }
}
