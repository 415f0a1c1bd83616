//! The sizes of typical tool results as compact JSON and as TOON, and what the proxy sends: a
//! Markdown table, in tokens of `o200k_base`.
//!
//! ```sh
//! cargo run -p toon-convert --features tokens --example savings
//! ```

mod results;

use std::error::Error;
use std::io::Write;
use toon::EncodeOptions;
use toon_convert::{Call, Client, Converter, Form, Rules, Session, tokens};
use toon_normal::Level;

fn main() -> Result<(), Box<dyn Error>> {
    tokens::load();
    let converter = Converter::new(Rules::new().form(Form::Auto))?;
    let mut out = std::io::stdout();
    writeln!(out, "| a result | compact JSON | TOON | sent to any model | sent to a capable model |")?;
    writeln!(out, "| --- | ---: | ---: | ---: | ---: |")?;
    for results::Sample { name, text } in results::all() {
        let as_toon = toon::json::to_toon(&text, &EncodeOptions::new());
        let as_toon = as_toon.map_or_else(|_| "–".to_owned(), |toon| tokens::count(&toon).to_string());
        let mut cells = vec![name.to_owned(), tokens::count(&text).to_string(), as_toon];
        let result = serde_json::json!({ "content": [{ "type": "text", "text": text }] }).to_string();
        for level in [Level::Plain, Level::Legible] {
            let call = Call::new("a_tool").client(Client { level, ..Client::default() });
            cells.push(sent(&converter, call, &result)?);
        }
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    Ok(())
}

/// The tokens that are sent for the first result of a conversation, and of these, for its
/// explanation.
fn sent(converter: &Converter, call: Call<'_>, result: &str) -> Result<String, Box<dyn Error>> {
    let conversion = converter.convert_json_in(&Session::new(), call, result)?.conversion;
    if !conversion.is_converted {
        return Ok("as it is".to_owned());
    }
    Ok(format!("{} + {}", conversion.after.tokens, conversion.explanation.tokens))
}
