//! The texts that teach a model to read TOON.

use rmcp::model::{Prompt, PromptMessage, Role};
use toon::{Delimiter, EncodeOptions};

/// Teaches a model to read TOON, in few words and by examples: for a system prompt, or for the instructions of a server
/// whose results are TOON.
///
/// ```
/// use rmcp::model::{ServerCapabilities, ServerConfig};
///
/// let capabilities = ServerCapabilities::builder().enable_tools().build();
/// let server = ServerConfig::new(capabilities).with_instructions(toon_mcp::PROMPT);
/// assert!(server.instructions.unwrap().contains("TOON"));
/// ```
pub const PROMPT: &str = include_str!("prompt.md");

/// How much a model is told about TOON.
///
/// ```
/// use toon::Delimiter;
/// use toon_mcp::Explanation;
///
/// let short = Explanation::Short.text(Delimiter::Pipe, 2);
/// assert!(short.contains("`key[2|]{id|name}:`") && short.contains("separated by pipes"));
/// assert_eq!(Explanation::Full.text(Delimiter::Comma, 2), toon_mcp::PROMPT);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Explanation {
    /// Two sentences of at most 60 tokens, which are enough for most models.
    #[default]
    Short,
    /// [`PROMPT`], with rules and examples.
    Full,
}

impl Explanation {
    /// The text, for TOON with this delimiter, indented by so many spaces.
    pub fn text(self, delimiter: Delimiter, indent: usize) -> String {
        match self {
            Explanation::Short => short(delimiter),
            Explanation::Full => full(delimiter, indent),
        }
    }
}

fn short(delimiter: Delimiter) -> String {
    let name = match delimiter {
        Delimiter::Tab => "tabs",
        Delimiter::Pipe => "pipes",
        _ => "commas",
    };
    let header = with_delimiter("key[2]{id,name}:", delimiter);
    format!(
        "Results may be TOON, a compact form of JSON: `{header}` is a list of 2 objects with these keys, one on each \
         indented line, values separated by {name}. Other lines are `key: value`, nested by indentation."
    )
}

/// A line of TOON, written with commas, with this delimiter.
fn with_delimiter(line: &str, delimiter: Delimiter) -> String {
    if delimiter == Delimiter::Comma {
        return line.to_owned();
    }
    let delimiter = delimiter.as_char();
    line.replacen(']', &format!("{delimiter}]"), 1).replace(',', &delimiter.to_string())
}

/// [`PROMPT`] with what stands in backquotes and in its examples written otherwise.
fn full(delimiter: Delimiter, indent: usize) -> String {
    let options = EncodeOptions::new().delimiter(delimiter).indent(indent);
    let mut out = String::new();
    for (place, block) in PROMPT.split("```").enumerate() {
        if place > 0 {
            out.push_str("```");
        }
        match block.strip_prefix("toon\n") {
            Some(example) => {
                let value = toon::json::from_toon(example.trim_end(), &toon::DecodeOptions::new());
                let example = value.and_then(|json| toon::json::to_toon(&json, &options));
                // The examples are valid, as a test shows.
                out.extend(["toon\n", &example.unwrap_or_default(), "\n"]);
            }
            None if block.starts_with("json\n") => out.push_str(block),
            None => out.push_str(&rules(block, delimiter, indent)),
        }
    }
    out
}

/// The rules of [`PROMPT`], in which every odd part between backquotes is TOON.
fn rules(text: &str, delimiter: Delimiter, indent: usize) -> String {
    let text = match indent {
        1 => text.replace("two more spaces", "one more space"),
        2 => text.to_owned(),
        _ => text.replace("two more spaces", &format!("{indent} more spaces")),
    };
    let parts = text.split('`').enumerate().map(|(place, part)| {
        let is_toon = place % 2 == 1 && part.contains([',', ']']);
        if is_toon { with_delimiter(part, delimiter) } else { part.to_owned() }
    });
    parts.collect::<Vec<_>>().join("`")
}

/// [`PROMPT`] as a prompt of MCP: what `prompts/list` says of it.
///
/// ```
/// assert_eq!(toon_mcp::prompt().name, "toon_format");
/// ```
pub fn prompt() -> Prompt {
    Prompt::new("toon_format", Some("How to read TOON, a compact form of JSON"), None)
}

/// [`PROMPT`] as a prompt of MCP: the messages that `prompts/get` gives.
///
/// ```
/// assert_eq!(toon_mcp::prompt_messages().len(), 1);
/// ```
pub fn prompt_messages() -> Vec<PromptMessage> {
    vec![PromptMessage::new_text(Role::User, PROMPT)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use toon::{DecodeOptions, EncodeOptions, json};

    /// Each block of JSON, and the block of TOON behind it.
    fn examples() -> Vec<(&'static str, &'static str)> {
        let mut blocks = PROMPT.split("```").skip(1).step_by(2);
        let mut examples = Vec::new();
        while let (Some(json), Some(toon)) = (blocks.next(), blocks.next()) {
            let json = json.strip_prefix("json\n").unwrap().trim_end();
            let toon = toon.strip_prefix("toon\n").unwrap().trim_end();
            examples.push((json, toon));
        }
        examples
    }

    #[test]
    fn the_examples_are_what_is_written() {
        assert!(examples().len() >= 3);
        for (json, toon) in examples() {
            assert_eq!(json::to_toon(json, &EncodeOptions::new()).unwrap(), toon);
            assert_eq!(json::from_toon(toon, &DecodeOptions::new()).unwrap(), json);
        }
    }

    /// What is said in the list stands in an example.
    #[test]
    fn every_form_has_an_example() {
        let toon: Vec<_> = examples().into_iter().map(|(_, toon)| toon).collect();
        let toon = toon.join("\n");
        for form in ["]: ", "]{", "{name,", ":]{", "- ", "\"", ": []", "null"] {
            assert!(toon.contains(form), "{form}");
        }
    }

    #[test]
    fn it_is_short() {
        assert!(PROMPT.len() < 2000, "{}", PROMPT.len());
    }

    #[cfg(feature = "tokens")]
    #[test]
    fn the_short_one_has_sixty_tokens_at_most() {
        for delimiter in [Delimiter::Comma, Delimiter::Tab, Delimiter::Pipe] {
            let text = Explanation::Short.text(delimiter, 2);
            assert!(crate::tokens::count(&text) <= 60, "{text}");
        }
    }

    /// What the rules show is what is written.
    #[test]
    fn other_delimiters_and_indents() {
        let text = Explanation::Full.text(Delimiter::Pipe, 4);
        for part in [
            "indented by 4 more spaces",
            "`key[3|]: a|b|c`",
            "`key[2|]{id|name}:`",
            "`key[2:|]{age}:`",
            "users[2|]{id|name|joined}:\n    1|Ada|2026-01-05\n    2|Bob|null\n",
            "Each line below is one: its key, a colon, its values.",
        ] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        let rules = text.split("```").next().unwrap();
        assert!(rules.split('`').skip(1).step_by(2).all(|part| !part.contains(',')), "{rules}");
        assert_eq!(Explanation::Full.text(Delimiter::Comma, 2), PROMPT);
    }
}
