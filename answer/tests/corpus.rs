//! Texts as language models write them when they are asked for TOON, with what was meant: see `corpus/*.txt`.
//!
//! A case begins with `=== its name` and goes on with attributes and sections:
//!
//! - `--- expect: value` (this value, with or without warnings), `warn` (this value, with a warning), `refuse` or
//!   `cut` (refused as cut off)
//! - `--- note: …` (the reason), `--- options: complete` (read with `Options::complete`)
//! - `--- text`: the answer
//! - `--- value`: what was meant, as JSON; `--- or`: another value that is as good
//! - `--- complete`: the part of the text that is complete, and `--- allowed`: the value with
//!   `Options::allow_cut_off`, without which it is refused even then
//! - `--- typed`: what a typed reading gives, with a warning, or the word `refuse`
//!
//! A section ends before the line break in front of the next line that begins with `--- ` or `=== `: a text that
//! ends in a line feed shows an empty line. `␍` is a carriage return, `␉` a tab, `⍽` a no-break space and `␂` a
//! byte order mark.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs, unreachable_pub)]

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;
use toon_answer::Options;

const TOPICS: [&str; 10] = [
    "cut_off",
    "rows_and_cells",
    "counts_and_headers",
    "indentation",
    "quotes_and_escapes",
    "other_formats",
    "prose_around",
    "several_documents",
    "suspicious_but_valid",
    "lists_and_nesting",
];

/// How many cases with a meant value may be refused, in each way of reading.
const REFUSED_AT_MOST: usize = 0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expect {
    Value,
    Warn,
    Refuse,
    Cut,
}

/// What a typed reading of several documents gives.
enum Typed {
    Value(Value),
    Refuse,
}

struct Case {
    name: String,
    expect: Expect,
    /// The option of this name.
    complete: bool,
    text: String,
    /// The meant value, and others that are as good.
    values: Vec<Value>,
    complete_bytes: usize,
    allowed: Option<Value>,
    typed: Option<Typed>,
}

impl Case {
    fn parse(topic: &str, block: &str) -> Self {
        let (name, rest) = block.split_once('\n').unwrap_or((block, ""));
        let place = format!("{topic}: {name}");
        assert!(!name.trim().is_empty(), "{topic}: a case without a name");

        let (mut expect, mut complete) = (None, false);
        let mut sections: Vec<(&str, Vec<&str>)> = Vec::new();
        for line in rest.split('\n') {
            let Some(marker) = line.strip_prefix("--- ") else {
                let section = sections.last_mut();
                section.unwrap_or_else(|| panic!("{place}: text before a section: {line}")).1.push(line);
                continue;
            };
            match marker.split_once(": ") {
                None => {
                    let known = ["text", "value", "or", "complete", "allowed", "typed"].contains(&marker);
                    assert!(known, "{place}: unknown section {marker}");
                    let twice = marker != "or" && sections.iter().any(|(section, _)| *section == marker);
                    assert!(!twice, "{place}: section {marker} twice");
                    sections.push((marker, Vec::new()));
                }
                Some(_) if !sections.is_empty() => panic!("{place}: attribute after a section: {line}"),
                Some(("expect", kind)) => {
                    assert!(expect.is_none(), "{place}: expect twice");
                    expect = Some(match kind {
                        "value" => Expect::Value,
                        "warn" => Expect::Warn,
                        "refuse" => Expect::Refuse,
                        "cut" => Expect::Cut,
                        _ => panic!("{place}: unknown expectation {kind}"),
                    });
                }
                Some(("options", "complete")) => complete = true,
                Some(("note", _)) => {}
                Some(_) => panic!("{place}: unknown attribute {marker}"),
            }
        }

        let section = |wanted: &str| {
            let mut found = sections.iter().filter(|(section, _)| *section == wanted);
            found.next().map(|(_, lines)| shown(&lines.join("\n")))
        };
        let json = |text: &str| -> Value {
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{place}: {error}: {text}"))
        };
        let expect = expect.unwrap_or_else(|| panic!("{place}: no expectation"));
        let text = section("text").unwrap_or_else(|| panic!("{place}: no text"));
        let of_value = sections.iter().filter(|(section, _)| ["value", "or"].contains(section));
        let values: Vec<_> = of_value.map(|(_, lines)| json(&lines.join("\n"))).collect();
        assert_eq!(
            section("value").is_some(),
            matches!(expect, Expect::Value | Expect::Warn),
            "{place}: a value belongs to `value` and `warn`"
        );
        assert!(section("value").is_some() || values.is_empty(), "{place}: `or` without `value`");
        let allowed = section("allowed").map(|text| json(&text));
        let typed = section("typed").map(|text| match text.as_str() {
            "refuse" => Typed::Refuse,
            _ => Typed::Value(json(&text)),
        });
        assert!(typed.is_none() || expect == Expect::Refuse, "{place}: `typed` belongs to `refuse`");

        let prefix = section("complete");
        assert_eq!(prefix.is_some(), expect == Expect::Cut, "{place}: `complete` belongs to `cut`");
        assert!(allowed.is_none() || expect == Expect::Cut, "{place}: `allowed` belongs to `cut`");
        let prefix = prefix.unwrap_or_default();
        let unfinished = text.strip_prefix(&*prefix);
        let unfinished =
            unfinished.unwrap_or_else(|| panic!("{place}: `complete` is not the start of the text"));
        if expect == Expect::Cut {
            let whole_lines = prefix.is_empty() || prefix.ends_with('\n');
            assert!(
                whole_lines && !unfinished.contains('\n'),
                "{place}: `complete` is all but the last line"
            );
        }

        Self {
            name: name.to_owned(),
            expect,
            complete,
            complete_bytes: prefix.len(),
            text,
            values,
            allowed,
            typed,
        }
    }
}

/// The text of a section, with the characters that are shown as others.
fn shown(text: &str) -> String {
    text.replace('␍', "\r").replace('␉', "\t").replace('⍽', "\u{a0}").replace('␂', "\u{feff}")
}

fn cases(topic: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(format!("{topic}.txt"));
    let file = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file = file.strip_suffix('\n').unwrap_or_else(|| panic!("{topic}: no line end at the end"));
    let file = file.strip_prefix("=== ").unwrap_or_else(|| panic!("{topic}: the first line is no case"));
    let cases: Vec<_> = file.split("\n=== ").map(|block| Case::parse(topic, block)).collect();
    let mut names = HashSet::new();
    for case in &cases {
        assert!(names.insert(&case.name), "{topic}: two cases with the name {}", case.name);
    }
    cases
}

/// Whether `new` has everything that `old` has, and perhaps more after it.
fn continues(old: &toon::Value, new: &toon::Value) -> bool {
    use toon::Value::{Array, Object};
    match (old, new) {
        (Array(old), Array(new)) => {
            old.len() <= new.len() && old.iter().zip(new).all(|(old, new)| continues(old, new))
        }
        (Object(old), Object(new)) => {
            old.len() <= new.len()
                && old.iter().zip(new).all(|(old, new)| old.0 == new.0 && continues(old.1, new.1))
        }
        _ => old == new,
    }
}

/// Whatever is shown of an answer that arrives stays. Only what is repaired at the end can have another
/// meaning.
#[test]
fn while_they_arrive() {
    let mut count = 0;
    for case in TOPICS.into_iter().flat_map(cases) {
        let mut answer = toon_answer::PartialAnswer::new();
        let mut last: Option<toon::Value> = None;
        for c in case.text.chars() {
            answer.push(c.encode_utf8(&mut [0; 4]));
            let Ok(value) = answer.value::<toon::Value>() else { break };
            let stays = last.is_none_or(|last| value.as_ref().is_some_and(|value| continues(&last, value)));
            assert!(stays, "{}: now {value:?} for {:?}", case.name, answer.text());
            last = value;
        }
        count += usize::from(last.is_some());
        if let (Some(last), Ok(whole)) = (&last, &toon_answer::from_answer::<toon::Value>(&case.text)) {
            let is_same = continues(last, &whole.value);
            assert!(is_same || !whole.fixes.is_empty(), "{}: {last:?}, then {whole:?}", case.name);
        }
    }
    assert!(count > 150, "something is shown of {count} answers");
}

/// Equal, with the keys in the same order; numbers are compared by value.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((k, v), (l, w))| k == l && same(v, w))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(v, w)| same(v, w)),
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

/// What was read.
struct Read {
    value: Value,
    warned: bool,
}

/// Why nothing was read.
struct Refused {
    message: String,
    cut_off: bool,
    /// `None` if the error does not say it.
    complete_bytes: Option<usize>,
}

type Reader = fn(&Options, &str) -> Result<Read, Refused>;

fn repair(options: &Options, text: &str) -> Result<Read, Refused> {
    let repaired = options.repair(text).map_err(|error| Refused {
        message: error.to_string(),
        cut_off: error.is_cut_off(),
        complete_bytes: error.complete_bytes(),
    })?;
    let json = toon::json::from_toon(&repaired.text, &toon::DecodeOptions::new());
    let json = json.unwrap_or_else(|error| panic!("not TOON after the repair: {error}\n{}", repaired.text));
    Ok(Read { value: serde_json::from_str(&json).unwrap(), warned: !repaired.warnings.is_empty() })
}

fn read_as<T: DeserializeOwned + Into<Value>>(options: &Options, text: &str) -> Result<Read, Refused> {
    let answer = options.from_answer::<T>(text).map_err(|error| {
        let message = error.to_string();
        Refused { cut_off: message.contains("cut off"), message, complete_bytes: None }
    })?;
    Ok(Read { warned: !answer.warnings.is_empty(), value: answer.value.into() })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Right,
    /// Right, with a warning.
    Warned,
    /// No value, although one was meant.
    Refused,
    /// Another value or one where there should be none, without a warning.
    SilentlyWrong,
    WrongWithWarning,
    /// The right value, but the warning that it needs is missing.
    NotWarned,
    /// Refused as cut off although it is not, or the other way round, or with another offset.
    OtherRefusal,
}

const OUTCOMES: [(Outcome, &str); 7] = [
    (Outcome::Right, "right"),
    (Outcome::Warned, "warned"),
    (Outcome::Refused, "refused"),
    (Outcome::SilentlyWrong, "silently wrong"),
    (Outcome::WrongWithWarning, "wrong with warning"),
    (Outcome::NotWarned, "not warned"),
    (Outcome::OtherRefusal, "other refusal"),
];

fn wrong(read: &Read, meant: &str) -> (Outcome, String) {
    let outcome = if read.warned { Outcome::WrongWithWarning } else { Outcome::SilentlyWrong };
    (outcome, format!("found {}\n    meant {meant}", read.value))
}

/// The outcome of a case whose value is known.
fn judge(result: Result<Read, Refused>, meant: &[Value], warn: bool) -> (Outcome, String) {
    match result {
        Err(error) => {
            let meant = meant.first().map(Value::to_string).unwrap_or_default();
            (Outcome::Refused, format!("error {}\n    meant {meant}", error.message))
        }
        Ok(read) if !meant.iter().any(|value| same(value, &read.value)) => {
            wrong(&read, &meant.first().map(Value::to_string).unwrap_or_default())
        }
        Ok(read) if read.warned => (Outcome::Warned, String::new()),
        Ok(read) if warn => (Outcome::NotWarned, format!("found {}", read.value)),
        Ok(_) => (Outcome::Right, String::new()),
    }
}

fn judge_refusal(result: Result<Read, Refused>, case: &Case) -> (Outcome, String) {
    match result {
        Ok(read) => wrong(&read, if case.expect == Expect::Cut { "cut off" } else { "nothing" }),
        Err(error) if error.cut_off != (case.expect == Expect::Cut) => {
            let cut = if error.cut_off { "cut off" } else { "not cut off" };
            (Outcome::OtherRefusal, format!("refused as {cut}: {}", error.message))
        }
        Err(Refused { complete_bytes: Some(found), message, .. })
            if case.expect == Expect::Cut && found != case.complete_bytes =>
        {
            let meant = case.complete_bytes;
            (Outcome::OtherRefusal, format!("complete up to byte {found}, meant {meant}: {message}"))
        }
        Err(_) => (Outcome::Right, String::new()),
    }
}

fn run(case: &Case, read: Reader) -> (Outcome, String) {
    let options = Options::new().complete(case.complete);
    let result = read(&options, &case.text);
    match case.expect {
        Expect::Value | Expect::Warn => judge(result, &case.values, case.expect == Expect::Warn),
        Expect::Refuse => judge_refusal(result, case),
        Expect::Cut => {
            let (outcome, message) = judge_refusal(result, case);
            if outcome != Outcome::Right {
                return (outcome, message);
            }
            let result = read(&options.allow_cut_off(true), &case.text);
            let (outcome, message) = match (&case.allowed, result) {
                (Some(allowed), result) => judge(result, std::slice::from_ref(allowed), false),
                (None, Ok(read)) => wrong(&read, "nothing"),
                (None, Err(_)) => (Outcome::Right, String::new()),
            };
            (outcome, format!("with allow_cut_off: {message}"))
        }
    }
}

/// The outcome of a typed reading where an untyped one refuses.
fn run_typed(case: &Case, typed: &Typed) -> (Outcome, String) {
    let options = Options::new().complete(case.complete);
    match typed {
        Typed::Value(value @ Value::Array(_)) => {
            judge(read_as::<Vec<Value>>(&options, &case.text), std::slice::from_ref(value), true)
        }
        Typed::Value(value) => {
            let result = read_as::<Map<String, Value>>(&options, &case.text);
            judge(result, std::slice::from_ref(value), true)
        }
        Typed::Refuse => judge_refusal(read_as::<Map<String, Value>>(&options, &case.text), case),
    }
}

/// The outcomes by topic, and the descriptions of those that are not right.
#[derive(Default)]
struct Summary {
    rows: Vec<(&'static str, [usize; OUTCOMES.len()])>,
    failures: Vec<(Outcome, String)>,
}

impl Summary {
    fn of(mut run: impl FnMut(&Case) -> Option<(Outcome, String)>) -> Self {
        let mut summary = Self::default();
        for topic in TOPICS {
            let mut counts = [0; OUTCOMES.len()];
            for case in cases(topic) {
                let Some((outcome, message)) = run(&case) else { continue };
                let column = OUTCOMES.iter().position(|(other, _)| *other == outcome).unwrap();
                *counts.get_mut(column).unwrap() += 1;
                if !matches!(outcome, Outcome::Right | Outcome::Warned) {
                    let kind = OUTCOMES.get(column).unwrap().1;
                    let failure = format!("[{topic}] {}: {kind}\n    {message}", case.name);
                    summary.failures.push((outcome, failure));
                }
            }
            summary.rows.push((topic, counts));
        }
        summary
    }

    fn table(&self, title: &str) -> String {
        let mut table = format!("{title:<22}{:>7}", "cases");
        for (_, name) in OUTCOMES {
            _ = write!(table, "{:>1$}", name, name.len() + 2);
        }
        table.push('\n');
        let mut total = [0; OUTCOMES.len()];
        for (topic, counts) in &self.rows {
            row(&mut table, topic, counts);
            for (sum, count) in total.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        row(&mut table, "all", &total);
        table
    }

    /// Prints the table, and fails if anything is wrong or too much is refused.
    fn check(&self, title: &str) {
        println!("{}", self.table(title));
        let refused = self.failures.iter().filter(|(outcome, _)| *outcome == Outcome::Refused).count();
        let bad = self.failures.len() - refused;
        if bad > 0 || refused > REFUSED_AT_MOST {
            let list: Vec<_> = self.failures.iter().map(|(_, failure)| failure.as_str()).collect();
            panic!(
                "{title}: {bad} wrong, {refused} refused although a value was meant (at most {REFUSED_AT_MOST})\n{}",
                list.join("\n")
            );
        }
    }
}

fn row(table: &mut String, name: &str, counts: &[usize]) {
    _ = write!(table, "{name:<22}{:>7}", counts.iter().sum::<usize>());
    for (count, (_, name)) in counts.iter().zip(OUTCOMES) {
        _ = write!(table, "{:>1$}", count, name.len() + 2);
    }
    table.push('\n');
}

#[test]
fn repaired() {
    Summary::of(|case| Some(run(case, repair))).check("repair");
}

#[test]
fn read_into_values() {
    Summary::of(|case| Some(run(case, read_as::<Value>))).check("from_answer");
}

#[test]
fn read_into_types() {
    Summary::of(|case| Some(run_typed(case, case.typed.as_ref()?))).check("typed");
}

#[test]
fn size_of_the_corpus() {
    let all: Vec<_> = TOPICS.into_iter().flat_map(cases).collect();
    assert!(all.len() >= 110, "{} cases", all.len());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), TOPICS.len(), "a file that is no topic");
}
