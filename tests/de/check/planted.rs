//! Two mistakes that are planted in valid documents: both are found, and nothing else.

use crate::random::Random;
use crate::seeds::DOCUMENTS;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;
use toon::DecodeOptions;

/// The number of documents with two mistakes, and how many of them, in percent, must be understood.
const CASES: usize = 600;
const MIN_PERCENT: usize = 90;

/// A mistake to plant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Tab,
    OddIndentation,
    UnterminatedString,
    MissingColon,
    DeepRow,
    BadHeader,
    TextAfterQuote,
    Count,
    Width,
}

const KINDS: [Kind; 9] = [
    Kind::Tab,
    Kind::OddIndentation,
    Kind::UnterminatedString,
    Kind::MissingColon,
    Kind::DeepRow,
    Kind::BadHeader,
    Kind::TextAfterQuote,
    Kind::Count,
    Kind::Width,
];

/// What a line of a valid document is.
#[derive(Clone, Copy, PartialEq)]
enum Line {
    Field,
    /// With a field list or without.
    Header(bool),
    Row,
    Other,
}

/// What the lines of a valid document are. Lines of which this function is not sure are others.
fn classify(lines: &[&str]) -> Vec<Line> {
    // The indentation of the header whose rows come next.
    let mut table = None;
    let classify = |line: &&str| {
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        if table.is_some_and(|header| indent > header) {
            return Line::Row;
        }
        table = None;
        let field = content.strip_prefix("- ").unwrap_or(content);
        let key_end = field.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(field.len());
        match field[key_end..].chars().next() {
            Some('[') if field.ends_with("}:") => {
                table = Some(indent + content.len() - field.len());
                Line::Header(true)
            }
            Some('[') if field.contains("]:") => Line::Header(false),
            Some(':') if key_end > 0 => Line::Field,
            _ => Line::Other,
        }
    };
    lines.iter().map(classify).collect()
}

/// `line` with a mistake of this kind, if there is a place for it.
fn planted(kind: Kind, line: &str, is: Line, random: &mut Random) -> Option<String> {
    let content = line.trim_start_matches(' ');
    let indent = line.len() - content.len();
    let indentation = &line[..indent];
    let last_quote = line.rfind('"').filter(|_| !line.contains('\\'));
    Some(match kind {
        Kind::Tab if indent > 0 => match random.below(3) {
            0 => format!("\t{content}"),
            1 => format!("{}{content}", "\t".repeat(indent / 2)),
            _ => format!("{}\t{content}", &line[2..indent]),
        },
        Kind::OddIndentation if indent > 0 => match random.below(2) {
            0 => line[1..].to_owned(),
            _ => format!(" {line}"),
        },
        Kind::UnterminatedString => match (is, last_quote) {
            (Line::Header(_) | Line::Other, _) => return None,
            (_, Some(quote)) if quote + 1 == line.len() => line[..quote].to_owned(),
            (_, Some(_)) => return None,
            (Line::Row, None) => format!("{indentation}\"{content}"),
            (Line::Field, None) => {
                let (key, value) = line.split_once(": ")?;
                format!("{key}: \"{value}")
            }
        },
        // Without its colon, the first field of an item would be a valid item.
        Kind::MissingColon if content.starts_with('-') => return None,
        Kind::MissingColon if is == Line::Field && line.matches(':').count() == 1 && !line.contains('[') => {
            line.replacen(':', "", 1)
        }
        Kind::DeepRow if is == Line::Row => format!("  {line}"),
        Kind::BadHeader => match (is, random.below(5)) {
            (Line::Header(true), 0) => line.replacen("}:", ":", 1),
            (Line::Header(true), 1) if !content.starts_with('-') => line.strip_suffix(':')?.to_owned(),
            (Line::Header(true), 2) => line.replacen(']', "] ", 1),
            (Line::Header(_), 3) => line.replacen(']', "", 1),
            (Line::Header(_), 4) => line.replacen('[', "[x", 1),
            _ => return None,
        },
        Kind::TextAfterQuote => match (is, last_quote) {
            (Line::Header(_) | Line::Other, _) => return None,
            (_, Some(quote)) if quote + 1 == line.len() => format!("{line} x"),
            (Line::Field, None) => {
                let (key, value) = line.split_once(": ")?;
                format!("{key}: \"{value}\" x")
            }
            _ => return None,
        },
        Kind::Count => match (is, line.split_once('[')) {
            (Line::Header(_), Some((key, rest))) => format!("{key}[1{rest}"),
            _ => return None,
        },
        Kind::Width if is == Line::Row => format!("{line},1|1\t1"),
        _ => return None,
    })
}

/// Valid documents of at least eight lines.
fn documents() -> Vec<String> {
    let key = "[a-z]{1,6}".boxed();
    let values = toon_testing::value_with(&toon_testing::scalar(), &key, 3);
    let mut runner = TestRunner::deterministic();
    let values = std::iter::from_fn(|| values.new_tree(&mut runner).ok().map(|tree| tree.current()));
    let texts = values.take(2_000).map(|value| toon::to_string(&value).unwrap());
    let texts = texts.chain(DOCUMENTS.iter().map(|&text| text.to_owned()));
    let is_valid = |text: &String| DecodeOptions::new().check(text).is_empty();
    texts.filter(|text| text.lines().count() >= 8 && !text.contains('#')).filter(is_valid).collect()
}

/// The two kinds of mistake in a document, the text, and their lines.
fn case(documents: &[String], random: &mut Random) -> Option<([Kind; 2], String, [usize; 2])> {
    let text = &documents[random.below(documents.len())];
    let mut lines: Vec<&str> = text.split('\n').collect();
    let classes = classify(&lines);
    let plant = |except: Option<usize>, random: &mut Random| {
        let kind = random.pick(&KINDS);
        let candidates = (0..lines.len()).filter(|&index| Some(index) != except);
        let candidates: Vec<(usize, String)> = candidates
            .filter_map(|index| Some((index, planted(kind, lines[index], classes[index], random)?)))
            .collect();
        (!candidates.is_empty()).then(|| (kind, candidates[random.below(candidates.len())].clone()))
    };
    let (first, (a, bad)) = plant(None, random)?;
    let (second, (b, worse)) = plant(Some(a), random)?;
    lines[a] = &bad;
    lines[b] = &worse;
    let mut places = [a + 1, b + 1];
    places.sort_unstable();
    Some(([first, second], lines.join("\n"), places))
}

#[test]
fn both_are_found_and_nothing_else() {
    let documents = documents();
    assert!(documents.len() > 200, "{}", documents.len());
    let mut random = Random::for_case(1, 0);
    let (mut all, mut good) = (0, 0);
    let mut missed: BTreeMap<[Kind; 2], usize> = BTreeMap::new();
    while all < CASES {
        let Some((mut kinds, text, places)) = case(&documents, &mut random) else { continue };
        all += 1;
        let found: Vec<usize> = DecodeOptions::new().check(&text).iter().map(toon::Error::line).collect();
        if found == places {
            good += 1;
        } else {
            kinds.sort_unstable();
            *missed.entry(kinds).or_default() += 1;
        }
    }
    println!("{good} of {all}; the others: {missed:?}");
    assert!(good * 100 >= all * MIN_PERCENT, "{good} of {all}; the others: {missed:?}");
}
