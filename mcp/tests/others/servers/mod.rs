//! Other people's servers behind the proxy: a session of raw messages gets the same responses as
//! without it, and converted results have the same data; what hosts show of results, in tokens; and
//! the conformance suite. They are installed and run if `TOON_MCP_CLIENTS=1`.

mod compare;
mod conformance;
mod everything;
mod files;
mod memory;
mod peer;
mod run;
mod script;
mod shown;
