//! Reads Rust files into a graph.
//!
//! Names are resolved without knowing types. So a call is an edge only if its name has one meaning:
//! a method of an unknown value must be the only one of its name, and its type must occur in the
//! file.

use crate::model::{Callable, Edge, EdgeKind, Node, Parameter, Type, Variable, name_in, split_id};
use proc_macro2::Span;
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Fields, FnArg, Item, ReturnType, Signature, Visibility};

/// The nodes and edges of all files in `folder`, whose paths are relative to `root`.
pub(crate) fn parse(root: &Path, folder: &str) -> Result<(Vec<Node>, Vec<Edge>), Box<dyn std::error::Error>> {
    let mut files = Vec::new();
    rust_files(&root.join(folder), &mut files)?;
    files.sort();
    let (mut nodes, mut uses) = (Vec::new(), Vec::new());
    for path in files {
        let text = fs::read_to_string(&path)?;
        let name = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
        let package = name[folder.len() + 1..].split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let mut file = FileParser {
            file: &name,
            package,
            owner: name.clone(),
            receiver: None,
            nodes: &mut nodes,
            uses: &mut uses,
        };
        let lines = u32::try_from(text.lines().count())?;
        file.nodes.push(Node::File(file.ty(&name, (1, lines), true)));
        for item in syn::parse_file(&text)?.items {
            file.item(&item);
        }
    }
    let mut seen = BTreeSet::new();
    nodes.retain(|node| seen.insert(node.id().to_owned()));
    let edges = Names::new(&nodes, &uses).edges(&uses);
    Ok((nodes, edges))
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// A name that a node mentions.
struct Use {
    source: String,
    /// The type around the source, for `Self` and `self`.
    receiver: Option<String>,
    kind: EdgeKind,
    /// The type or module before the name, if it is a path.
    qualifier: Option<String>,
    name: String,
}

struct FileParser<'a> {
    file: &'a str,
    package: &'a str,
    /// The id of the node around the current one.
    owner: String,
    receiver: Option<String>,
    nodes: &'a mut Vec<Node>,
    uses: &'a mut Vec<Use>,
}

impl FileParser<'_> {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Fn(item) if !is_test(&item.attrs) => {
                self.callable(&item.sig, &item.vis, item.block.span(), |parser| {
                    parser.visit_block(&item.block);
                });
            }
            Item::Struct(item) => {
                let node = self.declare(&item.ident, &item.vis, item.span(), Node::Struct);
                self.fields(&node, &item.fields);
            }
            Item::Enum(item) => {
                let node = self.declare(&item.ident, &item.vis, item.span(), Node::Enum);
                for variant in &item.variants {
                    self.within(&node, None, |parser| {
                        for field in &variant.fields {
                            parser.visit_type(&field.ty);
                        }
                    });
                }
            }
            Item::Type(item) => {
                let node = self.declare(&item.ident, &item.vis, item.span(), Node::TypeAlias);
                self.within(&node, None, |parser| parser.visit_type(&item.ty));
            }
            Item::Trait(item) => {
                let node = self.declare(&item.ident, &item.vis, item.span(), Node::Trait);
                self.within(&node, Some(item.ident.to_string()), |parser| {
                    for member in &item.items {
                        if let syn::TraitItem::Fn(method) = member {
                            let end = method.default.as_ref().map_or(method.span(), Spanned::span);
                            parser.callable(&method.sig, &item.vis, end, |parser| {
                                if let Some(block) = &method.default {
                                    parser.visit_block(block);
                                }
                            });
                        }
                    }
                });
            }
            Item::Impl(item) => self.implementation(item),
            Item::Const(item) => self.variable(&item.ident, &item.vis, item.span(), &item.ty, Node::Constant),
            Item::Static(item) => {
                self.variable(&item.ident, &item.vis, item.span(), &item.ty, Node::Constant);
            }
            _ => {}
        }
    }

    fn implementation(&mut self, item: &syn::ItemImpl) {
        let syn::Type::Path(ty) = &*item.self_ty else { return };
        let Some(name) = ty.path.segments.last().map(|segment| segment.ident.to_string()) else { return };
        let id = format!("{}:{name}", self.file);
        let implemented = item.trait_.as_ref().and_then(|(path, ..)| path.segments.last());
        if let Some(segment) = implemented {
            self.note(&id, EdgeKind::Implements, None, segment.ident.to_string());
        }
        self.within(&id, Some(name), |parser| {
            for member in &item.items {
                if let syn::ImplItem::Fn(method) = member {
                    parser.callable(&method.sig, &method.vis, method.block.span(), |parser| {
                        parser.visit_block(&method.block);
                    });
                }
            }
        });
    }

    fn fields(&mut self, owner: &str, fields: &Fields) {
        let receiver = owner.rsplit(':').next().map(str::to_owned);
        self.within(owner, receiver, |parser| {
            for field in fields {
                if let Some(name) = &field.ident {
                    parser.variable(
                        name,
                        &field.vis,
                        name.span().join(field.ty.span()).unwrap_or(name.span()),
                        &field.ty,
                        Node::Field,
                    );
                }
            }
        });
    }

    /// Adds a function or method, whose body `visit` visits.
    fn callable(
        &mut self,
        signature: &Signature,
        vis: &Visibility,
        end: Span,
        visit: impl FnOnce(&mut Self),
    ) {
        let is_method = self.owner.contains(':');
        let id = self.child(&signature.ident);
        let Type { name, module, package, file_path, exported, start_line, end_line, .. } =
            self.ty(&id, lines(signature.span(), end), is_exported(vis));
        let parameters = signature.inputs.iter().filter_map(|input| match input {
            FnArg::Receiver(_) => None,
            FnArg::Typed(typed) => Some(Parameter { name: pattern_name(&typed.pat), ty: code(&typed.ty) }),
        });
        let return_type = match &signature.output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(code(ty)),
        };
        let callable = Callable {
            id: id.clone(),
            name,
            module,
            package,
            file_path,
            start_line,
            end_line,
            exported,
            parameters: parameters.collect(),
            return_type,
        };
        self.nodes.push(if is_method { Node::Method(callable) } else { Node::Function(callable) });
        self.contain(&id);
        let receiver = self.receiver.clone();
        self.within(&id, receiver, |parser| {
            parser.visit_signature(signature);
            visit(parser);
        });
    }

    fn variable(
        &mut self,
        name: &syn::Ident,
        vis: &Visibility,
        span: Span,
        ty: &syn::Type,
        node: fn(Variable) -> Node,
    ) {
        let id = self.child(name);
        let Type { name, module, package, file_path, exported, start_line, end_line, .. } =
            self.ty(&id, lines(name.span(), span), is_exported(vis));
        let variable = Variable {
            id: id.clone(),
            name,
            module,
            package,
            file_path,
            start_line,
            end_line,
            exported,
            ty: code(ty),
        };
        self.nodes.push(node(variable));
        self.contain(&id);
        let receiver = self.receiver.clone();
        self.within(&id, receiver, |parser| parser.visit_type(ty));
    }

    fn declare(&mut self, name: &syn::Ident, vis: &Visibility, span: Span, node: fn(Type) -> Node) -> String {
        let id = self.child(name);
        let ty = self.ty(&id, lines(name.span(), span), is_exported(vis));
        self.nodes.push(node(ty));
        self.contain(&id);
        id
    }

    fn ty(&self, id: &str, (start_line, end_line): (u32, u32), exported: bool) -> Type {
        Type {
            id: id.to_owned(),
            name: name_in(id).to_owned(),
            module: "toon".to_owned(),
            package: self.package.to_owned(),
            file_path: self.file.to_owned(),
            start_line,
            end_line,
            exported,
        }
    }

    /// The id of a member of the owner.
    fn child(&self, name: &impl ToString) -> String {
        let separator = if self.owner.contains(':') { '.' } else { ':' };
        format!("{}{separator}{}", self.owner, name.to_string())
    }

    fn within(&mut self, owner: &str, receiver: Option<String>, visit: impl FnOnce(&mut Self)) {
        let owner = std::mem::replace(&mut self.owner, owner.to_owned());
        let receiver = std::mem::replace(&mut self.receiver, receiver);
        visit(self);
        (self.owner, self.receiver) = (owner, receiver);
    }

    fn contain(&mut self, id: &str) {
        let (owner, id) = (self.owner.clone(), id.to_owned());
        self.note(&owner, EdgeKind::Contains, Some(String::new()), id);
    }

    fn note(&mut self, source: &str, kind: EdgeKind, qualifier: Option<String>, name: String) {
        let receiver = self.receiver.clone();
        self.uses.push(Use { source: source.to_owned(), receiver, kind, qualifier, name });
    }

    fn mention(&mut self, kind: EdgeKind, qualifier: Option<String>, name: String) {
        let owner = self.owner.clone();
        self.note(&owner, kind, qualifier, name);
    }
}

impl<'ast> Visit<'ast> for FileParser<'_> {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(path) = &*call.func {
            let mut segments = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
            if let Some(name) = segments.next() {
                self.mention(EdgeKind::Calls, segments.next(), name);
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let is_self = matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("self"));
        let qualifier = if is_self { "Self" } else { "" };
        self.mention(EdgeKind::Calls, Some(qualifier.to_owned()), call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        if let Some(segment) = ty.path.segments.last() {
            self.mention(EdgeKind::UsesType, None, segment.ident.to_string());
        }
        visit::visit_type_path(self, ty);
    }

    /// Items in a function belong to it.
    fn visit_item(&mut self, _: &'ast Item) {}
}

/// The nodes by name.
struct Names<'n> {
    nodes: BTreeMap<&'n str, &'n Node>,
    named: BTreeMap<&'n str, Vec<&'n str>>,
    /// The files, each with the names of types in it.
    types: BTreeSet<(&'n str, &'n str)>,
}

impl<'n> Names<'n> {
    fn new(nodes: &'n [Node], uses: &'n [Use]) -> Self {
        let mut named: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for node in nodes {
            named.entry(name_in(node.id())).or_default().push(node.id());
        }
        let mut types = BTreeSet::new();
        for used in uses {
            let file = split_id(&used.source).0;
            types.insert((file, used.name.as_str()));
            types.extend(used.qualifier.as_deref().map(|qualifier| (file, qualifier)));
            types.extend(used.receiver.as_deref().map(|receiver| (file, receiver)));
        }
        Names { nodes: nodes.iter().map(|node| (node.id(), node)).collect(), named, types }
    }

    fn edges(&self, uses: &[Use]) -> Vec<Edge> {
        let mut counts: BTreeMap<(&str, EdgeKind, &str), u32> = BTreeMap::new();
        for used in uses {
            if let (Some(target), Some(source)) = (self.target(used), self.source(&used.source))
                && source != target
            {
                *counts.entry((source, used.kind, target)).or_default() += 1;
            }
        }
        counts
            .into_iter()
            .map(|((source, kind, target), count)| Edge {
                source: source.to_owned(),
                target: target.to_owned(),
                kind,
                call_count: (kind == EdgeKind::Calls).then_some(count),
            })
            .collect()
    }

    /// A type may be declared in another file than its implementation.
    fn source(&self, id: &str) -> Option<&'n str> {
        match self.nodes.get_key_value(id) {
            Some((id, _)) => Some(id),
            None => self.only(name_in(id), is_type),
        }
    }

    fn target(&self, used: &Use) -> Option<&'n str> {
        let (file, _) = split_id(&used.source);
        match (used.kind, used.qualifier.as_deref()) {
            (EdgeKind::Contains, _) => self.nodes.get_key_value(used.name.as_str()).map(|(id, _)| *id),
            (EdgeKind::Calls, None) => self.near(file, &used.name, |node| matches!(node, Node::Function(_))),
            (EdgeKind::Calls, Some("")) => {
                let method = self.only(&used.name, |node| matches!(node, Node::Method(_)))?;
                let (owner, _) = split_id(method).1.split_once('.')?;
                self.types.contains(&(file, owner)).then_some(method)
            }
            (EdgeKind::Calls, Some(qualifier)) => {
                let owner = if qualifier == "Self" { used.receiver.as_deref()? } else { qualifier };
                let member = format!("{owner}.{}", used.name);
                self.near(file, &used.name, |node| match node {
                    Node::Method(method) => split_id(&method.id).1 == member,
                    Node::Function(function) => {
                        let path = function.file_path.trim_end_matches(".rs").trim_end_matches("/mod");
                        path.rsplit('/').next() == Some(owner)
                    }
                    _ => false,
                })
            }
            _ => self.near(file, &used.name, is_type),
        }
    }

    /// The node of this name in the file, or else the only one anywhere.
    fn near(&self, file: &str, name: &str, is: impl Fn(&Node) -> bool) -> Option<&'n str> {
        self.only(name, |node| is(node) && node.file() == file).or_else(|| self.only(name, is))
    }

    fn only(&self, name: &str, is: impl Fn(&Node) -> bool) -> Option<&'n str> {
        let ids = self.named.get(name)?.iter().copied();
        let mut ids = ids.filter(|id| self.nodes.get(id).is_some_and(|node| is(node)));
        ids.next().filter(|_| ids.next().is_none())
    }
}

fn is_type(node: &Node) -> bool {
    matches!(node, Node::Struct(_) | Node::Enum(_) | Node::Trait(_) | Node::TypeAlias(_))
}

fn is_exported(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("test"))
}

fn lines(start: Span, end: Span) -> (u32, u32) {
    let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
    (line(start.start().line), line(end.end().line))
}

fn pattern_name(pattern: &syn::Pat) -> String {
    match pattern {
        syn::Pat::Ident(name) => name.ident.to_string(),
        _ => "_".to_owned(),
    }
}

/// Code as it is usually written.
fn code(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let text = text
        .replace(" < ", "<")
        .replace("< ", "<")
        .replace(" >", ">")
        .replace("& ", "&")
        .replace(" :: ", "::");
    text.replace(" ,", ",")
        .replace(" ;", ";")
        .replace("[ ", "[")
        .replace(" ]", "]")
        .replace("( ", "(")
        .replace(" )", ")")
}
