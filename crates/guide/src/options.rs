//! What calls of `getopt`, `strcmp` and `getenv` say that a command line or an environment could
//! have: a wanted result of such a call names an argument or a variable.

use crate::definitions::WantedResult;
use crate::formula::Atom;
use patchlight_ir::op::Field;
use patchlight_ir::{Body, GlobalId, GlobalKind, Module, Op, Reg, RelocTarget};
use std::collections::BTreeSet;

/// Something that an input lacks.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub enum Addition {
    /// An argument before all others.
    Argument(Vec<u8>),
    /// A text that something is compared with: an argument, a line, a word of a file.
    Text(Vec<u8>),
    Variable(String),
    /// A locale whose characters have several bytes.
    Locale,
    /// Room for this many more bytes in each argument and variable, and as many more bytes of
    /// standard input and files.
    Room(u32),
}

const OPTION_FUNCTIONS: [&str; 3] = ["getopt", "getopt_long", "getopt_long_only"];
const COMPARISONS: [&str; 6] =
    ["strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", "strcoll"];
const SEARCHES: [&str; 2] = ["strstr", "strcasestr"];
/// What they give depends on the locale.
const LOCALE_FUNCTIONS: [&str; 4] =
    ["setlocale", "nl_langinfo", "__ctype_get_mb_cur_max", "mbrtowc"];
/// The size of a `struct option`.
const OPTION_SIZE: u64 = 32;

/// A table has at least so many words, and words are no longer.
const LEAST_WORDS: usize = 3;
const LONGEST_WORD: usize = 20;

/// The calls of a program that name texts, and tables of words.
pub struct Texts {
    all: BTreeSet<Addition>,
    words: BTreeSet<Vec<u8>>,
}

impl Texts {
    /// `is_own`: which functions are looked at; libc's are not.
    pub fn new(module: &Module, is_own: &[bool]) -> Texts {
        let (mut all, mut tables) = (BTreeSet::new(), BTreeSet::new());
        for (index, function) in module.functions.iter().enumerate() {
            let Some(body) = function.body().filter(|_| is_own[index]) else { continue };
            for at in 0..body.ops.len() {
                all.extend(additions_at(module, body, at, None));
                body.ops[at].for_each_field(|field| {
                    if let Field::Global(global) = field {
                        tables.insert(global);
                    }
                });
            }
        }
        let words = tables.into_iter().flat_map(|table| words_of(module, table)).collect();
        Texts { all, words }
    }

    /// Words of tables that the program's own functions look at: names of modes, keywords.
    pub fn words(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.words.iter()
    }

    /// Everything that a call in the program names.
    pub fn all(&self) -> impl Iterator<Item = &Addition> {
        self.all.iter()
    }
}

/// What has to be added for a call to give what is wanted of it.
pub fn additions(module: &Module, result: &WantedResult) -> Vec<Addition> {
    let Some(body) = module.functions[result.func.index()].body() else { return Vec::new() };
    additions_at(module, body, result.op as usize, result.wanted)
}

fn additions_at(module: &Module, body: &Body, at: usize, wanted: Option<Atom>) -> Vec<Addition> {
    let Op::Call { func, .. } = body.ops[at] else { return Vec::new() };
    let name = module.functions[func.index()].name.as_str();
    let fits = |value: u64| wanted.is_none_or(|atom| atom.holds_for(value));
    let argument = |n: usize| argument(module, body, at, n);
    if OPTION_FUNCTIONS.contains(&name) {
        let mut found: Vec<Addition> = Vec::new();
        if let Some((global, offset)) = argument(2) {
            found.extend(short_options(&text(module, global, offset), &fits));
        }
        if let Some((global, offset)) = argument(3).filter(|_| name != "getopt") {
            found.extend(long_options(module, global, offset, &fits));
        }
        return found;
    }
    let texts = || (0..2).filter_map(argument).map(|(global, offset)| text(module, global, offset));
    let texts = || texts().filter(|text| !text.is_empty());
    if COMPARISONS.contains(&name) && fits(0) {
        return texts().map(Addition::Text).collect();
    }
    if SEARCHES.contains(&name) {
        return texts().map(Addition::Text).collect();
    }
    if LOCALE_FUNCTIONS.contains(&name) {
        return vec![Addition::Locale];
    }
    if matches!(name, "getenv" | "secure_getenv") {
        let names = argument(0).map(|(global, offset)| text(module, global, offset));
        let names = names.into_iter().filter_map(|name| String::from_utf8(name).ok());
        return names.filter(|name| !name.is_empty()).map(Addition::Variable).collect();
    }
    Vec::new()
}

/// The words that a table points to; none if it is no table of words.
fn words_of(module: &Module, table: GlobalId) -> Vec<Vec<u8>> {
    let GlobalKind::Defined(init) = &module.globals[table.index()].kind else {
        return Vec::new();
    };
    let is_part = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let is_word =
        |text: &Vec<u8>| !text.is_empty() && text.len() <= LONGEST_WORD && text.iter().all(is_part);
    let texts = init.relocs.iter().filter_map(|reloc| match reloc.target {
        RelocTarget::Global(global) => Some(text(module, global, reloc.addend as u64)),
        _ => None,
    });
    let words: Vec<Vec<u8>> = texts.filter(is_word).collect();
    if words.len() < LEAST_WORDS { Vec::new() } else { words }
}

fn short_options(options: &[u8], fits: &dyn Fn(u64) -> bool) -> Vec<Addition> {
    let mut found = Vec::new();
    for (n, &letter) in options.iter().enumerate() {
        let is_letter = letter.is_ascii_graphic() && !matches!(letter, b':' | b'+' | b'-' | b';');
        if is_letter && fits(letter.into()) {
            let takes_value = options.get(n + 1) == Some(&b':');
            let value: &[u8] = if takes_value { b"1" } else { b"" };
            found.push(Addition::Argument([b"-", &[letter][..], value].concat()));
        }
    }
    found
}

fn long_options(
    module: &Module,
    global: GlobalId,
    offset: u64,
    fits: &dyn Fn(u64) -> bool,
) -> Vec<Addition> {
    let GlobalKind::Defined(init) = &module.globals[global.index()].kind else {
        return Vec::new();
    };
    let word = |at: u64| {
        let byte = |at: u64| u64::from(init.bytes.get(at as usize).copied().unwrap_or(0));
        (at..at + 4).rev().fold(0, |value, at| value << 8 | byte(at))
    };
    let mut found = Vec::new();
    let last = module.globals[global.index()].size.saturating_sub(OPTION_SIZE);
    for entry in (offset..=last).step_by(OPTION_SIZE as usize) {
        let name = init.relocs.iter().find(|reloc| reloc.offset == entry);
        let Some(RelocTarget::Global(text_of)) = name.map(|reloc| reloc.target) else { break };
        let name = text(module, text_of, name.map_or(0, |reloc| reloc.addend as u64));
        let (takes_value, result) = (word(entry + 8) == 1, word(entry + 24));
        let sets_flag = init.relocs.iter().any(|reloc| reloc.offset == entry + 16);
        // With a flag, the value is stored there, and the result is 0.
        if fits(if sets_flag { 0 } else { result }) {
            let value: &[u8] = if takes_value { b"=1" } else { b"" };
            found.push(Addition::Argument([b"--", &name[..], value].concat()));
        }
    }
    found
}

/// The constant that an argument of a call points to.
fn argument(module: &Module, body: &Body, at: usize, n: usize) -> Option<(GlobalId, u64)> {
    let (args, n_args) = body.ops[at].call_args()?;
    let mut wanted: Reg = *body.args(args, n_args).get(n)?;
    let start = body.block_range(body.block_of(at)).start;
    for op in body.ops[start..at].iter().rev() {
        let mut writes = false;
        op.for_each_write(|reg| writes |= reg == wanted);
        match *op {
            Op::Mov { a, .. } if writes => wanted = a,
            Op::GlobalAddr { global, offset, .. } if writes => {
                return Some((global, u64::try_from(offset).ok()?));
            }
            // A variable that points to a text from the start.
            Op::Load64G { global, offset, .. } if writes => {
                let GlobalKind::Defined(init) = &module.globals[global.index()].kind else {
                    return None;
                };
                let reloc = init.relocs.iter().find(|reloc| reloc.offset as i64 == offset)?;
                let RelocTarget::Global(target) = reloc.target else { return None };
                return Some((target, u64::try_from(reloc.addend).ok()?));
            }
            _ if writes => return None,
            _ => {}
        }
    }
    None
}

/// The bytes of a global up to the first NUL.
fn text(module: &Module, global: GlobalId, offset: u64) -> Vec<u8> {
    let GlobalKind::Defined(init) = &module.globals[global.index()].kind else {
        return Vec::new();
    };
    let bytes = init.bytes.get(offset as usize..).unwrap_or(&[]);
    bytes.iter().copied().take_while(|&byte| byte != 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_ir::{Global, Init, Linkage, Reloc};

    fn arguments(additions: Vec<Addition>) -> Vec<String> {
        let text = |addition| match addition {
            Addition::Argument(text) => String::from_utf8(text).expect("text"),
            other => panic!("{other:?} is no argument"),
        };
        additions.into_iter().map(text).collect()
    }

    #[test]
    fn an_option_that_takes_a_value_gets_one() {
        assert_eq!(arguments(short_options(b"+ab:c", &|_| true)), ["-a", "-b1", "-c"]);
        assert_eq!(arguments(short_options(b"ab:c", &|n| n == u64::from(b'b'))), ["-b1"]);
    }

    #[test]
    fn long_options_are_found_by_what_they_return() {
        // { "width", required_argument, 0, 1000 }, { "strict", no_argument, &flag, 7 }, { 0 }
        let text = |text: &[u8]| Global {
            name: String::new(),
            linkage: Linkage::Internal,
            size: text.len() as u64,
            align: 1,
            constant: true,
            thread_local: false,
            section: None,
            kind: GlobalKind::Defined(Init { bytes: text.to_vec(), relocs: Vec::new() }),
        };
        let mut bytes = vec![0; 96];
        bytes[24..26].copy_from_slice(&1000u16.to_le_bytes());
        bytes[8] = 1;
        bytes[56] = 7;
        let reloc = |offset, global| Reloc {
            offset,
            target: RelocTarget::Global(GlobalId(global)),
            addend: 0,
            size: 8,
        };
        let relocs = vec![reloc(0, 0), reloc(32, 1), reloc(48, 3)];
        let table =
            Global { size: 96, kind: GlobalKind::Defined(Init { bytes, relocs }), ..text(b"") };
        let globals = vec![text(b"width\0"), text(b"strict\0"), table, text(b"\0\0\0\0")];
        let module = Module { globals, ..Module::default() };
        let fitting = |value| long_options(&module, GlobalId(2), 0, &move |n| n == value);
        assert_eq!(arguments(fitting(1000)), ["--width=1"]);
        // With a flag, the result is 0.
        assert_eq!(arguments(fitting(0)), ["--strict"]);
        assert!(fitting(7).is_empty());
    }

    #[test]
    fn a_table_that_points_to_three_words_is_one_of_words() {
        let global = |bytes: &[u8], relocs: Vec<Reloc>| Global {
            name: String::new(),
            linkage: Linkage::Internal,
            size: bytes.len() as u64,
            align: 1,
            constant: true,
            thread_local: false,
            section: None,
            kind: GlobalKind::Defined(Init { bytes: bytes.to_vec(), relocs }),
        };
        let reloc = |n: u32| Reloc {
            offset: u64::from(n) * 8,
            target: RelocTarget::Global(GlobalId(n)),
            addend: 0,
            size: 8,
        };
        let word = |text: &[u8]| global(text, Vec::new());
        let table = |n: u32| global(&[0; 32], (0..n).map(reloc).collect());
        let globals = vec![
            word(b"tree\0"),
            word(b"no word\0"),
            word(b"exec\0"),
            word(b"opt-1\0"),
            table(4),
            table(3),
        ];
        let module = Module { globals, ..Module::default() };
        let words = |table| words_of(&module, GlobalId(table));
        assert_eq!(words(4), [b"tree".to_vec(), b"exec".to_vec(), b"opt-1".to_vec()]);
        assert!(words(5).is_empty(), "two words");
    }
}
