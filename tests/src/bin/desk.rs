//! [`toolcrib_tests::desk`] as a process; its one argument is the folder by which
//! a test decides what it says.

use std::path::Path;

use toolcrib_tests::desk::Files;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let folder = std::env::args().nth(1).unwrap_or_default();
    Files::new(Path::new(&folder)).serve().await;
}
