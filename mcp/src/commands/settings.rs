//! Settings from flags, environment variables and a file.

use crate::proxy::{AllowedTools, Explaining, Restart, Rewriter};
use clap::builder::BoolishValueParser;
use clap::{Args, ValueEnum};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toon::{Delimiter, EncodeOptions};
use toon_convert::{Client, Converter, Explanation, Form, Host, Marker, Measure, Rules, Structured};
use toon_normal::Level;
use toon_store::{Budget, Store};

/// Defines a struct of optional settings, grouped below headings of the help, and a method that merges
/// two of them.
macro_rules! settings {
    ($($heading:literal { $($(#[$meta:meta])* $name:ident: $ty:ty,)* })*) => {
        /// The settings. Flags take precedence over environment variables, and those over the file.
        #[derive(Args, Clone, Debug, Default, Deserialize, PartialEq)]
        #[serde(default, deny_unknown_fields)]
        pub(crate) struct Settings {
            $($($(#[$meta])* #[arg(help_heading = $heading)] pub(crate) $name: Option<$ty>,)*)*
            /// What is known about hosts, by name. Only the file has them.
            #[arg(skip)]
            pub(crate) hosts: Option<BTreeMap<String, KnownHost>>,
        }

        impl Settings {
            /// Fills in missing settings from `others`.
            pub(crate) fn or(self, others: Settings) -> Settings {
                Settings { $($($name: self.$name.or(others.$name),)*)* hosts: self.hosts.or(others.hosts) }
            }
        }
    };
}

settings! {
    "What is converted" {
        /// Minimum size of a text to convert, in bytes [default: 100]
        #[arg(long, value_name = "BYTES", env = "TOON_MCP_MIN_SIZE_BYTES")]
        min_size_bytes: u64,
        /// Maximum size of a text to convert, in bytes; longer results are passed through unchanged [default:
        /// 1048576]
        #[arg(long, value_name = "BYTES", env = "TOON_MCP_MAX_SIZE_BYTES")]
        max_size_bytes: u64,
        /// Convert only results of these tools (names or globs); --exclude-tools is then ignored
        #[arg(long, value_name = "NAME,…", value_delimiter = ',', num_args = 0.., env = "TOON_MCP_INCLUDE_TOOLS")]
        include_tools: Vec<String>,
        /// Do not convert results of these tools (names or globs)
        #[arg(long, value_name = "NAME,…", value_delimiter = ',', num_args = 0.., env = "TOON_MCP_EXCLUDE_TOOLS")]
        exclude_tools: Vec<String>,
        /// Also convert the contents of files. By default these are left alone, since a model that
        /// edits a file must see it unchanged: results of tools such as `read_file`,
        /// `get_file_contents`, `cat` or `view`, results of calls with an argument such as `path` or
        /// `uri` that ends in `.json` or the like, and `structuredContent` of the form
        /// `{content: string}` [default: false]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new(), env = "TOON_MCP_REWRITE_FILES")]
        rewrite_files: bool,
        /// Also convert results that report an error [default: false]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new(), env = "TOON_MCP_CONVERT_ERRORS")]
        convert_errors: bool,
        /// Also convert texts that consist of a single JSON string, number, boolean or null [default: false]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new(), env = "TOON_MCP_CONVERT_SCALARS")]
        convert_scalars: bool,
        /// Also convert JSON in resources that are read, once TOON has been explained [default: false]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new(), env = "TOON_MCP_CONVERT_RESOURCES")]
        convert_resources: bool,
        /// Also convert JSON in prompts [default: false]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new(), env = "TOON_MCP_CONVERT_PROMPTS")]
        convert_prompts: bool,
        /// Also convert results where that saves less than 20 tokens or 5 % of what the host shows, or
        /// 20 % where only bytes are counted [default: false]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new(), env = "TOON_MCP_ANY_SAVINGS")]
        any_savings: bool,
        /// Convert nothing, and pass on everything unchanged [default: false]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new(), env = "TOON_MCP_OFF")]
        off: bool,
    }
    "What is sent" {
        /// Which forms of a result are compared, besides compact JSON and the original; the smallest is
        /// sent. `toon`: TOON. `plain`, `legible`, `dense`: TOON, and its normal form, which states
        /// repeated data only once. In `plain`, nothing has to be put together; `dense` takes the fewest
        /// tokens, but is hard to read. `auto`: `legible` for hosts whose models are capable readers,
        /// `plain` for all others, and only if the normal form takes at least 20 % fewer tokens than all
        /// other forms [default: auto]
        #[arg(long, value_enum, env = "TOON_MCP_FORM")]
        form: Shape,
        /// How sizes are compared [default: tokens]
        #[arg(long, value_enum, env = "TOON_MCP_MEASURE")]
        measure: MeasureName,
        /// What to do with `structuredContent`. `auto`: replace it with text if nothing is lost.
        /// `keep`: keep it, and `outputSchema`. `drop`: show the model only the text, even if it
        /// differs [default: auto]
        #[arg(long, value_enum, env = "TOON_MCP_STRUCTURED")]
        structured: Content,
        /// Which part of a result the host shows to its model: `structuredContent` if there is any,
        /// `content`, or both. `auto` detects it from `clientInfo.name` [default: auto]
        #[arg(long, value_enum, env = "TOON_MCP_HOST")]
        host: HostKind,
        /// How TOON is explained to the model. `with-results`: in front of the first result that is
        /// converted, and only once that pays. `short` and `full`: in the server's instructions,
        /// whether or not anything is converted. A filter knows only one result, and explains it
        /// unless this is `off` [default: with-results]
        #[arg(long, value_enum, env = "TOON_MCP_INSTRUCTIONS")]
        instructions: Instructions,
        /// Mark converted blocks as TOON, in their `_meta` and `annotations` [default: true]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new(), env = "TOON_MCP_ADD_FORMAT_MARKER")]
        add_format_marker: bool,
        /// Delimiter between cells [default: comma]
        #[arg(long, value_enum, env = "TOON_MCP_DELIMITER")]
        delimiter: Separator,
        /// Spaces per level, 1 to 16 [default: 2]
        #[arg(long, value_name = "SPACES", env = "TOON_MCP_INDENT", value_parser = clap::value_parser!(u8).range(1..=16))]
        indent: u8,
    }
    "Results that are too long" {
        /// Show at most N tokens of a result, at least 1000. Of a longer one, the first rows or an outline
        /// are shown, and the whole is kept in a file, which the tool `toon_query` and the command `toon-mcp query`
        /// read [default: all of it]
        #[arg(long, value_name = "N", env = "TOON_MCP_BUDGET", value_parser = clap::value_parser!(u32).range(i64::from(Budget::MIN)..))]
        budget: u32,
        /// Keep these files in DIR/toon-results [default: toon/results in the cache folder]
        #[arg(long, value_name = "DIR", env = "TOON_MCP_STORE")]
        store: PathBuf,
    }
    "Server" {
        /// List only these tools (names or globs), and refuse calls of others
        #[arg(long, value_name = "NAME,…", value_delimiter = ',', env = "TOON_MCP_TOOLS")]
        tools: Vec<String>,
        /// Whether to restart a server that has exited [default: never]
        #[arg(long, value_enum, env = "TOON_MCP_RESTART")]
        restart: Again,
    }
    "Log" {
        /// Log a warning instead of an error for JSON that cannot be written as TOON [default: true]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new(), env = "TOON_MCP_SKIP_ON_ERROR")]
        skip_on_error: bool,
        /// Log statistics at this interval, in seconds; 0 for never [default: 0]
        #[arg(long, value_name = "SECONDS", env = "TOON_MCP_STATS_INTERVAL")]
        stats_interval: u64,
        /// Do not note what was saved in the file that `toon-mcp stats` reads; the same as
        /// `TOON_MCP_STATS=off` [default: false]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new())]
        no_stats: bool,
    }
}

/// See [`Measure`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MeasureName {
    Bytes,
    Tokens,
}

/// See [`Form`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Shape {
    Auto,
    Toon,
    Plain,
    #[serde(alias = "normal")]
    #[value(alias = "normal")]
    Legible,
    Dense,
}

/// See [`Structured`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Content {
    Auto,
    Keep,
    Drop,
}

/// See [`Host`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HostKind {
    Structured,
    Content,
    Both,
    Auto,
}

impl HostKind {
    fn host(self) -> Option<Host> {
        match self {
            HostKind::Structured => Some(Host::Structured),
            HostKind::Content => Some(Host::Content),
            HostKind::Both => Some(Host::Both),
            HostKind::Auto => None,
        }
    }
}

/// A host in the file, as a table or only the kind of host.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(default, deny_unknown_fields, remote = "Self")]
pub(crate) struct KnownHost {
    /// Which part of a result it shows.
    shows: Option<HostKind>,
    level: Option<LevelName>,
    /// Whether it shows all blocks of a result to its model, and not only the first.
    all_blocks: Option<bool>,
}

impl<'de> Deserialize<'de> for KnownHost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KindOrTable;

        impl<'de> Visitor<'de> for KindOrTable {
            type Value = KnownHost;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a kind of host, or a table")
            }

            fn visit_str<E: de::Error>(self, kind: &str) -> Result<KnownHost, E> {
                let shows = HostKind::deserialize(kind.into_deserializer())?;
                Ok(KnownHost { shows: Some(shows), ..KnownHost::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<KnownHost, A::Error> {
                KnownHost::deserialize(MapAccessDeserializer::new(table))
            }
        }

        deserializer.deserialize_any(KindOrTable)
    }
}

/// See [`Level`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LevelName {
    Plain,
    Legible,
    Dense,
}

impl KnownHost {
    /// What is known about the host of this name now.
    fn client(self, name: &str) -> Client {
        let known = Client::of_name(name);
        let level = self.level.map_or(known.level, |level| match level {
            LevelName::Plain => Level::Plain,
            LevelName::Legible => Level::Legible,
            LevelName::Dense => Level::Dense,
        });
        let shows = self.shows.and_then(HostKind::host).or(known.shows);
        Client { shows, level, shows_all_blocks: self.all_blocks.unwrap_or(known.shows_all_blocks) }
    }
}

/// Where results are explained.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Instructions {
    WithResults,
    Short,
    Full,
    Off,
}

/// See [`Delimiter`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Separator {
    Comma,
    Tab,
    Pipe,
}

/// See [`Restart`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Again {
    Never,
    OnFailure,
    Always,
}

impl From<Separator> for Delimiter {
    fn from(separator: Separator) -> Self {
        match separator {
            Separator::Comma => Delimiter::Comma,
            Separator::Tab => Delimiter::Tab,
            Separator::Pipe => Delimiter::Pipe,
        }
    }
}

impl From<Shape> for Form {
    fn from(shape: Shape) -> Self {
        match shape {
            Shape::Auto => Form::Auto,
            Shape::Toon => Form::Toon,
            Shape::Plain => Form::Plain,
            Shape::Legible => Form::Legible,
            Shape::Dense => Form::Dense,
        }
    }
}

impl Settings {
    /// Reads settings from a file.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let settings: Settings =
            toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        match (settings.indent, settings.budget) {
            (Some(indent), _) if !(1..=16).contains(&indent) => {
                Err(format!("{}: indent must be 1 to 16 spaces, found {indent}", path.display()))
            }
            (_, Some(budget)) if budget < Budget::MIN => Err(format!(
                "{}: budget must be at least {} tokens, found {budget}",
                path.display(),
                Budget::MIN
            )),
            _ => Ok(settings),
        }
    }

    /// The rules for the converter.
    pub(crate) fn rules(&self) -> Rules {
        let defaults = Rules::new();
        let options = EncodeOptions::new().delimiter(self.delimiter()).indent(self.indent());
        let mut rules = defaults
            .options(options)
            .marker(if self.add_format_marker == Some(false) { Marker::Off } else { Marker::Annotations })
            .skip_on_error(self.skip_on_error != Some(false))
            .errors(self.convert_errors == Some(true))
            .scalars(self.convert_scalars == Some(true))
            .rewrite_files(self.rewrite_files == Some(true))
            .any_savings(self.any_savings == Some(true))
            .measure(if self.measure == Some(MeasureName::Bytes) { Measure::Bytes } else { Measure::Tokens })
            .form(self.form())
            .structured(match self.structured {
                None | Some(Content::Auto) => Structured::Auto,
                Some(Content::Keep) => Structured::Keep,
                Some(Content::Drop) => Structured::Drop,
            })
            .exclude_tools(names(self.exclude_tools.as_deref().unwrap_or_default()));
        if let Some(bytes) = self.min_size_bytes {
            rules = rules.min_size_bytes(bytes);
        }
        if let Some(bytes) = self.max_size_bytes {
            rules = rules.max_size_bytes(bytes);
        }
        if self.off == Some(true) {
            rules = rules.include_tools(Vec::<String>::new());
        } else if let Some(names) = given(self.include_tools.as_deref()) {
            rules = rules.include_tools(names);
        }
        rules
    }

    fn form(&self) -> Form {
        self.form.map_or(Form::Auto, Form::from)
    }

    fn delimiter(&self) -> Delimiter {
        self.delimiter.map_or(Delimiter::Comma, Delimiter::from)
    }

    fn indent(&self) -> usize {
        self.indent.map_or(2, usize::from)
    }

    /// The rewriter for the proxy.
    pub(crate) fn rewriter(&self, converter: Arc<Converter>) -> Rewriter {
        let is_on = self.off != Some(true);
        let hosts = self.hosts.iter().flatten().map(|(name, host)| (name.clone(), host.client(name)));
        Rewriter::new(converter)
            .host(self.host())
            .hosts(hosts.collect())
            .explaining(if is_on { self.explaining() } else { Explaining::Nowhere })
            .resources(is_on && self.convert_resources == Some(true))
            .prompts(is_on && self.convert_prompts == Some(true))
    }

    /// The most tokens of a result that are shown, and where the whole is kept.
    ///
    /// # Errors
    ///
    /// Fails if the cache folder is unknown.
    pub(crate) fn budget(&self) -> Result<Option<(usize, Store)>, String> {
        let Some(tokens) = self.budget.filter(|_| self.off != Some(true)) else { return Ok(None) };
        let store = match &self.store {
            // A shell of the host may be in another folder.
            Some(folder) => {
                Store::within(&std::path::absolute(folder).map_err(|error| format!("--store: {error}"))?)
            }
            None => Store::of_user().map_err(|error| format!("--budget: {error}"))?,
        };
        Ok(Some((tokens as usize, store)))
    }

    /// The kind of host, if it is set.
    pub(crate) fn host(&self) -> Option<Host> {
        self.host.and_then(HostKind::host)
    }

    /// Where the forms of results are explained.
    pub(crate) fn explaining(&self) -> Explaining {
        match self.instructions {
            None | Some(Instructions::WithResults) => Explaining::WithResults,
            Some(Instructions::Short) => Explaining::InAdvance(Explanation::Short),
            Some(Instructions::Full) => Explaining::InAdvance(Explanation::Full),
            Some(Instructions::Off) => Explaining::Nowhere,
        }
    }

    /// Whether to note what was saved in the file for `toon-mcp stats`.
    pub(crate) fn keeps_stats(&self) -> bool {
        let variable = std::env::var("TOON_MCP_STATS").unwrap_or_default();
        self.no_stats != Some(true) && !matches!(&*variable, "off" | "0" | "false" | "no")
    }

    /// The tools that clients may call. `None` if all may be.
    ///
    /// # Errors
    ///
    /// Fails if a name is not a valid glob.
    pub(crate) fn allowed_tools(&self) -> Result<Option<AllowedTools>, String> {
        let tools = given(self.tools.as_deref()).map(AllowedTools::new).transpose();
        tools.map_err(|error| format!("--tools: {error}"))
    }

    /// Whether to restart a server that has exited.
    pub(crate) fn restart(&self) -> Restart {
        match self.restart {
            None | Some(Again::Never) => Restart::Never,
            Some(Again::OnFailure) => Restart::OnFailure,
            Some(Again::Always) => Restart::Always,
        }
    }
}

/// The names in a list, if it was given. An empty variable contains no names.
fn given(list: Option<&[String]>) -> Option<Vec<String>> {
    let list = list?;
    let names = names(list);
    (list.is_empty() || !names.is_empty()).then_some(names)
}

/// Trims the names in a list, and removes empty ones.
fn names(list: &[String]) -> Vec<String> {
    list.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(clap::Parser)]
    struct CommandLine {
        #[command(flatten)]
        settings: Settings,
    }

    fn flags(flags: &[&str]) -> Settings {
        use clap::Parser;
        CommandLine::parse_from([&["toon-mcp"], flags].concat()).settings
    }

    #[test]
    fn a_file() {
        let file: Settings = toml::from_str(
            "min_size_bytes = 50\nmax_size_bytes = 5000\nform = 'normal'\nexclude_tools = ['a', 'b*']\nadd_format_marker = false\nstructured = 'drop'\nrestart = 'on-failure'",
        )
        .unwrap();
        let rules = Rules::new()
            .min_size_bytes(50)
            .max_size_bytes(5000)
            .exclude_tools(["a", "b*"])
            .marker(Marker::Off)
            .form(Form::Legible)
            .structured(Structured::Drop);
        assert_eq!(file.rules(), rules);
        assert_eq!(file.restart(), Restart::OnFailure);
        assert!(toml::from_str::<Settings>("min_size = 50").is_err());
    }

    #[test]
    fn flags_count_before_the_file() {
        let file: Settings = toml::from_str("min_size_bytes = 50\nindent = 4\nskip_on_error = true").unwrap();
        let settings = flags(&["--min-size-bytes", "7", "--skip-on-error=false"]).or(file);
        assert_eq!((settings.min_size_bytes, settings.indent), (Some(7), Some(4)));
        assert_eq!(settings.skip_on_error, Some(false));
    }

    #[test]
    fn lists_and_switches() {
        let settings = flags(&["--include-tools", "a,b", "--convert-resources", "--off"]);
        assert_eq!(settings.include_tools, Some(vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!(settings.convert_resources, Some(true));
        let off =
            Rules::new().include_tools(Vec::<String>::new()).marker(Marker::Annotations).form(Form::Auto);
        assert_eq!(settings.rules(), off);
    }

    #[test]
    fn names_in_lists_are_trimmed() {
        let rules = |list: &str| flags(&["--exclude-tools", list]).rules();
        assert_eq!(rules("a, b ,"), rules("a,b"));
        // An empty variable contains no names.
        assert_eq!(flags(&["--include-tools", ""]).rules(), flags(&[]).rules());
        assert_eq!(flags(&["--rewrite-files=1"]).rewrite_files, Some(true));
        assert_eq!(flags(&["--rewrite-files=0"]).rewrite_files, Some(false));
    }

    #[test]
    fn allowed_tools() {
        let allowed = |settings: Settings| settings.allowed_tools().map(|tools| tools.is_some());
        assert_eq!(allowed(flags(&[])), Ok(false));
        // An empty variable contains no names, but an empty list allows no tools.
        assert_eq!(allowed(flags(&["--tools", " ,"])), Ok(false));
        assert_eq!(allowed(toml::from_str("tools = []").unwrap()), Ok(true));
        let several = flags(&["--tools", "a,b*", "--tools", "c"]);
        assert_eq!(several.tools, Some(["a", "b*", "c"].map(str::to_owned).into()));
        assert_eq!(allowed(several), Ok(true));
        let error = allowed(flags(&["--tools", "[a"])).unwrap_err();
        assert!(error.starts_with("--tools: invalid pattern `[a` for tool names: "), "{error}");
    }

    #[test]
    fn an_indentation_out_of_range_is_refused() {
        let file = std::env::temp_dir().join(format!("toon-mcp-settings-{}.toml", std::process::id()));
        for (indent, is_well) in [(0, false), (1, true), (16, true), (17, false)] {
            std::fs::write(&file, format!("indent = {indent}")).unwrap();
            assert_eq!(Settings::read(&file).is_ok(), is_well, "{indent}");
        }
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn the_documentation_has_the_defaults() {
        let page = include_str!("../../docs/settings.md");
        let file = page.split("```toml\n").find(|block| block.contains("max_size_bytes")).unwrap();
        let file: Settings = toml::from_str(file.split("```").next().unwrap()).unwrap();
        assert_eq!(file.rules(), Settings::default().rules());
        assert_eq!((file.restart(), file.stats_interval), (Settings::default().restart(), Some(0)));
    }

    #[test]
    fn nothing_set() {
        assert_eq!(flags(&[]).rules(), Rules::new().marker(Marker::Annotations).form(Form::Auto));
        assert_eq!((flags(&[]).host(), flags(&[]).explaining()), (None, Explaining::WithResults));
    }

    #[test]
    fn kinds_of_hosts() {
        let file: Settings =
            toml::from_str("host = \"both\"\n[hosts]\nmine = \"content\"\nclaude-code = { level = \"plain\", all_blocks = true }")
                .unwrap();
        assert_eq!(file.host(), Some(Host::Both));
        assert_eq!(flags(&["--host", "auto"]).or(file.clone()).host(), None);
        let hosts = file.hosts.unwrap();
        let mine = Client { shows: Some(Host::Content), ..Client::default() };
        assert_eq!(hosts["mine"].client("mine"), mine);
        let claude = Client { level: Level::Plain, shows_all_blocks: true, ..Client::of_name("claude-code") };
        assert_eq!(hosts["claude-code"].client("claude-code"), claude);
        assert!(toml::from_str::<Settings>("[hosts]\nmine = { show = \"content\" }").is_err());
    }
}
