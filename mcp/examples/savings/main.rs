//! What TOON saves, or costs, against compact JSON, on results as tools give them: a table in Markdown.
//!
//! ```sh
//! cargo run -p toon-mcp --example savings
//! ```

mod results;

use std::error::Error;
use std::io::Write;
use toon::EncodeOptions;
use toon_mcp::{Converter, Measure, Rules, tokens};

fn main() -> Result<(), Box<dyn Error>> {
    tokens::load();
    let converters = [Converter::new(Rules::new().measure(Measure::Bytes))?, Converter::new(Rules::new())?];
    let mut out = std::io::stdout();
    writeln!(
        out,
        "| a result | bytes, JSON | TOON | saved | tokens, JSON | TOON | saved | sent, by bytes | by tokens |"
    )?;
    writeln!(out, "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |")?;
    for results::Sample { name, text } in results::all() {
        let (bytes, size) = (text.len(), tokens::count(&text));
        let mut sent = Vec::new();
        for converter in &converters {
            let result = serde_json::json!({ "content": [{ "type": "text", "text": text }] }).to_string();
            let converted = converter.convert_json("a_tool", &result)?;
            sent.push(if converted.result.is_some() { "TOON" } else { "as it is" });
        }
        let sent = sent.join(" | ");
        // What is no JSON has no other form.
        let Ok(toon) = toon::json::to_toon(&text, &EncodeOptions::new()) else {
            writeln!(out, "| {name} | {bytes} | – | – | {size} | – | – | {sent} |")?;
            continue;
        };
        let (toon_bytes, toon_size) = (toon.len(), tokens::count(&toon));
        let (saved, saved_tokens) = (percent(bytes, toon_bytes), percent(size, toon_size));
        writeln!(
            out,
            "| {name} | {bytes} | {toon_bytes} | {saved} | {size} | {toon_size} | {saved_tokens} | {sent} |"
        )?;
    }
    Ok(())
}

/// What is saved, in percent; what is added, with a minus.
fn percent(before: usize, after: usize) -> String {
    let change = (before.abs_diff(after) * 1000 + before / 2) / before.max(1);
    let sign = if after > before { "−" } else { "" };
    format!("{sign}{}.{} %", change / 10, change % 10)
}
