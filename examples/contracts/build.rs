//! Compiles the contracts of `tools/` into a static catalog.

fn main() {
    toolcrib_build::Config::new().contracts("tools").compile();
}
