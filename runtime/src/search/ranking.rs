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
    /// All fields, in order.
    pub const ALL: [Field; 7] = [
        Field::Name,
        Field::Server,
        Field::Hint,
        Field::Description,
        Field::Parameter,
        Field::ParameterDescription,
        Field::Lead,
    ];

    /// The name for people: `name`, `server`, `hint`, `description`, `parameter`,
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
    /// The weight of one occurrence.
    pub weight: u16,
    /// BM25's `b`: 0 ignores the length of the field, 100 divides by it.
    pub length: u16,
}

/// The parameters of the ranking, in hundredths unless stated otherwise.
///
/// The index stores them, so they are set once, when it is built.
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
    /// The fields, in the order of [`Field::ALL`].
    pub fields: [FieldWeight; 7],
    /// BM25's `k1`: how soon repetitions stop counting.
    pub k1: u16,
    /// The weight of a synonym.
    pub synonym: u16,
    /// The weight of a short form for its long form, and the other way round.
    pub abbreviation: u16,
    /// The weight of a word that begins with the query word, and of the longest word that
    /// the query word begins with.
    pub prefix: u16,
    /// The number of words that begin with the query word to consider; the first in byte
    /// order, including those that no document has.
    pub prefix_words: u16,
    /// The number of letters that a query word needs for prefixes.
    pub prefix_letters: u16,
    /// The weight of a near miss, times its similarity (Dice coefficient of the sets of
    /// letter trigrams; L. R. Dice 1945), if nothing else matches a query word.
    pub near: u16,
    /// The least similarity of a near miss.
    pub near_least: u16,
    /// The weight of two query words that a text writes as one, and the other way round.
    pub together: u16,
    /// The bonus for two neighbouring query words that are neighbours in a name or in the
    /// first seven words of the description, in units of the rarer one's `idf`; half of
    /// it in reverse order. At most 200.
    pub neighbours: u16,
    /// How much a score grows if the query covers all words of a name (weighted by
    /// `idf`). At most 1,000.
    pub coverage: u16,
    /// The bonus for a word that occurs twice in the query; twice that for three times or
    /// more. At most 100.
    pub repeated: u16,
    /// The weight of a word of asking, as in *what is the best way to …*; see
    /// [`is_asking_word`](super::token::is_asking_word).
    pub asking: u16,
    /// The weight of a piece of a query word, like `git` and `hub` of `GitHub`.
    pub piece: u16,
}

const fn field(weight: u16, length: u16) -> FieldWeight {
    FieldWeight { weight, length }
}

impl Ranking {
    /// The defaults, found by measurement on public data sets.
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
