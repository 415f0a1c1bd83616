//! The derive's input: a type with its attributes.

use crate::attr::{ContainerHints, Direction, FieldHints, Mistakes, Serde, SkipDefault, VariantHints};
use quote::quote;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{
    Data, DeriveInput, ExprPath, Field as SynField, Fields, Ident, Index, LitStr, Member, Token, Type,
    Variant as SynVariant,
};

pub(crate) struct Container<'a> {
    pub(crate) input: &'a DeriveInput,
    pub(crate) serde: Serde,
    pub(crate) toon: ContainerHints,
    pub(crate) body: Body<'a>,
    pub(crate) direction: Direction,
}

pub(crate) enum Body<'a> {
    Struct(Vec<Field<'a>>),
    Enum(Vec<Variant<'a>>),
    /// Rejected by serde.
    Union,
}

pub(crate) struct Variant<'a> {
    pub(crate) syntax: &'a SynVariant,
    pub(crate) serde: Serde,
    pub(crate) toon: VariantHints,
    pub(crate) fields: Vec<Field<'a>>,
}

pub(crate) struct Field<'a> {
    pub(crate) syntax: &'a SynField,
    pub(crate) member: Member,
    pub(crate) serde: Serde,
    pub(crate) toon: FieldHints,
    pub(crate) range: Option<InRange>,
    /// Whether `null` in a row is a value of its own, not that of a dropped field.
    pub(crate) keeps_null: bool,
}

/// The part of a field in a `range`.
pub(crate) struct InRange {
    /// The index of the range.
    pub(crate) index: usize,
    /// The name of the column, on the first of its two fields, which stands for it.
    pub(crate) name: Option<String>,
}

impl<'a> Container<'a> {
    pub(crate) fn of(input: &'a DeriveInput, direction: Direction, mistakes: &mut Mistakes) -> Self {
        let toon = ContainerHints::of(&input.attrs, mistakes);
        let mut read = Reader { direction, mistakes };
        let mut body = match &input.data {
            Data::Struct(data) => Body::Struct(read.fields(&data.fields)),
            Data::Enum(data) => Body::Enum(read.variants(&data.variants)),
            Data::Union(_) => Body::Union,
        };
        body.pair(&toon);
        body.join(&toon);
        body.spread(&toon);
        let serde = Serde::of(&input.attrs, direction);
        body.keep_null(&serde, &toon);
        Container { input, serde, toon, body, direction }
    }

    /// The other crate's type that this one describes (`remote`).
    pub(crate) fn remote(&self) -> Option<&LitStr> {
        self.serde.text("remote")
    }

    /// All fields, with their variants.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (Option<&Variant<'a>>, &Field<'a>)> {
        let (own, variants) = match &self.body {
            Body::Struct(fields) => (fields.as_slice(), [].as_slice()),
            Body::Enum(variants) => ([].as_slice(), variants.as_slice()),
            Body::Union => ([].as_slice(), [].as_slice()),
        };
        let own = own.iter().map(|field| (None, field));
        own.chain(variants.iter().flat_map(Variant::pairs))
    }

    /// Whether any field has `fold`.
    pub(crate) fn folds(&self) -> bool {
        self.fields().any(|(_, field)| field.toon.fold.is_some())
    }
}

impl Body<'_> {
    /// Tells the fields of each `range` of a struct about it.
    fn pair(&mut self, hints: &ContainerHints) {
        let Body::Struct(fields) = self else { return };
        for (index, range) in hints.ranges.iter().enumerate() {
            let mut name = Some(range.name.value());
            for field in fields.iter_mut().filter(|field| field.is(&range.start) || field.is(&range.end)) {
                field.range = Some(InRange { index, name: name.take() });
            }
        }
    }

    /// Names the functions that write and read joined lists.
    fn join(&mut self, hints: &ContainerHints) {
        let fields: Vec<&mut Field<'_>> = match self {
            Body::Struct(fields) => fields.iter_mut().collect(),
            Body::Enum(variants) => variants.iter_mut().flat_map(|variant| &mut variant.fields).collect(),
            Body::Union => Vec::new(),
        };
        for field in fields {
            let Some(join) = &field.toon.join else { continue };
            let toon = hints.toon();
            let usual = || quote!({ #toon::__private::DEFAULT_SEPARATOR });
            let separator = join.separator.map_or_else(usual, |separator| quote!(#separator));
            let path = quote!(#toon::__private::Joined::<#separator>).to_string();
            field.toon.with = Some(LitStr::new(&path, join.span));
        }
    }

    /// Applies `skip_default` and `fold` of a struct to each of its fields that has a key.
    fn spread(&mut self, hints: &ContainerHints) {
        let Body::Struct(fields) = self else { return };
        for field in fields.iter_mut().filter(|field| field.has_key()) {
            // An empty table that shows its header is always written, and so is one with a key.
            let is_shown = field.toon.tabular.as_ref().is_some_and(|table| table.header.is_some());
            let is_linked = field.toon.child.as_ref().is_some_and(|child| child.key.is_some());
            let is_kept = is_shown || is_linked || field.toon.keep_default.is_some();
            if let (Some(span), None, false) = (hints.skip_default, &field.toon.skip_default, is_kept) {
                field.toon.skip_default = Some(SkipDefault { span, predicate: None });
            }
            // A column of a row is either a group, whose fields are columns, or a single cell.
            let is_column = hints.tabular.is_some() && (field.toon.cell.is_some() || field.has_with());
            if field.toon.child.is_none() && field.toon.join.is_none() && !is_column {
                field.toon.fold = field.toon.fold.or(hints.fold);
            }
        }
    }

    /// A dropped field of a row is `null`. If the default that this `null` is read as is not `null`
    /// itself, but a value that is kept may be, a dropped value is written as with `skip_default`.
    fn keep_null(&mut self, serde: &Serde, hints: &ContainerHints) {
        let Body::Struct(fields) = self else { return };
        let is_row = hints.tabular.is_some();
        for field in fields.iter_mut().filter(|field| is_row && field.has_key() && field.toon.child.is_none())
        {
            let Some(text) = field.serde.text("skip_serializing_if") else { continue };
            let predicate = text.parse().ok();
            if predicate.is_some() && field.may_keep_null(serde) && is_option(&field.syntax.ty) {
                field.toon.skip_default.get_or_insert(SkipDefault { span: text.span(), predicate });
                field.keeps_null = true;
            }
        }
    }
}

impl<'a> Variant<'a> {
    fn pairs(&self) -> impl Iterator<Item = (Option<&Self>, &Field<'a>)> {
        self.fields.iter().map(move |field| (Some(self), field))
    }
}

impl Field<'_> {
    /// The field's name or index, for use in an identifier.
    pub(crate) fn word(&self) -> String {
        match &self.member {
            Member::Named(name) => name.unraw().to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        }
    }

    /// Whether it has this name in Rust.
    pub(crate) fn is(&self, name: &Ident) -> bool {
        matches!(&self.member, Member::Named(own) if own.unraw() == name.unraw())
    }

    pub(crate) fn is_named(&self) -> bool {
        matches!(self.member, Member::Named(_))
    }

    /// Whether a user-defined function serializes it, regardless of the derived trait.
    pub(crate) fn has_with(&self) -> bool {
        self.toon.with.is_some() || self.serde.has("with") || self.serde.has("serialize_with")
    }

    /// Whether it has another default than its type when it is missing, and may be kept if it is `None`.
    /// `serde` are the attributes of the struct.
    pub(crate) fn may_keep_null(&self, serde: &Serde) -> bool {
        let predicate = self.serde.text("skip_serializing_if").and_then(|text| text.parse::<ExprPath>().ok());
        let keeps = predicate
            .is_some_and(|path| path.path.segments.last().is_some_and(|last| last.ident != "is_none"));
        let is_of_struct = !self.serde.has("default") && serde.has("default");
        keeps && (is_of_struct || self.serde.text("default").is_some())
    }

    /// Whether it has a key of its own, in either direction.
    fn has_key(&self) -> bool {
        let is_skipped = self.toon.skip.is_some() || self.toon.derived.is_some() || self.serde.has("skip");
        self.is_named() && !is_skipped && self.range.is_none() && !self.serde.has("flatten")
    }
}

/// The names or indices of the fields.
pub(crate) fn members<'a>(fields: &'a [Field<'_>]) -> impl Iterator<Item = &'a Member> {
    fields.iter().map(|field| &field.member)
}

/// Whether the type is named `Option`.
pub(crate) fn is_option(ty: &Type) -> bool {
    matches!(ungrouped(ty), Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option"))
}

/// The type without the invisible group that a `macro_rules!` puts around it.
pub(crate) fn ungrouped(mut ty: &Type) -> &Type {
    while let Type::Group(group) = ty {
        ty = &group.elem;
    }
    ty
}

struct Reader<'m> {
    direction: Direction,
    mistakes: &'m mut Mistakes,
}

impl Reader<'_> {
    fn fields<'a>(&mut self, fields: &'a Fields) -> Vec<Field<'a>> {
        fields.iter().enumerate().map(|(index, syntax)| self.field(index, syntax)).collect()
    }

    fn field<'a>(&mut self, index: usize, syntax: &'a SynField) -> Field<'a> {
        let member = match &syntax.ident {
            Some(name) => Member::Named(name.clone()),
            None => Member::Unnamed(Index::from(index)),
        };
        let serde = Serde::of(&syntax.attrs, self.direction);
        let toon = FieldHints::of(&syntax.attrs, self.mistakes);
        Field { syntax, member, serde, toon, range: None, keeps_null: false }
    }

    fn variants<'a>(&mut self, variants: &'a Punctuated<SynVariant, Token![,]>) -> Vec<Variant<'a>> {
        variants.iter().map(|syntax| self.variant(syntax)).collect()
    }

    fn variant<'a>(&mut self, syntax: &'a SynVariant) -> Variant<'a> {
        let serde = Serde::of(&syntax.attrs, self.direction);
        let toon = VariantHints::of(&syntax.attrs, self.mistakes);
        Variant { syntax, serde, toon, fields: self.fields(&syntax.fields) }
    }
}
