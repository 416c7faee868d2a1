//! One execution of a program: memory, frames, registers, and what was noticed on the way.

use crate::context::{Context, InputBytes, InputId, Witness};
use crate::entered::Entered;
use crate::interp::guards::Guards;
use crate::memory::{Memory, NewObject, ObjectKind, SiteId};
use crate::outcome::{Limit, PathEnd, Warning, WarningKind};
use crate::program::{Code, Program, ProgramError};
use crate::sites::Sites;
use crate::term_ops::shadow;
use crate::value::{Beside, Tag, Value};
use patchlight_expr::{Side, TermId, Terms};
use patchlight_ir::{FuncId, Reg};
use patchlight_solver::{Enumeration, Path, Range};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Why the versions that a state executes came back; [`Halt`](crate::Halt) for a single one.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// Answer it with [`State::finish_syscall`], then run on.
    Syscall(Syscall),
    End(PathEnd),
    /// The program depends on the truth of a term of width 1: answer with [`State::answer`], then
    /// run on. The op is executed again.
    Decide(TermId),
    /// The two versions that run together have to execute this op each by itself: see `pair`.
    Apart,
    /// The entry function returned.
    Returned(Value),
    /// The ops that it was allowed are used up, or the solver's time is.
    Paused,
}

#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Syscall {
    pub number: u64,
    pub args: [Value; 6],
}

/// Which versions of a program a state is an execution of.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum View {
    Both,
    One(Side),
}

/// An execution allows at most this many calls within calls. Natively, the smallest frames in
/// the usual 8 MiB of stack are as many.
pub(crate) const MAX_FRAMES: usize = 500_000;
const FIRST_REGS: usize = 1 << 8;

/// One execution, in groups by what becomes of them when it is forked ([`State::fork`]), when the turn
/// of one version is taken back (`pair/turns.rs`) and when two versions become one (`pair/join.rs`).
/// All of these take the groups apart without `..`: whoever adds a field says what becomes of it.
pub struct State {
    /// Forks share its pages; its journal takes changes back; it is joined object by object.
    pub memory: Memory,
    /// Copied as far as it is in use; taken back and joined from the frame on in which versions part.
    pub(crate) stack: Stack,
    /// Copied and taken back as a whole.
    pub path: PathSoFar,
    /// A term with a shadow is seen through this wherever its value matters. Whoever parts and joins
    /// versions sets it.
    pub view: View,
    /// Came by code that is not the same in both versions. Never taken back.
    pub touched: bool,
    /// Conditions that are the same as easier ones, whatever the path: never taken back.
    pub(crate) meanings: Rc<HashMap<TermId, TermId>>,
    pub(crate) shared: Shared,
}

/// The frames, and what belongs to them.
pub(crate) struct Stack {
    pub(crate) frames: Vec<Frame>,
    pub(crate) regs: Vec<u64>,
    /// What lies beside `regs`. Nothing above the top frame and in frames that are not tagged.
    pub(crate) tags: Vec<Beside>,
    /// Addresses of the objects of all frames, in the order in which they were made.
    pub(crate) objects: Vec<u64>,
    /// The variable arguments of all frames.
    pub(crate) varargs: Vec<Value>,
    pub(crate) n_frames_made: u64,
}

/// What a path has decided, made and noticed. All of it is small, or shared until it changes.
#[derive(Clone, Default)]
pub struct PathSoFar {
    /// What the input must be for the program to come here.
    pub condition: Path,
    pub witness: Witness,
    /// The inputs that this path has made, in order.
    pub inputs: Rc<Vec<InputId>>,
    /// The bytes that inputs have on this path, where they are not the seed's.
    foretold: Option<Rc<InputBytes>>,
    /// Ops executed so far.
    pub n_ops: u64,
    /// What the program gave to `exit`, if that depends on the input.
    pub exit_status: Option<TermId>,
    pub warnings: Rc<Vec<Warning>>,
    pub(crate) warned: Rc<HashSet<(FuncId, u32, WarningKind)>>,
    pub(crate) known: Known,
    pub(crate) choices: Choices,
    /// Terms that have one value on this path.
    pub(crate) determined: Rc<HashMap<TermId, u64>>,
    /// Writes that were to several places.
    pub(crate) n_scattered: u32,
    /// Blocks of the tagged loop since the last op on a term.
    pub(crate) n_quiet: u32,
}

/// What all states of one exploration share: never taken back, never joined.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) global_addresses: Rc<[u64]>,
    /// What the relative pointers of tables stand for, by their number less 1.
    pub(crate) relative_pointers: Rc<Vec<u64>>,
    pub(crate) guards: Rc<RefCell<Guards>>,
    /// Ids stay the same wherever a state goes.
    pub(crate) sites: Rc<RefCell<Sites>>,
    pub(crate) entered: Entered,
}

impl Stack {
    fn new() -> Stack {
        Stack {
            frames: Vec::new(),
            regs: vec![0; FIRST_REGS],
            tags: vec![Beside::NOTHING; FIRST_REGS],
            objects: Vec::new(),
            varargs: Vec::new(),
            n_frames_made: 0,
        }
    }

    fn fork(&self) -> Stack {
        let Stack { frames, regs, tags, objects, varargs, n_frames_made } = self;
        let n_regs = frames.last().map_or(0, |top| top.base + usize::from(top.n_regs));
        let (mut regs, mut tags) = (regs[..n_regs].to_vec(), tags[..n_regs].to_vec());
        let room = n_regs + FIRST_REGS;
        regs.resize(room, 0);
        tags.resize(room, Beside::NOTHING);
        Stack {
            frames: frames.clone(),
            regs,
            tags,
            objects: objects.clone(),
            varargs: varargs.clone(),
            n_frames_made: *n_frames_made,
        }
    }
}

impl PathSoFar {
    /// Makes the path of the new version, which ran last and knows what the old one decided, that of
    /// both.
    pub(crate) fn join(&mut self, old: PathSoFar) {
        let PathSoFar {
            warnings,
            // The new version has taken these over, or they have to be the same.
            condition: _,
            witness: _,
            inputs: _,
            foretold: _,
            // The rest is about how the new version came here.
            n_ops: _,
            exit_status: _,
            warned: _,
            known: _,
            choices: _,
            determined: _,
            n_scattered: _,
            n_quiet: _,
        } = old;
        if !Rc::ptr_eq(&self.warnings, &warnings) {
            for warning in warnings.iter() {
                if !self.warnings.contains(warning) {
                    Rc::make_mut(&mut self.warnings).push(warning.clone());
                }
            }
        }
        self.known = Known::default();
    }
}

/// The answers given to the op at hand, which asks all its questions again each time it is
/// executed. They follow from the path condition and stay true.
#[derive(Clone, Default)]
pub(crate) struct Known {
    op: (u64, u32),
    answers: Vec<(TermId, bool)>,
}

impl Known {
    fn add(&mut self, op: (u64, u32), condition: TermId, truth: bool) {
        if self.op != op {
            self.op = op;
            self.answers.clear();
        }
        self.answers.push((condition, truth));
    }

    /// The latest answers are the likeliest to be asked for.
    pub(crate) fn get(&self, condition: TermId) -> Option<bool> {
        let found = self.answers.iter().rev().find(|(term, _)| *term == condition);
        found.map(|&(_, truth)| truth)
    }
}

/// The values that a path's questions were about, where the witness of the time chose them: another
/// witness of the same path may ask about others.
#[derive(Clone, Default)]
pub(crate) struct Choices {
    /// Those of answered questions, in order.
    made: Rc<Vec<u64>>,
    /// The one of the question that waits for its answer.
    asked: Option<u64>,
    /// All of them, on a path that another state was on before.
    foretold: Option<Rc<[u64]>>,
}

impl Choices {
    pub(crate) fn ask(&mut self, word: u64) {
        self.asked = Some(word);
    }

    fn answered(&mut self) {
        if let Some(word) = self.asked.take() {
            Rc::make_mut(&mut self.made).push(word);
        }
    }

    /// What the next question is about, if that is known.
    pub(crate) fn foretold(&self) -> Option<u64> {
        self.foretold.as_ref()?.get(self.made.len()).copied()
    }
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
    /// Some register may hold a term or a pair.
    pub(crate) tagged: bool,
    pub(crate) n_regs: u16,
    /// The copy of the code in which ops on such registers are guarded; 0 if it runs the code itself.
    /// [`WATCHED`] while nothing may return to the frame.
    pub(crate) guarded: u16,
    /// No other frame of the execution has the same.
    pub(crate) serial: u64,
}

/// A return to such a frame is not executed, but the run pauses.
pub(crate) const WATCHED: u16 = u16::MAX;

impl Frame {
    /// Whether every operand has to be looked at.
    #[inline(always)]
    pub(crate) fn runs_tagged(&self) -> bool {
        self.tagged && self.guarded == 0
    }
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
            stack: Stack::new(),
            path: PathSoFar::default(),
            view: View::One(Side::New),
            touched: false,
            meanings: Rc::default(),
            shared: Shared {
                global_addresses: Rc::default(),
                relative_pointers: Rc::default(),
                guards: Rc::default(),
                sites: Rc::default(),
                entered: Entered::of(program.code.len()),
            },
        };
        program.place_globals(&mut state)?;
        let func = program.function_named(entry);
        let defined = |func: &FuncId| program.code[func.index()].has_body();
        let Some(func) = func.filter(defined) else {
            return Err(ProgramError::NoEntry(entry.to_string()));
        };
        state.push_frame(program, func, Reg(0), 0);
        Ok(state)
    }

    /// The functions that this state and all its forks enter, from the beginning on.
    pub fn entered(&self) -> Entered {
        self.shared.entered.clone()
    }

    /// Sets the arguments of the entry function, before the first `run`.
    pub fn set_args(&mut self, program: &Program, args: &[u64]) {
        let n_params = program.code[self.stack.frames[0].func.index()].n_params.into();
        for (n, &arg) in args.iter().take(n_params).enumerate() {
            self.stack.regs[n] = arg;
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

    /// Another state at the same point. What both have in common is shared.
    pub fn fork(&mut self) -> State {
        let State { memory, stack, path, view, touched, meanings, shared } = self;
        State {
            memory: memory.fork(),
            stack: stack.fork(),
            path: path.clone(),
            view: *view,
            touched: *touched,
            meanings: Rc::clone(meanings),
            shared: shared.clone(),
        }
    }

    /// The answer to [`Stop::Decide`]. If the path condition does not imply it, `assume` it too.
    pub fn answer(&mut self, condition: TermId, truth: bool) {
        let frame = self.stack.frames.last().expect("a question has a frame");
        self.path.known.add((frame.serial, frame.pc), condition, truth);
        self.path.choices.answered();
    }

    /// Adds a constraint, which the witness must satisfy, to the path condition.
    pub fn assume(&mut self, context: &mut Context, constraint: TermId) {
        context.solver.assume(&mut context.terms, &mut self.path.condition, constraint);
    }

    /// The least and greatest value of a term on this path, if the solver finds them. Past the
    /// deadline of all queries the op is put off: what it does must not depend on the time.
    pub(crate) fn range(
        &self,
        context: &mut Context,
        term: TermId,
    ) -> Result<Option<(u64, u64)>, Stop> {
        let near = Some(self.path.witness.values());
        match context.solver.range(&mut context.terms, &self.path.condition, term, near) {
            Ok(Range::Between(least, greatest)) => Ok(Some((least.low_u64(), greatest.low_u64()))),
            _ if context.solver.budget().is_over() => Err(Stop::Paused),
            _ => Ok(None),
        }
    }

    /// Whether a term has no more than `n_most` values on this path, as far as the solver finds that out.
    pub(crate) fn has_values(
        &self,
        context: &mut Context,
        term: TermId,
        n_most: usize,
    ) -> Result<bool, Stop> {
        let near = Some(self.path.witness.values());
        match context.solver.enumerate(&mut context.terms, &self.path.condition, term, n_most, near)
        {
            Ok(Enumeration::All(_)) => Ok(true),
            _ if context.solver.budget().is_over() => Err(Stop::Paused),
            _ => Ok(false),
        }
    }

    /// Gives inputs that exist, and those that will, these bytes in the witness.
    pub fn take_inputs(&mut self, context: &mut Context, inputs: Rc<InputBytes>) {
        for &id in self.path.inputs.iter() {
            let input = context.input(id);
            if let Some(bytes) = inputs.get(&(input.name.clone(), input.occurrence)) {
                self.path.witness = context.replace_in_witness(&self.path.witness, id, bytes);
            }
        }
        self.path.foretold = Some(inputs);
    }

    /// The values that the witness chose for questions so far, in order.
    pub(crate) fn choices(&self) -> &[u64] {
        &self.path.choices.made
    }

    /// Follows a path on which the witnesses chose these values; `None` if it is no longer followed.
    pub(crate) fn take_choices(&mut self, choices: Option<Rc<[u64]>>) {
        self.path.choices.foretold = choices;
    }

    /// Makes a new input of `len` bytes and returns their terms.
    pub fn new_input(&mut self, context: &mut Context, name: &str, len: u32) -> Vec<TermId> {
        let same = |id: &&InputId| context.input(**id).name == name;
        let occurrence = self.path.inputs.iter().filter(same).count() as u32;
        let id = context.input_id(name, occurrence, len);
        Rc::make_mut(&mut self.path.inputs).push(id);
        let known = self.path.foretold.as_ref();
        let bytes = known.and_then(|inputs| inputs.get(&(name.to_string(), occurrence)));
        self.path.witness =
            context.extend_witness(&self.path.witness, id, bytes.map(Vec::as_slice));
        let array = context.input(id).array;
        (0..len).map(|at| context.terms.element(array, at.into())).collect()
    }

    /// Where the top frame's function and op are.
    pub fn position(&self) -> Option<(FuncId, u32)> {
        self.stack.frames.last().map(|frame| (frame.func, frame.pc))
    }

    /// The words of registers of the top frame. Those of terms say nothing.
    pub fn top_words(&self, registers: &[Reg]) -> Vec<u64> {
        let base = self.stack.frames.last().map_or(0, |frame| frame.base);
        registers.iter().map(|reg| self.stack.regs[base + reg.index()]).collect()
    }

    /// Calls that have not returned.
    pub fn n_frames(&self) -> usize {
        self.stack.frames.len()
    }

    /// Where the frame that `depth` others lie below is: at an op, or at the call that it waits for.
    pub fn position_at(&self, depth: usize) -> Option<(FuncId, u32)> {
        self.stack.frames.get(depth).map(|frame| (frame.func, frame.pc))
    }

    /// Gives the pending system call its result.
    pub fn finish_syscall(&mut self, program: &Program, result: u64) {
        let frame = self.stack.frames.last_mut().expect("a system call has a caller");
        let code = &program.code[frame.func.index()];
        if let patchlight_ir::Op::Call { dst, n_ret, .. }
        | patchlight_ir::Op::CallPtr { dst, n_ret, .. } = code.ops[frame.pc as usize]
            && n_ret > 0
        {
            self.stack.regs[frame.base + dst.0.index()] = result;
            self.stack.tags[frame.base + dst.0.index()] = Beside::NOTHING;
        }
        frame.pc += 1;
    }

    /// Calls `handler` before the program goes on, as a signal does. The result of a pending
    /// system call must have been given before. False if there is no such function.
    pub fn interrupt(&mut self, program: &Program, handler: u64, args: &[u64]) -> bool {
        let func = crate::memory::func_at(handler);
        let Some(func) = func.filter(|f| program.code.get(f.index()).is_some_and(Code::has_body))
        else {
            return false;
        };
        // The frame below goes on after its `pc`, as if it had called the handler.
        let below = self.stack.frames.last_mut().expect("a running program has a frame");
        below.pc -= 1;
        self.push_frame(program, func, Reg(0), 0);
        let frame = self.stack.frames.last().expect("just pushed");
        let n_params = usize::from(program.code[func.index()].n_params);
        for n in 0..n_params {
            self.stack.regs[frame.base + n] = args.get(n).copied().unwrap_or(0);
        }
        true
    }

    /// The top frame.
    pub fn frame_mark(&self) -> FrameMark {
        let serial = self.stack.frames.last().map_or(0, |frame| frame.serial);
        FrameMark { depth: self.stack.frames.len(), serial }
    }

    /// Whether a frame has neither returned nor been jumped over.
    pub fn is_live(&self, mark: FrameMark) -> bool {
        let frame = mark.depth.checked_sub(1).and_then(|index| self.stack.frames.get(index));
        frame.is_some_and(|frame| frame.serial == mark.serial)
    }

    /// Pushes a frame whose parameters the caller still has to set.
    pub(crate) fn push_frame(&mut self, program: &Program, func: FuncId, dst: Reg, n_ret: u8) {
        let base =
            self.stack.frames.last().map_or(0, |below| {
                below.base + usize::from(program.code[below.func.index()].n_regs)
            });
        let n_regs = program.code[func.index()].n_regs;
        self.make_registers(base + usize::from(n_regs));
        self.stack.n_frames_made += 1;
        self.shared.entered.mark(func);
        self.stack.frames.push(Frame {
            func,
            pc: 0,
            base,
            first_object: self.stack.objects.len() as u32,
            first_vararg: self.stack.varargs.len() as u32,
            dst,
            n_ret,
            tagged: false,
            n_regs,
            guarded: 0,
            serial: self.stack.n_frames_made,
        });
    }

    pub(crate) fn make_registers(&mut self, needed: usize) {
        if needed > self.stack.regs.len() {
            self.stack.regs.resize(needed.next_power_of_two(), 0);
            self.stack.tags.resize(needed.next_power_of_two(), Beside::NOTHING);
        }
    }

    /// Sets a register of the top frame.
    pub(crate) fn set_register(&mut self, reg: Reg, value: Value) {
        self.set_register_at(self.stack.frames.len() - 1, reg, value);
    }

    fn set_register_at(&mut self, depth: usize, reg: Reg, value: Value) {
        let frame = &mut self.stack.frames[depth];
        let at = frame.base + reg.index();
        match value {
            Value::Word(word) => {
                self.stack.regs[at] = word;
                self.stack.tags[at] = Beside::NOTHING;
            }
            Value::Term(term) => {
                self.stack.tags[at] = Beside::term(term);
                (frame.tagged, frame.guarded) = (true, 0);
            }
        }
    }

    /// Sets a register of any frame; a shadow of two words is a pair.
    pub(crate) fn set_value_at(&mut self, terms: &Terms, depth: usize, reg: Reg, value: Value) {
        self.set_register_at(depth, reg, value);
        if let Value::Term(term) = value
            && let Some([old, new]) = terms.as_pair(term)
        {
            let at = self.stack.frames[depth].base + reg.index();
            (self.stack.regs[at], self.stack.tags[at]) = (new, Beside::pair(old));
        }
    }

    /// A register, counted from the start of all. A pair is a shadow to whoever is not the
    /// interpreter.
    pub(crate) fn register(&self, terms: &mut Terms, at: usize) -> Value {
        let Beside { tag, old } = self.stack.tags[at];
        match tag {
            Tag::PAIR => shadow(terms, Value::Word(old), Value::Word(self.stack.regs[at])),
            tag => tag.term().map_or(Value::Word(self.stack.regs[at]), Value::Term),
        }
    }

    /// Whether the frame that the top one returns to is watched.
    pub(crate) fn is_watched_below(&self) -> bool {
        matches!(self.stack.frames.as_slice(), [.., below, _] if below.guarded == WATCHED)
    }

    /// Pops the top frame and ends what lived in it.
    pub(crate) fn pop_frame(&mut self) -> Frame {
        let frame = self.stack.frames.pop().expect("the caller has a frame");
        if self.stack.objects.len() > frame.first_object as usize {
            self.free_stack_objects(frame.first_object as usize);
        }
        self.stack.varargs.truncate(frame.first_vararg as usize);
        if frame.tagged {
            self.stack.tags[frame.base..][..frame.n_regs.into()].fill(Beside::NOTHING);
        }
        frame
    }

    pub(crate) fn free_stack_objects(&mut self, keep: usize) {
        for address in self.stack.objects.drain(keep..).rev() {
            self.memory.free_stack(address);
        }
    }
}
