//! Every law holds on its seeds and on mutants of them, the same ones each time; and every law has all
//! that `make fuzz` needs.

use patchlight_fuzz::{LAWS, check};
use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// As many as take a second or two.
const N_MUTANTS: usize = 2_000;
const LONGEST: usize = 8_192;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(root().join("seeds").join(name)).expect("a directory of seeds");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a seed")).collect()
}

/// Numbers that look like chance.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % n.max(1)
    }

    /// A short piece of a text.
    fn piece<'t>(&mut self, text: &'t [u8]) -> &'t [u8] {
        let start = self.below(text.len() + 1);
        let len = 1 << self.below(7);
        &text[start..text.len().min(start + len)]
    }
}

/// Changes a few places of an input; `others` are where pieces come from.
fn mutate(input: &mut Vec<u8>, others: &[Vec<u8>], dice: &mut Dice) {
    for _ in 0..=dice.below(4) {
        let start = dice.below(input.len() + 1);
        let end = input.len().min(start + (1 << dice.below(7)));
        match dice.below(6) {
            0 => drop(input.drain(start..end)),
            1 => {
                let other = &others[dice.below(others.len())];
                let piece = dice.piece(other).to_vec();
                drop(input.splice(start..start, piece));
            }
            2 => {
                let other = &others[dice.below(others.len())];
                let piece = dice.piece(other).to_vec();
                drop(input.splice(start..end, piece));
            }
            3 => {
                const NUMBERS: [&str; 8] =
                    ["0", "1", "65", "255", "-1", "4294967295", "9223372036854775808", "1e9"];
                let digits = |byte: &&u8| byte.is_ascii_digit();
                let n = input[start..].iter().take_while(digits).count();
                let number = NUMBERS[dice.below(NUMBERS.len())].bytes();
                drop(input.splice(start..start + n, number));
            }
            4 if start < input.len() => input[start] ^= 1 << dice.below(8),
            _ => input.truncate(input.len() - dice.below(8).min(input.len())),
        }
    }
    input.truncate(LONGEST);
}

/// Leaves the input in a file if the law does not hold.
#[track_caller]
fn try_input(name: &str, input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(name, input))) {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.crash"));
        fs::write(&file, input).expect("writable");
        eprintln!("the law of `{name}` does not hold for {}", file.display());
        std::panic::resume_unwind(panic);
    }
}

#[track_caller]
fn holds_on_seeds_and_mutants(name: &str) {
    let seeds = seeds(name);
    seeds.iter().for_each(|seed| try_input(name, seed));
    let mut dice = Dice(2026);
    for n in 0..N_MUTANTS {
        let mut input = seeds[n % seeds.len()].clone();
        mutate(&mut input, &seeds, &mut dice);
        try_input(name, &input);
    }
}

#[test]
fn the_law_of_cases_holds_on_seeds_and_mutants() {
    holds_on_seeds_and_mutants("cases");
}

#[test]
fn the_law_of_llvm_holds_on_seeds_and_mutants() {
    holds_on_seeds_and_mutants("llvm");
}

#[test]
fn the_law_of_patches_holds_on_seeds_and_mutants() {
    holds_on_seeds_and_mutants("patches");
}

#[test]
fn the_law_of_plir_holds_on_seeds_and_mutants() {
    holds_on_seeds_and_mutants("plir");
}

#[test]
fn the_law_of_results_holds_on_seeds_and_mutants() {
    holds_on_seeds_and_mutants("results");
}

#[test]
fn the_law_of_settings_holds_on_seeds_and_mutants() {
    holds_on_seeds_and_mutants("settings");
}

#[test]
fn the_law_of_smtlib_holds_on_seeds_and_mutants() {
    holds_on_seeds_and_mutants("smtlib");
}

#[test]
fn the_law_of_unify_holds_on_seeds_and_mutants() {
    holds_on_seeds_and_mutants("unify");
}

#[test]
fn every_law_has_a_target_seeds_and_a_share_of_the_time() {
    let names: BTreeSet<String> = LAWS.iter().map(|law| law.name.to_string()).collect();
    let entries = |dir: &str| fs::read_dir(root().join(dir)).expect("a directory");
    let paths = |dir: &str| entries(dir).map(|entry| entry.expect("readable").path());
    let stem = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let targets: BTreeSet<String> = paths("targets").filter(is_rust).map(stem).collect();
    assert_eq!(targets, names);
    assert_eq!(paths("seeds").map(stem).collect::<BTreeSet<_>>(), names);
    let manifest = fs::read_to_string(root().join("targets/Cargo.toml")).expect("a manifest");
    let script = fs::read_to_string(root().join("../tools/fuzz.sh")).expect("a script");
    for name in &names {
        let shim = fs::read_to_string(root().join(format!("targets/{name}.rs"))).expect("a shim");
        assert!(shim.contains(&format!("check(\"{name}\", bytes)")), "{name}");
        assert!(manifest.contains(&format!("path = \"{name}.rs\"")), "{name}");
        assert!(script.contains(&format!("\n{name} ")), "tools/fuzz.sh gives {name} no share");
        let tests = include_str!("seeds.rs");
        assert!(tests.contains(&format!("holds_on_seeds_and_mutants(\"{name}\")")), "{name}");
    }
}

/// What a seed has beyond what the fuzzer reads would be cut off.
#[test]
fn no_seed_is_longer_than_what_is_fuzzed() {
    let script = fs::read_to_string(root().join("../tools/fuzz.sh")).expect("a script");
    assert!(script.contains(&format!("-max_len={LONGEST} ")), "tools/fuzz.sh has another length");
    for law in LAWS {
        let longest = seeds(law.name).iter().map(Vec::len).max().unwrap_or(0);
        assert!(longest <= LONGEST, "{}: {longest} bytes", law.name);
    }
}

/// Names and versions in a lock file.
fn locked(path: &str) -> BTreeSet<(String, String)> {
    let lock = fs::read_to_string(root().join(path)).expect("a lock file");
    let value =
        |line: Option<&str>| line.and_then(|line| line.split('"').nth(1)).map(str::to_owned);
    let packages = lock.split("[[package]]\n").skip(1).map(str::lines);
    packages.filter_map(|mut lines| Some((value(lines.next())?, value(lines.next())?))).collect()
}

fn dependencies(manifest: &Path) -> Vec<String> {
    let text = fs::read_to_string(manifest).expect("a manifest");
    let lines = text.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let name = |line: &str| Some(line.split(['.', ' ', '=']).next()?.to_owned());
    lines.filter_map(name).filter(|name| !name.is_empty() && !name.starts_with('#')).collect()
}

/// A lock file that lacks something is completed by whoever builds next, with other versions than are
/// tested here.
#[test]
fn the_targets_are_locked_to_the_versions_of_the_workspace() {
    const HINT: &str = "copy Cargo.lock to fuzz/targets and run `cargo metadata` there";
    const OWN: [&str; 4] = ["arbitrary", "jobserver", "libfuzzer-sys", "patchlight-fuzz-targets"];
    let (ours, theirs) = (locked("../Cargo.lock"), locked("targets/Cargo.lock"));
    let is_own = |name: &str| OWN.contains(&name);
    let others: Vec<_> = theirs.difference(&ours).filter(|(name, _)| !is_own(name)).collect();
    assert!(others.is_empty(), "{others:?}: {HINT}");
    for (name, _) in theirs.iter().filter(|(name, _)| !is_own(name)) {
        let Some(crate_name) = name.strip_prefix("patchlight-") else { continue };
        let dir = if crate_name == "fuzz" { ".".into() } else { format!("../crates/{crate_name}") };
        for needed in dependencies(&root().join(dir).join("Cargo.toml")) {
            let is_locked = theirs.iter().any(|(name, _)| *name == needed);
            assert!(is_locked, "{needed}, for {name}: {HINT}");
        }
    }
}

#[test]
fn mutants_are_the_same_each_time_and_not_their_seeds() {
    let seeds = seeds("smtlib");
    let mutant = |n: u64| {
        let mut input = seeds[0].clone();
        mutate(&mut input, &seeds, &mut Dice(n));
        input
    };
    assert_eq!(mutant(1), mutant(1));
    assert!((0..100).filter(|&n| mutant(n) != seeds[0]).count() > 90);
}
