//! `toon_ping`: whether the server is there.

use super::schema;
use rmcp::model::{CallToolResult, ContentBlock, Tool};

pub(super) fn tool() -> Tool {
    Tool::new("toon_ping", "Tell whether the server is running.", schema::nothing())
        .with_title("Ping")
        .with_annotations(schema::annotations("Ping"))
}

pub(super) fn call() -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text("pong - toon-mcp server is running")])
}
