//! Messages as blocks.

use toon_context::sources::Chat;
use toon_context::{
    Block, Conversation, Document, DocumentFormat, Image, MediaType, Role, Status, ToolResult,
};

#[track_caller]
fn check(json: &str, blocks: impl IntoIterator<Item = Block>) {
    assert_eq!(Chat::read(json).unwrap().turns().unwrap(), Vec::from_iter(blocks));
}

#[track_caller]
fn fails(json: &str, message: &str) {
    assert_eq!(Conversation::from_chat(json).unwrap_err().to_string(), message);
}

/// A call of a tool.
fn call(text: &str, id: &str) -> Block {
    Conversation::assistant(text).tool_call_id(id).into()
}

fn png() -> Block {
    Image::new(MediaType::Png, "", *b"\x89PNG").into()
}

mod messages {
    use super::*;

    #[test]
    fn roles() {
        check(
            r#"[
                {"role": "system", "content": "Be brief."},
                {"role": "developer", "content": "In English."},
                {"role": "user", "content": "Hello"},
                {"role": "assistant", "content": "Hi", "refusal": null}
            ]"#,
            [
                Conversation::system("Be brief.").into(),
                Conversation::system("In English.").into(),
                Conversation::user("Hello").into(),
                Conversation::new(Role::Assistant, "Hi").into(),
            ],
        );
    }

    #[test]
    fn whole_requests() {
        check(
            r#"{"model": "m", "max_tokens": 9, "system": "Be brief.", "messages": [{"role": "user", "content": "Hello"}]}"#,
            [Conversation::system("Be brief.").into(), Conversation::user("Hello").into()],
        );
        check(
            r#"{"system": [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}, {"type": "text", "text": "b"}], "messages": []}"#,
            [Conversation::system("a\nb").into()],
        );
        check(
            r#"{"instructions": "Be brief.", "input": [{"role": "user", "content": [{"type": "input_text", "text": "Hello"}]}]}"#,
            [Conversation::system("Be brief.").into(), Conversation::user("Hello").into()],
        );
        check("[]", []);
    }

    #[test]
    fn input_as_text() {
        check(r#"{"model": "m", "input": "Hello"}"#, [Conversation::user("Hello").into()]);
        check(
            r#"{"input": "Hello", "instructions": "Be brief.", "messages": null}"#,
            [Conversation::system("Be brief.").into(), Conversation::user("Hello").into()],
        );
    }

    #[test]
    fn parts() {
        check(
            r#"[
                {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]},
                {"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]},
                {"role": "assistant", "content": null, "refusal": "Never."},
                {"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": "", "format": "wav"}}]},
                {"role": "user", "content": ""},
                {"role": "user", "content": []}
            ]"#,
            [
                Conversation::user("a\nb").into(),
                Conversation::assistant("No.").into(),
                Conversation::assistant("Never.").into(),
                Conversation::user("[input_audio]").into(),
            ],
        );
    }

    #[test]
    fn thoughts_are_skipped() {
        check(
            r#"[
                {"role": "assistant", "content": [
                    {"type": "thinking", "thinking": "Hm.", "signature": "x"},
                    {"type": "redacted_thinking", "data": "x"},
                    {"type": "text", "text": "Yes."}
                ]},
                {"type": "reasoning", "id": "r", "summary": []}
            ]"#,
            [Conversation::assistant("Yes.").into()],
        );
    }

    #[test]
    fn documents() {
        check(
            r#"[{"role": "user", "content": [
                {"type": "document", "title": "Notes", "source": {"type": "text", "media_type": "text/plain", "data": "a\nb"}},
                {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "AAAA"}},
                {"type": "document", "source": {"type": "url", "url": "https://x.example/a.pdf"}},
                {"type": "text", "text": "Summarize."}
            ]}]"#,
            [
                Document::new("Notes", "a\nb").format(DocumentFormat::Plain).into(),
                Conversation::user("[document]\n[document: https://x.example/a.pdf]\nSummarize.").into(),
            ],
        );
    }
}

mod tools {
    use super::*;

    #[test]
    fn of_openai() {
        check(
            r#"[
                {"role": "assistant", "content": "Let me see.", "tool_calls": [
                    {"id": "call_1", "type": "function", "function": {"name": "list", "arguments": "{\"dir\": \"src\"}"}},
                    {"id": "call_2", "type": "custom", "custom": {"name": "shell", "input": "ls"}}
                ]},
                {"role": "tool", "tool_call_id": "call_2", "content": "lib.rs"},
                {"role": "tool", "tool_call_id": "call_1", "content": [{"type": "text", "text": "[{\"a\":1},{\"a\":2}]"}]},
                {"role": "tool", "tool_call_id": "call_3", "content": "1.0"}
            ]"#,
            [
                Conversation::assistant("Let me see.").into(),
                call(r#"list({"dir": "src"})"#, "call_1"),
                call("shell(ls)", "call_2"),
                ToolResult::new("shell", Status::Ok).text("lib.rs").into(),
                ToolResult::new("list", Status::Ok).json(r#"[{"a":1},{"a":2}]"#).into(),
                ToolResult::new("call_3", Status::Ok).text("1.0").into(),
            ],
        );
    }

    #[test]
    fn functions() {
        check(
            r#"[
                {"role": "assistant", "content": null, "function_call": {"name": "list", "arguments": "{}"}},
                {"role": "function", "name": "list", "content": "lib.rs"}
            ]"#,
            [
                Conversation::assistant("list({})").into(),
                ToolResult::new("list", Status::Ok).text("lib.rs").into(),
            ],
        );
    }

    #[test]
    fn items() {
        check(
            r#"[
                {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "List."}]},
                {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "list", "arguments": "{}"},
                {"type": "function_call_output", "call_id": "call_1", "output": "lib.rs"},
                {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "One."}]}
            ]"#,
            [
                Conversation::user("List.").into(),
                call("list({})", "call_1"),
                ToolResult::new("list", Status::Ok).text("lib.rs").into(),
                Conversation::assistant("One.").into(),
            ],
        );
    }

    /// They are named, as unknown parts of messages are.
    #[test]
    fn other_items() {
        check(
            r#"{"input": [
                {"role": "user", "content": "What is new?"},
                {"type": "web_search_call", "id": "ws_1", "status": "completed"},
                {"type": "computer_call_output", "call_id": "call_1", "output": {"type": "computer_screenshot"}},
                {"type": "item_reference", "id": "msg_1"},
                {"role": "assistant", "content": "Much."}
            ]}"#,
            [
                Conversation::user("What is new?").into(),
                Conversation::assistant("[web_search_call]").into(),
                Conversation::new(Role::Tool, "[computer_call_output]").into(),
                Conversation::assistant("[item_reference]").into(),
                Conversation::assistant("Much.").into(),
            ],
        );
    }

    /// As programs write them that do not leave out what has no value.
    #[test]
    fn nulls() {
        check(
            r#"[
                {"role": "assistant", "name": null, "content": [
                    {"type": "tool_use", "id": "toolu_1", "name": "list", "input": {}}
                ], "tool_calls": null, "function_call": null, "tool_call_id": null},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "toolu_1", "content": null, "is_error": null},
                    {"type": "document", "title": null, "source": {"type": "url", "media_type": null, "data": null, "url": "https://x.example/a"}},
                    {"type": "input_image", "image_url": null}
                ]}
            ]"#,
            [
                call("list({})", "toolu_1"),
                ToolResult::new("list", Status::Ok).into(),
                Conversation::user("[document: https://x.example/a]\n[image]").into(),
            ],
        );
    }

    #[test]
    fn of_anthropic() {
        check(
            r#"[
                {"role": "assistant", "content": [
                    {"type": "text", "text": "Let me see."},
                    {"type": "tool_use", "id": "toolu_1", "name": "list", "input": {"b": 1.50, "a": 2}}
                ]},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "toolu_1", "content": "not found", "is_error": true},
                    {"type": "tool_result", "tool_use_id": "toolu_1"},
                    {"type": "tool_result", "tool_use_id": "toolu_1", "content": [
                        {"type": "text", "text": "a"},
                        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw=="}},
                        {"type": "text", "text": "b"}
                    ]},
                    {"type": "text", "text": "Go on."}
                ]}
            ]"#,
            [
                Conversation::assistant("Let me see.").into(),
                call(r#"list({"b": 1.50, "a": 2})"#, "toolu_1"),
                ToolResult::new("list", Status::Error).text("not found").into(),
                ToolResult::new("list", Status::Ok).into(),
                ToolResult::new("list", Status::Ok).text("a\nb").into(),
                Image::new(MediaType::Png, "", *b"\x89PNG").into(),
                Conversation::user("Go on.").into(),
            ],
        );
    }
}

mod images {
    use super::*;

    #[test]
    fn data_urls() {
        check(
            r#"[{"role": "user", "content": [
                {"type": "text", "text": "Before"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw==", "detail": "low"}},
                {"type": "input_image", "image_url": "data:image/svg+xml;base64,PHN2Zy8+"},
                {"type": "text", "text": "after"}
            ]}]"#,
            [
                Conversation::user("Before").into(),
                png(),
                Image::new(MediaType::Svg, "", *b"<svg/>").into(),
                Conversation::user("after").into(),
            ],
        );
    }

    #[test]
    fn other_urls() {
        check(
            r#"[{"role": "user", "content": [
                {"type": "image_url", "image_url": {"url": "https://x.example/a.png"}},
                {"type": "image", "source": {"type": "url", "url": "https://x.example/b.png"}},
                {"type": "input_image", "file_id": "file_1"}
            ]}]"#,
            [Conversation::user(
                "[image: https://x.example/a.png]\n[image: https://x.example/b.png]\n[image]",
            )
            .into()],
        );
    }

    #[test]
    fn mistakes() {
        for (url, mistake) in [
            ("data:image/png,abc", "the data URL of an image is not in base64"),
            ("data:image/tiff;base64,AAAA", "unknown type of image \"image/tiff\""),
            ("data:text/plain;base64,AAAA", "unknown type of image \"text/plain\""),
            ("data:image/png;base64,A A", "invalid base64 in an image"),
        ] {
            let json =
                r#"[{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "URL"}}]}]"#;
            fails(&json.replace("URL", url), &format!("messages[0].content[0]: {mistake}"));
        }
    }
}

mod errors {
    use super::*;

    #[test]
    fn requests() {
        fails("", "EOF while parsing a value at line 1 column 0");
        fails("{}", "missing `messages` or `input`");
        fails("[1", "EOF while parsing a list at line 1 column 2");
        fails(
            "1",
            "invalid type: integer `1`, expected an array of messages, or an object that contains one at line 1 column 1",
        );
        fails(r#"{"messages": [], "input": []}"#, "expected `messages` or `input`, found both");
        fails(r#"{"messages": "Hello"}"#, "messages: expected an array of messages, found a string");
        fails(r#"{"input": {}}"#, "input: expected an array of messages, found an object");
    }

    /// They are named as they are in the request.
    #[test]
    fn fields() {
        let mistake = "expected a string or an array of parts, found a number";
        for (system, messages) in [("system", "messages"), ("instructions", "input")] {
            let json = format!(r#"{{"{system}": 1, "{messages}": []}}"#);
            fails(&json, &format!("{system}: {mistake}"));
            let json = format!(r#"{{"{messages}": [{{"role": "user"}}, {{"role": "user", "content": 1}}]}}"#);
            fails(&json, &format!("{messages}[1].content: {mistake}"));
        }
    }

    #[test]
    fn messages() {
        let start = r#"[{"role": "user", "content": "a"}, "#;
        for (message, mistake) in [
            ("1", ": invalid type: integer `1`, expected an object"),
            ("{}", ": missing field `role`"),
            (r#"{"type": "message"}"#, ": missing field `role`"),
            (r#"{"type": "text", "content": "Hello"}"#, ": missing field `role`"),
            (r#"{"role": 1}"#, ".role: invalid type: integer `1`, expected a string"),
            (
                r#"{"role": "user", "content": ["a"]}"#,
                ".content[0]: invalid type: string \"a\", expected an object",
            ),
            (r#"{"role": "user", "content": [{"text": "a"}]}"#, ".content[0]: missing field `type`"),
            (
                r#"{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text"}]}"#,
                ".content[1]: missing field `text`",
            ),
            (
                r#"{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": [{}]}]}"#,
                ".content[0].content[0]: missing field `type`",
            ),
            (
                r#"{"role": "user", "content": [{"type": "image_url", "image_url": 1}]}"#,
                ".content[0]: expected a URL, or an object with a `url`, in `image_url`",
            ),
            (
                r#"{"role": "assistant", "tool_calls": [{"id": "a"}]}"#,
                ".tool_calls: missing field `function`",
            ),
            (
                r#"{"role": "tool", "content": 1}"#,
                ".content: expected a string or an array of parts, found a number",
            ),
            (r#"{"type": "function_call"}"#, ": missing field `call_id`"),
            (
                r#"{"type": "function_call_output", "call_id": "a", "output": 1}"#,
                ".output: expected a string or an array of parts, found a number",
            ),
            (
                r#"{"role": "bot"}"#,
                ": unknown role \"bot\", expected `system`, `developer`, `user`, `assistant`, `tool` or `function`",
            ),
        ] {
            fails(&format!("{start}{message}]"), &format!("messages[1]{mistake}"));
        }
    }

    #[test]
    fn the_index_is_that_of_the_message() {
        let error = Conversation::from_chat(r#"[{"role": "user"}, {}]"#).unwrap_err();
        assert_eq!(error.index(), Some(1));
        assert_eq!(Conversation::from_chat("1").unwrap_err().index(), None);
    }
}
