#!/usr/bin/env bash
# Compiles 200 tools of four arguments each, under toolcrib's #[tool] and under
# rmcp's #[tool] with its router, and prints what the compiler needed:
# from clean (dependencies built), and after touching the source.
#
#   benches/tools200/compare.sh [RUNS] [TOOLS]
#
# Figures are CPU seconds (user + system) of `cargo build`, the least of RUNS
# runs taken in turns, so that other work on the machine disturbs them little.
set -euo pipefail

runs=${1:-5}
tools=${2:-200}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

manifest() { # name, dependencies
    mkdir -p "$work/$1/src"
    cat >"$work/$1/Cargo.toml" <<TOML
[package]
name = "$1"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
$2
TOML
    cp "$root/Cargo.lock" "$work/$1/Cargo.lock"
}

manifest ours "toolcrib = { path = \"$root/runtime\", default-features = false, features = [\"native\"] }
pollster = \"0.4\""
manifest rmcp_side 'rmcp = { version = "3.11", default-features = false, features = ["server", "macros"] }
schemars = "1.2"
serde = { version = "1", features = ["derive"] }
pollster = "0.4"'

{
    echo 'use toolcrib::{Contexts, tool, tools};'
    for ((i = 0; i < tools; i++)); do
        cat <<RUST
/// Sends message number $i.
#[tool]
async fn send_$i(
    /// Who receives it.
    receiver: String,
    /// How often it is sent.
    times: i64,
    /// What it is about.
    subject: Option<String>,
    /// Whether it is urgent.
    urgent: bool,
) -> String {
    format!("$i {receiver} {times} {subject:?} {urgent}")
}
RUST
    done
    echo 'fn main() {'
    echo -n '    let tools = tools!['
    for ((i = 0; i < tools; i++)); do echo -n "send_$i, "; done
    echo '];'
    cat <<'RUST'
    let contexts = Contexts::new();
    let arguments = r#"{"receiver":"a","times":1,"urgent":true}"#;
    for def in tools {
        let answer = pollster::block_on(def.call(&contexts, arguments));
        println!("{} {} {:?}", def.name(), def.input_schema(), answer);
    }
}
RUST
} >"$work/ours/src/main.rs"

{
    cat <<'RUST'
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};
RUST
    for ((i = 0; i < tools; i++)); do
        cat <<RUST
#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Send$i {
    /// Who receives it.
    receiver: String,
    /// How often it is sent.
    times: i64,
    /// What it is about.
    subject: Option<String>,
    /// Whether it is urgent.
    urgent: bool,
}
RUST
    done
    echo 'struct Server;'
    echo '#[tool_router]'
    echo 'impl Server {'
    for ((i = 0; i < tools; i++)); do
        cat <<RUST
    /// Sends message number $i.
    #[tool]
    async fn send_$i(
        &self,
        Parameters(Send$i { receiver, times, subject, urgent }): Parameters<Send$i>,
    ) -> String {
        format!("$i {receiver} {times} {subject:?} {urgent}")
    }
RUST
    done
    cat <<'RUST'
}
fn main() {
    let router: ToolRouter<Server> = Server::tool_router();
    for tool in router.list_all() {
        println!("{} {:?}", tool.name, tool.input_schema);
    }
    let _ = Server;
}
RUST
} >"$work/rmcp_side/src/main.rs"

build() { (cd "$work/$1" && cargo build --quiet --color never $2 2>&1); }

# CPU seconds of one build.
cpu() {
    local TIMEFORMAT='%U %S'
    { time build "$1" "$2" >/dev/null 2>&1; } 2>&1 | tail -1 | awk '{printf "%.2f\n", $1 + $2}'
}

least() { sort -n | head -1; }

for side in ours rmcp_side; do
    build $side "" || exit 2
    build $side "--release" || exit 2
done
for profile in "" "--release"; do
    for kind in clean touch; do
        : >"$work/ours.$kind"
        : >"$work/rmcp_side.$kind"
        for ((run = 0; run < runs; run++)); do
            for side in ours rmcp_side; do
                if [ $kind = clean ]; then
                    (cd "$work/$side" && cargo clean --quiet -p $side $profile)
                else
                    echo "// $run" >>"$work/$side/src/main.rs"
                fi
                cpu $side "$profile" >>"$work/$side.$kind"
            done
        done
        ours=$(least <"$work/ours.$kind")
        theirs=$(least <"$work/rmcp_side.$kind")
        awk -v p="${profile:-dev}" -v k=$kind -v n="$tools" -v o="$ours" -v t="$theirs" 'BEGIN {
            printf "%-9s %-5s %d tools: toolcrib %.2f s, rmcp %.2f s, ratio %.2f\n", p, k, n, o, t, o / t }'
        awk -v o="$ours" -v t="$theirs" 'BEGIN { exit !(o <= t * 1.05) }' || failed=1
    done
done
exit ${failed:-0}
