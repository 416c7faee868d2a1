//! [`Posix`] itself, and the loop that drives a program with it.

use crate::calls::memory::Mappings;
use crate::clock::Clock;
use crate::config::Config;
use crate::descriptors::{Descriptors, O_RDWR, O_WRONLY, OpenFile};
use crate::fs::FileSystem;
use crate::fs::node::{Node, NodeKind, S_IFCHR, S_IFIFO};
use crate::kernel::{Kernel, Refusal};
use crate::signals::Signals;
use crate::streams::{Input, NULL_DEVICE, Source, Stream};
use crate::syscalls::Sys;
use patchlight_engine::{Limit, PathEnd, Program, State, Stop, Syscall};
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::rc::Rc;

/// `makedev(136, 0)`: the first pseudo-terminal.
const TERMINAL_DEVICE: u64 = 0x8800;

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
    output: Vec<(Stream, Vec<u8>)>,
    pub(crate) mappings: Mappings,
    pub(crate) random: u64,
    pub(crate) name: Vec<u8>,
    pub(crate) limits: Rc<crate::calls::process::Limits>,
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
            output: Vec::new(),
            mappings: Mappings::default(),
            random: 0x5eed_5eed_5eed_5eed,
            name: name[..name.len().min(15)].to_vec(),
            limits: Rc::default(),
            config: Rc::new(config),
        }
    }

    pub(crate) fn write_output(&mut self, stream: Stream, bytes: &[u8]) {
        match self.output.last_mut() {
            Some((last, written)) if *last == stream => written.extend_from_slice(bytes),
            _ => self.output.push((stream, bytes.to_vec())),
        }
    }

    /// What the program wrote to its standard streams since the last time, in order.
    pub fn take_output(&mut self) -> Vec<(Stream, Vec<u8>)> {
        std::mem::take(&mut self.output)
    }

    /// Performs a system call, gives its result to the state and starts the handlers of signals
    /// that arrived. Breaks if the path ends.
    pub fn syscall(
        &mut self,
        program: &Program,
        state: &mut State,
        call: Syscall,
    ) -> ControlFlow<PathEnd> {
        self.clock.tick();
        let Some(sys) = Sys::from_number(call.number) else {
            let what = format!("system call number {}", call.number);
            return ControlFlow::Break(state.unsupported(program, what));
        };
        let mut kernel = Kernel { os: self, program, state };
        kernel.notice_abandoned_handlers();
        kernel.fire_timers();
        let answer = kernel.perform(sys, call.args);
        state.take_remark(program);
        let result = match answer {
            Ok(result) => result,
            Err(Refusal::Errno(errno)) => -i64::from(errno.raw_os_error()) as u64,
            Err(Refusal::End(end)) => return ControlFlow::Break(end),
            Err(Refusal::FileSize) => {
                let what = format!("a file of more than 2 GiB in system call `{}`", sys.name());
                return ControlFlow::Break(state.unsupported(program, what));
            }
        };
        state.finish_syscall(program, result);
        Kernel { os: self, program, state }.deliver_signals()
    }
}

/// Runs a program until its path ends or the state has executed `max_ops` ops in all. `sink` gets
/// what is written to the standard streams, after each system call that writes.
pub fn run(
    program: &Program,
    state: &mut State,
    posix: &mut Posix,
    max_ops: u64,
    sink: &mut dyn FnMut(Stream, &[u8]),
) -> PathEnd {
    loop {
        let n_left = max_ops.saturating_sub(state.n_ops);
        if n_left == 0 {
            return PathEnd::Limit(Limit::Ops);
        }
        let end = match state.run(program, n_left) {
            Stop::Syscall(call) => posix.syscall(program, state, call).break_value(),
            Stop::End(end) => Some(end),
            Stop::Returned(status) => Some(PathEnd::Exit(status as i32 & 0xff)),
            Stop::Paused => None,
        };
        for (stream, bytes) in posix.take_output() {
            sink(stream, &bytes);
        }
        if let Some(end) = end {
            return end;
        }
    }
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
