//! `toon-mcp`: TOON tools for models, and a proxy that gives them TOON.

fn main() {}
