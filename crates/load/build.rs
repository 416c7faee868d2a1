//! Names the state of each front end: modules lowered by another one are not taken from the cache.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{env, fs};

/// The crates whose sources decide what a front end makes of a program.
const FRONT_ENDS: [(&str, &[&str]); 1] = [("LLVM", &["ir", "llvm"])];

fn main() {
    let crates = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("..");
    for (front_end, sources) in FRONT_ENDS {
        let mut hasher = DefaultHasher::new();
        for name in sources {
            let sources = crates.join(name).join("src");
            println!("cargo::rerun-if-changed={}", sources.display());
            hash_tree(&sources, &mut hasher);
        }
        println!("cargo::rustc-env=FRONT_END_{front_end}={:016x}", hasher.finish());
    }
    println!("cargo::rerun-if-changed={}", crates.join("../libc").display());
}

fn hash_tree(dir: &Path, hasher: &mut DefaultHasher) {
    let mut entries: Vec<_> = fs::read_dir(dir)
        .expect("the sources of the front end are there")
        .map(|entry| entry.expect("a readable directory").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            hash_tree(&path, hasher);
        } else {
            path.file_name().hash(hasher);
            fs::read(&path).expect("a readable source").hash(hasher);
        }
    }
}
