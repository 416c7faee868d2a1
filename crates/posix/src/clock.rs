//! The program's clock. It moves a little with every system call and otherwise only when the
//! program sleeps, so that two runs see the same times.

use crate::fs::node::Time;

/// How far a system call moves the clock.
const TICK_NS: i64 = 1_000;
/// The time since boot when the program starts.
const UPTIME_SEC: i64 = 100_000;

#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Clock {
    start: i64,
    now: Time,
}

impl Clock {
    pub(crate) fn new(start: i64) -> Clock {
        Clock { start, now: Time { sec: start, nsec: 0 } }
    }

    pub(crate) fn tick(&mut self) {
        self.now = self.now.plus(Time { sec: 0, nsec: TICK_NS });
    }

    pub(crate) fn now(&self) -> Time {
        self.now
    }

    /// The time since boot.
    pub(crate) fn uptime(&self) -> Time {
        Time { sec: self.now.sec - self.start + UPTIME_SEC, nsec: self.now.nsec }
    }

    /// The wall clock's time when `uptime` will be this.
    pub(crate) fn at_uptime(&self, uptime: Time) -> Time {
        Time { sec: uptime.sec.saturating_sub(UPTIME_SEC).saturating_add(self.start), ..uptime }
    }

    /// Moves forward to `time`; never backward.
    pub(crate) fn advance_to(&mut self, time: Time) {
        self.now = self.now.max(time);
    }
}

impl Time {
    pub(crate) fn plus(self, other: Time) -> Time {
        let nsec = self.nsec + other.nsec;
        let sec = self.sec.saturating_add(other.sec).saturating_add(nsec.div_euclid(1_000_000_000));
        Time { sec, nsec: nsec.rem_euclid(1_000_000_000) }
    }

    /// The time from `earlier` to `self`, or zero.
    pub(crate) fn since(self, earlier: Time) -> Time {
        if self <= earlier {
            return Time::default();
        }
        let borrow = i64::from(self.nsec < earlier.nsec);
        let nsec = self.nsec - earlier.nsec + borrow * 1_000_000_000;
        Time { sec: self.sec - earlier.sec - borrow, nsec }
    }

    pub(crate) fn from_nanoseconds(n: u64) -> Time {
        Time { sec: (n / 1_000_000_000) as i64, nsec: (n % 1_000_000_000) as i64 }
    }

    pub(crate) fn is_valid(self) -> bool {
        self.sec >= 0 && (0..1_000_000_000).contains(&self.nsec)
    }

    pub(crate) fn is_zero(self) -> bool {
        self == Time::default()
    }
}
