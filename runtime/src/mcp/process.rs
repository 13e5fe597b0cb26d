//! A server's process, and its end.

use std::path::{Path, PathBuf};
use std::prelude::v1::*;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{ChildStdin, ChildStdout, Command};

use super::config::Expanded;
use super::shared::Shared;
use crate::child::{Child, Pipes};

/// How long a process may take to exit by itself once its input is closed,
/// and again once it has been asked to terminate.
const GRACE: Duration = Duration::from_millis(1_500);
/// How long the status of a process that closed its output is waited for.
const STATUS: Duration = Duration::from_millis(250);

/// A server's process; dropping it kills its whole group.
#[derive(Debug)]
pub(super) struct Process(Child);

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
        let (child, Pipes { stdin, stdout, stderr }) = Child::start(self.to_command())?;
        shared.set_draining(tokio::spawn(drain(stderr, shared.clone())));
        Ok((Process(child), stdin, stdout))
    }

    fn to_command(&self) -> Command {
        let mut command = Command::new(self.program());
        command.args(self.args.iter().map(Expanded::value));
        command.envs(self.env.iter().map(|(name, value)| (name, value.value())));
        if let Some(cwd) = self.cwd_override.or(self.cwd.as_deref()) {
            command.current_dir(cwd);
        }
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
        tokio::time::timeout(STATUS, self.0.wait()).await.ok()?.ok()
    }

    /// Waits for the end, asks for it, and then enforces it, for the whole
    /// group. The input must have been closed before.
    pub(super) async fn stop(&mut self) {
        if !self.exits().await && self.0.terminate() {
            self.exits().await;
        }
        self.0.end(GRACE).await;
    }

    async fn exits(&mut self) -> bool {
        tokio::time::timeout(GRACE, self.0.wait()).await.is_ok()
    }

    /// Kills what is left of the group.
    pub(super) fn kill(&mut self) {
        self.0.kill();
    }
}
