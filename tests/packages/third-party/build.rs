//! The whole of it.

fn main() {
    toolcrib_build::compile("mcp.lock");
}
