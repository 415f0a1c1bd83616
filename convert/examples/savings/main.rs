//! The savings or costs of TOON compared with compact JSON for typical tool results, and what the
//! proxy sends: a Markdown table, in tokens of `o200k_base`.
//!
//! ```sh
//! cargo run -p toon-convert --example savings
//! ```

mod results;

use std::error::Error;
use std::io::Write;
use toon::{Delimiter, EncodeOptions};
use toon_convert::{Converter, Explanation, Rules, tokens};

fn main() -> Result<(), Box<dyn Error>> {
    tokens::load();
    let converter = Converter::new(Rules::new())?;
    let mut out = std::io::stdout();
    writeln!(out, "| a result | compact JSON | TOON | sent | saved |")?;
    writeln!(out, "| --- | ---: | ---: | --- | ---: |")?;
    for results::Sample { name, text } in results::all() {
        let json = tokens::count(&text);
        let toon = toon::json::to_toon(&text, &EncodeOptions::new());
        let toon = toon.map_or_else(|_| "–".to_owned(), |toon| tokens::count(&toon).to_string());
        let result = serde_json::json!({ "content": [{ "type": "text", "text": text }] }).to_string();
        let outcome = converter.convert_json("a_tool", &result)?;
        let sent = if outcome.result.is_some() { "TOON" } else { "as it is" };
        let saved = percent(outcome.conversion.tokens_saved(), json);
        writeln!(out, "| {name} | {json} | {toon} | {sent} | {saved} |")?;
    }
    let explanation = tokens::count(&Explanation::Short.text(Delimiter::Comma, 2));
    writeln!(
        out,
        "| the explanation in the instructions, once per session | – | {explanation} | – | −{explanation} tokens |"
    )?;
    Ok(())
}

/// A share in percent, to one decimal.
fn percent(saved: i64, whole: usize) -> String {
    let whole = i64::try_from(whole).unwrap_or(i64::MAX).max(1);
    let permille = (saved * 1000 + whole / 2) / whole;
    format!("{}.{} %", permille / 10, permille % 10)
}
