//! A code graph of the own source of the crate `toon`, and the tools of a server that lets a model query it:
//! each answer as compact JSON, as TOON of the same value, and as TOON by design.
//!
//! ```sh
//! cargo run -p toon-graph            # a table of sizes
//! cargo run -p toon-graph -- --show  # the answers as well
//! ```
//!
//! Measured, with the changes in characters and in tokens of `o200k_base`:
//!
//! | tool | JSON | TOON without hints | TOON by design |
//! | --- | ---: | ---: | ---: |
//! | `search_nodes` | 1,544 tokens | +6 %, +18 % | −64 %, −57 % |
//! | `get_callers` | 871 tokens | +1 %, +11 % | −64 %, −60 % |
//! | `find_path` | 320 tokens | −19 %, −10 % | −69 %, −62 % |
//! | `get_neighbors` | 3,308 tokens | −5 %, +6 % | −64 %, −59 % |
//! | `get_file_symbols` | 1,809 tokens | +4 %, +15 % | −75 %, −74 % |

mod answers;
mod model;
mod parse;
mod query;
mod sizes;
#[cfg(test)]
mod tests;

use answers::Answer;
use query::Graph;
use sizes::Sizes;
use std::error::Error;
use std::path::Path;

/// The graph of the folder `src` of the workspace.
fn graph() -> Result<Graph, Box<dyn Error>> {
    Ok(Graph::new(parse::parse(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), "src")?))
}

/// One answer of each tool.
fn answers(graph: &Graph) -> Result<Vec<Answer>, Box<dyn Error>> {
    Ok(vec![
        answers::search_nodes(graph, "fold")?,
        answers::get_callers(graph, "src/text/quote.rs:push_quoted", 2)?,
        answers::find_path(graph, "src/ser/mod.rs:to_string", "src/text/quote.rs:Quoting.new")?,
        answers::get_neighbors(graph, "src/de/row.rs:RowCursor")?,
        answers::get_file_symbols(graph, "src/de/row.rs")?,
    ])
}

fn main() -> Result<(), Box<dyn Error>> {
    let graph = graph()?;
    println!("{} nodes, {} edges\n", graph.nodes.len(), graph.edges.len());
    let answers = answers(&graph)?;
    if std::env::args().any(|argument| argument == "--show") {
        for Answer { tool, json, plain, designed } in &answers {
            println!("{tool}\n\n{json}\n\n{plain}\n\n{designed}\n");
        }
    }
    print!("{}", sizes::table(answers.iter().map(|answer| (answer.tool, Sizes::of(answer)))));
    Ok(())
}
