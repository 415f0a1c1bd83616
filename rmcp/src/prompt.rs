//! The explanation of TOON as an MCP prompt.

use rmcp::model::{Prompt, PromptMessage, Role};
use toon_convert::PROMPT;

/// [`PROMPT`] as an MCP prompt, for `prompts/list`.
///
/// ```
/// assert_eq!(toon_rmcp::prompt().name, "toon_format");
/// ```
pub fn prompt() -> Prompt {
    Prompt::new("toon_format", Some("How to read TOON, a compact form of JSON"), None)
}

/// The messages of [`PROMPT`] as an MCP prompt, for `prompts/get`.
///
/// ```
/// assert_eq!(toon_rmcp::prompt_messages().len(), 1);
/// ```
pub fn prompt_messages() -> Vec<PromptMessage> {
    vec![PromptMessage::new_text(Role::User, PROMPT)]
}
