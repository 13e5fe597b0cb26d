//! Other search engines over the same tools, behind one interface.

use std::error::Error;

use bm25::{Document, Language, SearchEngine, SearchEngineBuilder};
use memchr::memmem;
use tantivy::collector::TopDocs;
use tantivy::query::QueryParser;
use tantivy::schema::{STORED, Schema, TEXT};
use tantivy::{Index, IndexReader, TantivyDocument, doc};

use crate::data::Tool;

/// What a peer indexes of a tool: one field of text.
fn text(tool: &Tool) -> String {
    format!("{} {}", tool.name.replace(['_', '-', '.'], " "), tool.description)
}

/// The `bm25` crate with its default tokeniser.
pub(crate) struct Bm25(SearchEngine<u32>);

impl Bm25 {
    pub(crate) fn new(tools: &[Tool]) -> Self {
        let documents: Vec<Document<u32>> =
            tools.iter().zip(0..).map(|(tool, id)| Document::new(id, text(tool))).collect();
        Self(SearchEngineBuilder::<u32>::with_documents(Language::English, documents).build())
    }

    pub(crate) fn search(&self, query: &str) -> usize {
        self.0.search(query, 5).len()
    }
}

/// tantivy in memory, one segment.
pub(crate) struct Tantivy {
    reader: IndexReader,
    parser: QueryParser,
}

impl Tantivy {
    pub(crate) fn new(tools: &[Tool]) -> Result<Self, Box<dyn Error>> {
        let mut schema = Schema::builder();
        let field = schema.add_text_field("text", TEXT);
        let name = schema.add_text_field("name", STORED);
        let index = Index::create_in_ram(schema.build());
        let mut writer = index.writer_with_num_threads::<TantivyDocument>(1, 50_000_000)?;
        for tool in tools {
            writer.add_document(doc!(field => text(tool), name => tool.name.clone()))?;
        }
        writer.commit()?;
        let parser = QueryParser::for_index(&index, vec![field]);
        Ok(Self { reader: index.reader()?, parser })
    }

    pub(crate) fn search(&self, query: &str) -> usize {
        let (query, _) = self.parser.parse_query_lenient(query);
        let top = TopDocs::with_limit(5).order_by_score();
        self.reader.searcher().search(&query, &top).map_or(0, |hits| hits.len())
    }
}

/// Every text from end to end for every word, and the five with most of them.
pub(crate) struct Scan(Vec<String>);

impl Scan {
    pub(crate) fn new(tools: &[Tool]) -> Self {
        Self(tools.iter().map(|tool| text(tool).to_lowercase()).collect())
    }

    pub(crate) fn search(&self, query: &str) -> usize {
        let query = query.to_lowercase();
        let finders: Vec<memmem::Finder<'_>> =
            query.split_whitespace().map(memmem::Finder::new).collect();
        let mut best = [(0, 0); 5];
        for (id, text) in self.0.iter().enumerate() {
            let found = finders.iter().filter(|finder| finder.find(text.as_bytes()).is_some());
            let score = found.count();
            if score > best[4].0 {
                best[4] = (score, id);
                best.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            }
        }
        best.iter().filter(|hit| hit.0 > 0).count()
    }
}
