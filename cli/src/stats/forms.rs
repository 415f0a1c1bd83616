//! The forms in which a file is measured.

use toon_formats::Format;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The bytes as they were given.
    Input,
    PrettyJson,
    CompactJson,
    Yaml,
    Csv,
    Toon,
    ToonTab,
    ToonPipe,
    Legible,
    Dense,
}

impl Form {
    pub(crate) const ALL: [Form; 10] = [
        Form::Input,
        Form::PrettyJson,
        Form::CompactJson,
        Form::Yaml,
        Form::Csv,
        Form::Toon,
        Form::ToonTab,
        Form::ToonPipe,
        Form::Legible,
        Form::Dense,
    ];

    /// The order in which they are measured.
    pub(crate) const STEPS: [Form; 10] = [
        Form::Toon,
        Form::ToonTab,
        Form::ToonPipe,
        Form::PrettyJson,
        Form::CompactJson,
        Form::Yaml,
        Form::Csv,
        Form::Legible,
        Form::Dense,
        Form::Input,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Form::Input => "Input",
            Form::PrettyJson => "JSON",
            Form::CompactJson => "JSON, compact",
            Form::Yaml => "YAML",
            Form::Csv => "CSV",
            Form::Toon => "TOON",
            Form::ToonTab => "TOON, tabs",
            Form::ToonPipe => "TOON, pipes",
            Form::Legible => "Normal form",
            Form::Dense => "Normal, dense",
        }
    }

    /// The name where there is little room.
    pub(crate) fn short(self) -> &'static str {
        match self {
            Form::Input => "input",
            Form::CompactJson => "compact",
            Form::ToonTab => "tabs",
            Form::ToonPipe => "pipes",
            Form::Legible => "normal",
            Form::Dense => "dense",
            _ => self.name(),
        }
    }

    /// The name for programs.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Form::Input => "input",
            Form::PrettyJson => "json",
            Form::CompactJson => "json_compact",
            Form::Yaml => "yaml",
            Form::Csv => "csv",
            Form::Toon => "toon",
            Form::ToonTab => "toon_tab",
            Form::ToonPipe => "toon_pipe",
            Form::Legible => "normal",
            Form::Dense => "normal_dense",
        }
    }

    pub(crate) fn is_toon(self) -> bool {
        use Form::{Dense, Legible, Toon, ToonPipe, ToonTab};
        matches!(self, Toon | ToonTab | ToonPipe | Legible | Dense)
    }

    pub(crate) fn is_normal(self) -> bool {
        matches!(self, Form::Legible | Form::Dense)
    }

    /// Whether input in this format may already have this form.
    pub(crate) fn is_of(self, format: Format) -> bool {
        match format {
            Format::Json => matches!(self, Form::PrettyJson | Form::CompactJson),
            Format::Yaml => self == Form::Yaml,
            Format::Csv => self == Form::Csv,
            Format::Toon => self.is_toon(),
            Format::Ndjson | Format::Values | Format::Tsv | Format::Toml => false,
        }
    }
}
