//! Calls whose answers Linux documents.

use super::{Arg, Machine, room, text};
use crate::syscalls::Sys;
use crate::{Config, Input, START_TIME, Stream};
use patchlight_engine::{BugKind, PathEnd};
use rustix::io::Errno;

fn machine() -> Machine {
    Machine::new(Config::default())
}

fn pipe(machine: &mut Machine) -> (i64, i64) {
    let made = machine.call(Sys::pipe2, &[room(8), Arg::Int(0)]);
    let fds = &made.buffers[0];
    (i64::from(fds[0]), i64::from(fds[4]))
}

#[test]
fn what_is_written_to_the_standard_streams_arrives_in_order() {
    let mut machine = machine();
    for (fd, bytes) in [(1, "one "), (1, "two"), (2, "error"), (1, "three")] {
        let len = bytes.len() as i64;
        let args = [Arg::Int(fd), Arg::Bytes(bytes.into()), Arg::Int(len)];
        assert_eq!(machine.call(Sys::write, &args).result, Ok(len as u64));
    }
    let expected = [
        (Stream::Out, b"one two".to_vec().into()),
        (Stream::Err, b"error".to_vec().into()),
        (Stream::Out, b"three".to_vec().into()),
    ];
    assert_eq!(machine.os.take_output(), expected);
}

#[test]
fn a_copy_of_the_system_reads_the_same_input_again() {
    let stdin = Input::Bytes(b"hello".to_vec().into());
    let mut machine = Machine::new(Config { stdin, ..Config::default() });
    let read = [Arg::Int(0), room(3), Arg::Int(3)];
    assert_eq!(machine.call(Sys::read, &read).buffers[0], b"hel");
    let copy = machine.os.clone();
    assert_eq!(machine.call(Sys::read, &read).buffers[0], b"lo\0");
    assert_eq!(machine.call(Sys::read, &read).result, Ok(0));
    machine.os = copy;
    assert_eq!(machine.call(Sys::read, &read).buffers[0], b"lo\0");
}

#[test]
fn input_from_a_file_can_be_sought_and_input_from_a_pipe_cannot() {
    let stdin = Input::File(b"hello".to_vec().into());
    let mut file = Machine::new(Config { stdin, ..Config::default() });
    let seek = [Arg::Int(0), Arg::Int(-2), Arg::Int(2)];
    assert_eq!(file.call(Sys::lseek, &seek).result, Ok(3));
    assert_eq!(machine().call(Sys::lseek, &seek).result, Err(Errno::SPIPE));
}

#[test]
fn a_pipe_gives_what_was_put_in_and_then_its_end() {
    let mut machine = machine();
    let (read, write) = pipe(&mut machine);
    let bytes = Arg::Bytes(b"abc".to_vec());
    machine.call(Sys::write, &[Arg::Int(write), bytes, Arg::Int(3)]).result.expect("room");
    let take = [Arg::Int(read), room(8), Arg::Int(8)];
    assert_eq!(machine.call(Sys::read, &take).result, Ok(3));
    assert!(matches!(machine.try_call(Sys::read, &take), Err(PathEnd::Unsupported(_))));
    machine.call(Sys::close, &[Arg::Int(write)]).result.expect("open");
    assert_eq!(machine.call(Sys::read, &take).result, Ok(0));
}

#[test]
fn writing_to_a_pipe_that_nobody_reads_is_an_error_and_a_signal() {
    let mut machine = machine();
    let (read, write) = pipe(&mut machine);
    machine.call(Sys::close, &[Arg::Int(read)]).result.expect("open");
    let args = [Arg::Int(write), Arg::Bytes(b"abc".to_vec()), Arg::Int(3)];
    assert_eq!(machine.call(Sys::write, &args).result, Err(Errno::PIPE));
    assert!(machine.os.signals.any_deliverable());
}

#[test]
fn descriptors_of_one_open_file_share_its_position() {
    let stdin = Input::File(b"hello".to_vec().into());
    let mut machine = Machine::new(Config { stdin, ..Config::default() });
    let copy = machine.call(Sys::dup, &[Arg::Int(0)]).result.expect("a free descriptor");
    assert_eq!(copy, 3);
    machine.call(Sys::read, &[Arg::Int(0), room(2), Arg::Int(2)]).result.expect("readable");
    let rest = machine.call(Sys::read, &[Arg::Int(3), room(5), Arg::Int(5)]);
    assert_eq!(rest.buffers[0], b"llo\0\0");
}

#[test]
fn a_path_to_an_open_descriptor_leads_to_its_file() {
    let stdin = Input::File(b"hello".to_vec().into());
    let mut machine = Machine::new(Config { stdin, ..Config::default() });
    for path in ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"] {
        let opened = machine.call(Sys::open, &[text(path), Arg::Int(0)]);
        let fd = opened.result.expect("the file behind standard input") as i64;
        assert_eq!(machine.call(Sys::read, &[Arg::Int(fd), room(5), Arg::Int(5)]).result, Ok(5));
    }
    let missing = machine.call(Sys::open, &[text("/dev/fd/77"), Arg::Int(0)]);
    assert_eq!(missing.result, Err(Errno::NOENT));
}

#[test]
fn devices_behave_as_their_names_say() {
    let mut machine = machine();
    let open = |machine: &mut Machine, path| {
        machine.call(Sys::open, &[text(path), Arg::Int(2)]).result.expect("a device") as i64
    };
    let (null, zero, full) = (
        open(&mut machine, "/dev/null"),
        open(&mut machine, "/dev/zero"),
        open(&mut machine, "/dev/full"),
    );
    let write = |fd| [Arg::Int(fd), Arg::Bytes(b"x".to_vec()), Arg::Int(1)];
    let read = |fd| [Arg::Int(fd), Arg::Bytes(vec![7; 4]), Arg::Int(4)];
    assert_eq!(machine.call(Sys::write, &write(null)).result, Ok(1));
    assert_eq!(machine.call(Sys::read, &read(null)).result, Ok(0));
    assert_eq!(machine.call(Sys::read, &read(zero)).buffers[0], [0; 4]);
    assert_eq!(machine.call(Sys::write, &write(full)).result, Err(Errno::NOSPC));
}

#[test]
fn sleeping_moves_the_clock_and_an_alarm_ends_a_sleep() {
    let mut machine = machine();
    let seconds = |n: u64| Arg::Bytes([n.to_le_bytes(), [0; 8]].concat());
    machine.call(Sys::nanosleep, &[seconds(10), Arg::Int(0)]).result.expect("no signal");
    assert_eq!(machine.call(Sys::time, &[Arg::Int(0)]).result, Ok(START_TIME as u64 + 10));
    machine.call(Sys::alarm, &[Arg::Int(5)]).result.expect("always succeeds");
    let made = machine.call(Sys::nanosleep, &[seconds(60), room(16)]);
    assert_eq!(made.result, Err(Errno::INTR));
    assert_eq!(made.buffers[1][0], 55);
    assert_eq!(machine.call(Sys::time, &[Arg::Int(0)]).result, Ok(START_TIME as u64 + 15));
}

#[test]
fn a_wrong_pointer_is_the_programs_bug() {
    let mut machine = machine();
    let args = [Arg::Int(1), Arg::Bytes(b"abc".to_vec()), Arg::Int(4)];
    match machine.try_call(Sys::write, &args) {
        Err(PathEnd::Bug(bug)) => assert_eq!(bug.kind, BugKind::OutOfBoundsRead),
        _ => panic!("a read of 4 bytes from an object of 3 is a bug"),
    }
    let args = [Arg::Int(0), Arg::Int(0)];
    match machine.try_call(Sys::fstat, &args) {
        Err(PathEnd::Bug(bug)) => assert_eq!(bug.kind, BugKind::NullDereference),
        _ => panic!("a null pointer is a bug"),
    }
}

#[test]
fn an_unknown_call_is_unsupported_by_name() {
    match machine().try_call(Sys::socket, &[Arg::Int(2), Arg::Int(1), Arg::Int(0)]) {
        Err(PathEnd::Unsupported(gap)) => assert_eq!(gap.what, "system call `socket`"),
        _ => panic!("there are no sockets"),
    }
}

#[test]
fn random_bytes_are_the_same_in_every_run() {
    let draw = || machine().call(Sys::getrandom, &[room(24), Arg::Int(24), Arg::Int(0)]).buffers;
    assert_eq!(draw(), draw());
    assert_ne!(draw()[0][..8], draw()[0][8..16]);
}

#[test]
fn the_current_directory_follows_chdir_and_survives_a_rename() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let cwd = dir.path().canonicalize().expect("a real path");
    let mut machine = Machine::new(Config { cwd: cwd.clone(), ..Config::default() });
    let where_am_i = |machine: &mut Machine| {
        let made = machine.call(Sys::getcwd, &[room(4096), Arg::Int(4096)]);
        made.result.map(|len| String::from_utf8_lossy(&made.buffers[0][..len as usize - 1]).into())
    };
    machine.call(Sys::mkdir, &[text("sub"), Arg::Int(0o755)]).result.expect("free");
    machine.call(Sys::chdir, &[text("sub")]).result.expect("a directory");
    machine.call(Sys::rename, &[text("../sub"), text("../other")]).result.expect("free");
    let expected: String = format!("{}/other", cwd.display());
    assert_eq!(where_am_i(&mut machine), Ok(expected));
    machine.call(Sys::rmdir, &[text("../other")]).result.expect("empty");
    assert_eq!(where_am_i(&mut machine), Err(Errno::NOENT));
}

#[test]
fn unmapped_memory_is_gone() {
    let mut machine = machine();
    let private = Arg::Int(0x22);
    let args = [Arg::Int(0), Arg::Int(5000), Arg::Int(3), private, Arg::Int(-1), Arg::Int(0)];
    let address = machine.call(Sys::mmap, &args).result.expect("room");
    machine.state.memory.write(address + 8191, b"x").expect("two whole pages");
    machine.call(Sys::munmap, &[Arg::Int(address as i64), Arg::Int(5000)]).result.expect("mapped");
    assert!(machine.state.memory.write(address, b"x").is_err());
}
