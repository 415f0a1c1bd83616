//! The blocks of a folder.

use super::error::FileError;
use super::rank::{Ranked, rank};
use super::walk::{Found, Walk};
use super::{Folder, Packed, generated, kind, read, tree};
use crate::block::{Block, Content, Keep};
use crate::sources::secrets::{secret_name, secrets, without_secrets};
use std::collections::HashSet;

/// How many bytes are kept for each token of a budget, so that there is always enough to choose from.
const KEPT: usize = 160;
/// How many of them count of one file, since no more of it will be shown.
const KEPT_OF_FILE: usize = 16;
/// How many of the first files have half the share of the first one, and more.
const HALF: u32 = 5;

impl Folder {
    /// Reads the names of the files, and the files that are text: prose and texts without a language as
    /// [`Document`](crate::Document)s, JSON, JSON lines and CSV as [`Data`](crate::Data) with a name (features
    /// `json` and `csv`), others as [`Code`](crate::Code). Empty files are only listed in the tree.
    ///
    /// The files come in the order in which they are worth showing for the [query](Self::query): see
    /// [`rank`](Self::rank). The first ones have the largest shares of a budget: the sixth half as much as the first,
    /// the eleventh a third, and so on.
    ///
    /// Of a file that does not fit, the lines that define something, headings and keys are shown first
    /// ([`Keep::Outline`]).
    ///
    /// Lock files, generated and minified ones, and those that look secret are [skipped](Packed::skipped) unless
    /// they are [included](Self::include).
    ///
    /// # Errors
    /// If the folder or a pattern cannot be read, or a limit is exceeded. What else cannot be read is [skipped](Packed::skipped).
    ///
    /// ```
    /// use toon_context::{Content, sources::Folder};
    ///
    /// let packed = Folder::new(env!("CARGO_MANIFEST_DIR")).query("the size of a varint").pack()?;
    /// let [tree, first, ..] = packed.blocks.as_slice() else { unreachable!() };
    /// assert!(matches!(tree.content(), Content::FileTree(_)));
    /// assert!(matches!(first.content(), Content::Code(code) if code.path == "src/container/varint.rs"));
    /// # Ok::<(), toon_context::sources::FileError>(())
    /// ```
    pub fn pack(&self) -> Result<Packed, FileError> {
        let limits = self.limits.start(&self.root);
        let mut walk = self.walk(&limits)?;
        let mut skipped = std::mem::take(&mut walk.unread);
        skipped.extend(self.hide_secret_names(&mut walk));
        skipped.extend(walk.settings.iter().filter_map(|path| {
            let kind = secret_name(path)?.to_owned();
            Some(FileError::Secret { path: without_secrets(path).0.into_owned(), kind })
        }));
        let files = self.files(&walk, &mut skipped);
        let mut unusable = HashSet::new();
        let ranked = rank(&self.root, &files, &self.query, &self.weights, |file| {
            match limits.check_time().and_then(|()| self.read(file)) {
                Ok(text) => Some(text),
                Err(error) => {
                    unusable.insert(file.shown.clone());
                    skipped.push(error);
                    None
                }
            }
        });
        let mut blocks: Vec<Block> = vec![tree::of(&self.root, &walk).into()];
        // The tree says all about other files. Callers may leave it out for a single one.
        let are_listed = files.len() > 1;
        let mut left = self.budget.map_or(usize::MAX, |tokens| tokens.saturating_mul(KEPT));
        let mut named = Vec::new();
        for (index, score) in ranked {
            limits.check_time()?;
            let Some(file) = files.get(index).filter(|file| !unusable.contains(&file.shown)) else {
                continue;
            };
            // A file may have been removed since it was ranked.
            if left > 0
                && let Some(mut block) = self.block(file)
            {
                let place = u32::try_from(named.len()).unwrap_or(u32::MAX);
                block.modifiers.weight = weight(place);
                block.modifiers.is_listed = are_listed;
                block.modifiers.keep = Some(Keep::Outline);
                block.modifiers.is_outline = self.outline;
                blocks.push(block);
                let size = usize::try_from(file.size.unwrap_or_default()).unwrap_or(usize::MAX);
                let most = self.budget.map_or(usize::MAX, |tokens| tokens.saturating_mul(KEPT_OF_FILE));
                left = left.saturating_sub(size.min(most));
            }
            named.push(Ranked { path: file.shown.clone(), score });
        }
        limits.check_time()?;
        Ok(Packed { blocks, ranked: named, skipped, unmatched: walk.unmatched })
    }

    /// Leaves out what has a key or token in its name, which the tree would show.
    pub(super) fn hide_secret_names(&self, walk: &mut Walk) -> Vec<FileError> {
        let mut hidden = Vec::new();
        walk.closed.retain(|path, _| secrets(path).is_empty());
        walk.found.retain(|found| {
            let (path, secrets) = without_secrets(&found.shown);
            let Some(secret) = secrets.first().filter(|_| !self.is_named(found)) else { return true };
            if found.size.is_some() {
                let kind = format!("{} in its name", secret.kind);
                hidden.push(FileError::Secret { path: path.into_owned(), kind });
            }
            false
        });
        hidden
    }

    /// The files that may be shown by their names.
    pub(super) fn files<'w>(&self, walk: &'w Walk, skipped: &mut Vec<FileError>) -> Vec<&'w Found> {
        let files = walk.found.iter().filter(|found| found.size.is_some_and(|size| size > 0));
        // Whether a name is secret may depend on the folders above.
        let root = self.root.canonicalize().unwrap_or_default().to_string_lossy().replace('\\', "/");
        let mut usable = Vec::new();
        for file in files {
            let path = || file.shown.clone();
            if let Some(kind) =
                secret_name(&format!("{root}/{}", file.shown)).filter(|_| !self.is_named(file))
            {
                skipped.push(FileError::Secret { path: path(), kind: kind.to_owned() });
            } else if let Some(kind) = generated::is_generated_name(&file.shown).filter(|_| !file.is_included)
            {
                skipped.push(FileError::Generated { path: path(), kind });
            } else {
                usable.push(file);
            }
        }
        usable
    }

    /// The text of a file that may be shown, by which it is ranked. Long data has none.
    pub(super) fn read(&self, file: &Found) -> Result<String, FileError> {
        let path = || file.shown.clone();
        let text = match read::text(&file.path, &file.shown, self.max_file_bytes) {
            Err(FileError::TooLarge { path, limit }) => {
                let rows = self.rows(file).ok_or(FileError::TooLarge { path, limit })?;
                return self.without_secrets(file, &rows).map(|()| String::new());
            }
            other => other?,
        };
        if let Some(kind) = generated::is_generated_text(&file.shown, &text).filter(|_| !file.is_included) {
            return Err(FileError::Generated { path: path(), kind });
        }
        self.without_secrets(file, &text).map(|()| text)
    }

    /// # Errors
    /// If what may be shown of a file looks secret.
    fn without_secrets(&self, file: &Found, text: &str) -> Result<(), FileError> {
        match secrets(text).into_iter().next().filter(|_| !self.is_named(file)) {
            Some(secret) => Err(FileError::Secret { path: file.shown.clone(), kind: secret.to_string() }),
            None => Ok(()),
        }
    }

    /// Whether a file is included by its path, so that it may be shown even if it looks secret.
    fn is_named(&self, file: &Found) -> bool {
        let is_it = |glob: &String| {
            let path = glob.trim_start_matches("./").trim_start_matches('/');
            path == file.shown || without_escapes(path) == file.shown
        };
        !self.protect && self.selection.include.iter().any(is_it)
    }

    /// The block of a file, which is read again, so that it may have changed.
    fn block(&self, file: &Found) -> Option<Block> {
        #[cfg(feature = "json")]
        if let Some(data) = super::data::of(file, self.max_file_bytes) {
            self.without_secrets(file, data.json_text().unwrap_or_default()).ok()?;
            return Some(data.into());
        }
        let text = read::text(&file.path, &file.shown, self.max_file_bytes).ok()?;
        self.without_secrets(file, &text).ok()?;
        let mut block = kind::block(&file.shown, text);
        if let Content::Code(code) = &mut block.content {
            code.has_numbers = self.line_numbers;
        }
        Some(block)
    }

    /// The JSON text of the rows of a file of data.
    #[cfg(feature = "json")]
    fn rows(&self, file: &Found) -> Option<String> {
        super::data::of(file, self.max_file_bytes)?.json_text().map(str::to_owned)
    }

    #[cfg(not(feature = "json"))]
    #[expect(clippy::unused_self, reason = "tables need the feature `json`")]
    fn rows(&self, _file: &Found) -> Option<String> {
        None
    }
}

/// What a pattern without wildcards matches.
fn without_escapes(glob: &str) -> String {
    let mut chars = glob.chars();
    std::iter::from_fn(|| chars.next().and_then(|char| if char == '\\' { chars.next() } else { Some(char) }))
        .collect()
}

/// The share of the file at this place, from 0, in thousandths of that of the first.
fn weight(place: u32) -> u32 {
    use crate::block::FULL_WEIGHT;

    (FULL_WEIGHT * HALF / HALF.saturating_add(place)).max(1)
}
