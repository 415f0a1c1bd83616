//! Shared by the fuzz targets: options chosen by bytes, random JSON values, random `Serialize`
//! events, properties of the normal form, and of containers.

pub mod containers;
#[path = "../../tests/support/equality.rs"]
pub mod equality;
pub mod events;
pub mod json;
#[path = "../../normal/tests/normal/support/mod.rs"]
pub mod normal;
pub mod options;
