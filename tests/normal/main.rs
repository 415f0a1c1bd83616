//! The normal form: what it is read as.

mod inverse;
