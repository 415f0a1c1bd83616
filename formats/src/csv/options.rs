//! How CSV is read.

/// How CSV is read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What separates the fields of a record.
    pub delimiter: Delimiter,
    /// How cells become numbers and booleans.
    pub types: Types,
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
    /// By column: numbers if every cell is one (but not codes such as 12E3 or versions such as 1.9, 1.10);
    /// booleans if all cells are true or false. Empty cells of these columns are null.
    #[default]
    Auto,
    /// All cells are strings.
    Strings,
    /// Cell by cell: a number or a boolean if TOON spells it exactly like the cell.
    Exact,
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
