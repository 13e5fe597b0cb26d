//! Writing a static catalog.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

mod encoded;
mod error;
mod source;
mod write;

pub use encoded::Encoded;
pub use error::EncodeError;

use source::{Offered, Source};
use write::{Pool, Record, Rows, Servers, narrow};

use super::layout::{ALWAYS, LayoutError};
use super::lock::Lock;
use super::manifest::Tool;
use crate::contract::Contract;
use crate::definition::catalog_digest;
use crate::name::{assign, case_clashes, check_server};
use crate::search::{Ranking, Synonyms};

/// Collects captured manifests and contracts, and writes the two files of a static
/// catalog.
#[derive(Debug)]
pub struct CatalogBuilder {
    locks: Vec<Lock>,
    contracts: Vec<Contract>,
    hints: BTreeMap<(String, String), String>,
    keywords: BTreeMap<String, String>,
    aliases: BTreeMap<String, String>,
    always: BTreeMap<(String, String), bool>,
    ranking: Ranking,
    synonyms: Synonyms,
}

impl Default for CatalogBuilder {
    fn default() -> Self {
        Self {
            locks: Vec::new(),
            contracts: Vec::new(),
            hints: BTreeMap::new(),
            keywords: BTreeMap::new(),
            aliases: BTreeMap::new(),
            always: BTreeMap::new(),
            ranking: Ranking::default(),
            synonyms: Synonyms::builtin(),
        }
    }
}

impl CatalogBuilder {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the tools of one server.
    pub fn lock(&mut self, lock: Lock) -> &mut Self {
        self.locks.push(lock);
        self
    }

    /// Adds a tool that a loader runs, under the provider that it names.
    pub fn contract(&mut self, contract: Contract) -> &mut Self {
        self.contracts.push(contract);
        self
    }

    /// Adds search words to one tool.
    pub fn hint(&mut self, server: &str, tool: &str, words: &str) -> &mut Self {
        let hint = self.hints.entry((server.into(), tool.into())).or_default();
        push_words(hint, words);
        self
    }

    /// Adds search words to every tool of a server.
    pub fn keywords(&mut self, server: &str, words: &str) -> &mut Self {
        push_words(self.keywords.entry(server.into()).or_default(), words);
        self
    }

    /// Gives a server another name for the model: its tools are `mcp__<alias>__<tool>`,
    /// and rules and queries that begin with `mcp__` use the alias. It is still
    /// configured, verified and called by its own name.
    pub fn alias(&mut self, server: &str, alias: &str) -> &mut Self {
        self.aliases.insert(server.into(), alias.into());
        self
    }

    /// Sets whether a tool is never deferred, overriding its server's wish.
    pub fn always(&mut self, server: &str, tool: &str, always: bool) -> &mut Self {
        self.always.insert((server.into(), tool.into()), always);
        self
    }

    /// Sets the weights of the search.
    pub fn ranking(&mut self, ranking: Ranking) -> &mut Self {
        self.ranking = ranking;
        self
    }

    /// Replaces the built-in synonyms of the search.
    pub fn synonyms(&mut self, synonyms: Synonyms) -> &mut Self {
        self.synonyms = synonyms;
        self
    }

    /// Writes the catalog. The same locks and contracts in any order give the
    /// same bytes.
    ///
    /// O(n log n) for n bytes of text.
    ///
    /// # Errors
    /// See [`EncodeError`].
    pub fn encode(&mut self) -> Result<Encoded, EncodeError> {
        self.contracts.sort_by(|a, b| a.id().cmp(b.id()));
        let sources = source::all(&self.locks, &self.contracts);
        self.check(&sources)?;
        let mut text = Pool::default();
        let rows = self.rows(&sources, &mut text)?;
        let servers = self.servers(&sources, &mut text)?;
        let digest = catalog_digest(sources.iter().map(|source| (source.name, source.digest)));
        let mut encoded = write::blobs(text, &servers, &rows, digest)?;
        encoded.seal(&self.ranking, &self.synonyms)?;
        Ok(encoded)
    }

    fn check(&self, sources: &[Source<'_>]) -> Result<(), EncodeError> {
        let same = sources.windows(2).find_map(|pair| match pair {
            [a, b] if a.name == b.name => Some((a.name, a.flags == b.flags)),
            _ => None,
        });
        match same {
            Some((server, true)) => return Err(EncodeError::ServerTwice { server: server.into() }),
            Some((name, false)) => return Err(EncodeError::ProviderIsServer { name: name.into() }),
            None => {}
        }
        if let Some((server, _)) = self.aliases.iter().find(|(_, alias)| alias.is_empty()) {
            return Err(EncodeError::EmptyAlias { server: server.clone() });
        }
        names_of_files(sources)?;
        let of = |name: &str| sources.iter().find(|source| source.name == name);
        let unaliased = self.aliases.keys().find(|name| of(name).is_none_or(|one| one.flags != 0));
        let unknown = self.keywords.keys().find(|name| of(name).is_none());
        if let Some(server) = unaliased.or(unknown) {
            return Err(EncodeError::UnknownServer { server: server.clone() });
        }
        let has = |server: &str, tool: &str| {
            of(server).is_some_and(|one| one.tools.iter().any(|one| one.definition.name == tool))
        };
        let settings = self.hints.keys().chain(self.always.keys());
        match settings.into_iter().find(|(server, tool)| !has(server, tool)) {
            Some((server, tool)) => {
                Err(EncodeError::UnknownTool { server: server.clone(), tool: tool.clone() })
            }
            None => Ok(()),
        }
    }

    /// The server's part of the names that the model sees.
    fn alias_of<'a>(&'a self, server: &'a str) -> &'a str {
        self.aliases.get(server).map_or(server, String::as_str)
    }

    /// The words of a tool and of its server; `None` when there are none.
    fn hint_of(&self, key: &(String, String), own: Option<&str>) -> Option<String> {
        let mut hint = String::from(own.unwrap_or_default());
        push_words(&mut hint, self.hints.get(key).map_or("", String::as_str));
        push_words(&mut hint, self.keywords.get(&key.0).map_or("", String::as_str));
        (!hint.is_empty()).then_some(hint)
    }

    /// All tools in (server, tool) order, and the order by name.
    fn rows(&self, sources: &[Source<'_>], text: &mut Pool) -> Result<Rows, EncodeError> {
        let names = self.names(sources)?;
        let tools = sources
            .iter()
            .enumerate()
            .flat_map(|(at, source)| source.tools.iter().map(move |tool| (at, source.name, tool)));
        let mut rows = Rows { records: Vec::new(), by_name: Vec::new() };
        for ((at, server, tool), name) in tools.zip(&names) {
            rows.records.push(self.record(text, (at, server), tool, name)?);
        }
        rows.by_name = (0..names.len()).collect();
        rows.by_name.sort_by(|&a, &b| names[a].cmp(&names[b]));
        Ok(rows)
    }

    /// The names that the model sees, in (server, tool) order: those of
    /// contracts are their ids.
    fn names(&self, sources: &[Source<'_>]) -> Result<Vec<String>, EncodeError> {
        let tools = || {
            sources.iter().flat_map(|source| source.tools.iter().map(move |tool| (source, tool)))
        };
        let captured = tools().filter(|(_, tool)| tool.contract.is_none());
        let pairs: Vec<(&str, &str)> = captured
            .map(|(source, tool)| (self.alias_of(source.name), tool.definition.name))
            .collect();
        let mut assigned = assign(&pairs).map_err(EncodeError::Clash)?.into_iter();
        let name = |(_, tool): (_, &Offered<'_>)| match tool.contract {
            Some(contract) => Some(contract.id().into()),
            None => assigned.next(),
        };
        let names: Option<Vec<String>> = tools().map(name).collect();
        let names = names.ok_or(EncodeError::Unreadable(LayoutError::Mismatch))?;
        // Assigned names are distinct; only ids can be those of others.
        let mut seen = BTreeMap::new();
        let all = names.iter().zip(tools()).take_while(|_| !self.contracts.is_empty());
        for (name, (source, _)) in all {
            if let Some(other) = seen.insert(name.as_str(), source.name) {
                let servers = (other.into(), source.name.into());
                return Err(EncodeError::NameTaken { name: name.clone(), servers });
            }
        }
        Ok(names)
    }

    fn record(
        &self,
        text: &mut Pool,
        (at, server): (usize, &str),
        tool: &Offered<'_>,
        name: &str,
    ) -> Result<Vec<u8>, EncodeError> {
        let definition = &tool.definition;
        let key = (server.to_string(), definition.name.to_string());
        let always = self.always.get(&key).copied().or(tool.always).unwrap_or(false);
        let hint = self.hint_of(&key, tool.contract.and_then(Contract::search_hint));
        let needs = tool.contract.and_then(|contract| contract.needs().to_canonical());
        let texts = [
            Some(name),
            Some(definition.name),
            definition.title,
            definition.description,
            Some(definition.input_schema),
            definition.output_schema,
            definition.annotations,
            hint.as_deref(),
            tool.contract.map(Contract::loader),
            tool.contract.map(Contract::settings),
            needs.as_deref(),
        ];
        write::record(text, at, if always { ALWAYS } else { 0 }, texts)
    }

    fn servers(&self, sources: &[Source<'_>], text: &mut Pool) -> Result<Servers, EncodeError> {
        let mut servers = Servers::default();
        let mut first = 0;
        for source in sources {
            let mut record = Record::default();
            record.text(text.add(Some(source.name))?);
            record.text(text.add(source.instructions)?);
            record.text(text.add(source.from.name.as_deref())?);
            record.text(text.add(source.from.version.as_deref())?);
            record.word(narrow(first)?);
            record.word(narrow(source.tools.len())?);
            record.word(narrow(servers.pointers.len() / 8)?);
            record.word(narrow(source.volatile.len())?);
            record.word(source.flags);
            record.0.extend_from_slice(source.digest.as_bytes());
            let alias = self.alias_of(source.name);
            record.text(text.add((alias != source.name).then_some(alias))?);
            servers.records.push(record.0);
            for pointer in source.volatile {
                let mut reference = Record::default();
                reference.text(text.add(Some(&pointer.to_string()))?);
                servers.pointers.extend(reference.0);
            }
            first += source.tools.len();
        }
        Ok(servers)
    }
}

/// No two servers, nor providers, that are one file anywhere.
fn names_of_files(sources: &[Source<'_>]) -> Result<(), EncodeError> {
    for server in sources.iter().map(|source| source.name) {
        check_server(server)
            .map_err(|message| EncodeError::ServerName { server: server.into(), message })?;
    }
    match case_clashes(sources.iter().map(|source| source.name)).first() {
        None => Ok(()),
        Some(&(one, other)) => Err(EncodeError::SameFile { servers: (one.into(), other.into()) }),
    }
}

fn push_words(hint: &mut String, words: &str) {
    if !hint.is_empty() && !words.is_empty() {
        hint.push(' ');
    }
    hint.push_str(words);
}
