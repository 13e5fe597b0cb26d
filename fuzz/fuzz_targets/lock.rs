//! A lock that is read is written as it was; any manifest makes a lock that holds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use toolcrib::catalog::{CapturedFrom, Duplicates, Lock, ManifestBuilder, Pointer};
use toolcrib::json::Json;

fuzz_target!(|input: (&str, &str)| {
    let (text, volatile) = input;
    if let Ok(lock) = Lock::parse(text) {
        assert_eq!(Lock::parse(&lock.to_text()).as_ref(), Ok(&lock));
    }
    let Ok(json) = Json::parse(text) else { return };
    let mut builder = ManifestBuilder::new("fuzz");
    builder.duplicates(Duplicates::First).instructions(json.root().get("instructions"));
    if builder.page(json.root()).is_err() {
        return;
    }
    let Ok(manifest) = builder.finish() else { return };
    let volatile: Vec<Pointer> = volatile.lines().filter_map(|line| line.parse().ok()).collect();
    let Ok(lock) = Lock::new(&manifest, CapturedFrom::default(), volatile) else { return };
    assert_eq!(Lock::parse(&lock.to_text()).as_ref(), Ok(&lock));
    let blanked = manifest.blanked(lock.volatile()).expect("it was blanked before");
    assert_eq!(blanked.digest(), lock.manifest().digest());
});
