//! What the fuzz targets share: options chosen by bytes, random JSON values, random `Serialize` events.

#[path = "../../tests/support/equality.rs"]
pub mod equality;
pub mod events;
pub mod json;
pub mod options;
