//! TOON for the [Model Context Protocol](https://modelcontextprotocol.io).
//!
//! For authors of servers based on [`rmcp`]:
//!
//! - [`Toon`] is a tool result in TOON, [`ToonOr`] one in TOON or JSON, whichever is smaller.
//! - [`ResponseParams`] are parameters for tools that return lists: format, verbosity, fields,
//!   order, page.
//! - [`PROMPT`] explains TOON to models, and [`Explanation`] does so for other options, or in two
//!   sentences.
//!
//! For gateways: [`Converter`] converts the results of any tool to their smallest form, according
//! to [`Rules`]. [`Converted`] applies a converter to a whole
//! [`ServerHandler`](rmcp::ServerHandler).
//!
//! The feature `cli`, which authors of servers do not need, adds the parts of the program
//! `toon-mcp`: the server with TOON tools (`server`), the proxy (`proxy`), and HTTP for both
//! (`http`).
//!
//! ```
//! use rmcp::{handler::server::wrapper::Parameters, model::CallToolResult, tool, tool_router, ErrorData};
//! use toon_mcp::{ResponseParams, Toon};
//!
//! #[derive(Clone, toon::Serialize)]
//! #[toon(tabular)]
//! struct Project { id: u32, name: String }
//!
//! struct Projects(Vec<Project>);
//!
//! #[tool_router]
//! impl Projects {
//!     #[tool(description = "The newest project")]
//!     async fn newest(&self) -> Result<Toon<Project>, String> {
//!         self.0.last().cloned().map(Toon::new).ok_or_else(|| "there is none".to_owned())
//!     }
//!
//!     #[tool(description = "All projects")]
//!     async fn list(&self, Parameters(params): Parameters<ResponseParams>) -> Result<CallToolResult, ErrorData> {
//!         params.respond(&self.0)
//!     }
//! }
//! # let _ = Projects(Vec::new());
//! ```

mod convert;
mod handler;
#[cfg(feature = "cli")]
pub mod http;
mod json;
pub mod marker;
mod object;
mod prompt;
#[cfg(feature = "cli")]
pub mod proxy;
mod registry;
mod response;
mod result;
#[cfg(feature = "cli")]
pub mod server;
mod shorten;
pub mod tokens;

pub use convert::{
    Call, Conversion, ConvertedJson, Converter, Definition, Form, Host, InvalidPattern, Marker, Measure,
    Rules, Size, Statistics, Structured, ToolStatistics,
};
pub use handler::Converted;
pub use prompt::{Explanation, PROMPT, prompt, prompt_messages};
pub use response::{PageQuery, ResponseFormat, ResponseOptions, ResponseParams, SortKey, Verbosity};
pub use result::{Toon, ToonOr};

/// The examples in the README, as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
