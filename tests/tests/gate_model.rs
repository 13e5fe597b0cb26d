//! Random programs over several toolboxes and servers, against a reference that
//! says which calls may arrive.
//!
//! Listings change with and without announcement, servers crash, go down and
//! come back, entries are edited and disabled; toolboxes with different
//! captures, aliases, policies and permissions are built, fail to build and are
//! dropped; listings are looked at; histories are forged; and calls are made on
//! every road. What arrives has to be what the reference says, no more and no
//! less: `gate_model/reference.rs`, `World::call`.
//!
//! `TOOLCRIB_MODEL_STEPS` says how many steps, 100,000 without it. What failed
//! once is kept beside this file, in `gate_model.regressions`, and tried first.

#![allow(clippy::unwrap_used)]

#[path = "gate_model/machine.rs"]
mod machine;
#[path = "gate_model/places.rs"]
mod places;
#[path = "gate_model/reference.rs"]
mod reference;
#[path = "gate_model/world.rs"]
mod world;

use std::sync::atomic::Ordering;

use machine::{InProcess, Tally, WithProcesses};
use proptest::test_runner::{Config, FileFailurePersistence, TestCaseError, TestRunner};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest};

/// Steps of one program, at most.
const LENGTH: usize = 300;

/// Tries so many programs; tells what they came to.
fn run<T: StateMachineTest<Reference: ReferenceStateMachine<State: 'static>>>(programs: u32) {
    let config = Config {
        cases: programs,
        max_shrink_iters: 5_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        source_file: Some(file!()),
        test_name: Some(concat!(module_path!(), "::programs")),
        ..Config::default()
    };
    let strategy = T::Reference::sequential_strategy(LENGTH / 2..LENGTH);
    let result = TestRunner::new(config.clone()).run(&strategy, |(initial, steps, seen)| {
        T::test_sequential(config.clone(), initial, steps, seen);
        Ok::<_, TestCaseError>(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// From so many steps on, chance leaves nothing out.
const MANY: u32 = 50_000;

/// Prints the counts.
fn tell(tally: &Tally, steps: u32) {
    let [taken, calls, sent] =
        [&tally.steps, &tally.calls, &tally.sent].map(|count| count.load(Ordering::Relaxed));
    let refused = tally.refused.lock().unwrap();
    println!("{taken} steps, {calls} calls tried, {sent} sent, 0 that should not have arrived");
    refused.iter().for_each(|(why, count)| println!("{count:>9} refused: {why:?}"));
    assert!(sent > 0 && !refused.is_empty());
    if steps >= MANY {
        assert!(sent * 3 >= calls, "a gate that refuses everything passes nothing");
        assert_eq!(refused.len(), 8, "each reason has been met");
    }
}

#[test]
fn only_what_was_captured_is_called() {
    let wanted = std::env::var("TOOLCRIB_MODEL_STEPS").ok().and_then(|text| text.parse().ok());
    let steps: u32 = wanted.unwrap_or(100_000);
    run::<InProcess>(steps.div_ceil(u32::try_from(LENGTH * 7 / 10).unwrap()));
    tell(Tally::of(false), steps);
}

/// Without servers that are down, which would take the time of each back-off.
#[test]
#[cfg(unix)]
fn only_what_was_captured_is_called_of_processes() {
    run::<WithProcesses>(10);
    tell(Tally::of(true), 0);
}
