//! The program in the README, which is the example `readme`.

use crate::projects::{Client, text};
use serde_json::{Value, json};

const README: &str = include_str!("../../README.md");

#[test]
fn it_is_the_example() {
    let (_, program) = include_str!("../../examples/readme.rs").split_once("\n\n").unwrap();
    assert!(README.contains(&format!("```rust,no_run\n{program}```\n")));
}

/// What it depends on is what the tests are compiled with.
#[test]
fn versions() {
    let (_, shown) = README.split_once("```toml\n[dependencies]\n").unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    let manifest = include_str!("../../Cargo.toml");
    for (name, is_ours) in [("rmcp", false), ("tokio", false), ("toon-rmcp", true), ("toon-serde", true)] {
        let line = shown.lines().find(|line| line.starts_with(&format!("{name} = "))).unwrap();
        let version = line.split('"').nth(1).unwrap();
        if is_ours {
            assert!(env!("CARGO_PKG_VERSION").starts_with(&format!("{version}.")), "{line}");
        } else {
            assert!(manifest.contains(&format!("{name} = {{ version = \"{version}\"")), "{line}");
        }
    }
}

#[tokio::test]
async fn its_answers() {
    let client = Client::start("readme").await;
    let answers: Vec<&str> =
        README.split("```text\n").skip(1).map(|part| part.split("\n```").next().unwrap()).collect();
    let (_, asked) = README.split_once("and `projects` with `").unwrap();
    let (asked, _) = asked.split_once('`').unwrap();
    let asked: Value = serde_json::from_str(asked).unwrap();
    assert_eq!(client.text("users", json!({})).await, answers[0]);
    assert_eq!(client.text("projects", asked).await, answers[1]);
    let result = client.call("projects", json!({"sortBy": "stars"})).await;
    assert_eq!(result.is_error, Some(true));
    let unwrapped = README.replace('\n', " ");
    assert!(unwrapped.contains(&format!("`{}`", text(&result))), "{}", text(&result));
    client.stop().await;
}
