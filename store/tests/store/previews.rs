//! The beginning of what does not fit.

use proptest::prelude::*;
use serde_json::{Value, json};
use tempfile::TempDir;
use toon_store::preview::{self, Whole};
use toon_store::{Budget, Collector, Outline, Reader, Store, notice};
use toon_testing::effort::cases;
use toon_testing::value;

const PLACE: &str = "/home/ann/.cache/toon/results/3f9c21d07a5be814.json (complete, 847 rows, 98,601 tokens)";

fn whole(hints: &[String]) -> Whole<'_> {
    Whole { place: PLACE, size: "98,601 tokens", hints, ..Whole::default() }
}

fn outline_of(rows: &[String]) -> Outline {
    let mut collector = Collector::new();
    for row in rows {
        collector.add_row(row).unwrap();
    }
    collector.finish()
}

/// The TOON before the hints.
fn block(text: &str) -> Value {
    let lines: Vec<&str> = text.lines().take_while(|line| !line.contains("toon query")).collect();
    toon::from_str(&lines.join("\n")).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn first_rows() {
    let rows: Vec<String> = (0..847)
        .map(|number| {
            json!({"number": number, "state": if number % 2 == 0 { "open" } else { "closed" }, "user": {"login": "ada"},
                   "labels": [], "body": "x".repeat(240), "comments": number % 40})
            .to_string()
        })
        .collect();
    let hints: Vec<String> = outline_of(&rows)
        .filters(&[])
        .into_iter()
        .map(|(what, filter)| format!("{what}: toon query /x.json '{filter}'"))
        .collect();
    let text = preview::rows(&rows, 847, &outline_of(&rows), whole(&hints), Budget::tokens(1000));
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("partial: \"the first ")
            && first
                .ends_with(" of 847 rows, 4 of 6 fields; do not count or conclude from these rows alone\""),
        "{first}"
    );
    assert_eq!(text.lines().nth(1).unwrap(), format!("whole: {}", serde_json::to_string(PLACE).unwrap()));
    assert_eq!(
        text.lines().nth(2).unwrap(),
        r#"left_out[2]: "body: string, 240 characters on average","labels: list""#
    );
    let value = block(&text);
    let shown = value["rows"].as_array().unwrap();
    assert!(first.contains(&format!("the first {} of", shown.len())) && shown.len() > 50);
    assert_eq!(shown[1], json!({"comments": 1, "number": 1, "state": "closed", "user.login": "ada"}));
    assert!(
        text.ends_with(
            "\nCounts and filters: toon query /x.json 'group_by(.state)|map({state:.[0].state,n:length})'\
         \nTop ten: toon query /x.json 'sort_by(-.comments)|.[:10]|map({number,state,comments})'"
        ) || text.contains("sort_by(-."),
        "{text}"
    );
}

/// Neither a row nor half of one.
#[test]
fn rows_that_do_not_fit() {
    let wide: Value = (0..900).map(|column| (format!("column{column}"), json!("word ".repeat(12)))).collect();
    let rows = vec![wide.to_string()];
    let text = preview::rows(&rows, 1, &outline_of(&rows), whole(&[]), Budget::tokens(1000));
    assert!(
        Budget::tokens(1000).fits(&text) && block(&text)["rows"].as_array().unwrap().len() == 1,
        "{text}"
    );
    // Lists alone have no columns.
    let rows = vec![json!({"a": [1]}).to_string(); 9];
    let text = preview::rows(&rows, 9, &outline_of(&rows), whole(&[]), Budget::tokens(1000));
    assert!(
        text.starts_with("partial: \"outline only, no rows: 98,601 tokens do not fit into 1,000\"\nwhole: "),
        "{text}"
    );
}

#[test]
fn lines_of_a_text() {
    let lines: Vec<String> = (1..=960).map(|number| format!("line {number}")).collect();
    let text = lines.join("\n");
    let shown = preview::text(&text, whole(&[]), Budget::tokens(1000));
    let mut lines = shown.lines();
    let first = lines.next().unwrap();
    let numbers: Vec<usize> =
        first.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
    let [1, head, tail, 960, 960] = numbers[..] else { panic!("{first}") };
    assert_eq!(first, format!("partial: lines 1-{head} and {tail}-960 of 960"));
    let expected = (1..=head).map(|number| format!("line {number}")).chain(["…".to_owned()]);
    let expected: Vec<String> = expected.chain((tail..=960).map(|number| format!("line {number}"))).collect();
    assert_eq!(lines.skip(1).collect::<Vec<_>>(), expected);
}

proptest! {
    #![proptest_config(cases(24_000))]

    /// Never more than the budget, always TOON for strict decoders, and rows only as a whole.
    #[test]
    fn of_any_rows(values in prop::collection::vec(value(2), 1..6), repeat in 1..12usize, tokens in 250..600usize) {
        let rows: Vec<String> = values.iter().cycle().take(values.len() * repeat).map(ToString::to_string).collect();
        let hints = ["First rows: toon query /x.json '.[:10]'".to_owned()];
        let budget = Budget::in_bytes(tokens);
        let text = preview::rows(&rows, rows.len() as u64, &outline_of(&rows), whole(&hints), budget);
        prop_assert!(budget.fits(&text), "{}", text);
        let shown = block(&text);
        let partial = shown["partial"].as_str().unwrap();
        match shown["rows"].as_array() {
            Some(shown) => {
                let start = format!("the first {} of {} rows", shown.len(), rows.len());
                prop_assert!(partial.starts_with(&start), "{}", partial);
            }
            None => prop_assert!(shown["outline"].is_array() && partial.starts_with("outline only"), "{}", text),
        }
    }
}

/// Fields that the first rows do not have, and what is beside the rows without being shown, are named.
#[test]
fn what_comes_later() {
    let row = |id: usize| {
        let late = if id > 2500 { r#","late":{"x":1},"z":[1]"# } else { "" };
        format!(r#"{{"id":{id},"name":"a name of some length {id}","empty":{{}}{late}}}"#)
    };
    let rows: Vec<String> = (0..3000).map(row).collect();
    let long: Vec<String> = (0..400).map(|number| number.to_string()).collect();
    let json = format!(r#"{{"items":[{}],"next":"page=2","facets":[{}]}}"#, rows.join(","), long.join(","));
    let folder = TempDir::new().unwrap();
    let stored = Store::in_folder(folder.path()).json(&json).unwrap();
    let text = notice::of(&stored, &Reader::with_command("toon"), Budget::in_bytes(1000)).unwrap();
    assert!(text.contains(" of 3,000 rows in .items, 2 of 5 fields; "), "{text}");
    assert!(
        text.contains("\nleft_out[4]: \"beside the rows: .facets\",\"empty: 3,000 times\",\"late: 499 times\",\"z: 499 times\"\n"),
        "{text}"
    );
    assert!(text.contains("\nbeside:\n  next: page=2\n"), "{text}");
}

/// A key with a dot is not a path.
#[test]
fn keys_with_dots() {
    let rows: Vec<String> =
        (0..900).map(|id| format!(r#"{{"a.b":{id},"a":{{"b":{},"c.d":true}}}}"#, id + 7)).collect();
    let text = preview::rows(&rows, 900, &outline_of(&rows), whole(&[]), Budget::in_bytes(300));
    assert!(text.contains("]{\"\\\"a.b\\\"\",a.b,\"a.\\\"c.d\\\"\"}:\n  0,7,true\n  1,8,true\n"), "{text}");
}
