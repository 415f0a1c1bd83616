//! The attributes of a container, variant or field.

mod metas;
mod toon;

pub(crate) use metas::Metas;
pub(crate) use toon::{ContainerHints, FieldHints, Mistakes, SkipDefault, refuse_on_variant};

use syn::{Attribute, ExprPath};

/// Which of serde's two traits is derived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Serialize,
    Deserialize,
}

impl Direction {
    /// The word for it in serde's attributes, as in `rename(serialize = "…")`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Direction::Serialize => "serialize",
            Direction::Deserialize => "deserialize",
        }
    }

    /// What `skip` is called for this direction alone.
    fn skip(self) -> &'static str {
        match self {
            Direction::Serialize => "skip_serializing",
            Direction::Deserialize => "skip_deserializing",
        }
    }

    /// What `with` is called for this direction alone.
    fn with(self) -> &'static str {
        match self {
            Direction::Serialize => "serialize_with",
            Direction::Deserialize => "deserialize_with",
        }
    }
}

/// What serde's attributes say, as far as it has to be known here. Whether it is right is for serde to say.
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

    /// The text of `name = "…"`.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.metas.text(name)
    }

    /// The text of `name = "…"` or of `name(serialize = "…")`.
    pub(crate) fn directed(&self, name: &str) -> Option<&str> {
        self.text(name).or_else(|| self.metas.nested(name)?.text(self.direction.word()))
    }

    /// Whether the field or variant is left out in this direction.
    pub(crate) fn skips(&self) -> bool {
        self.has("skip") || self.has(self.direction.skip())
    }

    /// Whether code of the user's stands between the field or variant and its type.
    pub(crate) fn has_with(&self) -> bool {
        self.has("with") || self.has(self.direction.with())
    }

    /// The function that stands between the field and its type.
    pub(crate) fn with(&self) -> Option<ExprPath> {
        let direct = self.text(self.direction.with()).map(str::to_owned);
        let path = direct.or_else(|| Some(format!("{}::{}", self.text("with")?, self.direction.word())))?;
        syn::parse_str(&path).ok()
    }

    /// Whether serde asks for a bound on the type's own trait where this is a field or variant.
    pub(crate) fn infers_bound(&self) -> bool {
        !self.skips() && !self.has_with() && self.directed("bound").is_none()
    }
}
