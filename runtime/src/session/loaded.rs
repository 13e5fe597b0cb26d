//! Which deferred tools the model has been given.

use alloc::vec::Vec;

/// How the model came by a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Hidden,
    /// Promoted once, and put back when there were too many.
    Evicted,
    /// Promoted, and the conversation does not show it.
    Silent,
    /// Promoted by a search whose answer is in the conversation.
    Shown,
}

/// The promoted tools of a session, by number: O(1) to ask, O(p) to change for
/// p promoted tools.
#[derive(Debug, Clone)]
pub(super) struct Loaded {
    states: Vec<State>,
    /// In the order of promotion, with the time of the last use.
    order: Vec<(u32, u64)>,
    clock: u64,
    bound: Option<usize>,
}

impl Loaded {
    pub(super) fn new(tools: usize) -> Self {
        Self { states: alloc::vec![State::Hidden; tools], order: Vec::new(), clock: 0, bound: None }
    }

    /// Bounds how many there are, to one at least; what is too much already is
    /// evicted.
    pub(super) fn set_bound(&mut self, bound: usize) {
        let bound = bound.max(1);
        self.bound = Some(bound);
        while self.order.len() > bound {
            self.evict();
        }
    }

    pub(super) fn bound(&self) -> Option<usize> {
        self.bound
    }

    fn state(&self, number: u32) -> State {
        let at = usize::try_from(number).ok();
        at.and_then(|at| self.states.get(at)).copied().unwrap_or(State::Hidden)
    }

    fn set(&mut self, number: u32, state: State) {
        let at = usize::try_from(number).ok();
        if let Some(slot) = at.and_then(|at| self.states.get_mut(at)) {
            *slot = state;
        }
    }

    pub(super) fn contains(&self, number: u32) -> bool {
        matches!(self.state(number), State::Silent | State::Shown)
    }

    /// Whether the conversation shows how the tool was found.
    pub(super) fn is_shown(&self, number: u32) -> bool {
        self.state(number) == State::Shown
    }

    pub(super) fn was_evicted(&self, number: u32) -> bool {
        self.state(number) == State::Evicted
    }

    /// Promotes a tool that is not promoted; gives back what had to make room.
    pub(super) fn promote(&mut self, number: u32) -> Option<u32> {
        if self.contains(number) {
            self.touch(number);
            return None;
        }
        let full = self.bound.is_some_and(|bound| self.order.len() >= bound);
        let evicted = if full { self.evict() } else { None };
        self.clock += 1;
        self.order.push((number, self.clock));
        self.set(number, State::Silent);
        evicted
    }

    /// Says whether the conversation shows how a promoted tool was found.
    pub(super) fn show(&mut self, number: u32, shown: bool) {
        if self.contains(number) {
            self.set(number, if shown { State::Shown } else { State::Silent });
        }
    }

    /// Notes a use.
    pub(super) fn touch(&mut self, number: u32) {
        self.clock += 1;
        let clock = self.clock;
        if let Some(slot) = self.order.iter_mut().find(|(other, _)| *other == number) {
            slot.1 = clock;
        }
    }

    fn evict(&mut self) -> Option<u32> {
        let oldest = (0..self.order.len()).min_by_key(|&at| self.order.get(at).map(|o| o.1))?;
        let (number, _) = self.order.remove(oldest);
        self.set(number, State::Evicted);
        Some(number)
    }

    /// The promoted tools, in the order of promotion.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.order.iter().map(|&(number, _)| number)
    }
}
