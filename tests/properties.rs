//! What holds for every value.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(unreachable_pub, reason = "the modules are shared with other targets")]

#[path = "support/mod.rs"]
mod support;

use proptest::prelude::*;
use serde_json::Value;
use support::disguise::{Costume, disguised};
use support::equality::equal;
use support::model::{Layout, as_decoded, encode};
use support::random::value;
use support::stubborn::Stubborn;
use toon::{DecodeOptions, Delimiter};

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

/// A thousand cases each, or as many as `PROPTEST_CASES` says.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: cases.unwrap_or(1_000), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

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

    /// A line that ends in CR LF is the same line (§12), though the usual ones are read by a shorter way; so are the
    /// mistakes of a text that breaks off.
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

    /// So are tables of any width, with cells of all kinds and mistakes, and lines that end in a space, which have no short
    /// way to be read.
    #[test]
    fn tables_are_the_same_however_their_lines_end(table in table(), strict in any::<bool>()) {
        let options = DecodeOptions::new().strict(strict);
        let read = |text: &str| options.from_str::<Value>(text).map_err(|error| error.to_string());
        // Behind an error, everything else has to be in its place.
        let in_spite = |text: &str| options.from_str::<Stubborn>(text).map_err(|error| error.to_string());
        for end in ["\r\n", " \n"] {
            let other = table.replace('\n', end);
            prop_assert_eq!(read(&table), read(&other), "{}", table);
            prop_assert_eq!(in_spite(&table), in_spite(&other), "{}", table);
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
