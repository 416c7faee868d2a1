//! Waiting for descriptors. Files are always ready; a pipe is ready when something is in it.

use super::time::Woken;
use crate::fs::node::{NodeKind, Time};
use crate::kernel::{Answer, Kernel, Refusal};
use rustix::io::Errno;

const POLLIN: u16 = 1;
const POLLOUT: u16 = 4;
const POLLERR: u16 = 8;
const POLLHUP: u16 = 16;
const POLLNVAL: u16 = 32;
const POLLRDNORM: u16 = 64;
const POLLWRNORM: u16 = 256;

impl Kernel<'_> {
    /// What could be done with a descriptor without waiting.
    fn readiness(&self, fd: i32) -> u16 {
        let Ok(file) = self.os.descriptors.get(fd) else { return POLLNVAL };
        let (input, output) = (POLLIN | POLLRDNORM, POLLOUT | POLLWRNORM);
        match &self.os.fs.node(file.node).kind {
            NodeKind::Pipe(pipe) if file.readable() => {
                let hang_up = if pipe.n_writers == 0 { POLLHUP } else { 0 };
                if pipe.bytes.is_empty() { hang_up } else { input | hang_up }
            }
            NodeKind::Pipe(pipe) => {
                let broken = if pipe.n_readers == 0 { POLLERR } else { 0 };
                if pipe.bytes.len() < 65536 { output | broken } else { broken }
            }
            NodeKind::Stream(_) if !file.writable() => input,
            NodeKind::Stream(_) => output,
            _ => input | output,
        }
    }

    /// `poll` and `ppoll`; no timeout means for ever.
    pub(crate) fn poll(&mut self, fds: u64, n: u64, timeout: Option<Time>) -> Answer {
        if n > 1024 {
            return Err(Errno::INVAL.into());
        }
        let deadline = timeout.map(|timeout| self.now().plus(timeout));
        let mut entries = self.read_bytes(fds, 8 * n)?;
        loop {
            let mut n_ready = 0;
            for entry in entries.chunks_exact_mut(8) {
                let fd = i32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]);
                let events = u16::from_le_bytes([entry[4], entry[5]]);
                let always = POLLERR | POLLHUP | POLLNVAL;
                let ready = if fd < 0 { 0 } else { self.readiness(fd) & (events | always) };
                n_ready += u64::from(ready != 0);
                entry[6..].copy_from_slice(&ready.to_le_bytes());
            }
            let expired = deadline.is_some_and(|deadline| deadline <= self.now());
            if n_ready > 0 || expired {
                self.write_bytes(fds, &entries)?;
                return Ok(n_ready);
            }
            if self.wait(deadline)? == Woken::BySignal {
                return Err(Errno::INTR.into());
            }
        }
    }

    pub(crate) fn poll_timeout(&mut self, milliseconds: i32) -> Option<Time> {
        let n = u64::try_from(milliseconds).ok()?;
        Some(Time::from_nanoseconds(n * 1_000_000))
    }

    /// The timeout at `address`, whose fraction counts in units of `unit` nanoseconds.
    pub(crate) fn timeout_at(&mut self, address: u64, unit: i64) -> Result<Option<Time>, Refusal> {
        if address == 0 {
            return Ok(None);
        }
        let time = self.read_time(address)?;
        if time.sec < 0 || time.nsec < 0 {
            return Err(Errno::INVAL.into());
        }
        let fraction = Time { sec: 0, nsec: time.nsec.saturating_mul(unit) };
        Ok(Some(Time { sec: time.sec, nsec: 0 }.plus(fraction)))
    }

    /// `select` and `pselect6`: `sets` are those for reading, writing and exceptions.
    pub(crate) fn select(&mut self, n: i32, sets: [u64; 3], timeout: Option<Time>) -> Answer {
        if !(0..=1024).contains(&n) {
            return Err(Errno::INVAL.into());
        }
        let n_words = (n as u64).div_ceil(64);
        let mut wanted = Vec::new();
        for set in sets {
            let words = if set == 0 { Vec::new() } else { self.read_words(set, n_words)? };
            wanted.push(words);
        }
        let deadline = timeout.map(|timeout| self.now().plus(timeout));
        loop {
            let ready = self.select_ready(n, &wanted)?;
            let n_ready: u32 = ready.iter().flatten().map(|word| word.count_ones()).sum();
            if n_ready > 0 || deadline.is_some_and(|deadline| deadline <= self.now()) {
                for (set, words) in sets.into_iter().zip(&ready).filter(|(set, _)| *set != 0) {
                    self.write_words(set, words)?;
                }
                return Ok(n_ready.into());
            }
            if self.wait(deadline)? == Woken::BySignal {
                return Err(Errno::INTR.into());
            }
        }
    }

    fn select_ready(&self, n: i32, wanted: &[Vec<u64>]) -> Result<Vec<Vec<u64>>, Errno> {
        let events = [POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, 0];
        let mut ready = Vec::new();
        for (set, events) in wanted.iter().zip(events) {
            let mut found = vec![0; set.len()];
            for fd in (0..n).filter(|&fd| bit(set, fd)) {
                let state = self.readiness(fd);
                if state & POLLNVAL != 0 {
                    return Err(Errno::BADF);
                }
                if state & events != 0 {
                    found[fd as usize / 64] |= 1 << (fd % 64);
                }
            }
            ready.push(found);
        }
        Ok(ready)
    }
}

fn bit(set: &[u64], fd: i32) -> bool {
    set.get(fd as usize / 64).is_some_and(|word| word >> (fd % 64) & 1 != 0)
}
