//! What the history of a conversation says about loaded tools.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use super::Dropped;
use super::answer_format::{Read, mark};
use super::showing::Showing;
use super::state::Session;
use crate::message::ToolCall;
use crate::wire::{Deferral, Wire};

impl Session {
    /// Reconciles the session with the history. Call it before each request, after a
    /// compaction, and when a stored conversation is resumed. It is idempotent.
    ///
    /// Promotes the tools that searches in the history found, both in toolcrib's answers
    /// and in the provider's references. Removes references that the next request must
    /// not contain: those to tools that are gone or were put back, and all of them if
    /// nothing is deferred any more. Restores the namespace of calls of found tools if
    /// the provider uses namespaces.
    ///
    /// Returns what could not be promoted, with the reason. O(n) for n items of history.
    pub fn prepare(
        &mut self,
        wire: &(impl Wire + ?Sized),
        history: &mut Vec<Value>,
    ) -> Vec<(String, Dropped)> {
        let mut dropped = Vec::new();
        self.hosted = wire.deferral() == Deferral::Provider;
        let referred = wire.references(history);
        if self.defers() {
            for (name, same) in self.answered(wire, history) {
                dropped.extend(self.recover(name, same));
            }
            for name in &referred {
                dropped.extend(self.recover(name.clone(), true));
            }
        }
        self.show(&referred);
        let keep = |name: &str| self.keeps(name, wire.deferral());
        let defers = self.showing == Showing::Deferred;
        wire.revise(history, defers.then_some(&keep as &dyn Fn(&str) -> bool));
        let mut told = BTreeSet::new();
        dropped.retain(|(name, _)| told.insert(name.clone()));
        dropped
    }

    /// The calls in a reply. Also promotes what the provider's own search found in it, so
    /// that these tools can be called at once.
    pub fn calls(&mut self, wire: &(impl Wire + ?Sized), reply: &Value) -> Vec<ToolCall> {
        self.hosted = wire.deferral() == Deferral::Provider;
        if self.hosted && self.showing == Showing::Deferred {
            for name in wire.references(core::slice::from_ref(reply)) {
                if let Some(number) = self.hidden_number(&name) {
                    self.loaded.promote(number);
                    self.loaded.show(number, true);
                }
            }
        }
        wire.calls(reply)
    }

    /// The names in our own answers, and whether these were made from the same
    /// tools.
    fn answered(&self, wire: &(impl Wire + ?Sized), history: &[Value]) -> Vec<(String, bool)> {
        let own = mark(self.toolbox.digest());
        let texts = wire.answers(history, self.toolbox.search_tool().tool_name());
        let answers = texts.iter().filter_map(|text| Read::of(text, &own));
        answers
            .flat_map(|Read { same, names }| names.into_iter().map(move |name| (name, same)))
            .collect()
    }

    /// Promotes a name of the history, unless it was put back meanwhile.
    fn recover(&mut self, name: String, same: bool) -> Option<(String, Dropped)> {
        let Some(number) = self.view.find(&name) else { return Some((name, Dropped::Gone)) };
        if self.loaded.contains(number) || self.loaded.was_evicted(number) {
            return None;
        }
        if !same {
            return Some((name, Dropped::OtherCatalog));
        }
        self.promote(&name);
        None
    }

    /// Notes which promoted tools the history shows.
    fn show(&mut self, referred: &[String]) {
        let referred: BTreeSet<&str> = referred.iter().map(String::as_str).collect();
        let promoted: Vec<u32> = self.loaded.iter().collect();
        for number in promoted {
            let shown = self.view.entry(number).is_some_and(|e| referred.contains(e.name()));
            self.loaded.show(number, shown);
        }
    }

    fn keeps(&self, name: &str, deferral: Deferral) -> bool {
        let Some(number) = self.view.find(name) else { return false };
        let deferred = self.view.entry(number).is_some_and(crate::toolbox::Entry::is_deferred);
        deferred && (deferral == Deferral::Provider || self.loaded.contains(number))
    }
}
