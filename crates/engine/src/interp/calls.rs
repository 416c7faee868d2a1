//! Entering and leaving functions.

use super::{Cursor, guards};
use crate::builtin::{Builtin, Flow};
use crate::context::Context;
use crate::memory;
use crate::outcome::{BugKind, PathEnd};
use crate::program::{CodeKind, Program};
use crate::state::{Frame, MAX_FRAMES, State, Stop, WATCHED};
use crate::value::{Beside, Tag, Value};
use patchlight_expr::Terms;
use patchlight_ir::{ArgsId, Def, FuncId, Op, Reg, TableId};

/// The first register of a result and how many there are.
type Results = (Def, u8);
/// The first argument's place in the pool and how many there are.
type Args = (ArgsId, u16);

impl State {
    /// Where the top frame is. (Inlined: a result in memory would keep the loop's own there.)
    #[inline(always)]
    pub(super) fn cursor(&mut self, program: &Program) -> Cursor {
        let frame = self.stack.frames.last().expect("a running program has a frame");
        let ops = match frame.guarded {
            0 => program.code[frame.func.index()].ops.as_ptr(),
            copy => guards::ops(&self.shared.guards, copy),
        };
        // SAFETY: `pc` is an op of the function; `push_frame` made room for the registers.
        unsafe {
            Cursor {
                pc: ops.add(frame.pc as usize),
                ops,
                regs: self.stack.regs.as_mut_ptr().add(frame.base),
                tags: self.stack.tags.as_mut_ptr().add(frame.base),
            }
        }
    }

    /// Writes the place of the interpreter back into the frame.
    #[inline(always)]
    pub(super) fn save(&mut self, at: &Cursor) {
        if let Some(frame) = self.stack.frames.last_mut() {
            frame.pc = at.index();
        }
    }

    #[inline(always)]
    pub(super) fn top_is_tagged(&self) -> bool {
        self.stack.frames.last().is_some_and(Frame::runs_tagged)
    }

    /// The op at hand has brought a term into the top frame.
    #[cold]
    pub(super) fn tag_top_frame(&mut self, at: &Cursor) {
        let frame = self.stack.frames.last_mut().expect("code runs in a frame");
        (frame.tagged, frame.guarded) = (true, 0);
        frame.pc = at.index() + 1;
    }

    /// The op at hand has brought a term or a pair into a register of the top frame. False if the
    /// frame goes on in the tagged loop.
    #[inline(never)]
    pub(super) fn bring(&mut self, program: &Program, at: &Cursor, dst: Def) -> bool {
        // SAFETY: verified registers.
        let is_pair = unsafe { at.tag(dst.0) } == Tag::PAIR;
        if !is_pair {
            self.tag_top_frame(at);
            return false;
        }
        self.stack.frames.last_mut().expect("code runs in a frame").pc = at.index() + 1;
        self.follow_register(program, dst.0)
    }

    /// Enters a function of the program with as many words as it has parameters. `None`, and
    /// nothing has changed, if the call is not of that kind or room has to be made for it.
    #[inline(always)]
    pub(super) fn call_plain(
        &mut self,
        program: &Program,
        at: Cursor,
        func: FuncId,
        (dst, n_ret): Results,
        (args, n_args): Args,
    ) -> Option<Cursor> {
        let callee = program.code.get(func.index())?;
        let n_frames = self.stack.frames.len();
        let top = self.stack.frames.last_mut()?;
        let base = top.base + usize::from(top.n_regs);
        let room =
            base + usize::from(callee.n_regs) <= self.stack.regs.len() && n_frames < MAX_FRAMES;
        if callee.kind != CodeKind::Defined || n_args != callee.n_params || !room {
            return None;
        }
        let args = program.code.get(top.func.index())?.args.get(args.index()..)?;
        top.pc = at.index();
        // SAFETY: the frame's registers end where the callee's begin; there is room for those.
        let (regs, tags) =
            unsafe { (at.regs.add(top.n_regs.into()), at.tags.add(top.n_regs.into())) };
        for (n, &arg) in args.iter().enumerate().take(n_args.into()) {
            // SAFETY: verified registers, and a function has a register for each parameter.
            unsafe { *regs.add(n) = at.get(arg) };
        }
        self.stack.n_frames_made += 1;
        self.shared.entered.mark(func);
        self.stack.frames.push(Frame {
            func,
            pc: 0,
            base,
            first_object: self.stack.objects.len() as u32,
            first_vararg: self.stack.varargs.len() as u32,
            dst: dst.0,
            n_ret,
            tagged: false,
            n_regs: callee.n_regs,
            guarded: 0,
            serial: self.stack.n_frames_made,
        });
        let ops = callee.ops.as_ptr();
        Some(Cursor { pc: ops, ops, regs, tags })
    }

    #[inline]
    pub(super) fn call(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        func: FuncId,
        (dst, n_ret): Results,
        (args, n_args): Args,
    ) -> Result<(), Stop> {
        let callee = &program.code[func.index()];
        if callee.kind != CodeKind::Defined
            && self.call_special(program, context, at, func, (dst, n_ret), (args, n_args))?
        {
            return Ok(());
        }
        self.enter(program, &mut context.terms, func, (dst, n_ret), (args, n_args))
    }

    /// Enters a function that has a body.
    #[inline]
    fn enter(
        &mut self,
        program: &Program,
        terms: &mut Terms,
        func: FuncId,
        (dst, n_ret): Results,
        (args, n_args): Args,
    ) -> Result<(), Stop> {
        let callee = &program.code[func.index()];
        let below = self.stack.frames.last().expect("a call has a caller");
        let caller = &program.code[below.func.index()];
        let base = below.base + usize::from(caller.n_regs);
        let needed = base + usize::from(callee.n_regs);
        let tagged = below.tagged;
        if needed > self.stack.regs.len() || self.stack.frames.len() >= MAX_FRAMES {
            self.make_room(program, needed)?;
        }
        let args = &caller.args[args.index()..args.index() + usize::from(n_args)];
        let n_params = usize::from(callee.n_params);
        let from = base - usize::from(caller.n_regs);
        let first_vararg = self.stack.varargs.len() as u32;
        for (n, arg) in args.iter().enumerate().take(n_params) {
            self.stack.regs[base + n] = self.stack.regs[from + arg.index()];
        }
        if args.len() != n_params {
            self.unequal_args(terms, args, n_params, from, base);
        }
        let tagged = tagged && self.pass_tags(args, n_params, from, base);
        self.stack.n_frames_made += 1;
        self.shared.entered.mark(func);
        self.stack.frames.push(Frame {
            func,
            pc: 0,
            base,
            first_object: self.stack.objects.len() as u32,
            first_vararg,
            dst: dst.0,
            n_ret,
            tagged,
            n_regs: callee.n_regs,
            guarded: 0,
            serial: self.stack.n_frames_made,
        });
        Ok(())
    }

    /// Whether a parameter is a term.
    fn pass_tags(&mut self, args: &[Reg], n_params: usize, from: usize, base: usize) -> bool {
        let mut any = false;
        for (n, arg) in args.iter().enumerate().take(n_params) {
            let tag = self.stack.tags[from + arg.index()];
            self.stack.tags[base + n] = tag;
            any |= tag.tag.is_set();
        }
        any
    }

    /// Surplus arguments are variable arguments, missing ones are 0.
    fn unequal_args(
        &mut self,
        terms: &mut Terms,
        args: &[Reg],
        n_params: usize,
        from: usize,
        base: usize,
    ) {
        for n in args.len()..n_params {
            self.stack.regs[base + n] = 0;
        }
        for arg in args.iter().skip(n_params) {
            self.stack.varargs.push(self.register(terms, from + arg.index()));
        }
    }

    #[cold]
    fn make_room(&mut self, program: &Program, needed: usize) -> Result<(), Stop> {
        if self.stack.frames.len() >= MAX_FRAMES {
            return Err(Stop::End(self.bug(program, BugKind::StackOverflow)));
        }
        self.make_registers(needed);
        Ok(())
    }

    /// Builtins and functions with a summary. False, and nothing has changed, if the function is to
    /// be entered.
    fn call_special(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        func: FuncId,
        (dst, n_ret): Results,
        args: Args,
    ) -> Result<bool, Stop> {
        match program.code[func.index()].kind {
            CodeKind::Defined => Ok(false),
            CodeKind::Builtin(builtin) => {
                let values = self.argument_values(program, &mut context.terms, args);
                self.finish_builtin(program, context, at, builtin, &values, (dst, n_ret))?;
                Ok(true)
            }
            CodeKind::Summarised(summary) => {
                if summary.is_place() && !program.takes_terms(self) {
                    return Ok(false);
                }
                let values = self.argument_values(program, &mut context.terms, args);
                let Some(value) = self.summarise(context, summary, &values)? else {
                    return Ok(false);
                };
                self.finish_call(at, value, (dst, n_ret));
                Ok(true)
            }
            CodeKind::Undefined => {
                let name = &program.module.functions[func.index()].name;
                let what = format!("call of `{name}`, which is not defined");
                Err(Stop::End(self.unsupported(program, what)))
            }
        }
    }

    fn argument_values(
        &self,
        program: &Program,
        terms: &mut Terms,
        (args, n_args): Args,
    ) -> [Value; 8] {
        let frame = self.stack.frames.last().expect("a call has a caller");
        let caller = &program.code[frame.func.index()];
        let pool = &caller.args[args.index()..args.index() + usize::from(n_args)];
        let mut values = [Value::Word(0); 8];
        for (value, arg) in values.iter_mut().zip(pool) {
            *value = self.register(terms, frame.base + arg.index());
        }
        values
    }

    fn finish_builtin(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        builtin: Builtin,
        args: &[Value; 8],
        (dst, n_ret): Results,
    ) -> Result<(), Stop> {
        let value = match self.call_builtin(program, context, builtin, args)? {
            Flow::Jumped => {
                self.stack.frames.last_mut().expect("a jump ends in a frame").pc += 1;
                return Ok(());
            }
            Flow::Ask(name, value, detail) => match program.function_named(name) {
                Some(func) if program.is_defined(func) => {
                    self.push_frame(program, func, dst.0, n_ret);
                    self.set_register(Reg(0), Value::Word(value));
                    self.set_register(Reg(1), Value::Word(detail));
                    return Ok(());
                }
                _ => Value::Word(value),
            },
            Flow::Value(value) => value,
        };
        self.finish_call(at, value, (dst, n_ret));
        Ok(())
    }

    /// Goes on after a call that needed no frame.
    fn finish_call(&mut self, at: &Cursor, value: Value, (dst, n_ret): Results) {
        if n_ret > 0 {
            self.set_register(dst.0, value);
        }
        let frame = self.stack.frames.last_mut().expect("a call has a caller");
        frame.pc = at.index() + 1;
    }

    /// The function at an address, if there is one.
    fn callee(&self, program: &Program, target: u64) -> Result<FuncId, Stop> {
        let func = memory::func_at(target).filter(|func| func.index() < program.code.len());
        func.ok_or_else(|| Stop::End(self.call_bug(program, target)))
    }

    pub(super) fn call_ptr(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        target: u64,
        result: Results,
        args: Args,
    ) -> Result<(), Stop> {
        let func = self.callee(program, target)?;
        self.call(program, context, at, func, result, args)
    }

    /// Replaces the top frame by one of `func`, which returns to the same caller.
    pub(super) fn tail_call(
        &mut self,
        program: &Program,
        terms: &mut Terms,
        func: FuncId,
        args: Args,
    ) -> Result<(), Stop> {
        let caller = *self.stack.frames.last().expect("a call has a caller");
        if !program.code[func.index()].has_body() || self.stack.frames.len() < 2 {
            return Err(Stop::End(self.unsupported(program, "tail call of a builtin function")));
        }
        let results = (Def(caller.dst), caller.n_ret);
        self.enter(program, terms, func, results, args)?;
        self.drop_caller(program, terms);
        Ok(())
    }

    pub(super) fn tail_call_ptr(
        &mut self,
        program: &Program,
        terms: &mut Terms,
        target: u64,
        args: Args,
    ) -> Result<(), Stop> {
        let func = self.callee(program, target)?;
        self.tail_call(program, terms, func, args)
    }

    /// The frame below the top one is left; the top frame takes its place.
    fn drop_caller(&mut self, program: &Program, terms: &mut Terms) {
        let callee = self.stack.frames.pop().expect("just pushed");
        let varargs = self.stack.varargs.split_off(callee.first_vararg as usize);
        let n_params = usize::from(program.code[callee.func.index()].n_params);
        let registers = callee.base..callee.base + n_params;
        let params: Vec<Value> = registers.clone().map(|at| self.register(terms, at)).collect();
        self.stack.tags[registers].fill(Beside::NOTHING);
        self.pop_frame();
        self.replace_frame(program, callee, params, varargs);
    }

    /// Pushes a frame of `like.func` that returns to where `like` would have.
    fn replace_frame(
        &mut self,
        program: &Program,
        like: Frame,
        params: Vec<Value>,
        varargs: Vec<Value>,
    ) {
        self.push_frame(program, like.func, like.dst, like.n_ret);
        for (n, value) in params.into_iter().enumerate() {
            self.set_register(Reg(n as u16), value);
        }
        self.stack.varargs.extend(varargs);
    }

    /// Calls `target` with the arguments that the top frame was called with.
    pub(super) fn forward(
        &mut self,
        program: &Program,
        context: &mut Context,
        at: &Cursor,
        target: u64,
    ) -> Result<(), Stop> {
        let func = self.callee(program, target)?;
        // A builtin would return from here.
        if self.is_watched_below() {
            return Err(Stop::Paused);
        }
        let thunk = *self.stack.frames.last().expect("a call has a caller");
        let n_params = usize::from(program.code[thunk.func.index()].n_params);
        let params = thunk.base..thunk.base + n_params;
        let terms = &mut context.terms;
        let mut args: Vec<Value> = params.map(|at| self.register(terms, at)).collect();
        args.extend(self.stack.varargs.drain(thunk.first_vararg as usize..));
        self.pop_frame();
        if let CodeKind::Builtin(builtin) = program.code[func.index()].kind {
            let mut values = [Value::Word(0); 8];
            for (value, arg) in values.iter_mut().zip(args) {
                *value = arg;
            }
            let results = (Def(thunk.dst), thunk.n_ret);
            return self.finish_builtin(program, context, at, builtin, &values, results);
        }
        let n_params = usize::from(program.code[func.index()].n_params);
        args.resize(args.len().max(n_params), Value::Word(0));
        let varargs = args.split_off(n_params);
        self.replace_frame(program, Frame { func, ..thunk }, args, varargs);
        Ok(())
    }

    /// Leaves the top frame, in which there are neither terms nor objects, for one without terms.
    /// `None`, and nothing has changed, if it is not of that kind or returns several words.
    #[inline(always)]
    pub(super) fn leave_plain(
        &mut self,
        program: &Program,
        at: Cursor,
        a: Reg,
        n: u8,
    ) -> Option<Cursor> {
        let [.., below, top] = self.stack.frames.as_mut_slice() else { return None };
        let objects = self.stack.objects.len() != top.first_object as usize;
        let varargs = self.stack.varargs.len() != top.first_vararg as usize;
        if objects || varargs || below.runs_tagged() || top.n_ret > n.min(1) {
            return None;
        }
        let ops = match below.guarded {
            0 => program.code.get(below.func.index())?.ops.as_ptr(),
            WATCHED => return None,
            copy => guards::ops(&self.shared.guards, copy),
        };
        below.pc += 1;
        // SAFETY: the op after a call exists; the registers of the frame below end where those of
        // the top frame begin.
        let below = unsafe {
            Cursor {
                pc: ops.add(below.pc as usize),
                ops,
                regs: at.regs.sub(below.n_regs.into()),
                tags: at.tags.sub(below.n_regs.into()),
            }
        };
        if top.n_ret == 1 {
            // SAFETY: verified registers.
            unsafe { below.set(Def(top.dst), at.get(a)) };
        }
        self.stack.frames.pop();
        Some(below)
    }

    /// Leaves the top frame with the `n` words from `a` on. False if it is the last one.
    #[inline]
    pub(super) fn leave(&mut self, at: &Cursor, a: Reg, n: u8) -> bool {
        if self.stack.frames.len() == 1 {
            self.save(at);
            return false;
        }
        let top = self.stack.frames.last().expect("code runs in a frame");
        if top.tagged || self.stack.frames[self.stack.frames.len() - 2].tagged {
            self.leave_tagged(a, n);
            return true;
        }
        let frame = self.pop_frame();
        let below = self.stack.frames.last_mut().expect("not the last frame");
        below.pc += 1;
        let from = frame.base + a.index();
        let to = below.base + frame.dst.index();
        for word in 0..usize::from(frame.n_ret) {
            let value = if word < usize::from(n) { self.stack.regs[from + word] } else { 0 };
            self.stack.regs[to + word] = value;
        }
        true
    }

    fn leave_tagged(&mut self, a: Reg, n: u8) {
        let [.., below, top] = self.stack.frames.as_mut_slice() else { return };
        below.pc += 1;
        let (from, to) = (top.base + a.index(), below.base + top.dst.index());
        for word in 0..usize::from(top.n_ret) {
            let (value, beside) = match word < usize::from(n) {
                true => (self.stack.regs[from + word], self.stack.tags[from + word]),
                false => (0, Beside::NOTHING),
            };
            (self.stack.regs[to + word], self.stack.tags[to + word]) = (value, beside);
            if beside.tag.is_set() {
                (below.tagged, below.guarded) = (true, 0);
            }
        }
        self.pop_frame();
    }

    /// What the entry function returns.
    #[cold]
    pub(super) fn returned_value(&self, terms: &mut Terms, at: &Cursor, a: Reg, n: u8) -> Value {
        let frame = self.stack.frames.last().expect("code runs in a frame");
        debug_assert_eq!(frame.pc, at.index());
        if n == 0 { Value::Word(0) } else { self.register(terms, frame.base + a.index()) }
    }

    #[inline(always)]
    pub(super) fn switch_target(&self, program: &Program, value: u64, table: TableId) -> u32 {
        let func = self.stack.frames.last().expect("code runs in a frame").func;
        program.code[func.index()].switches[table.index()].target(value)
    }

    pub(super) fn indirect_target(
        &mut self,
        program: &Program,
        at: &Cursor,
        address: u64,
        table: TableId,
    ) -> Result<u32, Stop> {
        let func = self.stack.frames.last().expect("code runs in a frame").func;
        let table = &program.code[func.index()].branch_tables[table.index()];
        table.target(address).ok_or_else(|| self.end_at(program, at, BugKind::BadCall))
    }

    #[cold]
    pub(super) fn end_at(&mut self, program: &Program, at: &Cursor, kind: BugKind) -> Stop {
        self.save(at);
        Stop::End(self.bug(program, kind))
    }

    /// A division that failed: by zero, or the one quotient that does not fit.
    #[cold]
    pub(super) fn division_bug(&mut self, program: &Program, at: &Cursor) -> Stop {
        self.save(at);
        // SAFETY: `pc` is an op of the function.
        let op = unsafe { *at.pc };
        let mut last = 0;
        op.for_each_field(|field| {
            if let patchlight_ir::op::Field::Use(reg) = field {
                // SAFETY: verified registers.
                last = unsafe { at.get(reg) };
            }
        });
        let by_zero = match op {
            Op::UdivI { b, .. }
            | Op::UremI { b, .. }
            | Op::Sdiv32I { b, .. }
            | Op::Sdiv64I { b, .. }
            | Op::Srem32I { b, .. }
            | Op::Srem64I { b, .. } => b == 0,
            Op::WideBin { b, .. } => {
                // SAFETY: verified registers.
                unsafe { at.get(b) == 0 && at.get(Reg(b.0 + 1)) == 0 }
            }
            _ => last == 0,
        };
        let kind = if by_zero { BugKind::DivisionByZero } else { BugKind::DivisionOverflow };
        let end: PathEnd = self.bug(program, kind);
        Stop::End(end)
    }
}
