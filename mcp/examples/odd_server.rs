//! A server that does what a proxy must put up with: odd spellings, unknown methods, questions of
//! its own, sudden ends. The tests of the proxy are run with it.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::io::{BufRead, Write};

fn main() -> std::io::Result<()> {
    let mut server = Server { input: std::io::stdin().lock(), output: std::io::stdout().lock() };
    while let Some(line) = server.read()? {
        server.answer(&line)?;
    }
    Ok(())
}

struct Server<R, W> {
    input: R,
    output: W,
}

#[derive(serde::Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    method: Option<String>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

impl<R: BufRead, W: Write> Server<R, W> {
    fn read(&mut self) -> std::io::Result<Option<String>> {
        let mut line = String::new();
        Ok(if self.input.read_line(&mut line)? == 0 { None } else { Some(line) })
    }

    fn send(&mut self, line: &str) -> std::io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    /// The id comes last, as the TypeScript SDK writes it.
    fn result(&mut self, id: &RawValue, result: &str) -> std::io::Result<()> {
        self.send(&format!(r#"{{"result":{result},"jsonrpc":"2.0","id":{id}}}"#))
    }

    fn answer(&mut self, line: &str) -> std::io::Result<()> {
        if let Ok(batch) = serde_json::from_str::<Vec<&RawValue>>(line) {
            // One after another.
            return batch.into_iter().try_for_each(|message| self.answer(message.get()));
        }
        let Ok(message) = serde_json::from_str::<Message<'_>>(line) else {
            return self.send("what was that?");
        };
        let (Some(method), Some(id)) = (message.method, message.id) else {
            // Notifications are heard of.
            let heard = line.trim_end();
            return self.send(&format!(r#"{{"jsonrpc":"2.0","method":"heard","params":[{heard}]}}"#));
        };
        let params: Value =
            message.params.and_then(|params| serde_json::from_str(params.get()).ok()).unwrap_or_default();
        match method.as_str() {
            "initialize" => self.result(
                id,
                concat!(
                    r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"#,
                    r#""serverInfo":{"name":"odd","version":"0"}}"#,
                ),
            ),
            "tools/list" if params["cursor"] == "2" => self.result(
                id,
                concat!(
                    r#"{"tools":[{"name":"where","inputSchema":{"type":"object","#,
                    r#""properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}]}"#,
                ),
            ),
            "tools/list" => self.result(
                id,
                concat!(
                    r#"{"tools": [{"name":"rows","outputSchema":{"type":"object"},"inputSchema":{"type":"object"}}, "#,
                    r#"{"name":"text","inputSchema":{"type":"object"}}],"nextCursor":"2","z": 1.0}"#,
                ),
            ),
            "tools/call" => self.call(id, &params),
            _ => self.result(id, message.params.map_or("null", RawValue::get)),
        }
    }

    fn call(&mut self, id: &RawValue, params: &Value) -> std::io::Result<()> {
        let count = params["arguments"]["count"].as_u64().unwrap_or(10);
        let text = |text: &str| json!({"content": [{"type": "text", "text": text}]}).to_string();
        // Any tool can be silent, and any can fail.
        if params["arguments"]["silent"] == true {
            return Ok(());
        }
        let name = params["name"].as_str().unwrap_or_default();
        match if params["arguments"]["code"].is_number() { "fail" } else { name } {
            "rows" => {
                let rows: Value =
                    (0..count).map(|id| json!({"id": id, "name": format!("row {id}")})).collect();
                let rows = json!({"rows": rows});
                let text = serde_json::to_string_pretty(&rows)?;
                let result = json!({"content": [{"type": "text", "text": text}], "structuredContent": rows});
                self.result(id, &result.to_string())
            }
            // Rows that say the same but for a number.
            "links" => {
                let row = |id| json!({"id": id, "url": format!("https://a.example/rows/{id}"), "open": true});
                let rows = json!({"rows": (0..count).map(row).collect::<Value>()});
                let result = json!({"content": [{"type": "text", "text": rows.to_string()}], "structuredContent": rows});
                self.result(id, &result.to_string())
            }
            "text" => self.result(id, &text("plain \u{1F600} text")),
            "long" => {
                let length = usize::try_from(count).unwrap_or(0);
                self.result(id, &text(&"x".repeat(length)))
            }
            "progress" => {
                self.send(concat!(
                    r#"{"jsonrpc":"2.0","method":"notifications/progress","#,
                    r#""params":{"progressToken":"t","progress":0.50}}"#,
                ))?;
                self.result(id, &text("done"))
            }
            "ask" => {
                let question = r#"{"jsonrpc":"2.0","id":"q-1","method":"sampling/createMessage","params":{"messages": [ ]}}"#;
                self.send(question)?;
                let answer = self.read()?.unwrap_or_default();
                self.result(id, &text(answer.trim_end()))
            }
            "error" => self
                .send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32602,"message":"no"}}}}"#)),
            "fail" => {
                let code = &params["arguments"]["code"];
                self.send(&format!(
                    r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"no"}}}}"#
                ))
            }
            "silence" => Ok(()),
            "half" => {
                write!(self.output, r#"{{"jsonrpc":"2.0","id":{id},"result":{{"#)?;
                self.output.flush()?;
                std::process::exit(3)
            }
            "crash" => std::process::exit(3),
            "leave" => std::process::exit(0),
            _ => self.result(id, r#"{"content":[],"isError":true}"#),
        }
    }
}
