//! Commands in a shell, and whether what they print is JSON of a program and not the text of a file.
//!
//! A model edits files as it has seen them, so whatever a command prints of a file must stay as it is. A
//! command is read as far as that is certain (see `shell`).

use crate::shell::{Word, pipelines};
use std::collections::BTreeSet;

/// Programs that answer with JSON, with the arguments with which they print files or run other programs.
const KNOWN: [(&str, &[&str]); 31] = [
    ("aws", &["cp", "execute-command", "get-object", "package", "s3", "ssh", "start-session"]),
    ("az", &["bicep", "download", "exec", "ssh"]),
    ("cargo", &[]),
    ("curl", &["--config", "--proto-default", "--trace", "--trace-ascii", "--write-out"]),
    ("docker", &["attach", "bake", "compose", "cp", "exec", "run", "start"]),
    ("doctl", &["kubeconfig", "spec", "ssh"]),
    ("flyctl", &["config", "console", "exec", "sftp", "ssh"]),
    ("gcloud", &["access", "cat", "cp", "exec", "scp", "ssh"]),
    ("gh", &["--verbose", "cs", "diff", "download"]),
    ("glab", &["alias", "config", "diff", "snippet"]),
    ("helm", &["inspect", "lint", "plugin", "show", "template"]),
    ("heroku", &["exec", "local", "run"]),
    ("http", &["--offline", "--print", "--verbose", "-p"]),
    ("https", &["--offline", "--print", "--verbose", "-p"]),
    ("jira", &[]),
    ("kubectl", KUBECTL),
    ("linear", &[]),
    ("npm", &[]),
    ("oc", KUBECTL),
    ("op", &["document", "inject", "read", "run"]),
    ("pip", &[]),
    ("pnpm", &[]),
    ("podman", &["attach", "compose", "cp", "exec", "kube", "run", "ssh", "start", "unshare"]),
    ("pulumi", &["export", "run"]),
    ("stripe", &[]),
    ("supabase", &[]),
    ("terraform", &["console", "pull"]),
    ("tofu", &["console", "pull"]),
    ("vault", &["policy"]),
    ("vercel", &["dev"]),
    ("xh", &["--offline", "--print", "--verbose", "-p"]),
];

/// With a file, they print what they make of it.
const KUBECTL: &[&str] = &[
    "--filename",
    "--from-env-file",
    "--from-file",
    "--kustomize",
    "--local",
    "attach",
    "config",
    "convert",
    "cp",
    "debug",
    "diff",
    "edit",
    "exec",
    "extract",
    "kustomize",
    "process",
    "rsh",
    "run",
];

/// Programs whose other subcommands are scripts of a project or a user, with those that print JSON.
const SUBCOMMANDS: [(&str, &[&str]); 4] = [
    ("cargo", &["metadata", "search", "tree"]),
    (
        "gh",
        &[
            "api",
            "attestation",
            "auth",
            "cache",
            "issue",
            "label",
            "org",
            "pr",
            "project",
            "release",
            "repo",
            "ruleset",
            "run",
            "search",
            "secret",
            "status",
            "variable",
            "workflow",
        ],
    ),
    (
        "npm",
        &[
            "access", "audit", "dist-tag", "explain", "find", "fund", "info", "la", "list", "ll", "ls",
            "outdated", "owner", "profile", "sbom", "search", "show", "team", "token", "v", "version",
            "view", "why",
        ],
    ),
    (
        "pnpm",
        &["audit", "info", "la", "licenses", "list", "ll", "ls", "outdated", "search", "show", "view", "why"],
    ),
];

/// Options without values, which may stand before a subcommand.
const FLAGS: [&str; 7] = ["--global", "--json", "--recursive", "--silent", "-g", "-r", "-s"];

/// Short options with which programs print files: those that take one, and those that show what is sent.
const OPTIONS: [(&str, &str); 6] =
    [("curl", "Kw"), ("http", "pv"), ("https", "pv"), ("kubectl", "fk"), ("oc", "fk"), ("xh", "pv")];

/// Extensions of files with data or text. A URL or argument that ends in one of them may be a file.
const FILES: [&str; 25] = [
    ".adoc",
    ".avsc",
    ".csv",
    ".geojson",
    ".har",
    ".hcl",
    ".ipynb",
    ".json",
    ".json5",
    ".jsonc",
    ".jsonl",
    ".jsonld",
    ".lock",
    ".markdown",
    ".md",
    ".mdx",
    ".ndjson",
    ".rst",
    ".tfstate",
    ".toml",
    ".tsv",
    ".txt",
    ".webmanifest",
    ".yaml",
    ".yml",
];

/// Programs that print nothing of their own, and no files.
const SILENT: [&str; 8] = ["cd", "export", "mkdir", "set", "sleep", "true", "unset", "wait"];

/// Programs that run the command after them.
const WRAPPERS: [&str; 4] = ["command", "env", "sudo", "time"];

/// The programs whose output may be converted.
#[derive(Clone, Debug)]
pub struct Programs(BTreeSet<String>);

impl Default for Programs {
    /// Those that are known to answer with JSON.
    fn default() -> Self {
        Programs(KNOWN.iter().map(|(name, _)| (*name).to_owned()).collect())
    }
}

impl Programs {
    /// These programs.
    ///
    /// ```
    /// use toon_agents::Programs;
    ///
    /// let programs = Programs::new(["gh", "our-tool"]);
    /// assert_eq!(programs.names().collect::<Vec<_>>(), ["gh", "our-tool"]);
    /// assert!(Programs::default().names().any(|name| name == "kubectl"));
    /// ```
    pub fn new(names: impl IntoIterator<Item: Into<String>>) -> Self {
        Programs(names.into_iter().map(Into::into).collect())
    }

    /// Their names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains(name)
    }
}

/// Whether all that `command` prints is the output of `programs`, possibly through `jq` and the like.
pub(crate) fn prints_json(command: &str, programs: &Programs) -> bool {
    let Some(pipelines) = pipelines(command) else { return false };
    let words = pipelines.iter().flatten().flatten();
    let assigned: Vec<Word> = words.filter_map(Word::assigned).flatten().collect();
    let mut has_program = false;
    for pipeline in &pipelines {
        match kind(pipeline, &assigned, programs) {
            Some(Kind::Program) => has_program = true,
            Some(Kind::Silent) => {}
            None => return false,
        }
    }
    has_program
}

/// The first of `programs` in a command, with its subcommand where it has some, such as `gh api`.
#[cfg(feature = "audit")]
pub(crate) fn name_of_program(command: &str, programs: &Programs) -> Option<String> {
    /// What comes first in their arguments is not a subcommand, but an address or a secret.
    const WITHOUT_SUBCOMMANDS: [&str; 4] = ["curl", "http", "https", "xh"];
    pipelines(command)?.iter().find_map(|pipeline| {
        let (program, arguments) = without_wrappers(pipeline.first()?).split_first()?;
        let name = program.program().filter(|name| programs.has(name))?;
        let is_known = KNOWN.iter().any(|(known, _)| *known == name) && !WITHOUT_SUBCOMMANDS.contains(&name);
        let is_subcommand = |word: &&Word| {
            !word.text.starts_with('-') && word.text.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        };
        let subcommand = arguments.first().filter(|_| is_known).filter(is_subcommand);
        Some(subcommand.map_or(name.to_owned(), |word| format!("{name} {}", word.text)))
    })
}

enum Kind {
    Program,
    Silent,
}

/// What a pipeline prints. Its variables may stand for any word that is `assigned`.
fn kind(pipeline: &[Vec<Word>], assigned: &[Word], programs: &Programs) -> Option<Kind> {
    let (first, filters) = pipeline.split_first()?;
    if !filters.iter().all(|filter| is_filter(filter)) {
        return None;
    }
    let words = without_wrappers(first);
    let Some((program, arguments)) = words.split_first() else {
        // Only variables are set.
        return filters.is_empty().then_some(Kind::Silent);
    };
    let name = program.program()?;
    if SILENT.contains(&name) && filters.is_empty() {
        return Some(Kind::Silent);
    }
    // A heading between two answers.
    if name == "echo" && filters.is_empty() {
        return arguments.iter().all(|word| !word.is_expanded).then_some(Kind::Silent);
    }
    let may_print_file = |word: &Word| word.is_input || is_file(word) || is_refused(name, word);
    let is_program = programs.has(name)
        && has_subcommand(name, arguments)
        && !arguments.iter().chain(assigned).any(may_print_file);
    is_program.then_some(Kind::Program)
}

fn of_program<T: Copy>(list: &[(&str, T)], name: &str) -> Option<T> {
    list.iter().find(|(program, _)| *program == name).map(|(_, of)| *of)
}

/// Whether a program prints a file with this argument, or runs another program.
fn is_refused(name: &str, word: &Word) -> bool {
    let refused = of_program(&KNOWN, name).unwrap_or_default();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    // `--option=value`, `run:detached`, and what is left when variables are empty.
    let is_between = |c| if word.is_expanded { !is_name(c) } else { matches!(c, '=' | ':') };
    let mut parts = word.text.split(is_between);
    let letters = of_program(&OPTIONS, name).unwrap_or_default();
    let has_letter = word
        .text
        .strip_prefix('-')
        .is_some_and(|text| !text.starts_with('-') && text.contains(|c| letters.contains(c)));
    // A package in a folder.
    let is_folder = matches!(name, "npm" | "pnpm") && word.text.starts_with(['.', '/']);
    // One entry of a map of configuration, which is a file.
    let is_entry = matches!(name, "kubectl" | "oc") && word.text.contains(".data");
    parts.any(|part| refused.contains(&part)) || has_letter || is_folder || is_entry
}

/// Whether the subcommand of a program is its own.
fn has_subcommand(name: &str, arguments: &[Word]) -> bool {
    let Some(known) = of_program(&SUBCOMMANDS, name) else { return true };
    let is_before = |word: &&Word| FLAGS.contains(&word.text.as_str()) || word.text.starts_with('+');
    let subcommand = arguments.iter().find(|word| !is_before(word));
    subcommand.is_some_and(|word| known.contains(&word.text.as_str()))
}

/// Whether a command in a pipeline prints only what it reads from the pipe.
fn is_filter(command: &[Word]) -> bool {
    let Some((program, arguments)) = command.split_first() else { return false };
    // A variable, a pattern or braces may stand for several words, of which one is a file.
    if command.iter().any(|word| word.is_input || word.is_expanded) {
        return false;
    }
    let operands = || arguments.iter().filter(|word| !word.text.starts_with('-'));
    match program.program() {
        Some("jq") => {
            // Options that take a file or a value are rare in pipes.
            let is_flag = |word: &&Word| word.text.starts_with('-');
            let mut flags = arguments.iter().filter(is_flag);
            operands().count() <= 1
                && !operands()
                    .any(|filter| ["import", "include"].iter().any(|word| filter.text.contains(word)))
                && flags.all(|flag| {
                    let text = flag.text.as_str();
                    let letters = text.strip_prefix('-').filter(|letters| !letters.starts_with('-'));
                    let is_short =
                        letters.is_some_and(|letters| letters.chars().all(|c| "rcsSeMCnaj".contains(c)));
                    is_short
                        || matches!(
                            text,
                            "--raw-output" | "--compact-output" | "--slurp" | "--sort-keys" | "--tab"
                        )
                })
        }
        Some("cat" | "sort" | "uniq") => {
            arguments.iter().all(|word| word.text.starts_with('-') && !word.text.starts_with("--f"))
        }
        // A number may follow an option. By itself, it is a file.
        Some("head" | "tail") => arguments.iter().enumerate().all(|(index, word)| {
            let before = index.checked_sub(1).and_then(|index| arguments.get(index));
            let is_number = !word.text.is_empty() && word.text.chars().all(|c| c.is_ascii_digit());
            word.text.starts_with('-')
                || is_number && before.is_some_and(|option| matches!(option.text.as_str(), "-n" | "-c"))
        }),
        _ => false,
    }
}

/// The words after assignments and programs that run the rest.
fn without_wrappers(words: &[Word]) -> &[Word] {
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        let is_wrapper = WRAPPERS.contains(&word.text.as_str());
        if !(word.is_assignment() || is_wrapper) {
            break;
        }
        rest = after;
    }
    match rest {
        [timeout, limit, after @ ..]
            if timeout.text == "timeout" && limit.text.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            after
        }
        rest => rest,
    }
}

/// Whether a word may name a file that is printed.
fn is_file(word: &Word) -> bool {
    let text = word.text.to_ascii_lowercase();
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let is_one = |file: &str| path.ends_with(file) || word.is_expanded && path.contains(file);
    // Settings of tools: `.prettierrc`.
    let is_settings = || {
        let name = path.rsplit(['/', ':', '=', '@']).next().unwrap_or_default();
        name.starts_with('.') && name.ends_with("rc")
    };
    let is_printed = path.contains("file:") || path.ends_with("/dev/stdout") || text.contains(".raw");
    is_printed || is_settings() || FILES.iter().any(|file| is_one(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_prints_json() {
        for command in [
            "gh api repos/example/shop/issues --paginate",
            "gh api repos/{owner}/{repo}/issues",
            "cd /home/dev/shop && gh issue list --json number,title 2>/dev/null",
            "GH_TOKEN=$TOKEN gh api x; kubectl get pods -o json",
            "/usr/bin/kubectl get pods -A -o json | jq '.items[] | {name: .metadata.name}'",
            "kubectl get pods -o json 2>&1 | head -n 20",
            "sudo docker inspect web",
            "timeout 30 curl -s -H \"Authorization: Bearer ${TOKEN}\" 'https://api.example.com/v1/users?page=1'",
            "curl -s \\\n  https://api.example.com/users",
            "echo '== issues ==' && gh issue list --json number || true",
            "# list them\ngh api x # all",
            "npm view react --json",
            "npm --json ls",
            "cargo +nightly metadata --format-version 1",
            "gh issue list -R vercel/next.js --json number",
            "kubectl get pods -n prod -l app=web --field-selector status.phase=Running -o json",
            "gh api x | head -n 20 | tail -c 100 | sort -r",
            "aws ec2 describe-instances > /tmp/out; aws sts get-caller-identity",
        ] {
            assert!(prints_json(command, &Programs::default()), "{command}");
        }
    }

    #[test]
    fn what_prints_files() {
        for command in [
            "cat package.json",
            "head -n 5 data.json",
            "sed -n 1,5p x.json",
            "git show HEAD:package.json",
            "jq . package.json",
            "gh api x && cat package.json",
            "gh api x; jq . package.json",
            "gh api x | jq . package.json",
            "gh api x | jq . < package.json",
            "gh api x | jq --slurpfile a b.json .",
            "gh api x | jq -f filter",
            "gh api x | tee /dev/tty",
            "gh api x | cat - package.json",
            "gh api x | cat package",
            "echo $(cat package.json) && gh api x",
            "echo \"`cat package.json`\" && gh api x",
            "gh api \"$(cat path)\"",
            "gh api ${X:-$(cat y)}",
            "kubectl exec web -- cat config.json",
            "kubectl exec web -- cat config",
            "docker exec web cat config",
            "docker run --rm alpine cat config",
            "curl file:///home/dev/shop/package",
            "curl https://example.com/package.json?raw=1",
            "curl https://example.com/{a.json,b}",
            "npm run show",
            "npm pkg get",
            "cargo run",
            "gh gist view 1",
            "aws s3 cp s3://bucket/key -",
            "$PROGRAM api x",
            "for f in a b; do gh api x; done",
            "(gh api x)",
            "{ gh api x; }",
            "gh api x & cat y",
            "gh api x |& cat y",
            "gh api x <<< y",
            "gh api x <<EOF\ny\nEOF",
            "diff <(gh api x) y",
            "! gh api x",
            "python -c 'print(open(1))'",
            "gh api 'unclosed",
            "gh api \"unclosed",
            "gh api x |",
            "gh api x >",
            "| gh api x",
            "",
            "cd x",
        ] {
            assert!(!prints_json(command, &Programs::default()), "{command}");
        }
    }

    #[test]
    fn programs_that_print_files() {
        for command in [
            // Other subcommands are scripts, aliases and extensions.
            "pnpm print-config",
            "pnpm -C ls print-config",
            "npm restart",
            "npm tst",
            "npm init config",
            "npm view ../shop --json",
            "cargo xtask print",
            "cargo +nightly script",
            "gh config-of-mine",
            "heroku local:run cat config",
            "heroku ps:exec cat config",
            "podman unshare cat config",
            "docker start -a web",
            "aws ecs execute-command --command 'cat config'",
            // What they make of files.
            "helm show values ./chart",
            "helm template ./chart",
            "terraform state pull",
            "pulumi stack export",
            "op inject -i config",
            "oc extract cm/web --to=-",
            "kubectl create cm web --from-file=config --dry-run=client -o json",
            "kubectl apply -f manifests -o json",
            "kubectl create -fconfig --dry-run=client -o json",
            "kubectl create --filename=config --dry-run=client -o json",
            "kubectl get cm web -o jsonpath='{.data.config}'",
            "kubectl get pods -o json < config",
            "curl -sw @config https://example.com/users",
            "curl -K config",
            "curl --proto-default file /home/dev/config",
            "http -v POST example.com @config",
            "xh --print=B example.com @config",
            "gh release download v1 -O - -p config",
            "gh pr diff 7",
            "gh api repos/a/b/contents/.prettierrc",
            "gh api repos/a/b/contents/config -H 'Accept: application/vnd.github.raw'",
            "curl https://example.com/composer.lock",
            // Words that are more than one, or another one.
            "kubectl exec$IFS-i web cat config",
            "kubectl {exec,web,cat,config}",
            "kubectl e{x,}ec web cat config",
            "A='exec web -- cat config'; kubectl $A",
            "export A=file:///home/dev; curl $A/config",
            "kubectl \\\nex\\ec web cat config",
            "gh api x | jq $FILTER",
            "gh api x | jq {.,config}",
            "gh api x | jq *",
            "gh api x | jq 'import \"config\" as $c; $c'",
            "gh api x | head 5",
            "gh api x | tail -n 5 6",
            "gh api x | sort --files0-from=list",
        ] {
            assert!(!prints_json(command, &Programs::default()), "{command}");
        }
    }

    #[cfg(feature = "audit")]
    #[test]
    fn names_of_programs() {
        for (command, expected) in [
            ("cd /x && sudo /usr/bin/kubectl get pods -o json | jq .", Some("kubectl get")),
            ("gh --repo a/b api x", Some("gh")),
            ("gh Secret", Some("gh")),
            ("curl https://secret.example.com", Some("curl")),
            ("cat x", None),
            ("gh 'api", None),
        ] {
            let name = name_of_program(command, &Programs::default());
            assert_eq!(name.as_deref(), expected, "{command}");
        }
    }

    #[test]
    fn programs_of_a_user() {
        let programs = Programs::new(["our-tool"]);
        assert!(prints_json("./bin/our-tool list", &programs) && !prints_json("gh api x", &programs));
    }
}
