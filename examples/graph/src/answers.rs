//! The answers of the tools: as such a server returns them, and as designed for models.

use crate::model::{Edge, EdgeKind, Node, Parameter, Type, signature, split_id};
use crate::query::Graph;
use serde::Serialize as PlainSerialize;
use toon::{Deserialize, Grouped, Serialize};

/// An answer in three forms.
pub(crate) struct Answer {
    pub(crate) tool: &'static str,
    pub(crate) json: String,
    /// As TOON, of the same value.
    pub(crate) plain: String,
    /// As TOON, with hints and of types that do not repeat themselves.
    pub(crate) designed: String,
}

impl Answer {
    fn new(
        tool: &'static str,
        raw: &impl PlainSerialize,
        designed: &impl PlainSerialize,
    ) -> Result<Self, Error> {
        // Without hints, since those are lost in a `Value`.
        let plain = toon::to_string(&serde_json::to_value(raw)?)?;
        Ok(Answer { tool, json: serde_json::to_string(raw)?, plain, designed: toon::to_string(designed)? })
    }
}

type Error = Box<dyn std::error::Error>;

/// A list of nodes, as a server returns it.
#[derive(PlainSerialize)]
struct Found<'a> {
    count: usize,
    nodes: &'a [Node],
}

/// The levels of a list of nodes as designed.
pub(crate) const LEVELS: [&str; 3] = ["module", "package", "type"];

/// Nodes by module, package and type. What all have in common is stated once.
pub(crate) fn grouped(nodes: &[Node]) -> Grouped<Vec<&Node>> {
    Grouped::new(nodes, LEVELS).hoist_single(true)
}

/// The symbols whose name contains a text.
pub(crate) fn search_nodes(graph: &Graph, text: &str) -> Result<Answer, Error> {
    let nodes = graph.search(text);
    Answer::new("search_nodes", &Found { count: nodes.len(), nodes: &nodes }, &grouped(&nodes))
}

/// The functions that call one, directly or through others.
pub(crate) fn get_callers(graph: &Graph, id: &str, max_depth: usize) -> Result<Answer, Error> {
    let nodes = graph.callers(id, max_depth);
    Answer::new("get_callers", &Found { count: nodes.len(), nodes: &nodes }, &grouped(&nodes))
}

/// A path, as a server returns it.
#[derive(PlainSerialize)]
struct RawPath<'a> {
    found: bool,
    start: &'a str,
    end: &'a str,
    nodes: Vec<&'a str>,
    edges: &'a [Edge],
    length: usize,
}

/// A path as designed: the nodes are in order, so the edges need not name them.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(crate) struct Path {
    #[toon(tabular)]
    pub(crate) path: Vec<Step>,
}

/// A node, and the edge that leads to it. The first one has none.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[toon(tabular)]
pub(crate) struct Step {
    pub(crate) file: String,
    pub(crate) symbol: String,
    pub(crate) edge: Option<EdgeKind>,
    pub(crate) calls: Option<u32>,
}

impl Path {
    pub(crate) fn new(start: &str, edges: &[Edge]) -> Self {
        let step = |id: &str, edge: Option<&Edge>| {
            let (file, symbol) = split_id(id);
            Step {
                file: file.to_owned(),
                symbol: symbol.to_owned(),
                edge: edge.map(|edge| edge.kind),
                calls: edge.and_then(|edge| edge.call_count),
            }
        };
        let steps = edges.iter().map(|edge| step(&edge.target, Some(edge)));
        Path { path: [step(start, None)].into_iter().chain(steps).collect() }
    }
}

/// The shortest chain of calls from one function to another.
pub(crate) fn find_path(graph: &Graph, start: &str, end: &str) -> Result<Answer, Error> {
    let edges = graph.path(start, end).ok_or_else(|| format!("no path from {start} to {end}"))?;
    let nodes = [start].into_iter().chain(edges.iter().map(|edge| &*edge.target)).collect();
    let raw = RawPath { found: true, start, end, nodes, edges: &edges, length: edges.len() };
    Answer::new("find_path", &raw, &Path::new(start, &edges))
}

/// The surroundings of a node, as a server returns them.
#[derive(PlainSerialize)]
#[serde(rename_all = "camelCase")]
struct RawNeighbors<'a> {
    center: &'a Node,
    nodes: &'a [Node],
    edges: &'a [Edge],
    node_count: usize,
    edge_count: usize,
}

/// The surroundings as designed: an edge names only its other end.
#[derive(Serialize)]
pub(crate) struct Neighbors<'a> {
    pub(crate) center: &'a Node,
    pub(crate) nodes: Grouped<Vec<&'a Node>>,
    pub(crate) edges: Grouped<Vec<Link<'a>>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[toon(tabular)]
pub(crate) struct Link<'a> {
    pub(crate) direction: Direction,
    #[serde(rename = "type")]
    pub(crate) kind: EdgeKind,
    pub(crate) id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[toon(skip_default)]
    pub(crate) call_count: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Direction {
    Incoming,
    Outgoing,
}

/// A node with all that it is connected to.
pub(crate) fn get_neighbors(graph: &Graph, id: &str) -> Result<Answer, Error> {
    let center = graph.node(id).ok_or_else(|| format!("no node {id}"))?;
    let (nodes, edges) = graph.neighbors(id);
    let raw = RawNeighbors {
        center,
        nodes: &nodes,
        edges: &edges,
        node_count: nodes.len(),
        edge_count: edges.len(),
    };
    let links = edges.iter().map(|edge| {
        let is_outgoing = edge.source == id;
        Link {
            direction: if is_outgoing { Direction::Outgoing } else { Direction::Incoming },
            kind: edge.kind,
            id: if is_outgoing { &edge.target } else { &edge.source },
            call_count: edge.call_count,
        }
    });
    let designed =
        Neighbors { center, nodes: grouped(&nodes), edges: Grouped::new(links, ["direction", "type"]) };
    Answer::new("get_neighbors", &raw, &designed)
}

/// A file's symbols as designed: what they share is stated once, and the rest by kind.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(crate) struct FileSymbols {
    pub(crate) file: String,
    pub(crate) module: String,
    pub(crate) package: String,
    pub(crate) lines: u32,
    #[toon(by_variant(unordered))]
    pub(crate) symbols: Vec<Symbol>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "type")]
pub(crate) enum Symbol {
    #[toon(plural = "functions")]
    Function(CallableRow),
    #[toon(plural = "methods")]
    Method(CallableRow),
    #[toon(plural = "structs")]
    Struct(Row),
    #[toon(plural = "enums")]
    Enum(Row),
    #[toon(plural = "traits")]
    Trait(Row),
    #[toon(plural = "types")]
    TypeAlias(Row),
    #[toon(plural = "constants")]
    Constant(VariableRow),
    #[toon(plural = "fields")]
    Field(VariableRow),
}

/// Declares the rows of symbols, which share their first fields.
macro_rules! rows {
    ($($(#[$meta:meta])* $name:ident { $($fields:tt)* })*) => {$(
        $(#[$meta])*
        #[derive(Serialize, Deserialize, PartialEq, Debug)]
        #[serde(rename_all = "camelCase")]
        #[toon(tabular, range(start_line, end_line) = "lines")]
        pub(crate) struct $name {
            /// The symbol in its file, such as `Type.method`.
            pub(crate) symbol: String,
            pub(crate) start_line: u32,
            pub(crate) end_line: u32,
            #[toon(skip_default)]
            pub(crate) exported: bool,
            $($fields)*
        }
    )*};
}

rows! {
    CallableRow {
        #[toon(with = "signature", skip_default)]
        pub(crate) parameters: Vec<Parameter>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[toon(skip_default)]
        pub(crate) return_type: Option<String>,
    }

    Row {}

    VariableRow {
        #[serde(rename = "valueType")]
        pub(crate) ty: String,
    }
}

impl FileSymbols {
    pub(crate) fn new(nodes: &[Node]) -> Option<Self> {
        let file =
            nodes.iter().find_map(|node| if let Node::File(file) = node { Some(file) } else { None })?;
        let Type { id, module, package, end_line, .. } = file.clone();
        let symbols = nodes.iter().filter_map(Symbol::new).collect();
        Some(FileSymbols { file: id, module, package, lines: end_line, symbols })
    }
}

impl Symbol {
    fn new(node: &Node) -> Option<Self> {
        let symbol = split_id(node.id()).1.to_owned();
        let ((start_line, end_line), exported) = (node.lines(), node.is_exported());
        let row = |symbol| Row { symbol, start_line, end_line, exported };
        Some(match node {
            Node::Function(callable) | Node::Method(callable) => {
                let row = CallableRow {
                    symbol,
                    start_line,
                    end_line,
                    exported,
                    parameters: callable.parameters.clone(),
                    return_type: callable.return_type.clone(),
                };
                if matches!(node, Node::Method(_)) { Symbol::Method(row) } else { Symbol::Function(row) }
            }
            Node::Constant(variable) | Node::Field(variable) => {
                let row = VariableRow { symbol, start_line, end_line, exported, ty: variable.ty.clone() };
                if matches!(node, Node::Field(_)) { Symbol::Field(row) } else { Symbol::Constant(row) }
            }
            Node::Struct(_) => Symbol::Struct(row(symbol)),
            Node::Enum(_) => Symbol::Enum(row(symbol)),
            Node::Trait(_) => Symbol::Trait(row(symbol)),
            Node::TypeAlias(_) => Symbol::TypeAlias(row(symbol)),
            Node::File(_) => return None,
        })
    }
}

/// The symbols of a file, as a server returns them.
#[derive(PlainSerialize)]
struct RawSymbols<'a> {
    count: usize,
    nodes: &'a [Node],
}

/// What a file declares.
pub(crate) fn get_file_symbols(graph: &Graph, file: &str) -> Result<Answer, Error> {
    let nodes = graph.symbols(file);
    let designed = FileSymbols::new(&nodes).ok_or_else(|| format!("no file {file}"))?;
    Answer::new("get_file_symbols", &RawSymbols { count: nodes.len(), nodes: &nodes }, &designed)
}
