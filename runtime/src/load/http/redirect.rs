//! Which redirects are followed.

use reqwest::Url;
use reqwest::redirect::Policy;

/// How many in a row.
const MOST: usize = 5;

/// Headers and bodies hold credentials: they go to the host that the contract
/// names and to no other.
pub(super) fn policy() -> Policy {
    Policy::custom(|attempt| {
        let first = attempt.previous().first();
        let stays = first.is_some_and(|first| is_same(first, attempt.url()));
        match stays {
            true if attempt.previous().len() > MOST => attempt.error("too many redirects"),
            true => attempt.follow(),
            false => attempt.stop(),
        }
    })
}

fn is_same(from: &Url, to: &Url) -> bool {
    let upgraded = from.scheme() == "http"
        && to.scheme() == "https"
        && from.port().is_none()
        && to.port().is_none();
    from.host() == to.host() && (from.origin() == to.origin() || upgraded)
}

#[cfg(test)]
mod tests {
    use super::{Url, is_same};

    #[test]
    fn hosts_are_not_left() {
        let same = |from: &str, to: &str| {
            is_same(&from.parse::<Url>().unwrap(), &to.parse::<Url>().unwrap())
        };
        assert!(same("http://a/x", "http://a/y") && same("http://a/", "https://a/"));
        for (from, to) in [
            ("https://a/", "http://a/"),
            ("http://a/", "http://b/"),
            ("http://a/", "http://a:81/"),
            ("http://a:80/", "https://a:8443/"),
            ("http://a/", "http://a.b/"),
        ] {
            assert!(!same(from, to), "{from} {to}");
        }
    }
}
