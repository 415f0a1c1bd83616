//! What `toon-rmcp` and `toon-mcp` share with this crate. Not covered by semantic versioning: they
//! depend on exactly this version.

pub use crate::describe::describe_unread;
pub use crate::explanation::normal_options;
pub use crate::filter::ToolNames;
pub use crate::find::{MainJson, string as json_string};
pub use crate::json::{Tree, is_deeper_than};
pub use crate::object::{Object, raw};
pub use crate::registry::{Registry, ToolCall};
pub use crate::shorten::{MAX_NAMES, list, shorten, shorten_message};
pub use crate::stats::grouped;
