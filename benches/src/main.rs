//! Measurements of toolcrib against named peers.
//!
//! `cargo run --release -p toolcrib-benches -- retrieval DIR` prints the quality
//! of the search on every set of judged queries below `DIR`; `native` what a call
//! of a native tool costs beside decoding and calling by hand.

#[cfg(feature = "mcp")]
mod calls;
mod catalog;
mod counts;
mod data;
mod gate;
mod misses;
mod native;
#[cfg(feature = "peers")]
mod peers;
mod readme;
mod repeat;
mod requests;
mod retrieval;
mod robust;
mod size;
mod speed;
mod tune;
mod validate;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments.as_slice() {
        ["retrieval", folder] => retrieval::run(Path::new(folder)),
        ["repeat", folder, size, times] => match (size.parse(), times.parse()) {
            (Ok(size), Ok(times)) => repeat::run(Path::new(folder), size, times),
            _ => Err("SIZE and TIMES are numbers".into()),
        },
        ["tune", folder] => tune::run(Path::new(folder)),
        ["parts", folder] => tune::parts(Path::new(folder), false),
        ["parts", "--write", folder] => tune::parts(Path::new(folder), true),
        ["search", folder] => speed::run(Path::new(folder), false),
        ["search", "--write", folder] => speed::run(Path::new(folder), true),
        ["misses", tools, queries] => misses::run(Path::new(tools), Path::new(queries)),
        ["build", tools] => size::run(Path::new(tools)),
        ["catalog", tools] => catalog::run(Path::new(tools)),
        ["requests", tools] => requests::run(Path::new(tools)),
        ["native"] => native::run(),
        ["robust", tools] => robust::run(Path::new(tools)),
        ["counts"] => counts::run(),
        ["gate"] => gate::run(),
        ["validate"] => validate::run(),
        #[cfg(feature = "mcp")]
        ["calls"] => calls::run(false),
        #[cfg(feature = "mcp")]
        ["calls", "--write"] => calls::run(true),
        #[cfg(feature = "mcp")]
        [calls::SERVER] => calls::server::run(),
        _ => {
            Err("usage: toolcrib-benches retrieval DIR | tune DIR | parts [--write] DIR | robust TOOLS.jsonl | search [--write] DIR | build TOOLS.jsonl | catalog TOOLS.jsonl | requests TOOLS.jsonl | native | counts | gate | validate | calls [--write]".into())
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
