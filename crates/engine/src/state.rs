//! One execution of a program: memory, frames, registers, and what was noticed on the way.

use crate::explain::Sites;
use crate::memory::{Memory, NewObject, ObjectKind, SiteId};
use crate::outcome::{Limit, PathEnd, Warning, WarningKind};
use crate::program::{CodeKind, Program, ProgramError};
use patchlight_ir::{FuncId, Reg};
use std::collections::HashSet;

/// Why [`State::run`] came back.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// Answer it with [`State::finish_syscall`], then run on.
    Syscall(Syscall),
    End(PathEnd),
    /// The entry function returned.
    Returned(u64),
    /// The ops that this call of `run` was allowed are used up.
    Paused,
}

#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Syscall {
    pub number: u64,
    pub args: [u64; 6],
}

/// An execution allows at most this many calls within calls. Natively, the smallest frames in
/// the usual 8 MiB of stack are as many.
pub(crate) const MAX_FRAMES: usize = 500_000;

pub struct State {
    pub memory: Memory,
    pub warnings: Vec<Warning>,
    /// Ops executed so far.
    pub n_ops: u64,
    pub(crate) global_addresses: Box<[u64]>,
    /// What the relative pointers of tables stand for, by their number less 1.
    pub(crate) relative_pointers: Vec<u64>,
    pub(crate) regs: Vec<u64>,
    pub(crate) frames: Vec<Frame>,
    /// Addresses of the objects of all frames, in the order in which they were made.
    pub(crate) stack_objects: Vec<u64>,
    /// The variable arguments of all frames.
    pub(crate) varargs: Vec<u64>,
    pub(crate) sites: Sites,
    pub(crate) warned: HashSet<(FuncId, u32, WarningKind)>,
    pub(crate) n_frames_made: u64,
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) func: FuncId,
    /// While another frame is above: the op of the call. Otherwise, outside of `run`: the next op.
    pub(crate) pc: u32,
    /// Where the frame's registers begin.
    pub(crate) base: usize,
    pub(crate) first_object: u32,
    pub(crate) first_vararg: u32,
    /// Registers of the caller that take the result.
    pub(crate) dst: Reg,
    pub(crate) n_ret: u8,
    /// No other frame of the execution has the same.
    pub(crate) serial: u64,
}

/// Names a frame for as long as it lives.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct FrameMark {
    depth: usize,
    serial: u64,
}

impl State {
    /// A state about to call the function `entry` with `args`.
    pub fn new(program: &Program, entry: &str, max_bytes: u64) -> Result<State, ProgramError> {
        let mut state = State {
            memory: Memory::new(max_bytes),
            warnings: Vec::new(),
            n_ops: 0,
            global_addresses: Box::default(),
            relative_pointers: Vec::new(),
            regs: vec![0; 1 << 12],
            frames: Vec::new(),
            stack_objects: Vec::new(),
            varargs: Vec::new(),
            sites: Sites::default(),
            warned: HashSet::new(),
            n_frames_made: 0,
        };
        program.place_globals(&mut state).map_err(ProgramError::TooLarge)?;
        let func = program.function_named(entry);
        let defined = |func: &FuncId| program.code[func.index()].kind == CodeKind::Defined;
        let Some(func) = func.filter(defined) else {
            return Err(ProgramError::NoEntry(entry.to_string()));
        };
        state.push_frame(program, func, Reg(0), 0);
        Ok(state)
    }

    /// Sets the arguments of the entry function, before the first `run`.
    pub fn set_args(&mut self, program: &Program, args: &[u64]) {
        let n_params = program.code[self.frames[0].func.index()].n_params.into();
        for (n, &arg) in args.iter().take(n_params).enumerate() {
            self.regs[n] = arg;
        }
    }

    /// An object of the operating system's, zeroed.
    pub fn allocate_system(
        &mut self,
        what: &'static str,
        size: u64,
        align: u64,
    ) -> Result<u64, Limit> {
        let kind = ObjectKind::System(what);
        self.memory.allocate(NewObject { kind, size, align, zeroed: true, site: SiteId::default() })
    }

    /// Gives the pending system call its result.
    pub fn finish_syscall(&mut self, program: &Program, result: u64) {
        let frame = self.frames.last_mut().expect("a system call has a caller");
        let code = &program.code[frame.func.index()];
        if let patchlight_ir::Op::Call { dst, n_ret, .. }
        | patchlight_ir::Op::CallPtr { dst, n_ret, .. } = code.ops[frame.pc as usize]
            && n_ret > 0
        {
            self.regs[frame.base + dst.0.index()] = result;
        }
        frame.pc += 1;
    }

    /// Calls `handler` before the program goes on, as a signal does. The result of a pending
    /// system call must have been given before. False if there is no such function.
    pub fn interrupt(&mut self, program: &Program, handler: u64, args: &[u64]) -> bool {
        let func = crate::memory::func_at(handler);
        let Some(func) = func.filter(|f| {
            program.code.get(f.index()).is_some_and(|code| code.kind == CodeKind::Defined)
        }) else {
            return false;
        };
        // The frame below goes on after its `pc`, as if it had called the handler.
        let below = self.frames.last_mut().expect("a running program has a frame");
        below.pc -= 1;
        self.push_frame(program, func, Reg(0), 0);
        let frame = self.frames.last().expect("just pushed");
        let n_params = usize::from(program.code[func.index()].n_params);
        for n in 0..n_params {
            self.regs[frame.base + n] = args.get(n).copied().unwrap_or(0);
        }
        true
    }

    /// The top frame.
    pub fn frame_mark(&self) -> FrameMark {
        let serial = self.frames.last().map_or(0, |frame| frame.serial);
        FrameMark { depth: self.frames.len(), serial }
    }

    /// Whether a frame has neither returned nor been jumped over.
    pub fn is_live(&self, mark: FrameMark) -> bool {
        let frame = mark.depth.checked_sub(1).and_then(|index| self.frames.get(index));
        frame.is_some_and(|frame| frame.serial == mark.serial)
    }

    /// Pushes a frame whose parameters the caller still has to set.
    pub(crate) fn push_frame(&mut self, program: &Program, func: FuncId, dst: Reg, n_ret: u8) {
        let base = self
            .frames
            .last()
            .map_or(0, |below| below.base + usize::from(program.code[below.func.index()].n_regs));
        let needed = base + usize::from(program.code[func.index()].n_regs);
        if needed > self.regs.len() {
            self.regs.resize(needed.next_power_of_two(), 0);
        }
        self.n_frames_made += 1;
        self.frames.push(Frame {
            func,
            pc: 0,
            base,
            first_object: self.stack_objects.len() as u32,
            first_vararg: self.varargs.len() as u32,
            dst,
            n_ret,
            serial: self.n_frames_made,
        });
    }

    /// Pops the top frame and ends what lived in it.
    pub(crate) fn pop_frame(&mut self) -> Frame {
        let frame = self.frames.pop().expect("the caller has a frame");
        if self.stack_objects.len() > frame.first_object as usize {
            self.free_stack_objects(frame.first_object as usize);
        }
        self.varargs.truncate(frame.first_vararg as usize);
        frame
    }

    pub(crate) fn free_stack_objects(&mut self, keep: usize) {
        for address in self.stack_objects.drain(keep..).rev() {
            self.memory.free_stack(address);
        }
    }
}
