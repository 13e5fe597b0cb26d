//! A server's process, and its end.

use std::path::{Path, PathBuf};
use std::prelude::v1::*;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{ChildStdin, ChildStdout, Command};

use super::config::Expanded;
use super::shared::Shared;

/// How long a process may take to exit by itself once its input is closed,
/// and again once it has been asked to terminate.
const GRACE: Duration = Duration::from_millis(1_500);
/// How long the status of a process that closed its output is waited for.
const STATUS: Duration = Duration::from_millis(250);
#[cfg(unix)]
const SIGTERM: i32 = 15;

/// A child in a process group (on Windows: a job) of its own. Dropping it
/// kills the whole group.
#[derive(Debug)]
pub(super) struct Process {
    child: Box<dyn ChildWrapper>,
    ended: bool,
}

/// The command of a server.
pub(super) struct Spawn<'a> {
    pub(super) command: &'a Expanded,
    pub(super) args: &'a [Expanded],
    pub(super) env: &'a [(String, Expanded)],
    pub(super) cwd: Option<PathBuf>,
    /// Takes the place of `cwd`.
    pub(super) cwd_override: Option<&'a Path>,
}

impl Spawn<'_> {
    /// Starts the process and the draining of its standard error.
    pub(super) fn start(
        &self,
        shared: &Arc<Shared>,
    ) -> std::io::Result<(Process, ChildStdin, ChildStdout)> {
        let mut child = wrap(self.to_command()).spawn()?;
        let (stdin, stdout) = (child.stdin().take(), child.stdout().take());
        if let Some(stderr) = child.stderr().take() {
            shared.set_draining(tokio::spawn(drain(stderr, shared.clone())));
        }
        let process = Process { child, ended: false };
        match (stdin, stdout) {
            (Some(stdin), Some(stdout)) => Ok((process, stdin, stdout)),
            _ => Err(std::io::Error::other("the process has no standard input or output")),
        }
    }

    fn to_command(&self) -> Command {
        let mut command = Command::new(self.program());
        command.args(self.args.iter().map(Expanded::value));
        command.envs(self.env.iter().map(|(name, value)| (name, value.value())));
        if let Some(cwd) = self.cwd_override.or(self.cwd.as_deref()) {
            command.current_dir(cwd);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A command given as a relative path stays the same file wherever the
    /// process is started.
    fn program(&self) -> PathBuf {
        let program = Path::new(self.command.value());
        let relative = program.components().count() > 1 && program.is_relative();
        let base = match (&self.cwd, self.cwd_override) {
            (None, None) => return program.into(),
            (cwd, _) => cwd.as_deref().unwrap_or(Path::new(".")),
        };
        if !relative {
            return program.into();
        }
        std::path::absolute(base.join(program)).unwrap_or_else(|_| program.into())
    }
}

fn wrap(command: Command) -> CommandWrap {
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(process_wrap::tokio::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::tokio::JobObject);
    command
}

/// Reads until the end, so that a server never waits for us to read.
async fn drain(mut stderr: impl AsyncRead + Unpin, shared: Arc<Shared>) {
    let mut buffer = std::vec![0; 8 * 1024];
    while let Ok(read @ 1..) = stderr.read(&mut buffer).await {
        shared.stderr(|tail| tail.push(buffer.get(..read).unwrap_or(&[])));
    }
}

impl Process {
    /// The status, if the process ends within a moment.
    pub(super) async fn status(&mut self) -> Option<ExitStatus> {
        tokio::time::timeout(STATUS, self.child.wait()).await.ok()?.ok()
    }

    /// Waits for the end, asks for it, and then enforces it, for the whole
    /// group. The input must have been closed before.
    pub(super) async fn stop(&mut self) {
        if !self.exits().await {
            #[cfg(unix)]
            if self.child.signal(SIGTERM).is_ok() {
                self.exits().await;
            }
        }
        self.kill();
        let _ = tokio::time::timeout(GRACE, self.child.wait()).await;
    }

    async fn exits(&mut self) -> bool {
        tokio::time::timeout(GRACE, self.child.wait()).await.is_ok()
    }

    /// Kills what is left of the group.
    pub(super) fn kill(&mut self) {
        if !std::mem::replace(&mut self.ended, true) {
            let _ = self.child.start_kill();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
