//! Tools that collect themselves, and their lock.

use std::path::Path;

use strict::{App, Place};
use tc::native::{LockState, NativeLockError, lock_native};
use tc::{Contexts, Tools, tools};

#[test]
fn the_three_ways_give_the_same_tools() {
    let collected = tc::collect().unwrap();
    let listed = tools![strict::locate, strict::wait, App].sorted();
    let names = |tools: &Tools| tools.iter().map(|def| def.name()).collect::<Vec<_>>();
    assert_eq!(names(&collected), ["home", "locate", "wait"]);
    assert_eq!(names(&collected), names(&listed));
    for (one, other) in collected.iter().zip(listed.iter()) {
        assert_eq!(one.input_schema(), other.input_schema());
        assert_eq!(one.location(), other.location());
    }
}

#[test]
fn collected_tools_are_called() {
    let home = Some(Place { town: "Bern".into() });
    let contexts = Contexts::new().with(App { home });
    let def = tc::collect().unwrap().get("locate").unwrap();
    let answer = pollster::block_on(def.call(&contexts, r#"{"thing": "key"}"#)).unwrap();
    assert_eq!(answer.to_text(), r#"{"town":"Bern"}"#);
}

#[test]
fn the_lock_is_written_then_checked() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("mcp.lock");
    let tools = tc::collect().unwrap();
    let missing = lock_native(&tools, &folder, false).unwrap_err();
    assert!(missing.to_string().contains("native.json"), "{missing}");
    let path = folder.join("native.json");
    assert_eq!(lock_native(&tools, &folder, true).unwrap(), LockState::Written(path.clone()));
    assert_eq!(lock_native(&tools, &folder, false).unwrap(), LockState::Unchanged);
    let fewer = tools![strict::wait];
    let drift = lock_native(&fewer, &folder, false).unwrap_err();
    let NativeLockError::Drift { differences, .. } = &drift else { panic!("{drift}") };
    assert_eq!(differences.len(), 2, "{drift}");
    assert!(drift.to_string().contains("locate"), "{drift}");
    std::fs::write(&path, "not a lock").unwrap();
    assert!(lock_native(&tools, &folder, false).is_err());
    assert!(Path::new(&path).exists());
}

#[test]
fn the_lock_of_this_package_is_committed() {
    tc::native_lock!(tools![strict::locate, strict::wait, App]);
}
