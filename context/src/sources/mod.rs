//! Blocks from files, folders, diffs, and chats.
//!
//! | source | gives | feature |
//! | --- | --- | --- |
//! | [`Diff::from_unified`](crate::Diff::from_unified) | a [`Diff`](crate::Diff) for each file | |
//! | [`Conversation::from_chat`](crate::Conversation::from_chat) | blocks of the messages of a chat | `json` |
//! | [`Code::from_path`](crate::Code::from_path) | a file | `fs` |
//! | [`FileTree::from_dir`](crate::FileTree::from_dir) | the names in a folder | `fs` |
//! | [`folder`], [`Folder`] | the names and files of a folder | `fs` |

#[cfg(feature = "json")]
mod chat;
mod diff;
#[cfg(feature = "fs")]
mod folder;

#[cfg(feature = "json")]
pub use chat::ChatError;
pub use diff::DiffError;
#[cfg(feature = "fs")]
pub use folder::{FileError, Folder, Packed, folder};
