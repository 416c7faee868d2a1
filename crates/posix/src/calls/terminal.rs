//! Terminals: what `ioctl` says about descriptors. There is no terminal unless the caller says so.

use crate::fs::node::NodeKind;
use crate::kernel::{Answer, Kernel, Layout};
use rustix::io::Errno;

const TCGETS: u64 = 0x5401;
const TCSETS: u64 = 0x5402;
const TCSETSF: u64 = 0x5404;
const TIOCGPGRP: u64 = 0x540f;
const TIOCSPGRP: u64 = 0x5410;
const TIOCGWINSZ: u64 = 0x5413;
const TIOCSWINSZ: u64 = 0x5414;
const FIONREAD: u64 = 0x541b;
const FIONBIO: u64 = 0x5421;
const FIOCLEX: u64 = 0x5451;
const FIONCLEX: u64 = 0x5450;
const TIOCGPTN: u64 = 0x8004_5430;

impl Kernel<'_> {
    pub(crate) fn ioctl(&mut self, fd: i32, request: u64, arg: u64) -> Answer {
        let node = self.os.descriptors.get(fd)?.node;
        self.decide_stream(node)?;
        match request as u32 as u64 {
            FIOCLEX | FIONCLEX => {
                self.os.descriptors.set_cloexec(fd, request == FIOCLEX)?;
                Ok(0)
            }
            FIONBIO => {
                let on = self.read_u32(arg)? != 0;
                let file = self.os.descriptors.get_mut(fd)?;
                let flag = crate::descriptors::O_NONBLOCK;
                file.flags = if on { file.flags | flag } else { file.flags & !flag };
                Ok(0)
            }
            FIONREAD => {
                let n = self.n_readable(fd)?;
                self.write_bytes(arg, &n.to_le_bytes())?;
                Ok(0)
            }
            request if self.is_terminal(node) => self.terminal_ioctl(request, arg),
            _ => Err(Errno::NOTTY.into()),
        }
    }

    fn n_readable(&mut self, fd: i32) -> Result<u32, Errno> {
        let file = self.os.descriptors.get(fd)?;
        let node = self.os.fs.node(file.node);
        match &node.kind {
            NodeKind::File(_) => Ok(node.meta.size.saturating_sub(file.offset) as u32),
            NodeKind::Pipe(pipe) => Ok(pipe.bytes.len() as u32),
            NodeKind::Stream(_) => Ok(0),
            _ => Err(Errno::NOTTY),
        }
    }

    fn is_terminal(&self, node: crate::fs::node::NodeId) -> bool {
        let node = self.os.fs.node(node);
        matches!(node.kind, NodeKind::Stream(_)) && node.meta.rdev != 0
    }

    fn terminal_ioctl(&mut self, request: u64, arg: u64) -> Answer {
        match request {
            TCGETS => {
                // Cooked mode at 38400 baud, as a new terminal has it.
                let control = [3, 28, 127, 21, 4, 0, 1, 0, 17, 19, 26, 0, 18, 15, 23, 22];
                let termios = Layout::new(36)
                    .u32(0, 0x500)
                    .u32(4, 0x5)
                    .u32(8, 0xbf)
                    .u32(12, 0x8a3b)
                    .put(17, &control);
                self.write_bytes(arg, &termios.0)?;
            }
            TIOCGWINSZ => {
                let size = Layout::new(8).u16(0, 24).u16(2, 80);
                self.write_bytes(arg, &size.0)?;
            }
            TIOCGPGRP => self.write_bytes(arg, &(super::process::PID as u32).to_le_bytes())?,
            TCSETS..=TCSETSF | TIOCSWINSZ | TIOCSPGRP => {}
            TIOCGPTN => return Err(Errno::NOTTY.into()),
            _ => return Err(self.unsupported(format!("`ioctl` {request:#x} of a terminal"))),
        }
        Ok(0)
    }
}
