//! Shows a document while it arrives, from an asynchronous reader.
#![allow(missing_docs)]

use std::error::Error;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use toon::Partial;

#[derive(Debug, Default, serde::Deserialize)]
#[serde(default)]
struct Plan {
    title: Option<String>,
    steps: Vec<Step>,
}

#[derive(Debug, serde::Deserialize)]
struct Step {
    id: u32,
    text: String,
}

/// Reads a plan, and calls `show` whenever there is more of it.
async fn read(mut reader: impl AsyncRead + Unpin, show: impl Fn(&Plan)) -> Result<Plan, Box<dyn Error>> {
    let (mut partial, mut buffer) = (Partial::new(), [0; 4096]);
    loop {
        match reader.read(&mut buffer).await? {
            0 => return Ok(partial.finish()?),
            count => partial.push(&buffer[..count]),
        }
        if let Some(plan) = partial.value()? {
            show(&plan);
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // In place of the body of a response.
    let (mut writer, reader) = tokio::io::duplex(16);
    let text = "title: Bake a cake\nsteps[3]{id,text}:\n  1,Mix flour and eggs\n  2,Bake\n  3,Wait";
    let write = async {
        for piece in text.as_bytes().chunks(10) {
            writer.write_all(piece).await?;
        }
        drop(writer);
        Ok::<_, Box<dyn Error>>(())
    };
    let show = |plan: &Plan| println!("{:?}: {} steps so far", plan.title, plan.steps.len());
    let (written, plan) = tokio::join!(write, read(reader, show));
    written?;
    for Step { id, text } in plan?.steps {
        println!("{id}. {text}");
    }
    Ok(())
}
