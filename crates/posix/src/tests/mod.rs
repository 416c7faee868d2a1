//! The model's calls, made without a program: [`Machine`] is a state whose memory holds the
//! arguments.

mod calls;
mod differential;

use crate::kernel::{Kernel, Refusal};
use crate::syscalls::Sys;
use crate::{Config, Posix};
use patchlight_engine::{Context, PathEnd, Program, State};
use rustix::io::Errno;

const PROGRAM: &str = "file \"t.c\"\nname \"main\"\n\
    func @main external params 4 ret 1 {\n regs 4\n loc !0 file0 1 1 n0\nb0:\n ret r0, 1\n}\n";

/// An argument of a system call.
#[derive(Clone, Debug)]
pub(super) enum Arg {
    Int(i64),
    /// The address of these bytes.
    Bytes(Vec<u8>),
}

impl std::fmt::Display for Arg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Arg::Int(value) => write!(f, "{value:#o}"),
            Arg::Bytes(bytes) => {
                let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
                write!(f, "{:?}", String::from_utf8_lossy(&bytes[..end]))
            }
        }
    }
}

/// What a call returned and what then was in the objects that its arguments point to.
pub(super) struct Made {
    pub(super) result: Result<u64, Errno>,
    pub(super) buffers: Vec<Vec<u8>>,
}

pub(super) struct Machine {
    program: Program,
    pub(super) state: State,
    pub(super) os: Posix,
}

impl Machine {
    pub(super) fn new(config: Config) -> Machine {
        let module = patchlight_ir::text::parse(PROGRAM).expect("a module");
        let program = Program::new(module).expect("a valid module");
        let state = State::new(&program, "main", 1 << 30).expect("a `main`");
        Machine { program, state, os: Posix::new(config) }
    }

    /// Makes a call that must not end the path.
    pub(super) fn call(&mut self, sys: Sys, args: &[Arg]) -> Made {
        match self.try_call(sys, args) {
            Ok(made) => made,
            Err(end) => panic!("`{}` with {args:?} ends the path: {end:?}", sys.name()),
        }
    }

    pub(super) fn try_call(&mut self, sys: Sys, args: &[Arg]) -> Result<Made, PathEnd> {
        let mut words = [0; 6];
        let mut objects = Vec::new();
        for (word, arg) in words.iter_mut().zip(args) {
            *word = match arg {
                Arg::Int(value) => *value as u64,
                Arg::Bytes(bytes) => {
                    let object = self.state.allocate_system("test", bytes.len() as u64, 16);
                    let object = object.expect("room for an argument");
                    self.state.memory.write(object, bytes).expect("a new object");
                    objects.push((object, bytes.len() as u64));
                    object
                }
            };
        }
        let (program, state) = (&self.program, &mut self.state);
        let context = &mut Context::default();
        let answer = Kernel { os: &mut self.os, program, context, state }.perform(sys, words);
        let mut buffers = Vec::new();
        for (object, len) in objects {
            buffers.push(self.state.memory.read(object, len).expect("an argument").to_vec());
            self.state.memory.free_system(object).expect("an argument");
        }
        match answer {
            Ok(value) => Ok(Made { result: Ok(value), buffers }),
            Err(Refusal::Errno(errno)) => Ok(Made { result: Err(errno), buffers }),
            Err(Refusal::End(end)) => Err(end),
            Err(Refusal::Decide(_)) => panic!("a question without inputs"),
            Err(Refusal::Apart) => panic!("one version runs by itself"),
            Err(Refusal::FileSize) => panic!("a file of more than 2 GiB"),
        }
    }
}

/// A C string as an argument.
pub(super) fn text(string: &str) -> Arg {
    Arg::Bytes([string.as_bytes(), b"\0"].concat())
}

/// A buffer of zeros.
pub(super) fn room(len: usize) -> Arg {
    Arg::Bytes(vec![0; len])
}
