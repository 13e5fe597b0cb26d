//! Compiles the captured servers into the agent's catalog.

fn main() {
    toolcrib_build::compile("mcp.lock");
}
