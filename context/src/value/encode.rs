use serde::Serialize;
pub(crate) enum Format {
    Toon,
    Json,
}
impl Format {
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Format::Toon => "toon",
            Format::Json => "json",
        }
    }
}
pub(crate) struct Encoded {
    pub(crate) text: String,
    pub(crate) format: Format,
}
pub(crate) fn smallest(view: &impl Serialize, _count: &dyn Fn(&str) -> usize) -> Encoded {
    Encoded { text: toon::to_string(view).unwrap_or_default(), format: Format::Toon }
}
pub(crate) fn named<'v>(name: &'v str, view: &'v impl Serialize) -> impl Serialize + 'v {
    std::collections::BTreeMap::from([(name, view)])
}
