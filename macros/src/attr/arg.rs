//! The attributes of a parameter: `#[arg(…)]` and `#[context]`.

use syn::{Attribute, Expr, ExprRange, Lit, LitStr, RangeLimits, UnOp};

use super::{Entry, Once, as_str, entries, ungroup};
use crate::ctxt::Ctxt;

const KEYS: &[&str] =
    &["rename", "description", "default", "example", "range", "flatten", "undocumented"];

/// All `#[arg(…)]` of a parameter.
#[derive(Default)]
pub(crate) struct ArgAttr {
    pub(crate) rename: Once<LitStr>,
    pub(crate) description: Once<Expr>,
    pub(crate) default: Once<DefaultValue>,
    pub(crate) examples: Vec<Expr>,
    pub(crate) range: Once<Range>,
    pub(crate) flatten: Once<()>,
    pub(crate) undocumented: Once<()>,
}

/// The value of an absent argument.
pub(crate) enum DefaultValue {
    /// `default`: the `Default` of the type.
    OfType,
    /// `default = "text"`: converted into the type.
    Text(LitStr),
    /// `default = expression`.
    Value(Expr),
}

/// `range = 1..=10`, with numbers for bounds.
pub(crate) struct Range {
    pub(crate) min: Option<Number>,
    pub(crate) max: Option<Number>,
    pub(crate) exclusive: bool,
}

/// One bound.
pub(crate) enum Number {
    Int(i128),
    Float(f64),
}

/// The marker of a context parameter.
pub(crate) fn is_context_marker(attr: &Attribute) -> bool {
    attr.path().is_ident("context")
}

/// Attributes that only this macro understands.
pub(crate) fn is_helper(attr: &Attribute) -> bool {
    is_context_marker(attr) || attr.path().is_ident("arg") || attr.path().is_ident("doc")
}

impl ArgAttr {
    pub(crate) fn read(cx: &Ctxt, attrs: &[Attribute]) -> Self {
        let mut arg = Self::default();
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("arg")) {
            match attr.meta.require_list() {
                Ok(list) => {
                    let found = entries(cx, list.tokens.clone());
                    found.into_iter().for_each(|entry| arg.read_entry(cx, entry));
                }
                Err(_) => cx.error(attr, "write `#[arg(key = value)]`"),
            }
        }
        arg
    }

    fn read_entry(&mut self, cx: &Ctxt, entry: Entry) {
        let key = &entry.key.clone();
        match key.to_string().as_str() {
            "rename" => self.rename.set(cx, key, entry.literal(cx)),
            "description" => self.description.set(cx, key, entry.text(cx)),
            "default" => self.default.set(cx, key, Some(default(entry))),
            "example" => self.examples.extend(entry.value(cx, "value")),
            "range" => self.range.set(cx, key, range(cx, entry)),
            "flatten" => self.flatten.set(cx, key, entry.bare(cx)),
            "undocumented" => self.undocumented.set(cx, key, entry.bare(cx)),
            _ => entry.unknown(cx, KEYS),
        }
    }
}

fn default(entry: Entry) -> DefaultValue {
    match entry.value.map(ungroup) {
        None => DefaultValue::OfType,
        Some(value) => match as_str(&value) {
            Some(text) => DefaultValue::Text(text.clone()),
            None => DefaultValue::Value(value),
        },
    }
}

fn range(cx: &Ctxt, entry: Entry) -> Option<Range> {
    let value = entry.value(cx, "1..=10")?;
    let Expr::Range(ExprRange { start, limits, end, .. }) = &value else {
        cx.error(value, "`range` needs a range of numbers: write `range = 1..=10`");
        return None;
    };
    let range = Range {
        min: bound(cx, start.as_deref())?,
        max: bound(cx, end.as_deref())?,
        exclusive: matches!(limits, RangeLimits::HalfOpen(_)),
    };
    if range.is_empty() {
        cx.error(&value, "this range is empty");
    }
    Some(range)
}

/// `Some(None)` for an open side.
fn bound(cx: &Ctxt, expr: Option<&Expr>) -> Option<Option<Number>> {
    let Some(expr) = expr else { return Some(None) };
    let number = number(expr);
    if number.is_none() {
        cx.error(
            expr,
            "a bound of `range` must be a number literal, so that the schema can show it",
        );
    }
    number.map(Some)
}

fn number(expr: &Expr) -> Option<Number> {
    match expr {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(int) => int.base10_parse().ok().map(Number::Int),
            Lit::Float(float) => float.base10_parse().ok().map(Number::Float),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            number(&unary.expr).map(|number| match number {
                Number::Int(int) => Number::Int(-int),
                Number::Float(float) => Number::Float(-float),
            })
        }
        Expr::Group(group) => number(&group.expr),
        _ => None,
    }
}

impl Range {
    fn is_empty(&self) -> bool {
        let (Some(min), Some(max)) = (&self.min, &self.max) else { return false };
        let (min, max) = (min.to_f64(), max.to_f64());
        min > max || (self.exclusive && min == max)
    }
}

impl Number {
    fn to_f64(&self) -> f64 {
        match self {
            Self::Int(int) => *int as f64,
            Self::Float(float) => *float,
        }
    }
}
