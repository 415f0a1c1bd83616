//! Parses `#[name(a, b = "…", c(d = "…"))]` without interpreting it.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Path, Token, parenthesized, token};

/// The items of all attributes with the same name.
#[derive(Default)]
pub(crate) struct Metas(Vec<Meta>);

struct Meta {
    name: String,
    value: Value,
}

enum Value {
    None,
    Text(LitStr),
    Nested(Metas),
    Other,
}

impl Metas {
    /// Parses the attributes with this name, and ignores those that are malformed.
    pub(crate) fn of(attributes: &[Attribute], name: &str) -> Self {
        let ours = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
        let metas = ours.filter_map(|attribute| attribute.parse_args::<Metas>().ok());
        Metas(metas.flat_map(|metas| metas.0).collect())
    }

    fn find(&self, name: &str) -> impl Iterator<Item = &Value> {
        self.0.iter().filter(move |meta| meta.name == name).map(|meta| &meta.value)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.find(name).next().is_some()
    }

    /// Whether there is a `name` without a value.
    pub(crate) fn has_plain(&self, name: &str) -> bool {
        self.find(name).any(|value| matches!(value, Value::None))
    }

    /// The text of `name = "…"`.
    pub(crate) fn text(&self, name: &str) -> Option<&LitStr> {
        self.find(name).find_map(|value| match value {
            Value::Text(text) => Some(text),
            _ => None,
        })
    }

    /// The texts of every `name = "…"`.
    pub(crate) fn texts(&self, name: &str) -> impl Iterator<Item = &LitStr> {
        self.find(name).filter_map(|value| match value {
            Value::Text(text) => Some(text),
            _ => None,
        })
    }

    /// The items of `name(…)`.
    pub(crate) fn nested(&self, name: &str) -> Option<&Metas> {
        self.find(name).find_map(|value| match value {
            Value::Nested(metas) => Some(metas),
            _ => None,
        })
    }
}

impl Parse for Metas {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let metas = Punctuated::<Meta, Token![,]>::parse_terminated(input)?;
        Ok(Metas(metas.into_iter().collect()))
    }
}

impl Parse for Meta {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = if input.peek(syn::Ident::peek_any) && !input.peek2(Token![::]) {
            input.call(syn::Ident::parse_any)?.to_string()
        } else {
            input.parse::<Path>()?.to_token_stream().to_string()
        };
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            match input.parse::<Expr>()? {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Value::Text(text),
                _ => Value::Other,
            }
        } else if input.peek(token::Paren) {
            let content;
            parenthesized!(content in input);
            if content.fork().parse::<Metas>().is_ok() {
                Value::Nested(content.parse()?)
            } else {
                content.parse::<TokenStream>()?;
                Value::Other
            }
        } else {
            Value::None
        };
        Ok(Meta { name, value })
    }
}
