//! Answers in a normal form.

use super::{format, params, text};
use proptest::prelude::*;
use proptest::sample::select;
use rmcp::model::CallToolResult;
use serde_json::{Value, json};
use toon_convert::tokens;
use toon_rmcp::ResponseOptions;
use toon_rmcp::marker::FORMAT;

#[derive(Clone, Debug, toon::Serialize)]
struct Order {
    #[toon(level = "minimal")]
    id: u32,
    status: &'static str,
    currency: &'static str,
    total: u32,
    customer: Option<u32>,
    tags: Vec<&'static str>,
    #[toon(level = "full")]
    url: String,
}

fn order(number: u32, status: &'static str, customer: Option<u32>, tags: Vec<&'static str>) -> Order {
    let id = 1000 + number;
    let url = format!("https://shop.example/orders/{id}");
    Order { id, status, currency: "EUR", total: number * 731 % 9000, customer, tags, url }
}

fn orders() -> Vec<Order> {
    let order = |number| {
        let tags = if number % 4 == 0 { vec!["new", "gift"] } else { vec!["new"] };
        order(number, ["open", "paid", "shipped"][number as usize % 3], Some(number * 17 % 23), tags)
    };
    (0..40).map(order).collect()
}

fn answer(asked: Value, options: &ResponseOptions) -> CallToolResult {
    params(asked).respond_with(&orders(), options).unwrap()
}

/// The tokens of all blocks.
fn size(result: &CallToolResult) -> usize {
    result.content.iter().map(|block| tokens::count(&block.as_text().unwrap().text)).sum()
}

/// The explanation, and the answer as JSON.
#[track_caller]
fn read(result: &CallToolResult) -> (&str, Value) {
    let (answer, before) = result.content.split_last().unwrap();
    let answer = answer.as_text().unwrap();
    let explanation = before.iter().map(|block| block.as_text().unwrap()).next();
    assert!(explanation.is_none_or(|block| block.meta.is_none()));
    assert_eq!(toon_normal::is_marked(&answer.text), answer.meta.as_ref().unwrap()[FORMAT] == "normal");
    let json = toon_normal::to_json(&answer.text).unwrap();
    (explanation.map_or("", |block| &block.text), serde_json::from_str(&json).unwrap())
}

/// The figures in the README: tokens of whole results, with their explanations.
#[test]
fn forty_orders() {
    for (format, explain, expected) in [
        ("json", true, 1347),
        ("toon", true, 961),
        ("plain", true, 946),
        ("legible", true, 610),
        ("legible", false, 544),
    ] {
        let fields = ["id", "status", "currency", "total", "customer", "url"];
        let asked = json!({"responseFormat": format, "limit": 40, "fields": fields});
        let size = size(&answer(asked, &ResponseOptions::new().explain(explain)));
        assert_eq!(size, expected, "{format}, explained: {explain}");
    }
}

#[test]
fn the_explanation_comes_before_and_warnings_after() {
    let asked = json!({"responseFormat": "legible", "limit": 40, "page": 1, "fields": ["currency", "id", "url", "x"]});
    let result = answer(asked, &ResponseOptions::new());
    let texts: Vec<&str> = result.content.iter().map(|block| &*block.as_text().unwrap().text).collect();
    let [explanation, answer, warnings] = texts[..] else { panic!("{texts:?}") };
    assert!(explanation.starts_with("TOON: T[2]{id,a{b}}: heads rows"), "{explanation}");
    assert_eq!(explanation.lines().count(), 3, "{explanation}");
    let start = "\
_form: 1 object
items.each:
  currency: EUR
  url: \"https://shop.example/orders/{id}\"
items[40]{id}:
  1000
  1001
";
    assert!(answer.starts_with(start), "{answer}");
    assert!(warnings.starts_with("Warning: Unknown fields were ignored: x."), "{warnings}");
}

#[test]
fn plain_puts_nothing_together() {
    let asked = |format: &str| json!({"responseFormat": format, "limit": 40, "verbosity": "full"});
    let result = answer(asked("plain"), &ResponseOptions::new());
    let (explanation, _) = read(&result);
    assert!(explanation.contains(".each:") && !explanation.contains("{x}"), "{explanation}");
    assert!(result.content[1].as_text().unwrap().text.contains("https://shop.example/orders/1039"));
    let result = answer(asked("legible"), &ResponseOptions::new());
    assert!(read(&result).0.contains("{x}"));
}

/// The server's instructions explain it.
#[test]
fn without_an_explanation() {
    let result = answer(json!({"responseFormat": "legible"}), &ResponseOptions::new().explain(false));
    assert_eq!(result.content.len(), 1);
    assert_eq!(format(&result), "normal");
}

#[test]
fn toon_if_that_is_no_longer() {
    for asked in [
        json!({"responseFormat": "legible", "limit": 1}),
        // Without its explanation, the normal form would be shorter.
        json!({"responseFormat": "legible", "limit": 4, "fields": ["id", "status", "currency"]}),
        json!({"responseFormat": "plain", "limit": 100, "fields": ["id", "status"]}),
    ] {
        let mut toon = asked.clone();
        toon["responseFormat"] = json!("toon");
        let result = answer(asked, &ResponseOptions::new());
        assert_eq!(format(&result), "toon");
        assert_eq!(result, answer(toon, &ResponseOptions::new()));
    }
}

/// The author's options apply, except for those that a normal form does not have.
#[test]
fn options_of_the_author() {
    let asked = json!({"responseFormat": "legible", "limit": 40});
    let encode = toon::EncodeOptions::new().delimiter(toon::Delimiter::Pipe).level("minimal").fields(["x"]);
    let result = answer(asked.clone(), &ResponseOptions::new().encode(encode.clone()).explain(false));
    assert!(text(&result).contains("[40|]{id|status|"), "{}", text(&result));
    let result = answer(asked, &ResponseOptions::new().encode(encode.key_folding(toon::KeyFolding::Safe)));
    assert_eq!(format(&result), "toon");
}

fn any_orders() -> impl Strategy<Value = Vec<Order>> {
    let tags = prop::collection::vec(select(vec!["new", "gift", "", "a b"]), 0..3);
    let status = select(vec!["open", "paid", "_", "null"]);
    let order = (0..50_u32, status, prop::option::of(0..3_u32), tags)
        .prop_map(|(number, status, customer, tags)| order(number, status, customer, tags));
    prop::collection::vec(order, 0..40)
}

proptest! {
    #[test]
    fn nothing_is_lost(
        orders in any_orders(),
        fields in prop::sample::subsequence(vec!["id", "tags", "url", "currency", "customer", "x"], 0..6),
        verbosity in select(vec!["minimal", "standard", "full"]),
        key in "items|[a-z_.]{0,6}|\\PC{0,4}",
        explain in any::<bool>(),
    ) {
        let options = ResponseOptions::new().key(key).explain(explain);
        let answer = |format: &str| {
            let asked = json!({"responseFormat": format, "fields": fields, "verbosity": verbosity, "limit": 100});
            let mut result = params(asked).respond_with(&orders, &options).unwrap();
            if result.meta.is_some() {
                result.content.pop();
            }
            result
        };
        let json: Value = serde_json::from_str(text(&answer("json"))).unwrap();
        let toon = answer("toon");
        for form in ["plain", "legible"] {
            let result = answer(form);
            prop_assert!(size(&result) <= size(&toon));
            prop_assert_eq!(&read(&result).1, &json);
        }
    }
}
