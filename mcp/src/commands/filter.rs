//! `toon-mcp filter`.

use crate::commands::settings::Settings;
use crate::proxy::Explaining;
use clap::Args;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::error::Error;
use std::io::{Read, Write};
use std::path::PathBuf;
use toon_convert::{Call, Converter, Measure, Session, tokens};

/// Settings that do not apply to a single result. The file and the environment may contain them for
/// use by the proxy.
pub(crate) const OF_THE_PROXY: [&str; 8] = [
    "budget",
    "convert_prompts",
    "convert_resources",
    "no_stats",
    "restart",
    "stats_interval",
    "store",
    "tools",
];

#[derive(Args, Debug)]
pub(crate) struct Filter {
    /// The name of the tool. Results of some tools, such as `read_file`, are never converted.
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true, help_heading = "Call")]
    tool: String,
    /// The arguments of the call, as JSON. Results of calls that name a JSON file are not
    /// converted.
    #[arg(long, value_name = "JSON", help_heading = "Call")]
    arguments: Option<String>,
    /// A TOML file with settings, which are named like the flags but with `_` instead of `-`.
    #[arg(long, value_name = "FILE", env = "TOON_MCP_CONFIG")]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

/// A JSON-RPC response with a result.
#[derive(Deserialize)]
struct Response<'a> {
    #[serde(borrow, rename = "jsonrpc")]
    _version: &'a RawValue,
    #[serde(borrow)]
    result: &'a RawValue,
}

impl Filter {
    pub(crate) fn run(self) -> Result<(), Box<dyn Error>> {
        let file = self.config.as_deref().map(Settings::read).transpose()?.unwrap_or_default();
        let settings = self.settings.or(file);
        let converter = Converter::new(settings.rules())?;
        let arguments: Option<Box<RawValue>> = match &self.arguments {
            Some(json) => Some(serde_json::from_str(json).map_err(|error| format!("--arguments: {error}"))?),
            None => None,
        };
        let mut input = Vec::new();
        std::io::stdin().read_to_end(&mut input)?;
        let input = match String::from_utf8(input) {
            Ok(input) => input,
            // If a hook fails, the call fails.
            Err(error) => {
                tracing::warn!("the input is not valid UTF-8 and stays unchanged");
                return print(error.as_bytes());
            }
        };
        let mut call = Call::new(&self.tool);
        if let Some(arguments) = &arguments {
            call = call.arguments(arguments);
        }
        if let Some(host) = settings.host() {
            call = call.host(host);
        }
        if settings.rules().measured_by() == Measure::Tokens {
            // There is only one result, so wait for the tokenizer.
            tokens::load();
        }
        // Nothing is known of earlier results, so each that is converted is explained.
        let session = match settings.explaining() {
            Explaining::Nowhere => Session::told(),
            _ => Session::new(),
        };
        print(filtered(&converter, &session, call, &self.tool, &input)?.as_bytes())
    }
}

fn print(output: &[u8]) -> Result<(), Box<dyn Error>> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(output)?;
    Ok(stdout.flush()?)
}

/// Converts the result in a text. If it is neither a result nor a response with one, it stays
/// unchanged.
fn filtered(
    converter: &Converter,
    session: &Session,
    call: Call<'_>,
    tool: &str,
    input: &str,
) -> Result<String, Box<dyn Error>> {
    let input = input.strip_prefix('\u{feff}').unwrap_or(input);
    // Docker's gateway sends this if the call has failed. If it came back, the gateway would treat
    // it as an empty result.
    if input.trim() == "null" {
        return Ok(String::new());
    }
    let response: Option<Response<'_>> = serde_json::from_str(input).ok();
    let result = response.as_ref().map_or(input, |response| response.result.get());
    if serde_json::from_str::<&RawValue>(result).is_err() {
        tracing::warn!("the input is not JSON and stays unchanged");
        return Ok(input.to_owned());
    }
    let outcome = converter.convert_json_in(session, call, result)?;
    tracing::debug!("{}", outcome.conversion.describe(tool));
    let Some(changed) = outcome.result else { return Ok(input.to_owned()) };
    if response.is_none() {
        return Ok(format!("{}\n", changed.get()));
    }
    // Keep everything around the result. It borrows from the input, so the difference between their
    // addresses is its position.
    let start = (result.as_ptr() as usize).checked_sub(input.as_ptr() as usize);
    let around = start.and_then(|start| Some((input.get(..start)?, input.get(start + result.len()..)?)));
    let (before, after) = around.ok_or("the response does not contain the result")?;
    Ok([before, changed.get(), after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use toon_convert::Rules;

    fn filter(input: &str) -> String {
        let rules = Rules::new().measure(Measure::Bytes).min_size_bytes(0).any_savings(true);
        let converter = Converter::new(rules).unwrap();
        filtered(&converter, &Session::told(), Call::new("list"), "list", input).unwrap()
    }

    #[test]
    fn results_and_responses() {
        let result = r#"{"content":[{"type":"text","text":"{\"ids\":[1,2,3]}"}]}"#;
        let toon = r#"{"content":[{"type":"text","text":"ids[3]: 1,2,3","_meta":{"toon/format":"toon"}}]}"#;
        assert_eq!(filter(result), format!("{toon}\n"));
        let response = |result: &str| format!(r#"{{ "id": 1.0, "result": {result} , "jsonrpc": "2.0" }}"#);
        assert_eq!(filter(&response(result)), response(toon));
        assert_eq!(filter(&format!("\u{feff}{result}")), format!("{toon}\n"));
    }

    #[test]
    fn what_is_not_a_result_stays() {
        for input in [r#"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#, "not JSON", "[1, 2]\n", "{}", ""] {
            assert_eq!(filter(input), input);
        }
        assert_eq!(filter("null\n"), "");
    }
}
