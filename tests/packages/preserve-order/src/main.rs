//! Hashes the same manifest with serde_json as the program sees it.

use toolcrib::catalog::Manifest;

fn main() {
    let value: serde_json::Value =
        serde_json::from_str(include_str!("../listing.json")).expect("JSON");
    let text = value.to_string();
    assert!(
        text.contains("333333333.33333329") && text.find("\"z\"") < text.find("\"a\""),
        "{text}"
    );
    let digest = Manifest::parse("numbers", &text).expect("a manifest").digest().to_hex();
    assert_eq!(digest, include_str!(concat!(env!("OUT_DIR"), "/digest.txt")));
    println!("equal: {digest}");
}
