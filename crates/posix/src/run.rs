//! [`Posix`] itself, and how a program runs on it.

use crate::calls::memory::Mappings;
use crate::clock::Clock;
use crate::config::Config;
use crate::data::Data;
use crate::descriptors::{Descriptors, O_RDWR, O_WRONLY, OpenFile};
use crate::fs::FileSystem;
use crate::fs::changes::Change;
use crate::fs::node::{Node, NodeKind, S_IFCHR, S_IFIFO};
use crate::kernel::{Kernel, Refusal};
use crate::output::Output;
use crate::signals::Signals;
use crate::streams::{Input, NULL_DEVICE, Source, Stream};
use crate::symbolic::Undecided;
use crate::syscalls::Sys;
use patchlight_engine::alone::{Pace, to_end};
use patchlight_engine::explore::System;
use patchlight_engine::{Context, PathEnd, Program, Side, State, Stop, Syscall, Value, View};
use rustix::io::Errno;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::rc::Rc;

/// `makedev(136, 0)`: the first pseudo-terminal.
pub(crate) const TERMINAL_DEVICE: u64 = 0x8800;

/// The operating system around one state of a program.
#[derive(Clone)]
pub struct Posix {
    pub(crate) config: Rc<Config>,
    pub(crate) fs: Rc<FileSystem>,
    pub(crate) descriptors: Descriptors,
    pub(crate) signals: Signals,
    pub(crate) clock: Clock,
    pub(crate) stdin: Source,
    /// What was written to the standard streams and not taken yet, in order.
    pub(crate) output: Output,
    /// Why nothing more can be written to a standard stream.
    pub(crate) closed: Vec<(Stream, Errno)>,
    pub(crate) mappings: Mappings,
    pub(crate) random: u64,
    pub(crate) name: Vec<u8>,
    pub(crate) limits: Rc<crate::calls::process::Limits>,
    pub(crate) undecided: Undecided,
}

impl Posix {
    pub fn new(mut config: Config) -> Posix {
        let stdin_position;
        (config.stdin, stdin_position) = config.stdin.settle();
        let executable = config.executable.as_os_str().as_bytes().to_vec();
        let mut fs = FileSystem::new(&config.cwd, executable, config.umask, config.who.clone());
        let clock = Clock::new(config.start_time);
        let mut descriptors = Descriptors::default();
        for (n, stream) in [Stream::In, Stream::Out, Stream::Err].into_iter().enumerate() {
            let file = standard_file(&mut fs, &config, stream, config.terminals[n], &clock);
            descriptors.add(&mut fs, file, false).expect("the first descriptors are free");
        }
        let stdin = descriptors.get_mut(0).expect("standard input was just opened");
        stdin.offset = stdin_position;
        let name = config.args.first().map_or(&b""[..], Vec::as_slice);
        let name = name.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        Posix {
            fs: Rc::new(fs),
            descriptors,
            signals: Signals::default(),
            clock,
            stdin: Source::new(&config.stdin),
            output: Output::default(),
            closed: Vec::new(),
            mappings: Mappings::default(),
            random: 0x5eed_5eed_5eed_5eed,
            name: name[..name.len().min(15)].to_vec(),
            limits: Rc::default(),
            undecided: Undecided::default(),
            config: Rc::new(config),
        }
    }

    pub(crate) fn write_output(&mut self, stream: Stream, data: &Data) {
        self.output.push(stream, data.clone());
    }

    /// From now on, writing to `stream` fails.
    pub fn close_output(&mut self, stream: Stream, error: &std::io::Error) {
        let errno = error.raw_os_error().map_or(Errno::IO, Errno::from_raw_os_error);
        self.closed.push((stream, errno));
    }

    pub(crate) fn output_error(&self, stream: Stream) -> Option<Errno> {
        self.closed.iter().find(|(closed, _)| *closed == stream).map(|(_, errno)| *errno)
    }

    /// What the program wrote to its standard streams since the last time, in order.
    pub fn take_output(&mut self) -> Vec<(Stream, Data)> {
        std::mem::take(&mut self.output).into_pieces()
    }

    /// How the files differ from the host's.
    pub fn changes(&mut self) -> std::io::Result<Vec<Change>> {
        Ok(Rc::make_mut(&mut self.fs).changes()?)
    }

    /// Performs a system call, gives its result to the state and starts the handlers of signals
    /// that arrived. Breaks with [`Stop::End`] if the path ends, and with [`Stop::Decide`] if the
    /// call has to be performed again once a question is answered: then nothing has changed.
    pub fn syscall(
        &mut self,
        program: &Program,
        context: &mut Context,
        state: &mut State,
        call: Syscall,
    ) -> ControlFlow<Stop> {
        let Some(sys) = Sys::from_number(call.number) else {
            let what = format!("system call number {}", call.number);
            return ControlFlow::Break(Stop::End(state.unsupported(program, what)));
        };
        if let (Sys::exit | Sys::exit_group, Value::Term(status)) = (sys, call.args[0]) {
            state.path.exit_status = Some(status);
        }
        let mut args = [0; 6];
        for (arg, value) in args.iter_mut().zip(call.args) {
            *arg = match (state.path.exit_status, value) {
                (Some(_), Value::Term(term)) => {
                    let term = context.terms.project(term, Side::New);
                    context.word_under(&state.path.witness, term)
                }
                _ => match state.settle(context, value) {
                    Ok(word) => word,
                    Err(stop) => return ControlFlow::Break(stop),
                },
            };
        }
        // Only a call that can ask has to be undone.
        let asks = !state.path.inputs.is_empty() || state.view == View::Both;
        let before = asks.then(|| self.clone());
        self.clock.tick();
        let mut kernel = Kernel { os: self, program, context, state };
        kernel.notice_abandoned_handlers();
        kernel.fire_timers();
        let answer = kernel.perform(sys, args);
        let result = match answer {
            Ok(result) => result,
            Err(Refusal::Errno(errno)) => -i64::from(errno.raw_os_error()) as u64,
            Err(Refusal::End(end)) => return ControlFlow::Break(Stop::End(end)),
            Err(Refusal::Decide(condition)) => {
                *self = before.expect("questions come from inputs");
                return ControlFlow::Break(Stop::Decide(condition));
            }
            Err(Refusal::Apart) => {
                *self = before.expect("only versions that run together are parted");
                return ControlFlow::Break(Stop::Apart);
            }
            Err(Refusal::FileSize) => {
                let what = format!("a file of more than 2 GiB in system call `{}`", sys.name());
                return ControlFlow::Break(Stop::End(state.unsupported(program, what)));
            }
        };
        state.take_remark(program);
        state.finish_syscall(program, result);
        Kernel { os: self, program, context, state }.deliver_signals().map_break(Stop::End)
    }
}

impl System for Posix {
    fn syscall(
        &mut self,
        program: &Program,
        context: &mut Context,
        state: &mut State,
        call: Syscall,
    ) -> ControlFlow<Stop> {
        Posix::syscall(self, program, context, state, call)
    }
}

/// Runs a program until its path ends or `go_on`, which is told how many ops the state has executed in
/// all, says no. `sink` gets
/// what is written to the standard streams, after each system call that writes; if it can't take it,
/// the program's next write to that stream fails.
pub fn run(
    program: &Program,
    state: &mut State,
    posix: &mut Posix,
    go_on: &dyn Fn(u64) -> bool,
    sink: &mut dyn FnMut(Stream, &[u8]) -> std::io::Result<()>,
) -> PathEnd {
    let mut context = Context::default();
    // If the program's harness makes an input of its own, it is all zeros.
    to_end(program, &mut context, (state, posix), Pace::Calls, u64::MAX, |seen| {
        for (stream, data) in seen.system.take_output() {
            let bytes = data.under(seen.context, &seen.state.path.witness);
            if let Err(error) = sink(stream, &bytes) {
                seen.system.close_output(stream, &error);
            }
        }
        let goes_on = go_on(seen.state.path.n_ops);
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}

fn standard_file(
    fs: &mut FileSystem,
    config: &Config,
    stream: Stream,
    terminal: bool,
    clock: &Clock,
) -> OpenFile {
    let now = clock.now();
    if stream == Stream::In
        && let Input::File(bytes) = &config.stdin
    {
        let node = fs.create_nameless(bytes.clone(), 0o644, now);
        return OpenFile::new(node, 0, b"/stdin (deleted)".to_vec());
    }
    let is_null = stream == Stream::In && matches!(config.stdin, Input::Null);
    let mode = if terminal || is_null { S_IFCHR | 0o620 } else { S_IFIFO | 0o600 };
    let mut meta = fs.new_meta(mode, now);
    if is_null {
        meta.rdev = NULL_DEVICE;
        let node = fs.add(Node { kind: NodeKind::Device, meta });
        return OpenFile::new(node, 0, b"/dev/null".to_vec());
    }
    meta.rdev = if terminal { TERMINAL_DEVICE } else { 0 };
    let path = match terminal {
        true => b"/dev/pts/0".to_vec(),
        false => format!("pipe:[{}]", meta.ino).into_bytes(),
    };
    let node = fs.add(Node { kind: NodeKind::Stream(stream), meta });
    let flags = match stream {
        _ if terminal => O_RDWR,
        Stream::In => 0,
        Stream::Out | Stream::Err => O_WRONLY,
    };
    OpenFile::new(node, flags, path)
}
