//! Clocks, sleeping and timers. Sleeping takes no time: it moves the program's clock.

use crate::fs::node::Time;
use crate::kernel::{Answer, Kernel, Layout, Refusal};
use crate::signals::SIGALRM;
use rustix::io::Errno;

const CLOCK_REALTIME: u64 = 0;
const CLOCK_PROCESS_CPUTIME: u64 = 2;
const CLOCK_THREAD_CPUTIME: u64 = 3;
const TIMER_ABSTIME: u64 = 1;

/// `ITIMER_REAL`: when it fires and how long until it fires again.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Timer {
    pub(crate) at: Option<Time>,
    pub(crate) interval: Time,
}

/// How a wait ended.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Woken {
    InTime,
    BySignal,
}

impl Kernel<'_> {
    /// The processor time used: an op counts as a nanosecond.
    fn processor_time(&self) -> Time {
        Time::from_nanoseconds(self.state.path.n_ops)
    }

    fn clock(&self, clock: u64) -> Result<Time, Errno> {
        match clock {
            // Real, coarse real and international atomic time.
            CLOCK_REALTIME | 5 | 11 => Ok(self.os.clock.now()),
            CLOCK_PROCESS_CPUTIME | CLOCK_THREAD_CPUTIME => Ok(self.processor_time()),
            1 | 4 | 6 | 7 | 8 | 9 => Ok(self.os.clock.uptime()),
            _ => Err(Errno::INVAL),
        }
    }

    pub(crate) fn clock_gettime(&mut self, clock: u64, buffer: u64) -> Answer {
        let time = self.clock(clock)?;
        self.write_time(buffer, time)?;
        Ok(0)
    }

    pub(crate) fn clock_getres(&mut self, clock: u64, buffer: u64) -> Answer {
        self.clock(clock)?;
        if buffer != 0 {
            let coarse = matches!(clock, 5 | 6);
            self.write_time(buffer, Time { sec: 0, nsec: if coarse { 4_000_000 } else { 1 } })?;
        }
        Ok(0)
    }

    pub(crate) fn gettimeofday(&mut self, buffer: u64, zone: u64) -> Answer {
        let now = self.now();
        self.write_optional(
            buffer,
            &Layout::new(16).time(0, Time { nsec: now.nsec / 1000, ..now }).0,
        )?;
        self.write_optional(zone, &[0; 8])?;
        Ok(0)
    }

    pub(crate) fn time(&mut self, buffer: u64) -> Answer {
        let seconds = self.now().sec as u64;
        self.write_optional(buffer, &seconds.to_le_bytes())?;
        Ok(seconds)
    }

    pub(crate) fn times(&mut self, buffer: u64) -> Answer {
        let used = self.processor_time();
        let ticks = (used.sec * 100 + used.nsec / 10_000_000) as u64;
        self.write_optional(buffer, &Layout::new(32).u64(0, ticks).0)?;
        let uptime = self.os.clock.uptime();
        Ok((uptime.sec * 100 + uptime.nsec / 10_000_000) as u64)
    }

    /// Waits until `until`, or for ever.
    pub(crate) fn wait(&mut self, until: Option<Time>) -> Result<Woken, Refusal> {
        loop {
            if self.os.signals.any_deliverable() {
                return Ok(Woken::BySignal);
            }
            match (self.os.signals.timer.at, until) {
                (Some(fires), Some(end)) if fires <= end => self.os.clock.advance_to(fires),
                (_, Some(end)) => {
                    self.os.clock.advance_to(end);
                    return Ok(Woken::InTime);
                }
                (Some(fires), None) => self.os.clock.advance_to(fires),
                (None, None) => return Err(self.unsupported("a wait that nothing ends")),
            }
            self.fire_timers();
        }
    }

    /// Raises the signals of timers whose time has come.
    pub(crate) fn fire_timers(&mut self) {
        let now = self.now();
        let timer = &mut self.os.signals.timer;
        let Some(at) = timer.at.filter(|at| *at <= now) else { return };
        timer.at = (!timer.interval.is_zero()).then(|| at.plus(timer.interval).max(now));
        self.os.signals.raise(SIGALRM);
    }

    pub(crate) fn nanosleep(&mut self, request: u64, rest: u64) -> Answer {
        let time = self.read_time(request)?;
        if !time.is_valid() {
            return Err(Errno::INVAL.into());
        }
        let end = self.now().plus(time);
        self.sleep_until(end, rest)
    }

    pub(crate) fn clock_nanosleep(
        &mut self,
        clock: u64,
        flags: u64,
        request: u64,
        rest: u64,
    ) -> Answer {
        let now = self.clock(clock)?;
        if clock == CLOCK_THREAD_CPUTIME {
            return Err(Errno::INVAL.into());
        }
        let time = self.read_time(request)?;
        if !time.is_valid() {
            return Err(Errno::INVAL.into());
        }
        if flags & TIMER_ABSTIME == 0 {
            let end = self.now().plus(time);
            return self.sleep_until(end, rest);
        }
        let end = if clock == CLOCK_REALTIME { time } else { self.os.clock.at_uptime(time) };
        if time <= now { Ok(0) } else { self.sleep_until(end, 0) }
    }

    fn sleep_until(&mut self, end: Time, rest: u64) -> Answer {
        match self.wait(Some(end))? {
            Woken::InTime => Ok(0),
            Woken::BySignal => {
                let left = end.since(self.now());
                self.write_optional(rest, &Layout::new(16).time(0, left).0)?;
                Err(Errno::INTR.into())
            }
        }
    }

    pub(crate) fn alarm(&mut self, seconds: u64) -> Answer {
        let now = self.now();
        let old = self.os.signals.timer.at.map_or(Time::default(), |at| at.since(now));
        let seconds = i64::from(seconds as u32);
        let at = (seconds > 0).then(|| now.plus(Time { sec: seconds, nsec: 0 }));
        self.os.signals.timer = Timer { at, interval: Time::default() };
        // The kernel rounds to the nearest second, but never to "no alarm".
        let rounded = old.sec as u64 + u64::from(old.nsec >= 500_000_000);
        Ok(if old.is_zero() { 0 } else { rounded.max(1) })
    }

    pub(crate) fn getitimer(&mut self, which: u64, buffer: u64) -> Answer {
        match which {
            0 => self.write_timer(buffer),
            1 | 2 => {
                self.write_bytes(buffer, &[0; 32])?;
                Ok(0)
            }
            _ => Err(Errno::INVAL.into()),
        }
    }

    fn write_timer(&mut self, buffer: u64) -> Answer {
        let Timer { at, interval } = self.os.signals.timer;
        let left = at.map_or(Time::default(), |at| at.since(self.now()));
        let micro = |time: Time| Time { nsec: time.nsec / 1000, ..time };
        let bytes = Layout::new(32).time(0, micro(interval)).time(16, micro(left));
        self.write_bytes(buffer, &bytes.0)?;
        Ok(0)
    }

    pub(crate) fn setitimer(&mut self, which: u64, new: u64, old: u64) -> Answer {
        if which > 2 {
            return Err(Errno::INVAL.into());
        }
        let words = self.read_words(new, 4)?;
        let time = |n: usize| Time { sec: words[n] as i64, nsec: words[n + 1] as i64 };
        let (interval, first) = (time(0), time(2));
        let valid = |time: Time| time.sec >= 0 && (0..1_000_000).contains(&time.nsec);
        if !valid(interval) || !valid(first) {
            return Err(Errno::INVAL.into());
        }
        if which != 0 && !first.is_zero() {
            return Err(self.unsupported("`setitimer` of processor time"));
        }
        if old != 0 {
            self.getitimer(which, old)?;
        }
        if which == 0 {
            let nano = |time: Time| Time { nsec: time.nsec * 1000, ..time };
            let at = (!first.is_zero()).then(|| self.now().plus(nano(first)));
            self.os.signals.timer = Timer { at, interval: nano(interval) };
        }
        Ok(0)
    }
}
