//! Descriptions from doc comments.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, Meta};

use super::{as_str, ungroup};

/// The doc comment of an item: text, and expressions for the compiler, such as
/// `include_str!`.
#[derive(Default)]
pub(crate) struct Docs {
    pieces: Vec<Piece>,
}

enum Piece {
    Text(String),
    Expr(Expr),
}

impl Docs {
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        let pieces = attrs.iter().filter_map(doc_value).map(|value| match as_str(&value) {
            Some(text) => Piece::Text(without_stars(&text.value())),
            None => Piece::Expr(value),
        });
        Self { pieces: pieces.collect() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.iter().all(|piece| matches!(piece, Piece::Text(text) if text.trim().is_empty()))
    }

    /// One expression of type `&'static str`, or `None` without any text.
    pub(crate) fn to_tokens(&self, private: &TokenStream) -> Option<TokenStream> {
        if self.is_empty() {
            return None;
        }
        let parts: Vec<TokenStream> = self.runs().into_iter().map(|run| run.tokens()).collect();
        match parts.as_slice() {
            [one] => Some(one.clone()),
            several => Some(quote!(#private::concat!(#(#several),*))),
        }
    }

    /// Joins neighbouring lines of text, so that they share one indent.
    fn runs(&self) -> Vec<Piece> {
        let mut runs: Vec<Piece> = Vec::new();
        for piece in &self.pieces {
            match (runs.last_mut(), piece) {
                (Some(Piece::Text(before)), Piece::Text(line)) => {
                    before.push('\n');
                    before.push_str(line);
                }
                (_, Piece::Text(line)) => runs.push(Piece::Text(line.clone())),
                (_, Piece::Expr(expr)) => runs.push(Piece::Expr(expr.clone())),
            }
        }
        let mixed = runs.len() > 1;
        runs.iter_mut().for_each(|run| run.finish(mixed));
        runs
    }
}

impl Piece {
    /// Text beside an expression keeps its line ends.
    fn finish(&mut self, mixed: bool) {
        if let Self::Text(text) = self {
            *text = unindent(text);
            if mixed {
                *text = format!("\n{text}\n");
            }
        }
    }

    fn tokens(&self) -> TokenStream {
        match self {
            Self::Text(text) => quote!(#text),
            Self::Expr(expr) => quote!(#expr),
        }
    }
}

fn doc_value(attr: &Attribute) -> Option<Expr> {
    match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(ungroup(pair.value.clone())),
        _ => None,
    }
}

/// Removes the indent that all lines share, and empty lines at both ends.
fn unindent(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let indent = lines.iter().filter(|line| !line.is_empty()).map(|line| indent(line)).min();
    let cut = |line: &&str| line.get(indent.unwrap_or(0)..).unwrap_or_default().to_owned();
    let lines: Vec<String> = lines.iter().map(cut).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Removes the stars that often begin each line of `/** … */` but the first.
fn without_stars(comment: &str) -> String {
    let inner = comment.lines().skip(1).map(str::trim_start);
    let mut full = inner.filter(|line| !line.is_empty()).peekable();
    if full.peek().is_none() || !full.all(|line| line.starts_with('*')) {
        return comment.to_owned();
    }
    let strip = |line| str::trim_start(line).strip_prefix('*').unwrap_or(line).to_owned();
    let lines: Vec<String> = comment.lines().map(strip).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::{unindent, without_stars};

    #[test]
    fn one_leading_space_goes_and_relative_indent_stays() {
        assert_eq!(unindent(" Adds.\n\n   - indented\n - not"), "Adds.\n\n  - indented\n- not");
    }

    #[test]
    fn lines_without_a_leading_space_stay() {
        assert_eq!(unindent("Adds.\n  more"), "Adds.\n  more");
    }

    #[test]
    fn block_comments_lose_their_stars() {
        let comment = without_stars("\n * Adds.\n *\n *   more\n ");
        assert_eq!(unindent(&comment), "Adds.\n\n  more");
    }

    #[test]
    fn a_list_of_stars_is_no_block_comment() {
        assert_eq!(unindent(" Takes:\n * a\n * b"), "Takes:\n* a\n* b");
        assert_eq!(without_stars(" * a"), " * a");
    }
}
