//! A child process and all that it starts, up to their end.

use std::io;
use std::prelude::v1::*;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

/// A child in a process group (on Windows: a job) of its own. Dropping it
/// kills the whole group.
#[derive(Debug)]
pub(crate) struct Child {
    child: Box<dyn ChildWrapper>,
    killed: bool,
    /// Its group has no process left, and its number may be another's.
    ended: bool,
}

pub(crate) struct Pipes {
    pub(crate) stdin: ChildStdin,
    pub(crate) stdout: ChildStdout,
    pub(crate) stderr: ChildStderr,
}

impl Child {
    pub(crate) fn start(mut command: Command) -> io::Result<(Self, Pipes)> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(process_wrap::tokio::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::tokio::JobObject);
        let mut started = Self { child: command.spawn()?, killed: false, ended: false };
        let child = &mut started.child;
        match (child.stdin().take(), child.stdout().take(), child.stderr().take()) {
            (Some(stdin), Some(stdout), Some(stderr)) => {
                Ok((started, Pipes { stdin, stdout, stderr }))
            }
            _ => Err(io::Error::other("the process has no standard input or output")),
        }
    }

    pub(crate) async fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait().await;
        self.ended |= self.killed;
        status
    }

    /// The end of the program itself: others of its group may live on.
    #[cfg(feature = "process")]
    pub(crate) async fn leader(&mut self) -> io::Result<ExitStatus> {
        #[cfg(unix)]
        return self.child.inner_mut().wait().await;
        #[cfg(not(unix))]
        return self.child.wait().await;
    }

    /// Asks the group to end; false where nothing can be asked.
    #[cfg(feature = "mcp")]
    pub(crate) fn terminate(&self) -> bool {
        #[cfg(unix)]
        return self.child.signal(15).is_ok();
        #[cfg(not(unix))]
        return false;
    }

    /// Kills what is left of the group.
    pub(crate) fn kill(&mut self) {
        if !self.ended {
            let _ = self.child.start_kill();
            self.killed = true;
        }
    }

    /// Kills what is left of the group and waits for it, at most this long.
    pub(crate) async fn end(&mut self, within: Duration) {
        self.kill();
        let _ = timeout(within, self.wait()).await;
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}
