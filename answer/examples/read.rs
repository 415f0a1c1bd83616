//! Reads an answer on standard input: what it means, what was changed, and what looks wrong.
#![allow(missing_docs)]

use std::io::Read as _;
use toon_answer::Options;

fn main() -> std::io::Result<()> {
    let mut answer = String::new();
    std::io::stdin().read_to_string(&mut answer)?;
    match Options::new().repair(&answer) {
        Ok(repaired) => {
            println!("{}", repaired.text);
            repaired.fixes.iter().for_each(|fix| eprintln!("fix: {fix}"));
            repaired
                .warnings
                .iter()
                .for_each(|warning| eprintln!("warning: {warning}; {}", warning.suggestion()));
        }
        Err(error) => eprintln!("error: {error}\nhelp: {}", error.suggestion().unwrap_or_default()),
    }
    Ok(())
}
