//! Writing a static catalog.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

mod error;
mod write;

pub use error::EncodeError;

use write::{Pool, Record, Rows, Servers, narrow};

use super::definition::catalog_digest;
use super::layout::ALWAYS;
use super::lock::Lock;
use super::manifest::Tool;
use super::view::Catalog;
use crate::name::assign;
use crate::search::{Ranking, Synonyms};

/// Gathers captured manifests and writes the two files of a static catalog.
#[derive(Debug)]
pub struct CatalogBuilder {
    locks: Vec<Lock>,
    hints: BTreeMap<(String, String), String>,
    keywords: BTreeMap<String, String>,
    aliases: BTreeMap<String, String>,
    always: BTreeMap<(String, String), bool>,
    ranking: Ranking,
    synonyms: Synonyms,
}

/// The contents of `catalog.idx` and `catalog.txt`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded {
    idx: Vec<u8>,
    text: String,
}

impl Encoded {
    /// The content of `catalog.idx`.
    #[must_use]
    pub fn idx(&self) -> &[u8] {
        &self.idx
    }

    /// The content of `catalog.txt`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The catalog, borrowed from these contents.
    ///
    /// # Errors
    /// None for contents that [`CatalogBuilder::encode`] has made.
    pub fn catalog(&self) -> Result<Catalog<'_>, super::LayoutError> {
        Catalog::new(&self.idx, &self.text)
    }
}

impl Default for CatalogBuilder {
    fn default() -> Self {
        Self {
            locks: Vec::new(),
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

    /// Adds words for the search to a tool that others wrote.
    pub fn hint(&mut self, server: &str, tool: &str, words: &str) -> &mut Self {
        let hint = self.hints.entry((server.into(), tool.into())).or_default();
        push_words(hint, words);
        self
    }

    /// Adds words for the search to every tool of a server.
    pub fn keywords(&mut self, server: &str, words: &str) -> &mut Self {
        push_words(self.keywords.entry(server.into()).or_default(), words);
        self
    }

    /// Gives a server another name in the names that the model sees:
    /// `mcp__<alias>__<tool>`. It is still known, verified and called by its own.
    pub fn alias(&mut self, server: &str, alias: &str) -> &mut Self {
        self.aliases.insert(server.into(), alias.into());
        self
    }

    /// Says that a tool is never deferred, or that it is, whatever its server
    /// wishes.
    pub fn always(&mut self, server: &str, tool: &str, always: bool) -> &mut Self {
        self.always.insert((server.into(), tool.into()), always);
        self
    }

    /// The weights of the search, instead of the default ones.
    pub fn ranking(&mut self, ranking: Ranking) -> &mut Self {
        self.ranking = ranking;
        self
    }

    /// The synonyms of the search, instead of the built-in ones.
    pub fn synonyms(&mut self, synonyms: Synonyms) -> &mut Self {
        self.synonyms = synonyms;
        self
    }

    /// Writes the catalog. The same locks in any order give the same bytes.
    ///
    /// O(n log n) for n bytes of text.
    ///
    /// # Errors
    /// See [`EncodeError`].
    pub fn encode(&mut self) -> Result<Encoded, EncodeError> {
        self.locks.sort_by(|a, b| a.manifest().server().cmp(b.manifest().server()));
        self.check()?;
        let mut text = Pool::default();
        let rows = self.rows(&mut text)?;
        let servers = self.servers(&mut text)?;
        let mut encoded = write::blobs(text, &servers, &rows, self.digest())?;
        encoded.seal(&self.ranking, &self.synonyms)?;
        Ok(encoded)
    }

    fn check(&self) -> Result<(), EncodeError> {
        let names = self.locks.iter().map(|lock| lock.manifest().server());
        if let Some((server, _)) = names.clone().zip(names.skip(1)).find(|(a, b)| a == b) {
            return Err(EncodeError::ServerTwice { server: server.into() });
        }
        let mut named = self.keywords.keys().chain(self.aliases.keys());
        if let Some(server) = named.find(|server| self.lock_of(server).is_none()) {
            return Err(EncodeError::UnknownServer { server: server.clone() });
        }
        let settings = self.hints.keys().chain(self.always.keys());
        match settings.into_iter().find(|(server, tool)| !self.has(server, tool)) {
            Some((server, tool)) => {
                Err(EncodeError::UnknownTool { server: server.clone(), tool: tool.clone() })
            }
            None => Ok(()),
        }
    }

    fn has(&self, server: &str, tool: &str) -> bool {
        self.lock_of(server).is_some_and(|lock| lock.manifest().tool(tool).is_some())
    }

    fn lock_of(&self, server: &str) -> Option<&Lock> {
        self.locks.iter().find(|lock| lock.manifest().server() == server)
    }

    /// The server's part of the names that the model sees.
    fn alias_of<'a>(&'a self, server: &'a str) -> &'a str {
        self.aliases.get(server).map_or(server, String::as_str)
    }

    /// The words of a tool and of its server; `None` when there are none.
    fn hint_of(&self, key: &(String, String)) -> Option<String> {
        let mut hint = self.hints.get(key).cloned().unwrap_or_default();
        push_words(&mut hint, self.keywords.get(&key.0).map_or("", String::as_str));
        (!hint.is_empty()).then_some(hint)
    }

    fn digest(&self) -> super::Digest {
        let servers =
            self.locks.iter().map(|lock| (lock.manifest().server(), lock.manifest().digest()));
        catalog_digest(servers)
    }

    /// All tools in (server, tool) order, and the order by name.
    fn rows(&self, text: &mut Pool) -> Result<Rows, EncodeError> {
        let manifests = || self.locks.iter().map(Lock::manifest);
        let tools = || {
            manifests()
                .flat_map(|manifest| manifest.tools().iter().map(move |tool| (manifest, tool)))
        };
        let pairs: Vec<(&str, &str)> = tools()
            .map(|(manifest, tool)| (self.alias_of(manifest.server()), tool.name()))
            .collect();
        let names = assign(&pairs).map_err(EncodeError::Clash)?;
        let servers = manifests()
            .enumerate()
            .flat_map(|(at, manifest)| manifest.tools().iter().map(move |_| at));
        let mut rows = Rows { records: Vec::new(), by_name: Vec::new() };
        for (((_, tool), name), server) in tools().zip(&names).zip(servers) {
            let record = self.record(text, &self.locks[server], tool, name, server)?;
            rows.records.push(record);
        }
        rows.by_name = (0..names.len()).collect();
        rows.by_name.sort_by(|&a, &b| names[a].cmp(&names[b]));
        Ok(rows)
    }

    fn record(
        &self,
        text: &mut Pool,
        lock: &Lock,
        tool: &Tool,
        name: &str,
        server: usize,
    ) -> Result<Vec<u8>, EncodeError> {
        let definition = tool.definition();
        let key = (lock.manifest().server().to_string(), tool.name().to_string());
        let always = self.always.get(&key).copied().or(tool.always_load()).unwrap_or(false);
        let hint = self.hint_of(&key);
        let texts = [
            Some(name),
            Some(definition.name),
            definition.title,
            definition.description,
            Some(definition.input_schema),
            definition.output_schema,
            definition.annotations,
            hint.as_deref(),
        ];
        write::record(text, server, if always { ALWAYS } else { 0 }, texts)
    }

    fn servers(&self, text: &mut Pool) -> Result<Servers, EncodeError> {
        let mut servers = Servers::default();
        let mut first = 0;
        for lock in &self.locks {
            let (manifest, from) = (lock.manifest(), lock.captured_from());
            let mut record = Record::default();
            record.text(text.add(Some(manifest.server()))?);
            record.text(text.add(manifest.instructions())?);
            record.text(text.add(from.name.as_deref())?);
            record.text(text.add(from.version.as_deref())?);
            record.word(narrow(first)?);
            record.word(narrow(manifest.tools().len())?);
            record.word(narrow(servers.pointers.len() / 8)?);
            record.word(narrow(lock.volatile().len())?);
            record.word(0);
            record.0.extend_from_slice(manifest.digest().as_bytes());
            servers.records.push(record.0);
            for pointer in lock.volatile() {
                let mut reference = Record::default();
                reference.text(text.add(Some(&pointer.to_string()))?);
                servers.pointers.extend(reference.0);
            }
            first += manifest.tools().len();
        }
        Ok(servers)
    }
}

fn push_words(hint: &mut String, words: &str) {
    if !hint.is_empty() && !words.is_empty() {
        hint.push(' ');
    }
    hint.push_str(words);
}
