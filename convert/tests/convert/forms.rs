//! Normal forms, if they are enabled.

use super::{all, convert, convert_call, converter, rows};
use serde_json::{Value, json};
use toon_convert::{Call, Client, Form, Measure, Rules};
use toon_normal::Options;

/// A list, as the API of a forge returns it.
fn issues(count: usize) -> Value {
    let user = |id: usize| {
        let login = ["ada", "bob", "cy"][id % 3];
        json!({
            "login": login, "id": 40 + id % 3, "url": format!("https://api.forge.example/users/{login}"),
            "type": "User", "site_admin": false,
        })
    };
    let issue = |id: usize| {
        let url = format!("https://api.forge.example/repos/acme/shop/issues/{}", 100 + id);
        json!({
            "url": url, "comments_url": format!("{url}/comments"), "id": 9000 + 7 * id, "number": 100 + id,
            "title": format!("Issue about {}", ["carts", "refunds", "stock", "search"][id % 4]), "user": user(id),
            "labels": if id.is_multiple_of(2) { json!(["bug", "ui"]) } else { json!([]) }, "state": "open",
            "assignee": if id.is_multiple_of(3) { Value::Null } else { user(id + 1) }, "locked": false,
            "created_at": format!("2026-11-{:02}T09:12:00Z", id + 1),
        })
    };
    (0..count).map(issue).collect()
}

fn result_of(value: &Value) -> String {
    json!({"content": [{"type": "text", "text": value.to_string()}]}).to_string()
}

/// The block that a value becomes, if it changes.
fn block(rules: Rules, value: &Value) -> Option<Value> {
    Some(convert(rules, &result_of(value))?["content"][0].clone())
}

/// The value as a program reads it, also from plain TOON.
fn read(block: &Value) -> Value {
    toon_normal::from_str(block["text"].as_str().unwrap()).unwrap()
}

#[test]
fn each_form_of_a_list_that_repeats_itself() {
    toon_convert::tokens::load();
    let issues = issues(20);
    for measure in [Measure::Bytes, Measure::Tokens] {
        let sent = |form| block(all().measure(measure).form(form), &issues);
        let length = |block: &Value| block["text"].as_str().unwrap().len();
        // In plain TOON it is larger than in JSON, so it stays unchanged, or is not much smaller.
        let toon = sent(Form::Toon).map_or(issues.to_string().len(), |block| length(&block));
        let normal = sent(Form::Legible).unwrap();
        let dense = sent(Form::Dense).unwrap();
        for block in [&normal, &dense] {
            assert_eq!(block["_meta"]["toon/format"], "normal");
            assert!(block["text"].as_str().unwrap().starts_with("_form: 1 list"));
            assert_eq!(read(block), issues);
            // It is smaller because rows take the key order of their header.
            assert!(!block["text"].as_str().unwrap().contains(".order:"));
        }
        assert!(length(&normal) * 2 < toon && length(&dense) < length(&normal), "{normal} {dense}");
        let capable = all().measure(measure).form(Form::Auto);
        let call = Call::new("tool").client(Client::of_name("claude-ai"));
        let auto = convert_call(capable, call, &result_of(&issues)).unwrap();
        assert_eq!(auto["content"][0], normal);
        assert_eq!(sent(Form::Auto), sent(Form::Plain));
        assert!(length(&normal) < length(&sent(Form::Plain).unwrap()));
    }
}

#[test]
fn without_the_setting_there_is_none() {
    assert_eq!(all(), all().form(Form::Toon));
    let block = block(all(), &rows(9)).unwrap();
    assert_eq!(block["_meta"]["toon/format"], "toon");
    assert!(block["text"].as_str().unwrap().starts_with("[9]{id,name}:"));
}

/// Both sides of the threshold, with lists whose common part grows.
#[test]
fn auto_asks_for_a_fifth() {
    let (mut sent, mut left) = (0, 0);
    for length in 0..60 {
        let value: Value = (0..8)
            .map(|id| json!({"id": id, "text": format!("{:07}", id * 77), "all": "x".repeat(length)}))
            .collect();
        let size = |block: &Option<Value>| block.as_ref().unwrap()["text"].as_str().unwrap().len();
        let [toon, normal, auto] =
            [Form::Toon, Form::Legible, Form::Auto].map(|form| block(all().form(form), &value));
        let is_worth_it = size(&normal) * 5 <= size(&toon) * 4;
        assert_eq!(auto, if is_worth_it { normal } else { toon }, "{length}");
        *(if is_worth_it { &mut sent } else { &mut left }) += 1;
    }
    assert!(sent > 5 && left > 5, "{sent} {left}");
}

#[test]
fn small_results_stay_plain() {
    for form in [Form::Legible, Form::Dense, Form::Auto] {
        let rules = all().form(form);
        assert_eq!(block(rules.clone(), &json!({"ids": [1, 2, 3]})).unwrap()["text"], "ids[3]: 1,2,3");
        assert_eq!(block(rules, &json!([[1], [2]])), None);
    }
}

#[test]
fn reasons_name_the_form() {
    let reason = |form, value: &Value| {
        converter(all().form(form)).convert_json("tool", &result_of(value)).unwrap().conversion.reason
    };
    let issues = issues(20);
    for (form, name) in [
        (Form::Legible, "the legible form "),
        (Form::Dense, "the dense form "),
        (Form::Auto, "the plain form "),
    ] {
        let reason = reason(form, &issues);
        assert!(reason.starts_with(name) && reason.contains(" takes "), "{reason}");
    }
    let ids = json!({"ids": [1, 2, 3]});
    assert_eq!(
        reason(Form::Dense, &ids),
        "TOON takes 13 bytes, compact JSON 15; the dense form takes 29, which is no less"
    );
    assert_eq!(
        reason(Form::Auto, &ids),
        "TOON takes 13 bytes, compact JSON 15; the plain form takes 29, which is not 20 % less"
    );
}

/// Part of a text, and `structuredContent`.
#[test]
fn forms_in_other_places() {
    let rules = all().form(Form::Legible);
    let issues = issues(20);
    let text = |text: String| {
        let result = json!({"content": [{"type": "text", "text": text}]}).to_string();
        convert(rules.clone(), &result).unwrap()["content"][0].clone()
    };
    let prose = text(format!("Found 20:\n{issues}"));
    assert!(prose["text"].as_str().unwrap().starts_with("Found 20:\n```toon\n_form: 1 list"), "{prose}");
    assert_eq!(prose.get("_meta"), None);
    assert!(
        text(format!("```json\n{issues}\n```"))["text"]
            .as_str()
            .unwrap()
            .starts_with("```toon\n_form: 1 list")
    );

    let both = json!({"content": [{"type": "text", "text": issues.to_string()}], "structuredContent": {"result": issues}});
    let after = convert(rules.clone(), &both.to_string()).unwrap();
    assert_eq!(after.get("structuredContent"), None);
    assert_eq!(read(&after["content"][0]), issues);

    let blocks: Vec<Value> = issues
        .as_array()
        .unwrap()
        .iter()
        .map(|issue| json!({"type": "text", "text": issue.to_string()}))
        .collect();
    let after = convert(rules, &json!({"content": blocks}).to_string()).unwrap();
    assert_eq!(after["content"].as_array().unwrap().len(), 1);
    assert_eq!(read(&after["content"][0]), issues);
}

/// Plain TOON of such a value would be read as the normal form that it looks like.
#[test]
fn data_that_looks_like_a_form_is_never_plain_toon() {
    let data = json!({"_form": "1 list", "list": ["a", "b", "c"], "more": [1, 2, 3, 4, 5, 6]});
    for form in [Form::Toon, Form::Legible] {
        let pretty = serde_json::to_string_pretty(&data).unwrap();
        let result = json!({"content": [{"type": "text", "text": pretty}]}).to_string();
        let text =
            convert(all().form(form), &result).unwrap()["content"][0]["text"].as_str().unwrap().to_owned();
        let value = if text.starts_with('{') { text } else { Options::new().to_json(&text).unwrap() };
        assert_eq!(serde_json::from_str::<Value>(&value).unwrap(), data);
    }
}

/// It has no normal form, but can be plain TOON.
#[test]
fn options_that_a_form_does_not_go_with() {
    let options = toon::EncodeOptions::new().spec(toon::SpecVersion::V3);
    let block = block(all().form(Form::Legible).options(options), &rows(9)).unwrap();
    assert!(block["text"].as_str().unwrap().starts_with("[9]{id,name}:"));
}

/// Inside a text, the normal form of a list needs a fence, which counts.
#[cfg(feature = "tokens")]
#[test]
fn fences_count() {
    toon_convert::tokens::load();
    let size = |text: &str| toon_convert::tokens::count(text);
    for rows in 4..40 {
        let list: Value = (0..rows)
            .map(|id| json!({"id": id * 37, "state": "open", "n": id % 7, "kind": "task"}))
            .collect();
        let text = format!("Found:\n{list}\nDone.");
        let result = json!({"content": [{"type": "text", "text": text}]}).to_string();
        let sent = |form: Form| {
            let rules = Rules::new().form(form).any_savings(true).min_size_bytes(0);
            let sent = convert_call(rules, Call::new("tool").client(Client::of_name("claude-ai")), &result);
            size(sent.unwrap()["content"][0]["text"].as_str().unwrap())
        };
        let [toon, auto, legible] = [Form::Toon, Form::Auto, Form::Legible].map(sent);
        let around = size("Found:\n") + size("\nDone.");
        assert!(legible <= toon, "{rows}: {legible} > {toon}");
        assert!(auto == toon || (auto - around) * 5 <= (toon - around) * 4 + 8, "{rows}: {auto}, {toon}");
    }
}
