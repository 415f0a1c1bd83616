//! Content blocks that contain text.

use crate::files;
use crate::marker::{FORMAT, Format};
use crate::object::{Object, raw};
use crate::{Marker, Rules};
use serde_json::json;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A content block.
#[derive(Debug)]
pub(crate) struct Block<'r> {
    pub(crate) object: Object<'r>,
    pub(crate) kind: BlockKind,
}

#[derive(Debug)]
pub(crate) enum BlockKind {
    Text(String),
    /// An embedded resource with a JSON media type.
    Json(String),
    /// An embedded resource with any other text.
    Resource(String),
    Other,
}

impl<'r> Block<'r> {
    pub(crate) fn read(block: &'r RawValue, rules: &Rules) -> Self {
        let object: Object<'r> = serde_json::from_str(block.get()).unwrap_or_default();
        let text = |object: &Object<'_>| object.string("text").map(Cow::into_owned);
        let kind = match object.string("type").as_deref() {
            Some("text") => text(&object).map_or(BlockKind::Other, BlockKind::Text),
            Some("resource") => object.object("resource").map_or(BlockKind::Other, |resource| {
                let Some(text) = text(&resource) else { return BlockKind::Other };
                let is_json = is_json_resource(&resource, rules);
                if is_json { BlockKind::Json(text) } else { BlockKind::Resource(text) }
            }),
            _ => BlockKind::Other,
        };
        Block { object, kind }
    }

    /// The text of the block, if hosts show it.
    pub(crate) fn shown(&self) -> Option<&str> {
        match &self.kind {
            BlockKind::Text(text) | BlockKind::Json(text) | BlockKind::Resource(text) => Some(text),
            BlockKind::Other => None,
        }
    }

    /// The text of the block, if it may be converted.
    pub(crate) fn convertible(&self) -> Option<&str> {
        match &self.kind {
            BlockKind::Text(text) | BlockKind::Json(text) => Some(text),
            BlockKind::Resource(_) | BlockKind::Other => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.kind {
            BlockKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether the block consists only of text, so that replacing it loses nothing else.
    pub(crate) fn is_bare_text(&self) -> bool {
        self.text().is_some() && self.object.keys().all(|key| matches!(key, "type" | "text"))
    }

    /// Whether the block is restricted to an audience, such as the user but not the model.
    pub(crate) fn has_audience(&self) -> bool {
        self.object.object("annotations").is_some_and(|annotations| annotations.get("audience").is_some())
    }

    /// Replaces the block's text.
    pub(crate) fn set_text(&mut self, text: &str, format: Format, rules: &Rules) {
        let Some(json) = raw(text) else { return };
        if let BlockKind::Json(_) = self.kind {
            let Some(mut resource) = self.object.object("resource") else { return };
            resource.set("text", json);
            if format.is_toon()
                && let Some(media_type) = raw(toon::MEDIA_TYPE)
            {
                resource.set("mimeType", media_type);
            }
            let Some(resource) = raw(&resource) else { return };
            self.object.set("resource", resource);
        } else {
            self.object.set("text", json);
        }
        mark(&mut self.object, format, rules.marker);
    }

    /// Replaces the block's text with one that also explains it, and so is not marked as TOON.
    pub(crate) fn set_explained_text(&mut self, text: &str) {
        let Some(json) = raw(text) else { return };
        self.object.set("text", json);
        for (place, key) in MARKED {
            let Some(mut there) = self.object.object(place) else { continue };
            there.remove(key);
            match raw(&there) {
                Some(there) if !there.get().eq("{}") => self.object.set(place, there),
                _ => self.object.remove(place),
            }
        }
    }

    /// Creates a text block.
    pub(crate) fn of_text(text: &str, format: Format, rules: &Rules) -> Option<Box<RawValue>> {
        let mut object = Object::default();
        object.set("type", raw("text")?);
        object.set("text", raw(text)?);
        mark(&mut object, format, rules.marker);
        raw(&object)
    }
}

/// Whether a resource, embedded or read, is JSON that may be converted.
pub(crate) fn is_json_resource(resource: &Object<'_>, rules: &Rules) -> bool {
    let is_json = resource.string("mimeType").is_some_and(|media_type| is_json(&media_type));
    let is_file = resource.string("uri").is_some_and(|uri| files::is_json(&uri));
    is_json && (rules.rewrite_files || !is_file)
}

fn is_json(media_type: &str) -> bool {
    let name = media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    matches!(
        name.as_str(),
        "application/json"
            | "text/json"
            | "application/jsonl"
            | "application/ndjson"
            | "application/x-ndjson"
    ) || name.ends_with("+json")
}

/// Replaces the text of a resource that has been read.
pub(crate) fn set_resource_text(resource: &mut Object<'_>, text: &str, format: Format, rules: &Rules) {
    let Some(text) = raw(text) else { return };
    resource.set("text", text);
    if format.is_toon()
        && let Some(media_type) = raw(toon::MEDIA_TYPE)
    {
        resource.set("mimeType", media_type);
    }
    mark(resource, format, rules.marker);
}

/// The members and keys that state the format of a block.
const MARKED: [(&str, &str); 2] = [("_meta", FORMAT), ("annotations", "format")];

/// Adds the format marker to a block if it is TOON. Other members are kept.
fn mark(block: &mut Object<'_>, format: Format, marker: Marker) {
    if !format.is_toon() {
        return;
    }
    let places = match marker {
        Marker::Off => &[],
        Marker::Meta => &MARKED[..1],
        Marker::Annotations => &MARKED[..],
    };
    for (place, key) in places {
        let noted = match block.get(place).map(RawValue::get) {
            None | Some("null") => raw(&json!({*key: format.as_str()})),
            Some(there) => serde_json::from_str::<Object<'_>>(there).ok().and_then(|mut there| {
                there.set(key, raw(format.as_str())?);
                raw(&there)
            }),
        };
        // If this is not an object, the block stays without a marker.
        if let Some(noted) = noted {
            block.set(place, noted);
        }
    }
}
