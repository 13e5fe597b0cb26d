//! The attributes of a parameter: `#[arg(…)]` and `#[context]`.

use syn::{Attribute, Expr, ExprRange, Lit, LitStr, RangeLimits, UnOp};

use super::keys::{Many, Once, keys};
use super::{Entry, as_str, entries, ungroup};
use crate::ctxt::Ctxt;

keys! {
    /// All `#[arg(…)]` of a parameter.
    ArgAttr {
        "rename" rename: Once<LitStr> = Entry::literal,
        "description" description: Once<Expr> = Entry::text,
        "default" default: Once<DefaultValue> = default,
        "example" examples: Many<Expr> = example,
        "range" range: Once<Range> = range,
        "flatten" flatten: Once<()> = Entry::bare,
        "undocumented" undocumented: Once<()> = Entry::bare,
    }
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
                    for entry in entries(cx, list.tokens.clone()) {
                        if let Some(unknown) = arg.set(cx, entry) {
                            unknown.unknown(cx, Self::KEYS);
                        }
                    }
                }
                Err(_) => cx.error(attr, "write `#[arg(key = value)]`"),
            }
        }
        arg
    }
}

fn default(entry: Entry, _: &Ctxt) -> Option<DefaultValue> {
    Some(match entry.value.map(ungroup) {
        None => DefaultValue::OfType,
        Some(value) => match as_str(&value) {
            Some(text) => DefaultValue::Text(text.clone()),
            None => DefaultValue::Value(value),
        },
    })
}

fn example(entry: Entry, cx: &Ctxt) -> Option<Expr> {
    entry.value(cx, "value")
}

fn range(entry: Entry, cx: &Ctxt) -> Option<Range> {
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
