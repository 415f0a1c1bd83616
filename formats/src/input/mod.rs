//! Input files and standard input.

mod again;
mod compressed;
mod encoding;
mod kept;
mod open;
mod path;
mod source;
mod spool;
mod stored;
mod twice;
mod watch;

pub use again::Again;
pub use encoding::TextEncoding;
pub(crate) use encoding::{is_latin1, utf16, utf32, without_mark};
pub use open::Input;
pub use path::{extension, uncompressed};
pub use spool::spool;
pub use twice::Twice;
pub use watch::{Extent, Watch, Watched};
