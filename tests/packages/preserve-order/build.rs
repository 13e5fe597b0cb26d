//! Hashes a manifest as the build script sees it.

use std::path::{Path, PathBuf};
use std::{env, fs};

use toolcrib_build::import;

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    let listing = include_str!("listing.json");
    // Without the features of the program's serde_json: this one sorts members.
    let value: serde_json::Value = serde_json::from_str(listing).expect("JSON");
    assert!(value.to_string().starts_with(r#"{"tools":[{"description""#), "{value}");
    let imported = import(Path::new("listing.json"), "numbers", listing, Default::default());
    let digest = imported.expect("a listing").manifest.digest();
    fs::write(out.join("digest.txt"), digest.to_hex()).expect("OUT_DIR can be written");
}
