//! The standard streams of a program: pipes, or terminals if its case says so.
//!
//! The controlling sides of three terminals are opened before the worker enters its namespaces,
//! where there are none. Each run gets the other side anew, so that what a program did to a terminal
//! does not reach the next one.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// What a terminal's user types to end the input, for as many reads as a program may try.
pub const ENDS: &[u8] = &[4; 256];

/// The controlling sides, or why there are none.
pub struct Terminals(io::Result<[File; 3]>);

/// Both ends of the standard streams.
pub struct Streams {
    pub stdin: OwnedFd,
    pub feed: PipeWriter,
    pub out: PipeReader,
    pub stdout: OwnedFd,
    pub err: PipeReader,
    pub stderr: OwnedFd,
}

impl Terminals {
    pub fn open() -> Terminals {
        let open = || -> io::Result<[File; 3]> { Ok([open_one()?, open_one()?, open_one()?]) };
        Terminals(open())
    }

    /// Streams for a run; `terminals` says which of them are terminals.
    pub fn streams(&self, terminals: [bool; 3]) -> io::Result<Streams> {
        let (stdin, feed) = match terminals[0] {
            true => {
                let (theirs, ours) = self.ends(0)?;
                (theirs, PipeWriter::from(ours))
            }
            false => {
                let (theirs, ours) = io::pipe()?;
                (theirs.into(), ours)
            }
        };
        let output = |n: usize| -> io::Result<(PipeReader, OwnedFd)> {
            if terminals[n] {
                let (theirs, ours) = self.ends(n)?;
                return Ok((ours.into(), theirs));
            }
            let (ours, theirs) = io::pipe()?;
            Ok((ours, theirs.into()))
        };
        let ((out, stdout), (err, stderr)) = (output(1)?, output(2)?);
        Ok(Streams { stdin, feed, out, stdout, err, stderr })
    }

    /// The program's side of a terminal as if it were new, and ours.
    fn ends(&self, n: usize) -> io::Result<(OwnedFd, OwnedFd)> {
        let masters = self
            .0
            .as_ref()
            .map_err(|error| io::Error::other(format!("cannot create a terminal: {error}")))?;
        let master = &masters[n];
        let flags = libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC;
        // SAFETY: a plain system call with integers; what it returns is a new descriptor.
        let slave = unsafe {
            let fd = libc::ioctl(master.as_raw_fd(), libc::TIOCGPTPEER, flags);
            check(fd)?;
            OwnedFd::from_raw_fd(fd)
        };
        make_new(&slave)?;
        Ok((slave, master.try_clone()?.into()))
    }
}

fn open_one() -> io::Result<File> {
    // SAFETY: plain system calls; what the first returns is a new descriptor.
    unsafe {
        let fd = libc::posix_openpt(libc::O_RDWR | libc::O_NOCTTY | libc::O_CLOEXEC);
        check(fd)?;
        let master = File::from_raw_fd(fd);
        check(libc::unlockpt(fd))?;
        Ok(master)
    }
}

/// Cooked mode as a terminal has it at first, but for two things: what is typed is not shown, and
/// what is written comes out as it is. 80 columns, 24 lines, nothing in its queues.
fn make_new(terminal: &OwnedFd) -> io::Result<()> {
    let fd = terminal.as_raw_fd();
    // SAFETY: structures of integers, for which zeros are valid, of the sizes that the calls expect.
    unsafe {
        let mut settings: libc::termios = std::mem::zeroed();
        check(libc::tcgetattr(fd, &mut settings))?;
        settings.c_iflag = libc::ICRNL | libc::IXON;
        settings.c_oflag = libc::ONLCR;
        settings.c_lflag = libc::ISIG | libc::ICANON | libc::IEXTEN;
        settings.c_cc[libc::VEOF] = ENDS[0];
        check(libc::tcsetattr(fd, libc::TCSANOW, &settings))?;
        let mut size: libc::winsize = std::mem::zeroed();
        (size.ws_row, size.ws_col) = (24, 80);
        check(libc::ioctl(fd, libc::TIOCSWINSZ, &size))?;
        check(libc::tcflush(fd, libc::TCIOFLUSH))
    }
}

fn check(result: i32) -> io::Result<()> {
    if result >= 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
