//! Converts values and JSON text to trees. The ordinary serializer sends its events to a
//! [`Selector`].

use super::fields::Selector;
use super::settings::MAX_DEPTH;
use super::tree::Tree;
use serde::Serialize;
use toon::__internal::{self, JsonReader};
use toon::{EncodeOptions, Result, Serializer};

/// The tree of `value`, restricted to the parts that `options` select.
pub(super) fn tree<T: ?Sized + Serialize>(value: &T, options: &EncodeOptions) -> Result<Tree> {
    collect(options, |serializer| {
        value.serialize(&mut *serializer)?;
        __internal::check_names(serializer)
    })
}

/// The tree of JSON text.
pub(super) fn json_tree(json: &str, options: &EncodeOptions) -> Result<Tree> {
    let mut reader = JsonReader::new(json);
    collect(options, |serializer| {
        let result = reader.read(serializer);
        result.map_err(|error| __internal::place_in_json(error, json, reader.position()))
    })
}

/// Collects the events that `send` sends as a tree.
fn collect(options: &EncodeOptions, send: impl FnOnce(&mut Serializer<'_>) -> Result<()>) -> Result<Tree> {
    let options = options.clone().max_depth(options.get_max_depth().min(MAX_DEPTH));
    let mut selector = Selector::new(__internal::selection(&options));
    let mut scratch = String::new();
    let mut relay = __internal::Relay::new(&mut selector);
    send(&mut __internal::relaying(&mut scratch, &mut relay, &options))?;
    selector.finish()
}
