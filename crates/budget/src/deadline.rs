//! A budget that has begun.

use crate::Budget;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Somebody wants all work to end soon, and to be told what is known by then.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    is_asked: Arc<AtomicBool>,
    signal: Arc<AtomicI32>,
}

impl Interrupt {
    /// Safe to call in a signal handler. `signal`: one that programs which were started do not get by
    /// themselves.
    pub fn ask(&self, signal: Option<i32>) {
        self.is_asked.store(true, Ordering::Relaxed);
        if let Some(signal) = signal {
            self.signal.store(signal, Ordering::Relaxed);
        }
    }

    pub fn is_asked(&self) -> bool {
        self.is_asked.load(Ordering::Relaxed)
    }

    /// The signal that programs which were started have to be sent; 0 if there is none.
    pub fn to_pass_on(&self) -> Arc<AtomicI32> {
        Arc::clone(&self.signal)
    }
}

/// An end was asked for before there was anything to tell.
#[derive(Debug, thiserror::Error)]
#[error("interrupted before there were results")]
pub struct Interrupted;

/// Why work ended before it was done.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    Time,
    Steps,
    Interrupted,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cut::Time => "out of time",
            Cut::Steps => "out of steps",
            Cut::Interrupted => "interrupted",
        })
    }
}

/// When work has to end: at a moment, after so many steps, or when somebody asks for it.
///
/// A clone is the same deadline: both spend the same steps.
#[derive(Clone, Debug)]
pub struct Deadline {
    end: End,
    interrupt: Interrupt,
}

#[derive(Clone, Debug)]
enum End {
    Never,
    At(Instant),
    Steps(Arc<Meter>),
}

#[derive(Debug)]
struct Meter {
    allotted: u64,
    spent: AtomicU64,
    /// What is spent here is spent there, too.
    of: Option<Arc<Meter>>,
}

impl End {
    fn after(steps: u64, of: Option<Arc<Meter>>) -> End {
        End::Steps(Arc::new(Meter { allotted: steps, spent: AtomicU64::new(0), of }))
    }
}

impl Meter {
    fn chain(&self) -> impl Iterator<Item = &Meter> {
        std::iter::successors(Some(self), |meter| meter.of.as_deref())
    }

    fn left(&self) -> u64 {
        let left =
            |meter: &Meter| meter.allotted.saturating_sub(meter.spent.load(Ordering::Relaxed));
        self.chain().map(left).min().unwrap_or(0)
    }
}

impl Deadline {
    /// Ends only when somebody asks for it.
    pub fn never(interrupt: &Interrupt) -> Deadline {
        Deadline { end: End::Never, interrupt: interrupt.clone() }
    }

    /// Nothing ends it.
    pub fn none() -> Deadline {
        Deadline::never(&Interrupt::default())
    }

    /// A budget that begins now.
    pub fn new(budget: Budget, interrupt: &Interrupt) -> Deadline {
        Deadline::never(interrupt).within(budget)
    }

    /// This deadline, or the end of a budget that begins now, whichever comes first. A budget of
    /// another kind than this deadline's does not make it earlier: a second is not a number of steps.
    pub fn within(&self, budget: Budget) -> Deadline {
        let end = match (&self.end, budget) {
            (End::Never, Budget::Time(time)) => at(Instant::now(), time),
            (End::Never, Budget::Steps(steps)) => End::after(steps, None),
            (End::At(end), Budget::Time(time)) => match at(Instant::now(), time) {
                End::At(sooner) => End::At(sooner.min(*end)),
                _ => End::At(*end),
            },
            (End::Steps(of), Budget::Steps(steps)) => End::after(steps, Some(of.clone())),
            (End::At(_), Budget::Steps(_)) | (End::Steps(_), Budget::Time(_)) => self.end.clone(),
        };
        Deadline { end, interrupt: self.interrupt.clone() }
    }

    /// A part of what is left of the time, or of all steps that there were: what one of `n_all` equal
    /// pieces of work gets, `n_left` of which have not begun yet. How many steps a piece gets does not
    /// depend on what the others spend, so it does not depend on their order either.
    pub fn piece(&self, n_left: usize, n_all: usize) -> Deadline {
        let end = match &self.end {
            End::Never => End::Never,
            End::At(end) => {
                let now = Instant::now();
                let left = end.saturating_duration_since(now);
                at(now, left / u32::try_from(n_left.max(1)).unwrap_or(u32::MAX))
            }
            End::Steps(of) => End::after(of.allotted / n_all.max(1) as u64, Some(of.clone())),
        };
        Deadline { end, interrupt: self.interrupt.clone() }
    }

    /// A fraction of what is left now. For work that is done one after the other.
    pub fn fraction(&self, numerator: u32, denominator: u32) -> Deadline {
        match self.left() {
            None => self.clone(),
            Some(Budget::Time(left)) => self.within(Budget::Time(left / denominator * numerator)),
            Some(Budget::Steps(left)) => {
                let part = u128::from(left) * u128::from(numerator) / u128::from(denominator);
                self.within(Budget::Steps(part as u64))
            }
        }
    }

    /// One part in `n` of what there is.
    pub fn share(&self, n: usize) -> Deadline {
        self.piece(n, n)
    }

    /// Counts steps. They matter only if steps are what is limited.
    pub fn spend(&self, steps: u64) {
        if let End::Steps(meter) = &self.end {
            for meter in meter.chain() {
                meter.spent.fetch_add(steps, Ordering::Relaxed);
            }
        }
    }

    /// Counts the steps of something that cannot be cut once it has begun, if there are that many.
    /// Otherwise it must not begin.
    pub fn take(&self, steps: u64) -> Result<(), Cut> {
        match (self.cut(), &self.end) {
            (Some(cut), _) => Err(cut),
            (None, End::Steps(meter)) if meter.left() < steps => Err(Cut::Steps),
            (None, _) => {
                self.spend(steps);
                Ok(())
            }
        }
    }

    pub fn is_over(&self) -> bool {
        self.cut().is_some()
    }

    /// Why work has to end now. `None` if it may go on.
    pub fn cut(&self) -> Option<Cut> {
        match &self.end {
            _ if self.interrupt.is_asked() => Some(Cut::Interrupted),
            End::At(end) if Instant::now() >= *end => Some(Cut::Time),
            End::Steps(meter) if meter.left() == 0 => Some(Cut::Steps),
            End::Never | End::At(_) | End::Steps(_) => None,
        }
    }

    /// The moment at which it ends, if a moment ends it.
    pub fn instant(&self) -> Option<Instant> {
        match &self.end {
            End::At(end) => Some(*end),
            End::Never | End::Steps(_) => None,
        }
    }

    /// The time that is left, if time is what is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.instant().map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// What is left. `None` if nothing is limited.
    pub fn left(&self) -> Option<Budget> {
        match &self.end {
            End::Never => None,
            End::At(end) => Some(Budget::Time(end.saturating_duration_since(Instant::now()))),
            End::Steps(meter) => Some(Budget::Steps(meter.left())),
        }
    }

    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }
}

/// A time that the clock does not reach is no limit.
fn at(now: Instant, time: Duration) -> End {
    now.checked_add(time).map_or(End::Never, End::At)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(n: u64) -> Deadline {
        Deadline::new(Budget::Steps(n), &Interrupt::default())
    }

    #[test]
    fn steps_end_when_they_are_spent() {
        let deadline = steps(10);
        deadline.spend(9);
        assert_eq!((deadline.cut(), deadline.left()), (None, Some(Budget::Steps(1))));
        deadline.clone().spend(1);
        assert_eq!(deadline.cut(), Some(Cut::Steps));
    }

    #[test]
    fn what_cannot_be_cut_begins_only_if_there_are_steps_for_all_of_it() {
        let deadline = steps(10);
        assert_eq!((deadline.take(6), deadline.take(6)), (Ok(()), Err(Cut::Steps)));
        assert_eq!(deadline.left(), Some(Budget::Steps(4)), "what does not begin costs nothing");
        let interrupt = Interrupt::default();
        assert_eq!(Deadline::never(&interrupt).take(u64::MAX), Ok(()));
        interrupt.ask(None);
        assert_eq!(Deadline::never(&interrupt).take(0), Err(Cut::Interrupted));
    }

    #[test]
    fn what_a_piece_spends_is_spent_of_the_whole() {
        let whole = steps(100);
        let [first, second] = [whole.piece(2, 2), whole.piece(1, 2)];
        first.spend(70);
        assert!(first.is_over());
        assert_eq!(second.left(), Some(Budget::Steps(30)), "the whole has no more");
        second.spend(30);
        assert!(second.is_over() && whole.is_over());
    }

    #[test]
    fn a_piece_of_steps_does_not_depend_on_what_others_spent() {
        let whole = steps(90);
        whole.piece(3, 3).spend(5);
        assert_eq!(whole.piece(2, 3).left(), Some(Budget::Steps(30)));
    }

    #[test]
    fn a_budget_within_another_ends_no_later() {
        let interrupt = Interrupt::default();
        let hour = Deadline::new(Budget::seconds(3600), &interrupt);
        assert_eq!(hour.within(Budget::seconds(7200)).instant(), hour.instant());
        assert!(hour.within(Budget::seconds(60)).instant() < hour.instant());
        assert!(hour.within(Budget::Time(Duration::ZERO)).is_over());
        assert_eq!(hour.within(Budget::Steps(0)).cut(), None, "steps do not limit time");
        let few = steps(10).within(Budget::Steps(100));
        assert_eq!(few.left(), Some(Budget::Steps(10)));
    }

    #[test]
    fn pieces_of_time_are_equal_parts_of_what_is_left() {
        let hour = Deadline::new(Budget::seconds(3600), &Interrupt::default());
        let piece = hour.piece(4, 100).time_left().unwrap();
        assert!(piece <= Duration::from_secs(900) && piece > Duration::from_secs(800), "{piece:?}");
    }

    #[test]
    fn fractions_are_of_what_is_left() {
        let whole = steps(100);
        whole.fraction(3, 4).spend(60);
        assert_eq!(whole.fraction(1, 2).left(), Some(Budget::Steps(20)));
        let never = Deadline::never(&Interrupt::default());
        assert_eq!(never.fraction(1, 2).left(), None);
    }

    #[test]
    fn an_interrupt_ends_everything() {
        let interrupt = Interrupt::default();
        let never = Deadline::never(&interrupt);
        let piece = never.within(Budget::seconds(60)).share(2);
        assert_eq!((never.cut(), piece.cut()), (None, None));
        interrupt.ask(None);
        assert_eq!((never.cut(), piece.cut()), (Some(Cut::Interrupted), Some(Cut::Interrupted)));
    }

    #[test]
    fn a_time_beyond_the_clock_is_no_limit() {
        let forever = Deadline::new(Budget::Time(Duration::MAX), &Interrupt::default());
        assert_eq!((forever.cut(), forever.left()), (None, None));
    }
}
