//! A misbehaving program, for tests of the loader `process`.
//!
//! | call | what it does |
//! |---|---|
//! | `tell ARGS…` | its arguments, environment and working directory, as JSON |
//! | `sleep FILE` | never ends; its process id is in FILE |
//! | `leave FILE` | ends at once and leaves a child, as `sleep FILE`, that holds its output open |
//! | `guard FILE` | the same, and never ends itself |
//! | `flood` | writes to its output without end |
//! | `grumble` | writes 10 MB to its error output, then `the end`, and fails with code 3 |
//! | `eat MB` | takes so much memory, and says so |
//! | `crash` | ends by a signal |
//! | `cat` | gives back its input |
//! | `deaf` | reads nothing |
//! | `code N` | ends with that code |
//! | `noise` | writes bytes that are no text |

#![allow(clippy::expect_used)]

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::{Command, exit};
use std::time::Duration;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let second = args.get(1).map_or("", String::as_str);
    match args.first().map_or("", String::as_str) {
        "tell" => tell(&args[1..]),
        "sleep" => sleep(second),
        "leave" => leave(second),
        "guard" => {
            leave(second);
            forever();
        }
        "flood" => while std::io::stdout().write_all(&[b'x'; 4096]).is_ok() {},
        "grumble" => grumble(),
        "eat" => eat(second.parse().expect("a number")),
        "crash" => std::process::abort(),
        "cat" => print!("{}", input()),
        "deaf" => println!("not listening"),
        "code" => exit(second.parse().expect("a number")),
        "noise" => std::io::stdout().write_all(&[0xff, 0xfe, b'a', 0x1b]).expect("output"),
        other => {
            eprintln!("what is `{other}`?");
            exit(2);
        }
    }
}

fn tell(args: &[String]) {
    let env: BTreeMap<String, String> = std::env::vars().collect();
    let cwd = std::env::current_dir().expect("a working directory");
    println!("{}", serde_json::json!({"args": args, "env": env, "cwd": cwd}));
}

fn sleep(file: &str) {
    // Written beside and renamed: who reads it reads all of it.
    let beside = format!("{file}.new");
    std::fs::write(&beside, std::process::id().to_string()).expect("a file to write");
    std::fs::rename(&beside, file).expect("a file to write");
    forever();
}

fn forever() {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

#[expect(clippy::zombie_processes, reason = "that is what it is for")]
fn leave(file: &str) {
    let own = std::env::current_exe().expect("a path");
    let child = Command::new(own).args(["sleep", file]).spawn();
    child.expect("a child");
    while std::fs::metadata(file).is_err() {
        std::thread::sleep(Duration::from_millis(2));
    }
    println!("left");
}

fn grumble() {
    let line = [b'e'; 1024];
    for _ in 0..10 * 1024 {
        std::io::stderr().write_all(&line).expect("output");
    }
    eprintln!("\nthe end");
    exit(3);
}

fn eat(megabytes: usize) {
    let mut all = Vec::new();
    for _ in 0..megabytes {
        all.push(vec![1_u8; 1 << 20]);
    }
    println!("ate {}", all.iter().map(Vec::len).sum::<usize>() >> 20);
}

fn input() -> String {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("input");
    text
}
