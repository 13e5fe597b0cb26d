//! Helpers shared by the tests of this workspace.
