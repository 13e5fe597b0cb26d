//! Client and server on one core.
//!
//! On two cores a call takes two to four times as long, and on how many it runs
//! the scheduler decides anew from run to run.

/// Keeps this thread, and all that it starts, on one core; says so for people.
#[cfg(target_os = "linux")]
pub(crate) fn stay_on_one() -> String {
    match pin() {
        Ok(core) => format!("client and server on one core ({core})"),
        Err(error) => format!("client and server where the system puts them: {error}"),
    }
}

/// The last core that is allowed: the first ones have the interrupts.
#[cfg(target_os = "linux")]
fn pin() -> nix::Result<usize> {
    use nix::errno::Errno;
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;

    let own = Pid::from_raw(0);
    let allowed = sched_getaffinity(own)?;
    let is_allowed = |core: &usize| allowed.is_set(*core).unwrap_or(false);
    let core = (0..CpuSet::count()).rev().find(is_allowed).ok_or(Errno::ENODEV)?;
    let mut one = CpuSet::new();
    one.set(core)?;
    sched_setaffinity(own, &one)?;
    Ok(core)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn stay_on_one() -> String {
    "client and server where the system puts them: only Linux is asked to keep them".to_owned()
}
