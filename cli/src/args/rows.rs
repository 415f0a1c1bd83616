//! Options that change the fields of rows.

use clap::Args;

/// How rows are changed before they are encoded.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Rows {
    /// Fill rows that lack fields with null
    ///
    /// This turns lists into tables. Only lists that become tables are filled, and only if at most
    /// half of the fields are missing. A reader cannot tell the added fields from fields that were
    /// null before; their number and names are reported on stderr. With --drop-nulls or
    /// --drop-empty, entries are left out first, so objects that are null in some rows can become
    /// columns, too.
    #[arg(long, conflicts_with = "normal")]
    pub(crate) fill: bool,
    /// Leave out entries of objects that are null
    ///
    /// Elements of lists are kept.
    #[arg(long)]
    pub(crate) drop_nulls: bool,
    /// Leave out entries of objects that are "", [] or {}
    ///
    /// An object may also become {} because its own entries are left out. Elements of lists are kept.
    #[arg(long)]
    pub(crate) drop_empty: bool,
}
