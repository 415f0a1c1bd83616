//! The three comparisons, and the loop that they share.

use crate::node::{Node, Reply, Request};
use crate::random::Random;
use crate::support::equality::{decoded_order, equal, equal_as_f64};
use crate::support::note;
use crate::{departures, mutate, shrink, values};
use serde_json::Value;
use std::env;
use std::fmt::Display;
use std::str::FromStr;
use toon::{DecodeOptions, Delimiter, EncodeOptions, SpecVersion};

const SEED: u64 = 20_261_008;
const COUNT: u64 = 20_000;
/// Cases in one line to Node and back.
const BATCH: u64 = 250;
/// Differences shown before a comparison gives up.
const SHOWN: usize = 5;

trait Comparison {
    const NAME: &'static str;
    type Case: Clone;

    /// What to compare for one random value or document.
    fn cases(random: &mut Random) -> Vec<Self::Case>;
    fn request(case: &Self::Case) -> Request;
    /// What our crate and the reference disagree on.
    fn difference(case: &Self::Case, reply: &Reply) -> Option<String>;
    fn smaller(case: &Self::Case) -> Vec<Self::Case>;
    fn show(case: &Self::Case) -> String;
    /// What the totals are counted by.
    fn class(case: &Self::Case, reply: &Reply) -> &'static str;
}

fn run<C: Comparison>() {
    let Some(mut node) = Node::start(C::NAME) else { return };
    let (seed, count) = (setting("TOON_REFERENCE_SEED", SEED), setting("TOON_REFERENCE_COUNT", COUNT));
    let mut totals: Vec<(&str, u64)> = Vec::new();
    let mut differences = Vec::new();
    let mut index = 0;
    while index < count && differences.len() < SHOWN {
        let end = (index + BATCH).min(count);
        let cases: Vec<(u64, C::Case)> = (index..end)
            .flat_map(|index| {
                C::cases(&mut Random::for_case(seed, index)).into_iter().map(move |case| (index, case))
            })
            .collect();
        let requests: Vec<Request> = cases.iter().map(|(_, case)| C::request(case)).collect();
        let replies = node.ask(&requests);
        for ((index, case), reply) in cases.iter().zip(&replies) {
            let class = C::class(case, reply);
            match totals.iter_mut().find(|(other, _)| *other == class) {
                Some((_, total)) => *total += 1,
                None => totals.push((class, 1)),
            }
            if differences.len() < SHOWN && C::difference(case, reply).is_some() {
                differences.push(report::<C>(&mut node, seed, *index, case.clone()));
            }
        }
        index = end;
    }
    totals.sort_unstable();
    let totals: Vec<String> = totals.iter().map(|(class, total)| format!("{total} {class}")).collect();
    note(&format!(
        "reference {}: seed {seed}, {index} random inputs ({}), {} differences",
        C::NAME,
        totals.join(", "),
        differences.len()
    ));
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// The smallest input with a difference that can be found from this one.
fn report<C: Comparison>(node: &mut Node, seed: u64, index: u64, case: C::Case) -> String {
    let mut ask = |case: &C::Case| node.ask(&[C::request(case)]).remove(0);
    let case = shrink::smallest(case, C::smaller, |case| C::difference(case, &ask(case)).is_some());
    let difference = C::difference(&case, &ask(&case)).unwrap_or_default();
    format!("{}, seed {seed}, index {index}:\n{}\n{difference}\n", C::NAME, C::show(&case))
}

fn setting<T: FromStr>(variable: &str, default: T) -> T
where
    T::Err: Display,
{
    env::var(variable)
        .map_or(default, |text| text.parse().unwrap_or_else(|error| panic!("{variable}={text}: {error}")))
}

fn ours_and_theirs(ours: impl Display, theirs: impl Display) -> String {
    format!("    ours:      {ours}\n    reference: {theirs}")
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

// -- encode --

#[derive(Clone)]
struct Encode {
    value: Value,
    delimiter: Delimiter,
    indent: usize,
}

#[test]
fn encode() {
    run::<Encode>();
}

impl Comparison for Encode {
    const NAME: &'static str = "encode";
    type Case = Encode;

    fn cases(random: &mut Random) -> Vec<Encode> {
        let value = values::value(random);
        let indent = random.pick(&[2, 2, 2, 1, 3, 4, 8]);
        [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe]
            .map(|delimiter| Encode { value: value.clone(), delimiter, indent })
            .into()
    }

    fn request(case: &Encode) -> Request {
        Request::Encode {
            json: case.value.to_string(),
            delimiter: case.delimiter.as_char(),
            indent: case.indent,
        }
    }

    fn difference(case: &Encode, reply: &Reply) -> Option<String> {
        let ours = EncodeOptions::new().indent(case.indent).delimiter(case.delimiter).to_string(&case.value);
        Some(match (ours, reply) {
            (Ok(ours), Reply::Ok(theirs)) if ours == *theirs => return None,
            (Ok(ours), Reply::Ok(theirs)) => ours_and_theirs(format!("{ours:?}"), format!("{theirs:?}")),
            (Ok(ours), Reply::Error(theirs)) => ours_and_theirs(format!("{ours:?}"), theirs),
            (Err(ours), Reply::Ok(theirs)) => ours_and_theirs(ours, format!("{theirs:?}")),
            (Err(ours), Reply::Error(theirs)) => ours_and_theirs(ours, theirs),
        })
    }

    fn smaller(case: &Encode) -> Vec<Encode> {
        let with_value = |value| Encode { value, ..case.clone() };
        shrink::smaller_values(&case.value).into_iter().map(with_value).collect()
    }

    fn show(case: &Encode) -> String {
        format!("    {} ({:?}, indent {})", case.value, case.delimiter, case.indent)
    }

    fn class(case: &Encode, _: &Reply) -> &'static str {
        match case.delimiter {
            Delimiter::Comma => "with commas",
            Delimiter::Tab => "with tabs",
            _ => "with pipes",
        }
    }
}

// -- decode --

#[derive(Clone)]
struct Decode {
    text: String,
    strict: bool,
    indent: usize,
}

#[test]
fn decode() {
    run::<Decode>();
}

impl Comparison for Decode {
    const NAME: &'static str = "decode";
    type Case = Decode;

    fn cases(random: &mut Random) -> Vec<Decode> {
        let (text, indent) = mutate::document(random);
        [true, false].map(|strict| Decode { text: text.clone(), strict, indent }).into()
    }

    fn request(case: &Decode) -> Request {
        Request::Decode { text: case.text.clone(), strict: case.strict, indent: case.indent }
    }

    fn difference(case: &Decode, reply: &Reply) -> Option<String> {
        let ours = DecodeOptions::new().indent(case.indent).strict(case.strict).from_str::<Value>(&case.text);
        Some(match (ours, reply) {
            (Err(_), Reply::Error(_)) => return None,
            (Err(ours), Reply::Ok(_)) if departures::explains(&ours) => return None,
            (Ok(ours), Reply::Ok(theirs)) if equal_as_f64(&ours, &parsed(theirs)) => return None,
            (Ok(ours), Reply::Ok(theirs) | Reply::Error(theirs)) => ours_and_theirs(ours, theirs),
            (Err(ours), Reply::Ok(theirs)) => ours_and_theirs(ours, theirs),
        })
    }

    fn smaller(case: &Decode) -> Vec<Decode> {
        let with_text = |text| Decode { text, ..case.clone() };
        shrink::smaller_documents(&case.text).into_iter().map(with_text).collect()
    }

    fn show(case: &Decode) -> String {
        format!("    {:?} (strict {}, indent {})", case.text, case.strict, case.indent)
    }

    fn class(case: &Decode, reply: &Reply) -> &'static str {
        match (case.strict, reply) {
            (true, Reply::Ok(_)) => "accepted in strict mode",
            (true, Reply::Error(_)) => "rejected in strict mode",
            (false, Reply::Ok(_)) => "accepted in non-strict mode",
            (false, Reply::Error(_)) => "rejected in non-strict mode",
        }
    }
}

// -- version 3 --

#[test]
fn version_3() {
    run::<Version3>();
}

/// A value in 4.4's place of [`Encode`]: what we write for 3.x is read by the 3.x reference.
struct Version3;

impl Version3 {
    fn text(case: &Encode) -> toon::Result<String> {
        EncodeOptions::new()
            .spec(SpecVersion::V3)
            .indent(case.indent)
            .delimiter(case.delimiter)
            .to_string(&case.value)
    }
}

impl Comparison for Version3 {
    const NAME: &'static str = "version 3";
    type Case = Encode;

    fn cases(random: &mut Random) -> Vec<Encode> {
        let mut cases = Encode::cases(random);
        vec![cases.swap_remove(random.below(3))]
    }

    fn request(case: &Encode) -> Request {
        // A value that cannot be written shows as a difference below, whatever the empty document
        // gives.
        Request::Decode3 { text: Version3::text(case).unwrap_or_default(), strict: true, indent: case.indent }
    }

    fn difference(case: &Encode, reply: &Reply) -> Option<String> {
        let text = match Version3::text(case) {
            Ok(text) => text,
            Err(error) => return Some(ours_and_theirs(error, "–")),
        };
        let expected = decoded_order(&case.value, SpecVersion::V3);
        let ours = DecodeOptions::new().indent(case.indent).from_str::<Value>(&text);
        if !ours.as_ref().is_ok_and(|ours| equal(ours, &expected)) {
            return Some(ours_and_theirs(format!("{text:?} read back as {ours:?}"), "–"));
        }
        match reply {
            Reply::Ok(theirs) if equal_as_f64(&parsed(theirs), &expected) => None,
            Reply::Ok(theirs) | Reply::Error(theirs) => Some(ours_and_theirs(format!("{text:?}"), theirs)),
        }
    }

    fn smaller(case: &Encode) -> Vec<Encode> {
        Encode::smaller(case)
    }

    fn show(case: &Encode) -> String {
        Encode::show(case)
    }

    fn class(case: &Encode, reply: &Reply) -> &'static str {
        Encode::class(case, reply)
    }
}
