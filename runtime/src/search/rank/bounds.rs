//! What a window can give at most.
//!
//! Block maxima (S. Ding, T. Suel, "Faster top-k document retrieval using
//! block-max indexes", SIGIR 2011), with windows as blocks: most windows need
//! not be opened, and the most promising one is opened first.

use super::list::Lists;
use super::{Group, Ranker};

/// Windows with a bound of their own: of 131,072 documents.
const MAX_WINDOWS: usize = 512;

pub(super) struct Bounds {
    sums: [u32; MAX_WINDOWS],
    len: usize,
}

impl Bounds {
    #[inline(always)]
    pub(super) fn new(windows: u32) -> Self {
        Self { sums: [0; MAX_WINDOWS], len: (windows as usize).min(MAX_WINDOWS) }
    }

    /// The largest sum that a document of the window can have.
    pub(super) fn of(&self, window: u32) -> u32 {
        self.sums.get(window as usize).copied().unwrap_or(u32::MAX)
    }

    /// The most promising window.
    pub(super) fn best(&self) -> u32 {
        let sums = self.sums.iter().take(self.len).zip(0..);
        sums.fold((0, 0), |best, (&sum, at)| if sum > best.0 { (sum, at) } else { best }).1
    }

    fn add(&mut self, lists: &mut Lists<'_>, group: &Group) {
        let mut most = [0_u32; MAX_WINDOWS];
        for (_, list) in lists.of(group) {
            list.rewound().for_each_window(|window, impact| {
                if let Some(most) = most.get_mut(window as usize) {
                    *most = list.value(impact).max(*most);
                }
            });
        }
        for (sum, &most) in self.sums.iter_mut().zip(&most).take(self.len) {
            *sum += if most == 0 { 0 } else { most + group.neighbours };
        }
    }
}

impl Ranker<'_, '_> {
    pub(super) fn bounds(&mut self) -> Bounds {
        let mut bounds = Bounds::new(self.windows());
        for at in 0..self.len {
            bounds.add(&mut self.lists, &self.groups[at]);
        }
        bounds
    }
}
