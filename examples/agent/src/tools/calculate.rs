//! Arithmetic.

use std::fmt;

use toolcrib::tool;

/// Calculates an arithmetic expression with + - * / ( ) and decimal numbers.
#[tool(always, read_only, search_hint = "math arithmetic percent")]
pub(crate) fn calculate(
    /// The expression, for example "(12 + 3) / 4".
    expression: String,
) -> Result<f64, Error> {
    let mut reader = Reader { rest: expression.trim_start(), depth: 0 };
    let value = reader.sum()?;
    match (reader.rest.chars().next(), value.is_finite()) {
        (Some(c), _) => Err(Error::Unexpected(c)),
        (None, false) => Err(Error::NotFinite),
        (None, true) => Ok(value),
    }
}

#[derive(Debug, PartialEq)]
pub(crate) enum Error {
    End,
    Unexpected(char),
    TooDeep,
    NotFinite,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End => f.write_str("the expression ends too early"),
            Self::Unexpected(c) => write!(f, "`{}` is not expected here", c.escape_debug()),
            Self::TooDeep => f.write_str("the expression is nested too deeply"),
            Self::NotFinite => f.write_str("the result is not a number: a division by zero?"),
        }
    }
}

/// A parser by recursive descent; a blank after each token is skipped.
struct Reader<'a> {
    rest: &'a str,
    depth: u32,
}

const MAX_DEPTH: u32 = 64;

impl Reader<'_> {
    fn sum(&mut self) -> Result<f64, Error> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, Error> {
        let mut value = self.factor()?;
        loop {
            if self.take('*') {
                value *= self.factor()?;
            } else if self.take('/') {
                value /= self.factor()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn factor(&mut self) -> Result<f64, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Error::TooDeep);
        }
        let value = if self.take('-') {
            -self.factor()?
        } else if self.take('(') {
            let inner = self.sum()?;
            self.close()?;
            inner
        } else {
            self.number()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn close(&mut self) -> Result<(), Error> {
        match self.take(')') {
            true => Ok(()),
            false => Err(self.rest.chars().next().map_or(Error::End, Error::Unexpected)),
        }
    }

    fn number(&mut self) -> Result<f64, Error> {
        let digit = |c: char| c.is_ascii_digit() || c == '.';
        let end = self.rest.find(|c| !digit(c)).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        let next = rest.chars().next().map_or(Error::End, Error::Unexpected);
        let value = text.parse().map_err(|_| next)?;
        self.rest = rest.trim_start();
        Ok(value)
    }

    fn take(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        for (expression, value) in [
            ("1 + 2 * 3", 7.0),
            ("(1 + 2) * 3", 9.0),
            ("8 / 2 / 2", 2.0),
            ("-2 - -3", 1.0),
            (" 0.5*4 ", 2.0),
            ("42 / 168 * 100", 25.0),
        ] {
            assert_eq!(calculate(expression.into()), Ok(value), "{expression}");
        }
    }

    #[test]
    fn errors() {
        for (expression, error) in [
            ("", Error::End),
            ("1 +", Error::End),
            ("(1", Error::End),
            ("1 2", Error::Unexpected('2')),
            ("1 + x", Error::Unexpected('x')),
            ("1.2.3", Error::End),
            ("1 / 0", Error::NotFinite),
        ] {
            assert_eq!(calculate(expression.into()), Err(error), "{expression}");
        }
        assert_eq!(calculate("(".repeat(100_000)), Err(Error::TooDeep));
        assert_eq!(calculate("-".repeat(100_000)), Err(Error::TooDeep));
    }
}
