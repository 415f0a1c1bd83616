//! Values from whole answers.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fmt::Debug;
use toon_answer::FixKind::{self, *};
use toon_answer::{AnswerError, Options, from_answer};

#[derive(Debug, PartialEq, Deserialize)]
struct Track {
    title: String,
    seconds: u32,
    #[serde(default)]
    label: Option<String>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Album {
    name: String,
    live: bool,
    #[serde(default)]
    rating: Option<f64>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    tracks: Vec<Track>,
}

fn album(name: &str) -> Album {
    Album { name: name.into(), live: false, rating: None, tags: vec![], tracks: vec![] }
}

fn track(title: &str, seconds: u32, label: Option<&str>) -> Track {
    Track { title: title.into(), seconds, label: label.map(Into::into) }
}

/// Checks what is read of an answer, and the kinds and lines of the fixes.
#[track_caller]
fn check<T: DeserializeOwned + Debug + PartialEq>(answer: &str, value: &T, fixes: &[(FixKind, usize)]) {
    let read = from_answer::<T>(answer).unwrap_or_else(|error| panic!("{answer}\n{}", error.to_message()));
    assert_eq!(&read.value, value, "{answer}");
    let found: Vec<_> = read.fixes.iter().map(|fix| (fix.kind(), fix.line())).collect();
    assert_eq!(found, fixes, "{answer}\n{:#?}", read.fixes);
}

#[track_caller]
fn refuse<T: DeserializeOwned + Debug>(answer: &str) -> AnswerError {
    from_answer::<T>(answer).unwrap_err()
}

#[test]
fn valid_documents() {
    let kind = album("Kind of Blue");
    check("name: Kind of Blue\nlive: false", &kind, &[]);
    check("Here it is:\n\n```toon\nname: Kind of Blue\nlive: false\n```\n\nEnjoy!", &kind, &[]);
    check("~~~toon\nname: Kind of Blue\nlive: false\n~~~", &kind, &[]);
    check("```\nname: Kind of Blue\nlive: false\n```", &kind, &[]);
    check("<think>name: x\nlive: true</think>\nname: Kind of Blue\nlive: false\n", &kind, &[]);
    check("```toon\r\nname: Kind of Blue\r\nlive: false\r\n```\r\n", &kind, &[]);
    check("\u{feff}name: Kind of Blue\nlive: false", &kind, &[]);
    check("```toon\n7\n```", &7_u8, &[]);
    check("```toon\n[2]: 7,8\n```", &vec![7_u8, 8], &[]);
    check("```toon\n\n```", &BTreeMap::<String, u8>::new(), &[]);
}

#[test]
fn types_that_differ() {
    let mut expected = album("1989");
    expected.live = true;
    expected.rating = Some(4.5);
    expected.tags = vec!["pop".into(), "2014".into()];
    check("```toon\nname: 1989\nlive: True\nrating: \"4.5\"\ntags[2]: pop,2014\n```", &expected, &[]);
    expected.tags = vec!["pop".into(), "live, remastered".into()];
    check("name: 1989\nlive: TRUE\nrating: 4.50\ntags: [\"pop\", \"live, remastered\"]", &expected, &[]);
    let tracks = vec![track("22", 232, None), track("Style", 231, Some("BMR"))];
    check("```toon\n[2]{title,seconds,label}:\n  22,\"232\",None\n  Style,231,BMR\n```", &tracks, &[]);
    // The same whether or not something else is wrong.
    check(
        "```toon\n[1]{title,seconds,label}:\n  Style,231,undefined\n```",
        &vec![track("Style", 231, None)],
        &[],
    );
    check(
        "```toon\n[1]{title,seconds,label}:\n  Style,231,\"None\"\n```",
        &vec![track("Style", 231, Some("None"))],
        &[],
    );
    check(
        "```toon\n[9]{title,seconds,label}:\n  Style,231,nil\n```",
        &vec![track("Style", 231, None)],
        &[(Count, 2)],
    );
    check(
        "```toon\n[9]{title,seconds,label}:\n  Style,231,\"nil\"\n```",
        &vec![track("Style", 231, Some("nil"))],
        &[(Count, 2)],
    );
}

/// Numbers for strings are as spelled, though repaired text is canonical.
#[test]
fn spelling_survives() {
    let versions = |texts: [&str; 2]| texts.map(String::from);
    check("```toon\n[2]: 1.10,2e3\n```", &versions(["1.10", "2e3"]), &[]);
    check("```toon\n[3]: 1.10,2e3\n```", &versions(["1.10", "2e3"]), &[(Count, 2)]);
    check("[1.10, 2e3]", &versions(["1.10", "2e3"]), &[(Json, 1)]);
}

#[test]
fn json() {
    let mut expected = album("Blue");
    expected.tags = vec!["folk".into()];
    let answer = "Of course:\n```json\n{\"name\": \"Blue\", \"live\": false, \"rating\": null, \"tags\": [\"folk\"]}\n```";
    check(answer, &expected, &[(Json, 3)]);
    check(&answer.replace("false", "\"False\""), &expected, &[(Json, 3)]);
    check("```toon\n\n  {\"name\": \"Blue\",\n   \"live\": false}\n```", &album("Blue"), &[(Json, 3)]);
    // A word for null is a string in JSON.
    check(
        "[{\"title\": \"a\", \"seconds\": 1, \"label\": \"None\"}]",
        &vec![track("a", 1, Some("None"))],
        &[(Json, 1)],
    );
    check(
        "{\"a\": 1, \"b\": 2, \"a\": 3}",
        &BTreeMap::from([("a".to_owned(), 3), ("b".to_owned(), 2)]),
        &[(Json, 1), (DuplicateKey, 1)],
    );
    check("```toon\n[]\n```", &Vec::<u8>::new(), &[]);
}

#[test]
fn repaired_documents() {
    let mut expected = album("Horses");
    expected.tracks = vec![track("Gloria", 357, None), track("Birdland", 555, None)];
    let table = "name: Horses\nlive: false\ntracks[2]{title,seconds}:\n  Gloria,357\n  Birdland,555";
    let fenced = |text: &str| format!("Sure.\n\n```toon\n{text}\n```\n");
    check(&fenced(table), &expected, &[]);
    check(&fenced(&table.replace("[2]", "[N]")), &expected, &[(Count, 6)]);
    check(&fenced(&table.replace("[2]", "")), &expected, &[(Count, 6)]);
    check(&fenced(&table.replace("\n  ", "\n")), &expected, &[(Indentation, 7)]);
    check(&fenced(&table.replace('\n', "\n  ").replace("name", "  name")), &expected, &[(Indentation, 4)]);
    check(&fenced(&table.replace("}:", "}")), &expected, &[(Header, 6)]);
    check(&fenced(&table.replace("Horses", "\"Horses")), &expected, &[(Quote, 4)]);
    check(&fenced(&table.replace("[2]", "[2,]")), &expected, &[(Header, 6)]);
    check(&fenced(&table.replace("357", "357,").replace("555", "555,")), &expected, &[(Delimiter, 7)]);
    check(&fenced(&(table.to_owned() + "\nname: Horses")), &expected, &[(DuplicateKey, 9)]);
    let list = "name: Horses\nlive: false\ntracks:\n  - title: Gloria\n    seconds: \"357\"\n  - title: Birdland\n    seconds: 555";
    check(&fenced(list), &expected, &[(List, 7)]);
    check(
        "1. The album:\n   ```toon\n   name: Horses\n   live: false\n   ```",
        &album("Horses"),
        &[(Indentation, 3)],
    );
    let cut = "```toon\nname: Horses\nlive: false\ntracks[2]{title,seconds}:\n  Gloria,357\n  Birdl";
    let error = refuse::<Album>(cut);
    assert_eq!(error.to_string(), "the answer was cut off at line 6: 1 of 2 rows are complete");
    assert_eq!(error.complete_bytes(), cut.rfind('\n').map(|end| end + 1));
    let read = Options::new().allow_cut_off(true).from_answer::<Album>(cut).unwrap();
    assert_eq!(read.value, Album { tracks: vec![track("Gloria", 357, None)], ..album("Horses") });
    assert_eq!(read.fixes.iter().map(toon_answer::Fix::kind).collect::<Vec<_>>(), [Count, CutOff]);
}

#[test]
fn places_are_in_the_answer() {
    let fixes = from_answer::<Vec<u8>>("```toon\n[1]: 1,2\n```").unwrap().fixes;
    assert_eq!((fixes[0].line(), fixes[0].column()), (2, 1));
    // A document that begins within a line.
    let fixes = from_answer::<Vec<u8>>("<think>é…</think>[1]: 1,2").unwrap().fixes;
    assert_eq!((fixes[0].line(), fixes[0].column()), (1, 18));
    let error = refuse::<Vec<u8>>("<think>é…</think>[2]: 1,x");
    assert_eq!((error.mismatch().unwrap().line(), error.mismatch().unwrap().column()), (1, 25));
    let error = refuse::<Vec<u8>>("<think>é…</think>[1]: 1,x");
    assert_eq!((error.mistakes()[0].line(), error.mistakes()[0].column()), (1, 18));
    assert_eq!((error.mismatch().unwrap().line(), error.mismatch().unwrap().column()), (1, 25));
}

/// Also if the document was repaired or is JSON.
#[test]
fn places_of_types_are_in_the_answer() {
    #[track_caller]
    fn place(answer: &str, line: usize, text: &str, path: &str) {
        let error = refuse::<Album>(answer);
        let mismatch = error.mismatch().unwrap();
        let column = answer.lines().nth(line - 1).unwrap().find(text).unwrap() + 1;
        assert_eq!(
            (mismatch.line(), mismatch.column(), mismatch.path()),
            (line, column, Some(path)),
            "{answer}"
        );
    }
    let table = "```toon\nname: A\nlive: no\ntracks[9]{title,seconds}:\n  a,1\n  b,2\n```";
    place(table, 3, "no", "live");
    let table = table.replace("no", "false");
    place(&table.replace("b,2", "b,two"), 6, "two", "tracks[1].seconds");
    place(&table.replace("b,2", "b,\"two\""), 6, "\"two\"", "tracks[1].seconds");
    place(&table.replace("b,2", "b,true"), 6, "true", "tracks[1].seconds");
    place(&table.replace("b,2", "b,\"\\\"2\""), 6, "b", "tracks[1].seconds");
    place(&table.replace("b,2", "null,2"), 6, "null", "tracks[1].title");
    place(&table.replace("seconds", "length"), 5, "a", "tracks[0]");
    let json = "```json\n{\n  \"name\": \"A\",\n  \"live\": false,\n  \"tracks\": [\n    {\"title\": \"a\", \"seconds\": 1},\n    {\"title\": \"b\", \"seconds\": \"x\"}\n  ]\n}\n```";
    place(json, 7, "\"x\"", "tracks[1].seconds");
    place(&json.replace("\"x\"", "-2"), 7, "-2", "tracks[1].seconds");
    place(&json.replace("\"x\"", "\"\\n\""), 7, "seconds", "tracks[1].seconds");
    place(&json.replace("false", "null"), 4, "live", "live");
    place(&json.replace("\"title\": \"b\", ", ""), 7, "\"x\"", "tracks[1].seconds");
    let keys = refuse::<BTreeMap<String, u8>>("```toon\na: 1\na: 2\n\"b.c\": x\n```");
    assert_eq!(keys.mismatch().unwrap().path(), Some("[\"b.c\"]"));
    assert_eq!((keys.mismatch().unwrap().line(), keys.mismatch().unwrap().column()), (4, 8));
}

#[test]
fn several_documents() {
    // The last that is a `T`, with or without mistakes.
    check("```toon\n[1]: 1\n```\nthen\n```toon\n[2]: 2\n```", &vec![2_u8], &[(Count, 6)]);
    check("```toon\n[2]: 1\n```\nthen\n```toon\n[1]: b\n```", &vec![1_u8], &[(Count, 2)]);
    let read = from_answer::<Vec<u8>>("```toon\n[1]: 1\n```\nthen\n```toon\n[1]: 2\n```").unwrap();
    assert_eq!(
        read.warnings[0].to_string(),
        "read this document, and not the one at line 2 at line 6 column 1"
    );
    // The error describes the last.
    let error = refuse::<Vec<u8>>("```toon\n[1]: a\n```\nthen\n```toon\n[1]: b\n```");
    assert_eq!(error.mismatch().unwrap().line(), 6);
    // Documents that are not drafts of the same.
    let others = "```toon\nhint: x\n```\nthen\n```toon\n[1]: 1\n```\n```toon\n[1]: 2\n```";
    assert_eq!(
        refuse::<Vec<u8>>(others).to_string(),
        "the answer contains 3 documents: line 2 `hint: x`, line 6 `[1]: 1`, line 9 `[1]: 2`"
    );
    assert_eq!(Options::new().block(2).from_answer::<Vec<u8>>(others).unwrap().value, [1]);
    // Any value would do.
    refuse::<serde_json::Value>("```toon\n[1]: 1\n```\nthen\n```toon\n[1]: 2\n```");
}

#[test]
fn no_document() {
    for (answer, found) in [
        ("", "no text"),
        ("Sorry, I do not know that album.", "only prose"),
        ("<think>name: x</think>", "only prose"),
        ("```python\nprint(1)\n```", "only a code block in python"),
    ] {
        let error = refuse::<Album>(answer);
        assert!(!error.has_document() && error.mistakes().is_empty() && error.mismatch().is_none());
        assert_eq!(error.to_string(), format!("no TOON or JSON document in the answer, {found}"));
        assert!(
            error.to_message().contains("Your answer contains no TOON document"),
            "{}",
            error.to_message()
        );
    }
}

/// What is ambiguous is an error, not a guess.
#[test]
fn refused_values() {
    for (label, value) in [
        ("rating", "N/A"),
        ("rating", "-"),
        ("rating", "unknown"),
        ("rating", "4,5"),
        ("rating", "none"),
        ("rating", "4.5/5"),
        ("tags", "pop"),
        ("tags", "[pop, rock]"),
        ("live", "yes"),
        ("live", "1"),
        ("name", "null"),
        ("tracks", "None"),
    ] {
        let answer = "```toon\nname: x\nlive: false\nrating: null\ntags[0]:\ntracks[0]:\n```";
        let answer = answer.lines().map(|line| {
            if line.starts_with(label) { format!("{label}: {value}\n") } else { format!("{line}\n") }
        });
        let error = refuse::<Album>(&answer.collect::<String>());
        assert_eq!(error.mismatch().unwrap().path(), Some(label));
        assert!(error.mistakes().is_empty());
        assert!(error.to_message().contains(&format!("\n    {label}: {value}\n")), "{}", error.to_message());
    }
    for value in ["N/A", "-"] {
        let answer = format!("```toon\n[1]{{title,seconds,label}}:\n  a,1,{value}\n```");
        check(&answer, &vec![track("a", 1, Some(value))], &[]);
    }
    let any: serde_json::Value =
        from_answer("```toon\na: None\nb: True\nc: \"5\"\nd: [1]\n```").unwrap().value;
    assert_eq!(any, serde_json::json!({"a": "None", "b": "True", "c": "5", "d": "[1]"}));
}

/// Mistakes are reported for any text that looks like a document, also without a fence.
#[test]
fn undecided_documents() {
    let text = "tracks[2]{title,seconds}:\n  Gloria,357,6\n  Birdland,555";
    for (answer, line) in [
        (text.to_owned(), 2),
        (format!("The tracks:\n\n{text}"), 4),
        (format!("The tracks:\n```\n{text}\n```"), 4),
        (format!("The tracks:\n```toon\n{text}\n```"), 4),
    ] {
        let error = refuse::<Album>(&answer);
        assert_eq!(error.mistakes()[0].line(), line, "{answer}");
        assert!(error.to_message().contains("\n    "), "{}", error.to_message());
    }
    let error = refuse::<BTreeMap<String, String>>("```toon\na: 1\n\nsome words here\n```");
    assert_eq!(error.mistakes()[0].line(), 4);
}

#[test]
fn messages() {
    let answer = "Here:\n```toon\nname: Horses\nlive: maybe\ntags[3]: punk\ntracks[1]{title,seconds}:\n  Gloria\n  Birdland,555\n```";
    let error = refuse::<Album>(answer);
    assert_eq!(
        error.to_message(),
        "\
Your answer could not be read. Correct these mistakes and send the complete document again.

Line 5, column 5, in tags: header declares 3 elements, found 1
    tags[3]: punk
To fix this: write [1] in the header, or add the 2 missing elements

Line 6, column 7, in tracks: header declares 1 element, found 2
    tracks[1]{title,seconds}:
To fix this: write [2] in the header, or remove the extra element

Line 7, column 3, in tracks[0]: row has 1 cell, but the header has 2 fields
      Gloria
To fix this: write 2 cells, with null or \"\" for missing values

Line 4, column 7, in live: expected true or false, found string \"maybe\"
    live: maybe
To fix this: write true or false"
    );
    assert_eq!(
        error.to_string(),
        "the answer could not be read: invalid type: string \"maybe\", expected a boolean at line 4 column 7, in live (and 3 more mistakes)"
    );
    let error: Box<dyn std::error::Error> = Box::new(error);
    assert!(error.source().is_none());
}

#[test]
fn messages_are_short() {
    let lines = (0..500).map(|number| format!("key{number}[3]: {}\n", "x".repeat(1000)));
    let answer = format!("```toon\n{}last[1]: y\n```", lines.collect::<String>());
    let error = refuse::<BTreeMap<String, Vec<u8>>>(&answer);
    assert_eq!(error.mistakes().len(), 500);
    let message = error.to_message();
    assert!(message.contains("\n\nThere are 480 more mistakes further down."), "{message}");
    assert!(message.contains("in key0[0]: expected an integer from 0 to 255"), "{message}");
    assert!(message.len() < 6_000, "{}", message.len());
}

/// To the strict reader, these are fields with strange keys.
#[test]
fn json_with_a_mistake() {
    for (document, column) in
        [("{'a': 1, 'b': True}", 2), ("[{\"a\": 1,}, {\"a\": 2}]", 10), ("{\"a\": 1", 8)]
    {
        let error =
            toon_answer::from_answer::<serde_json::Value>(&format!("```toon\n{document}\n```")).unwrap_err();
        let [mistake] = error.mistakes() else { panic!("{error}") };
        assert!(matches!(mistake.kind(), toon::ErrorKind::InvalidJson { .. }), "{document}: {error}");
        assert_eq!((mistake.line(), mistake.column()), (2, column), "{document}: {error}");
    }
}

/// What is valid is read as it is, and the places are in the answer.
#[test]
fn warnings() {
    let answer = "Here:\n```toon\nname: 'Ann'\nrole: admin,\n```";
    let answer = toon_answer::from_answer::<serde_json::Value>(answer).unwrap();
    assert_eq!(answer.value, serde_json::json!({"name": "'Ann'", "role": "admin,"}));
    assert!(answer.fixes.is_empty());
    let warnings: Vec<_> = answer.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "the quotes are part of this string at line 3 column 7",
            "the delimiter is part of this string at line 4 column 12"
        ]
    );
}
