//! The code on the page `docs/recipes.md` is that of the examples.

use std::path::Path;
use std::{fs, io};

#[test]
fn code_on_the_page() -> io::Result<()> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let page = fs::read_to_string(docs.join("recipes.md"))?;
    let recipes: Vec<_> = page.split("\n## ").skip(1).collect();
    assert_eq!(recipes.len(), 7);
    for recipe in recipes {
        let title = recipe.lines().next().unwrap_or_default();
        let mut files = Vec::new();
        for link in recipe.split("](").skip(1) {
            let path = docs.join(&link[..link.find(')').unwrap()]);
            files
                .push(fs::read_to_string(&path).unwrap_or_else(|error| panic!("{title}: {path:?}: {error}")));
        }
        let blocks: Vec<_> = recipe.split("\n```rust\n").skip(1).collect();
        assert!(!blocks.is_empty(), "{title} has no code");
        for block in blocks {
            let code = &block[..=block.find("\n```").unwrap()];
            assert!(
                files.iter().any(|file| file.contains(code)),
                "{title}: no file contains this code:\n{code}"
            );
        }
    }
    Ok(())
}
