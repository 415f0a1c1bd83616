//! A folder within a budget: `cargo run --release -p toon-context --all-features --example folder DIR BUDGET [QUERY]`
use toon_context::sources::Folder;
use toon_context::{Budget, Context, O200k, Remainder, Style};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let dir = args.next().unwrap_or_else(|| ".".to_owned());
    let tokens: usize = args.next().map_or(Ok(20_000), |tokens| tokens.parse())?;
    let query = args.next().unwrap_or_default();
    let start = std::time::Instant::now();
    let packed = Folder::new(dir).query(query).budget(tokens).pack()?;
    let packing = start.elapsed();
    let (files, ranked, skipped) = (packed.blocks.len() - 1, packed.ranked.len(), packed.skipped.len());
    let context: Context = packed.blocks.into_iter().collect();
    let out = context.render(&Budget::tokens(tokens).counter(O200k), Style::Xml)?;
    println!("{}", out.text);
    let count = |is: fn(&Remainder) -> bool| out.omitted.iter().filter(|omitted| is(&omitted.shown)).count();
    let nothing = count(|shown| matches!(shown, Remainder::Nothing));
    let partly = out.omitted.len() - nothing;
    eprintln!(
        "{} tokens; {ranked} files ranked, {files} kept, {} full, {partly} partly, {skipped} skipped; pack {packing:?}, all {:?}",
        out.tokens,
        files - out.omitted.len().min(files),
        start.elapsed()
    );
    Ok(())
}
