//! What must hold for any bytes that a reader of ours is given: one law per reader.
//!
//! The binaries in `targets` are shims over these functions; the tests here try each on its seeds and
//! on a few thousand mutants of them, so that neither laws nor targets rot.
//!
//! **Invariants.** Each law returns for every input, soon and with little memory; a panic is a bug of
//! ours. None of them touches a file.

mod cases;
mod modules;
mod patches;
mod results;
mod settings;
mod smtlib;
mod versions;

/// What must hold of a reader.
pub struct Law {
    /// The name of its target, of its seeds and of its dictionary.
    pub name: &'static str,
    pub holds: fn(&[u8]),
}

/// All laws. A new one is a function, a line here and a target with seeds.
pub const LAWS: &[Law] = &[
    Law { name: "cases", holds: cases::hold },
    Law { name: "llvm", holds: modules::llvm_holds },
    Law { name: "patches", holds: patches::hold },
    Law { name: "plir", holds: modules::plir_holds },
    Law { name: "results", holds: results::hold },
    Law { name: "settings", holds: settings::hold },
    Law { name: "smtlib", holds: smtlib::holds },
    Law { name: "unify", holds: versions::hold },
];

/// Panics if a law does not hold for some bytes.
pub fn check(name: &str, bytes: &[u8]) {
    let law = LAWS.iter().find(|law| law.name == name);
    (law.unwrap_or_else(|| panic!("no law has the name `{name}`")).holds)(bytes);
}

/// The parts of an input that is several texts: a line of five equals signs is between them.
fn parts(bytes: &[u8]) -> Vec<&[u8]> {
    const BETWEEN: &[u8] = b"=====\n";
    let mut parts = Vec::new();
    let mut start = 0;
    let mut at = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if line == BETWEEN {
            parts.push(&bytes[start..at]);
            start = at + line.len();
        }
        at += line.len();
    }
    parts.push(&bytes[start..]);
    parts
}
