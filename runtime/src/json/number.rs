//! Numbers as ECMAScript prints them (ECMA-262, Number::toString), which is
//! what RFC 8785 asks for.

use core::fmt::{self, Write};

/// True when `text`, a JSON number, is an integer whose digits are kept.
pub(super) fn keeps_digits(text: &str) -> bool {
    text != "-0"
        && !text.bytes().any(|b| matches!(b, b'.' | b'e' | b'E'))
        && (text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok())
}

/// Writes a finite double.
pub(super) fn write_double(value: f64, out: &mut dyn Write) -> fmt::Result {
    if value == 0.0 {
        return out.write_char('0');
    }
    let mut digits = Shortest::default();
    write!(digits, "{:e}", value.abs())?;
    if value < 0.0 {
        out.write_char('-')?;
    }
    digits.layout(out)
}

/// The shortest digits that read back as the same double, and the exponent:
/// `d.ddd × 10^exponent`.
#[derive(Default)]
struct Shortest {
    digits: [u8; 24],
    len: usize,
    exponent: i32,
    negative: bool,
    in_exponent: bool,
}

impl Write for Shortest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            match byte {
                b'e' => self.in_exponent = true,
                b'-' => self.negative = true,
                b'0'..=b'9' if self.in_exponent => {
                    self.exponent = self.exponent * 10 + i32::from(byte - b'0');
                }
                b'0'..=b'9' => {
                    *self.digits.get_mut(self.len).ok_or(fmt::Error)? = byte;
                    self.len += 1;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl Shortest {
    fn layout(&self, out: &mut dyn Write) -> fmt::Result {
        let digits = core::str::from_utf8(&self.digits[..self.len]).map_err(|_| fmt::Error)?;
        let exponent = if self.negative { -self.exponent } else { self.exponent };
        // ECMA-262 calls this n: the decimal point stands after n digits.
        let point = exponent + 1;
        let count = i32::try_from(self.len).map_err(|_| fmt::Error)?;
        match point {
            _ if count <= point && point <= 21 => {
                out.write_str(digits)?;
                zeros(point - count, out)
            }
            1..=21 => {
                let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or(0));
                write!(out, "{whole}.{fraction}")
            }
            -5..=0 => {
                out.write_str("0.")?;
                zeros(-point, out)?;
                out.write_str(digits)
            }
            _ => {
                let (first, rest) = digits.split_at(1);
                out.write_str(first)?;
                if !rest.is_empty() {
                    write!(out, ".{rest}")?;
                }
                write!(out, "e{exponent:+}")
            }
        }
    }
}

fn zeros(count: i32, out: &mut dyn Write) -> fmt::Result {
    (0..count).try_for_each(|_| out.write_char('0'))
}
