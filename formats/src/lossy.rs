//! What neither JSON nor TOON has.

/// What may be lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lossy {
    /// What to do with infinity and NaN in JSON, TOML and YAML.
    pub non_finite: NonFinite,
    /// What to do with tags in YAML, such as `!Ref`.
    pub tags: Tags,
}

/// What happens to infinity and NaN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NonFinite {
    /// The first one is an error.
    #[default]
    Error,
    /// They are read as null.
    Null,
    /// They are read as the strings `NaN`, `Infinity` and `-Infinity`.
    String,
}

/// What happens to tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tags {
    /// The first one is an error, except for YAML's own, such as `!!str`.
    #[default]
    Error,
    /// The values are read as if they had none.
    Drop,
}

/// The string for a number that is not finite.
pub(crate) fn name_of(number: f64) -> &'static str {
    if number.is_nan() {
        "NaN"
    } else if number > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

impl Lossy {
    /// Loses what it must, to recognize any text.
    pub(crate) const ALL: Lossy = Lossy { non_finite: NonFinite::Null, tags: Tags::Drop };
}
