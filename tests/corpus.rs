//! The fuzz targets as plain tests: over the corpus of `fuzz/corpus`, and over mutations of it.
//!
//! The mutations are the same in every run. `DAL_FUZZ_SECONDS` says for how long each target runs; without it, a fixed
//! small number of inputs is tried.

#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A generator of numbers, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end.max(1)).expect("a length")).expect("below a length")
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// Texts that mean something to one of the targets.
const WORDS: &[&[u8]] = &[
    b"#",
    b"$",
    b"$23",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"'",
    b"\\",
    b":",
    b": ",
    b", ",
    b"- ",
    b"\n",
    b"\r\n",
    b"\n  ",
    b"\t",
    b"&a ",
    b"*a",
    b"!!str ",
    b"---\n",
    b"~",
    b"null",
    b"yes",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    "é".as_bytes(),
    "\u{10ffff}".as_bytes(),
    b"{tenant}",
    b"{id:desc}",
    b":rank",
    b":raw",
    b"GSI1: ",
    b"sort: ",
    b"partition: ",
    b"query: ",
    b"range: ",
    b"select: [title]",
    b"when: { status: open }",
    b"include: [a.yaml]\n",
    b"\n%%%%\n",
    b"{\"S\":\"x\"}",
    b"{\"N\":\"1e125\"}",
    b"{\"B\":\"AA==\"}",
    b"-1",
    b"1e2",
    b"0.0",
    b"{\"NULL\":true}",
    b"{\"L\":[]}",
    b"{\"M\":{}}",
    b"\\u0000",
    b"\\ud800",
    b"\\ud83d\\ude00",
    b"\"Item\":",
    b"\"Items\":[",
    b"\"Count\":1,",
    b"{\"SS\":[\"a\"]}",
    b"{\"NS\":[\"1\"]}",
    b"{\"BS\":[\"AA==\"]}",
    b"{\"BOOL\":true}",
    b"true",
    b"1e999",
    b"9999-12-31T23:59:59Z",
    b"-",
    b"~false",
    b"00000000",
    b"99999999",
    b"AQ",
    b"\x00\x00",
    b"\xff\xff",
];

fn mutate(random: &mut Random, data: &mut Vec<u8>, other: &[u8]) {
    let at = random.below(data.len() + 1);
    let end = (at + 1 + random.below(16)).min(data.len());
    match random.below(9) {
        0 if at < data.len() => data[at] ^= 1 << random.below(8),
        1 if at < data.len() => data[at] = u8::try_from(random.below(256)).expect("a byte"),
        2 => {
            data.drain(at..end.max(at));
        }
        3 => {
            let copied = data[at..end.max(at)].to_vec();
            let to = random.below(data.len() + 1);
            data.splice(to..to, copied);
        }
        4 => {
            let cut: Vec<u8> = data.drain(at..end.max(at)).collect();
            let to = random.below(data.len() + 1);
            data.splice(to..to, cut);
        }
        5 => data.truncate(at),
        6 => {
            // The tail of another input.
            data.truncate(at);
            data.extend(&other[random.below(other.len() + 1)..]);
        }
        _ => {
            let word = random.pick(WORDS);
            let until = if random.below(2) == 0 { at } else { end.max(at) };
            data.splice(at..until, word.iter().copied());
        }
    }
    data.truncate(1 << 14);
}

fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let entries = std::fs::read_dir(&folder).expect("the target has a corpus");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() >= 3, "{}", folder.display());
    files.into_iter().map(|path| (path.clone(), std::fs::read(path).expect("a file"))).collect()
}

#[track_caller]
fn run(name: &str, target: fn(&[u8]), data: &[u8], from: &dyn Fn() -> String) {
    if catch_unwind(AssertUnwindSafe(|| target(data))).is_err() {
        panic!("{name} fails on {}:\nb\"{}\"", from(), data.escape_ascii());
    }
}

/// Runs a target over its corpus and over so many mutations of it.
fn fuzz(name: &str, target: fn(&[u8]), mutations: usize) {
    let corpus = corpus(name);
    for (path, data) in &corpus {
        run(name, target, data, &|| path.display().to_string());
    }
    let seconds: u64 = std::env::var("DAL_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut tried = 0;
    while tried < mutations || Instant::now() < until {
        let (path, seed) = &corpus[random.below(corpus.len())];
        let (_, other) = &corpus[random.below(corpus.len())];
        let mut data = seed.clone();
        for _ in 0..=random.below(6) {
            mutate(&mut random, &mut data, other);
        }
        run(name, target, &data, &|| format!("mutation {tried} of {}", path.display()));
        tried += 1;
    }
    println!("{name}: {} inputs of the corpus, {tried} mutations", corpus.len());
}

#[test]
fn list() {
    fuzz("list", targets::list, 600);
}

#[test]
fn key() {
    fuzz("key", targets::key, 60_000);
}

#[test]
fn cursor() {
    fuzz("cursor", targets::cursor, 4_000);
}

#[test]
fn item() {
    fuzz("item", targets::item, 20_000);
}

#[test]
fn wire() {
    fuzz("wire", targets::wire, 20_000);
}
