//! Waiting for what happens in another process.

use std::future::ready;
use std::path::Path;
use std::time::{Duration, Instant};

/// Long enough for a busy machine; a test that passes does not take it.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(5);

/// Waits until there is a value.
///
/// # Panics
/// When there is none for half a minute.
pub async fn eventually_some<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(value) = look().await {
            return value;
        }
        assert!(started.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        tokio::time::sleep(PAUSE).await;
    }
}

/// Waits until it is so.
///
/// # Panics
/// When it is not so for half a minute.
pub async fn eventually(what: &str, is_so: impl Fn() -> bool) {
    eventually_some(what, || ready(is_so().then_some(()))).await;
}

/// The same without a runtime.
///
/// # Panics
/// When it is not so for half a minute.
pub fn blocking(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        std::thread::sleep(PAUSE);
    }
}

/// The ids of `count` processes, once they stand in a file.
pub async fn process_ids(file: &Path, count: usize) -> Vec<String> {
    let what = format!("{count} process ids in {}", file.display());
    eventually_some(&what, || ready(read_ids(file, count))).await
}

/// The same without a runtime.
///
/// # Panics
/// When they are not there for half a minute.
#[must_use]
pub fn process_ids_blocking(file: &Path, count: usize) -> Vec<String> {
    blocking("the process ids", || read_ids(file, count).is_some());
    read_ids(file, count).unwrap()
}

fn read_ids(file: &Path, count: usize) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(file).ok()?;
    let ids: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    (ids.len() == count).then_some(ids)
}

/// True while a process of that id exists and is no zombie.
///
/// # Panics
/// Where there is no `ps`.
#[must_use]
pub fn is_alive(id: &str) -> bool {
    let ps = std::process::Command::new("ps").args(["-o", "stat=", "-p", id]).output().unwrap();
    let state = String::from_utf8_lossy(&ps.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with(['Z', 'X'])
}
