//! A session with this repository, as a model would see it at three budgets: as plain Markdown, as
//! the driver of the Bit Context Protocol renders it, and as `toon-context` does.
//!
//! ```sh
//! cargo run --manifest-path tests/interop/Cargo.toml --example session
//! ```

use bcp_decoder::BcpDecoder;
use bcp_driver::{BcpDriver, DefaultDriver, DriverConfig, OutputMode, Verbosity};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use toon_context::{
    Block, Budget, Code, Content, Context, Conversation, Counter, Diff, Label, O200k, Priority, Remainder,
    Status, Style, ToolResult, container,
};

/// The source files, the most important first.
const FILES: [&str; 10] = [
    "src/de/key_de.rs",
    "src/projection/key.rs",
    "src/grouped/key.rs",
    "src/de/part.rs",
    "src/grouped/read.rs",
    "src/grouped/write.rs",
    "src/grouped/plan.rs",
    "src/de/rows.rs",
    "src/error/kind.rs",
    "src/ser/mod.rs",
];

const BUDGETS: [usize; 3] = [6_000, 12_000, 24_000];

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let session = Session::new()?;
    let blocks = session.blocks()?;
    let naive = session.naive();
    let full = Context::from_iter(blocks.clone()).render(&Budget::unlimited().counter(O200k), Style::Xml)?;
    println!("In full: {} tokens as Markdown, {} as rendered here.\n", O200k.count(&naive), full.tokens);
    println!("| budget | | tokens | blocks in full | in part | summary or placeholder | missing |");
    println!("| ---: | --- | ---: | ---: | ---: | ---: | ---: |");
    for budget in BUDGETS {
        row(budget, "Markdown, cut at the end", &session.cut(&naive, budget));
        row(budget, "BCP driver, XML", &bcp(&session, &blocks, budget)?);
        let shown = ours(&blocks, budget)?;
        assert!(shown.tokens <= budget && shown.tokens * 100 >= budget * 97, "{}", shown.tokens);
        row(budget, "toon-context, XML", &shown);
    }
    Ok(())
}

fn row(budget: usize, name: &str, shown: &Shown) {
    let Shown { tokens, full, part, mentioned, missing } = shown;
    println!("| {budget} | {name} | {tokens} | {full} | {part} | {mentioned} | {missing} |");
}

/// What is shown of the blocks.
#[derive(Default)]
struct Shown {
    tokens: usize,
    full: usize,
    part: usize,
    /// With a summary or a placeholder only.
    mentioned: usize,
    missing: usize,
}

struct Session {
    files: Vec<(&'static str, String)>,
    metadata: String,
    diff: String,
}

impl Session {
    fn new() -> Result<Self> {
        let root = root();
        let cargo = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--no-deps"])
            .current_dir(&root)
            .output()?;
        let files = FILES.into_iter().map(|path| Ok((path, fs::read_to_string(root.join(path))?)));
        Ok(Session {
            files: files.collect::<Result<_>>()?,
            metadata: String::from_utf8(cargo.stdout)?.trim_end().to_owned(),
            diff: include_str!("session.diff").to_owned(),
        })
    }

    fn turns() -> [Conversation; 4] {
        [
            Conversation::system("You fix bugs in Rust code. Answer with a diff.")
                .priority(Priority::Critical),
            Conversation::user("Keys of groups panic if they are `Some` or tuples. What changed there last?"),
            Conversation::assistant(
                "The last change reads keys that `Display` cannot format, and `f32` keys.",
            ),
            Conversation::user("Do the same for keys of child tables.").priority(Priority::Critical),
        ]
    }

    /// The blocks, with the request at the end.
    fn blocks(&self) -> Result<Vec<Block>> {
        let [system, first, answer, request] = Self::turns();
        let mut blocks: Vec<Block> = vec![system.into()];
        for (index, (path, source)) in self.files.iter().enumerate() {
            let summary = source.lines().find_map(|line| line.strip_prefix("//! ")).unwrap_or_default();
            let priority = if index < 4 { Priority::High } else { Priority::Normal };
            blocks.push(Code::new(*path, &**source).summary(summary).priority(priority).into());
        }
        blocks.push(
            ToolResult::new("cargo metadata", Status::Ok)
                .json(&*self.metadata)
                .priority(Priority::Low)
                .into(),
        );
        blocks.extend(
            Diff::from_unified(&self.diff)?.into_iter().map(|diff| diff.priority(Priority::High).into()),
        );
        blocks.extend([Block::from(first), answer.into(), request.into()]);
        Ok(blocks)
    }

    /// Each part of the text in Markdown, as people write it.
    fn naive_parts(&self) -> Vec<String> {
        let turn =
            |turn: &Conversation| format!("**{}**: {}", turn.role, String::from_utf8_lossy(&turn.content));
        let [system, first, answer, request] = Self::turns();
        let mut parts = vec![turn(&system)];
        parts.extend(self.files.iter().map(|(path, source)| format!("## {path}\n\n```rust\n{source}```")));
        parts.push(format!("## cargo metadata\n\n```json\n{}\n```", self.metadata));
        parts.push(format!("```diff\n{}```", self.diff));
        parts.extend([turn(&first), turn(&answer), turn(&request)]);
        parts
    }

    fn naive(&self) -> String {
        self.naive_parts().join("\n\n")
    }

    /// The beginning of `text` that fits.
    fn cut(&self, text: &str, budget: usize) -> Shown {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let count = lines.partition_point_by(|count| O200k.count(&lines[..count].concat()) <= budget);
        let cut = lines[..count].concat();
        let mut shown = Shown { tokens: O200k.count(&cut), ..Shown::default() };
        let mut start = 0;
        for part in self.naive_parts() {
            match cut.len().saturating_sub(start) {
                0 => shown.missing += 1,
                length if length < part.len() => shown.part += 1,
                _ => shown.full += 1,
            }
            start += part.len() + 2;
        }
        shown
    }
}

trait PartitionPoint {
    /// The largest count for which `fits` holds.
    fn partition_point_by(&self, fits: impl Fn(usize) -> bool) -> usize;
}

impl<T> PartitionPoint for Vec<T> {
    fn partition_point_by(&self, fits: impl Fn(usize) -> bool) -> usize {
        let (mut fit, mut excess) = (0, self.len() + 1);
        while excess - fit > 1 {
            let middle = fit.midpoint(excess);
            if fits(middle) { fit = middle } else { excess = middle }
        }
        fit
    }
}

fn is_shown(block: &&Block) -> bool {
    !matches!(block.content(), Content::Annotation(_))
}

fn bcp(session: &Session, blocks: &[Block], budget: usize) -> Result<Shown> {
    let bytes = container::encode(blocks)?;
    let payload = BcpDecoder::decode(&bytes).map_err(|error| error.to_string())?;
    let config = DriverConfig {
        mode: OutputMode::Xml,
        target_model: None,
        include_types: None,
        token_budget: Some(u32::try_from(budget)?),
        verbosity: Verbosity::Adaptive,
    };
    let text = DefaultDriver.render(&payload.blocks, &config).map_err(|error| error.to_string())?;
    let mut shown = Shown { tokens: O200k.count(&text), ..Shown::default() };
    for (block, decoded) in
        blocks.iter().zip(container::decode(&bytes)?.into_blocks().iter().filter(is_shown))
    {
        let content = match decoded.content() {
            Content::Code(code) => code.content.clone(),
            Content::Conversation(turn) => turn.content.clone(),
            Content::Diff(diff) => diff.hunks.iter().flat_map(|hunk| hunk.lines.clone()).collect(),
            _ => session.metadata.clone().into_bytes(),
        };
        let label = Label::new(block.content());
        let mark = |line: &str| line.contains("<omitted") || line.contains("summary=\"true\"");
        if text.contains(&*String::from_utf8_lossy(&content)) {
            shown.full += 1;
        } else if text.lines().any(|line| mark(line) && line.contains(&label.name)) {
            shown.mentioned += 1;
        } else {
            shown.missing += 1;
        }
    }
    Ok(shown)
}

fn ours(blocks: &[Block], budget: usize) -> Result<Shown> {
    let out =
        Context::from_iter(blocks.to_vec()).render(&Budget::tokens(budget).counter(O200k), Style::Xml)?;
    let mut shown = Shown { tokens: out.tokens, full: blocks.len() - out.omitted.len(), ..Shown::default() };
    for omitted in &out.omitted {
        match omitted.shown {
            Remainder::Lines { .. } | Remainder::Rows { .. } => shown.part += 1,
            Remainder::Summary | Remainder::Placeholder => shown.mentioned += 1,
            _ => shown.missing += 1,
        }
    }
    Ok(shown)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
