//! Results, in the caller's memory.

/// The most hits of any form except `select:`; larger requests are clamped.
pub const MAX_HITS: usize = 20;
/// The default number of hits.
pub const DEFAULT_HITS: usize = 5;
/// The most names of one `select:` in [`Hits`]; [`Select`](super::Select) has no limit.
pub const MAX_SELECTED: usize = 512;

/// The unit of [`Hit::score`].
pub const SCORE_ONE: u32 = 1024 * 248;

/// One found tool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Hit {
    /// The document's number in its corpus.
    pub id: u32,
    /// Higher is better. In units of 1/[`SCORE_ONE`]; only comparable within one search.
    /// 0 if the form does not rank (`select:`, a name, a server).
    pub score: u32,
    /// Set by [`Hits::mark`]: the model already has this tool.
    pub loaded: bool,
}

impl Hit {
    /// The score for people: roughly the sum of the idf of matched words.
    #[must_use]
    pub fn points(&self) -> f32 {
        self.score as f32 / SCORE_ONE as f32
    }
}

/// The form of a query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Ranked words.
    #[default]
    Words,
    /// `select:a,b`.
    Select,
    /// The name of a tool.
    Name,
    /// `mcp__server`: the tools of a server.
    Server,
    /// `/regex/`.
    Pattern,
}

/// The outcome of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchOutcome {
    /// There are hits.
    #[default]
    Found,
    /// The query holds no letter and no digit.
    NothingAsked,
    /// No tool has a word of the query or one near it.
    UnknownWords,
    /// No tool has every word that was required with `+`.
    RequiredMissing,
    /// None of the names belongs to a tool.
    UnknownNames,
    /// The pattern matches no tool.
    NoMatch,
    /// There are no tools to search.
    NoTools,
}

/// A place in the text of the query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The result of a search: a reusable fixed-size value of about 8 KiB.
///
/// ```
/// use toolcrib::search::{Document, Hits, Ranking, Synonyms, index, search};
///
/// let corpus = [Document { name: "list_issues", tool: "list_issues", ..Document::default() }];
/// let bytes = index::build(&corpus[..], &Ranking::DEFAULT, &Synonyms::builtin());
/// let index = index::Index::new(&bytes)?;
/// let mut hits = Hits::new();
/// search(&index, &corpus[..], "issue", 5, &mut hits);
/// assert_eq!(hits.as_slice()[0].id, 0);
/// # Ok::<(), index::FormatError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Hits {
    hits: [Hit; MAX_SELECTED],
    len: usize,
    missing: [Span; MAX_SELECTED],
    missing_len: usize,
    /// The form of the query.
    pub form: Form,
    /// The outcome; says why there are no hits.
    pub outcome: SearchOutcome,
    /// Whether part of the query was ignored because it was too long.
    pub truncated: bool,
    /// Whether an invalid pattern was matched literally.
    pub literal: bool,
    /// The number of matching tools, if it is known and larger than the number of hits.
    pub total: Option<u32>,
}

impl Default for Hits {
    fn default() -> Self {
        Self::new()
    }
}

impl Hits {
    /// No hits yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            hits: [Hit { id: 0, score: 0, loaded: false }; MAX_SELECTED],
            len: 0,
            missing: [Span { start: 0, end: 0 }; MAX_SELECTED],
            missing_len: 0,
            form: Form::Words,
            outcome: SearchOutcome::Found,
            truncated: false,
            literal: false,
            total: None,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        (self.len, self.missing_len) = (0, 0);
        (self.form, self.outcome) = (Form::Words, SearchOutcome::Found);
        (self.truncated, self.literal, self.total) = (false, false, None);
    }

    /// The hits, best first.
    #[must_use]
    pub fn as_slice(&self) -> &[Hit] {
        self.hits.get(..self.len).unwrap_or(&[])
    }

    /// Marks the tools that the model already has.
    pub fn mark(&mut self, is_loaded: impl Fn(u32) -> bool) {
        for hit in self.hits.iter_mut().take(self.len) {
            hit.loaded = is_loaded(hit.id);
        }
    }

    /// The names after `select:` that belong to no tool. `query` is the query of the
    /// search.
    pub fn not_found<'q>(&self, query: &'q str) -> impl Iterator<Item = &'q str> {
        self.missing
            .iter()
            .take(self.missing_len)
            .filter_map(move |span| query.get(span.start as usize..span.end as usize))
    }

    /// Adds a hit that is not there yet; false when there is no room.
    pub(crate) fn push(&mut self, id: u32, score: u32) -> bool {
        if self.as_slice().iter().any(|hit| hit.id == id) {
            return true;
        }
        let Some(slot) = self.hits.get_mut(self.len) else { return false };
        *slot = Hit { id, score, loaded: false };
        self.len += 1;
        true
    }

    pub(crate) fn shorten(&mut self, max: usize) {
        self.len = self.len.min(max);
    }

    /// Takes over a ranking.
    pub(crate) fn take(&mut self, top: &[Hit]) {
        for hit in top {
            self.push(hit.id, hit.score);
        }
    }

    /// Puts a hit at its place and drops what is then beyond `max`.
    pub(crate) fn insert(&mut self, at: usize, hit: Hit, max: usize) {
        let max = max.min(MAX_SELECTED);
        if at >= max {
            return;
        }
        self.len = (self.len + 1).min(max);
        if let Some(moved) = self.hits.get_mut(at..self.len) {
            moved.rotate_right(1);
            moved[0] = hit;
        }
    }

    pub(crate) fn push_missing(&mut self, span: Span) -> bool {
        let Some(slot) = self.missing.get_mut(self.missing_len) else { return false };
        *slot = span;
        self.missing_len += 1;
        true
    }
}
