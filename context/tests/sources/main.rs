//! Blocks from files, folders, diffs and chats.

mod diff;
