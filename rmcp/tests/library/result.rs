//! `Toon` as the result of a tool, as a client of rmcp receives it.

use rmcp::model::{CallToolRequestParams, ClientConfig, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt};
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use serde_json::{Value, json};
use toon_rmcp::Toon;

struct Server;

#[tool_handler]
impl ServerHandler for Server {}

#[tool_router]
impl Server {
    #[tool(description = "As text")]
    fn text() -> Toon<Value> {
        Toon::new(json!({"rows": [1, 2, 3]}))
    }

    #[tool(description = "As structured content")]
    fn structured() -> Toon<Value> {
        Toon::new(json!({"rows": [1, 2, 3]})).with_structured()
    }

    #[tool(description = "A list as structured content")]
    fn list() -> Toon<Value> {
        Toon::new(json!([1, 2, 3])).with_structured()
    }
}

/// The texts and the structured content of the result.
async fn call(tool: &'static str, mode: ClientLifecycleMode) -> (Vec<String>, Option<Value>) {
    let (client, server) = tokio::io::duplex(4096);
    tokio::spawn(async move { Server.serve(server).await.unwrap().waiting().await });
    let client = ClientConfig::default().serve_with_lifecycle(client, mode).await.unwrap();
    let result = client.call_tool(CallToolRequestParams::new(tool)).await.unwrap();
    let texts = result.content.iter().map(|block| block.as_text().unwrap().text.clone()).collect();
    (texts, result.structured_content)
}

fn texts<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}

const NOTE: &str = "The result is in structuredContent.";

#[tokio::test]
async fn the_value_is_sent_once() {
    let without_session =
        ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let object = json!({"rows": [1, 2, 3]});
    for mode in [ClientLifecycleMode::Initialize, without_session.clone()] {
        assert_eq!(call("text", mode.clone()).await, (texts(["rows[3]: 1,2,3"]), None));
        assert_eq!(call("structured", mode).await, (texts([NOTE]), Some(object.clone())));
    }
    assert_eq!(call("list", without_session).await, (texts([NOTE]), Some(json!([1, 2, 3]))));
    // Clients of older revisions accept only objects there: rmcp turns other values into text.
    assert_eq!(call("list", ClientLifecycleMode::Initialize).await, (texts(["[1,2,3]", NOTE]), None));
}
