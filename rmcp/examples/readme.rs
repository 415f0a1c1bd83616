//! The program in the README of `toon-rmcp`.
#![expect(clippy::unused_self, reason = "tools of a real server use it")]

use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::transport::stdio;
use rmcp::{ErrorData, ServerHandler, ServiceExt, tool, tool_handler, tool_router};
use std::error::Error;
use toon_rmcp::{ResponseOptions, ResponseParams, Toon};

#[derive(toon::Serialize)]
struct User {
    id: u32,
    name: &'static str,
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Project {
    id: u32,
    name: &'static str,
    #[toon(level = "full")]
    description: &'static str,
}

struct Server;

#[tool_router]
impl Server {
    #[tool(description = "Lists users")]
    fn users(&self) -> Toon<Vec<User>> {
        Toon::new(vec![User { id: 1, name: "Ada" }, User { id: 2, name: "Bob" }])
    }

    #[tool(description = "Lists projects")]
    fn projects(&self, Parameters(params): Parameters<ResponseParams>) -> Result<CallToolResult, ErrorData> {
        let projects = [
            Project { id: 1, name: "Engine", description: "Computes." },
            Project { id: 2, name: "Loom", description: "Weaves." },
        ];
        params.respond_with(&projects, &ResponseOptions::new().key("projects"))
    }
}

#[tool_handler]
impl ServerHandler for Server {}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    Server.serve(stdio()).await?.waiting().await?;
    Ok(())
}
