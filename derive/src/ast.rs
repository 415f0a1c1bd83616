//! The type that the derive is on, with what its attributes say.

use crate::attr::{Direction, Serde};
use syn::punctuated::Punctuated;
use syn::{Data, DeriveInput, Field as SynField, Fields, Index, Member, Token, Variant as SynVariant};

pub(crate) struct Container<'a> {
    pub(crate) input: &'a DeriveInput,
    pub(crate) serde: Serde,
    pub(crate) body: Body<'a>,
    pub(crate) direction: Direction,
}

pub(crate) enum Body<'a> {
    Struct(Vec<Field<'a>>),
    Enum(Vec<Variant<'a>>),
    /// Which serde refuses.
    Union,
}

pub(crate) struct Variant<'a> {
    pub(crate) syntax: &'a SynVariant,
    pub(crate) serde: Serde,
    pub(crate) fields: Vec<Field<'a>>,
}

pub(crate) struct Field<'a> {
    pub(crate) syntax: &'a SynField,
    pub(crate) serde: Serde,
}

impl<'a> Container<'a> {
    pub(crate) fn of(input: &'a DeriveInput, direction: Direction) -> Self {
        let body = match &input.data {
            Data::Struct(data) => Body::Struct(fields(&data.fields, direction)),
            Data::Enum(data) => Body::Enum(variants(&data.variants, direction)),
            Data::Union(_) => Body::Union,
        };
        Container { input, serde: Serde::of(&input.attrs, direction), body, direction }
    }

    /// The type of another crate that this one is a copy of.
    pub(crate) fn remote(&self) -> Option<&str> {
        self.serde.text("remote")
    }

    /// All fields, each with the variant that it belongs to.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (Option<&Variant<'a>>, &Field<'a>)> {
        let (own, variants) = match &self.body {
            Body::Struct(fields) => (fields.as_slice(), [].as_slice()),
            Body::Enum(variants) => ([].as_slice(), variants.as_slice()),
            Body::Union => ([].as_slice(), [].as_slice()),
        };
        let of_variants = |variant| Variant::fields(variant).map(move |field| (Some(variant), field));
        own.iter().map(|field| (None, field)).chain(variants.iter().flat_map(of_variants))
    }
}

impl<'a> Variant<'a> {
    fn of(syntax: &'a SynVariant, direction: Direction) -> Self {
        Variant {
            syntax,
            serde: Serde::of(&syntax.attrs, direction),
            fields: fields(&syntax.fields, direction),
        }
    }

    fn fields(&self) -> impl Iterator<Item = &Field<'a>> {
        self.fields.iter()
    }
}

/// The names or numbers of the fields.
pub(crate) fn members<'a>(fields: &'a [Field<'_>]) -> impl Iterator<Item = Member> + 'a {
    fields.iter().enumerate().map(|(index, field)| match &field.syntax.ident {
        Some(name) => Member::Named(name.clone()),
        None => Member::Unnamed(Index::from(index)),
    })
}

fn fields(fields: &Fields, direction: Direction) -> Vec<Field<'_>> {
    fields.iter().map(|syntax| Field { syntax, serde: Serde::of(&syntax.attrs, direction) }).collect()
}

fn variants(variants: &Punctuated<SynVariant, Token![,]>, direction: Direction) -> Vec<Variant<'_>> {
    let variant = |syntax| Variant::of(syntax, direction);
    variants.iter().map(variant).collect()
}
