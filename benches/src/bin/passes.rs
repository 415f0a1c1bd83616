//! Runs one case in one format a number of times, for profiling or counting instructions.

use toon_benches::{Timed, cases};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Err(usage) = run(&arguments) {
        eprintln!("{usage}");
        std::process::exit(2);
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let [case, format, direction, count] = arguments else {
        return Err("usage: passes CASE FORMAT write|read COUNT".to_owned());
    };
    let count: u64 = count.parse().map_err(|_| format!("no count: {count}"))?;
    let (name, build) =
        cases().into_iter().find(|(name, _)| name == case).ok_or_else(|| format!("no case: {case}"))?;
    let case = build(name).ok_or_else(|| format!("{name} is not measured here"))?;
    let contender = case
        .contenders
        .into_iter()
        .find(|contender| contender.format == format)
        .ok_or_else(|| format!("no format: {format}"))?;
    let timed: Option<Timed> = match direction.as_str() {
        "write" => contender.write,
        "read" => contender.read,
        _ => return Err(format!("neither write nor read: {direction}")),
    };
    let timed = timed.ok_or_else(|| format!("{format} does not {direction} {name}"))?;
    timed(count);
    Ok(())
}
