//! How long a budget takes with ten times as many blocks: `cargo run --release -p toon-context
//! --features tokens --example scaling`

use std::time::{Duration, Instant};
use toon_context::{Budget, Code, Context, Conversation, Data, Document, O200k, Priority, Style};

/// A context of `count` blocks of several kinds and priorities.
fn context(count: usize) -> Context {
    let mut context = Context::new();
    for index in 0..count {
        let priority = Priority::ALL[1 + index * 7 % 4];
        context = match index % 4 {
            0 => {
                let text = format!("fn f{index}() -> u32 {{\n    let x = {index};\n    x + 1\n}}\n");
                context.push(Code::new(format!("src/f{index}.rs"), text).priority(priority))
            }
            1 => context.push(Conversation::user(format!("What does f{index} do?")).priority(priority)),
            2 => {
                let rows: Vec<(usize, &str)> = (0..index % 9).map(|row| (row, "open")).collect();
                context.push(Data::new(&rows).named("issues").priority(priority))
            }
            _ => {
                let text = format!("# f{index}\n\nAdds one.\n\nReturns {index} and one.\n");
                context.push(Document::new(format!("f{index}"), text).summary("Adds one.").priority(priority))
            }
        };
    }
    context
}

fn time(context: &Context, budget: &Budget<O200k>) -> Duration {
    let run = || {
        let start = Instant::now();
        let out = context.render(budget, Style::Xml);
        let time = start.elapsed();
        assert!(out.is_ok_and(|out| Some(out.tokens) <= budget.limit()));
        time
    };
    (0..3).map(|_| run()).min().unwrap_or_default()
}

fn main() {
    let few = context(10_000);
    let many = context(100_000);
    let tokens = few.render(&Budget::unlimited().counter(O200k), Style::Xml).map_or(0, |out| out.tokens);
    println!("10,000 blocks have {tokens} tokens in full.\n");
    println!("budget   10,000 blocks   100,000 blocks   ratio");
    for percent in [10, 50, 90, 120] {
        let budget = |times| Budget::tokens(tokens / 100 * percent * times).counter(O200k);
        let (few, many) = (time(&few, &budget(1)), time(&many, &budget(10)));
        let ratio = many.as_secs_f64() / few.as_secs_f64();
        println!("{percent:>5} %   {few:>13.2?}   {many:>14.2?}   {ratio:>5.1}");
        assert!(ratio <= 15.0, "ten times as many blocks take {ratio:.1} times as long");
    }
    // The same budget for both, as small as that of a real model.
    let budget = Budget::tokens(20_000).counter(O200k);
    let (few, many) = (time(&few, &budget), time(&many, &budget));
    println!(" 20,000   {few:>12.2?}   {many:>14.2?}   {:>5.1}", many.as_secs_f64() / few.as_secs_f64());
}
