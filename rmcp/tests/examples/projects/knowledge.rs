//! Knowledge about projects.

use super::{Client, format, text};
use serde_json::json;

#[tokio::test]
async fn by_verbosity() {
    let client = Client::start("projects").await;
    let minimal = client.text("knowledge_list", json!({"domain": "business", "verbosity": "minimal"})).await;
    let expected = "knowledge[3]{id,domain,tags}:\n  know-13,business,conversion\n  know-21,business,prices legal\n  know-31,business,churn\n";
    assert!(minimal.starts_with(expected), "{minimal}");

    let asked = json!({"search": "CAPACITY at", "tag": "ageing", "verbosity": "full"});
    let full = client.text("knowledge_list", asked).await;
    let expected = concat!(
        "knowledge[1]{id,domain,tags,projectId,createdAt,text,updatedAt,citations,projectName}:\n",
        "  know-41,scientific,impedance ageing,proj-battery,\"2026-02-15T14:00:00Z\",",
        "The charge-transfer resistance after 25 cycles explains 61 % of the variance in capacity at 500.,",
        r#""2026-02-26T09:00:00Z","https://papers.example.org/ageing; Lab book 7, p. 112",Battery ageing model"#,
        "\n",
    );
    assert!(full.starts_with(expected), "{full}");

    let standard = client.rows("knowledge_list", json!({"limit": 2})).await;
    let expected = "\
knowledge[2]{id,domain,tags,projectId,createdAt}:
  know-41,scientific,impedance ageing,proj-battery,\"2026-02-15T14:00:00Z\"
  know-26,technical,rating,proj-billing,\"2026-02-15T08:20:00Z\"";
    assert_eq!(standard, expected);
    client.stop().await;
}

/// The database sorts and pages.
#[tokio::test]
async fn sorted() {
    let client = Client::start("projects").await;
    let asked =
        json!({"sortBy": ["domain", "-updatedAt"], "fields": ["id", "domain"], "page": 2, "limit": 3});
    let expected = "\
knowledge[3]{id,domain}:
  know-41,scientific
  know-42,scientific
  know-22,technical
pagination:
  total: 116
  page: 2
  totalPages: 39";
    assert_eq!(client.text("knowledge_list", asked).await, expected);
    for (sort_by, expected) in [
        ("domain", ["know-13", "know-21", "know-31"]),
        ("createdAt", ["know-31", "know-21", "know-13"]),
        ("-createdAt", ["know-13", "know-21", "know-31"]),
        ("+updatedAt", ["know-31", "know-21", "know-13"]),
    ] {
        let asked = json!({"domain": "business", "sortBy": sort_by, "fields": ["id"]});
        let rows = client.rows("knowledge_list", asked).await;
        assert_eq!(rows, format!("knowledge[3]{{id}}:\n  {}", expected.join("\n  ")), "{sort_by}");
    }
    client.stop().await;
}

#[tokio::test]
async fn in_json() {
    let client = Client::start("projects").await;
    // Tags are a list if they are not a cell.
    let result =
        client.call("knowledge_list", json!({"projectId": "proj-churn", "responseFormat": "json"})).await;
    assert_eq!(format(&result), "json");
    let json = r#"{"knowledge":[{"id":"know-31","domain":"business","tags":["churn"],"projectId":"proj-churn","createdAt":"2025-12-12T10:00:00Z"}],"pagination":{"total":1,"page":1,"totalPages":1}}"#;
    assert_eq!(text(&result), json);

    let result = client.call("knowledge_list", json!({"projectId": "proj-onboarding"})).await;
    assert_eq!(format(&result), "toon");
    assert_eq!(text(&result), "knowledge: []\npagination:\n  total: 0\n  page: 1\n  totalPages: 0");
    client.stop().await;
}
