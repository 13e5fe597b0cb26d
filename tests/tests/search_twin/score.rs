//! The score of every document, and the order of the hits.

use toolcrib::search::token::{Kind, Mode, same_letters};

use crate::members::Member;
use crate::query::{Asked, MOST_WORDS, clipped};
use crate::rules::{Rule, Seen};
use crate::texts::{Place, words};
use crate::twin::{MOST_TIMES, Twin};

/// Lists of a query; what is beyond is left out.
const MOST_LISTS: usize = 512;
/// Documents named by a query that come first.
const MOST_NAMED: usize = 20;

/// What stands for one word, and which of its documents are read: those with the
/// term in a name, and the others.
struct Group {
    members: Vec<(Member, [bool; 2])>,
    required: bool,
}

/// What a query finds.
pub(crate) struct Answer {
    /// Of every document; 0 is no hit.
    pub(crate) scores: Vec<u64>,
    pub(crate) asked: Asked,
    /// It depends on which of several equally near words are looked at.
    pub(crate) ambiguous: bool,
}

impl Twin<'_> {
    pub(crate) fn answer(&self, query: &str, seen: &mut Seen) -> Answer {
        let asked = Asked::new(query, seen);
        let (groups, ambiguous) = self.groups(&asked, seen);
        let score = |id| self.score(id, &asked, &groups, seen);
        let scores = (0..self.documents.len()).map(score).collect();
        Answer { scores, asked, ambiguous }
    }

    fn groups(&self, asked: &Asked, seen: &mut Seen) -> (Vec<Group>, bool) {
        let (mut groups, mut ambiguous) = (Vec::new(), false);
        let (mut lists, mut parts) = (0, 0);
        for (number, (_, required)) in asked.words.iter().enumerate() {
            let found = self.members(asked, number, seen);
            ambiguous |= found.ambiguous;
            let mut group = |members: Vec<Member>, required, seen: &mut Seen| {
                let read = |member| self.read(member, &mut lists, seen);
                groups.push(Group { members: members.into_iter().map(read).collect(), required });
            };
            group(found.members, *required, seen);
            if let Some(second) = found.second {
                if asked.words.len() + parts < MOST_WORDS {
                    group(self.part(&second), false, seen);
                    parts += 1;
                } else {
                    seen.note(Rule::NoRoomForPart);
                }
            }
        }
        (groups, ambiguous)
    }

    /// A term has a list of documents that are named so, and one of all others.
    fn read(&self, member: Member, lists: &mut usize, seen: &mut Seen) -> (Member, [bool; 2]) {
        let read = self.vocabulary[&member.term].map(|documents| {
            let has_list = documents > 0;
            *lists += usize::from(has_list);
            if has_list && *lists > MOST_LISTS {
                seen.note(Rule::ManyLists);
            }
            has_list && *lists <= MOST_LISTS
        });
        (member, read)
    }

    fn score(&self, id: usize, asked: &Asked, groups: &[Group], seen: &mut Seen) -> u64 {
        let (mut sum, mut covered) = (0, 0);
        let mut allowed = true;
        for group in groups {
            sum += self.best(id, group, seen);
            covered += self.covers(id, group);
            let itself = |(member, _): &&(Member, _)| member.how == Rule::Itself;
            let own = group.members.iter().find(itself);
            if group.required && own.is_none() {
                seen.note(Rule::RequiredUnknown);
            }
            allowed &= !group.required || own.is_some_and(|(own, _)| self.texts[id].has(&own.term));
        }
        let is_any = sum > 0;
        sum += self.neighbours(id, asked, groups, seen);
        let score = self.scaled(id, sum, covered, seen);
        if !allowed && is_any {
            seen.note(Rule::Required);
        }
        if allowed { score } else { 0 }
    }

    /// The largest value of what stands for a word.
    fn best(&self, id: usize, group: &Group, seen: &mut Seen) -> u64 {
        let mut best: Option<(u64, &Member)> = None;
        for (member, read) in &group.members {
            let Some(&impact) = self.impacts[id].get(&member.term) else { continue };
            let is_named = self.texts[id].places.contains_key(&member.term);
            if read[usize::from(!is_named)] {
                let factor = self.idf(&member.term) * (member.weight * 256 / 100);
                let value = factor * impact / 256;
                if best.is_none_or(|(most, _)| value > most) {
                    best = Some((value, member));
                }
            }
        }
        let Some((value, member)) = best else { return 0 };
        if value == 0 {
            seen.note(Rule::WorthNothing);
        } else {
            self.note(id, member, seen);
        }
        value
    }

    fn note(&self, id: usize, member: &Member, seen: &mut Seen) {
        let text = &self.texts[id];
        seen.note(member.how);
        text.unwritten.get(&member.term).iter().for_each(|&&why| seen.note(why));
        if text.counts.iter().any(|counts| counts.get(&member.term) > Some(&MOST_TIMES)) {
            seen.note(Rule::ManyTimes);
        }
        for (is_so, rule) in [
            (text.deep.contains(&member.term), Rule::DeepParameter),
            (text.joined.contains(&member.term), Rule::JoinedForm),
            (!member.term.is_ascii(), Rule::OtherScript),
        ] {
            if is_so {
                seen.note(rule);
            }
        }
    }

    /// What a word reaches of the tool's name, in 1/64 of an idf.
    fn covers(&self, id: usize, group: &Group) -> u64 {
        let reached = group.members.iter().filter(|(member, read)| {
            read[0] && self.place(id, &member.term).is_some_and(|place| place.of_tool)
        });
        let covers = |(member, _): &(Member, _)| self.idf(&member.term) * member.weight / 1600;
        reached.map(covers).max().unwrap_or(0)
    }

    fn place(&self, id: usize, term: &str) -> Option<Place> {
        self.texts[id].places.get(term).copied()
    }

    /// What neighbours of the query give that are neighbours in a name.
    fn neighbours(&self, id: usize, asked: &Asked, groups: &[Group], seen: &mut Seen) -> u64 {
        let weight = u64::from(self.ranking.neighbours).min(200) * 256 / 100;
        let mut sum = 0;
        for &(first, second) in &asked.follows {
            let [first, second] = [first, second].map(|number| &asked.words[number].0);
            let is_read = |term: &String| {
                let all = groups.iter().flat_map(|group| &group.members);
                let mut own = all.filter(|(member, _)| member.how == Rule::Itself);
                own.any(|(member, read)| member.term == *term && read[0])
            };
            let places = [first, second].map(|term| self.place(id, term));
            if let [Some(one), Some(next)] = places
                && one.of_tool == next.of_tool
                && one.at + 1 == next.at
                && is_read(first)
                && is_read(second)
            {
                sum += self.idf(first).max(self.idf(second)) * weight * 255 / 256;
                seen.note(Rule::Neighbours);
                if next.at > 100 {
                    seen.note(Rule::LongName);
                }
            }
        }
        sum
    }

    fn scaled(&self, id: usize, sum: u64, covered: u64, seen: &mut Seen) -> u64 {
        let share = (covered * 1024 / self.name_idf(id)).min(1024);
        if share > 0 {
            seen.note(if share == 1024 { Rule::CoveredWhole } else { Rule::Covered });
        }
        let weight = u64::from(self.ranking.coverage).min(1000) * 1024 / 100;
        (sum * ((1 << 20) + weight * share)) >> 20
    }

    /// Number and score of the first `max` hits.
    pub(crate) fn hits(
        &self,
        query: &str,
        answer: &Answer,
        max: usize,
        seen: &mut Seen,
    ) -> Vec<(usize, u64)> {
        let mut best: Vec<(usize, u64)> = answer.scores.iter().copied().enumerate().collect();
        best.retain(|(_, score)| *score > 0);
        best.sort_by_key(|&(id, score)| (u64::MAX - score, id));
        best.truncate(max);
        if best.windows(2).any(|pair| pair[0].1 == pair[1].1) {
            seen.note(Rule::Tie);
        }
        let named = self.named(query);
        if !named.is_empty() {
            seen.note(Rule::Named);
        }
        let is_named = |hit: &&(usize, u64)| named.contains(&hit.0);
        let mut hits: Vec<(usize, u64)> = best.iter().filter(is_named).copied().collect();
        let listed = |hits: &[(usize, u64)], id| hits.iter().any(|hit| hit.0 == id);
        for id in named.iter().copied() {
            if !listed(&hits, id) {
                hits.push((id, 0));
            }
        }
        for hit in best {
            if !listed(&hits, hit.0) {
                hits.push(hit);
            }
        }
        hits.truncate(max);
        hits
    }

    /// Documents that the query names, by one of its words or by all of them.
    fn named(&self, query: &str) -> Vec<usize> {
        let query = clipped(query);
        let quotes = ['"', '\'', '`', '[', ']', '“', '”', '‘', '’', ',', ';', '.', '(', ')', '+'];
        let chunks =
            query.split_whitespace().take(MOST_WORDS).map(|word| word.trim_matches(quotes));
        let compound = |word: &&str| {
            let words = words(word, Mode::Identifier);
            words.iter().filter(|(_, kind)| *kind != Kind::Joined).count() > 1
        };
        let mut named = Vec::new();
        for text in chunks.filter(compound).chain([query.trim()]) {
            for id in self.named_so(text) {
                if !named.contains(&id) {
                    named.push(id);
                }
            }
        }
        named.truncate(MOST_NAMED);
        named
    }

    /// By the name that the model sees, else by the tool's own, else by server
    /// and tool.
    fn named_so(&self, text: &str) -> Vec<usize> {
        let ids = || 0..self.documents.len();
        let model: Vec<usize> =
            ids().filter(|&id| same_letters(self.documents[id].name, text)).collect();
        let own = || ids().filter(|&id| same_letters(self.documents[id].tool, text)).collect();
        let found = if model.is_empty() { own() } else { model };
        if let Some(&exact) = found.iter().find(|&&id| self.documents[id].name == text) {
            return vec![exact];
        }
        if !found.is_empty() {
            return found;
        }
        let text = text.strip_prefix("mcp__").unwrap_or(text);
        let mut qualified = Vec::new();
        for (at, separator) in text.match_indices(|c: char| !c.is_alphanumeric()) {
            let (server, tool) = (&text[..at], &text[at + separator.len()..]);
            if text.len() <= 256 && !server.is_empty() && tool.starts_with(char::is_alphanumeric) {
                qualified.extend(ids().filter(|&id| {
                    same_letters(self.documents[id].tool, tool)
                        && self.documents[id].server.is_some_and(|own| same_letters(own, server))
                }));
            }
        }
        qualified
    }
}
