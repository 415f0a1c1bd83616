//! What differs between TOON texts: the delimiter, and the version of the specification.

/// The character that separates the cells of a row, the values of an inline array and the names of
/// a field list (specification §11).
///
/// ```
/// use toon::{Delimiter, EncodeOptions};
///
/// let text = EncodeOptions::new().delimiter(Delimiter::Pipe).to_string(&["a,b", "c"])?;
/// assert_eq!(text, "[2|]: a,b|c");
/// # Ok::<(), toon::Error>(())
/// ```
///
/// It is displayed as its name, `comma`, `tab` or `pipe`, and parsed from its name or the character
/// (a tab also from a backslash and a `t`, as it is easily typed in a shell):
///
/// ```
/// use toon::Delimiter;
///
/// assert_eq!("tab".parse::<Delimiter>()?, Delimiter::Tab);
/// assert_eq!("|".parse::<Delimiter>()?.to_string(), "pipe");
/// let error = ";".parse::<Delimiter>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown delimiter \";\", expected one of `comma`, `tab`, `pipe`");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiter {
    /// `,`, which headers omit: `tags[2]: a,b`.
    #[default]
    Comma,
    /// A horizontal tab, which often takes the fewest tokens.
    Tab,
    /// `|`, as in `tags[2|]: a|b`.
    Pipe,
}

impl Delimiter {
    /// The character itself.
    ///
    /// ```
    /// assert_eq!(toon::Delimiter::Tab.as_char(), '\t');
    /// ```
    pub const fn as_char(self) -> char {
        self.byte() as char
    }

    pub(crate) const fn byte(self) -> u8 {
        match self {
            Delimiter::Comma => b',',
            Delimiter::Tab => b'\t',
            Delimiter::Pipe => b'|',
        }
    }
}

/// The version of the specification to write.
///
/// ```
/// use std::collections::BTreeMap;
/// use toon::{EncodeOptions, SpecVersion};
///
/// let value = BTreeMap::from([("a", BTreeMap::from([("n", 1)])), ("b", BTreeMap::from([("n", 2)]))]);
/// assert_eq!(toon::to_string(&value)?, "[2:]{n}:\n  a: 1\n  b: 2");
/// assert_eq!(EncodeOptions::new().spec(SpecVersion::V3).to_string(&value)?, "a:\n  n: 1\nb:\n  n: 2");
/// # Ok::<(), toon::Error>(())
/// ```
///
/// It is displayed as, and parsed from, `3` and `4`:
///
/// ```
/// use toon::SpecVersion;
///
/// assert_eq!("3".parse::<SpecVersion>()?, SpecVersion::V3);
/// assert_eq!(SpecVersion::V4.to_string(), "4");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpecVersion {
    /// For decoders of the 3.x specifications: without nested field groups and keyed tables.
    /// Strings that begin or end with a Unicode space are quoted, since those decoders trim them.
    V3,
    /// Specification 4.4.
    #[default]
    V4,
}
