//! JSON texts of any size, for tests of linear time.

use super::dice::Dice;
use std::fmt::Write as _;

/// Generates JSON text of about this size.
pub type Make = fn(usize) -> String;

pub const CASES: [(&str, Make); 3] =
    [("issues", issues), ("500 columns", columns), ("distinct strings", strings)];

/// A typical API response: repeated users, labels, URLs that follow from other columns, and texts.
pub fn issues(bytes: usize) -> String {
    const API: &str = "https://api.github.com/repos/acme/shop";
    const LABELS: [(&str, &str); 4] =
        [("bug", "d73a4a"), ("docs", "0075ca"), ("help wanted", "008672"), ("ui", "a2eeef")];

    list(bytes, |out, index, dice| {
        let number = index + 1;
        let id = 90_000_000 + 37 * index;
        let title = words(dice, 5);
        let labels = LABELS.iter().filter(|_| dice.chance(30)).map(|(name, color)| {
            format!(
                r#"{{"name":"{name}","color":"{color}","url":"{API}/labels/{}"}}"#,
                name.replace(' ', "%20")
            )
        });
        let labels = labels.collect::<Vec<_>>().join(",");
        let user = user(dice);
        let assignee = if dice.chance(40) { self::user(dice) } else { "null".to_owned() };
        let [hour, minute] = [dice.below(24), dice.below(60)];
        let closed = if dice.chance(50) { r#""2026-02-03T04:05:06Z""# } else { "null" };
        let state = if closed == "null" { "open" } else { "closed" };
        let body = words(dice, 25);
        write!(
            out,
            r#"{{"id":{id},"number":{number},"url":"{API}/issues/{number}","comments_url":"{API}/issues/{number}/comments","title":"{title}","user":{user},"labels":[{labels}],"state":"{state}","locked":false,"assignee":{assignee},"milestone":null,"comments":{},"created_at":"2026-01-02T{hour:02}:{minute:02}:00Z","closed_at":{closed},"reactions":{{"url":"{API}/issues/{number}/reactions","total_count":{},"heart":0}},"body":"{body}"}}"#,
            dice.below(40),
            dice.below(9),
        )
    })
}

fn user(dice: &mut Dice<'_>) -> String {
    let index = dice.below(25);
    let login = format!("user-{index}");
    let url = format!("https://api.github.com/users/{login}");
    format!(
        r#"{{"login":"{login}","id":{},"avatar_url":"https://avatars.githubusercontent.com/u/{0}?v=4","url":"{url}","repos_url":"{url}/repos","type":"User","site_admin":false}}"#,
        583_000 + 11 * index,
    )
}

/// Rows of 500 columns: numbers, texts, constants, and some that are absent.
pub fn columns(bytes: usize) -> String {
    list(bytes, |out, index, dice| {
        write!(out, r#"{{"id":{index}"#)?;
        for column in 1..500 {
            match column % 10 {
                0 if dice.chance(20) => {}
                1 => write!(out, r#","column_{column}":"constant""#)?,
                2 => write!(out, r#","column_{column}":"{}""#, words(dice, 1))?,
                3 => write!(out, r#","column_{column}":"row-{index}-{column}""#)?,
                _ => write!(out, r#","column_{column}":{}"#, dice.below(250))?,
            }
        }
        out.push('}');
        Ok(())
    })
}

/// Rows with texts of about 80 bytes, no two of them alike.
pub fn strings(bytes: usize) -> String {
    list(bytes, |out, index, dice| {
        let text = words(dice, 9);
        write!(out, r#"{{"id":{index},"text":"{text} {index:x}"}}"#)
    })
}

/// A list of rows written by `row`, of about this size.
fn list(bytes: usize, row: impl Fn(&mut String, usize, &mut Dice<'_>) -> std::fmt::Result) -> String {
    let mut dice = Dice::new(7);
    let mut out = String::with_capacity(bytes + 16_384);
    out.push('[');
    for index in 0.. {
        if out.len() >= bytes {
            break;
        }
        if index > 0 {
            out.push(',');
        }
        // Writing to a string does not fail.
        let _ = row(&mut out, index, &mut dice);
    }
    out.push(']');
    out
}

fn words(dice: &mut Dice<'_>, count: usize) -> String {
    const SYLLABLES: [&str; 12] =
        ["re", "po", "cart", "lo", "ses", "item", "ex", "plain", "fund", "ship", "or", "der"];
    let word = |_| (0..dice.between(2, 4)).map(|_| *dice.pick(&SYLLABLES)).collect::<String>();
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}
