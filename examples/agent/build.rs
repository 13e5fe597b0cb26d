//! Compiles the captured servers into the agent's catalog.

fn main() {
    // Words of ours for tools that others named; tests/hints.rs says what they are worth.
    toolcrib_build::Config::new()
        .locks("mcp.lock")
        .hint("build-farm", "quarantine_agent", "take a broken machine out of rotation")
        .hint("build-farm", "release_agent", "put a machine back into rotation")
        .synonyms("artifact deliverable")
        .compile();
}
