//! Parses `#[toon(…)]` once, and collects all mistakes with their spans.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, ExprPath, Ident, LitBool, LitStr, Path, Token, parenthesized};

/// The mistakes in all `#[toon(…)]` attributes of a type.
#[derive(Default)]
pub(crate) struct Mistakes(Vec<Error>);

impl Mistakes {
    pub(crate) fn add(&mut self, span: Span, message: impl std::fmt::Display) {
        self.0.push(Error::new(span, message));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Compile errors for all mistakes.
    pub(crate) fn report(&self) -> TokenStream {
        self.0.iter().map(Error::to_compile_error).collect()
    }
}

/// The hints on the type itself.
#[derive(Default)]
pub(crate) struct ContainerHints {
    /// The path of the `toon` crate, if it is not the usual one.
    pub(crate) krate: Option<Path>,
    /// Values of this type are rows.
    pub(crate) tabular: Option<Span>,
    /// The fields of the rows can have any type.
    pub(crate) unchecked: bool,
    pub(crate) skip_default: Option<Span>,
    /// The levels that the type declares, from the fewest fields to all.
    pub(crate) levels: Option<Vec<LitStr>>,
    /// Each of its fields is folded.
    pub(crate) fold: Option<Span>,
    /// Pairs of its fields, each of which is written as one column.
    pub(crate) ranges: Vec<Range>,
}

/// Two fields of a row that are written as one column.
pub(crate) struct Range {
    pub(crate) span: Span,
    pub(crate) start: Ident,
    pub(crate) end: Ident,
    /// The name of the column in TOON.
    pub(crate) name: LitStr,
}

/// The hints on a field.
#[derive(Default)]
pub(crate) struct FieldHints {
    pub(crate) skip: Option<Span>,
    pub(crate) rename: Option<LitStr>,
    pub(crate) with: Option<LitStr>,
    pub(crate) skip_default: Option<SkipDefault>,
    /// The `skip_default` of the struct does not apply to it.
    pub(crate) keep_default: Option<Span>,
    /// The lowest level that includes the field. `None` if all do.
    pub(crate) level: Option<LitStr>,
    /// If the value is a chain of single-key objects, it is folded into the field's key.
    pub(crate) fold: Option<Span>,
    pub(crate) tabular: Option<Table>,
    /// Its values are scalars, regardless of its type.
    pub(crate) cell: Option<Span>,
    /// If all rows have the same value, it is hoisted out of the table.
    pub(crate) hoist: Option<Span>,
    /// A list of an enum is written as one table per variant.
    pub(crate) by_variant: Option<ByVariant>,
    /// It follows from other fields, so that it is not written.
    pub(crate) derived: Option<Derived>,
    /// If its value is `None`, each column of the group is `null`.
    pub(crate) nullable_group: Option<Span>,
    /// In a table, the list is a table of its own.
    pub(crate) child: Option<Child>,
    /// The list is one cell.
    pub(crate) join: Option<Join>,
}

/// The hints on a variant.
#[derive(Default)]
pub(crate) struct VariantHints {
    /// The key of the variant's table in a list that is grouped by variant.
    pub(crate) plural: Option<LitStr>,
}

/// The list is grouped by variant.
pub(crate) struct ByVariant {
    pub(crate) span: Span,
    /// The order across variants is kept.
    pub(crate) keeps_order: bool,
}

/// The field follows from other fields.
pub(crate) struct Derived {
    pub(crate) span: Span,
    /// The function that computes it from the struct when TOON is read.
    pub(crate) function: Option<ExprPath>,
}

/// What is wrong with `join` beside hints that write the field in another way.
pub(crate) const JOINED: &str =
    "a list is joined to a single cell, or written in another way: remove `join` or the other";

/// The hint that opts out of the struct's `skip_default`.
pub(crate) const KEEP_DEFAULT: &str = "skip_default = false";

/// The field is omitted if it has its default.
pub(crate) struct SkipDefault {
    pub(crate) span: Span,
    /// A predicate to use instead of the comparison.
    pub(crate) predicate: Option<ExprPath>,
}

/// The field is a list of rows that is a table beside the one it is in.
pub(crate) struct Child {
    pub(crate) span: Span,
    /// The field of the parent that the rows repeat.
    pub(crate) key: Option<LitStr>,
}

/// The field is a list of scalars that is written as one cell.
pub(crate) struct Join {
    pub(crate) span: Span,
    /// What separates the elements, if it is not the usual separator.
    pub(crate) separator: Option<char>,
}

/// The field is a table.
pub(crate) struct Table {
    pub(crate) span: Span,
    /// The key field of its rows.
    pub(crate) key: Option<LitStr>,
    /// The header is written even if the table is empty.
    pub(crate) header: Option<Span>,
}

impl ContainerHints {
    pub(crate) fn of(attributes: &[Attribute], mistakes: &mut Mistakes) -> Self {
        let mut hints = ContainerHints::default();
        each(
            attributes,
            mistakes,
            &["crate", "tabular", "skip_default", "fold", "levels", "range"],
            "a type",
            |hint| {
                match hint.text.as_str() {
                    "crate" => hints.krate = Some(hint.path()?),
                    "tabular" => {
                        hints.tabular = Some(hint.name.span());
                        hints.unchecked = hint.is_unchecked()?;
                    }
                    "fold" => hints.fold = Some(hint.alone()?),
                    "levels" => hints.levels = Some(hint.strings()?),
                    "range" => hints.ranges.push(hint.range()?),
                    _ if hint.is_false()? => {
                        return Err(hint.mistake(
                            "`skip_default = false` exempts a field from the `skip_default` of its struct: put it on that field",
                        ));
                    }
                    _ if hint.value.is_empty() => hints.skip_default = Some(hint.alone()?),
                    _ => {
                        return Err(
                            hint.mistake("a predicate applies to a single field: put it on that field")
                        );
                    }
                }
                Ok(())
            },
        );
        hints
    }

    /// The path of the `toon` crate.
    pub(crate) fn toon(&self) -> TokenStream {
        self.krate.as_ref().map_or_else(|| quote!(::toon), |path| quote!(#path))
    }

    /// The span of the first hint that affects the type's values.
    pub(crate) fn first(&self) -> Option<Span> {
        let range = self.ranges.first().map(|range| range.span);
        self.tabular.or(self.skip_default).or(self.fold).or(range)
    }
}

impl FieldHints {
    pub(crate) fn of(attributes: &[Attribute], mistakes: &mut Mistakes) -> Self {
        let mut hints = FieldHints::default();
        let known = [
            "skip",
            "rename",
            "with",
            "skip_default",
            "level",
            "fold",
            "tabular",
            "cell",
            "hoist",
            "by_variant",
            "derived",
            "nullable_group",
            "child",
            "join",
        ];
        each(attributes, mistakes, &known, "a field", |hint| {
            match hint.text.as_str() {
                "skip" => hints.skip = Some(hint.alone()?),
                "tabular" => hints.tabular = Some(hint.table()?),
                "cell" => hints.cell = Some(hint.alone()?),
                "hoist" => hints.hoist = Some(hint.alone()?),
                "by_variant" => hints.by_variant = Some(hint.by_variant()?),
                "derived" => {
                    let function = if hint.value.is_empty() { None } else { Some(hint.path()?) };
                    hints.derived = Some(Derived { span: hint.name.span(), function });
                }
                "nullable_group" => hints.nullable_group = Some(hint.alone()?),
                "child" => hints.child = Some(hint.child()?),
                "join" => hints.join = Some(hint.join()?),
                "fold" => hints.fold = Some(hint.alone()?),
                "rename" => hints.rename = Some(hint.string()?),
                "level" => hints.level = Some(hint.string()?),
                "with" => {
                    hint.path::<ExprPath>()?;
                    hints.with = Some(hint.string()?);
                }
                _ if hint.is_false()? => hints.keep_default = Some(hint.name.span()),
                _ => {
                    let predicate = if hint.value.is_empty() { None } else { Some(hint.path()?) };
                    hints.skip_default = Some(SkipDefault { span: hint.name.span(), predicate });
                }
            }
            Ok(())
        });
        if let (Some(join), Some(_)) = (&hints.join, &hints.with) {
            mistakes.add(join.span, JOINED);
        }
        hints
    }

    /// Whether TOON treats the field like other formats do.
    pub(crate) fn is_empty(&self) -> bool {
        // These do not change what is written.
        self.all().all(|(name, _)| name == "cell" || name == KEEP_DEFAULT)
    }

    /// The span of the first hint.
    pub(crate) fn first(&self) -> Option<Span> {
        self.all().next().map(|(_, span)| span)
    }

    /// The hints, with their spans.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&'static str, Span)> {
        let FieldHints { skip, rename, with, skip_default, keep_default, level, fold, .. } = self;
        let FieldHints { tabular, cell, hoist, by_variant, derived, nullable_group, child, join, .. } = self;
        let all = [
            ("skip", *skip),
            ("rename", rename.as_ref().map(LitStr::span)),
            ("with", with.as_ref().map(LitStr::span)),
            ("skip_default", skip_default.as_ref().map(|skip| skip.span)),
            (KEEP_DEFAULT, *keep_default),
            ("level", level.as_ref().map(LitStr::span)),
            ("fold", *fold),
            ("tabular", tabular.as_ref().map(|table| table.span)),
            ("cell", *cell),
            ("hoist", *hoist),
            ("by_variant", by_variant.as_ref().map(|list| list.span)),
            ("derived", derived.as_ref().map(|derived| derived.span)),
            ("nullable_group", *nullable_group),
            ("child", child.as_ref().map(|child| child.span)),
            ("join", join.as_ref().map(|join| join.span)),
        ];
        all.into_iter().filter_map(|(name, span)| Some((name, span?)))
    }
}

impl VariantHints {
    pub(crate) fn of(attributes: &[Attribute], mistakes: &mut Mistakes) -> Self {
        let mut hints = VariantHints::default();
        each(attributes, mistakes, &["plural"], "a variant", |hint| {
            hints.plural = Some(hint.string()?);
            Ok(())
        });
        hints
    }
}

/// Calls `read` for each item in the `#[toon(…)]` attributes of `place`. Continues after mistakes.
fn each(
    attributes: &[Attribute],
    mistakes: &mut Mistakes,
    known: &[&str],
    place: &str,
    mut read: impl FnMut(&Hint) -> syn::Result<()>,
) {
    let mut seen: Vec<Ident> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("toon")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            let hint = Hint::of(&meta.path, meta.input);
            let done = hint.and_then(|hint| {
                if !known.contains(&hint.text.as_str()) {
                    return Err(Error::new(hint.name.span(), unknown(&hint.text, known, place)));
                }
                if seen.contains(&hint.name) && hint.text != "range" {
                    let message = format!("duplicate hint `{}`: remove one", hint.text);
                    return Err(Error::new(hint.name.span(), message));
                }
                seen.push(hint.name.clone());
                read(&hint)
            });
            mistakes.0.extend(done.err());
            Ok(())
        });
        mistakes.0.extend(parsed.err());
    }
}

fn unknown(name: &str, known: &[&str], place: &str) -> String {
    if let [only] = known {
        return format!("the only hint for {place} is `{only}`: put other hints on the fields");
    }
    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    format!("unknown hint `{name}` for {place}, expected one of {}", known.join(", "))
}

/// An item of a `#[toon(…)]` attribute.
struct Hint {
    name: Ident,
    text: String,
    /// The tokens after the name, up to the next comma.
    value: TokenStream,
}

impl Hint {
    fn of(path: &Path, input: ParseStream<'_>) -> syn::Result<Self> {
        let mut value = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            value.extend([input.parse::<TokenTree>()?]);
        }
        let Some(name) = path.get_ident() else {
            return Err(Error::new_spanned(path, "expected a single word, such as `skip`"));
        };
        Ok(Hint { name: name.clone(), text: name.to_string(), value })
    }

    /// A mistake in the tokens after the name, or in the name if there are none.
    fn mistake(&self, message: &str) -> Error {
        if self.value.is_empty() {
            return Error::new(self.name.span(), message);
        }
        Error::new_spanned(&self.value, message)
    }

    /// The span of the hint. Fails if it has a value.
    fn alone(&self) -> syn::Result<Span> {
        if self.value.is_empty() {
            return Ok(self.name.span());
        }
        Err(self.mistake(&format!("`{}` takes no value", self.text)))
    }

    /// Whether a struct has `tabular(unchecked)` instead of `tabular`.
    fn is_unchecked(&self) -> syn::Result<bool> {
        let is_unchecked = |input: ParseStream<'_>| {
            let content;
            parenthesized!(content in input);
            Ok(content.parse::<Ident>()? == "unchecked" && content.is_empty())
        };
        match is_unchecked.parse2(self.value.clone()) {
            _ if self.value.is_empty() => Ok(false),
            Ok(true) => Ok(true),
            _ => Err(self.mistake(
                "invalid arguments of `tabular` on a type, expected `tabular` or `tabular(unchecked)`: put `header` and `key` on the field that is the table",
            )),
        }
    }

    /// Whether the value is `= false`. Fails if it is `= true`.
    fn is_false(&self) -> syn::Result<bool> {
        let value = |input: ParseStream<'_>| {
            input.parse::<Token![=]>()?;
            input.parse::<LitBool>()
        };
        match value.parse2(self.value.clone()) {
            Ok(value) if value.value => {
                Err(self.mistake("`skip_default` takes `false` or the path of a predicate: remove `= true`"))
            }
            value => Ok(value.is_ok()),
        }
    }

    /// Parses the arguments of `tabular`, `tabular(header)` or `tabular(key = "…")`.
    fn table(&self) -> syn::Result<Table> {
        let mut table = Table { span: self.name.span(), key: None, header: None };
        if self.value.is_empty() {
            return Ok(table);
        }
        let items = |input: ParseStream<'_>| {
            let content;
            parenthesized!(content in input);
            // At least one argument.
            while table.key.is_none() && table.header.is_none() || !content.is_empty() {
                let name = content.parse::<Ident>()?;
                if name == "header" && table.header.is_none() {
                    table.header = Some(name.span());
                } else if name == "key" && table.key.is_none() {
                    content.parse::<Token![=]>()?;
                    table.key = Some(content.parse()?);
                } else {
                    return Err(content.error("another name"));
                }
                if !content.is_empty() {
                    content.parse::<Token![,]>()?;
                }
            }
            Ok(table)
        };
        let wrong = |_| {
            if self.is_unchecked().is_ok() {
                return self.mistake(
                    "`unchecked` applies to rows: put `#[toon(tabular(unchecked))]` on their struct",
                );
            }
            self.mistake(
                "invalid arguments of `tabular`, expected `tabular`, `tabular(header)` or `tabular(key = \"…\")`",
            )
        };
        items.parse2(self.value.clone()).map_err(wrong)
    }

    /// Parses the arguments of `by_variant` or `by_variant(unordered)`.
    fn by_variant(&self) -> syn::Result<ByVariant> {
        let span = self.name.span();
        if self.value.is_empty() {
            return Ok(ByVariant { span, keeps_order: true });
        }
        let unordered = |input: ParseStream<'_>| {
            let content;
            parenthesized!(content in input);
            let name = content.parse::<Ident>()?;
            if name == "unordered" {
                Ok(ByVariant { span, keeps_order: false })
            } else {
                Err(content.error("another name"))
            }
        };
        let wrong = |_| {
            self.mistake(
                "invalid arguments of `by_variant`, expected `by_variant` or `by_variant(unordered)`",
            )
        };
        unordered.parse2(self.value.clone()).map_err(wrong)
    }

    /// Parses `join` or `join = "…"`.
    fn join(&self) -> syn::Result<Join> {
        let span = self.name.span();
        if self.value.is_empty() {
            return Ok(Join { span, separator: None });
        }
        let text = self.string()?.value();
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(separator), None) if !matches!(separator, '"' | '[' | ']' | '\0') => {
                Ok(Join { span, separator: Some(separator) })
            }
            _ => Err(self.mistake("expected a single character, such as `join = \",\"`")),
        }
    }

    /// Parses the arguments of `range(start, end) = "name"`.
    fn range(&self) -> syn::Result<Range> {
        let parts = |input: ParseStream<'_>| {
            let content;
            parenthesized!(content in input);
            let start = content.call(Ident::parse_any)?;
            content.parse::<Token![,]>()?;
            let end = content.call(Ident::parse_any)?;
            content.parse::<Option<Token![,]>>()?;
            if !content.is_empty() {
                return Err(content.error("more than two fields"));
            }
            input.parse::<Token![=]>()?;
            Ok(Range { span: self.name.span(), start, end, name: input.parse()? })
        };
        let wrong = |_| {
            self.mistake(
                "`range` takes two fields and the name of their column: write `range(start, end) = \"…\"`",
            )
        };
        parts.parse2(self.value.clone()).map_err(wrong)
    }

    /// Parses the arguments of `child` or `child(key = "…")`.
    fn child(&self) -> syn::Result<Child> {
        let mut child = Child { span: self.name.span(), key: None };
        if !self.value.is_empty() {
            let key = |input: ParseStream<'_>| {
                let content;
                parenthesized!(content in input);
                if content.parse::<Ident>()? != "key" {
                    return Err(content.error("another name"));
                }
                content.parse::<Token![=]>()?;
                let key = content.parse()?;
                content.parse::<Option<Token![,]>>()?;
                if content.is_empty() { Ok(key) } else { Err(content.error("another argument")) }
            };
            let wrong =
                |_| self.mistake("invalid arguments of `child`, expected `child` or `child(key = \"…\")`");
            child.key = Some(key.parse2(self.value.clone()).map_err(wrong)?);
        }
        Ok(child)
    }

    /// The string after `=`.
    fn string(&self) -> syn::Result<LitStr> {
        let value = |input: ParseStream<'_>| {
            input.parse::<Token![=]>()?;
            input.parse::<LitStr>()
        };
        let wrong = |_| self.mistake(&format!("`{0}` takes a string: write `{0} = \"…\"`", self.text));
        value.parse2(self.value.clone()).map_err(wrong)
    }

    /// The strings in parentheses after the name.
    fn strings(&self) -> syn::Result<Vec<LitStr>> {
        let list = |input: ParseStream<'_>| {
            let content;
            parenthesized!(content in input);
            let strings = Punctuated::<LitStr, Token![,]>::parse_terminated(&content)?;
            Ok(strings.into_iter().collect())
        };
        let wrong =
            |_| self.mistake(&format!("`{0}` takes a list of strings: write `{0}(\"…\", \"…\")`", self.text));
        list.parse2(self.value.clone()).map_err(wrong)
    }

    /// The path in the string after `=`.
    fn path<P: Parse>(&self) -> syn::Result<P> {
        let text = self.string()?;
        let wrong =
            |_| Error::new(text.span(), format!("`{}` takes a path, such as \"module::name\"", self.text));
        text.parse().map_err(wrong)
    }
}
