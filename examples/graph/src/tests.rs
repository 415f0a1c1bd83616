//! What the answers save, and that they can be read back.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use crate::answers::{FileSymbols, LEVELS, Path, grouped};
use crate::model::Node;
use crate::query::Graph;
use crate::sizes::{Sizes, change};
use serde::de::DeserializeSeed;
use std::sync::OnceLock;
use toon::Grouped;

fn graph() -> &'static Graph {
    static GRAPH: OnceLock<Graph> = OnceLock::new();
    GRAPH.get_or_init(|| crate::graph().unwrap())
}

/// The changes in characters and tokens against JSON, in percent: first of TOON without hints, then
/// by design.
const MEASURED: [(&str, [f64; 4]); 5] = [
    ("search_nodes", [6.0, 18.0, -64.0, -59.0]),
    ("get_callers", [2.0, 12.0, -64.0, -60.0]),
    ("find_path", [-19.0, -10.0, -69.0, -62.0]),
    ("get_neighbors", [-5.0, 6.0, -64.0, -59.0]),
    ("get_file_symbols", [4.0, 15.0, -75.0, -74.0]),
];

/// Changes of the source change the answers, too.
const TOLERANCE: f64 = 8.0;

#[test]
fn answers_are_as_small_as_measured() {
    let answers = crate::answers(graph()).unwrap();
    assert_eq!(answers.len(), MEASURED.len());
    for (answer, (tool, measured)) in answers.iter().zip(MEASURED) {
        assert_eq!(answer.tool, tool);
        let Sizes { json, plain, designed } = Sizes::of(answer);
        let changes = [
            change(plain.characters, json.characters),
            change(plain.tokens, json.tokens),
            change(designed.characters, json.characters),
            change(designed.tokens, json.tokens),
        ];
        for (change, measured) in changes.into_iter().zip(measured) {
            assert!((change - measured).abs() < TOLERANCE, "{tool}: {changes:.1?}");
        }
        let goal = match tool {
            "search_nodes" => -45.0,
            "find_path" => -60.0,
            _ => -50.0,
        };
        assert!(changes[2] <= goal && changes[3] <= goal, "{tool}: {changes:.1?}");
    }
}

/// The fields that TOON leaves out or writes in another form are there again.
#[test]
fn nodes_are_read_back() {
    let graph = graph();
    let sorted = |mut nodes: Vec<Node>| {
        nodes.sort_by(|a, b| a.id().cmp(b.id()));
        nodes
    };
    for nodes in [graph.search("fold"), graph.search("no such name"), graph.nodes.clone()] {
        let text = toon::to_string(&grouped(&nodes)).unwrap();
        let mut deserializer = toon::Deserializer::from_str(&text);
        let read = Grouped::<Vec<Node>>::seed(LEVELS).deserialize(&mut deserializer).unwrap();
        deserializer.end().unwrap();
        let read = sorted(read.into_rows());
        assert_eq!(read.len(), nodes.len());
        for (read, node) in read.iter().zip(sorted(nodes)) {
            assert_eq!(*read, node);
        }
    }
}

#[test]
fn symbols_and_paths_are_read_back() {
    let graph = graph();
    for file in ["src/de/row.rs", "src/lib.rs", "src/text/number.rs"] {
        let symbols = FileSymbols::new(&graph.symbols(file)).unwrap();
        let read: FileSymbols = toon::from_str(&toon::to_string(&symbols).unwrap()).unwrap();
        assert_eq!((&read.file, read.lines), (&symbols.file, symbols.lines));
        assert_eq!(read.symbols.len(), symbols.symbols.len());
        for symbol in &symbols.symbols {
            assert!(read.symbols.contains(symbol), "{symbol:?}");
        }
    }
    let start = "src/ser/mod.rs:to_string";
    let path = Path::new(start, &graph.path(start, "src/text/quote.rs:Quoting.new").unwrap());
    assert!(path.path.len() > 2);
    assert_eq!(toon::from_str::<Path>(&toon::to_string(&path).unwrap()).unwrap(), path);
}

/// Other formats have every field.
#[test]
fn json_is_complete() {
    let graph = graph();
    let nodes = graph.search("fold");
    let json = serde_json::to_string(&nodes).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Node>>(&json).unwrap(), nodes);
    for field in ["name", "filePath", "startLine", "endLine", "exported"] {
        assert_eq!(
            json.matches(&format!("\"{field}\":")).count(),
            nodes.len() + usize::from(field == "name") * parameters(&nodes)
        );
    }
}

fn parameters(nodes: &[Node]) -> usize {
    let count = |node: &Node| match node {
        Node::Function(callable) | Node::Method(callable) => callable.parameters.len(),
        _ => 0,
    };
    nodes.iter().map(count).sum()
}
