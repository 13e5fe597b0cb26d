//! Names in groups, within a budget.

use alloc::string::String;
use alloc::vec::Vec;

use super::escape::push_escaped;
use crate::told::session::prompt_more;
use crate::toolbox::Entry;

/// Names that stand together.
pub(super) struct Group {
    /// What the model calls the server, and what all names of the group begin with.
    server: Option<(&'static str, String)>,
    /// The names, without the prefix.
    lines: Vec<&'static str>,
}

impl Group {
    /// Bytes of all lines, with their ends, and of what is around them.
    fn need(&self) -> usize {
        self.frame() + self.lines.iter().map(|line| line.len() + 1).sum::<usize>()
    }

    /// Bytes around the lines.
    fn frame(&self) -> usize {
        self.server.as_ref().map_or(0, |(server, prefix)| {
            "<server name=\"\" prefix=\"\">\n</server>\n".len() + server.len() + prefix.len()
        })
    }

    fn push(&self, out: &mut String, share: usize) {
        let left = share.saturating_sub(self.frame());
        let fits = self.lines.first().is_some_and(|line| line.len() < left);
        match &self.server {
            None => push_lines(out, &self.lines, share),
            Some((server, prefix)) if fits => {
                out.push_str("<server name=\"");
                push_escaped(out, server);
                out.push_str(&alloc::format!("\" prefix=\"{prefix}\">\n"));
                push_lines(out, &self.lines, left);
                out.push_str("</server>\n");
            }
            Some((server, _)) => {
                out.push_str("<server name=\"");
                push_escaped(out, server);
                out.push_str(&alloc::format!("\" tools=\"{}\"/>\n", self.lines.len()));
            }
        }
    }
}

/// One group of whole names.
pub(super) fn flat(entries: &[&Entry]) -> Group {
    Group { server: None, lines: entries.iter().map(|entry| entry.name()).collect() }
}

/// A group a server, by name; native tools, and tools whose names do not begin
/// as the server's others do, come first as whole names. `entries` are sorted
/// by name.
pub(super) fn by_server(entries: &[&Entry]) -> Vec<Group> {
    let mut groups = alloc::vec![Group { server: None, lines: Vec::new() }];
    for entry in entries {
        let placed = entry.visible_server().and_then(|server| {
            let prefix = crate::name::qualify(server, "");
            let line = entry.name().strip_prefix(prefix.as_str())?;
            Some((server, prefix, line))
        });
        match placed {
            None => push_line(&mut groups, None, entry.name()),
            Some((server, prefix, line)) => push_line(&mut groups, Some((server, prefix)), line),
        }
    }
    groups.retain(|group| !group.lines.is_empty());
    groups
}

fn push_line(groups: &mut Vec<Group>, server: Option<(&'static str, String)>, line: &'static str) {
    // Names of a server stand together, so this looks no further than one back
    // but for whole names, which are in the first group.
    match groups.iter_mut().rev().find(|group| group.server == server) {
        Some(group) => group.lines.push(line),
        None => groups.push(Group { server, lines: alloc::vec![line] }),
    }
}

/// Writes the groups; each gets its fair share of the budget.
pub(super) fn push(out: &mut String, groups: &[Group], budget: usize) {
    let needs: Vec<usize> = groups.iter().map(Group::need).collect();
    for (group, share) in groups.iter().zip(shares(&needs, budget)) {
        group.push(out, share);
    }
}

fn push_lines(out: &mut String, lines: &[&'static str], mut share: usize) {
    for (at, line) in lines.iter().enumerate() {
        if line.len() + 1 > share {
            out.push_str(&prompt_more(lines.len() - at));
            return;
        }
        share -= line.len() + 1;
        push_escaped(out, line);
        out.push('\n');
    }
}

/// Max-min fairness: who needs least is served first, and what is left over
/// goes to the others in equal parts. O(n log n).
fn shares(needs: &[usize], budget: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..needs.len()).collect();
    order.sort_by_key(|&at| needs.get(at));
    let mut shares = alloc::vec![0; needs.len()];
    let (mut left, mut waiting) = (budget, needs.len());
    for at in order {
        let (Some(&need), Some(share)) = (needs.get(at), shares.get_mut(at)) else { continue };
        *share = need.min(left / waiting.max(1));
        left -= *share;
        waiting -= 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::shares;

    #[test]
    fn who_needs_little_leaves_the_rest_to_others() {
        assert_eq!(shares(&[10, 1000, 1000], 210), [10, 100, 100]);
        assert_eq!(shares(&[5, 5], 100), [5, 5]);
        assert_eq!(shares(&[50, 50], 20), [10, 10]);
        assert_eq!(shares(&[], 20), [0; 0]);
    }
}
