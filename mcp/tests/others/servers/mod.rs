//! Other people's servers behind the proxy: a session in raw messages has the same answers as
//! without it, and what is converted says the same; what hosts show of results, in tokens; and the
//! conformance suite. They are installed and run where `TOON_MCP_CLIENTS=1`.

mod compare;
mod conformance;
mod everything;
mod files;
mod memory;
mod peer;
mod run;
mod script;
mod shown;
