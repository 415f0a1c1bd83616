//! Blocks from files, folders, diffs, and chats.
//!
//! | source | gives | feature |
//! | --- | --- | --- |
//! | `Diff::from_unified` | a block for each file | |
//! | `Conversation::from_chat`, `Chat` | the turns, calls, results and images of a chat | `json` |
//! | `Code::from_path` | a file | `fs` |
//! | `FileTree::from_dir` | the names in a folder | `fs` |
//! | `folder`, `Folder` | the names and files of a folder, with priorities | `fs` |
//! | `Folder::rank` | the files in the order in which they are worth showing for a question | `fs` |

#[cfg(feature = "json")]
mod chat;
mod diff;
#[cfg(feature = "fs")]
mod folder;
mod secrets;

#[cfg(feature = "json")]
pub use chat::{Chat, ChatError, Fitted};
pub use diff::DiffError;
#[cfg(feature = "fs")]
pub use folder::{FileError, Folder, Packed, Ranked, Score, Signal, Weights, folder};
pub use secrets::{Secret, secret_name, secrets, without_secrets};
