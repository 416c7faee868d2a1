//! What Patchlight adds to programs: headers that harnesses include, and code around `main`.

use anyhow::Result;
use patchlight_cache::{Cache, Key};
use std::path::PathBuf;

/// The start of programs that ask how many arguments they have, as LLVM text.
pub const START: &str = include_str!("../harness/start.ll");
/// A `main` that calls a fuzz target.
pub const FUZZ_MAIN: &str = include_str!("../harness/fuzz_main.c");
/// What harnesses ask for, natively.
pub const REPLAY: &str = include_str!("../harness/replay.c");

/// The directory of the headers that test harnesses include.
pub fn headers(cache: &Cache) -> Result<PathBuf> {
    const HEADERS: [(&str, &str); 2] = [
        ("klee/klee.h", include_str!("../harness/klee/klee.h")),
        ("patchlight.h", include_str!("../harness/patchlight.h")),
    ];
    let dir = format!("harness-{}", Key::of(HEADERS.map(|(_, text)| text.as_bytes())).as_str());
    for (name, text) in HEADERS {
        let header = format!("{dir}/{name}");
        if cache.read(&header).is_none() {
            cache.write(&header, text.as_bytes())?;
        }
    }
    Ok(cache.path(&dir))
}
