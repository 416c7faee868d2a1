//! The file and the line that `assert` passes on: they do not make two assertions different.
//!
//! Before they are unified, all assertions of both versions get the same place: line 0, and the name of
//! their function for the file. Nobody reads what the unified program says there; it is compared, and each
//! version by itself keeps its places.

use patchlight_ir::{Body, FuncId, FuncKind, Function, Module, Op, Reg};
use std::borrow::Cow;

/// Called with the assertion's text, the file, the line and the function.
const NAME: &str = "__assert_fail";

pub(crate) fn without_places(module: &Module) -> Cow<'_, Module> {
    let found = module.functions.iter().position(|function| function.name == NAME);
    let Some(assert_fail) = found.map(FuncId::from_index) else { return Cow::Borrowed(module) };
    let mut module = Cow::Borrowed(module);
    for n in 0..module.functions.len() {
        let calls = calls(&module.functions[n], assert_fail);
        if calls.is_empty() {
            continue;
        }
        let FuncKind::Defined(body) = &mut module.to_mut().functions[n].kind else { continue };
        take_places(body, &calls);
    }
    module
}

fn calls(function: &Function, callee: FuncId) -> Vec<usize> {
    let ops = function.body().map_or(&[][..], |body| &body.ops);
    let is_call = |op: &Op| matches!(*op, Op::Call { func, n_args: 4, .. } if func == callee);
    ops.iter().enumerate().filter(|(_, op)| is_call(op)).map(|(n, _)| n).collect()
}

/// Leaves arguments alone that are not made for assertions only.
fn take_places(body: &mut Body, calls: &[usize]) {
    let written = Written::of(body, calls);
    for &call in calls {
        let Some((args, n_args)) = body.ops[call].call_args() else { continue };
        let &[_, file, line, function] = body.args(args, n_args) else { continue };
        if let Some(at) = written.for_call(body, call, line)
            && let Op::Const { value, .. } = &mut body.ops[at]
        {
            *value = 0;
        }
        let function = written.nearest(body, call, function).map(|at| body.ops[at]);
        let Some(function) = function else { continue };
        if let Op::GlobalAddr { global: name, offset: start, .. } = function
            && let Some(at) = written.for_call(body, call, file)
            && let Op::GlobalAddr { global, offset, .. } = &mut body.ops[at]
        {
            (*global, *offset) = (name, start);
        }
    }
}

/// Where registers are written. Constants may be made far from where they are used.
struct Written {
    /// The only op that writes a register.
    once: Vec<Option<usize>>,
    is_read_elsewhere: Vec<bool>,
}

impl Written {
    fn of(body: &Body, calls: &[usize]) -> Written {
        let n_regs = usize::from(body.n_regs);
        let (mut once, mut is_written) = (vec![None; n_regs], vec![false; n_regs]);
        let mut is_read_elsewhere = vec![false; n_regs];
        for (at, op) in body.ops.iter().enumerate() {
            op.for_each_write(|reg| {
                let was_written = std::mem::replace(&mut is_written[reg.index()], true);
                once[reg.index()] = (!was_written).then_some(at);
            });
            if calls.binary_search(&at).is_err() {
                body.for_each_read(op, |reg| is_read_elsewhere[reg.index()] = true);
            }
        }
        Written { once, is_read_elsewhere }
    }

    /// The op that writes an argument of a call: in the call's block, or the only one at all.
    fn nearest(&self, body: &Body, call: usize, reg: Reg) -> Option<usize> {
        let block = body.block_range(body.block_of(call));
        let writes = |at: &usize| {
            let mut found = false;
            body.ops[*at].for_each_write(|written| found |= written == reg);
            found
        };
        (block.start..call).rev().find(writes).or(self.once[reg.index()])
    }

    /// The same if nothing else reads what it writes. Nothing follows a failed assertion.
    fn for_call(&self, body: &Body, call: usize, reg: Reg) -> Option<usize> {
        let at = self.nearest(body, call, reg)?;
        let block = body.block_range(body.block_of(call));
        if !block.contains(&at) {
            return Some(at).filter(|_| !self.is_read_elsewhere[reg.index()]);
        }
        let mut is_read = !matches!(body.ops[call + 1..block.end], [Op::Unreachable { .. }]);
        for op in &body.ops[at + 1..call] {
            body.for_each_read(op, |read| is_read |= read == reg);
        }
        (!is_read).then_some(at)
    }
}
