//! The response of an issue tracker's tool, with `#[toon(…)]` on its types: as JSON, as TOON, and
//! the TOON read back.
//!
//! ```sh
//! cargo run --example response
//! ```

use std::error::Error;
use toon::{Deserialize, Serialize};

/// A page of a search.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[toon(fold, skip_default)]
struct SearchResult {
    query: String,
    total_count: u32,
    #[toon(tabular)]
    issues: Vec<Issue>,
    page: Page,
    /// Rarely present, but then of interest.
    warnings: Vec<String>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
#[toon(tabular, skip_default)]
struct Issue {
    number: u32,
    title: String,
    state: State,
    author: User,
    /// Omitted in JSON if there is none, and `null` in a row.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    assignee: Option<String>,
    comments: u32,
    locked: bool,
    /// Useful for a client that shows the issue, but not for a model.
    #[toon(skip)]
    html_url: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
#[serde(rename_all = "lowercase")]
enum State {
    #[default]
    Open,
    Closed,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
#[toon(tabular)]
struct User {
    login: String,
    id: u64,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
#[serde(rename_all = "camelCase")]
#[toon(skip_default)]
struct Page {
    next: Option<Cursor>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
struct Cursor {
    after: String,
}

fn search() -> SearchResult {
    let issue = |number: u32, title: &str, login: &str, comments| Issue {
        number,
        title: title.into(),
        state: State::Open,
        author: User { login: login.into(), id: u64::from(number) * 31 },
        assignee: (comments > 2).then(|| "grace".into()),
        comments,
        locked: false,
        html_url: String::new(),
    };
    SearchResult {
        query: "is:open label:bug".into(),
        total_count: 118,
        issues: vec![
            issue(412, "Panic on empty input", "ada", 3),
            issue(398, "Docs: broken link, twice", "charles", 0),
            issue(377, "Slow on Windows", "ada", 12),
        ],
        page: Page { next: Some(Cursor { after: "Y3Vyc29yOjM3Nw".into() }) },
        warnings: vec![],
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let result = search();
    let json = serde_json::to_string(&result)?;
    let text = toon::to_string(&result)?;
    println!("{text}\n\n{} bytes; as JSON, {}", text.len(), json.len());
    assert_eq!(toon::from_str::<SearchResult>(&text)?, result);
    Ok(())
}
