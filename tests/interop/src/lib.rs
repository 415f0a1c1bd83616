//! Only tests and an example.
