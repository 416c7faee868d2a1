//! The dependence graph against execution: what a native run of a program shows to depend on each
//! other must do so in the graph.
//!
//! The program's LLVM text, as it is made for the engine, is instrumented and compiled to a native
//! program. Its run records which line stored what another line loads, byte by byte (at `-O0` all
//! variables are in memory), and which branch decided about a block, by the definition of control
//! dependence. The graph is made of the same text.
//!
//! Not observed: what library functions read and write, values in registers from instruction to
//! instruction of one statement, and results on their way from `return` to the caller.

mod instrument;
mod llvm_text;

use crate::run::programs;
use crate::support::{Case, Scratch, is_long, patchlight, root};
use instrument::{Line, Place, Program};
use patchlight_guide::dependence::{DependenceKind, Dependences};
use patchlight_ir::{BlockId, FuncId, Linker, Module, ModuleLibrary, Op, OpPlace};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The programs that are tried if there is little time: one of so many.
const ONE_OF: usize = 5;

/// What the engine's programs are compiled with.
const FLAGS: [&str; 10] = [
    "-O0",
    "-g",
    "-w",
    "-fno-pic",
    "-fno-pie",
    "-fno-stack-protector",
    "-fno-discard-value-names",
    "-U_FORTIFY_SOURCE",
    "-D__NO_INLINE__",
    "-Wno-macro-redefined",
];

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    output.status.success().then_some(()).ok_or(messages)
}

fn llvm_text(case: &Case, source: &Path, scratch: &Scratch) -> Result<String, String> {
    let out = scratch.path().join("text.ll");
    let mut clang = Command::new(patchlight());
    clang.args(["clang", "--"]).args(FLAGS).args(["-S", "-emit-llvm"]).args(case.compile_flags());
    run(clang.arg(source).arg("-o").arg(&out))?;
    let text = fs::read_to_string(&out).map_err(|error| error.to_string())?;
    Ok(llvm_text::with_lines_of_statements(&text))
}

/// The lines that depend on each other in the graph.
#[derive(Default)]
struct Lines {
    data: BTreeSet<(Line, Line)>,
    control: BTreeSet<(Line, Line)>,
    /// Lines with code.
    all: BTreeSet<Line>,
}

fn module_of(texts: &[String]) -> Result<Module, String> {
    let mut linker = Linker::new();
    for (n, text) in texts.iter().enumerate() {
        let parsed = patchlight_llvm::parse(text.as_bytes()).map_err(|error| error.to_string())?;
        let (module, _) =
            patchlight_llvm::lower::lower(&parsed).map_err(|error| error.to_string())?;
        linker.add(format!("module {n}"), module);
    }
    let mut nothing = ModuleLibrary::default();
    linker.finish(&["main"], &mut nothing, &|_| false).map_err(|error| error.to_string())
}

fn lines_of(module: &Module) -> Lines {
    let dependences = Dependences::new(module, |_| false);
    let line = |place: &OpPlace| {
        let function = &module.functions[place.func.index()];
        let line = function.body().map_or(0, |body| body.loc(place.op).line);
        (function.name.clone(), line)
    };
    let mut lines = Lines::default();
    for (index, function) in module.functions.iter().enumerate() {
        let Some(body) = function.body() else { continue };
        for op in 0..body.ops.len() {
            let func = FuncId::from_index(index);
            let block: BlockId = body.block_of(op);
            let to = OpPlace { func, block, op };
            lines.all.insert(line(&to));
            for (from, kind) in dependences.of(to) {
                let known = match kind {
                    DependenceKind::Control => &mut lines.control,
                    _ => &mut lines.data,
                };
                known.insert((line(&from), line(&to)));
                // What a function begins with belongs to the call.
                if copies_argument(module, from) {
                    let calls = dependences.of(from).into_iter();
                    let calls = calls.filter(|&(_, kind)| kind == DependenceKind::Argument);
                    known.extend(calls.map(|(call, _)| (line(&call), line(&to))));
                }
            }
        }
    }
    lines
}

/// Whether an op puts an argument into the parameter's variable.
fn copies_argument(module: &Module, place: OpPlace) -> bool {
    let body = module.functions[place.func.index()].body().expect("an op is in a body");
    let op = &body.ops[place.op];
    let is_copy = matches!(op, Op::MemCpy { .. }) || op.mnemonic().starts_with("store.");
    is_copy && place.block.index() == 0 && body.op_locs[place.op] == 0
}

/// Builds the instrumented program.
fn build(
    program: &Program,
    texts: &[String],
    case: &Case,
    scratch: &Scratch,
) -> Result<(PathBuf, PathBuf), String> {
    let (pairs, tables) = (scratch.path().join("pairs"), scratch.path().join("tables.c"));
    let write = |path: &Path, text: &str| fs::write(path, text).map_err(|error| error.to_string());
    write(&tables, &program.tables(&pairs.display().to_string()))?;
    let mut cc = Command::new("cc");
    for (n, text) in texts.iter().enumerate() {
        let (source, object) =
            (scratch.path().join(format!("{n}.ll")), scratch.path().join(format!("{n}.o")));
        write(&source, text)?;
        let mut clang = Command::new(patchlight());
        clang.args(["clang", "--", "-x", "ir", "-O0", "-w", "-c"]).arg(&source);
        run(clang.arg("-o").arg(&object))?;
        cc.arg(&object);
    }
    let wrapped = ["malloc", "calloc", "realloc", "free"].map(|name| format!("-Wl,--wrap={name}"));
    let observer = root().join("crates/cli/tests/suite/dependence/observer.c");
    let executable = scratch.path().join("observed");
    cc.args(["-O1", "-w", "-no-pie"]).arg(&tables).arg(observer).args(wrapped);
    run(cc.arg("-o").arg(&executable).args(&case.cflags).arg("-lm"))?;
    Ok((executable, pairs))
}

/// How many pairs of lines were compared.
static N_PAIRS: AtomicUsize = AtomicUsize::new(0);
/// How many were not, because the lowering made no op of one of the lines.
static N_WITHOUT_CODE: AtomicUsize = AtomicUsize::new(0);

fn agrees_with_execution(case: &Case) -> Result<(), String> {
    let scratch = Scratch::new(&format!("dependence-{}", case.name));
    let texts: Result<Vec<String>, String> =
        case.sources.iter().map(|source| llvm_text(case, source, &scratch)).collect();
    let texts = texts?;
    let lines = lines_of(&module_of(&texts)?);
    let mut program = Program::default();
    let instrumented: Vec<String> = texts.iter().map(|text| program.instrument(text)).collect();
    let (executable, pairs) = build(&program, &instrumented, case, &scratch)?;
    case.run_executable(&executable, &scratch);
    let pairs = fs::read(&pairs).map_err(|error| error.to_string())?;
    let mut missing = BTreeSet::new();
    let (words, _) = pairs.as_chunks::<8>();
    for word in words.iter().map(|&word| u64::from_le_bytes(word)).filter(|&word| word != 0) {
        let [from, to] = [word >> 32, word & 0xffff_ffff].map(|n| &program.places[n as usize]);
        // Of a few lines nothing is left, as of assembly that only keeps the compiler from thinking.
        let Place::One(from) = from else { continue };
        if !lines.all.contains(from) {
            N_WITHOUT_CODE.fetch_add(1, Ordering::Relaxed);
            continue;
        }
        let (known, to) = match to {
            Place::One(to) => (&lines.data, std::slice::from_ref(to)),
            Place::Block(to) => (&lines.control, &to[..]),
        };
        for to in to.iter().filter(|&to| to != from) {
            if !lines.all.contains(to) {
                N_WITHOUT_CODE.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            N_PAIRS.fetch_add(1, Ordering::Relaxed);
            if !known.contains(&(from.clone(), to.clone())) {
                let what = if std::ptr::eq(known, &lines.data) { "data" } else { "control" };
                missing.insert(format!("{what}: {}:{} -> {}:{}", from.0, from.1, to.0, to.1));
            }
        }
    }
    let n = missing.len();
    let missing: Vec<String> = missing.into_iter().take(40).collect();
    (n == 0).then_some(()).ok_or(format!("{n} not in the graph:\n    {}", missing.join("\n    ")))
}

#[test]
fn what_depends_on_each_other_in_runs_does_in_the_graph() {
    let programs = programs().one_of(if is_long() { 1 } else { ONE_OF });
    programs.check(agrees_with_execution);
    if !programs.is_whole() {
        return;
    }
    let n_programs = programs.rows().len();
    let n_pairs = N_PAIRS.load(Ordering::Relaxed);
    let n_without = N_WITHOUT_CODE.load(Ordering::Relaxed);
    println!("{n_programs} programs, {n_pairs} pairs of lines, {n_without} more without code");
    assert!(n_pairs > 20 * n_programs, "only {n_pairs} pairs of lines");
    assert!(n_without * 50 < n_pairs, "{n_without} pairs of lines without code");
}
