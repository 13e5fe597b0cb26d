//! Deciding what may be used allocates nothing, whatever the form of the rule.
//!
//! A test of its own: `allocation_counter` counts what the closure takes from
//! the heap.

mod aliased;

use std::hint::black_box;

use aliased::{LONG, toolbox};
use allocation_counter::measure;
use toolcrib::toolbox::{Permissions, Rule};

/// One of each form, and of each that a name can be written in.
const FORMS: [&str; 21] = [
    "add",
    "mcp__time__now",
    "mcp__gh__create_issue",
    "mcp__e_nt__list_assigned_phone_numbers_of_an_incoming_regional_account",
    "*",
    "lift_*",
    "*delete*",
    "*gh__*_issue",
    "a?d",
    "mcp__gh",
    "mcp__house",
    "mcp__g*",
    "mcp__*",
    "mcp__gh__*",
    "mcp__gh__create_*",
    "mcp__*__list_*_account",
    "mcp__a__b__c__*",
    "server:github",
    "server:enterprise",
    "group:sums",
    "mcp__nowhere__*",
];

#[test]
fn no_form_of_rule_allocates() {
    assert!(measure(|| drop(black_box(String::from("heap")))).count_total > 0);
    let toolbox = toolbox();
    let entries = toolbox.view().entries();
    assert!(entries.iter().any(|entry| entry.raw_name() == LONG && entry.name().len() == 64));
    let mut cut = vec![];
    cut.extend(entries.iter().map(|entry| entry.name()).filter(|name| name.len() == 64));
    assert_eq!(cut.len(), 2);
    for text in FORMS.into_iter().chain(cut) {
        let rule: Rule = text.parse().unwrap();
        let named = entries.iter().filter(|entry| rule.matches(entry)).count();
        assert_eq!(named == 0, text.contains("nowhere") || text.contains("a__b"), "{text}");
        let allow = Permissions::new().allow([text]).unwrap();
        let deny = Permissions::new().deny([text]).unwrap().capabilities(["vision"]);
        for entry in entries {
            let name = entry.name();
            let matched = measure(|| _ = black_box(rule.matches(black_box(entry))));
            assert_eq!(matched.count_total, 0, "{text} {name}");
            for permissions in [&allow, &deny] {
                let asked = measure(|| _ = black_box(permissions.allows(black_box(entry))));
                assert_eq!(asked.count_total, 0, "{text} {name}");
            }
        }
    }
}

#[test]
fn the_gate_allocates_nothing_under_any_rule() {
    let toolbox = toolbox();
    let names: Vec<&str> = toolbox.view().entries().iter().map(|entry| entry.name()).collect();
    for text in FORMS {
        let deny = || Permissions::new().deny([text]).unwrap();
        let allow = || Permissions::new().allow([text]).unwrap();
        for permissions in [allow(), deny(), allow().reveal_denied(), deny().reveal_denied()] {
            let session = toolbox.session_with(&permissions);
            for name in names.iter().chain(&["mcp__github__create_issue", "tool_search", "nope"]) {
                let gated = measure(|| _ = black_box(session.gate(black_box(name))));
                assert_eq!(gated.count_total, 0, "{text} {name}");
            }
        }
    }
}
