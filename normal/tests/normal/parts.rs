//! A table never hides what its parts would save alone: the form of a whole takes at most 1.05 times
//! the tokens of the forms of its members, plus their keys, indentation, and a token a row.

use crate::support::dice::Dice;
use crate::support::json::Json;
use crate::support::values;
use toon_normal::{Level, Options};

/// About the tokens of a model: eight letters, three digits, or a run of other characters each.
fn tokens(text: &str) -> usize {
    let kind = |char: char| match char {
        'a'..='z' | 'A'..='Z' => (0, 8),
        '0'..='9' => (1, 3),
        ' ' | '\n' => (2, usize::MAX),
        _ => (3, 3),
    };
    let mut count = 0;
    let mut last = (4, 0);
    for char in text.chars() {
        let (kind, longest) = kind(char);
        if last.0 != kind || last.1 == longest {
            // A space belongs to the word after it.
            count += usize::from(kind != 2 || char == '\n');
            last = (kind, 0);
        }
        last.1 += 1;
    }
    count
}

fn form(value: &Json, level: Level) -> String {
    let options = Options::new().level(level).json(true).measure(tokens);
    options.from_json(&value.to_string()).unwrap().text
}

/// The tokens of the whole, and the most that its parts allow.
fn compare(value: &Json, level: Level) -> Option<(usize, usize)> {
    const MARK: usize = 10;
    let (keys, parts): (usize, Vec<&Json>) = match value {
        Json::Object(members) => {
            let keys = members.iter().map(|(key, _)| tokens(key) + 4).sum();
            (keys, members.iter().map(|(_, value)| value).collect())
        }
        Json::List(items) => (3 * items.len(), items.iter().collect()),
        _ => return None,
    };
    // Each line of a part is indented, and each row may take a token more.
    let part = |value: &&Json| {
        let text = form(value, level);
        let alone = tokens(&text).saturating_sub(if text.starts_with("_form") { MARK } else { 0 });
        alone + 2 * text.lines().count()
    };
    let parts: usize = parts.iter().map(part).sum();
    Some((tokens(&form(value, level)), (parts * 105).div_ceil(100) + keys + 3 * MARK))
}

#[track_caller]
fn check(value: &Json, percent: usize) {
    for level in [Level::Plain, Level::Legible, Level::Dense] {
        let Some((whole, parts)) = compare(value, level) else { continue };
        assert!(
            whole * 100 <= parts * percent,
            "{whole} > {parts} at {level}: {value}\n{}",
            form(value, level)
        );
    }
}

/// Lists within lists have no names, and so no tables, as parts of a whole. Of other values, two in
/// a thousand are above the rule, by a few per cent.
#[test]
fn of_random_values() {
    for seed in 0..1_500 {
        let value = values::value(&mut Dice::new(seed));
        check(&value, if has_lists_in_lists(&value) { 120 } else { 104 });
    }
}

fn has_lists_in_lists(value: &Json) -> bool {
    match value {
        Json::List(items) => {
            items.iter().any(|item| matches!(item, Json::List(_)) || has_lists_in_lists(item))
        }
        Json::Object(members) => members.iter().any(|(_, value)| has_lists_in_lists(value)),
        _ => false,
    }
}

/// Tables in a few of the rows of a table, at several depths.
#[test]
fn of_tables_in_tables() {
    for (rows, inner) in [(40, 60), (8, 5), (3, 200)] {
        let mut dice = Dice::new(7);
        let table = |dice: &mut Dice<'_>, count: usize| {
            let row = |at: usize, dice: &mut Dice<'_>| {
                Json::object([
                    ("url", Json::text(format!("https://cdn.example/a/{at}/{}.js", dice.below(200)))),
                    ("kind", Json::text(*dice.pick(&["script", "image", "font"]))),
                    ("bytes", Json::int(dice.below(250) * 97)),
                ])
            };
            Json::List((0..count).map(|at| row(at, dice)).collect())
        };
        let mut members = Vec::new();
        for at in 0..rows {
            let details = match at % 5 {
                0 => Json::object([("items", table(&mut dice, inner)), ("took", Json::int(at))]),
                1 => Json::object([("node", Json::object([("deep", table(&mut dice, 2))]))]),
                2 => Json::text("none"),
                _ => Json::object([("ms", Json::int(at)), ("type", Json::text("opportunity"))]),
            };
            let row = Json::object([("id", Json::int(at)), ("score", Json::int(1)), ("details", details)]);
            members.push((format!("audit-{at}"), row));
        }
        check(&Json::List(members.iter().map(|(_, row)| row.clone()).collect()), 100);
        check(&Json::Object(members), 100);
    }
}
