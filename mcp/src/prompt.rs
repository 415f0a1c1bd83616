//! The text that teaches a model to read TOON.

use rmcp::model::{Prompt, PromptMessage, Role};

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
}
