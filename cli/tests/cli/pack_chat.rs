//! `toon context pack --chat`.

use super::{folder, toon, toon_in};
use snapbox::str;
use std::fmt::Write;

/// A chat in which each question has an answer, except the last one.
fn chat(turns: usize) -> String {
    let mut chat = r#"{"model": "m", "messages": [{"role": "system", "content": "Be brief."}"#.to_owned();
    for turn in 1..turns {
        let role = if turn % 2 == 1 { "user" } else { "assistant" };
        write!(chat, r#", {{"role": "{role}", "content": "Turn {turn} is about a few things."}}"#).unwrap();
    }
    chat.push_str(r#", {"role": "user", "content": "Where are the cherries?"}]}"#);
    chat
}

#[test]
fn a_chat_within_a_budget() {
    toon(&["context", "pack", "--chat", "-", "--budget", "60", "--style", "minimal"])
        .stdin(chat(101))
        .assert()
        .success()
        .stdout_eq(str![[r#"
[system] Be brief.

[97 earlier turns]

[assistant] Turn 98 is about a few things.

[user] Turn 99 is about a few things.

[assistant] Turn 100 is about a few things.

[user] Where are the cherries?
"#]])
        .stderr_eq(str![[r#"
conversation earlier turns: 3 of 100 turns (1,110 tokens fewer)
53 of 60 tokens
largest: conversation earlier turns (40), user turn (7), system turn (6)

"#]]);
}

/// What the user said last is the question.
#[test]
fn a_chat_after_files() {
    let files =
        [("a.txt", "apples\n"), ("b.txt", "bananas\n"), ("c.txt", "cherries\n"), ("chat.json", &chat(1))];
    let folder = folder(&files);
    let args = ["context", "pack", "a.txt", "b.txt", "c.txt", "--chat", "chat.json", "--style", "minimal"];
    let output = toon_in(&folder, &args).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let at = |part: &str| text.find(part).unwrap();
    assert!(
        at("--- c.txt ---") < at("--- a.txt ---") && at("--- b.txt ---") < at("[system] Be brief."),
        "{text}"
    );
    assert!(text.ends_with("[user] Where are the cherries?"), "{text}");
}

#[test]
fn messages() {
    let args = ["context", "pack", "--chat", "-", "--output-format", "messages"];
    toon(&args).stdin(chat(101)).assert().success().stdout_eq(chat(101));
    toon(&[&args[..], &["--budget", "80"]].concat())
        .stdin(chat(101))
        .assert()
        .success()
        .stdout_eq(str![[r#"{"model": "m", "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Turn 99 is about a few things."}, {"role": "assistant", "content": "Turn 100 is about a few things."}, {"role": "user", "content": "Where are the cherries?"}]}"#]])
        .stderr_eq(str![[r#"
left out 98 earlier turns
80 of 80 tokens

"#]]);
    toon(&[&args[..], &["--budget", "9"]].concat()).stdin(chat(101)).assert().code(1).stdout_eq("");
}

#[test]
fn messages_of_a_chat_alone() {
    let folder = folder(&[("a.txt", "a\n"), ("chat.json", &chat(1))]);
    for args in [&["a.txt"][..], &["--diff"], &["--request", "Hi"], &["--style", "xml"]] {
        let common = ["context", "pack", "--chat", "chat.json", "--output-format", "messages"];
        let output = toon_in(&folder, &[&common[..], args].concat()).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(
            stderr.starts_with("error: --output-format messages is for a chat alone, without "),
            "{stderr}"
        );
    }
}

#[test]
fn lines_that_are_skipped() {
    let lines = "{\"type\":\"summary\"}\n{\"role\":\"user\",\"content\":\"Hi\"}\n{\"role\":\"user\",\"con";
    for format in ["text", "messages"] {
        let args = ["context", "pack", "--chat", "-", "--output-format", format];
        let output = toon(&args).stdin(lines).output().unwrap();
        let notes = String::from_utf8(output.stderr).unwrap();
        assert!(notes.starts_with("skipped 2 lines without a message of the chat\n"), "{notes}");
    }
}

#[test]
fn what_is_always_shown_does_not_fit() {
    let folder = folder(&[("chat.json", &chat(2))]);
    for (request, what) in [
        (&[][..], "the instructions and the last turn of the user"),
        (&["--request", "Why?"], "the instructions, the last turn of the user and the request"),
    ] {
        let args = [&["context", "pack", "--chat", "chat.json", "--budget", "5"], request].concat();
        let output = toon_in(&folder, &args).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(message.starts_with(&format!("error: {what} take ")), "{message}");
    }
}

#[test]
fn mistakes_in_chats() {
    for (json, message) in [("[", "error: <stdin>: "), ("{}", "error: <stdin>: "), ("", "error: <stdin>: ")] {
        let output = toon(&["context", "pack", "--chat", "-"]).stdin(json).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{json}");
        assert!(stderr.starts_with(message), "{stderr}");
    }
    let output = toon(&["context", "pack", "-", "--chat", "-"]).stdin("").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
