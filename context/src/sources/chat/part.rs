//! The parts of a message's content.

use super::error::{Mistake, Result};
use super::image;
use crate::block::{Block, Document, Image};
use crate::words::DocumentFormat;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A part of a message's content.
pub(super) enum MessagePart<'j> {
    Text(String),
    Block(Box<Block>),
    Call(Call),
    Result(CallResult<'j>),
    /// Not for others to see.
    Thought,
}

/// A call of a tool.
pub(super) struct Call {
    pub(super) id: Option<String>,
    pub(super) name: String,
    pub(super) arguments: String,
}

/// The result of a call.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
pub(super) struct CallResult<'j> {
    #[serde(rename = "tool_use_id")]
    pub(super) id: String,
    #[serde(borrow)]
    pub(super) content: Option<&'j RawValue>,
    pub(super) is_error: Option<bool>,
}

/// The parts of a content: a string, an array of parts, or nothing.
pub(super) fn parts(content: &RawValue) -> Result<Vec<MessagePart<'_>>> {
    match content.get().as_bytes().first() {
        Some(b'"') => Ok(vec![MessagePart::Text(serde_json::from_str(content.get())?)]),
        Some(b'n') => Ok(Vec::new()),
        _ => {
            let parts = elements(content, "a string or an array of parts")?.into_iter().enumerate();
            let parts =
                parts.map(|(index, part)| part_of(part.get()).map_err(|mistake| mistake.in_element(index)));
            parts.collect()
        }
    }
}

/// The elements of an array, which is `expected`.
pub(super) fn elements<'j>(json: &'j RawValue, expected: &str) -> Result<Vec<&'j RawValue>> {
    if !json.get().starts_with('[') {
        return Err(Mistake::other_than(expected, json));
    }
    Ok(serde_json::from_str(json.get())?)
}

fn part_of(json: &str) -> Result<MessagePart<'_>> {
    #[derive(Deserialize)]
    #[serde(expecting = "an object")]
    struct Typed {
        r#type: String,
    }

    #[derive(Deserialize)]
    #[serde(expecting = "an object")]
    struct Text {
        #[serde(alias = "refusal")]
        text: String,
    }

    #[derive(Deserialize)]
    #[serde(expecting = "an object")]
    struct Use<'j> {
        id: String,
        name: String,
        #[serde(borrow)]
        input: &'j RawValue,
    }

    let Typed { r#type } = serde_json::from_str(json)?;
    Ok(match r#type.as_str() {
        "text" | "input_text" | "output_text" | "refusal" => {
            MessagePart::Text(serde_json::from_str::<Text>(json)?.text)
        }
        "thinking" | "redacted_thinking" | "reasoning" => MessagePart::Thought,
        "image_url" | "input_image" => of_url(json)?,
        "image" | "document" => of_source(json, &r#type)?,
        "tool_use" | "server_tool_use" | "mcp_tool_use" => {
            let Use { id, name, input } = serde_json::from_str(json)?;
            MessagePart::Call(Call { id: Some(id), name, arguments: input.get().to_owned() })
        }
        "tool_result" | "mcp_tool_result" => MessagePart::Result(serde_json::from_str(json)?),
        other => placeholder(other),
    })
}

/// What stands for content that is no block.
fn placeholder(name: &str) -> MessagePart<'static> {
    MessagePart::Text(format!("[{name}]"))
}

fn of_image(image: Image) -> MessagePart<'static> {
    MessagePart::Block(Box::new(image.into()))
}

fn of_url(json: &str) -> Result<MessagePart<'_>> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected a URL, or an object with a `url`, in `image_url`")]
    enum ImageUrl {
        Url(String),
        Object { url: String },
    }

    #[derive(Deserialize)]
    #[serde(expecting = "an object")]
    struct UrlPart {
        image_url: Option<ImageUrl>,
    }

    let UrlPart { image_url } = serde_json::from_str(json)?;
    let Some(ImageUrl::Url(url) | ImageUrl::Object { url }) = image_url else {
        return Ok(placeholder("image"));
    };
    Ok(image::in_url(&url)?.map_or_else(|| placeholder(&format!("image: {url}")), of_image))
}

/// An image or a document of Anthropic's.
fn of_source<'j>(json: &'j str, kind: &str) -> Result<MessagePart<'j>> {
    #[derive(Deserialize)]
    #[serde(expecting = "an object")]
    struct SourcePart {
        title: Option<String>,
        source: MediaSource,
    }

    #[derive(Deserialize)]
    #[serde(expecting = "an object")]
    struct MediaSource {
        media_type: Option<String>,
        data: Option<String>,
        url: Option<String>,
    }

    let SourcePart { title, source: MediaSource { media_type, data, url } } = serde_json::from_str(json)?;
    let media_type = media_type.unwrap_or_default();
    Ok(match (kind, data, url) {
        ("image", Some(data), _) => of_image(image::decode(&media_type, &data)?),
        (_, Some(data), _) if media_type == "text/plain" => {
            let document = Document::new(title.unwrap_or_default(), data).format(DocumentFormat::Plain);
            MessagePart::Block(Box::new(document.into()))
        }
        (_, _, Some(url)) => placeholder(&format!("{kind}: {url}")),
        _ => placeholder(kind),
    })
}
