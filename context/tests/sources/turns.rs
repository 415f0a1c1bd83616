//! Chats within a budget, rendered.

use crate::random::{Random, chat, chats};
use std::fmt::Write;
#[cfg(feature = "container")]
use toon_context::container;
use toon_context::{
    Budget, Code, Content, Context, Conversation, Priority, Remainder, Rendered, Status, Style, ToolResult,
    Turns,
};

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn render(json: &str, tokens: usize, style: Style) -> Rendered {
    let context: Context = Conversation::from_chat(json).unwrap().into_iter().collect();
    context.render(&Budget::tokens(tokens), style).unwrap()
}

/// A chat of a system message, 400 exchanges, and a last question.
fn long_chat() -> String {
    let mut json = String::from(r#"[{"role":"system","content":"Be brief."}"#);
    for number in 1..=400 {
        let question =
            format!("Question {number} about the parser, its errors, and what else there is to know");
        let answer = format!("Answer {number}, which says what is known of it, and gives an example or two");
        let _ = write!(
            json,
            r#",{{"role":"user","content":"{question}"}},{{"role":"assistant","content":"{answer}"}}"#
        );
    }
    json + r#",{"role":"user","content":"Which of these is left?"}]"#
}

#[test]
fn the_last_turns_of_a_long_chat() {
    for style in [Style::Xml, Style::Markdown, Style::Minimal, Style::Toon] {
        let out = render(&long_chat(), 5_000, style);
        assert!((4_900..=5_000).contains(&out.tokens), "{}", out.tokens);
        for text in ["Be brief.", "Which of these is left?", "Answer 400", "Question 400", "Answer 380"] {
            assert!(out.text.contains(text), "{text}");
        }
        assert!(!out.text.contains("Answer 1,"));
        assert!(!out.text.contains("mitted"), "no placeholders");
        let [omitted] = &*out.omitted else { panic!("{:?}", out.omitted) };
        let Remainder::Turns { shown, all: 800, cut: 0 } = omitted.shown else { panic!("{omitted:?}") };
        let line = match style {
            Style::Xml => format!("<earlier-turns count=\"{}\" />", 800 - shown),
            Style::Toon => format!("earlier_turns_2: {}", 800 - shown),
            _ => format!("[{} earlier turns]", 800 - shown),
        };
        assert_eq!(out.text.matches(&line).count(), 1, "{line}: {}", out.text);
        assert_eq!(out.text.matches("earlier").count(), 1);
        let shown_turns = out.text.matches("Question").count() + out.text.matches("Answer").count();
        assert_eq!(shown_turns, shown);
    }
}

#[test]
fn one_turn_is_singular_and_none_is_a_line() {
    let json = r#"[{"role":"assistant","content":"a b c d e f"},{"role":"assistant","content":"g"},{"role":"user","content":"h"}]"#;
    let context: Context = Conversation::from_chat(json).unwrap().into_iter().collect();
    let render = |tokens, style| context.render(&Budget::tokens(tokens).counter(words), style).unwrap().text;
    assert_eq!(render(7, Style::Minimal), "[1 earlier turn]\n\n[assistant] g\n\n[user] h");
    assert_eq!(render(5, Style::Minimal), "[2 earlier turns]\n\n[user] h");
    assert_eq!(render(2, Style::Minimal), "[user] h");
    assert_eq!(render(5, Style::Markdown), "_[2 earlier turns]_\n\n**User**: h");
    let json = r#"[{"role":"user","content":"h"},{"role":"assistant","content":"a b c d e f g h i j"}]"#;
    let context: Context = Conversation::from_chat(json).unwrap().into_iter().collect();
    let out = context.render(&Budget::tokens(5).counter(words), Style::Minimal).unwrap();
    assert_eq!(out.text, "[user] h\n\n[1 later turn]");
    assert_eq!(out.omitted[0].shown, Remainder::Placeholder);
    assert_eq!(out.omitted[0].label.to_string(), "conversation later turns");
}

/// A question with an image is one turn, and what an agent did since has a high priority.
#[test]
fn the_last_question_and_the_steps_since() {
    let json = r#"[
        {"role":"user","content":"First"},
        {"role":"assistant","content":"One"},
        {"role":"user","content":[
            {"type":"text","text":"Before"},
            {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw=="}},
            {"type":"text","text":"after"}
        ]},
        {"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"list","input":{}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"lib.rs"}]}
    ]"#;
    let blocks = Conversation::from_chat(json).unwrap();
    let kinds: Vec<_> = blocks.iter().map(|block| (block.content().kind(), block.priority())).collect();
    let critical = Priority::Critical;
    assert_eq!(
        kinds,
        [
            ("turns", Priority::Normal),
            ("conversation", critical),
            ("image", critical),
            ("conversation", critical),
            ("turns", Priority::High)
        ]
    );
    let Content::Turns(steps) = blocks[4].content() else { panic!() };
    assert_eq!((steps.len(), steps.blocks().len()), (2, 2));
}

/// The result stays with its call, and is not the user's.
#[test]
fn results_in_front_of_words() {
    let json = r#"[
        {"role":"user","content":"Go"},
        {"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"list","input":{}}]},
        {"role":"user","content":[
            {"type":"tool_result","tool_use_id":"t1","content":[
                {"type":"text","text":"lib.rs"},
                {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw=="}}
            ]},
            {"type":"text","text":"Stop"}
        ]}
    ]"#;
    let blocks = Conversation::from_chat(json).unwrap();
    let Content::Turns(before) = blocks[0].content() else { panic!() };
    assert_eq!((before.len(), before.blocks().len()), (2, 4));
    assert_eq!(blocks[1], Conversation::user("Stop").priority(Priority::Critical).into());
    assert_eq!(blocks.len(), 2);
}

mod long_results {
    use super::*;

    fn steps(result: &ToolResult) -> Context {
        let step =
            |number| [Conversation::assistant(format!("call({number})")).into(), result.clone().into()];
        Context::new().push((1..=3).map(step).fold(Turns::new(), Turns::group))
    }

    /// They are cut before turns are left out, and then shown in full from the end.
    #[test]
    fn are_cut_first() {
        let log = (1..=2_000).fold(String::new(), |log, line| log + &format!("line {line} of the log\n"));
        let context = steps(&ToolResult::new("run", Status::Ok).text(log.as_str()));
        let count = |text: &str| text.len();
        let render = |tokens| context.render(&Budget::tokens(tokens).counter(count), Style::Minimal).unwrap();
        let out = render(20_000);
        assert_eq!(out.text.matches("[assistant] call").count(), 3);
        assert_eq!(out.text.matches("lines left out").count(), 3);
        assert!(out.text.len() > 18_000, "{}", out.text.len());
        assert_eq!(out.omitted[0].shown, Remainder::Turns { shown: 6, all: 6, cut: 3 });
        let out = render(80_000);
        assert!(out.text.ends_with("line 2000 of the log\n"));
        assert_eq!(out.omitted[0].shown, Remainder::Turns { shown: 6, all: 6, cut: 2 });
        let out = render(10_000);
        assert!(out.text.starts_with("[2 earlier turns]\n\n[assistant] call(2)"));
        assert_eq!(out.omitted[0].shown, Remainder::Turns { shown: 4, all: 6, cut: 2 });
        assert!(out.text.find("[assistant] call(3)").is_some_and(|before| (900..1_100).contains(&before)));
        let out = render(2_000);
        assert!(out.text.starts_with("[4 earlier turns]\n\n[assistant] call(3)"));
        assert!(out.text.len() > 1_000);
    }

    #[test]
    fn lose_rows() {
        let rows: Vec<(usize, &str)> = (1..=2_000).map(|row| (row, "a row of the table")).collect();
        let context = steps(&ToolResult::new("query", Status::Ok).value(&rows));
        let out = context.render(&Budget::tokens(7_500), Style::Minimal).unwrap();
        assert_eq!(out.text.matches("more rows]").count(), 3, "{}", out.text);
    }

    /// A line that cannot be cut is named.
    #[test]
    fn of_one_line_are_placeholders() {
        let context = steps(&ToolResult::new("run", Status::Ok).text("word ".repeat(3_000)));
        let out = context.render(&Budget::tokens(1_000), Style::Minimal).unwrap();
        assert_eq!(out.text.matches("[omitted: tool-result run ~5000tok]").count(), 3, "{}", out.text);
    }
}

/// The keys of TOON are unique, and count from the beginning, whatever is shown.
#[test]
fn keys_of_toon() {
    let turn = |text: &str| vec![Conversation::user(text).into()];
    let turns = Turns::new().group(turn("a b c d e f g h i j k l")).group(turn("b")).group(turn("c"));
    let context = Context::new().push(Code::new("a.rs", "x")).push(turns);
    let render = |tokens| context.render(&Budget::tokens(tokens).counter(words), Style::Toon).unwrap().text;
    let full = render(100);
    assert!(full.contains("turn_2_1:\n") && full.contains("turn_2_3:\n  role: user\n  content: c"), "{full}");
    let part = render(20);
    assert!(part.contains("earlier_turns_2: 1\nturn_2_2:\n  role: user\n  content: b\nturn_2_3:"), "{part}");
}

/// In full, they look as they do alone.
#[test]
fn in_full_like_blocks() {
    let mut random = Random::new(1);
    for _ in 0..chats() {
        let json = chat(&mut random).json;
        let blocks = toon_context::sources::Chat::read(&json).unwrap().turns().unwrap();
        let alone: Context = blocks.into_iter().collect();
        let turns: Context = Conversation::from_chat(&json).unwrap().into_iter().collect();
        for style in [Style::Xml, Style::Markdown, Style::Minimal] {
            let render = |context: &Context| context.render(&Budget::unlimited(), style).unwrap().text;
            assert_eq!(render(&alone), render(&turns));
        }
        let toon = turns.render(&Budget::unlimited(), Style::Toon).unwrap().text;
        let _: toon::Value = toon::from_str(&toon).unwrap();
        #[cfg(feature = "container")]
        if let (Ok(alone), Ok(turns)) = (container::encode(alone.blocks()), container::encode(turns.blocks()))
        {
            let plain = |bytes: &[u8]| {
                let blocks = container::decode(bytes).unwrap().into_blocks().into_iter();
                let contents = blocks.map(|block| block.content().clone());
                contents.filter(|content| !matches!(content, Content::Annotation(_))).collect::<Vec<_>>()
            };
            assert_eq!(plain(&alone), plain(&turns));
        }
    }
}

#[cfg(feature = "container")]
#[test]
fn annotations_state_the_new_indexes() {
    let turns = Turns::new().group([Conversation::user("a").into(), Conversation::tool("b").into()]);
    let annotation = container::Annotation::new(1, container::AnnotationKind::Tag, "x");
    let blocks = [turns.into(), Conversation::user("c").into(), annotation.into()];
    let decoded = container::decode(&container::encode(&blocks).unwrap()).unwrap().into_blocks();
    let Content::Annotation(annotation) = decoded[3].content() else { panic!() };
    assert_eq!(annotation.target, 2);
}

/// Whatever the chat and the budget.
#[test]
fn random_chats() {
    let mut random = Random::new(2);
    for _ in 0..chats() {
        let chat = chat(&mut random);
        let context: Context = Conversation::from_chat(&chat.json).unwrap().into_iter().collect();
        let style = [Style::Xml, Style::Markdown, Style::Minimal, Style::Toon][random.below(4)];
        let all = context.render(&Budget::unlimited(), style).unwrap();
        let tokens = random.below(all.tokens + 2);
        let Ok(out) = context.render(&Budget::tokens(tokens), style) else { continue };
        assert!(out.tokens <= tokens);
        // Each text has a number of its own.
        let is_shown = |number: &usize| out.text.contains(&format!("t{number}t"));
        assert!(chat.always.iter().all(is_shown), "{}\n{}", chat.json, out.text);
        for group in &chat.groups {
            let shown = group.iter().filter(|number| is_shown(number)).count();
            assert!(shown == 0 || shown == group.len(), "{group:?}\n{}\n{}", chat.json, out.text);
        }
        for run in chat.groups.split(|group| group.iter().any(|number| chat.always.contains(number))) {
            let shown: Vec<bool> = run.iter().map(|group| group.iter().all(is_shown)).collect();
            assert!(shown.is_sorted(), "{shown:?}\n{}\n{}", chat.json, out.text);
        }
    }
}
