//! Which rules a test has met. What it never met it has not tested.

use std::collections::{BTreeMap, BTreeSet};

macro_rules! rules {
    ($($rule:ident: $least:literal,)*) => {
        /// A rule of the ranking, named for what it does to a query.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Rule { $($rule),* }

        /// In how many queries each must have made a difference.
        const LEAST: &[(Rule, usize)] = &[$((Rule::$rule, $least)),*];
    };
}

rules! {
    // The largest value of a word in a document is that of …
    Itself: 300,
    Synonym: 100,
    Abbreviation: 40,
    Longer: 100,
    Front: 30,
    Near: 60,
    Transposed: 20,
    Joined: 20,
    Part: 40,
    // … a word that is in the document only because …
    ShortForm: 15,
    ShortFormOfStopWords: 5,
    LongForm: 15,
    NameJoin: 60,
    // … a word that stands where a length, a sentence or a cap matters.
    Lead: 100,
    AfterLead: 60,
    BesideJoined: 60,
    CappedIdf: 60,
    // … a word of the query that counts more or less.
    Repeated: 60,
    RepeatedOften: 20,
    Asking: 40,
    Piece: 40,
    // What is added, multiplied, left out or put first.
    Neighbours: 60,
    NeighboursBack: 40,
    LeadNeighbours: 40,
    LeadNeighboursBack: 30,
    LeadBeyondSentence: 10,
    NeighboursWeighed: 20,
    LeftOut: 60,
    LeftOutJoined: 15,
    LeftOutPart: 10,
    LeftOutNear: 15,
    CommonSubstitute: 40,
    Covered: 200,
    CoveredWhole: 30,
    CoveredCapped: 30,
    CoveredBesideJoined: 40,
    Required: 40,
    RequiredUnknown: 10,
    StopWord: 60,
    OnlyStopWords: 8,
    Named: 40,
    Tie: 60,
    WorthNothing: 10,
    // Where the vocabulary, the schema or the text is a particular one.
    TableOnly: 30,
    TwiceInTable: 20,
    SecondOfEqualParts: 10,
    DeepParameter: 20,
    OtherScript: 20,
    JoinedForm: 20,
    EndOfSentence: 60,
    EndOfLine: 30,
    EndWide: 15,
    NoEnd: 60,
    CutPhrase: 10,
    // The caps.
    ManyBytes: 8,
    ManyWords: 8,
    ManyLonger: 8,
    ManyNear: 8,
    EquallyNear: 3,
    ManyMembers: 3,
    ManyLists: 3,
    ManyTimes: 8,
    LongName: 2,
    NoRoomForPart: 2,
}

/// The rules met so far.
#[derive(Default)]
pub(crate) struct Seen {
    query: BTreeSet<Rule>,
    queries: BTreeMap<Rule, usize>,
}

impl Seen {
    pub(crate) fn note(&mut self, rule: Rule) {
        self.query.insert(rule);
    }

    /// Counts each rule of a query once.
    pub(crate) fn end_query(&mut self) {
        for rule in std::mem::take(&mut self.query) {
            *self.queries.entry(rule).or_default() += 1;
        }
    }

    #[track_caller]
    pub(crate) fn assert_all(&self) {
        println!("{:?}", self.queries);
        let met = |rule: &Rule| self.queries.get(rule).copied().unwrap_or_default();
        let blind: Vec<String> = LEAST
            .iter()
            .filter(|(rule, least)| met(rule) < *least)
            .map(|(rule, least)| format!("{rule:?}: {} of {least}", met(rule)))
            .collect();
        assert!(blind.is_empty(), "too few queries for {blind:?}");
    }
}
