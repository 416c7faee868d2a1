//! Functions that the engine itself provides: the heap, copying and measuring memory, `setjmp`,
//! the host's `libm`, and the doors to the operating system and to "unsupported".
//!
//! To add one: a row in `BUILTINS`, a variant, and its behaviour in `State::call_builtin`. A program
//! that defines a function of the same name uses its own.

mod harness;
mod heap;
mod jump;
mod ranges;

use crate::context::{Context, PinReason};
use crate::math::{self, MathFn};
use crate::outcome::Access;
use crate::program::Program;
use crate::state::{State, Stop, Syscall};
use crate::value::Value;
use harness::Harness;
use std::borrow::Cow;

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Builtin {
    Malloc,
    Calloc,
    Realloc,
    Free,
    Memalign,
    PosixMemalign,
    UsableSize,
    MemCpy,
    MemMove,
    MemSet,
    MemCmp,
    StrLen,
    SetJmp,
    /// Into a buffer of three words, which has no signal mask.
    ShortSetJmp,
    SigSetJmp,
    LongJmp,
    Syscall,
    Unsupported,
    Math(MathFn),
    Harness(Harness),
}

const BUILTINS: &[(&str, Builtin)] = &[
    ("malloc", Builtin::Malloc),
    ("calloc", Builtin::Calloc),
    ("realloc", Builtin::Realloc),
    ("free", Builtin::Free),
    ("memalign", Builtin::Memalign),
    ("aligned_alloc", Builtin::Memalign),
    ("posix_memalign", Builtin::PosixMemalign),
    ("malloc_usable_size", Builtin::UsableSize),
    ("memcpy", Builtin::MemCpy),
    ("memmove", Builtin::MemMove),
    ("memset", Builtin::MemSet),
    ("memcmp", Builtin::MemCmp),
    ("bcmp", Builtin::MemCmp),
    ("strlen", Builtin::StrLen),
    ("setjmp", Builtin::SetJmp),
    ("_setjmp", Builtin::SetJmp),
    ("__pl_setjmp", Builtin::ShortSetJmp),
    ("sigsetjmp", Builtin::SigSetJmp),
    ("__sigsetjmp", Builtin::SigSetJmp),
    ("__pl_longjmp", Builtin::LongJmp),
    ("__pl_syscall", Builtin::Syscall),
    ("__pl_unsupported", Builtin::Unsupported),
];

/// `uint64_t __pl_set_errno(uint64_t result, int error)` of our libc: sets `errno` and returns
/// the result. Programs without libc have no `errno`.
pub const SET_ERRNO: &str = "__pl_set_errno";
/// `int __pl_save_mask(int result, sigjmp_buf)` of our libc: keeps the signal mask in the buffer.
pub const SAVE_MASK: &str = "__pl_save_mask";

/// Defined when a program is loaded, see `program`.
const MADE_BY_THE_LOADER: &[&str] = &["__pl_run_ctors", "__pl_run_dtors"];

impl Builtin {
    pub fn from_name(name: &str) -> Option<Builtin> {
        let found = BUILTINS.iter().find(|(builtin, _)| *builtin == name);
        found
            .map(|&(_, builtin)| builtin)
            .or_else(|| math::by_name(name).map(Builtin::Math))
            .or_else(|| Harness::from_name(name).map(Builtin::Harness))
    }
}

/// Whether a program need not define this function.
pub fn is_builtin(name: &str) -> bool {
    MADE_BY_THE_LOADER.contains(&name) || Builtin::from_name(name).is_some()
}

/// What a builtin did.
pub(crate) enum Flow {
    Value(Value),
    /// The frames are not what they were: go on with the op after the top frame's `pc`.
    Jumped,
    /// The function of our libc of this name, called with these arguments, gives the value: the
    /// first argument, unless the program has no libc.
    Ask(&'static str, u64, u64),
}

impl State {
    /// Runs a builtin; the top frame's `pc` is at the call.
    pub(crate) fn call_builtin(
        &mut self,
        program: &Program,
        context: &mut Context,
        builtin: Builtin,
        args: &[Value; 8],
    ) -> Result<Flow, Stop> {
        let value = match builtin {
            Builtin::Malloc => return self.malloc(context, args[0], 16, false),
            Builtin::Calloc => return self.calloc(context, args[0], args[1]),
            Builtin::Realloc => return self.realloc(program, context, args[0], args[1]),
            Builtin::Memalign => return self.memalign(context, args[0], args[1]),
            Builtin::MemCmp => self.mem_compare(program, context, args[0], args[1], args[2])?,
            Builtin::StrLen => self.string_length(program, context, args[0])?,
            Builtin::MemSet => {
                Value::Word(self.set_values(program, context, [args[0], args[1], args[2]])?)
            }
            Builtin::MemCpy | Builtin::MemMove => {
                let disjoint = builtin == Builtin::MemCpy;
                let values = [args[0], args[1], args[2]];
                Value::Word(self.copy_values(program, context, values, disjoint)?)
            }
            Builtin::Syscall => {
                let number = self.settle(context, args[0])?;
                let args = args[1..7].try_into().expect("six arguments");
                return Err(Stop::Syscall(Syscall { number, args }));
            }
            Builtin::Math(function) => return self.call_math(program, context, function, args),
            Builtin::Harness(function) => self.call_harness(program, context, function, args)?,
            _ => {
                let args = self.settle_all(context, [args[0], args[1], args[2]])?;
                return self.call_concrete(program, context, builtin, args);
            }
        };
        if self.memory.remark.is_some() {
            self.take_remark(program);
        }
        Ok(Flow::Value(value))
    }

    /// Builtins that need their arguments as words.
    fn call_concrete(
        &mut self,
        program: &Program,
        context: &mut Context,
        builtin: Builtin,
        args: [u64; 3],
    ) -> Result<Flow, Stop> {
        let value = match builtin {
            Builtin::Free => self.free(program, args[0])?,
            Builtin::PosixMemalign => {
                self.posix_memalign(program, context, args[0], args[1], args[2])?
            }
            Builtin::UsableSize => self.usable_size(program, args[0])?,
            Builtin::SetJmp => self.set_jmp(program, args[0], true)?,
            Builtin::ShortSetJmp => self.set_jmp(program, args[0], false)?,
            Builtin::SigSetJmp => {
                let value = self.set_jmp(program, args[0], true)?;
                if args[1] as u32 != 0 {
                    return Ok(Flow::Ask(SAVE_MASK, value, args[0]));
                }
                value
            }
            Builtin::LongJmp => return self.long_jmp(program, args[0], args[1]),
            Builtin::Unsupported => {
                let name = self.memory.read_c_string(args[0]);
                let name = name.map_or_else(|_| b"?".to_vec(), Cow::into_owned);
                let name = String::from_utf8_lossy(&name).into_owned();
                return Err(Stop::End(self.unsupported(program, name)));
            }
            _ => unreachable!("{builtin:?} takes values"),
        };
        if self.memory.remark.is_some() {
            self.take_remark(program);
        }
        Ok(Flow::Value(Value::Word(value)))
    }

    pub(crate) fn settle_all<const N: usize>(
        &mut self,
        context: &mut Context,
        values: [Value; N],
    ) -> Result<[u64; N], Stop> {
        let mut words = [0; N];
        for (word, value) in words.iter_mut().zip(values) {
            *word = self.settle(context, value)?;
        }
        Ok(words)
    }

    fn call_math(
        &mut self,
        program: &Program,
        context: &mut Context,
        function: MathFn,
        args: &[Value; 8],
    ) -> Result<Flow, Stop> {
        let mut words = [0; 8];
        for (word, &arg) in words.iter_mut().zip(args) {
            *word = self.pin(program, context, PinReason::FloatingPoint, arg)?;
        }
        let args = words;
        let result = function.call(&args);
        if let Some(sign) = result.sign {
            self.memory.write(args[1], &sign.to_le_bytes()).map_err(|fault| {
                let access = Access { address: args[1], size: 4, write: true };
                Stop::End(self.access_bug(program, fault, access))
            })?;
        }
        Ok(match result.errno {
            0 => Flow::Value(Value::Word(result.bits)),
            errno => Flow::Ask(SET_ERRNO, result.bits, errno as u64),
        })
    }

    /// Fixes a value to what the witness says, which is recorded.
    pub fn pin(
        &mut self,
        program: &Program,
        context: &mut Context,
        reason: PinReason,
        value: Value,
    ) -> Result<u64, Stop> {
        let term = match self.seen(context, value)? {
            Value::Word(word) => return Ok(word),
            Value::Term(term) => term,
        };
        let word = context.word_under(&self.path.witness, term);
        let constant = context.terms.constant(context.terms.width(term), word);
        let equal = context.terms.eq(term, constant);
        self.assume(context, equal);
        let place = self.position().map(|(func, pc)| program.places(func, pc as usize));
        context.count_pin(reason, place.as_deref().and_then(<[_]>::first));
        Ok(word)
    }
}
