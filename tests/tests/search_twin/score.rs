//! The score of every document, and the order of the hits.

use toolcrib::search::token::{Kind, Mode, same_letters};

use crate::members::Member;
use crate::query::{Asked, MOST_WORDS, clipped};
use crate::rules::{Rule, Seen};
use crate::texts::{DESCRIPTION, LEAD, NAME, Place, SERVER, Text, words};
use crate::twin::{MOST_TIMES, Twin};

/// Lists of substitutes of a query; what is beyond is left out.
const MOST_LISTS: usize = 192;
/// Documents that short lists of substitutes may have beside those, and how many are
/// in such a list at most.
const MOST_FEW: usize = 512;
const COMMON: usize = 24;
/// Documents named by a query that come first.
const MOST_NAMED: usize = 20;

/// What stands for one word, and which of its documents are read: those with the
/// term in a name, and the others.
struct Group {
    members: Vec<(Member, [bool; 2])>,
    required: bool,
    /// What the word counts, in hundredths, and why.
    weight: (u64, Vec<Rule>),
}

/// What was read of lists.
#[derive(Default)]
struct Room {
    lists: usize,
    few: usize,
}

/// What a query finds.
pub(crate) struct Answer {
    /// Of every document; 0 is no hit.
    pub(crate) scores: Vec<u64>,
    pub(crate) asked: Asked,
}

impl Twin<'_> {
    pub(crate) fn answer(&self, query: &str, seen: &mut Seen) -> Answer {
        let asked = Asked::new(query, seen);
        let groups = self.groups(&asked, seen);
        let score = |id| self.score(id, &asked, &groups, seen);
        let scores = (0..self.documents.len()).map(score).collect();
        Answer { scores, asked }
    }

    fn groups(&self, asked: &Asked, seen: &mut Seen) -> Vec<Group> {
        let (mut groups, mut room, mut parts) = (Vec::new(), Room::default(), 0);
        for (number, word) in asked.words.iter().enumerate() {
            let found = self.members(asked, number, seen);
            let weight = word.weight(&self.ranking);
            let mut group = |members: Vec<Member>, required, seen: &mut Seen| {
                let read = |member| self.read(member, &mut room, seen);
                let members = members.into_iter().map(read).collect();
                groups.push(Group { members, required, weight: weight.clone() });
            };
            group(found.members, word.required, seen);
            if let Some(second) = found.second {
                if asked.words.len() + parts < MOST_WORDS {
                    let part = self.part(asked, number, &second, seen);
                    group(part, false, seen);
                    parts += 1;
                } else {
                    seen.note(Rule::NoRoomForPart);
                }
            }
        }
        groups
    }

    /// A term has a list of documents that are named so, and one of all others.
    fn read(&self, member: Member, room: &mut Room, seen: &mut Seen) -> (Member, [bool; 2]) {
        let is_loose = matches!(member.how, Rule::Synonym | Rule::Front | Rule::Longer);
        let read = [true, false].map(|named| {
            let documents = self.count(&member.term, named);
            let is_common = documents > COMMON;
            if is_loose && !named && is_common {
                seen.note(Rule::CommonSubstitute);
                return false;
            }
            if documents == 0 || member.how == Rule::Itself {
                return documents > 0;
            }
            if !is_common && room.few + documents <= MOST_FEW {
                room.few += documents;
                return true;
            }
            room.lists += 1;
            if room.lists > MOST_LISTS {
                seen.note(Rule::ManyLists);
            }
            room.lists <= MOST_LISTS
        });
        (member, read)
    }

    /// How many documents a list has.
    fn count(&self, term: &str, named: bool) -> usize {
        let has = |text: &&Text| text.has(term) && text.places.contains_key(term) == named;
        self.texts.iter().filter(has).count()
    }

    fn score(&self, id: usize, asked: &Asked, groups: &[Group], seen: &mut Seen) -> u64 {
        let (mut sum, mut covered, mut capped) = (0, 0, false);
        let mut allowed = true;
        for group in groups {
            sum += self.best(id, group, seen);
            let covers = self.covers(id, group);
            covered += covers.0;
            capped |= covers.1;
            let itself = |(member, _): &&(Member, _)| member.how == Rule::Itself;
            let own = group.members.iter().find(itself);
            if group.required && own.is_none() {
                seen.note(Rule::RequiredUnknown);
            }
            allowed &= !group.required || own.is_some_and(|(own, _)| self.texts[id].has(&own.term));
        }
        let is_asked = |short: &String| {
            let mut all = groups.iter().flat_map(|group| &group.members);
            all.any(|(member, _)| member.term == *short)
        };
        if self.texts[id].cut.iter().any(is_asked) {
            seen.note(Rule::CutPhrase);
        }
        let is_any = sum > 0;
        sum += self.neighbours(id, asked, groups, seen);
        if capped {
            seen.note(Rule::CoveredCapped);
        }
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
                let factor = member.idf * (256 * member.weight * group.weight.0 / 10_000);
                let value = factor * (8 * impact) / 256;
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
            group.weight.1.iter().for_each(|&why| seen.note(why));
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
        let is_in = |field: usize| text.counts[field].contains_key(&member.term);
        if is_in(LEAD) {
            text.sentence.1.iter().for_each(|&end| seen.note(end));
        }
        for (is_so, rule) in [
            (is_in(LEAD), Rule::Lead),
            (is_in(DESCRIPTION) && !is_in(LEAD), Rule::AfterLead),
            ((is_in(NAME) || is_in(SERVER)) && !text.joined.is_empty(), Rule::BesideJoined),
            (member.idf < self.idf(&member.term), Rule::CappedIdf),
            (text.deep.contains(&member.term), Rule::DeepParameter),
            (text.joined.contains(&member.term), Rule::JoinedForm),
            (!member.term.is_ascii(), Rule::OtherScript),
        ] {
            if is_so {
                seen.note(rule);
            }
        }
    }

    /// What a word reaches of the tool's name, in 1/64 of an idf, and whether that
    /// is less for the word's being common.
    fn covers(&self, id: usize, group: &Group) -> (u64, bool) {
        let reached = group.members.iter().filter(|(member, read)| {
            read[0] && self.place(id, &member.term).is_some_and(|place| place.of_tool)
        });
        let covers = |(member, _): &(Member, _)| {
            let is_capped = member.idf < self.idf(&member.term);
            (member.idf * member.weight / 1600, is_capped)
        };
        reached.map(covers).max_by_key(|(covers, _)| *covers).unwrap_or_default()
    }

    fn place(&self, id: usize, term: &str) -> Option<Place> {
        self.texts[id].places.get(term).copied()
    }

    /// What neighbours of the query give that are neighbours in a name, or among
    /// the first words of the description.
    fn neighbours(&self, id: usize, asked: &Asked, groups: &[Group], seen: &mut Seen) -> u64 {
        let neighbours = u64::from(self.ranking.neighbours).min(200);
        let mut sum = 0;
        for &(first, second) in &asked.follows {
            let words = [first, second].map(|number| &asked.words[number]);
            if !words.iter().all(|word| self.has_read(id, &word.term, groups)) {
                continue;
            }
            let Some((is_whole, rule)) = self.beside(id, words.map(|word| &word.term), seen) else {
                continue;
            };
            let weight = words.map(|word| word.weight(&self.ranking).0).into_iter().min().unwrap();
            let idf = words.map(|word| self.idf(&word.term)).into_iter().max().unwrap();
            let full = idf * (256 * neighbours * weight / 10_000) / 256 * 248;
            sum += if is_whole { full } else { full / 2 };
            seen.note(rule);
            if weight != 100 {
                seen.note(Rule::NeighboursWeighed);
            }
        }
        sum
    }

    /// A document has a word of the query itself, and that is read.
    fn has_read(&self, id: usize, term: &str, groups: &[Group]) -> bool {
        let is_named = self.texts[id].places.contains_key(term);
        let mut all = groups.iter().flat_map(|group| &group.members);
        let own = all.find(|(member, _)| member.how == Rule::Itself && member.term == term);
        self.texts[id].has(term) && own.is_some_and(|(_, read)| read[usize::from(!is_named)])
    }

    /// Whether two words stand side by side, in their order or the other way.
    fn beside(&self, id: usize, terms: [&String; 2], seen: &mut Seen) -> Option<(bool, Rule)> {
        let text = &self.texts[id];
        if let [Some(one), Some(next)] = terms.map(|term| self.place(id, term))
            && one.of_tool == next.of_tool
            && one.at.abs_diff(next.at) == 1
        {
            if one.at.max(next.at) > 100 {
                seen.note(Rule::LongName);
            }
            let is_whole = next.at > one.at;
            return Some((
                is_whole,
                if is_whole { Rule::Neighbours } else { Rule::NeighboursBack },
            ));
        }
        let [one, next] = terms.map(|term| text.lead.get(term).copied());
        let (one, next) = (one?, next?);
        if one.abs_diff(next) != 1 {
            return None;
        }
        if one.max(next) > text.sentence.0 {
            seen.note(Rule::LeadBeyondSentence);
        }
        let is_whole = next > one;
        Some((is_whole, if is_whole { Rule::LeadNeighbours } else { Rule::LeadNeighboursBack }))
    }

    fn scaled(&self, id: usize, sum: u64, covered: u64, seen: &mut Seen) -> u64 {
        let share = (covered * 1024 / self.name_idf(id)).min(1024);
        if share > 0 {
            seen.note(if share == 1024 { Rule::CoveredWhole } else { Rule::Covered });
            let text = &self.texts[id];
            let counts =
                |(term, place): (&String, &Place)| place.of_tool && !text.named.contains(term);
            if text.places.iter().any(counts) {
                seen.note(Rule::CoveredBesideJoined);
            }
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
