//! The words that some fields are limited to. They are the same in TOON, in JSON, in schemas and in
//! the database.

/// An enum whose variants are words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, toon::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[schemars(inline)]
        pub(crate) enum $name {
            $(#[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// All of them, from the first to the last.
            pub(crate) const WORDS: &'static [&'static str] = &[$($word),*];

            const fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }

        impl rusqlite::ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                Ok(self.as_str().into())
            }
        }

        impl rusqlite::types::FromSql for $name {
            fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
                match value.as_str()? {
                    $($word => Ok($name::$variant),)*
                    word => {
                        let message = format!("{word} is none of {}", Self::WORDS.join(", "));
                        Err(rusqlite::types::FromSqlError::Other(message.into()))
                    }
                }
            }
        }
    };
}

words! {
    /// How far a project is.
    ProjectStatus {
        Active = "active",
        Pending = "pending",
        InProgress = "in-progress",
        Completed = "completed",
        Archived = "archived",
    }
}

words! {
    /// How far a task is.
    TaskStatus {
        Backlog = "backlog",
        Todo = "todo",
        InProgress = "in-progress",
        Completed = "completed",
    }
}

words! {
    /// How urgent a task is, the least urgent first.
    Priority {
        Low = "low",
        Medium = "medium",
        High = "high",
        Critical = "critical",
    }
}

words! {
    /// What kind of work is to be done.
    TaskType {
        Research = "research",
        Generation = "generation",
        Analysis = "analysis",
        Integration = "integration",
    }
}

words! {
    /// What field a piece of knowledge is from.
    Domain {
        Technical = "technical",
        Business = "business",
        Scientific = "scientific",
    }
}
