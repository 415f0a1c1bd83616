//! `#[toon(…)]`: read once, every mistake kept with its place.

use proc_macro2::{Span, TokenStream};
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, ExprPath, Ident, LitStr, Path, Token, parenthesized, token};

/// The mistakes in all `#[toon(…)]` of a type.
#[derive(Default)]
pub(crate) struct Mistakes(Vec<Error>);

impl Mistakes {
    pub(crate) fn add(&mut self, span: Span, message: impl std::fmt::Display) {
        self.0.push(Error::new(span, message));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them, each at its place.
    pub(crate) fn report(&self) -> TokenStream {
        self.0.iter().map(Error::to_compile_error).collect()
    }
}

/// What stands on the type itself.
#[derive(Default)]
pub(crate) struct ContainerHints {
    /// Where `toon` is to be found.
    pub(crate) krate: Option<Path>,
    /// Its values are rows.
    pub(crate) tabular: Option<Span>,
    pub(crate) skip_default: Option<Span>,
    /// Each of its fields is folded.
    pub(crate) fold: Option<Span>,
}

/// What stands on a field.
#[derive(Default)]
pub(crate) struct FieldHints {
    pub(crate) skip: Option<Span>,
    pub(crate) rename: Option<LitStr>,
    pub(crate) with: Option<LitStr>,
    pub(crate) skip_default: Option<SkipDefault>,
    /// With a chain of objects in it, its keys become one.
    pub(crate) fold: Option<Span>,
    /// It is a table.
    pub(crate) tabular: Option<Span>,
    /// Its values are scalars, whatever its type.
    pub(crate) cell: Option<Span>,
}

/// The field is left out while it has its default.
pub(crate) struct SkipDefault {
    pub(crate) span: Span,
    /// Says whether it has, in place of a comparison.
    pub(crate) predicate: Option<ExprPath>,
}

impl ContainerHints {
    pub(crate) fn of(attributes: &[Attribute], mistakes: &mut Mistakes) -> Self {
        let mut hints = ContainerHints::default();
        each(
            attributes,
            mistakes,
            &["crate", "tabular", "skip_default", "fold"],
            "a type",
            |name, meta, mistakes| {
                match name {
                    "crate" => hints.krate = Some(text(meta)?.parse()?),
                    "tabular" => hints.tabular = Some(meta.path.span()),
                    "fold" => hints.fold = Some(meta.path.span()),
                    "skip_default" if meta.input.peek(Token![=]) => {
                        mistakes.add(value_span(meta)?, "a predicate is for one field: put it on that");
                    }
                    _ => hints.skip_default = Some(meta.path.span()),
                }
                Ok(())
            },
        );
        hints
    }
}

impl FieldHints {
    pub(crate) fn of(attributes: &[Attribute], mistakes: &mut Mistakes) -> Self {
        let mut hints = FieldHints::default();
        each(
            attributes,
            mistakes,
            &["skip", "rename", "with", "skip_default", "fold", "tabular", "cell"],
            "a field",
            |name, meta, _| {
                match name {
                    "skip" => hints.skip = Some(meta.path.span()),
                    "tabular" => hints.tabular = Some(meta.path.span()),
                    "cell" => hints.cell = Some(meta.path.span()),
                    "fold" => hints.fold = Some(meta.path.span()),
                    "rename" => hints.rename = Some(text(meta)?),
                    "with" => {
                        let path = text(meta)?;
                        path.parse::<ExprPath>()?;
                        hints.with = Some(path);
                    }
                    _ => {
                        let predicate =
                            if meta.input.peek(Token![=]) { Some(text(meta)?.parse()?) } else { None };
                        hints.skip_default = Some(SkipDefault { span: meta.path.span(), predicate });
                    }
                }
                Ok(())
            },
        );
        hints
    }

    pub(crate) fn is_empty(&self) -> bool {
        // `cell` changes nothing that is written.
        let FieldHints { skip, rename, with, skip_default, fold, tabular, cell: _ } = self;
        fold.is_none()
            && skip.is_none()
            && rename.is_none()
            && with.is_none()
            && skip_default.is_none()
            && tabular.is_none()
    }
}

/// A variant has no hints: they stand on its fields.
pub(crate) fn refuse_on_variant(attributes: &[Attribute], mistakes: &mut Mistakes) {
    each(attributes, mistakes, &[], "a variant", |_, _, _| Ok(()));
}

/// Calls `read` for each item of the `#[toon(…)]` among the attributes that may stand `place`. After a mistake in one item
/// the next is read all the same.
fn each(
    attributes: &[Attribute],
    mistakes: &mut Mistakes,
    known: &[&str],
    place: &str,
    mut read: impl FnMut(&str, &ParseNestedMeta<'_>, &mut Mistakes) -> syn::Result<()>,
) {
    let mut seen: Vec<Ident> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("toon")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            let Some(name) = meta.path.get_ident() else {
                return Err(meta.error("the name of a hint is one word"));
            };
            let text = name.to_string();
            if !known.contains(&text.as_str()) {
                mistakes.add(name.span(), unknown(&text, known, place));
                return skip_value(&meta);
            }
            if seen.contains(name) {
                mistakes.add(name.span(), format!("`{text}` stands here twice"));
                return skip_value(&meta);
            }
            seen.push(name.clone());
            read(&text, &meta, mistakes)
        });
        if let Err(error) = parsed {
            mistakes.0.push(error);
        }
    }
}

fn unknown(name: &str, known: &[&str], place: &str) -> String {
    if known.is_empty() {
        return format!("no hint stands on {place}: put it on the fields");
    }
    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    format!("`{name}` is no hint for {place}: there are {}", known.join(", "))
}

/// The string behind `=`.
fn text(meta: &ParseNestedMeta<'_>) -> syn::Result<LitStr> {
    meta.value()?.parse()
}

fn value_span(meta: &ParseNestedMeta<'_>) -> syn::Result<Span> {
    Ok(meta.value()?.parse::<Expr>()?.span())
}

fn skip_value(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<Expr>()?;
    } else if meta.input.peek(token::Paren) {
        let content;
        parenthesized!(content in meta.input);
        content.parse::<TokenStream>()?;
    }
    Ok(())
}
