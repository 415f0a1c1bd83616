//! What the tools look up in the graph.

use crate::model::{Edge, EdgeKind, Node};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    /// In the order of their sources.
    pub(crate) edges: Vec<Edge>,
    /// The index of each node by its id.
    indices: BTreeMap<String, usize>,
}

impl Graph {
    pub(crate) fn new((nodes, edges): (Vec<Node>, Vec<Edge>)) -> Self {
        let indices = nodes.iter().enumerate().map(|(index, node)| (node.id().to_owned(), index)).collect();
        Graph { nodes, edges, indices }
    }

    pub(crate) fn node(&self, id: &str) -> Option<&Node> {
        self.indices.get(id).and_then(|&index| self.nodes.get(index))
    }

    /// The symbols whose name contains a text.
    pub(crate) fn search(&self, text: &str) -> Vec<Node> {
        self.nodes.iter().filter(|node| node.name().contains(text)).cloned().collect()
    }

    /// The functions that call one, directly or through others.
    pub(crate) fn callers(&self, id: &str, max_depth: usize) -> Vec<Node> {
        let mut found = BTreeSet::from([id]);
        let mut ids = vec![];
        let mut latest = vec![id];
        for _ in 0..max_depth {
            let calls = self.edges.iter().filter(|edge| edge.kind == EdgeKind::Calls);
            let calls = calls.filter(|edge| latest.contains(&edge.target.as_str()));
            let new: Vec<&str> =
                calls.map(|edge| edge.source.as_str()).filter(|id| found.insert(id)).collect();
            ids.extend(&new);
            latest = new;
        }
        self.all(&ids)
    }

    /// The shortest chain of calls from one function to another.
    pub(crate) fn path(&self, from: &str, to: &str) -> Option<Vec<Edge>> {
        let mut first_edges: BTreeMap<&str, Option<&Edge>> = BTreeMap::from([(from, None)]);
        let mut queue = VecDeque::from([from]);
        while let Some(id) = queue.pop_front() {
            for edge in self.edges_from(id).iter().filter(|edge| edge.kind == EdgeKind::Calls) {
                if !first_edges.contains_key(edge.target.as_str()) {
                    first_edges.insert(&edge.target, Some(edge));
                    queue.push_back(&edge.target);
                }
            }
        }
        let mut edges = Vec::new();
        let mut at = to;
        while let Some(edge) = first_edges.get(at)? {
            edges.push((*edge).clone());
            at = &edge.source;
        }
        edges.reverse();
        Some(edges)
    }

    /// The edges from and to a node, and the nodes at their other ends.
    pub(crate) fn neighbors(&self, id: &str) -> (Vec<Node>, Vec<Edge>) {
        let edges: Vec<Edge> =
            self.edges.iter().filter(|edge| edge.source == id || edge.target == id).cloned().collect();
        let ids: BTreeSet<&str> =
            edges.iter().map(|edge| if edge.source == id { &*edge.target } else { &*edge.source }).collect();
        (self.all(&ids.into_iter().collect::<Vec<_>>()), edges)
    }

    /// A file and the symbols in it.
    pub(crate) fn symbols(&self, file: &str) -> Vec<Node> {
        self.nodes.iter().filter(|node| node.file() == file).cloned().collect()
    }

    fn edges_from(&self, id: &str) -> &[Edge] {
        let start = self.edges.partition_point(|edge| *edge.source < *id);
        let edges = self.edges.get(start..).unwrap_or_default();
        edges.split_at(edges.partition_point(|edge| edge.source == id)).0
    }

    fn all(&self, ids: &[&str]) -> Vec<Node> {
        ids.iter().filter_map(|id| self.node(id).cloned()).collect()
    }
}
