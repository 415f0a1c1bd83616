//! `toon_ping`: checks that the server is running.

use super::schema;
use rmcp::model::{CallToolResult, ContentBlock, Tool};

pub(super) fn tool() -> Tool {
    Tool::new("toon_ping", "Check that the server is running.", schema::nothing())
        .with_title("Ping")
        .with_annotations(schema::annotations())
}

pub(super) fn call() -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text("pong - toon-mcp server is running")])
}
