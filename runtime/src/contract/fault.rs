//! Faults of contracts.

use alloc::string::String;
use core::fmt;

/// One fault of a contract, or a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContractFault {
    /// The place, as a JSON pointer (RFC 6901); empty for the whole.
    pub place: String,
    /// What is wrong, as the end of a sentence about the place.
    pub message: String,
    /// What to do about it.
    pub repair: String,
}

impl fmt::Display for ContractFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "`{}` ", self.place)?;
        }
        write!(f, "{}: {}", self.message, self.repair)
    }
}

/// What was found while one contract is read.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(super) errors: alloc::vec::Vec<ContractFault>,
    pub(super) warnings: alloc::vec::Vec<ContractFault>,
}

impl Found {
    pub(super) fn error(
        &mut self,
        place: impl Into<String>,
        message: impl Into<String>,
        repair: impl Into<String>,
    ) {
        let (place, message, repair) = (place.into(), message.into(), repair.into());
        self.errors.push(ContractFault { place, message, repair });
    }

    pub(super) fn warning(
        &mut self,
        place: impl Into<String>,
        message: impl Into<String>,
        repair: impl Into<String>,
    ) {
        let (place, message, repair) = (place.into(), message.into(), repair.into());
        self.warnings.push(ContractFault { place, message, repair });
    }
}
