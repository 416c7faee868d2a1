//! System calls about signals. How they are delivered stands in `crate::signals`.

use super::process::PID;
use super::time::Woken;
use crate::kernel::{Answer, Kernel, Layout, Refusal};
use crate::signals::{Action, N_SIGNALS, Pending, SI_USER, SIGKILL, SIGSTOP, bit};
use rustix::io::Errno;

const SI_TKILL: i32 = -6;
/// Neither can be blocked, ignored or handled.
const UNSTOPPABLE: u64 = 1 << (SIGKILL - 1) | 1 << (SIGSTOP - 1);

impl Kernel<'_> {
    pub(crate) fn sigaction(&mut self, signal: i32, new: u64, old: u64, size: u64) -> Answer {
        if size != 8 || !(1..=N_SIGNALS).contains(&signal) {
            return Err(Errno::INVAL.into());
        }
        if new != 0 && UNSTOPPABLE & bit(signal) != 0 {
            return Err(Errno::INVAL.into());
        }
        let before = self.os.signals.actions[signal as usize];
        if new != 0 {
            let words = self.read_words(new, 4)?;
            self.os.signals.actions[signal as usize] = Action {
                handler: words[0],
                flags: words[1],
                restorer: words[2],
                mask: words[3] & !UNSTOPPABLE,
            };
            if self.os.signals.is_ignored(signal) {
                self.os.signals.pending.retain(|pending| pending.signal != signal);
            }
        }
        if old != 0 {
            let words = [before.handler, before.flags, before.restorer, before.mask];
            self.write_words(old, &words)?;
        }
        Ok(0)
    }

    pub(crate) fn sigprocmask(&mut self, how: u64, set: u64, old: u64, size: u64) -> Answer {
        if size != 8 {
            return Err(Errno::INVAL.into());
        }
        let before = self.os.signals.mask;
        if set != 0 {
            let set = self.read_words(set, 1)?[0];
            let mask = match how {
                0 => before | set,
                1 => before & !set,
                2 => set,
                _ => return Err(Errno::INVAL.into()),
            };
            self.os.signals.mask = mask & !UNSTOPPABLE;
        }
        if old != 0 {
            self.write_words(old, &[before])?;
        }
        Ok(0)
    }

    pub(crate) fn sigpending(&mut self, set: u64) -> Answer {
        let pending = self.os.signals.pending.iter();
        let bits = pending.fold(0, |bits, pending| bits | bit(pending.signal));
        let blocked = bits & self.os.signals.mask;
        self.write_words(set, &[blocked])?;
        Ok(0)
    }

    pub(crate) fn sigsuspend(&mut self, set: u64) -> Answer {
        let set = self.read_words(set, 1)?[0];
        self.replace_mask(set);
        self.pause()
    }

    /// Waits with another mask; the old one comes back with the handler's return.
    pub(crate) fn replace_mask(&mut self, mask: u64) {
        self.os.signals.suspended_mask = Some(self.os.signals.mask);
        self.os.signals.mask = mask & !UNSTOPPABLE;
    }

    pub(crate) fn pause(&mut self) -> Answer {
        match self.wait(None)? {
            Woken::BySignal => Err(Errno::INTR.into()),
            Woken::InTime => Ok(0),
        }
    }

    pub(crate) fn sigtimedwait(&mut self, set: u64, info: u64, timeout: u64) -> Answer {
        let set = self.read_words(set, 1)?[0];
        let timeout = self.timeout_at(timeout, 1)?;
        let deadline = timeout.map(|timeout| self.now().plus(timeout));
        loop {
            if let Some(pending) = self.os.signals.take(set) {
                self.write_optional(info, &pending.info)?;
                return Ok(pending.signal as u64);
            }
            // While it waits, the signals of the set end the wait although they are blocked.
            let mask = self.os.signals.mask;
            self.os.signals.mask &= !set;
            let woken = self.wait(deadline);
            self.os.signals.mask = mask;
            let arrived = self.os.signals.pending.iter().any(|p| set & bit(p.signal) != 0);
            match woken? {
                Woken::InTime => return Err(Errno::AGAIN.into()),
                Woken::BySignal if arrived => {}
                Woken::BySignal => return Err(Errno::INTR.into()),
            }
        }
    }

    /// `kill`: there is nobody else to send a signal to.
    pub(crate) fn kill(&mut self, pid: i64, signal: i32) -> Answer {
        let own = PID as i64;
        if pid != own && pid != 0 && pid != -own && pid != -1 {
            return Err(Errno::SRCH.into());
        }
        self.send_to_self(signal, SI_USER)
    }

    /// `tkill` and `tgkill`.
    pub(crate) fn kill_thread(&mut self, thread: u64, signal: i32) -> Answer {
        if thread != PID {
            return Err(Errno::SRCH.into());
        }
        self.send_to_self(signal, SI_TKILL)
    }

    fn send_to_self(&mut self, signal: i32, code: i32) -> Answer {
        self.check_signal(signal)?;
        if signal > 0 {
            let info = Layout::new(128)
                .u32(0, signal as u32)
                .u32(8, code as u32)
                .u32(16, PID as u32)
                .u32(20, self.os.fs.who.uid)
                .0;
            self.os.signals.send(Pending { signal, info });
        }
        Ok(0)
    }

    fn check_signal(&self, signal: i32) -> Result<(), Refusal> {
        if (0..=N_SIGNALS).contains(&signal) { Ok(()) } else { Err(Errno::INVAL.into()) }
    }

    /// `rt_sigqueueinfo`: the sender writes the information itself.
    pub(crate) fn sigqueueinfo(&mut self, pid: u64, signal: i32, info: u64) -> Answer {
        self.check_signal(signal)?;
        if pid != PID {
            return Err(Errno::SRCH.into());
        }
        let mut info = self.read_bytes(info, 128)?;
        info[..4].copy_from_slice(&signal.to_le_bytes());
        if signal > 0 {
            self.os.signals.send(Pending { signal, info });
        }
        Ok(0)
    }

    pub(crate) fn sigaltstack(&mut self, new: u64, old: u64) -> Answer {
        const SS_DISABLE: u64 = 2;
        const MINSIGSTKSZ: u64 = 2048;
        let before = self.os.signals.alternate_stack;
        if new != 0 {
            let words = self.read_words(new, 3)?;
            let flags = words[1] & 0xffff_ffff;
            if flags & !(SS_DISABLE | 1 | 1 << 31) != 0 {
                return Err(Errno::INVAL.into());
            }
            if flags & SS_DISABLE == 0 && words[2] < MINSIGSTKSZ {
                return Err(Errno::NOMEM.into());
            }
            self.os.signals.alternate_stack = match flags & SS_DISABLE {
                0 => [words[0], 0, words[2]],
                _ => [0, SS_DISABLE, 0],
            };
        }
        if old != 0 {
            self.write_words(old, &before)?;
        }
        Ok(0)
    }
}
