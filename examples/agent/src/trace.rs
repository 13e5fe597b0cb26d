//! The time line of a conversation's calls, from the toolbox's events.

use std::time::{Duration, Instant};

use toolcrib::Toolbox;
use toolcrib::call::{BreakerState, Event, EventKind, Events, Status};

use crate::screen::Screen;

/// How wide the picture of the time is, in characters.
const WIDTH: usize = 24;

/// Listens to the calls of a toolbox.
pub(crate) struct Trace {
    events: Events,
    seen: Vec<Event>,
    from: Instant,
}

/// One line: what began when, and how long it took.
struct Row {
    at: Duration,
    took: Duration,
    text: String,
}

impl Trace {
    pub(crate) fn new(toolbox: &Toolbox) -> Self {
        Self { events: toolbox.events(), seen: Vec::new(), from: Instant::now() }
    }

    /// Takes what has happened; to be called often enough that nothing is lost.
    pub(crate) fn gather(&mut self) {
        self.seen.extend(std::iter::from_fn(|| self.events.try_next()));
    }

    pub(crate) fn show(mut self, screen: &Screen) {
        self.gather();
        let mut rows: Vec<Row> =
            self.seen.iter().filter_map(|event| Row::of(event, self.from)).collect();
        rows.sort_by_key(|row| row.at);
        let end = rows.iter().map(|row| row.at + row.took).max().unwrap_or_default();
        screen.heading("The time line of the calls");
        for row in &rows {
            screen.plain(row.line(end));
        }
        match self.events.lost() {
            0 => {}
            lost => screen.plain(format!("  {lost} events were not read in time")),
        }
    }
}

impl Row {
    /// A call is told when it has ended, and stands where it began.
    fn of(event: &Event, from: Instant) -> Option<Self> {
        let name = event.tool.or(event.server).unwrap_or("(search)");
        let (took, what) = match &event.kind {
            EventKind::Finished { status, took, bytes_out } => {
                (*took, format!("{}, {bytes_out} bytes", ended(*status)))
            }
            EventKind::Searched { loaded, took } => (
                *took,
                match loaded {
                    1 => "1 tool".into(),
                    loaded => format!("{loaded} tools"),
                },
            ),
            EventKind::Loaded { took } => (*took, "loaded".into()),
            EventKind::Retried { attempt, .. } => (Duration::ZERO, format!("again, {attempt}")),
            EventKind::CutOff { shown, total } => {
                (Duration::ZERO, format!("cut off, {shown} of {total} bytes"))
            }
            EventKind::Refused { reason } => {
                (Duration::ZERO, format!("refused: {}", reason.as_str()))
            }
            EventKind::Evicted => (Duration::ZERO, "unloaded".into()),
            EventKind::Breaker { state } => (Duration::ZERO, breaker(*state).into()),
            _ => return None,
        };
        let at = event.at.saturating_duration_since(from).saturating_sub(took);
        Some(Self { at, took, text: format!("{name:<38} {}  {what}", time(took)) })
    }

    fn line(&self, end: Duration) -> String {
        let place = |time: Duration| {
            let part = time.as_secs_f64() / end.as_secs_f64().max(f64::MIN_POSITIVE);
            // Between 0 and the width.
            ((part * WIDTH as f64) as usize).min(WIDTH - 1)
        };
        let (first, last) = (place(self.at), place(self.at + self.took));
        let mark = |at: usize| if (first..=last).contains(&at) { '━' } else { '·' };
        let picture: String = (0..WIDTH).map(mark).collect();
        format!("  {} {picture} {}", time(self.at), self.text)
    }
}

fn time(time: Duration) -> String {
    format!("{:8.2} ms", time.as_secs_f64() * 1e3)
}

fn ended(status: Status) -> &'static str {
    match status {
        Status::Ok => "ok",
        Status::ToolError => "failed",
        Status::Arguments => "wrong arguments",
        Status::TimedOut => "no answer in time",
        other => other.as_str(),
    }
}

fn breaker(state: BreakerState) -> &'static str {
    match state {
        BreakerState::Closed => "answers again",
        BreakerState::HalfOpen => "is tried again",
        _ => "is left alone for a while",
    }
}
