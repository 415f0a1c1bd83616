//! Random values, in every level and key order – or, in a debug build, which is slow, in one of
//! them each.
//!
//! `TOON_NORMAL_VALUES` says how many, `TOON_NORMAL_SEED` which is the first; `TOON_LONG_TESTS=1`
//! tries ten times as many.

use crate::support::check::{Case, Setup, check_as_data};
use crate::support::dice::Dice;
use crate::support::json::Json;
use crate::support::{shrink, values};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use toon_normal::Form;
use toon_testing::effort;

const VALUES: u64 = 5_000;

#[test]
fn values_come_back() {
    let first = number("TOON_NORMAL_SEED").unwrap_or(0);
    let last =
        first + number("TOON_NORMAL_VALUES").unwrap_or(if effort::is_long() { 10 * VALUES } else { VALUES });
    let next = AtomicU64::new(first);
    let has_failed = AtomicBool::new(false);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let failures: Vec<String> = thread::scope(|scope| {
        let work = || {
            while !has_failed.load(Ordering::Relaxed) {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= last {
                    break;
                }
                if let Some(report) = failure(seed) {
                    has_failed.store(true, Ordering::Relaxed);
                    return Some(report);
                }
            }
            None
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().expect(variable))
}

/// The mistake for the value of `seed`, in a smaller value.
fn failure(seed: u64) -> Option<String> {
    let mut dice = Dice::new(seed);
    let case = Case::new(values::value(&mut dice));
    let mut setups = Setup::random(&mut dice);
    if cfg!(debug_assertions) {
        setups.truncate(1);
    }
    for setup in setups {
        let as_data = dice.chance(12);
        let Err(wrong) = outcome(&case, &setup, as_data) else { continue };
        let fails = |value: &Json| outcome(&Case::new(value.clone()), &setup, as_data).is_err();
        let smallest = shrink::smallest(case.value().clone(), fails);
        let json = smallest.to_string();
        let wrong = outcome(&Case::new(smallest), &setup, as_data).err().unwrap_or(wrong);
        return Some(format!("TOON_NORMAL_SEED={seed} TOON_NORMAL_VALUES=1\n{setup:?}\n{json}\n{wrong}"));
    }
    None
}

/// A panic is an error, too.
fn outcome(case: &Case, setup: &Setup, as_data: bool) -> Result<(), String> {
    let check = || match case.check(setup)? {
        (text, Form::Normal) if as_data => check_as_data(&text, setup),
        _ => Ok(()),
    };
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        Err(format!("panic: {}", message.or(panic.downcast_ref().copied()).unwrap_or_default()))
    })
}

/// Each part of the form occurs in the generated values.
#[test]
fn every_part_of_the_form_occurs() {
    const PARTS: &[&str] = &[
        ".each:",
        ".words: ",
        ".list: ",
        ".pairs: ",
        ".numbers: ",
        ".tuple: ",
        ".tuple: true",
        ".transposed: ",
        ".json: ",
        ".json: true",
        ".map: _key",
        ".map: _key one",
        ".one: ",
        ".by: ",
        ".at: _row",
        ".at: _row _",
        "_null: ",
        "_null: .",
        "_null.: ",
        "_form: 1 map",
        ".of: ",
        ".order: ",
        ".alt: ",
        ".in: ",
        ".key: ",
        "_let:",
        "_same:",
        "_form: 1 list",
        "_form: 1 object",
        " time\n",
        "_form.: ",
        ",_null",
        ",_empty",
        ",__",
        "{}",
        "_ref",
        "~2",
        "$$",
        ": []",
    ];
    let mut missing = PARTS.to_vec();
    for seed in 0..20_000 {
        let mut dice = Dice::new(seed);
        let value = values::value(&mut dice);
        for setup in Setup::all() {
            let text = setup.options().from_json(&value.to_string()).unwrap();
            if text.form == Form::Normal {
                missing.retain(|part| !text.text.contains(part));
            }
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("in no form: {missing:?}");
}
