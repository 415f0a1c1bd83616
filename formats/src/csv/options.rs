//! How CSV is read.

/// How CSV is read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What separates the fields of a record.
    pub delimiter: Delimiter,
    /// The byte that begins a comment, which takes the rest of its line, if there are comments.
    pub comment: Option<u8>,
    /// The number of lines above the header that are left out.
    pub skip_lines: u64,
    /// How cells become numbers and booleans.
    pub types: Types,
    /// The same for single columns, by the name of their field.
    pub column_types: Vec<(String, Types)>,
    /// The decimal point of numbers.
    pub decimal: Decimal,
    /// Words for absent numbers, such as `NA`, stay text.
    pub keep_na: bool,
    /// Texts that are null; the empty one is an empty cell.
    pub nulls: Vec<String>,
    /// The first record is data, and the fields are named `c1`, `c2`, ….
    pub no_header: bool,
    /// What to do about records that are shorter or longer than the header.
    pub ragged: Ragged,
    /// Duplicate fields in the header are renamed: `name`, `name_2`, ….
    pub number_duplicates: bool,
}

/// What separates the fields of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delimiter {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// A tab.
    Tab,
    /// `|`
    Pipe,
    /// The delimiter that splits the header and the first lines most evenly; none for a single column.
    #[default]
    Auto,
}

/// How cells become numbers and booleans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Types {
    /// By column: numbers if every cell is one (but not codes such as 12E3 or versions such as 1.9, 1.10)
    /// or the same word for an absent number, such as `NA`; booleans if all cells are true or false.
    /// Empty cells and these words are null.
    #[default]
    Auto,
    /// All cells are strings.
    Strings,
    /// All cells must be numbers, however they begin. Empty cells and words such as `NA` are null.
    Numbers,
    /// All cells must be true or false, in whatever letters. Empty cells and words such as `NA` are null.
    Booleans,
    /// Cell by cell: a number or a boolean if TOON spells it exactly like the cell.
    Exact,
}

/// What separates the whole digits of a number from those of its fraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decimal {
    /// `1.5`
    #[default]
    Point,
    /// `1,5`
    Comma,
}

impl Decimal {
    pub(super) fn point(self) -> u8 {
        match self {
            Decimal::Point => b'.',
            Decimal::Comma => b',',
        }
    }
}

/// What to do about records whose length differs from that of the header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ragged {
    /// Add empty cells to short records, and fields to the header for long ones.
    Pad,
    /// The first one is an error.
    #[default]
    Error,
}
