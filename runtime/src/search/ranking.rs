//! The weights of the ranking, as data.

/// A field of a document, in the order in which weights are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Field {
    /// The tool's own name.
    Name,
    /// Its server's name.
    Server,
    /// Search hint and extra keywords.
    Hint,
    /// Description.
    Description,
    /// Names of parameters.
    Parameter,
    /// Descriptions of parameters.
    ParameterDescription,
    /// The first sentence of the description, which counts as description too.
    Lead,
}

impl Field {
    /// All of them, in order.
    pub const ALL: [Field; 7] = [
        Field::Name,
        Field::Server,
        Field::Hint,
        Field::Description,
        Field::Parameter,
        Field::ParameterDescription,
        Field::Lead,
    ];

    /// For people: `name`, `server`, `hint`, `description`, `parameter`,
    /// `parameter description`, `first sentence`.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Field::Name => "name",
            Field::Server => "server",
            Field::Hint => "hint",
            Field::Description => "description",
            Field::Parameter => "parameter",
            Field::ParameterDescription => "parameter description",
            Field::Lead => "first sentence",
        }
    }
}

/// Weight and length normalisation of one field, in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldWeight {
    /// What one occurrence counts; 100 is 1.
    pub weight: u16,
    /// BM25's `b`: 0 ignores the length of the field, 100 divides by it.
    pub length: u16,
}

/// All numbers of the ranking, in hundredths where nothing else is said.
///
/// The index keeps what is needed at query time, so a user sets these once,
/// when it is built.
///
/// The score is BM25F (S. Robertson, H. Zaragoza, M. Taylor, "Simple BM25
/// extension to multiple weighted fields", CIKM 2004): with `tf' = Σ_f weight_f
/// · tf_f / (1 − b_f + b_f · len_f / avg_f)` and `idf = ln(1 + (N − n + ½) /
/// (n + ½))` (S. Robertson, K. Spärck Jones 1976, in the form that is never
/// negative), a term gives `idf · tf' / (k1 + tf')`. Each word of the query
/// gives the largest of what it and its substitutes give; neighbours and the
/// coverage of the tool's name are added as described below. All of it is computed
/// in integers; `docs/ranking.md` in the repository has every rounding and bound.
///
/// ```
/// use toolcrib::search::Ranking;
///
/// let no_synonyms = Ranking { synonym: 0, ..Ranking::DEFAULT };
/// assert_ne!(no_synonyms, Ranking::DEFAULT);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranking {
    /// By [`Field::ALL`].
    pub fields: [FieldWeight; 7],
    /// BM25's `k1`: how soon repetition stops to count.
    pub k1: u16,
    /// What a synonym of a query word counts beside the word itself.
    pub synonym: u16,
    /// What a short form counts beside what it is short for, and the other way.
    pub abbreviation: u16,
    /// What a word that begins with the query word counts, and the longest word
    /// that the query word begins with.
    pub prefix: u16,
    /// How many words that begin with the query word are looked at; a count. The
    /// first in the order of their bytes, those included that no document has.
    pub prefix_words: u16,
    /// Words of the query with fewer letters have no prefixes; a count.
    pub prefix_letters: u16,
    /// What a near miss counts, times its similarity (Dice coefficient of the
    /// sets of letter trigrams; L. R. Dice 1945), where nothing else stands for a
    /// query word.
    pub near: u16,
    /// The similarity below which nothing is near.
    pub near_least: u16,
    /// What two words of the query count that a text has as one, and two of a text
    /// that the query has as one.
    pub together: u16,
    /// What two neighbours of the query give that are neighbours in a name, or in
    /// the first seven words of the description, in units of the rarer one's `idf`;
    /// half of it the other way round. At most 200.
    pub neighbours: u16,
    /// How much a score grows when the query reaches all words of a name
    /// (weighed by `idf`); at most 1,000.
    pub coverage: u16,
    /// How much more a word counts that is asked for twice; twice that when it is
    /// three times and more. At most 100.
    pub repeated: u16,
    /// What a word of asking counts, as of *what is the best way to …*; see
    /// [`is_asking_word`](super::token::is_asking_word).
    pub asking: u16,
    /// What a piece of a word of the query counts, as `git` and `hub` of `GitHub`.
    pub piece: u16,
}

const fn field(weight: u16, length: u16) -> FieldWeight {
    FieldWeight { weight, length }
}

impl Ranking {
    /// What was found by measurement on public data sets.
    pub const DEFAULT: Self = Self {
        fields: [
            field(180, 50),
            field(300, 50),
            field(200, 40),
            field(70, 50),
            field(100, 50),
            field(50, 40),
            field(50, 30),
        ],
        k1: 140,
        synonym: 45,
        abbreviation: 90,
        prefix: 45,
        prefix_words: 20,
        prefix_letters: 4,
        near: 60,
        near_least: 50,
        together: 80,
        neighbours: 15,
        coverage: 65,
        repeated: 30,
        asking: 50,
        piece: 50,
    };
}

impl Default for Ranking {
    fn default() -> Self {
        Self::DEFAULT
    }
}
