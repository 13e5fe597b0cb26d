//! A running program, and its end.

use std::boxed::Box;
use std::io;
use std::process::{ExitStatus, Stdio};
use std::string::String;
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap};
use tokio::io::AsyncWriteExt;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use super::streams::{Head, Tail};

/// How long output is waited for that was written before the end, from a
/// process that has left the group and still holds the pipe.
const DRAIN: Duration = Duration::from_millis(500);

/// A child in a process group (on Windows: a job) of its own. Dropping it
/// kills the whole group.
pub(super) struct Child {
    child: Box<dyn ChildWrapper>,
    /// Its group has no process left, and its number may be another's.
    ended: bool,
}

/// How it ended.
pub(super) struct Ended {
    /// None when it was killed for its flood of output.
    pub(super) status: Option<ExitStatus>,
    pub(super) out: Head,
    pub(super) err: Tail,
}

impl Child {
    pub(super) fn start(mut command: Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::tokio::JobObject);
        Ok(Self { child: command.spawn()?, ended: false })
    }

    /// Until the program ends or has written too much.
    pub(super) async fn run(&mut self, input: Option<String>, most: usize) -> io::Result<Ended> {
        let (stdin, stdout, stderr) = self.pipes()?;
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
                    status = self.leader() => {
                        // What it left behind holds the pipes open.
                        self.kill();
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
        self.kill();
        let _ = timeout(DRAIN, self.child.wait()).await;
        self.ended = true;
        Ok(Ended { status: status.filter(|_| !out.is_over()), out, err })
    }

    /// The end of the program itself: others of its group may live on.
    async fn leader(&mut self) -> io::Result<ExitStatus> {
        #[cfg(unix)]
        return self.child.inner_mut().wait().await;
        #[cfg(not(unix))]
        return self.child.wait().await;
    }

    fn pipes(&mut self) -> io::Result<(ChildStdin, ChildStdout, ChildStderr)> {
        let pipes =
            (self.child.stdin().take(), self.child.stdout().take(), self.child.stderr().take());
        match pipes {
            (Some(stdin), Some(stdout), Some(stderr)) => Ok((stdin, stdout, stderr)),
            _ => Err(io::Error::other("the process has no standard input or output")),
        }
    }

    /// Kills what is left of the group.
    fn kill(&mut self) {
        if !self.ended {
            let _ = self.child.start_kill();
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A program need not read what it is given.
async fn feed(mut stdin: ChildStdin, input: Option<String>) {
    if let Some(input) = input {
        let _ = stdin.write_all(input.as_bytes()).await;
        let _ = stdin.shutdown().await;
    }
}
