//! Conversations: which results carry an explanation, and which wait for it to pay.

use super::{converter, rows};
use serde_json::{Value, json};
use toon_convert::{Call, Client, ConvertedJson, Converter, Explanation, Form, Rules, Session, tokens};
use toon_normal::Level;

fn capable() -> Client {
    Client::of_name("claude-ai")
}

fn result_of(value: &Value) -> String {
    json!({"content": [{"type": "text", "text": value.to_string()}]}).to_string()
}

fn exact(form: Form) -> Converter {
    tokens::load();
    converter(Rules::new().form(form))
}

fn convert(converter: &Converter, session: &Session, client: Client, value: &Value) -> ConvertedJson {
    converter.convert_json_in(session, Call::new("list").client(client), &result_of(value)).unwrap()
}

/// The texts of the blocks, if the result has changed.
fn texts(sent: &ConvertedJson) -> Vec<String> {
    let Some(result) = &sent.result else { return Vec::new() };
    let result: Value = serde_json::from_str(result.get()).unwrap();
    let blocks = result["content"].as_array().unwrap().iter();
    blocks.map(|block| block["text"].as_str().unwrap().to_owned()).collect()
}

fn short() -> String {
    Explanation::Short.text(toon::Delimiter::Comma, 2)
}

#[test]
fn the_first_result_is_explained() {
    let (converter, session) = (exact(Form::Toon), Session::new());
    let first = convert(&converter, &session, capable(), &rows(40));
    let toon = toon::to_string(&rows(40)).unwrap();
    assert_eq!(texts(&first), [short(), toon.clone()]);
    let cost = tokens::count(&short()) as u64;
    assert_eq!(first.conversion.explanation.tokens, cost);
    assert_eq!(texts(&convert(&converter, &session, capable(), &rows(40))), [toon]);
    assert_eq!(converter.statistics().instructions.tokens, cost);
    assert_eq!(texts(&convert(&converter, &Session::new(), capable(), &rows(40))).len(), 2);
}

/// A host that may show only one block would not show the data.
#[test]
fn hosts_that_show_one_block() {
    let (converter, toon) = (exact(Form::Toon), toon::to_string(&rows(40)).unwrap());
    for client in [Client::default(), Client::of_name("claude-code")] {
        let first = convert(&converter, &Session::new(), client, &rows(40));
        assert_eq!(texts(&first), [format!("{}\n\n{toon}", short())]);
        // As a whole, the text is not TOON.
        assert!(!first.result.unwrap().get().contains("toon/format"));
    }
}

#[test]
fn small_savings_wait_until_they_add_up() {
    let (converter, session) = (exact(Form::Toon), Session::new());
    let cost = tokens::count(&short()) as u64;
    let (mut passed_up, mut explained) = (0, 0);
    for _ in 0..20 {
        let sent = convert(&converter, &session, capable(), &rows(8));
        let (json, toon) = (rows(8).to_string(), toon::to_string(&rows(8)).unwrap());
        let saved = (tokens::count(&json) - tokens::count(&toon)) as u64;
        assert!((20..cost + 20).contains(&saved), "{saved}");
        match texts(&sent).as_slice() {
            [] => {
                assert_eq!(explained, 0);
                assert!(sent.conversion.reason.contains("would need an explanation of"));
                passed_up += saved;
            }
            [text] => assert_eq!((text, explained), (&toon, 1)),
            [_, text] => {
                assert_eq!(text, &toon);
                assert!(passed_up > 2 * cost && passed_up - saved <= 2 * cost, "{passed_up}");
                explained += 1;
            }
            more => panic!("{more:?}"),
        }
    }
    assert_eq!(explained, 1);
}

/// What a normal form uses is explained when it occurs, and once.
#[test]
fn parts_of_the_normal_form() {
    let (converter, session) = (exact(Form::Legible), Session::new());
    let constant = |more: fn(usize) -> Value| -> Value {
        let row = |id: usize| json!({"id": id, "state": "waiting for approval", "more": more(id)});
        (0..40).map(row).collect()
    };
    let numbers = constant(|id| json!(id * 7));
    let lists = constant(|id| if id % 2 == 0 { json!(["red", "blue"]) } else { json!(["green"]) });
    let [first, second, third] =
        [&numbers, &lists, &lists].map(|value| texts(&convert(&converter, &session, capable(), value)));
    assert!(first[0].starts_with("TOON: ") && first[0].contains(".each:"), "{first:?}");
    assert!(!first[0].contains(".words"));
    assert!(second[0].starts_with("Also in TOON:\n.words ") && !second[0].contains(".each"), "{second:?}");
    assert_eq!(third.len(), 1);
    for (text, value) in [(&first[1], &numbers), (&second[1], &lists), (&third[0], &lists)] {
        assert_eq!(&toon_normal::from_str::<Value>(text).unwrap(), value);
    }
    // Plain TOON needs no other explanation then.
    assert_eq!(texts(&convert(&exact(Form::Toon), &session, capable(), &rows(40))).len(), 1);
}

/// If the normal form does not pay for its explanation, plain TOON that has been explained is sent.
#[test]
fn toon_before_the_normal_form_pays() {
    let session = Session::new();
    convert(&exact(Form::Toon), &session, capable(), &rows(40));
    let row = |id: usize| json!({"id": id, "name": format!("user {}", id * 37), "state": "waiting"});
    let value: Value = (0..12).map(row).collect();
    let sent = convert(&exact(Form::Legible), &session, capable(), &value);
    assert_eq!(texts(&sent), [toon::to_string(&value).unwrap()]);
}

/// Hosts compact their conversations, so the explanation may be gone.
#[test]
fn long_conversations() {
    let (converter, session) = (exact(Form::Toon), Session::new());
    let mut explained_at = Vec::new();
    let mut seen = 0;
    for _ in 0..60 {
        let sent = convert(&converter, &session, capable(), &rows(400));
        if sent.conversion.explanation.tokens > 0 {
            explained_at.push(seen);
        }
        seen += sent.conversion.after.tokens;
    }
    let gaps: Vec<u64> = explained_at.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(!gaps.is_empty() && gaps.iter().all(|gap| (50_000..56_000).contains(gap)), "{explained_at:?}");
}

/// Results change only if that saves 20 tokens and 5 %.
#[test]
fn what_saves_little_stays_byte_for_byte() {
    let converter = exact(Form::Auto);
    let text = |count: usize| format!("{} {}", "a long description of what follows. ".repeat(60), count);
    for (value, is_converted) in [
        (json!({"note": text(1), "list": rows(4)}), false),
        (json!({"list": rows(3)}), false),
        (json!({"note": text(1), "list": rows(40)}), true),
        (json!({"list": rows(40)}), true),
    ] {
        let result = json!({
            "content": [{"type": "text", "text": value.to_string()}], "structuredContent": value,
        });
        for client in ["codex-mcp-client", "claude-ai"] {
            let call = Call::new("list").client(Client::of_name(client));
            let sent = converter.convert_json_in(&Session::told(), call, &result.to_string()).unwrap();
            assert_eq!(sent.result.is_some(), is_converted, "{client} {value}");
        }
    }
}

/// The table for operators says what a switch would change.
#[test]
fn what_a_higher_level_would_have_saved() {
    let url = |id: usize| json!({"id": id, "url": format!("https://api.example.org/repos/acme/shop/{id}")});
    let value: Value = (0..40).map(url).collect();
    let converter = exact(Form::Auto);
    let sent = convert(&converter, &Session::told(), Client::default(), &value);
    let (level, saved) = sent.conversion.higher.unwrap();
    let legible = convert(&exact(Form::Legible), &Session::told(), Client::default(), &value);
    assert_eq!(level, Level::Legible);
    assert_eq!(saved.tokens, sent.conversion.after.tokens - legible.conversion.after.tokens);
    let table = converter.statistics().to_string();
    assert!(table.contains("--form legible would have saved"), "{table}");
}

/// Prompts have a place for an explanation, and resources do not.
#[test]
fn prompts_and_resources() {
    let converter = exact(Form::Auto);
    let (json, toon) = (rows(40).to_string(), toon::to_string(&rows(40)).unwrap());
    let prompt =
        json!({"messages": [{"role": "user", "content": {"type": "text", "text": json}}]}).to_string();
    let resource =
        json!({"contents": [{"uri": "db://rows", "mimeType": "application/json", "text": json}]}).to_string();
    let session = Session::new();
    let as_resource = |session: &Session| {
        let sent = converter.convert_resource_in(session, &resource).unwrap().result?;
        let sent: Value = serde_json::from_str(sent.get()).unwrap();
        Some(sent["contents"][0]["text"].as_str().unwrap().to_owned())
    };
    let as_prompt = |session: &Session| {
        let sent = converter.convert_prompt_in(session, &prompt).unwrap().result.unwrap();
        let sent: Value = serde_json::from_str(sent.get()).unwrap();
        sent["messages"][0]["content"]["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(as_resource(&session), None);
    assert_eq!(as_prompt(&session), format!("{}\n\n{toon}", short()));
    assert_eq!(as_prompt(&session), toon);
    assert_eq!(as_resource(&session), Some(toon));
}

/// The level of the text is explained, whatever the host reads well.
#[test]
fn the_dense_form() {
    let item = |at: usize| json!({"sku": format!("A-{}", at * 31 % 97), "qty": at % 5});
    let items = |id: usize| (0..id % 4).map(|at| item(id + at)).collect::<Value>();
    let value: Value = (0..30).map(|id| json!({"id": id, "items": items(id)})).collect();
    let first = texts(&convert(&exact(Form::Dense), &Session::new(), capable(), &value));
    assert!(first[0].contains("cell x counts its items"), "{first:?}");
    assert_eq!(toon_normal::from_str::<Value>(&first[1]).unwrap(), value);
}

/// `drop` is what the operator wants, however little it saves.
#[test]
fn structured_content_that_is_dropped() {
    let text = "All 30 users were found, and none of them is new. ".repeat(20);
    let result = json!({"content": [{"type": "text", "text": text}], "structuredContent": {"n": 30}});
    tokens::load();
    let converter = converter(Rules::new().structured(toon_convert::Structured::Drop));
    for client in ["codex-mcp-client", "claude-ai", "github-copilot-developer", "unheard-of"] {
        let call = Call::new("list").client(Client::of_name(client));
        let sent = converter.convert_json_in(&Session::new(), call, &result.to_string()).unwrap().result;
        let sent: Value = serde_json::from_str(sent.unwrap().get()).unwrap();
        assert_eq!(sent, json!({"content": [{"type": "text", "text": text}]}), "{client}");
    }
}

/// A model sees a result that was not read here nevertheless.
#[test]
fn long_results_that_are_not_read() {
    let (converter, session) = (exact(Form::Toon), Session::new());
    let is_explained =
        || convert(&converter, &session, capable(), &rows(40)).conversion.explanation.tokens > 0;
    assert!(is_explained() && !is_explained());
    session.add_unread(6_000_000);
    assert!(is_explained());
}
