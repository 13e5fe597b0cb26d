//! The stdio transport: one message a line, to a process or within this program.
//!
//! It differs from the one of rmcp in four ways. What is not a message is
//! counted. The answer to `tools/list` is handed on as its text in canonical
//! form, so that nothing of it is lost on the way through types. That of a call
//! is handed on as JSON, where rmcp would try one type after the other. And
//! the process is stopped together with its group, whatever still waits to be
//! written.

use std::format;
use std::prelude::v1::{Box, String, Vec};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream};
use tokio::process::{ChildStdin, ChildStdout};

use super::awaited::Awaited;
use super::closing::Closing;
use super::depart::depart;
use super::process::Process;
use super::shared::Shared;

/// After how many lines others have their turn.
const AT_A_TIME: u32 = 64;
/// How much room for a line is kept after a longer one.
const KEPT: usize = 1024 * 1024;

type Input = Box<dyn AsyncWrite + Send + Unpin>;
type Output = Box<dyn AsyncRead + Send + Unpin>;

/// How far a server may go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// The bytes of a line.
    pub(super) line: usize,
    /// How long a line may take to be written: a server that reads nothing for
    /// so long is at an end, and no line waits for it.
    pub(super) write: Duration,
}

pub(super) struct Stdio {
    /// `None` for a server within this program.
    process: Option<Process>,
    input: Arc<tokio::sync::Mutex<Option<Input>>>,
    output: BufReader<Output>,
    line: Vec<u8>,
    /// How many have been asked for.
    lines: u32,
    bounds: Bounds,
    closing: Closing,
    awaited: Arc<Mutex<Awaited>>,
    shared: Arc<Shared>,
}

impl Stdio {
    pub(super) fn new(
        (process, input, output): (Process, ChildStdin, ChildStdout),
        bounds: Bounds,
        shared: Arc<Shared>,
    ) -> Self {
        Self::over(Some(process), (Box::new(input), Box::new(output)), bounds, shared)
    }

    /// Over our end of a pipe.
    pub(super) fn in_process(pipe: DuplexStream, bounds: Bounds, shared: Arc<Shared>) -> Self {
        let (output, input) = tokio::io::split(pipe);
        Self::over(None, (Box::new(input), Box::new(output)), bounds, shared)
    }

    fn over(
        process: Option<Process>,
        (input, output): (Input, Output),
        bounds: Bounds,
        shared: Arc<Shared>,
    ) -> Self {
        Self {
            process,
            input: Arc::new(tokio::sync::Mutex::new(Some(input))),
            output: BufReader::with_capacity(64 * 1024, output),
            line: Vec::new(),
            lines: 0,
            bounds,
            closing: Closing::new(),
            awaited: Arc::default(),
            shared,
        }
    }

    /// Reads up to the end of a line; false at the end of the output. What was
    /// read of a line stays when this is cancelled.
    async fn read_line(&mut self) -> std::io::Result<bool> {
        loop {
            let available = self.output.fill_buf().await?;
            if available.is_empty() {
                return Ok(false);
            }
            let end = memchr::memchr(b'\n', available);
            let taken = end.map_or(available.len(), |at| at + 1);
            self.line.extend_from_slice(available.get(..taken).unwrap_or(available));
            self.output.consume(taken);
            if self.line.len() > self.bounds.line {
                let message = format!("sent a line of more than {} bytes", self.bounds.line);
                return Err(std::io::Error::other(message));
            }
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// The message that the line is; none for a blank line and for noise.
    fn message(&mut self) -> Option<ServerJsonRpcMessage> {
        let line = self.line.trim_ascii();
        if line.is_empty() {
            return None;
        }
        let message = core::str::from_utf8(line).ok().and_then(|text| {
            let mut awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner);
            let ours = awaited.answer(text);
            drop(awaited);
            ours.or_else(|| serde_json::from_str(text).ok())
        });
        if message.is_none() {
            self.shared.count_noise();
        }
        message
    }

    /// Notes how the process ended.
    async fn ended(&mut self, reason: Option<String>) {
        let exit = match &mut self.process {
            Some(process) => process.status().await,
            None => None,
        };
        self.shared.set_end(|end| {
            end.closed = true;
            end.exit = exit;
            end.reason = reason.or(end.reason.take());
        });
    }
}

impl Transport<RoleClient> for Stdio {
    type Error = std::io::Error;

    fn send(
        &mut self,
        item: ClientJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let (input, awaited) = (self.input.clone(), self.awaited.clone());
        let (shared, closing) = (self.shared.clone(), self.closing.clone());
        let write = self.bounds.write;
        let ends = closing.clone().begun();
        let written = async move {
            let mut line = serde_json::to_vec(&item)?;
            line.push(b'\n');
            let mut input = input.lock().await;
            let input = input.as_mut().ok_or(std::io::ErrorKind::NotConnected)?;
            depart(&item, &shared).map_err(std::io::Error::other)?;
            awaited.lock().unwrap_or_else(PoisonError::into_inner).note(&item);
            let written = async { input.write_all(&line).await.and(input.flush().await) };
            match tokio::time::timeout(write, written).await {
                // The end of the output follows, and with it why.
                Ok(Err(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
                Ok(other) => other,
                Err(_) => {
                    let reason = format!("read nothing of its input for {write:?}");
                    shared.set_end(|end| end.reason = Some(reason));
                    closing.begin();
                    Ok(())
                }
            }
        };
        async move {
            // What holds the input lets go of it when the transport ends.
            tokio::select! {
                biased;
                written = written => written,
                () = ends => Ok(()),
            }
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        loop {
            self.lines = self.lines.wrapping_add(1);
            if self.lines.is_multiple_of(AT_A_TIME) {
                // A flood of them keeps nothing else from its turn.
                tokio::task::yield_now().await;
            }
            let ends = self.closing.clone().begun();
            let line = tokio::select! {
                line = self.read_line() => line,
                () = ends => Ok(false),
            };
            let message = match line {
                Ok(true) => self.message(),
                Ok(false) => {
                    self.ended(None).await;
                    return None;
                }
                Err(error) => {
                    // Nobody reads on: it would wait for that, and callers for it.
                    if let Some(process) = &mut self.process {
                        process.kill();
                    }
                    self.ended(Some(format!("{error}"))).await;
                    return None;
                }
            };
            self.line.clear();
            self.line.shrink_to(KEPT);
            if message.is_some() {
                return message;
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.closing.begin();
        if let Some(mut input) = self.input.lock().await.take() {
            let _ = input.shutdown().await;
        }
        if let Some(process) = &mut self.process {
            process.stop().await;
        }
        self.shared.set_end(|end| end.closed = true);
        Ok(())
    }
}
