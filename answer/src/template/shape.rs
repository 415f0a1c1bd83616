//! What a type asks for when it is read: its fields, and what they are.

use alloc::boxed::Box;
use alloc::vec::Vec;
use toon::__internal::PART;

pub(super) type Names = &'static [&'static str];

/// The texts to try, one after the other.
pub(super) const TEXTS: [&str; 10] = [
    "text",
    "2026-01-31T09:30:00Z",
    "2026-01-31",
    "09:30:00",
    "2026-01-31T09:30:00",
    "67e55044-10b1-426f-9247-bb680e5fe0c8",
    "https://example.com/",
    "127.0.0.1",
    "1.5",
    "a",
];

/// What a type, or a part of it, asks for.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub(super) kind: Kind,
    pub(super) is_nullable: bool,
    /// Whether it is `null` or empty, since it would recurse forever.
    pub(super) is_cut: bool,
    /// The number of samples that were refused.
    pub(super) sample: usize,
}

#[derive(Debug, Default)]
pub(super) enum Kind {
    /// Not asked for yet, or anything.
    #[default]
    Any,
    Bool,
    Integer,
    Number,
    Text,
    Unit,
    List(Box<Shape>),
    /// The first elements, and the number of all. The last shape is that of the others.
    Tuple(Vec<Shape>, usize),
    /// A key and its value.
    Map(Box<[Shape; 2]>),
    Object(Vec<Member>),
    Choice(Choice),
}

/// A field of a struct.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    /// Whether it can be left out, once that has been tried.
    pub(super) is_optional: Option<bool>,
    /// Whether no sample is accepted.
    pub(super) is_refused: bool,
}

/// An enum.
#[derive(Debug, Default)]
pub(super) struct Choice {
    /// Nothing, the tag, or the tag and the key of the content.
    pub(super) tags: Names,
    pub(super) names: Names,
    pub(super) contents: Vec<Shape>,
    /// How many variants are known. Within the same enum, one is enough.
    pub(super) known: usize,
    pub(super) is_nested: bool,
    /// The first one that can be read.
    pub(super) usable: usize,
}

impl Member {
    pub(super) fn new(name: &'static str, is_optional: Option<bool>) -> Self {
        Member { name, shape: Shape::default(), is_optional, is_refused: false }
    }

    /// Whether its own members are in its place.
    pub(super) fn is_flattened(&self) -> bool {
        self.name.starts_with(PART)
    }
}

impl Shape {
    /// A text that it accepts.
    pub(super) fn text(&self) -> &'static str {
        TEXTS.get(self.sample).copied().unwrap_or("text")
    }

    /// Goes on to the next text, if what was made of the last one was refused.
    pub(super) fn advance(&mut self) -> bool {
        match &mut self.kind {
            Kind::Text if self.sample < TEXTS.len() => {
                self.sample += 1;
                self.sample < TEXTS.len()
            }
            Kind::List(inner) => inner.advance(),
            Kind::Map(entry) => entry[1].advance(),
            _ => false,
        }
    }

    /// Whether it has a field that has not been left out yet.
    pub(super) fn is_untested(&self) -> bool {
        match &self.kind {
            Kind::List(inner) => inner.is_untested(),
            Kind::Tuple(inner, _) => inner.iter().any(Shape::is_untested),
            Kind::Map(inner) => inner.iter().any(Shape::is_untested),
            Kind::Object(members) => {
                members.iter().any(|member| member.is_untested() || member.shape.is_untested())
            }
            Kind::Choice(choice) => choice.contents.iter().any(Shape::is_untested),
            _ => false,
        }
    }
}

impl Member {
    pub(super) fn is_untested(&self) -> bool {
        self.is_optional.is_none() && !self.is_refused && !self.is_flattened()
    }
}

impl Choice {
    pub(super) fn new(tags: Names, names: Names) -> Self {
        let contents = names.iter().map(|_| Shape::default()).collect();
        Choice { tags, names, contents, known: 0, is_nested: false, usable: usize::MAX }
    }

    /// The variants that can be shown, with their contents.
    pub(super) fn variants(&self) -> impl Iterator<Item = (&'static str, &Shape)> {
        let variants = self.names.iter().copied().zip(&self.contents).enumerate();
        let is_shown = |at: usize, content: &Shape| !content.is_cut && (!self.is_nested || at == self.usable);
        variants.filter(move |(at, (_, content))| is_shown(*at, content)).map(|(_, variant)| variant)
    }
}
