//! Fixed-point arithmetic, the same on every platform.

/// Parts of one in an `idf`.
pub(crate) const IDF_ONE: u32 = 1024;
/// More than the `idf` of any word of four billion documents. A larger one is
/// damaged; bounded like this, no sum of a ranking leaves its 32 bits.
pub(super) const MAX_IDF: u16 = 24 * IDF_ONE as u16;

/// Binary logarithm in 1/65536; 0 for 0.
fn log2(value: u64) -> u64 {
    if value == 0 {
        return 0;
    }
    let whole = 63 - value.leading_zeros();
    // Between 1 and 2, as a number of 1/2^31.
    let mut x = if whole >= 31 { value >> (whole - 31) } else { value << (31 - whole) };
    let mut log = u64::from(whole);
    let mut bit = 0;
    while bit < 16 {
        x = (x * x) >> 31;
        log <<= 1;
        if x >= 1 << 32 {
            log |= 1;
            x >>= 1;
        }
        bit += 1;
    }
    log
}

/// `ln(1 + (N − n + ½) / (n + ½))` in 1/1024, at least 1.
pub(super) fn idf(documents: u32, with: u32) -> u16 {
    let above = log2(2 * u64::from(documents) + 2);
    let below = log2(2 * u64::from(with) + 1);
    // ln 2 · 2^16 = 45426
    let ln = (above.saturating_sub(below) * 45_426) >> 16;
    u16::try_from((ln * u64::from(IDF_ONE) + 32_768) >> 16).unwrap_or(u16::MAX).max(1)
}

/// The largest level of an impact.
const LEVELS: u64 = 31;

/// `tf / (k1 + tf)` in 1/31, at least 1; both sides in 1/65536.
pub(super) fn saturation(tf: u64, k1: u64) -> u8 {
    let whole = k1 + tf;
    if whole == 0 {
        return 1;
    }
    ((tf * LEVELS + whole / 2) / whole).clamp(1, LEVELS) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idf_is_the_logarithm() {
        for documents in [1_u32, 2, 10, 527, 10_000, 1_000_000] {
            for with in [0, 1, 2, documents / 3, documents].map(|n| n.min(documents)) {
                let (all, n) = (f64::from(documents), f64::from(with));
                let exact = (1.0 + (all - n + 0.5) / (n + 0.5)).ln() * 1024.0;
                let found = f64::from(idf(documents, with));
                assert!(
                    (found - exact.max(1.0)).abs() < 1.0,
                    "{documents} {with}: {found} {exact}"
                );
            }
        }
    }

    #[test]
    fn saturation_is_rounded() {
        assert_eq!(saturation(0, 78_643), 1);
        assert_eq!(saturation(78_643, 78_643), 16);
        assert_eq!(saturation(u64::from(u32::MAX), 78_643), 31);
        assert_eq!(saturation(0, 0), 1);
    }
}
