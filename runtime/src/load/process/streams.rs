//! Output within bounds.

use std::collections::VecDeque;
use std::prelude::v1::*;

use tokio::io::{AsyncRead, AsyncReadExt};

/// How much of the error output is kept, in bytes.
const TAIL: usize = 4_096;
const BUFFER: usize = 8_192;

/// The beginning of an output.
pub(super) struct Head {
    bytes: Vec<u8>,
    most: usize,
    over: bool,
}

impl Head {
    pub(super) fn new(most: usize) -> Self {
        Self { bytes: Vec::new(), most, over: false }
    }

    /// Whether there was more.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Reads to the end; false when there is more than fits.
    pub(super) async fn read(&mut self, mut from: impl AsyncRead + Unpin) -> bool {
        let mut buffer = vec![0; BUFFER];
        while let Ok(read @ 1..) = from.read(&mut buffer).await {
            let room = self.most.saturating_sub(self.bytes.len());
            self.bytes.extend_from_slice(buffer.get(..read.min(room)).unwrap_or(&[]));
            if read > room {
                self.over = true;
                return false;
            }
        }
        true
    }
}

/// The end of an output.
#[derive(Default)]
pub(super) struct Tail {
    bytes: VecDeque<u8>,
    cut: bool,
}

impl Tail {
    /// Reads to the end, however much there is: a program must not wait for us.
    pub(super) async fn read(&mut self, mut from: impl AsyncRead + Unpin) {
        let mut buffer = vec![0; BUFFER];
        while let Ok(read @ 1..) = from.read(&mut buffer).await {
            self.bytes.extend(buffer.get(..read).unwrap_or(&[]));
            let over = self.bytes.len().saturating_sub(TAIL);
            self.bytes.drain(..over);
            self.cut |= over > 0;
        }
    }

    pub(super) fn text(&self) -> String {
        let (one, two) = self.bytes.as_slices();
        let text = String::from_utf8_lossy(&[one, two].concat()).trim().to_owned();
        if self.cut { format!("… {text}") } else { text }
    }
}
