//! The example agent.
mod servers;
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let _ = servers::NAMES;
    servers::serve(args.get(2).map_or("", String::as_str), args.len() > 3).await.ok();
}
