//! Functions that the engine itself provides: the heap, copying and measuring memory, `setjmp`,
//! the host's `libm`, and the doors to the operating system and to "unsupported".
//!
//! To add one: a row in `BUILTINS`, a variant, and its behaviour in `State::call_builtin`. A program
//! that defines a function of the same name uses its own.

mod heap;
mod jump;

use crate::math::{self, MathFn};
use crate::memory::Fault;
use crate::outcome::Access;
use crate::program::Program;
use crate::state::{State, Stop, Syscall};

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
    SigSetJmp,
    LongJmp,
    Syscall,
    Unsupported,
    Math(MathFn),
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
        found.map(|&(_, builtin)| builtin).or_else(|| math::by_name(name).map(Builtin::Math))
    }
}

/// Whether a program need not define this function.
pub fn is_builtin(name: &str) -> bool {
    MADE_BY_THE_LOADER.contains(&name) || Builtin::from_name(name).is_some()
}

/// What a builtin did.
pub(crate) enum Flow {
    Value(u64),
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
        builtin: Builtin,
        args: &[u64; 8],
    ) -> Result<Flow, Stop> {
        let value = match builtin {
            Builtin::Malloc => return self.malloc(args[0], 16, false),
            Builtin::Calloc => return self.calloc(args[0], args[1]),
            Builtin::Realloc => return self.realloc(program, args[0], args[1]),
            Builtin::Free => self.free(program, args[0])?,
            Builtin::Memalign => return self.memalign(args[0], args[1]),
            Builtin::PosixMemalign => self.posix_memalign(program, args[0], args[1], args[2])?,
            Builtin::UsableSize => self.usable_size(program, args[0])?,
            Builtin::MemCpy => {
                self.mem_copy(program, args[0], args[1], args[2], true)?;
                args[0]
            }
            Builtin::MemMove => {
                self.mem_copy(program, args[0], args[1], args[2], false)?;
                args[0]
            }
            Builtin::MemSet => {
                self.mem_set(program, args[0], args[1], args[2])?;
                args[0]
            }
            Builtin::MemCmp => {
                let order = self.memory.compare(args[0], args[1], args[2]);
                let order = order.map_err(|(address, fault)| {
                    let access = Access { address, size: args[2], write: false };
                    Stop::End(self.access_bug(program, fault, access))
                })?;
                order as u32 as u64
            }
            Builtin::StrLen => self.memory.c_string_len(args[0]).map_err(|fault| {
                let access = Access { address: args[0], size: 1, write: false };
                Stop::End(self.string_bug(program, fault, access))
            })?,
            Builtin::SetJmp => self.set_jmp(program, args[0])?,
            Builtin::SigSetJmp => {
                let value = self.set_jmp(program, args[0])?;
                return Ok(if args[1] as u32 == 0 {
                    Flow::Value(value)
                } else {
                    Flow::Ask(SAVE_MASK, value, args[0])
                });
            }
            Builtin::LongJmp => return self.long_jmp(program, args[0], args[1]),
            Builtin::Syscall => {
                let number = args[0];
                let args = args[1..7].try_into().expect("six arguments");
                return Err(Stop::Syscall(Syscall { number, args }));
            }
            Builtin::Unsupported => {
                let name = self.memory.read_c_string(args[0]).unwrap_or(b"?").to_vec();
                let name = String::from_utf8_lossy(&name).into_owned();
                return Err(Stop::End(self.unsupported(program, name)));
            }
            Builtin::Math(function) => return self.call_math(program, function, args),
        };
        if self.memory.remark.is_some() {
            self.take_remark(program);
        }
        Ok(Flow::Value(value))
    }

    fn call_math(
        &mut self,
        program: &Program,
        function: MathFn,
        args: &[u64; 8],
    ) -> Result<Flow, Stop> {
        let result = function.call(args);
        if let Some(sign) = result.sign {
            self.memory.write(args[1], &sign.to_le_bytes()).map_err(|fault| {
                let access = Access { address: args[1], size: 4, write: true };
                Stop::End(self.access_bug(program, fault, access))
            })?;
        }
        Ok(match result.errno {
            0 => Flow::Value(result.bits),
            errno => Flow::Ask(SET_ERRNO, result.bits, errno as u64),
        })
    }

    /// A string without an end leaves its object at the end.
    fn string_bug(&self, program: &Program, fault: Fault, access: Access) -> crate::PathEnd {
        let mut access = access;
        if fault == Fault::OutOfBounds
            && let Some(object) = self.memory.object_at(access.address)
        {
            let start = access.address & !0xffff_ffff;
            let end = start | u64::from(object.base + object.size);
            access.address = access.address.max(end);
        }
        self.access_bug(program, fault, access)
    }

    /// `memcpy` and `memmove`, as functions and as ops.
    pub(crate) fn mem_copy(
        &mut self,
        program: &Program,
        to: u64,
        from: u64,
        len: u64,
        disjoint: bool,
    ) -> Result<(), Stop> {
        self.memory.copy(to, from, len, disjoint).map_err(|copy| {
            let address = if copy.write { to } else { from };
            let access = Access { address, size: len, write: copy.write };
            Stop::End(self.access_bug(program, copy.fault, access))
        })
    }

    pub(crate) fn mem_set(
        &mut self,
        program: &Program,
        to: u64,
        value: u64,
        len: u64,
    ) -> Result<(), Stop> {
        self.memory.fill(to, value as u8, len).map_err(|fault| {
            let access = Access { address: to, size: len, write: true };
            Stop::End(self.access_bug(program, fault, access))
        })
    }
}
