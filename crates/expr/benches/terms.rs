//! How fast terms are built and how much memory they take: ten million of them.
//!
//! Run with `cargo bench -p patchlight-expr`. The mix is what an engine builds for checksums and
//! parsers: sums, products, masks, shifts, comparisons and choices over input bytes, about one in
//! five of which exists already.

use std::time::Instant;

use patchlight_expr::{TermId, Terms};

const N_TERMS: usize = 10_000_000;

fn main() {
    let mut t = Terms::new();
    let array = t.input_array("in", 32, 8);
    let bytes: Vec<TermId> = (0..256).map(|i| t.element(array, i)).collect();
    let words: Vec<TermId> = bytes.iter().map(|&byte| t.zext(byte, 32)).collect();
    let (start, cpu_start) = (Instant::now(), cpu_seconds());
    let mut n_built = 0usize;
    let mut sum = words[0];
    let mut state = 1u64;
    while t.len() < N_TERMS {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let pick = (state >> 33) as usize;
        let word = words[pick % 256];
        let constant = t.constant(32, (pick >> 8) as u64 & 0xffff);
        let mixed = t.xor(sum, word);
        let product = t.mul(mixed, constant);
        let masked = t.and(product, constant);
        let shifted = t.lshr(mixed, words[pick % 7]);
        let below = t.ult(masked, word);
        let joined = t.ite(below, shifted, product);
        sum = t.add(joined, word);
        n_built += 8;
    }
    let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds() - cpu_start);
    println!(
        "terms/build: {} terms from {n_built} operations in {seconds:.2} s, {cpu:.2} s of them on a \
         CPU: {:.1} million operations a CPU second",
        t.len(),
        n_built as f64 / cpu / 1e6
    );
    let memory = t.memory_use();
    println!(
        "terms/memory: {} MB of nodes and {} MB of table allocated; peak resident {} MB",
        memory.nodes >> 20,
        memory.table >> 20,
        peak_resident_mb()
    );
}

/// Seconds that this thread has been on a CPU, so that a busy machine does not count.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|ns| ns.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// The process's peak resident memory, as the kernel counts it.
fn peak_resident_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kb| kb.parse::<u64>().ok()).unwrap_or(0) / 1024
}
