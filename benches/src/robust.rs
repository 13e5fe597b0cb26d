//! `robust TOOLS`: whether a tool is found by its own name, spelled otherwise.

use std::error::Error;
use std::path::Path;

use toolcrib::search::token::{Kind, Mode, for_each_word};
use toolcrib::search::{Hits, Ranking, Synonyms, index, search};

use crate::data::{self, Tool};

const DRAWN: usize = 400;

/// A change of the words of a server and a tool.
type Change = fn(&[String], &[String]) -> Option<String>;

/// What is done to a name, and the share that must be among the first five: a
/// little below what was measured, so that a change for the worse is seen.
const CHANGES: [(&str, Change, f64); 6] = [
    ("server and name words", |server, tool| Some(joined(server, tool)), 1.0),
    ("plural flips", plurals, 0.99),
    ("a verb's synonym", synonym, 0.98),
    ("one typing error", typo, 0.98),
    (
        "words run together",
        |server, tool| (tool.len() > 1).then(|| format!("{} {}", server.join(" "), tool.concat())),
        0.95,
    ),
    ("server and name backwards", |server, tool| Some(joined(tool, server)), 0.99),
];

/// Prints the share of hits a change, and how often an exact name is not first;
/// false where one is below its floor.
pub(crate) fn run(path: &Path) -> Result<bool, Box<dyn Error>> {
    let tools = data::tools(path)?;
    let documents = data::documents(&tools);
    let bytes = index::build(&documents[..], &Ranking::DEFAULT, &Synonyms::builtin());
    let index = index::Index::new(&bytes)?;
    let mut hits = Hits::new();
    let step = (tools.len() / DRAWN).max(1);
    let drawn = || tools.iter().enumerate().step_by(step);
    let mut good = true;
    for (what, change, goal) in CHANGES {
        let (mut found, mut all) = (0, 0);
        for (id, tool) in drawn() {
            let Some(query) =
                change(&words(tool.server.as_deref().unwrap_or("")), &words(&tool.tool))
            else {
                continue;
            };
            search(&index, &documents[..], &query, 5, &mut hits);
            // Tools of the same words on the same server answer as well.
            let is_it = |hit: u32| is_same(&tools[hit as usize], tool) || hit as usize == id;
            found += usize::from(hits.as_slice().iter().any(|hit| is_it(hit.id)));
            all += 1;
        }
        let share = f64::from(u32::try_from(found)?) / f64::from(u32::try_from(all.max(1))?);
        println!("{what:<28} {share:.3}  floor {goal:.2}");
        good &= share >= goal - 0.005;
    }
    let mut later = 0;
    for (id, tool) in drawn() {
        search(&index, &documents[..], &tool.name, 5, &mut hits);
        later += usize::from(hits.as_slice().first().is_none_or(|hit| hit.id as usize != id));
    }
    println!("exact names not first        {later}");
    Ok(good && later == 0)
}

fn is_same(a: &Tool, b: &Tool) -> bool {
    a.server == b.server && words(&a.tool) == words(&b.tool)
}

fn words(name: &str) -> Vec<String> {
    let mut out = Vec::new();
    for_each_word(name, Mode::Identifier, &mut |word, kind| {
        if kind != Kind::Joined {
            out.push(word.to_owned());
        }
    });
    out
}

fn joined(a: &[String], b: &[String]) -> String {
    format!("{} {}", a.join(" "), b.join(" "))
}

fn plurals(server: &[String], tool: &[String]) -> Option<String> {
    let mut tool = tool.to_vec();
    let last = tool.last_mut()?;
    *last = match last.strip_suffix('s') {
        Some(single) if !single.ends_with('s') => single.to_owned(),
        _ => format!("{last}s"),
    };
    Some(joined(server, &tool))
}

fn synonym(server: &[String], tool: &[String]) -> Option<String> {
    const VERBS: [(&str, &str); 8] = [
        ("get", "fetch"),
        ("list", "enumerate"),
        ("create", "add"),
        ("delete", "remove"),
        ("update", "modify"),
        ("search", "find"),
        ("send", "post"),
        ("run", "execute"),
    ];
    let (first, rest) = tool.split_first()?;
    let other = VERBS.iter().find(|verb| verb.0 == first)?.1;
    Some(format!("{} {other} {}", server.join(" "), rest.join(" ")))
}

/// Two letters of the longest word change places.
fn typo(server: &[String], tool: &[String]) -> Option<String> {
    let mut tool = tool.to_vec();
    let longest = tool
        .iter_mut()
        .max_by_key(|word| word.len())
        .filter(|word| word.len() > 4 && word.is_ascii())?;
    let at = longest.len() / 2;
    let mut letters: Vec<char> = longest.chars().collect();
    letters.swap(at, at - 1);
    *longest = letters.into_iter().collect();
    Some(joined(server, &tool))
}
