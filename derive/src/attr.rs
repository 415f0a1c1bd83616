//! The attributes of a container, variant or field.

mod metas;
mod toon;

pub(crate) use metas::Metas;
pub(crate) use toon::{
    ContainerHints, FieldHints, JOINED, KEEP_DEFAULT, Mistakes, Range, SkipDefault, Table, VariantHints,
};

use syn::{Attribute, ExprPath, LitStr};

/// The trait that is derived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Serialize,
    Deserialize,
}

impl Direction {
    /// Its name in serde's attributes, as in `rename(serialize = "…")`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Direction::Serialize => "serialize",
            Direction::Deserialize => "deserialize",
        }
    }

    /// The name of serde's `skip` for this direction only.
    fn skip(self) -> &'static str {
        match self {
            Direction::Serialize => "skip_serializing",
            Direction::Deserialize => "skip_deserializing",
        }
    }

    /// The function for this direction in the module of a `with` attribute, with the attribute's
    /// span.
    pub(crate) fn in_module(self, module: &LitStr) -> Option<ExprPath> {
        let path = format!("{}::{}", module.value(), self.word());
        LitStr::new(&path, module.span()).parse().ok()
    }

    /// The name of serde's `with` for this direction only.
    fn with(self) -> &'static str {
        match self {
            Direction::Serialize => "serialize_with",
            Direction::Deserialize => "deserialize_with",
        }
    }
}

/// serde's attributes, as far as they matter here. serde itself reports mistakes in them.
pub(crate) struct Serde {
    metas: Metas,
    direction: Direction,
}

impl Serde {
    pub(crate) fn of(attributes: &[Attribute], direction: Direction) -> Self {
        Serde { metas: Metas::of(attributes, "serde"), direction }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.metas.has(name)
    }

    /// Whether there is a `name` without a value.
    pub(crate) fn has_plain(&self, name: &str) -> bool {
        self.metas.has_plain(name)
    }

    /// The text of `name = "…"`.
    pub(crate) fn text(&self, name: &str) -> Option<&LitStr> {
        self.metas.text(name)
    }

    /// The aliases of the field.
    pub(crate) fn aliases(&self) -> impl Iterator<Item = String> {
        self.metas.texts("alias").map(LitStr::value)
    }

    /// The text of `name = "…"` or of `name(serialize = "…")`.
    pub(crate) fn directed(&self, name: &str) -> Option<&LitStr> {
        self.text(name).or_else(|| self.metas.nested(name)?.text(self.direction.word()))
    }

    /// Whether the field or variant is skipped in this direction.
    pub(crate) fn skips(&self) -> bool {
        self.has("skip") || self.has(self.direction.skip())
    }

    /// Whether a user-defined function serializes or deserializes the field or variant.
    pub(crate) fn has_with(&self) -> bool {
        self.has("with") || self.has(self.direction.with())
    }

    /// The user-defined function that serializes or deserializes the field.
    pub(crate) fn with(&self) -> Option<ExprPath> {
        match self.text(self.direction.with()) {
            Some(path) => path.parse().ok(),
            None => self.direction.in_module(self.text("with")?),
        }
    }

    /// Whether serde infers a bound for the types in this field or variant.
    pub(crate) fn infers_bound(&self) -> bool {
        !self.skips() && !self.has_with() && self.directed("bound").is_none()
    }
}
