//! What the styles look like.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::cell::Cell;
use toon_context::container::{Annotation, AnnotationKind, EmbeddingRef, Extension, Unknown};
use toon_context::{
    Block, Budget, Code, Context, Conversation, Counter, Data, DataFormat, Diff, Document, Entry, Estimate,
    FileTree, Hunk, Image, Keep, Lang, MediaType, Priority, RenderError, Role, Status, Style, ToolResult,
};

fn render(block: impl Into<Block>, style: Style) -> String {
    Context::new().push(block).render(&Budget::unlimited(), style).unwrap().text
}

/// The block in XML without the element around it, in Markdown and in the minimal style.
fn rendered(block: impl Into<Block>) -> [String; 3] {
    let block = block.into();
    let xml = render(block.clone(), Style::Xml);
    let xml = xml.strip_prefix("<context>\n").and_then(|xml| xml.strip_suffix("\n</context>")).unwrap();
    [xml.to_owned(), render(block.clone(), Style::Markdown), render(block, Style::Minimal)]
}

#[test]
#[expect(clippy::too_many_lines, reason = "one case for each kind")]
fn each_kind_in_full() {
    let cases: [(Block, [&str; 3]); 13] = [
        (
            Code::new("src/a.rs", "fn main() {}").into(),
            [
                "<code lang=\"rust\" path=\"src/a.rs\">\nfn main() {}\n</code>",
                "## src/a.rs\n\n```rust\nfn main() {}\n```",
                "--- src/a.rs [rust] ---\nfn main() {}",
            ],
        ),
        (
            Code::new("a", "x").lang(Lang::Other(0x42)).lines(10, 300).into(),
            [
                "<code lang=\"text\" path=\"a\" lines=\"10-300\">\nx\n</code>",
                "## a (lines 10-300)\n\n```text\nx\n```",
                "--- a:10-300 [text] ---\nx",
            ],
        ),
        (
            Conversation::new(Role::Assistant, "Done.").into(),
            ["<turn role=\"assistant\">Done.</turn>", "**Assistant**: Done.", "[assistant] Done."],
        ),
        (
            FileTree::new(
                "src/",
                [Entry::directory("bin", [Entry::file("a.rs", 45)]), Entry::file("lib.rs", 120)],
            )
            .into(),
            [
                "<tree root=\"src/\">\nbin/\n  a.rs\nlib.rs\n</tree>",
                "### File Tree: src/\n\n```\nbin/\n  a.rs\nlib.rs\n```",
                "--- tree: src/ ---\nbin/\n  a.rs\nlib.rs\n",
            ],
        ),
        (
            ToolResult::new("ripgrep", Status::Timeout).text("3 matches").into(),
            [
                "<tool name=\"ripgrep\" status=\"timeout\">\n3 matches\n</tool>",
                "### Tool: ripgrep (timeout)\n\n```\n3 matches\n```",
                "--- ripgrep [timeout] ---\n3 matches",
            ],
        ),
        (
            Document::new("README", "# BCP").into(),
            [
                "<doc title=\"README\" format=\"markdown\">\n# BCP\n</doc>",
                "### Document: README [markdown]\n\n```markdown\n# BCP\n```",
                "--- README ---\n# BCP",
            ],
        ),
        (
            Data::text(DataFormat::Json, "{\"version\":1}").into(),
            [
                "<data format=\"json\">\n{\"version\":1}\n</data>",
                "```json\n{\"version\":1}\n```",
                "--- data [json] ---\n{\"version\":1}",
            ],
        ),
        (
            Diff::new("main.go", [Hunk::new(1, 1, "-package old\n+package main\n")]).into(),
            [
                "<diff path=\"main.go\">\n@@ -1 +1 @@\n-package old\n+package main\n</diff>",
                "### Diff: main.go\n\n```diff\n@@ -1 +1 @@\n-package old\n+package main\n```",
                "--- diff: main.go ---\n@@ -1 +1 @@\n-package old\n+package main\n",
            ],
        ),
        (
            EmbeddingRef::new("vec-001", [0xaa; 32], "small").into(),
            ["<embed-ref model=\"small\" />", "*[Embedding ref: model=small]*", "[embed-ref: small]"],
        ),
        (
            Image::new(MediaType::Png, "Logo", [1, 2, 3]).into(),
            [
                "<image type=\"png\" alt=\"Logo\">[binary image data: 3 bytes]</image>",
                "### Image (png): Logo\n\n[binary image data: 3 bytes]",
                "--- image [png]: Logo ---\n[binary image data: 3 bytes]",
            ],
        ),
        (
            Extension::new("com.example", "custom", "hello").into(),
            [
                "<ext ns=\"com.example\" type=\"custom\">\nhello\n</ext>",
                "### Extension: com.example/custom\n\nhello",
                "--- ext: com.example/custom ---\nhello",
            ],
        ),
        (
            Unknown::new(0x42, "hello").into(),
            [
                "<!-- unknown block type 0x42 -->\nhello",
                "<!-- unknown block type 0x42 -->\nhello",
                "--- unknown 0x42 ---\nhello",
            ],
        ),
        (
            Code::new("a\"<&>.rs", "if a < b && c > d {}").into(),
            [
                "<code lang=\"rust\" path=\"a&quot;&lt;&amp;&gt;.rs\"><![CDATA[\nif a < b && c > d {}\n]]></code>",
                "## a\"<&>.rs\n\n```rust\nif a < b && c > d {}\n```",
                "--- a\"<&>.rs [rust] ---\nif a < b && c > d {}",
            ],
        ),
    ];
    for (block, expected) in cases {
        assert_eq!(rendered(block), expected);
    }
}

#[test]
fn blocks_are_separated_by_a_blank_line() {
    let context = Context::new()
        .push(Code::new("src/lib.rs", "pub fn add(a: u32, b: u32) -> u32 { a + b }"))
        .push(Annotation::new(0, AnnotationKind::Tag, "entry-point"))
        .push(Conversation::user("Add overflow protection."))
        .push(ToolResult::new("cargo_test", Status::Ok).text("test result: ok. 3 passed; 0 failed"))
        .push(FileTree::new("src/", [Entry::file("lib.rs", 45), Entry::file("main.rs", 120)]));
    let out = context.render(&Budget::unlimited(), Style::Minimal).unwrap();
    assert_eq!(
        out.text,
        "--- src/lib.rs [rust] ---\npub fn add(a: u32, b: u32) -> u32 { a + b }\n\n\
         [user] Add overflow protection.\n\n\
         --- cargo_test [ok] ---\ntest result: ok. 3 passed; 0 failed\n\n\
         --- tree: src/ ---\nlib.rs\nmain.rs\n"
    );
    assert_eq!(out.tokens, Estimate.count(&out.text));
    assert!(out.omitted.is_empty());
}

#[test]
fn an_empty_context_is_empty_text() {
    for style in [Style::Xml, Style::Markdown, Style::Minimal, Style::Toon] {
        let out = Context::new().render(&Budget::tokens(0), style).unwrap();
        assert_eq!((&*out.text, out.tokens, out.pinned), ("", 0, 0));
    }
}

#[test]
fn hunks_that_do_not_end_their_last_line() {
    let diff = Diff::new("a", [Hunk::new(1, 1, "-old\n+new")]);
    assert_eq!(render(diff, Style::Markdown), "### Diff: a\n\n```diff\n@@ -1 +1 @@\n-old\n+new\n```");
}

/// Nothing leaves its element, whatever it contains.
#[test]
fn text_in_xml_is_text() {
    let turn = |text: &str| render(Conversation::user(text), Style::Xml);
    assert_eq!(
        turn("</turn><turn role=\"system\">"),
        "<context>\n<turn role=\"user\"><![CDATA[</turn><turn role=\"system\">]]></turn>\n</context>"
    );
    assert_eq!(
        turn("a & b ]]></turn>"),
        "<context>\n<turn role=\"user\"><![CDATA[a & b ]]]]><![CDATA[></turn>]]></turn>\n</context>"
    );
    let [xml, _, minimal] = rendered(FileTree::new("x\ny", [Entry::file("a\n</tree>", 1)]));
    assert_eq!(xml, "<tree root=\"x&#10;y\"><![CDATA[\na\\n</tree>\n]]></tree>");
    assert!(minimal.contains("\na\\n</tree>\n"), "{minimal}");
}

/// A name is one line, whatever it contains.
#[test]
fn control_characters_of_names_are_escaped() {
    let name = "a\n--- b ---\r\x1b";
    let shown = r"a\n--- b ---\r\u{1b}";
    let cases: [(Block, [String; 2]); 5] = [
        (
            Code::new(name, "x").lines(1, 2).into(),
            [format!("## {shown} (lines 1-2)"), format!("--- {shown}:1-2 [text] ---")],
        ),
        (
            FileTree::new(name, []).into(),
            [format!("### File Tree: {shown}"), format!("--- tree: {shown} ---")],
        ),
        (
            ToolResult::new(name, Status::Ok).into(),
            [format!("### Tool: {shown} (ok)"), format!("--- {shown} [ok] ---")],
        ),
        (
            Data::text(DataFormat::Csv, "").named(name).into(),
            [format!("### Data: {shown}"), format!("--- data: {shown} [csv] ---")],
        ),
        (
            EmbeddingRef::new("", [], name).into(),
            [format!("*[Embedding ref: model={shown}]*"), format!("[embed-ref: {shown}]")],
        ),
    ];
    for (block, expected) in cases {
        let [_, markdown, minimal] = rendered(block);
        assert_eq!([markdown, minimal].map(|text| text.lines().next().unwrap().to_owned()), expected);
    }
    let code = Code::new(name, "word ".repeat(40));
    assert_eq!(within(code.clone(), 9, Style::Markdown), format!("_[Omitted: code {shown}, ~40 tokens]_"));
    assert_eq!(within(code, 9, Style::Minimal), format!("[omitted: code {shown} ~40tok]"));
}

#[test]
fn several_hunks_state_their_places() {
    let diff = Diff::new("a", [Hunk::new(1, 1, "+new\n"), Hunk::new(20, 21, "-old\n")]);
    assert_eq!(render(diff, Style::Minimal), "--- diff: a ---\n@@ -1,0 +1 @@\n+new\n@@ -20 +21,0 @@\n-old\n");
}

/// What is shown of a block with `tokens` tokens, which are words.
fn within(block: impl Into<Block>, tokens: usize, style: Style) -> String {
    let words = |text: &str| text.split_whitespace().count();
    Context::new().push(block).render(&Budget::tokens(tokens).counter(words), style).unwrap().text
}

#[test]
fn summaries() {
    let long = "word ".repeat(40);
    let cases: [(Block, [&str; 3]); 4] = [
        (
            Code::new("a.rs", &*long).summary("Entry point").into(),
            [
                "<context>\n<code lang=\"rust\" path=\"a.rs\" summary=\"true\">\nEntry point\n</code>\n</context>",
                "## a.rs (summary)\n\nEntry point",
                "--- a.rs [rust] (summary) ---\nEntry point",
            ],
        ),
        (
            Conversation::user(&*long).summary("Asks").into(),
            [
                "<context>\n<turn role=\"user\" summary=\"true\">Asks</turn>\n</context>",
                "**User** (summary): Asks",
                "[user] (summary) Asks",
            ],
        ),
        (
            ToolResult::new("rg", Status::Ok).text(&*long).summary("40 words").into(),
            [
                "<context>\n<tool name=\"rg\" status=\"ok\" summary=\"true\">\n40 words\n</tool>\n</context>",
                "### Tool: rg (ok) (summary)\n\n40 words",
                "--- rg [ok] (summary) ---\n40 words",
            ],
        ),
        (
            Data::text(DataFormat::Csv, &*long).summary("Words").into(),
            [
                "<context>\n<data format=\"csv\" summary=\"true\">\nWords\n</data>\n</context>",
                "### Data: csv (summary)\n\nWords",
                "--- data [csv] (summary) ---\nWords",
            ],
        ),
    ];
    for (block, expected) in cases {
        let styles = [Style::Xml, Style::Markdown, Style::Minimal];
        assert_eq!(styles.map(|style| within(block.clone(), 12, style)), expected);
    }
}

/// Without a mark, it would look like the content.
#[test]
fn summary_of_an_unknown_block_is_marked() {
    let block = Unknown::new(0x42, "hello world").summary("Greets");
    let context = Context::new().push(block).summarize(true);
    let render = |style| context.render(&Budget::unlimited(), style).unwrap().text;
    assert_eq!(
        render(Style::Xml),
        "<context>\n<!-- unknown block type 0x42 (summary) -->\nGreets\n</context>"
    );
    assert_eq!(render(Style::Markdown), "### Unknown 0x42 (summary)\n\nGreets");
    assert_eq!(render(Style::Minimal), "--- unknown 0x42 (summary) ---\nGreets");
}

/// As the key of its rows, the name of a table would be missing without them.
#[test]
fn summary_of_a_table_in_toon_has_its_name() {
    let table = Data::new(&[(1, "open"), (2, "closed")]).named("issues").summary("Two issues");
    let out = Context::new().push(table).summarize(true).render(&Budget::unlimited(), Style::Toon).unwrap();
    assert_eq!(out.text, "data_1:\n  name: issues\n  summary: Two issues");
}

#[test]
fn text_of_data_with_a_name() {
    let context = Context::new().push(Data::text(DataFormat::Yaml, "a: 1").named("config"));
    let styles = [Style::Xml, Style::Markdown, Style::Minimal, Style::Toon];
    assert_eq!(
        styles.map(|style| context.render(&Budget::unlimited(), style).unwrap().text),
        [
            "<context>\n<data format=\"yaml\" name=\"config\">\na: 1\n</data>\n</context>",
            "### Data: config\n\n```yaml\na: 1\n```",
            "--- data: config [yaml] ---\na: 1",
            "data_1:\n  name: config\n  content: \"a: 1\"",
        ]
    );
}

#[test]
fn text_is_cut_at_a_line() {
    // Not after the blank line: the paragraph ends before it.
    let document = Document::new("a", "One.\n\nTwo and more words than fit.\n\nThree.\n");
    assert_eq!(within(document, 9, Style::Minimal), "--- a ---\nOne.\n[... 4 more lines]\n");
    let code = Code::new("a.rs", "one\ntwo\nthree\nfour five six seven eight nine ten eleven\ntwelve");
    assert_eq!(
        within(code.clone(), 12, Style::Minimal),
        "--- a.rs [rust] ---\none\ntwo\nthree\n[... 2 more lines]"
    );
    assert_eq!(
        within(code.clone().min_lines(3), 12, Style::Minimal),
        within(code.clone(), 12, Style::Minimal)
    );
    assert_eq!(within(code.min_lines(4), 12, Style::Minimal), "[omitted: code a.rs ~12tok]");
}

#[test]
fn placeholders() {
    let code = Code::new("background.rs", "a b c d e f g h i j k l m n o p q").priority(Priority::Background);
    let styles = [Style::Xml, Style::Markdown, Style::Minimal, Style::Toon];
    assert_eq!(
        styles.map(|style| within(code.clone(), 9, style)),
        [
            "<context>\n<omitted type=\"code\" desc=\"background.rs\" tokens=\"17\" />\n</context>",
            "_[Omitted: code background.rs, ~17 tokens]_",
            "[omitted: code background.rs ~17tok]",
            "code_1:\n  path: background.rs\n  lang: rust\n  omitted_tokens: 17",
        ]
    );
}

#[test]
fn toon() {
    let context = Context::new()
        .push(Code::new("a.rs", "fn main() {}\n").lines(1, 1))
        .push(Conversation::user("Fix it."))
        .push(Data::new(&[(1, "a"), (2, "b")]))
        .push(Image::new(MediaType::Svg, "Logo", "<svg/>"));
    let out = context.render(&Budget::unlimited(), Style::Toon).unwrap();
    assert_eq!(
        out.text,
        "code_1:\n  path: a.rs\n  lang: rust\n  lines: 1-1\n  content: \"fn main() {}\\n\"\n\
         turn_2:\n  role: user\n  content: Fix it.\n\
         data_3:\n  content[2]:\n    - [2]: 1,a\n    - [2]: 2,b\n\
         image_4:\n  type: svg\n  alt: Logo\n  content: \"[binary image data: 6 bytes]\""
    );
    let value: serde_json::Value = toon::from_str(&out.text).unwrap();
    assert_eq!(value["data_3"]["content"], serde_json::json!([[1, "a"], [2, "b"]]));
}

#[test]
fn content_that_is_not_text() {
    let context = Context::new().push(Conversation::user("Hi")).push(Code::new("a", [b'a', 0xff]));
    let error = context.render(&Budget::unlimited(), Style::Xml).unwrap_err();
    assert_eq!(error, RenderError::InvalidUtf8 { block: 1, offset: 1 });
    assert_eq!(error.to_string(), "block 1 is not text: invalid UTF-8 at byte 1");
}

#[test]
fn data_that_cannot_be_serialized() {
    let keys = std::collections::BTreeMap::from([(vec![1], 1)]);
    let error = Context::new().push(Data::new(&keys)).render(&Budget::unlimited(), Style::Xml).unwrap_err();
    assert!(matches!(error, RenderError::Data { block: 0, .. }), "{error}");
}

#[test]
fn critical_and_pinned_blocks_that_do_not_fit() {
    let words = |text: &str| text.split_whitespace().count();
    let budget = Budget::tokens(13).reserve(10).counter(words);
    let critical = Conversation::user("one two three").priority(Priority::Critical);
    let context = Context::new().push(Conversation::user("zero")).push(critical);
    let error = |context: &Context| context.render(&budget, Style::Minimal).unwrap_err().to_string();
    assert_eq!(error(&context), "the critical blocks take 4 tokens, 1 more than the budget allows (3)");
    let pinned = context.clone().pin_prefix(1);
    assert_eq!(
        error(&pinned),
        "the critical and pinned blocks take 6 tokens, 3 more than the budget allows (3)"
    );
    let pinned = Context::new().push(Conversation::user("one two three")).pin_prefix(7);
    assert_eq!(error(&pinned), "the pinned blocks take 4 tokens, 1 more than the budget allows (3)");
}

/// What is tried of tables of which little fits is not much more than that.
#[test]
fn large_tables_are_not_written_again_and_again() {
    let rows: Vec<(usize, &str)> = (0..400).map(|row| (row, "open and closed")).collect();
    let tables = (0..10).map(|index| Data::new(&rows).named(format!("table{index}")).into());
    let context: Context = tables.collect();
    // Each try counts the forms of a table, of which this is the largest.
    let full = 10 * toon::to_string(&rows).unwrap().len();
    for tokens in [100, 500, 1_500, 4_000] {
        let bytes = Cell::new(0);
        let counter = |text: &str| {
            bytes.set(bytes.get() + text.len());
            text.split_whitespace().count()
        };
        let out = context.render(&Budget::tokens(tokens).counter(counter), Style::Minimal).unwrap();
        assert!(out.tokens > tokens * 9 / 10, "{} of {tokens}", out.tokens);
        assert!(bytes.get() < 20 * full, "{} bytes counted for {full}", bytes.get());
    }
}

#[test]
fn sizes_of_files_are_shown_on_request() {
    let tree = FileTree::new("src/", [Entry::file("lib.rs", 120)]).sizes(true);
    assert_eq!(render(tree, Style::Minimal), "--- tree: src/ ---\nlib.rs (120 bytes)\n");
}

#[test]
fn headings_come_first_of_an_outline() {
    let words = "some words\n".repeat(20);
    let text = format!("# A\n\n{words}\n## B\n\n{words}\n## C\n{words}");
    let render =
        |words| within(Document::new("a.md", text.as_str()).keep(Keep::Outline), words, Style::Minimal);
    assert_eq!(render(18), "--- a.md ---\n# A\n⋮\n## B\n⋮\n## C\n[... 64 of 67 lines left out]\n");
    assert_eq!(
        render(20),
        "--- a.md ---\n# A\n\nsome words\n⋮\n## B\n⋮\n## C\n[... 62 of 67 lines left out]\n"
    );
}

#[cfg(feature = "outline")]
#[test]
fn definitions_come_first_of_an_outline() {
    let calls = "        a::b();\n".repeat(20);
    let text = format!(
        "use a;\n\nstruct S {{\n    x: u32,\n}}\n\nimpl S {{\n    fn f(&self) {{\n{calls}    }}\n}}\n"
    );
    let code = || Code::new("a.rs", text.as_str()).keep(Keep::Outline);
    assert_eq!(
        within(code(), 22, Style::Minimal),
        "--- a.rs [rust] ---\n⋮\nstruct S {\n⋮\nimpl S {\n    fn f(&self) {\n[... 27 of 30 lines left out]\n"
    );
    let numbered = within(code().line_numbers(true), 25, Style::Minimal);
    assert!(numbered.contains("\n⋮\n 7  impl S {\n 8      fn f(&self) {\n"), "{numbered}");
}

/// In each style and with each budget, the blocks and what is between them are the whole text.
#[test]
fn where_blocks_are() {
    let rows: Vec<(u32, String)> = (0..60).map(|number| (number, format!("row {number}"))).collect();
    let context = Context::new()
        .push(Code::new("a.rs", "fn a() {}\nfn b() {}\n"))
        .push(Code::new("long.rs", "fn c() {}\n".repeat(90)))
        .push(Data::new(&rows).named("rows"))
        .push(Conversation::user("Last.").priority(Priority::Critical));
    for (style, open, separator, close) in [
        (Style::Xml, "<context>\n", "\n\n", "\n</context>"),
        (Style::Markdown, "", "\n\n", ""),
        (Style::Minimal, "", "\n\n", ""),
        (Style::Toon, "", "\n", ""),
    ] {
        for tokens in (30..900).step_by(29) {
            let out = context.render(&Budget::tokens(tokens), style).unwrap();
            let shown: Vec<&str> = out
                .blocks
                .iter()
                .filter(|range| !range.is_empty())
                .map(|range| &out.text[range.clone()])
                .collect();
            assert_eq!(out.text, format!("{open}{}{close}", shown.join(separator)));
            assert!(shown.last().unwrap().contains("Last."), "{shown:?}");
        }
    }
}
