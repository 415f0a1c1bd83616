//! Random documents: what the encoder writes and hand-written ones, damaged in one to four places,
//! and lines thrown together.

use crate::random::Random;
use crate::{seeds, values};
use toon::{Delimiter, EncodeOptions};

/// A document and the spaces per level to read it with.
pub fn document(random: &mut Random) -> (String, usize) {
    let indent = random.pick(&[2, 2, 2, 2, 4, 1, 3]);
    let mut text = match random.below(10) {
        0 => soup(random),
        1..=4 => reindented(random.pick(seeds::DOCUMENTS), indent),
        _ => encoded(random, indent),
    };
    // Heavily damaged documents are rejected for the first mistake.
    let mutations = random.pick(&[0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4]);
    for _ in 0..mutations {
        text = mutated(random, &text);
    }
    (text, indent)
}

fn encoded(random: &mut Random, indent: usize) -> String {
    let delimiter = random.pick(&[Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe]);
    let value = values::value(random);
    // An encoder that cannot write the value is the other comparison's business.
    EncodeOptions::new().indent(indent).delimiter(delimiter).to_string(&value).unwrap_or_default()
}

/// The seeds are indented by two spaces.
fn reindented(text: &str, indent: usize) -> String {
    let lines = text.split('\n').map(|line| {
        let content = line.trim_start_matches(' ');
        let spaces = line.len() - content.len();
        " ".repeat(spaces / 2 * indent + spaces % 2) + content
    });
    lines.collect::<Vec<_>>().join("\n")
}

const LINES: [&str; 34] = [
    "a: 1",
    "b: x",
    "a:",
    "b:",
    "c:",
    "- a",
    "- a: 1",
    "- a:",
    "-",
    "- ",
    "- [2]: 1,2",
    "- [1]:",
    "- []",
    "a[2]: 1,2",
    "a[1]:",
    "b[2]:",
    "a[0]:",
    "b: []",
    "a[1]{x}:",
    "b[2]{x,y}:",
    "a[2:]{x}:",
    "b[1:]{x,y}:",
    "- a[1]{x}:",
    "- a[2:]{x}:",
    "1",
    "1,2",
    "x: 1",
    "y: 1,2",
    "z: 2",
    "# c",
    "",
    "  ",
    "[1]:",
    "[2:]{x}:",
];

/// Lines of every class at depths that wander.
fn soup(random: &mut Random) -> String {
    let mut depth = 0;
    let mut lines = Vec::new();
    for _ in 0..=random.below(8) {
        lines.push(" ".repeat(2 * depth) + random.pick(&LINES));
        depth = match random.below(10) {
            0..=3 => depth + 1,
            4 => depth + 2,
            5..=7 => depth,
            _ => random.below(depth + 1),
        };
    }
    lines.join("\n")
}

fn mutated(random: &mut Random, text: &str) -> String {
    if random.percent(50) { with_lines_changed(random, text) } else { with_characters_changed(random, text) }
}

const WHOLE_LINES: [&str; 12] =
    ["", "  ", " ", "\t", " \t", "# c", "   # c", "\t# c", "\u{a0}", "\u{feff}", "- x", "x: 1"];

fn with_lines_changed(random: &mut Random, text: &str) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let at = random.below(lines.len());
    let other = random.below(lines.len());
    match random.below(14) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(other, lines[at].clone()),
        2 => lines.swap(at, other),
        3 => {
            let line = lines.remove(at);
            lines.insert(other.min(lines.len()), line);
        }
        4..=5 => lines.insert(at, random.pick(&WHOLE_LINES).to_owned()),
        6 => lines[at].insert_str(0, random.pick(&[" ", "  ", "    ", "\t", " \t"])),
        7 => {
            let spaces = lines[at].len() - lines[at].trim_start_matches(' ').len();
            lines[at].drain(..spaces.min(1 + random.below(4)));
        }
        8 => {
            // A whole block deeper or flatter.
            let shift = 1 + random.below(2);
            for line in &mut lines[at.min(other)..=at.max(other)] {
                if random.percent(95) {
                    line.insert_str(0, &" ".repeat(shift * 2));
                }
            }
        }
        9 => lines[at].push_str(random.pick(&[" ", "   ", "\r", " \r", "\r\r", "\t", "\u{a0}"])),
        10 if random.percent(30) => lines.iter_mut().for_each(|line| line.push('\r')),
        10 => {
            // The key of one line for another line: duplicates.
            let key = lines[at].split(':').next().unwrap_or_default().trim_start().to_owned();
            let rest = lines[other].split_once(':').map_or(String::new(), |(_, rest)| rest.to_owned());
            let spaces = lines[other].len() - lines[other].trim_start_matches(' ').len();
            lines[other] = format!("{}{key}:{rest}", " ".repeat(spaces));
        }
        11 if at + 1 < lines.len() => {
            let next = lines.remove(at + 1);
            lines[at].push_str(&next);
        }
        _ => lines[at] = with_brackets_changed(random, &lines[at]),
    }
    lines.join("\n")
}

/// Another count or delimiter in the bracket segment, or another delimiter everywhere in the line.
fn with_brackets_changed(random: &mut Random, line: &str) -> String {
    let Some((start, end)) =
        line.find('[').and_then(|start| Some((start + 1, start + line[start..].find(']')?)))
    else {
        let from = random.pick(&[",", "|", "\t"]);
        return line.replace(from, random.pick(&[",", "|", "\t"]));
    };
    let segment = &line[start..end];
    let count: usize = segment.trim_end_matches(['|', '\t', ':']).parse().unwrap_or(0);
    let suffix = segment.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let changed = match random.below(9) {
        0 => format!("{}{suffix}", count + 1),
        1 => format!("{}{suffix}", count.saturating_sub(1)),
        2 => format!("0{segment}"),
        3 => format!(
            "{}{suffix}",
            random.pick(&["", "0", "-1", "99999999999999999999", "1_0", "x", "1.0", "٣"])
        ),
        4 => format!("{count}:{suffix}"),
        5 => format!("{count}{suffix}{}", random.pick(&[":", "|", "\t", ",", " ", "#"])),
        6 => format!("{count}"),
        7 => format!("{}{segment}", random.pick(&[" ", "#", "\""])),
        _ => format!("{segment}{}", random.pick(&[" ", "]", "[", "\""])),
    };
    format!("{}{changed}{}", &line[..start], &line[end..])
}

const TOKENS: [&str; 60] = [
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "|",
    "\t",
    "\"",
    "\\",
    "-",
    "- ",
    "#",
    " ",
    "  ",
    "\n",
    "\r",
    "\r\n",
    "[]",
    "{}",
    "\"\"",
    ": ",
    "[1]",
    "[1]:",
    "[2]: ",
    "[2:]",
    "[2:]{a,b}:",
    "[1]{x}:",
    "{a}",
    "{a,b}",
    "{x{y}}",
    "{x,x}",
    "null",
    "true",
    "0",
    "1",
    "01",
    "-0",
    "1e5",
    "1e400",
    "\\n",
    "\\t",
    "\\\"",
    "\\\\",
    "\\u0041",
    "\\u00e9",
    "\\ud800",
    "\\u12",
    "\\x",
    "\\/",
    "\u{a0}",
    "\u{feff}",
    "é",
    "\u{301}",
    "👋",
    "a",
    "a.b",
    "\"a\"",
    "\"a b\"",
    "\"a:b\"",
];

fn with_characters_changed(random: &mut Random, text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let token: Vec<char> = random.pick(&TOKENS).chars().collect();
    if characters.is_empty() {
        return token.into_iter().collect();
    }
    // Structure is where the rules are, so half of the places are chosen among it.
    let structural: Vec<usize> = (0..characters.len())
        .filter(|&at| {
            matches!(characters[at], '[' | ']' | '{' | '}' | ':' | ',' | '|' | '\t' | '"' | '\\' | '-')
        })
        .collect();
    let at = if structural.is_empty() || random.percent(50) {
        random.below(characters.len())
    } else {
        random.pick(&structural)
    };
    match random.below(8) {
        0..=1 => drop(characters.remove(at)),
        2 => characters.insert(at, characters[at]),
        3 if at + 1 < characters.len() => characters.swap(at, at + 1),
        4 => {
            let end = (at + 1 + random.below(6)).min(characters.len());
            characters.drain(at..end);
        }
        5 => drop(characters.splice(at..=at, token)),
        _ => drop(characters.splice(at..at, token)),
    }
    characters.into_iter().collect()
}
