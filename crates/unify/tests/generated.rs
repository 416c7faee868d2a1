//! Random functions and random edits of them: whatever is matched, the check accepts the unified
//! function, and run as one of its versions it does what that version does.

mod common;

use common::{check_structure, module, run};
use patchlight_unify::{Lines, UnifyError, unify};
use proptest::prelude::*;
use std::fmt::Write;

const N_REGS: u8 = 6;

/// Choices out of which a part is made; each part takes what it needs.
type Choices = [u8; 5];

#[derive(Clone, Debug)]
struct Block {
    ops: Vec<Choices>,
    end: Choices,
}

/// A function with two parameters, as choices. All registers have values from the beginning.
#[derive(Clone, Debug)]
struct Generated {
    blocks: Vec<Block>,
    /// Blocks are written in an order that is turned by so many.
    turned: u8,
    n_params: u8,
}

impl Generated {
    fn op(&self, [kind, a, b, c, d]: Choices) -> String {
        let reg = |n: u8| n % N_REGS;
        let (a, b, c) = (reg(a), reg(b), reg(c));
        match kind % 10 {
            0 => format!("const r{a}, {d}"),
            1 => format!("add.32 r{a}, r{b}, r{c}"),
            2 => format!("add.32i r{a}, r{b}, {d}"),
            3 => format!("sub.32 r{a}, r{b}, r{c}"),
            4 => format!("xor 32, r{a}, r{b}, r{c}"),
            5 => format!("mov r{a}, r{b}"),
            6 => format!("store.32g r{a}, @g, {}", d % 2 * 4),
            7 => format!("load.32g r{a}, @g, {}", d % 2 * 4),
            8 => format!("call r{a}, 1, @helper, 2, args{}", d % 5),
            _ => format!("ult 32, r{a}, r{b}, r{c}"),
        }
    }

    /// Blocks from 1 on can be jumped to.
    fn target(&self, choice: u8) -> String {
        let n = self.blocks.len() as u8;
        format!("b{}", (choice % n + self.turned) % n + 1)
    }

    fn end(&self, [kind, a, b, c, d]: Choices) -> String {
        let (reg, then, other) = (a % N_REGS, self.target(b), self.target(c));
        match kind % 8 {
            0 => format!("jmp {then}"),
            1 => format!("br r{reg}, {then}, {other}"),
            2 => format!("br.ult 32, r{reg}, r{}, {then}, {other}", d % N_REGS),
            3 => format!("br.eq.i 32, r{reg}, {}, {then}, {other}", d % 4),
            4 => format!("br.slt.32i r{reg}, {d}, {then}, {other}"),
            5 => format!("switch 32, r{reg}, t{}", d % 2),
            _ => format!("ret r{reg}, 1"),
        }
    }

    fn text(&self) -> String {
        let params = self.n_params;
        let (first, second) = (self.target(0), self.target(1));
        let mut text = format!(
            "global @g internal size 8 align 4 {{\n bytes \"\\01\\02\"\n}}\n\
             func @f external params {params} ret 1 {{\n regs {N_REGS}\n loc !0 file0 1 1 n0\n \
             local l0 \"a\" r0 width 32\n local l1 \"b\" r4 width 32\n args r0 r1 r2 r3 r4 r5\n \
             switch t0 1: {first}, 2: {second}, default {first}\n \
             switch t1 2: {first}, default {second}\nb0:\n"
        );
        for reg in params..N_REGS {
            writeln!(text, " const r{reg}, {}", u32::from(reg) * 3).expect("text");
        }
        writeln!(text, " jmp {first}").expect("text");
        let n = self.blocks.len();
        for place in 0..n {
            let block = &self.blocks[(place + n - usize::from(self.turned) % n) % n];
            writeln!(text, "b{}:", place + 1).expect("text");
            for &op in &block.ops {
                writeln!(text, " {}", self.op(op)).expect("text");
            }
            writeln!(text, " {}", self.end(block.end)).expect("text");
        }
        text + "}\nfunc @helper internal params 2 ret 1 {\n regs 2\n loc !0 file0 9 1 n0\nb0:\n \
                add.32 r0, r0, r1\n store.32g r0, @g, 4\n ret r0, 1\n}\n"
    }

    /// One of the things that people do to a function.
    fn edit(&mut self, [kind, at, a, b, c]: Choices) {
        let n = self.blocks.len();
        let block = usize::from(at) % n;
        let other = usize::from(a) % n;
        match kind % 9 {
            0 => self.blocks[block].ops.push([a, b, c, a, b]),
            1 => drop(self.blocks[block].ops.pop()),
            2 => self.blocks[block].end = [a, b, c, a, b],
            3 => self.blocks.swap(block, other),
            4 => self.turned = self.turned.wrapping_add(1) % n as u8,
            5 => self.blocks[block].ops.reverse(),
            6 => {
                let copy = self.blocks[block].clone();
                self.blocks.insert(other, copy);
            }
            7 => self.n_params = a % 4,
            _ => {
                if let Some(op) = self.blocks[block].ops.first_mut() {
                    op[usize::from(b) % 5] = c;
                }
            }
        }
    }
}

prop_compose! {
    fn generated()(
        blocks in prop::collection::vec(
            (prop::collection::vec(any::<Choices>(), 0..4), any::<Choices>())
                .prop_map(|(ops, end)| Block { ops, end }),
            1..6,
        ),
        turned in 0u8..6,
    ) -> Generated {
        Generated { blocks, turned, n_params: 2 }
    }
}

/// Versions that never end take another number of ops in the unified function.
fn is_endless(outcome: &str) -> bool {
    outcome.contains("Budget") || outcome.contains("Limit")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edited_functions_are_unified_into_what_is_both(
        old in generated(),
        edits in prop::collection::vec(any::<Choices>(), 0..4),
        inputs in prop::collection::vec(any::<[u8; 3]>(), 3),
    ) {
        let mut new = old.clone();
        edits.iter().for_each(|&edit| new.edit(edit));
        let (old, new) = (module(&old.text()), module(&new.text()));
        let unified = match unify(&old, &new, &Lines::default(), &|_| true) {
            Ok(unified) => unified,
            Err(UnifyError::NothingInCommon) => return Ok(()),
            Err(error) => panic!("{error}\n{old}\n{new}"),
        };
        check_structure(&unified.module);
        for input in inputs {
            let args = input.map(|byte| u64::from(byte % 5));
            for (own, initialisers) in [(&old, Some(&unified.old_initialisers[..])), (&new, None)] {
                let expected = run(own, None, "f", &args);
                if !is_endless(&expected) {
                    let found = run(&unified.module, initialisers, "f", &args);
                    prop_assert_eq!(found, expected, "{:?} on {:?}", initialisers.is_some(), args);
                }
            }
        }
    }
}
