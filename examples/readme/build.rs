//! Compiles the captured servers of the example agent into a static catalog.

fn main() {
    toolcrib_build::compile("../agent/mcp.lock");
}
