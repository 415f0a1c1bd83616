//! Replaces `Self` by the type, because in a copy it would refer to the copy.

use proc_macro2::{Literal, Span, TokenTree};
use quote::{quote, quote_spanned};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Data, DeriveInput, ExprPath, Fields, LitStr, Meta, Path, QSelf, Token, Type, TypePath,
    parse_quote, parse_quote_spanned,
};

pub(crate) fn replace(input: &mut DeriveInput) {
    let (name, generics) = (&input.ident, input.generics.split_for_impl().1);
    let mut receiver = Receiver(parse_quote!(#name #generics));
    receiver.visit_generics_mut(&mut input.generics);
    receiver.visit_data_mut(&mut input.data);
    let fields = |fields: &mut Fields| {
        fields.iter_mut().for_each(|field| receiver.replace_in_functions(&mut field.attrs));
    };
    match &mut input.data {
        Data::Struct(data) => fields(&mut data.fields),
        Data::Enum(data) => data.variants.iter_mut().for_each(|variant| fields(&mut variant.fields)),
        Data::Union(_) => {}
    }
}

struct Receiver(TypePath);

impl Receiver {
    /// The type, with the span of the `Self` that it replaces.
    fn at(&self, span: Span) -> Type {
        let path = &self.0;
        let tokens = quote_spanned!(span=> #path);
        parse_quote_spanned!(span=> #tokens)
    }

    /// Some functions can be those of the type: `skip_serializing_if = "Self::is_empty"`.
    fn replace_in_functions(&self, attributes: &mut [Attribute]) {
        for attribute in attributes {
            let Meta::List(list) = &mut attribute.meta else { continue };
            let mut is_function = false;
            let tokens = list.tokens.clone().into_iter().map(|token| match &token {
                TokenTree::Ident(name) => {
                    is_function =
                        ["skip_serializing_if", "skip_default", "derived"].iter().any(|own| name == own);
                    token
                }
                TokenTree::Literal(literal) if is_function => self.function(literal).unwrap_or(token),
                _ => token,
            });
            list.tokens = tokens.collect();
        }
    }

    fn function(&self, literal: &Literal) -> Option<TokenTree> {
        let text: LitStr = syn::parse2(TokenTree::from(literal.clone()).into()).ok()?;
        let mut path: ExprPath = text.parse().ok()?;
        let is_own = path.path.segments.first().is_some_and(|first| first.ident == "Self");
        if !is_own {
            return None;
        }
        self.qualify(&mut path.qself, &mut path.path);
        let mut replaced = Literal::string(&quote!(#path).to_string());
        replaced.set_span(literal.span());
        Some(replaced.into())
    }

    /// Turns `Self::A` into `<Type>::A`.
    fn qualify(&self, qself: &mut Option<QSelf>, path: &mut Path) {
        let starts = path.segments.first().is_some_and(|first| first.ident == "Self");
        if qself.is_some() || path.leading_colon.is_some() || path.segments.len() < 2 || !starts {
            return;
        }
        let rest = path.segments.clone().into_pairs().skip(1).collect();
        let span = path.segments.first().map_or_else(Span::call_site, |first| first.ident.span());
        *qself = Some(QSelf {
            lt_token: Token![<](span),
            ty: Box::new(self.at(span)),
            position: 0,
            as_token: None,
            gt_token: Token![>](span),
        });
        *path = Path { leading_colon: Some(Token![::](span)), segments: rest };
    }
}

impl VisitMut for Receiver {
    fn visit_type_mut(&mut self, node: &mut Type) {
        match node {
            Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self") => {
                let span =
                    path.path.segments.first().map_or_else(Span::call_site, |first| first.ident.span());
                *node = self.at(span);
            }
            _ => visit_mut::visit_type_mut(self, node),
        }
    }

    fn visit_type_path_mut(&mut self, node: &mut TypePath) {
        self.qualify(&mut node.qself, &mut node.path);
        visit_mut::visit_type_path_mut(self, node);
    }

    fn visit_expr_path_mut(&mut self, node: &mut ExprPath) {
        self.qualify(&mut node.qself, &mut node.path);
        visit_mut::visit_expr_path_mut(self, node);
    }
}
