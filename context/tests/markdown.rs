//! Nothing in Markdown swallows what follows it.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use toon_context::{
    Block, Budget, Code, Context, Conversation, Data, Document, DocumentFormat, Status, Style, ToolResult,
    Turns,
};

fn render(block: impl Into<Block>) -> String {
    Context::new().push(block).render(&Budget::unlimited(), Style::Markdown).unwrap().text
}

/// A fence is longer than those of the text.
#[test]
fn fences() {
    let text = "```\nlet x = 1;\n```\n  `````";
    let out = render(Code::new("a.md", text));
    assert_eq!(out, format!("## a.md\n\n``````markdown\n{text}\n``````"));
    // A line of its own, although no line feed is before it.
    let out = render(Code::new("a.txt", "a\r```\rb"));
    assert_eq!(out, "## a.txt\n\n````text\na\r```\rb\n````");
}

#[test]
fn documents_are_fenced() {
    let text = "# Title\n\n```sh\ncargo test";
    let markdown = Document::new("README", text);
    assert_eq!(
        render(markdown.clone()),
        format!("### Document: README [markdown]\n\n````markdown\n{text}\n````")
    );
    assert_eq!(
        render(markdown.clone().format(DocumentFormat::Plain)),
        format!("### Document: README [plain]\n\n````\n{text}\n````")
    );
    assert_eq!(
        render(Document::new("a", "~~~\n<p>").format(DocumentFormat::Html)),
        "### Document: a [html]\n\n```html\n~~~\n<p>\n```"
    );
}

#[test]
fn results_of_tools_are_fenced() {
    let result = ToolResult::new("cat", Status::Ok);
    assert_eq!(render(result.clone().text("```")), "### Tool: cat (ok)\n\n````\n```\n````");
    assert_eq!(
        render(result.value(&std::collections::BTreeMap::from([("id", 1)]))),
        "### Tool: cat (ok)\n\n```toon\nid: 1\n```"
    );
}

#[test]
fn turns_are_prose_whose_fences_are_closed() {
    let user = |text: &str| render(Conversation::user(text));
    assert_eq!(user("See:\n```rust\nfn a()"), "**User**: See:\n```rust\nfn a()\n```");
    assert_eq!(user("See:\n```rust\nfn a()\n```\n"), "**User**: See:\n```rust\nfn a()\n```\n");
    // Within a line, it would not be a fence, and its end would be the beginning of one.
    assert_eq!(user("```\nfn a()\n```"), "**User**:\n```\nfn a()\n```");
    assert_eq!(user("```a``` is code"), "**User**: ```a``` is code");
    let summary = Code::new("a.rs", "").summary("~~~\na");
    let context = Context::new().push(summary).summarize(true);
    let out = context.render(&Budget::unlimited(), Style::Markdown).unwrap();
    assert_eq!(out.text, "## a.rs (summary)\n\n~~~\na\n~~~");
}

/// With each budget, the last turn is not in a fence.
#[test]
fn what_is_cut_in_a_fence_is_closed() {
    let code = "```rust\nlet a = 1;\n```\ntext\n".repeat(30);
    let rows: Vec<(usize, &str)> = (0..60).map(|row| (row, "```")).collect();
    let turns = Turns::new().group([Conversation::assistant(code.as_str()).into()]).group([ToolResult::new(
        "cat",
        Status::Error,
    )
    .text(code.as_str())
    .into()]);
    let context = Context::new()
        .push(Document::new("README", code.as_str()))
        .push(Conversation::user(code.as_str()))
        .push(turns)
        .push(ToolResult::new("cat", Status::Ok).text(code.as_str()))
        .push(Data::new(&rows).named("rows"))
        .push(Conversation::user("Last."));
    for tokens in (60..2_000).step_by(17) {
        let out = context.render(&Budget::tokens(tokens), Style::Markdown).unwrap();
        let mut fence = 0;
        for line in out.text.lines() {
            let rest = line.trim_start_matches('`');
            match (line.len() - rest.len(), fence) {
                (0..3, _) => {}
                (length, 0) => fence = length,
                (length, open) if length >= open && rest.is_empty() => fence = 0,
                _ => {}
            }
        }
        assert_eq!(fence, 0, "{}", out.text);
    }
}
