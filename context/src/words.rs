//! The words that blocks are described with, and their bytes in a container.

use std::fmt;

/// Defines an enum whose variants are one byte in a container and one word in a rendered text.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $byte:literal, $word:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// All values.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The word that is rendered.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }

            /// The value with this word, as [`as_str`](Self::as_str) gives it.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == word)
            }

            /// The byte in a container.
            pub fn to_byte(self) -> u8 {
                match self {
                    $(Self::$variant => $byte,)*
                }
            }

            /// The value of a byte in a container. `None` if the format does not define the byte.
            pub fn from_byte(byte: u8) -> Option<Self> {
                match byte {
                    $($byte => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

words! {
    /// Who speaks in a conversation.
    ///
    /// ```
    /// use toon_context::Role;
    ///
    /// assert_eq!(Role::from_word("user"), Some(Role::User));
    /// assert_eq!(Role::User.to_byte(), 0x02);
    /// ```
    Role {
        /// The instructions of the conversation.
        System = 0x01, "system";
        /// The person.
        User = 0x02, "user";
        /// The model.
        Assistant = 0x03, "assistant";
        /// A tool, with its result.
        Tool = 0x04, "tool";
    }
}

words! {
    /// How a call of a tool ended.
    ///
    /// ```
    /// assert_eq!(toon_context::Status::Timeout.to_string(), "timeout");
    /// ```
    Status {
        /// With a result.
        Ok = 0x01, "ok";
        /// With an error.
        Error = 0x02, "error";
        /// It timed out.
        Timeout = 0x03, "timeout";
    }
}

words! {
    /// How important a block is. Lower values come first when a budget is spent.
    ///
    /// ```
    /// use toon_context::Priority;
    ///
    /// assert!(Priority::Critical < Priority::Background);
    /// assert_eq!(Priority::default(), Priority::Normal);
    /// ```
    Priority {
        /// Always in full: it is an error if it does not fit.
        Critical = 0x01, "critical";
        /// Before normal blocks.
        High = 0x02, "high";
        /// For blocks that state no priority.
        Normal = 0x03, "normal";
        /// After normal blocks.
        Low = 0x04, "low";
        /// Last.
        Background = 0x05, "background";
    }
}

#[expect(clippy::derivable_impls, reason = "the macro does not mark a variant")]
impl Default for Priority {
    fn default() -> Self {
        Priority::Normal
    }
}

words! {
    /// The format of a document.
    ///
    /// ```
    /// assert_eq!(toon_context::DocumentFormat::Plain.to_string(), "plain");
    /// ```
    DocumentFormat {
        /// Markdown.
        Markdown = 0x01, "markdown";
        /// Text without markup.
        Plain = 0x02, "plain";
        /// HTML.
        Html = 0x03, "html";
    }
}

words! {
    /// The format of data in a container.
    ///
    /// ```
    /// assert_eq!(toon_context::DataFormat::from_word("csv"), Some(toon_context::DataFormat::Csv));
    /// ```
    DataFormat {
        /// JSON.
        Json = 0x01, "json";
        /// YAML.
        Yaml = 0x02, "yaml";
        /// TOML.
        Toml = 0x03, "toml";
        /// Comma-separated values.
        Csv = 0x04, "csv";
    }
}

words! {
    /// What an annotation states.
    ///
    /// ```
    /// # #[cfg(feature = "container")]
    /// assert_eq!(toon_context::container::AnnotationKind::Tag.to_byte(), 0x03);
    /// ```
    AnnotationKind {
        /// The [`Priority`] of a block, as one byte.
        Priority = 0x01, "priority";
        /// A summary, as text.
        Summary = 0x02, "summary";
        /// An application-defined tag.
        Tag = 0x03, "tag";
    }
}

words! {
    /// The format of an image.
    ///
    /// ```
    /// assert_eq!(toon_context::MediaType::Jpeg.to_string(), "jpeg");
    /// ```
    MediaType {
        /// PNG.
        Png = 0x01, "png";
        /// JPEG.
        Jpeg = 0x02, "jpeg";
        /// GIF.
        Gif = 0x03, "gif";
        /// SVG.
        Svg = 0x04, "svg";
        /// WebP.
        Webp = 0x05, "webp";
    }
}

/// A programming or markup language.
///
/// ```
/// use toon_context::Lang;
///
/// assert_eq!(Lang::from_word("rs"), Some(Lang::Rust));
/// assert_eq!(Lang::from_byte(0x42), Lang::Other(0x42));
/// assert_eq!(Lang::Other(0x42).to_string(), "text");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "they are names")]
pub enum Lang {
    Rust,
    TypeScript,
    JavaScript,
    Python,
    Go,
    Java,
    C,
    Cpp,
    Ruby,
    Shell,
    Sql,
    Html,
    Css,
    Json,
    Yaml,
    Toml,
    Markdown,
    /// Not known.
    #[default]
    Unknown,
    /// A byte that the format does not define, which is kept.
    Other(u8),
}

/// The languages, their bytes, their names, and other names and file extensions.
const LANGS: &[(Lang, u8, &str, &[&str])] = &[
    (Lang::Rust, 0x01, "rust", &["rs"]),
    (Lang::TypeScript, 0x02, "typescript", &["ts", "tsx", "mts", "cts"]),
    (Lang::JavaScript, 0x03, "javascript", &["js", "jsx", "mjs", "cjs"]),
    (Lang::Python, 0x04, "python", &["py", "pyi"]),
    (Lang::Go, 0x05, "go", &[]),
    (Lang::Java, 0x06, "java", &[]),
    (Lang::C, 0x07, "c", &["h"]),
    (Lang::Cpp, 0x08, "cpp", &["c++", "cc", "cxx", "hpp", "hh", "hxx"]),
    (Lang::Ruby, 0x09, "ruby", &["rb"]),
    (Lang::Shell, 0x0a, "shell", &["sh", "bash", "zsh"]),
    (Lang::Sql, 0x0b, "sql", &[]),
    (Lang::Html, 0x0c, "html", &["htm"]),
    (Lang::Css, 0x0d, "css", &[]),
    (Lang::Json, 0x0e, "json", &[]),
    (Lang::Yaml, 0x0f, "yaml", &["yml"]),
    (Lang::Toml, 0x10, "toml", &[]),
    (Lang::Markdown, 0x11, "markdown", &["md"]),
];

/// The byte of [`Lang::Unknown`].
const UNKNOWN: u8 = 0xff;

impl Lang {
    /// The languages with a name.
    ///
    /// ```
    /// use toon_context::Lang;
    ///
    /// assert!(Lang::named().all(|lang| Lang::from_word(lang.as_str()) == Some(lang)));
    /// ```
    pub fn named() -> impl Iterator<Item = Self> {
        LANGS.iter().map(|(lang, ..)| *lang)
    }

    /// The name that is rendered: `text` if it is unknown.
    pub fn as_str(self) -> &'static str {
        LANGS.iter().find(|(lang, ..)| *lang == self).map_or("text", |(_, _, name, _)| name)
    }

    /// The language with this name or file extension. `None` if there is none.
    pub fn from_word(word: &str) -> Option<Self> {
        LANGS
            .iter()
            .find(|(_, _, name, others)| *name == word || others.contains(&word))
            .map(|(lang, ..)| *lang)
    }

    /// The language of a file, by the extension of its name.
    ///
    /// ```
    /// use toon_context::Lang;
    ///
    /// assert_eq!(Lang::of_path("src/main.rs"), Lang::Rust);
    /// assert_eq!(Lang::of_path("LICENSE"), Lang::Unknown);
    /// ```
    pub fn of_path(path: &str) -> Self {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        extension.and_then(|extension| Lang::from_word(&extension)).unwrap_or_default()
    }

    /// The byte in a container.
    pub fn to_byte(self) -> u8 {
        match self {
            Lang::Other(byte) => byte,
            _ => LANGS.iter().find(|(lang, ..)| *lang == self).map_or(UNKNOWN, |(_, byte, ..)| *byte),
        }
    }

    /// The language of a byte in a container.
    pub fn from_byte(byte: u8) -> Self {
        if byte == UNKNOWN {
            return Lang::Unknown;
        }
        LANGS.iter().find(|(_, known, ..)| *known == byte).map_or(Lang::Other(byte), |(lang, ..)| *lang)
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
