//! Conversions and savings are counted as hosts see them.
#![allow(clippy::float_cmp, reason = "rates are rounded")]

use super::{all, converter, rows};
use serde_json::json;
use toon_convert::{Call, Host, Measure, Rules};

fn result_of(text: &str) -> String {
    json!({"content": [{"type": "text", "text": text}]}).to_string()
}

#[test]
fn results_and_texts() {
    let converter = converter(Rules::new().measure(Measure::Bytes).exclude_tools(["secret"]));
    let good = result_of(&rows(20).to_string());
    let conversion = converter.convert_json("list", &good).unwrap().conversion;
    for (tool, result) in
        [("list", result_of("short")), ("list", result_of(&"not JSON ".repeat(20))), ("secret", good)]
    {
        assert!(converter.convert_json(tool, &result).unwrap().result.is_none());
    }
    let statistics = converter.statistics();
    assert_eq!((statistics.tools_processed, statistics.tools_converted), (4, 1));
    assert_eq!((statistics.items_attempted, statistics.items_converted), (2, 1));
    assert_eq!(statistics.tool_conversion_rate(), 25.0);
    assert_eq!(statistics.item_conversion_rate(), 50.0);
    assert_eq!(statistics.total_bytes_saved(), conversion.bytes_saved());
    assert_eq!(conversion.before.bytes, rows(20).to_string().len() as u64);
    assert_eq!(statistics.tools["secret"].before, statistics.tools["secret"].after);
    assert_eq!((statistics.tools["list"].results, statistics.tools["list"].converted), (3, 1));
}

/// One kind of host shows `structuredContent` that is kept, the other does not.
#[test]
fn only_what_a_host_shows() {
    let text = serde_json::to_string_pretty(&rows(20)).unwrap();
    let result =
        json!({"content": [{"type": "text", "text": text}], "structuredContent": {"other": rows(30)}});
    let saved = |host: Host| {
        let converter = converter(all().structured(toon_convert::Structured::Keep));
        let conversion =
            converter.convert_json(Call::new("list").host(host), &result.to_string()).unwrap().conversion;
        assert!(conversion.is_converted && conversion.is_host_known);
        (conversion.before.bytes, conversion.bytes_saved())
    };
    let structured = result["structuredContent"].to_string().len() as u64;
    assert_eq!(saved(Host::Structured), (structured, 0));
    let (before, content) = saved(Host::Content);
    assert_eq!(before, text.len() as u64);
    assert!(content > 500);
    assert_eq!(saved(Host::Both), (before + structured, content));
}

#[test]
fn nothing_tried_is_no_rate() {
    let statistics = converter(all()).statistics();
    assert_eq!((statistics.tool_conversion_rate(), statistics.item_conversion_rate()), (0.0, 0.0));
    // Anything but a result with content is not counted.
    let converter = converter(all());
    for result in ["{}", r#"{"content":[]}"#, "[]"] {
        assert!(converter.convert_json("tool", result).unwrap().result.is_none());
    }
    assert_eq!(converter.statistics().tools_processed, 0);
}

#[test]
fn what_explains_toon_costs_tokens() {
    let converter = converter(all());
    converter.count_explanation("ten bytes.");
    let statistics = converter.statistics();
    assert_eq!(statistics.total_bytes_saved(), -10);
    assert_eq!(statistics.instructions.bytes, 10);
    assert_eq!(statistics.tools_processed, 0);
}
