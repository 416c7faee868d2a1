//! Real compilers' output is read whole; what is cut or damaged gives an error or a sound module.

mod common;

use patchlight_llvm::ast::Module;
use patchlight_llvm::debuginfo::DebugInfo;
use patchlight_llvm::parse;

const SAMPLES: [(&str, &str); 6] = [
    ("clang 16 -O0 -g", include_str!("corpus/sample.clang16-O0.ll")),
    ("clang 16 -O2", include_str!("corpus/sample.clang16-O2.ll")),
    ("clang 19 -O2 -g", include_str!("corpus/sample.clang19-O2.ll")),
    ("clang 20 -O0 -g", include_str!("corpus/sample.clang20-O0.ll")),
    ("clang 20 -O3", include_str!("corpus/sample.clang20-O3.ll")),
    ("rustc", include_str!("corpus/sample.rustc.ll")),
];

/// Goes through everything that the tree refers to; an invalid id panics.
fn walk(module: &Module<'_>) {
    common::dump(module);
    let mut info = DebugInfo::new(module);
    for function in &module.functions {
        function.dbg.and_then(|id| info.subprogram(id));
        if let Some(body) = &function.body {
            for inst in &body.insts {
                inst.dbg.and_then(|id| info.location(id));
            }
            for record in &body.debug_records {
                record.variable.and_then(|id| info.local_variable(id));
            }
        }
    }
    for global in &module.globals {
        for &id in &global.dbg {
            info.global_variable(id);
        }
    }
}

/// The lines of the text that are instructions with a result, by the printer's layout.
fn results(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("  %") && line.contains(" = ")).count()
}

#[test]
fn every_sample_is_read_whole() {
    for (name, text) in SAMPLES {
        let module = parse(text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        walk(&module);
        let starting = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
        let bodies: Vec<_> = module.functions.iter().filter_map(|f| f.body.as_ref()).collect();
        let insts = || bodies.iter().flat_map(|body| &body.insts);
        assert_eq!(bodies.len(), starting("define "), "{name}: definitions");
        assert_eq!(module.functions.len() - bodies.len(), starting("declare "), "{name}");
        assert_eq!(module.globals.len() + module.aliases.len(), starting("@"), "{name}: globals");
        let n_results = insts().filter(|inst| inst.result.is_some()).count();
        assert_eq!(n_results, results(text), "{name}: results");
        let records: usize = bodies.iter().map(|body| body.debug_records.len()).sum();
        let record_lines = text
            .lines()
            .filter(|line| line.contains("#dbg_") || line.contains("call void @llvm.dbg."))
            .count();
        assert_eq!(records, record_lines, "{name}: debug records");
    }
}

#[test]
fn debug_locations_of_the_samples_resolve() {
    for (name, text) in SAMPLES.iter().filter(|(name, _)| name.ends_with("-g")) {
        let module = parse(text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut info = DebugInfo::new(&module);
        let mut n_located = 0;
        for body in module.functions.iter().filter_map(|function| function.body.as_ref()) {
            for id in body.insts.iter().filter_map(|inst| inst.dbg) {
                let location = info.location(id).unwrap_or_else(|| panic!("{name}: {id:?}"));
                let file = location.file.unwrap_or_else(|| panic!("{name}: {id:?} has no file"));
                assert!(location.function.is_some(), "{name}: {id:?} has no function");
                assert_eq!(info.files()[file.0 as usize].name, "sample.c");
                n_located += 1;
            }
        }
        assert!(n_located > 100, "{name}: {n_located} locations");
        assert!(info.subprograms().iter().any(|function| function.name == "dispatch"));
    }
}

#[test]
fn a_cut_text_never_panics() {
    for (i, (_, text)) in SAMPLES.iter().enumerate() {
        // Every byte of the shortest sample, some of the others, to keep the test quick.
        let step = if i == 1 { 1 } else { 23 };
        for end in (0..text.len()).step_by(step) {
            let _ = parse(&text.as_bytes()[..end]);
        }
    }
}

#[test]
fn a_damaged_text_never_panics_and_never_gives_an_unsound_tree() {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    const BYTES: &[u8] = b"(){}[]<>*,=!%@#$^\"\\:;-+. \n0123456789abcdefintxyz";
    for (_, text) in SAMPLES {
        for _ in 0..400 {
            let mut damaged = text.as_bytes().to_vec();
            for _ in 0..1 + random() % 3 {
                let at = random() % damaged.len();
                let other = random() % damaged.len();
                match random() % 4 {
                    0 => damaged[at] = BYTES[random() % BYTES.len()],
                    1 => damaged[at] = random() as u8,
                    2 => drop(damaged.drain(at..(at + random() % 60).min(damaged.len()))),
                    _ => {
                        let piece = damaged[other..(other + 40).min(damaged.len())].to_vec();
                        damaged.splice(at..at, piece);
                    }
                }
            }
            if let Ok(module) = parse(&damaged) {
                walk(&module);
            }
        }
    }
}

/// Among the seeds are the inputs that fuzzing once found to crash us.
#[test]
fn every_seed_of_the_fuzzer_gives_a_sound_module_or_an_error() {
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/llvm");
    let mut n_lowered = 0;
    for entry in std::fs::read_dir(seeds).expect("the seeds are there") {
        let path = entry.expect("a directory entry").path();
        let text = std::fs::read(&path).expect("a seed can be read");
        let Ok(ast) = parse(&text) else { continue };
        let Ok((module, _)) = patchlight_llvm::lower::lower(&ast) else { continue };
        patchlight_ir::verify(&module).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        n_lowered += 1;
    }
    assert!(n_lowered > 30, "{n_lowered} of the seeds were lowered");
}
