//! Strings and keys that a rule of §7 quotes or escapes, or almost does.

use crate::compare::Compare;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// By the rule of §7.2 that they meet, or just miss.
const ODD: &[&[&str]] = &[
    // empty, padded
    &["", " ", "  ", "\t", " a", "a ", "\ta", "a\t", " a ", "a b", "a  b"],
    // literals
    &["true", "false", "null", "True", "TRUE", "NULL", "nil", "none", "truely", "nullable", "yes", "~"],
    // numeric-like
    &["0", "-0", "1", "42", "-1", "+1", "05", "-05", "1.5", "-3.14", "1e5", "1E5", "1e+5", "1e-6", "1.5e-10", "007"],
    &["1.", ".5", "1e", "1e+", "e5", "1.e5", "1.5.2", "1-2", "1,5", "1_000", "0x10", "0b1", "Infinity", "NaN", "-inf"],
    &["+", "-", "--", "+-1", "1 2", "1a", "a1", "٤٢", "１", "1\u{301}", "1e5e5", "12345678901234567890123", "1e999"],
    // structure
    &["a:b", ":", ":a", "a:", "a: b", "http://example.org:80/?q=a:b", "12:30", "\"", "\"a\"", "a\"b", "'a'", "\\", "a\\b"],
    &["[", "]", "{", "}", "[]", "{}", "[1]", "[2]: a,b", "[2]{a}:", "a[1]", "{a}", "x]", "y}"],
    &["-", "- a", "-a", "a-b", "a -b", "#", "# a", "#a", "a#b", "a #b", "–", "•"],
    // delimiters
    &[",", "a,b", ",a", "a,", "|", "a|b", "a|", "a\tb", "a;b", "a, b|c\td"],
    // controls and lines
    &["\n", "a\nb", "\r", "a\rb", "\r\n", "a\n", "\na", "\0", "\u{1}", "\u{8}", "\u{c}", "\u{1b}", "\u{1f}", "\u{7f}"],
    // other scripts and spaces
    &["é", "e\u{301}", "漢字", "😀", "👩‍👩‍👧", "\u{85}", "\u{a0}", "\u{a0}a\u{a0}", "\u{2028}", "\u{3000}", "\u{200b}", "\u{feff}", "\u{feff}a", "a\u{feff}"],
    &["a,\u{301}", ":\u{301}", "-\u{301}", "#\u{301}", "\u{301}", "\u{fffd}", "\u{10ffff}", "\u{e000}"],
    // what looks like other formats, and like escapes
    &["\\n", "\\u0041", "\\\"", "{\"a\":1}", "<a href=\"b\">", "&amp;", "a=b", "$1", "%20", "@", "!", "?", "*", "&", "`"],
    // longer than a machine word, with the odd byte at every place
    &["aaaaaaaa,", "aaaaaaaaaaaaaaaa:", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"", "éééééééééééééééé\\"],
];

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct OddNames {
    #[serde(rename = "")]
    empty: u8,
    #[serde(rename = "a b")]
    space: String,
    #[serde(rename = "a,b|c\td")]
    delimiters: bool,
    #[serde(rename = "1")]
    digit: Option<u8>,
    #[serde(rename = "true")]
    literal: u8,
    #[serde(rename = "a.b.c")]
    dots: u8,
    #[serde(rename = "[2]{x}:")]
    header: char,
    #[serde(rename = "\"\\\n")]
    escapes: u8,
    #[serde(rename = "naïve")]
    foreign: u8,
    #[serde(rename = "- a")]
    hyphen: u8,
    #[serde(rename = "#")]
    comment: u8,
    __proto__: u8,
}

pub fn cases(compare: &mut Compare) {
    for strings in ODD {
        compare.values("odd strings", &strings.iter().map(ToString::to_string).collect::<Vec<_>>());
        compare.values("all in one list", &[strings.iter().map(ToString::to_string).collect::<Vec<_>>()]);
        compare.values("as keys", &[keyed(strings, |index| index)]);
        compare.values("as keys of rows", &[vec![keyed(strings, |index| index), keyed(strings, |index| index + 1)]]);
        compare.values("as keys of entry rows", &[keyed(strings, |index| BTreeMap::from([("n".to_owned(), index)]))]);
        compare.values("as keys of lists", &[keyed(strings, |index| vec![index])]);
        compare.large("as keys of objects", &keyed(strings, |index| keyed(strings, |inner| vec![index, inner])));
        let rows = |shift: usize| strings.iter().cycle().skip(shift).take(3).map(ToString::to_string).collect::<Vec<_>>();
        let tuples: Vec<_> = (0..strings.len()).map(|shift| (rows(shift), shift)).collect();
        compare.values("side by side", &tuples);
    }
    for bytes in (0..=127).collect::<Vec<u8>>().chunks(16) {
        let odd = bytes.iter().copied().map(char::from);
        let strings = odd.flat_map(|odd| ["{}", "{}a", "a{}", "a{}a", "{}{}"].map(|place| place.replace("{}", &odd.to_string())));
        let strings: Vec<_> = strings.collect();
        compare.values("every ASCII character", std::slice::from_ref(&strings));
        let keys: BTreeMap<_, _> = strings.iter().cloned().zip(0_u8..).collect();
        compare.values("every ASCII character in keys", &[keys]);
        let rows: Vec<_> = strings.iter().map(|text| (text.clone(), BTreeMap::from([(text.clone(), text.clone())]))).collect();
        compare.values("every ASCII character in entry keys", &[rows.into_iter().collect::<BTreeMap<_, _>>()]);
    }
    // At every offset, so that scanners of several bytes at a time meet it in each lane.
    for odd in ["\"", ",", "\n", "é", "\\", "\t", "|", ":"] {
        let strings: Vec<_> = (0..70).map(|at| format!("{}{odd}{}", "a".repeat(at), "b".repeat(70 - at))).collect();
        compare.large("at every offset", &strings);
    }
    compare.values("odd field names", &[OddNames {
        empty: 1,
        space: "x".to_owned(),
        delimiters: true,
        digit: None,
        literal: 2,
        dots: 3,
        header: 'h',
        escapes: 4,
        foreign: 5,
        hyphen: 6,
        comment: 7,
        __proto__: 8,
    }]);
}

fn keyed<T>(keys: &[&str], value: impl Fn(usize) -> T) -> BTreeMap<String, T> {
    keys.iter().enumerate().map(|(index, key)| (key.to_string(), value(index))).collect()
}
