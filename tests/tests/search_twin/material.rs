//! Corpora, queries and weights at random, made so that every rule has its cases.

use toolcrib::search::{Document, FieldWeight, Ranking};

use crate::search_support::{Random, sorted, tool};

/// Short forms, and words that no document has.
pub(crate) const SYNONYMS: &str = "\
get fetch read obtain
remove delete erase
issue ticket bug
add create insert
weather forecast
purge remove
repo = repository
bug = issue
tkt = ticket
del = delete
insert add
add = insert
calc = calculate
msg = message
msg = messaging
db = database
pr = pull request
kb = knowledge base
los = level of service
tos = the terms
js = javascript
sla = service level agreement terms
env = environment
glimpse peek";

const WORDS: [&str; 60] = [
    "get",
    "list",
    "create",
    "delete",
    "update",
    "search",
    "send",
    "read",
    "fetch",
    "remove",
    "issue",
    "issues",
    "repository",
    "file",
    "message",
    "channel",
    "user",
    "order",
    "invoice",
    "screenshot",
    "screen",
    "shot",
    "database",
    "data",
    "base",
    "workspace",
    "work",
    "space",
    "timezone",
    "time",
    "zone",
    "weather",
    "calendar",
    "ticket",
    "deployment",
    "deploy",
    "deployer",
    "build",
    "builder",
    "international",
    "internal",
    "internet",
    "interval",
    "interface",
    "knowledge",
    "pull",
    "request",
    "service",
    "level",
    "agreement",
    "terms",
    "javascript",
    "comment",
    "branch",
    "translate",
    "translation",
    "k8s",
    "v2",
    "hot",
    "pace",
];
/// Words that are one word, too.
const PAIRS: [[&str; 2]; 4] =
    [["screen", "shot"], ["data", "base"], ["work", "space"], ["time", "zone"]];
const PROSE: [&str; 30] = [
    "the",
    "of",
    "a",
    "in",
    "for",
    "all",
    "show",
    "make",
    "use",
    "repo",
    "db",
    "pull. request",
    "knowledge. base",
    "level of service",
    "los",
    "insert",
    "e.g.",
    "GitHub",
    "maxResults",
    "getPullRequest",
    "pr",
    "kb",
    "js",
    "sla",
    "创建页面",
    "résumé",
    "Überweisung",
    "pull request",
    "knowledge base",
    "service level agreement terms",
];
/// What parts the words of a description; some of it ends a sentence.
const BREAKS: [&str; 14] = [
    ". ",
    ". ",
    ".\n",
    "\n",
    "\n\n",
    "! ",
    "? ",
    "。",
    "。 ",
    ".\u{a0}",
    ".\u{3000}",
    ".",
    ", ",
    ":\r\n",
];
/// Words of asking.
const ASKING: [&str; 8] = ["show", "all", "make", "use", "used", "what", "provide", "want"];
const STOP_WORDS: [&str; 5] = ["the", "of", "for", "please", "which"];
const SERVERS: [&str; 8] =
    ["github", "slack", "db", "weather-api", "codebase_memory", "dataBase", "work", ""];
const OTHERS: [&str; 6] = ["创建", "建页", "页面", "über", "obtain", "purge"];

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

fn word(random: &mut Random) -> &'static str {
    random.of::<&'static str>(&WORDS)
}

fn prose(random: &mut Random) -> &'static str {
    match random.below(5) {
        0 => random.of::<&'static str>(&PROSE),
        _ => word(random),
    }
}

fn texts(random: &mut Random, words: usize) -> String {
    let words: Vec<&str> = (0..words).map(|_| prose(random)).collect();
    words.join(" ")
}

/// Sentences.
fn described(random: &mut Random, words: usize) -> String {
    let mut text = String::new();
    if random.below(6) == 0 {
        text += random.of::<&str>(&["\n", " \n ", ". ", "\u{a0}", "。"]);
    }
    for _ in 0..words {
        text += prose(random);
        text += if random.below(7) == 0 { random.of::<&str>(&BREAKS) } else { " " };
    }
    text
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// `get_issue`, `getIssue`, `get-issue-v2`.
fn name(random: &mut Random) -> String {
    let mut words: Vec<&str> = (0..1 + random.below(4)).map(|_| word(random)).collect();
    if random.below(6) == 0 {
        words.extend(random.of(&PAIRS));
    }
    match random.below(4) {
        0 => words[0].to_owned() + &words[1..].iter().map(|w| capitalised(w)).collect::<String>(),
        1 => words.join("-"),
        _ => words.join("_"),
    }
}

fn schema(random: &mut Random) -> String {
    let mut schema = r#"{"type":"string"}"#.to_owned();
    for _ in 0..random.below(7) {
        let (name, count) = (name(random), random.below(4));
        let text = texts(random, count);
        let inner = format!(r#"{{"properties":{{"{name}":{schema}}},"description":"{text}"}}"#);
        schema = match random.below(3) {
            0 => inner,
            1 => format!(r#"{{"type":"array","items":{inner}}}"#),
            _ => format!(r#"{{"anyOf":[{{"type":"null"}},{inner}],"default":{inner}}}"#),
        };
    }
    schema
}

/// Tools made of words of tools; a few say a word far too often, or are like
/// another in all but the server.
pub(crate) fn common(random: &mut Random, count: usize) -> Vec<Document<'static>> {
    let mut tools = Vec::new();
    for number in 0..count {
        let (server, own) = (*random.of(&SERVERS), name(random));
        let length = random.below(25);
        let mut description = described(random, length);
        if random.below(40) == 0 {
            description += &format!(" {}", word(random)).repeat(300);
        }
        // A name of its own, so that the order is one of names.
        let own = if random.below(4) == 0 { own } else { format!("{own}_{number}") };
        let mut document = tool(server, leak(own), leak(description));
        document.schema = leak(schema(random));
        document.hint = if random.below(4) == 0 { prose(random) } else { "" };
        if random.below(6) == 0 {
            let copy = tool("mirror", document.tool, document.description);
            tools.push(Document { hint: document.hint, schema: document.schema, ..copy });
        }
        tools.push(document);
    }
    let parts: Vec<String> = (0..130).map(|number| format!("n{number}")).collect();
    tools.push(tool("long", leak(parts.join("_")), ""));
    let mut tools = sorted(tools);
    tools.dedup_by(|a, b| a.name == b.name);
    tools
}

/// Beginnings of the words of a crowd, and how many words each begins.
const STEMS: usize = 32;
const ENDINGS: usize = 70;
const CROWD: usize = 64;

fn stem(number: usize) -> String {
    let letter = |at: usize| char::from(b"bdfgkmnp"[at % 8]);
    format!("{}a{}o", letter(number), letter(number / 8 + 3 * number))
}

/// Tools with many words that begin alike, most of them in two tools, some in half.
pub(crate) fn crowd() -> Vec<Document<'static>> {
    let mut texts = vec![String::new(); CROWD];
    for number in 0..STEMS {
        for ending in 0..ENDINGS {
            for (at, text) in texts.iter_mut().enumerate() {
                let is_common = ending % 9 == 0 && at % 2 == 0;
                let two = [number + ending, number * 7 + ending].map(|sum| sum % CROWD);
                if is_common || two.contains(&at) {
                    *text += &format!("{}{ending} ", stem(number));
                }
            }
        }
    }
    let named = |(number, text): (usize, String)| {
        tool("crowd", leak(format!("{}7_{number}", stem(number % STEMS))), leak(text))
    };
    sorted(texts.into_iter().enumerate().map(named).collect())
}

/// The default, or any.
pub(crate) fn ranking(random: &mut Random) -> Ranking {
    if random.below(2) == 0 {
        return Ranking::DEFAULT;
    }
    let mut below = |most: usize| random.below(most) as u16;
    Ranking {
        fields: std::array::from_fn(|_| FieldWeight {
            weight: below(8).min(1) * below(400),
            length: below(120),
        }),
        k1: below(300),
        synonym: below(2) * below(120),
        abbreviation: below(120),
        prefix: below(2) * below(120),
        prefix_words: below(8),
        prefix_letters: 1 + below(6),
        near: below(150),
        near_least: below(70),
        together: below(130),
        neighbours: below(2) * 180 + below(100),
        coverage: below(2) * 900 + below(300),
        repeated: below(130),
        asking: below(130),
        piece: below(130),
    }
}

/// A few words, nearly always; now and then a name, or more than is read.
pub(crate) fn query(random: &mut Random, tools: &[Document<'_>]) -> String {
    let count = match random.below(40) {
        0 => 31 + random.below(8),
        1 => {
            // So few words that those count which are cut.
            let words: Vec<String> = (0..3).map(|_| asked(random)).collect();
            return format!("{} ", words.join(" ")).repeat(200);
        }
        2 => return STOP_WORDS[..1 + random.below(5)].join(" "),
        3 | 4 => return spoken(random.of(tools).tool),
        5 => return format!("n{} n{1} n{1}", random.below(130), random.below(130)),
        6 => {
            let first = 110 + random.below(18);
            return format!("n{first} n{} n{}", first + 1, first + 2);
        }
        7 => {
            let whole = random.of(tools).tool.replace(['_', '-'], "").to_lowercase();
            return if whole.is_ascii() { misspelt(random, &format!("{whole}e")) } else { whole };
        }
        8 | 9 => {
            let description = random.of(tools).description;
            return first_words(random, description);
        }
        10 => {
            let name = spoken(random.of(tools).tool);
            return name.rsplit(' ').collect::<Vec<_>>().join(" ");
        }
        11 => return again(random),
        _ => 1 + random.below(7),
    };
    let mut words: Vec<String> = (0..count).map(|_| asked(random)).collect();
    while random.below(3) == 0 {
        let word = random.of(&words).clone();
        words.insert(random.below(words.len()), word);
    }
    words.join(" ")
}

/// Some of the first words of a description, as they are or backwards.
fn first_words(random: &mut Random, description: &str) -> String {
    let from = random.below(6);
    let words = description.split_whitespace().skip(from).take(2 + random.below(3));
    let mut words: Vec<&str> = words.collect();
    if random.below(2) == 0 {
        words.reverse();
    }
    words.join(" ") + " " + &asked(random)
}

/// What is asked for twice in different forms.
fn again(random: &mut Random) -> String {
    let pair = random.of(&PAIRS);
    let word = word(random);
    match random.below(5) {
        0 => format!("{} {}", pair.join(""), random.of(pair)),
        1 | 2 => format!("{} {0} {}", pair.join(" "), pair.join("")),
        3 => format!("{} {word}", misspelt(random, word)),
        _ => format!("{word} {} {word}{0}", self::word(random)),
    }
}

/// A name as a person would say it.
fn spoken(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

fn asked(random: &mut Random) -> String {
    let word = word(random);
    match random.below(26) {
        0 => word.to_uppercase(),
        1 | 2 => misspelt(random, word),
        3 => word.chars().take(4).collect(),
        4 => format!("{word}ers"),
        5 | 6 => format!("{word}{}", self::word(random)),
        7 => random.of(&PAIRS).join(if random.below(2) == 0 { " " } else { "" }),
        8 => format!("+{word}"),
        9 => format!("+{}", misspelt(random, word)),
        10 => (*random.of(&STOP_WORDS)).to_owned(),
        11 => (*random.of(&["pull request", "pr", "kb", "sla", "los"])).to_owned(),
        12 => (*random.of(&OTHERS)).to_owned(),
        13 => prose(random).to_owned(),
        14 => format!("{word}{}", capitalised(self::word(random))),
        15 => format!("w{}", random.below(1000)),
        // `orders hot` as well.
        18 => format!("{word}shot"),
        16 => (*random.of(&["peek", "env", "obtain", "bug", "forecast"])).to_owned(),
        17 => (*random.of(&SERVERS)).to_owned(),
        19 => (*random.of(&ASKING)).to_owned(),
        20 => {
            (*random.of(&["tkt", "del", "calc", "msg", "repo", "db", "bug", "insert"])).to_owned()
        }
        21 => transposed(random, word),
        _ => word.to_owned(),
    }
}

/// One letter twice, left out, changed, or two in the wrong order.
fn misspelt(random: &mut Random, word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = random.below(letters.len() - 1);
    match random.below(4) {
        0 => letters.insert(at, letters[at]),
        1 => drop(letters.remove(at)),
        2 => letters[at] = 'x',
        _ => letters.swap(at, at + 1),
    }
    letters.into_iter().collect()
}

fn transposed(random: &mut Random, word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = random.below(letters.len() - 1);
    letters.swap(at, at + 1);
    letters.into_iter().collect()
}

/// Beginnings of the words of a crowd.
pub(crate) fn crowded(random: &mut Random) -> String {
    let count = *random.of(&[1, 3, 20, 32, 34]);
    let first = random.below(STEMS);
    let words: Vec<String> = (0..count).map(|number| stem((first + number) % STEMS)).collect();
    words.join(" ")
}
