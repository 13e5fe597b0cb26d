//! Hashes a manifest with serde_json as the build script sees it.

use std::path::{Path, PathBuf};
use std::{env, fs};

use toolcrib_build::import;

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    // Through a `Value`, so that its features have their chance to matter.
    let value: serde_json::Value =
        serde_json::from_str(include_str!("listing.json")).expect("JSON");
    let imported =
        import(Path::new("listing.json"), "numbers", &value.to_string(), Default::default());
    let digest = imported.expect("a listing").manifest.digest();
    fs::write(out.join("digest.txt"), digest.to_hex()).expect("OUT_DIR can be written");
}
