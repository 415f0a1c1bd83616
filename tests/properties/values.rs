//! Properties of every value.

use crate::support::disguise::{Costume, disguised};
use crate::support::equality::equal;
use crate::support::model::{Layout, as_decoded, encode};
use crate::support::stubborn::Stubborn;
use proptest::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Debug;
use toon::{DecodeOptions, Delimiter};
use toon_testing::effort;
use toon_testing::value;

fn layout() -> impl Strategy<Value = Layout> {
    let delimiter = prop_oneof![Just(Delimiter::Comma), Just(Delimiter::Tab), Just(Delimiter::Pipe)];
    (1..=5_usize, delimiter, any::<bool>()).prop_map(|(indent, delimiter, v3)| Layout {
        indent,
        delimiter,
        v3,
    })
}

/// A table or a keyed table as text, in an object at some depth: mostly right. Fields may repeat.
fn table() -> impl Strategy<Value = String> {
    let usual = || {
        prop_oneof![
            Just("1"),
            Just("-2.5"),
            Just("true"),
            Just("Ada Lovelace"),
            Just("\"a,b|\t: \""),
            Just(r#""a\\\",\n""#)
        ]
    };
    let long = Just("a cell that is longer than a block of the text: sixty-four bytes and more");
    let odd = prop_oneof![
        Just(""),
        Just(" x"),
        Just("x "),
        Just("\"\""),
        Just("\"a\\\"b\""),
        Just("\"a\\x\""),
        Just("\""),
        Just("#"),
        Just("x\"y,z\""),
        Just("\"x\"y"),
        Just("\"x\" "),
        Just(" \"x\""),
        Just("a:b"),
        Just("é"),
        Just("\\"),
        Just("- a"),
        Just("2024-05-06"),
        Just("\t"),
        Just("null"),
        Just("\"x,"),
        Just("a\rb"),
        Just("|"),
        Just(","),
        Just("  "),
    ];
    let cell = prop_oneof![60 => usual(), 1 => long, 2 => odd];
    let gap = prop_oneof![40 => Just(""), 1 => Just(" "), 1 => Just("\n  "), 1 => Just("#")];
    let row = |width: usize| {
        let cells = prop_oneof![12 => Just(width), 1 => 1..=width + 1];
        (gap, cells.prop_flat_map(move |cells| prop::collection::vec(cell.clone(), cells)))
    };
    let delimiter = prop_oneof![Just(("", ",")), Just(("|", "|")), Just(("\t", "\t")), Just(("", ", "))];
    let shape = (1..=40_usize, any::<bool>(), any::<bool>(), 0..3_u8, 0..3_usize, delimiter);
    shape.prop_flat_map(move |(width, keyed, group, fewer, depth, (symbol, delimiter))| {
        let rows = prop::collection::vec(row.clone()(width), 1..12);
        rows.prop_map(move |rows| {
            let mut fields: Vec<String> = (0..width).map(|field| format!("f{}", field % 17)).collect();
            if group && width > 2 {
                let inner = fields.split_off(width - 2).join(delimiter.trim_start());
                fields.push(format!("g{{{inner}}}"));
            }
            let fields = fields.join(if symbol.is_empty() { "," } else { symbol });
            let colon = if keyed { ":" } else { "" };
            let count = rows.len() - usize::from(fewer == 1);
            let outer = ["", "o:\n", "o:\n  o:\n"];
            let mut text = String::from(outer[depth]);
            let margin = "  ".repeat(depth);
            text.extend([&margin, &*format!("t[{count}{colon}{symbol}]{{{fields}}}:")]);
            for (index, (gap, cells)) in rows.iter().enumerate() {
                let key = if keyed { format!("k{}: ", index % 11) } else { String::new() };
                text.extend(["\n  ", &margin, gap, &key, &cells.join(delimiter)]);
            }
            text + "\nend: 1"
        })
    })
}

/// A list as text, in objects at some depth: mostly right. Its items are of all kinds, variants of
/// an [`Event`] among them.
fn list() -> impl Strategy<Value = String> {
    let usual = prop_oneof![
        Just("- Unit"),
        Just("- New: -5"),
        Just("- Pair[2]: 1,x"),
        Just("- Fields:\n    a: 1\n    b: x y"),
        Just("- id: 7\n  name: Ada"),
        Just("- [2]: 1,2"),
        Just("- rows[2]{a,b}:\n    1,2\n    3,4"),
        Just("- -123456789"),
        Just("- some words"),
        Just("- \"a: b\""),
        Just("- a_key_of_more_than_sixteen_bytes: with a value it is longer than two blocks of the text"),
    ];
    let odd = prop_oneof![
        Just("-"),
        Just("- "),
        Just("-x"),
        Just("- []"),
        Just("- [1]"),
        Just("- [3]: 1,2"),
        Just("- [2:]: 1"),
        Just("- : 1"),
        Just("- a[x]: 1"),
        Just("- a [1]: 1"),
        Just("- \"q\": 1"),
        Just("- \"q"),
        Just("- a b: 1"),
        Just("- a! b"),
        Just("- #x"),
        Just("- é: ä"),
        Just("-  two: spaces"),
        Just("- New: 5\n  more: 6"),
        Just("- New: 1\n# between\n  a: 1"),
        Just("- Fields:\n      a: 1"),
        Just("  - deeper"),
        Just("\t- tab"),
        Just("a: 1"),
        Just("# no item"),
        Just(""),
    ];
    let item = prop_oneof![20 => usual, 1 => odd];
    (prop::collection::vec(item, 1..9), 0..3_u8, 0..6_usize, 1..4_usize).prop_map(
        |(items, fewer, depth, unit)| {
            let count = items.len() - usize::from(fewer == 1);
            let mut text = String::new();
            for depth in 0..depth {
                text.extend([&*" ".repeat(unit * depth), "o:\n"]);
            }
            text.extend([&*" ".repeat(unit * depth), &*format!("t[{count}]:")]);
            for line in items.iter().flat_map(|item| item.split('\n')) {
                let inside = line.len() - line.trim_start_matches(' ').len();
                let margin = unit * (depth + 1) + inside / 2 * unit;
                text.extend(["\n", &" ".repeat(margin), &line[inside..]]);
            }
            text + "\nend: 1"
        },
    )
}

/// An object as text, in objects at some depth: mostly right. Its keys are bare and in quotes, and
/// now and then come twice.
fn fields() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        10 => Just("a"),
        5 => Just("\"a\""),
        2 => Just("\"\\u0061\""),
        5 => Just("key"),
        10 => Just("\"x-y\""),
        5 => Just("a_key_of_more_than_sixteen_bytes"),
        5 => Just("\"a key in quotes, of more bytes than two blocks have\""),
        1 => Just("\"a\\\"b\\\\\""),
        1 => Just("\"a\\x\""),
        1 => Just("\"a:[b\""),
        1 => Just("\"\""),
        1 => Just("\"é\""),
        1 => Just("\"#\""),
        1 => Just("\"open"),
        1 => Just("\"after\"it"),
        1 => Just("in\"side\""),
        1 => Just("a b"),
        1 => Just("a\rb"),
        1 => Just("#"),
        1 => Just(""),
    ];
    let value = prop_oneof![
        10 => Just(": 1"),
        10 => Just(": some words"),
        5 => Just(": \"in quotes\""),
        5 => Just(": text that is so long that the line's end is after the third block of it"),
        5 => Just("[2]: 1,2"),
        5 => Just("[0]:"),
        5 => Just(":\n  inner: true"),
        2 => Just("[1]:\n  - x"),
        2 => Just("[1]{a}:\n  x"),
        2 => Just("[1:]{a}:\n  \"x-y\": x"),
        2 => Just(":"),
        1 => Just(""),
        1 => Just(" : 1"),
        1 => Just(":1"),
        1 => Just(":  1"),
        1 => Just(": a: b"),
        1 => Just(": \"x\"y"),
        1 => Just(" [1]: x"),
        1 => Just("[1]: a: \"b"),
        1 => Just("\""),
    ];
    let margin =
        prop_oneof![60 => Just(""), 1 => Just(" "), 1 => Just("  "), 1 => Just("\t"), 1 => Just("\n")];
    let line = (margin, key, 0..40_usize, value);
    (prop::collection::vec(line, 1..9), 0..6_usize, 1..4_usize).prop_map(|(lines, depth, unit)| {
        let mut text = String::new();
        for depth in 0..depth {
            text.extend([&*" ".repeat(unit * depth), "o:\n"]);
        }
        for (index, (gap, key, number, value)) in lines.iter().enumerate() {
            // Most keys are made to differ.
            let number = index.min(*number);
            let key = match key.strip_suffix('"').filter(|key| key.len() > 1) {
                Some(key) => format!("{key}{number}\""),
                None if key.ends_with(['a', 'y', 's', 'e']) => format!("{key}{number}"),
                None => (*key).to_owned(),
            };
            for line in format!("{key}{value}").split('\n') {
                let inside = line.len() - line.trim_start_matches(' ').len();
                text.extend([&*" ".repeat(unit * (depth + inside / 2)), gap, &line[inside..], "\n"]);
            }
        }
        text + "end: 1"
    })
}

/// What a list may have for items, read through the one entry that they must have.
#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "printed")]
enum Event {
    Unit,
    New(i64),
    Pair(u8, String),
    Fields { a: i8, b: Option<String> },
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "printed")]
struct Events {
    t: Vec<Event>,
    end: u8,
}

/// The value or the error of a text. As [`Stubborn`], everything after an error has to be in its
/// place, too.
fn read<T: DeserializeOwned + Debug>(options: &DecodeOptions, text: &str) -> Result<String, String> {
    let read = options.from_str::<T>(text);
    read.map(|value| format!("{value:?}")).map_err(|error| error.to_string())
}

proptest! {
    #![proptest_config(effort::cases(1_000))]

    /// The one-pass encoder and the definitions of the specification write the same text.
    #[test]
    fn the_text_is_the_models(value in value(4), layout in layout()) {
        prop_assert_eq!(layout.encode_options().to_string(&value).unwrap(), encode(&value, layout));
    }

    /// Announced lengths, maps or structs, sequences or tuples: the text is the value's.
    #[test]
    fn the_text_is_the_same_for_every_sender(value in value(4), layout in layout(), seed in any::<u64>()) {
        let options = layout.encode_options();
        let text = options.to_string(&value).unwrap();
        for costume in Costume::wardrobe(seed) {
            let sent = disguised(&value, costume, |value| options.to_string(value));
            prop_assert_eq!(sent.unwrap(), &*text, "{:?}", costume);
        }
    }

    /// Reading gives back what was written, with the keys of rows in the header's order (§2).
    #[test]
    fn what_is_written_is_read(value in value(4), layout in layout()) {
        let text = layout.encode_options().to_string(&value).unwrap();
        let read: Value = layout.decode_options().from_str(&text).unwrap();
        prop_assert!(equal(&read, &as_decoded(&value, layout)), "{}\n{}", read, text);
    }

    /// A line that ends in CR LF is the same line (§12), though the usual ones are read by a
    /// shorter way; so are the mistakes of a text that breaks off.
    #[test]
    fn lines_are_the_same_however_they_end(value in value(4), layout in layout(), cut in any::<prop::sample::Index>()) {
        let text = layout.encode_options().to_string(&value).unwrap();
        let options = layout.decode_options();
        let mut cut = cut.index(text.len() + 1);
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        for text in [&*text, &text[..cut]] {
            let read = |text: &str| options.from_str::<Value>(text).map_err(|error| error.to_string());
            prop_assert_eq!(read(text), read(&text.replace('\n', "\r\n")), "{}", text);
        }
    }

    /// So are tables of any width, with cells of all kinds and mistakes, and lines that end in a
    /// space, which have no short way to be read.
    #[test]
    fn tables_are_the_same_however_their_lines_end(table in table(), strict in any::<bool>()) {
        let options = DecodeOptions::new().strict(strict);
        for end in ["\r\n", " \n"] {
            let other = table.replace('\n', end);
            prop_assert_eq!(read::<Value>(&options, &table), read::<Value>(&options, &other), "{}", table);
            prop_assert_eq!(read::<Stubborn>(&options, &table), read::<Stubborn>(&options, &other), "{}", table);
        }
    }

    /// So are lists, whose usual items have a short way, too.
    #[test]
    fn lists_are_the_same_however_their_lines_end(list in list(), strict in any::<bool>(), unit in 1..4_usize) {
        let options = DecodeOptions::new().strict(strict);
        for options in [options.clone().indent(unit), options.detect_indent(true)] {
            for end in ["\r\n", " \n"] {
                let other = list.replace('\n', end);
                prop_assert_eq!(read::<Value>(&options, &list), read::<Value>(&options, &other), "{}", list);
                prop_assert_eq!(read::<Events>(&options, &list), read::<Events>(&options, &other), "{}", list);
                prop_assert_eq!(read::<Stubborn>(&options, &list), read::<Stubborn>(&options, &other), "{}", list);
            }
        }
    }

    /// So are objects, with keys in quotes and without.
    #[test]
    fn fields_are_the_same_however_their_lines_end(fields in fields(), strict in any::<bool>(), unit in 1..4_usize) {
        let options = DecodeOptions::new().strict(strict);
        for options in [options.clone().indent(unit), options.detect_indent(true)] {
            for end in ["\r\n", " \n"] {
                let other = fields.replace('\n', end);
                prop_assert_eq!(read::<Value>(&options, &fields), read::<Value>(&options, &other), "{}", fields);
                prop_assert_eq!(read::<Stubborn>(&options, &fields), read::<Stubborn>(&options, &other), "{}", fields);
            }
        }
    }

    /// Reading and writing again changes nothing.
    #[test]
    fn the_text_is_a_fixed_point(value in value(4), layout in layout()) {
        let text = layout.encode_options().to_string(&value).unwrap();
        let read: Value = layout.decode_options().from_str(&text).unwrap();
        prop_assert_eq!(layout.encode_options().to_string(&read).unwrap(), text);
    }
}
