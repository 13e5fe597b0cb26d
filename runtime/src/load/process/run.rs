//! A program from its start to its end.

use std::io;
use std::process::ExitStatus;
use std::string::String;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::process::ChildStdin;
use tokio::time::timeout;

use super::streams::{Head, Tail};
use crate::child::{Child, Pipes};

/// How long output is waited for that was written before the end, from a
/// process that has left the group and still holds the pipe.
const DRAIN: Duration = Duration::from_millis(500);

/// How it ended.
pub(super) struct Ended {
    /// None when it was killed for its flood of output.
    pub(super) status: Option<ExitStatus>,
    pub(super) out: Head,
    pub(super) err: Tail,
}

/// Until the program ends or has written too much.
pub(super) async fn run(
    (mut child, pipes): (Child, Pipes),
    input: Option<String>,
    most: usize,
) -> io::Result<Ended> {
    let Pipes { stdin, stdout, stderr } = pipes;
    let (mut out, mut err) = (Head::new(most), Tail::default());
    let status = {
        let (feeding, heading) = (feed(stdin, input), out.read(stdout));
        let tailing = err.read(stderr);
        tokio::pin!(feeding, heading, tailing);
        let (mut fed, mut whole, mut told) = (false, false, false);
        loop {
            tokio::select! {
                biased;
                () = &mut feeding, if !fed => fed = true,
                fits = &mut heading, if !whole => match fits {
                    true => whole = true,
                    false => break None,
                },
                () = &mut tailing, if !told => told = true,
                status = child.leader() => {
                    // What it left behind holds the pipes open.
                    child.kill();
                    let rest = async {
                        if !whole {
                            heading.await;
                        }
                        if !told {
                            tailing.await;
                        }
                    };
                    let _ = timeout(DRAIN, rest).await;
                    break Some(status?);
                }
            }
        }
    };
    child.end(DRAIN).await;
    Ok(Ended { status: status.filter(|_| !out.is_over()), out, err })
}

/// A program need not read what it is given.
async fn feed(mut stdin: ChildStdin, input: Option<String>) {
    if let Some(input) = input {
        let _ = stdin.write_all(input.as_bytes()).await;
        let _ = stdin.shutdown().await;
    }
}
