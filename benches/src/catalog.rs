//! What capture, build and verification cost.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use toolcrib::catalog::{CapturedFrom, Catalog, CatalogBuilder, Encoded, Lock, Manifest};

use crate::data::{self, Tool};

const VERIFIED: usize = 1_000;
const BUILT: usize = 10_000;
const ROUNDS: usize = 30;

/// Prints the three figures for the tools of a file.
pub(crate) fn run(tools: &Path) -> Result<bool, Box<dyn Error>> {
    let tools = data::tools(tools)?;
    let verified = verify(&tools)?;
    let built = build(&tools)?;
    Ok(verified && built)
}

/// The result of `tools/list` for these tools, under names that are distinct.
fn listing(tools: &[Tool]) -> String {
    let tool = |(number, tool): (usize, &Tool)| {
        let schema: Value = serde_json::from_str(&tool.schema).unwrap_or_default();
        let schema = if schema.is_object() { schema } else { json!({}) };
        json!({"name": format!("{}_{number}", tool.tool), "description": tool.description, "inputSchema": schema})
    };
    json!({"tools": tools.iter().enumerate().map(tool).collect::<Vec<_>>()}).to_string()
}

fn lock(server: &str, listing: &str) -> Result<Lock, Box<dyn Error>> {
    Ok(Lock::new(&Manifest::parse(server, listing)?, CapturedFrom::default(), Vec::new())?)
}

/// Live text to `Verified`, against parsing and hashing the same bytes.
fn verify(tools: &[Tool]) -> Result<bool, Box<dyn Error>> {
    let text = listing(&data::spread(tools, VERIFIED));
    let encoded: &'static Encoded =
        Box::leak(Box::new(CatalogBuilder::new().lock(lock("live", &text)?).encode()?));
    let catalog = encoded.catalog()?;
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let ours = timed(|| check(&catalog, &text));
        let theirs = timed(|| parse_and_hash(&text));
        ratios.push(ours.as_secs_f64() / theirs.as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN);
    println!(
        "verify {VERIFIED} tools, {} bytes: {ratio:.2} times serde_json and sha2 (goal 1.5)",
        text.len()
    );
    Ok(ratio <= 1.5)
}

fn check(catalog: &Catalog<'static>, text: &str) -> bool {
    Manifest::parse("live", text).is_ok_and(|live| catalog.verify(&[live]).is_ok())
}

fn parse_and_hash(text: &str) -> bool {
    let value: Result<Value, _> = serde_json::from_str(text);
    let hash = Sha256::digest(text.as_bytes());
    value.is_ok() && hash.iter().any(|byte| *byte != 0)
}

fn timed(run: impl FnOnce() -> bool) -> Duration {
    let start = Instant::now();
    assert!(black_box(run()), "the measured work failed");
    start.elapsed()
}

/// A build script without optimisation, and the crate that includes its catalog.
fn build(tools: &[Tool]) -> Result<bool, Box<dyn Error>> {
    let project = tempfile::tempdir()?;
    let canonical = write_locks(&project.path().join("mcp.lock"), tools)?;
    write_project(project.path())?;
    let script = cargo_build(project.path())?;
    // Once more, so that nothing but the crate itself is compiled.
    fs::write(project.path().join("src/lib.rs"), LIB.replace("CATALOG", "TOOLS"))?;
    let start = Instant::now();
    cargo_build(project.path())?;
    let rustc = start.elapsed();
    let bytes = fs::read_to_string(project.path().join("bytes.txt"))?.trim().parse::<f64>()?;
    let share = bytes / canonical as f64;
    println!("build script, {BUILT} tools, unoptimised: {script} ms (goal 1500)");
    println!(
        "cargo and rustc for the crate that includes them: {} ms (goal 500)",
        rustc.as_millis()
    );
    println!("catalog: {share:.3} times the canonical manifests (goal 1.25)");
    Ok(script <= 1500 && rustc.as_millis() <= 500 && share <= 1.25)
}

/// Ten tools a server; gives the bytes of all canonical definitions.
fn write_locks(folder: &Path, tools: &[Tool]) -> Result<usize, Box<dyn Error>> {
    let mut canonical = 0;
    for (number, tools) in data::spread(tools, BUILT).chunks(10).enumerate() {
        let lock = lock(&format!("server-{number}"), &listing(tools))?;
        let definitions =
            lock.manifest().tools().iter().map(|tool| tool.definition().to_canonical().len());
        canonical += definitions.sum::<usize>();
        toolcrib_build::write_lock(folder, &lock)?;
    }
    Ok(canonical)
}

const LIB: &str = "//! The catalog alone.\n/// It.\npub static CATALOG: toolcrib::Catalog = toolcrib::include_catalog!();\n";
const BUILD: &str = r#"fn main() {
    let start = std::time::Instant::now();
    toolcrib_build::compile("mcp.lock");
    println!("cargo::warning=took {}", start.elapsed().as_millis());
    let out = std::env::var("OUT_DIR").expect("Cargo sets it");
    let size = |name| std::fs::metadata(format!("{out}/{name}")).expect("written").len();
    std::fs::write("bytes.txt", (size("catalog.idx") + size("catalog.txt")).to_string()).expect("writable");
}
"#;

fn write_project(folder: &Path) -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let manifest = format!(
        "[package]\nname = \"built\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         toolcrib = {{ path = {runtime:?}, default-features = false }}\n\n[build-dependencies]\n\
         toolcrib-build = {{ path = {build:?} }}\n",
        runtime = root.join("runtime"),
        build = root.join("build-support"),
    );
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::write(folder.join("build.rs"), BUILD)?;
    fs::write(folder.join("src/lib.rs"), LIB)?;
    Ok(())
}

/// Builds; gives the milliseconds that the build script took when it last ran.
fn cargo_build(folder: &Path) -> Result<u128, Box<dyn Error>> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.arg("build").current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target"));
    let output = cargo.env_remove("RUSTFLAGS").output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("cargo build failed:\n{text}").into());
    }
    let took = text.lines().rev().find_map(|line| line.split_once("took ")?.1.trim().parse().ok());
    took.ok_or_else(|| "the build script did not say how long it took".into())
}
