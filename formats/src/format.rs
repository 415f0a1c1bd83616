//! The formats of input.

/// A format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON.
    Json,
    /// JSON values one after another, of any layout.
    Values,
    /// One JSON value per line.
    Ndjson,
    /// CSV, whose first record names the fields.
    Csv,
    /// CSV with tabs.
    Tsv,
    /// TOML.
    Toml,
    /// YAML.
    Yaml,
    /// TOON.
    Toon,
}

impl Format {
    /// The format for the extension of a file, in lower case.
    ///
    /// ```
    /// use toon_formats::Format;
    ///
    /// assert_eq!(Format::of_extension("jsonl"), Some(Format::Ndjson));
    /// assert_eq!(Format::of_extension("txt"), None);
    /// ```
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "json" | "jsonc" => Some(Format::Json),
            "ndjson" | "jsonl" => Some(Format::Ndjson),
            "csv" => Some(Format::Csv),
            "tsv" | "tab" => Some(Format::Tsv),
            "toml" => Some(Format::Toml),
            "yaml" | "yml" => Some(Format::Yaml),
            "toon" => Some(Format::Toon),
            _ => None,
        }
    }

    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Format::Json => "JSON",
            Format::Values => "JSON values",
            Format::Ndjson => "NDJSON",
            Format::Csv => "CSV",
            Format::Tsv => "TSV",
            Format::Toml => "TOML",
            Format::Yaml => "YAML",
            Format::Toon => "TOON",
        }
    }
}
