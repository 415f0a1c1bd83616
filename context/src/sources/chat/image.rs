//! Images in chats.

use super::base64;
use super::error::{Mistake, Result};
use crate::block::Image;
use crate::words::MediaType;

/// The image in a data URL. `None` if it is another URL.
pub(super) fn in_url(url: &str) -> Result<Option<Image>> {
    let Some(data_url) = url.strip_prefix("data:") else { return Ok(None) };
    let Some((media_type, data)) = data_url.split_once(";base64,") else {
        return Err(Mistake::new("the data URL of an image is not in base64"));
    };
    decode(media_type, data).map(Some)
}

/// The image with base64 `data`.
pub(super) fn decode(media_type: &str, data: &str) -> Result<Image> {
    let known = match media_type.strip_prefix("image/") {
        Some("svg+xml") => Some(MediaType::Svg),
        Some("jpg") => Some(MediaType::Jpeg),
        Some(word) => MediaType::from_word(word),
        None => None,
    };
    let media_type = known.ok_or_else(|| Mistake::new(format!("unknown type of image {media_type:?}")))?;
    let data = base64::decode(data).ok_or_else(|| Mistake::new("invalid base64 in an image"))?;
    Ok(Image::new(media_type, "", data))
}
