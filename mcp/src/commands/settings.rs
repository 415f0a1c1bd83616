//! Settings from flags, environment variables and a file.

use crate::proxy::{Restart, Rewriter};
use clap::builder::BoolishValueParser;
use clap::{Args, ValueEnum};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use toon::{Delimiter, EncodeOptions};
use toon_convert::{Converter, Explanation, Form, Host, Marker, Measure, Rules, Structured};

/// Defines a struct of optional settings, grouped below headings of the help, and a method that merges
/// two of them.
macro_rules! settings {
    ($($heading:literal { $($(#[$meta:meta])* $name:ident: $ty:ty,)* })*) => {
        /// The settings. Flags take precedence over environment variables, and those over the file.
        #[derive(Args, Clone, Debug, Default, Deserialize, PartialEq)]
        #[serde(default, deny_unknown_fields)]
        pub(crate) struct Settings {
            $($($(#[$meta])* #[arg(help_heading = $heading)] pub(crate) $name: Option<$ty>,)*)*
            /// The kinds of hosts, by name. Only the file has them.
            #[arg(skip)]
            pub(crate) hosts: Option<BTreeMap<String, HostKind>>,
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
        /// Also convert JSON in resources that are read [default: false]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new(), env = "TOON_MCP_CONVERT_RESOURCES")]
        convert_resources: bool,
        /// Also convert JSON in prompts [default: false]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new(), env = "TOON_MCP_CONVERT_PROMPTS")]
        convert_prompts: bool,
        /// Convert nothing, and pass on everything unchanged [default: false]
        #[arg(long, num_args = 0..=1, default_missing_value = "true", value_parser = BoolishValueParser::new(), env = "TOON_MCP_OFF")]
        off: bool,
    }
    "What is sent" {
        /// Which forms of a result are compared, besides compact JSON and the original; the smallest is
        /// sent. `toon`: TOON. `normal`: TOON, and its normal form, which states repeated data only
        /// once, for lists of nested, repetitive objects. `dense`: the same, with a normal form that
        /// takes the fewest tokens but is harder to read. `auto`: like `normal`, but only if the normal
        /// form takes at least 20 % fewer tokens than all others [default: toon]
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
        /// How TOON is explained to the model, in the server's instructions [default: short]
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
    "Server" {
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
    Toon,
    Normal,
    Dense,
    Auto,
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

/// See [`Explanation`].
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Instructions {
    Full,
    Short,
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
            Shape::Toon => Form::Toon,
            Shape::Normal => Form::Normal,
            Shape::Dense => Form::Dense,
            Shape::Auto => Form::Auto,
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
        match settings.indent {
            Some(indent) if !(1..=16).contains(&indent) => {
                Err(format!("{}: indent must be 1 to 16 spaces, found {indent}", path.display()))
            }
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
        } else if let Some(names) =
            self.include_tools.as_ref().filter(|list| list.is_empty() || !self::names(list).is_empty())
        {
            rules = rules.include_tools(self::names(names));
        }
        rules
    }

    fn form(&self) -> Form {
        self.form.map_or(Form::Toon, Form::from)
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
        let hosts = self.hosts.iter().flatten();
        let hosts = hosts.filter_map(|(name, kind)| Some((name.clone(), kind.host()?)));
        let rewriter = Rewriter::new(converter)
            .host(self.host())
            .hosts(hosts.collect())
            .resources(is_on && self.convert_resources == Some(true))
            .prompts(is_on && self.convert_prompts == Some(true));
        match self.explanation().filter(|_| is_on) {
            Some(explanation) => {
                let text = explanation.for_form(self.form(), self.delimiter(), self.indent());
                rewriter.instructions(text)
            }
            None => rewriter,
        }
    }

    /// The kind of host, if it is set.
    pub(crate) fn host(&self) -> Option<Host> {
        self.host.and_then(HostKind::host)
    }

    fn explanation(&self) -> Option<Explanation> {
        match self.instructions {
            None | Some(Instructions::Short) => Some(Explanation::Short),
            Some(Instructions::Full) => Some(Explanation::Full),
            Some(Instructions::Off) => None,
        }
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
            "min_size_bytes = 50\nmax_size_bytes = 5000\nform = 'auto'\nexclude_tools = ['a', 'b*']\nadd_format_marker = false\nstructured = 'drop'\nrestart = 'on-failure'",
        )
        .unwrap();
        let rules = Rules::new()
            .min_size_bytes(50)
            .max_size_bytes(5000)
            .exclude_tools(["a", "b*"])
            .marker(Marker::Off)
            .form(Form::Auto)
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
        let off = Rules::new().include_tools(Vec::<String>::new()).marker(Marker::Annotations);
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
    fn an_indentation_out_of_range_is_refused() {
        let file = std::env::temp_dir().join(format!("toon-mcp-settings-{}.toml", std::process::id()));
        for (indent, is_well) in [(0, false), (1, true), (16, true), (17, false)] {
            std::fs::write(&file, format!("indent = {indent}")).unwrap();
            assert_eq!(Settings::read(&file).is_ok(), is_well, "{indent}");
        }
        std::fs::remove_file(file).unwrap();
    }

    #[test]
    fn the_readme_has_the_defaults() {
        let readme = include_str!("../../README.md");
        let file = readme.split("```toml\n").find(|block| block.contains("max_size_bytes")).unwrap();
        let file: Settings = toml::from_str(file.split("```").next().unwrap()).unwrap();
        assert_eq!(file.rules(), Settings::default().rules());
        assert_eq!((file.restart(), file.stats_interval), (Settings::default().restart(), Some(0)));
    }

    #[test]
    fn nothing_set() {
        assert_eq!(flags(&[]).rules(), Rules::new().marker(Marker::Annotations));
        assert_eq!((flags(&[]).host(), flags(&[]).explanation()), (None, Some(Explanation::Short)));
    }

    #[test]
    fn kinds_of_hosts() {
        let file: Settings =
            toml::from_str("host = \"both\"\n[hosts]\nmine = \"content\"\nother = \"structured\"").unwrap();
        assert_eq!(file.host(), Some(Host::Both));
        assert_eq!(flags(&["--host", "auto"]).or(file.clone()).host(), None);
        assert_eq!(file.hosts.unwrap()["mine"], HostKind::Content);
    }
}
