use std::prelude::v1::*;
use std::time::Duration;

use tokio::time::Instant;

use super::{Admission, Breaker, BreakerState, Circuit, Verdict};

const VERDICTS: [Verdict; 4] =
    [Verdict::Success, Verdict::Failure, Verdict::SharedFailure, Verdict::None];
const SECOND: Duration = Duration::from_secs(1);

fn circuit() -> Circuit {
    Circuit::new(Breaker::new().failures(2).open_for(SECOND))
}

fn admit(circuit: &Circuit, now: Instant) -> Option<Admission> {
    circuit.admit(now).ok().map(|(admission, _)| admission)
}

fn fail(circuit: &Circuit, now: Instant) {
    let admission = admit(circuit, now).expect("admitted");
    circuit.settle(admission, Verdict::Failure, now);
}

#[test]
fn failures_in_a_row_open_it_and_a_success_between_does_not() {
    let (circuit, now) = (circuit(), Instant::now());
    fail(&circuit, now);
    let admission = admit(&circuit, now).unwrap();
    circuit.settle(admission, Verdict::Success, now);
    fail(&circuit, now);
    assert_eq!(circuit.state(now), BreakerState::Closed);
    fail(&circuit, now);
    assert_eq!(circuit.state(now), BreakerState::Open { retry_in: SECOND });
    assert_eq!(circuit.admit(now), Err(SECOND));
}

#[test]
fn one_probe_at_a_time_and_each_that_fails_doubles_the_wait() {
    let (circuit, mut now) = (circuit(), Instant::now());
    fail(&circuit, now);
    fail(&circuit, now);
    for wait in [2, 4, 8, 10, 10] {
        now += 10 * SECOND;
        let probe = admit(&circuit, now).expect("a probe");
        assert!(admit(&circuit, now).is_none(), "a second probe");
        assert_eq!(circuit.state(now), BreakerState::HalfOpen);
        let opened = circuit.settle(probe, Verdict::Failure, now);
        assert_eq!(opened, Some(BreakerState::Open { retry_in: wait * SECOND }));
    }
    now += 10 * SECOND;
    let probe = admit(&circuit, now).unwrap();
    assert_eq!(circuit.settle(probe, Verdict::Success, now), Some(BreakerState::Closed));
}

#[test]
fn a_probe_that_is_given_up_leaves_room_for_the_next() {
    let (circuit, mut now) = (circuit(), Instant::now());
    fail(&circuit, now);
    fail(&circuit, now);
    now += SECOND;
    let probe = admit(&circuit, now).unwrap();
    circuit.settle(probe, Verdict::None, now);
    assert!(admit(&circuit, now).is_some());
}

#[test]
fn stragglers_of_an_earlier_state_say_nothing() {
    let (circuit, mut now) = (circuit(), Instant::now());
    let early = admit(&circuit, now).unwrap();
    fail(&circuit, now);
    fail(&circuit, now);
    circuit.settle(early, Verdict::Success, now);
    assert!(matches!(circuit.state(now), BreakerState::Open { .. }));
    now += SECOND;
    let probe = admit(&circuit, now).unwrap();
    circuit.settle(early, Verdict::Failure, now);
    assert_eq!(circuit.settle(probe, Verdict::Success, now), Some(BreakerState::Closed));
}

#[test]
fn calls_under_way_together_share_one_failure() {
    let (circuit, now) = (circuit(), Instant::now());
    let together: Vec<Admission> = (0..5).filter_map(|_| admit(&circuit, now)).collect();
    assert_eq!(together.len(), 5);
    for call in &together {
        assert_eq!(circuit.settle(*call, Verdict::SharedFailure, now), None);
    }
    // Admitted after the first: a failure of its own.
    let next = admit(&circuit, now).unwrap();
    let opened = circuit.settle(next, Verdict::SharedFailure, now);
    assert_eq!(opened, Some(BreakerState::Open { retry_in: SECOND }));
}

#[test]
fn a_probe_that_fails_for_a_shared_reason_opens_it_again() {
    let (circuit, mut now) = (circuit(), Instant::now());
    let early = admit(&circuit, now).unwrap();
    fail(&circuit, now);
    fail(&circuit, now);
    now += SECOND;
    let probe = admit(&circuit, now).unwrap();
    assert_eq!(circuit.settle(early, Verdict::SharedFailure, now), None);
    let opened = circuit.settle(probe, Verdict::SharedFailure, now);
    assert_eq!(opened, Some(BreakerState::Open { retry_in: 2 * SECOND }));
}

/// Random calls that end in a random order, against the rules as they are said.
#[test]
fn at_most_one_probe_and_nothing_while_open() {
    let mut seed = 7_u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(seed >> 33).unwrap() % below
    };
    for _ in 0..200 {
        let (circuit, mut now) = (circuit(), Instant::now());
        let mut running: Vec<(Admission, bool)> = Vec::new();
        for _ in 0..200 {
            now += Duration::from_millis(random(400) as u64);
            let before = circuit.state(now);
            if random(2) == 0 {
                let admitted = admit(&circuit, now);
                match before {
                    BreakerState::Closed => assert!(admitted.is_some()),
                    BreakerState::Open { .. } => assert!(admitted.is_none()),
                    BreakerState::HalfOpen => {
                        let probing = running.iter().any(|(_, probe)| *probe);
                        assert_eq!(admitted.is_some(), !probing);
                    }
                }
                let probe = before == BreakerState::HalfOpen;
                running.extend(admitted.map(|admission| (admission, probe)));
            } else if !running.is_empty() {
                let (admission, _) = running.swap_remove(random(running.len()));
                let verdict = VERDICTS[random(VERDICTS.len())];
                circuit.settle(admission, verdict, now);
            }
        }
    }
}
