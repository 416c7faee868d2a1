//! Work on many items in parallel, with results in the order of the items.
//!
//! Items begin in their order, as many at a time as there are workers. At the deadline no further
//! item begins; what has begun sees the deadline itself ([`Turn::deadline`]).
//!
//! **Invariant.** If steps are what is limited, results do not depend on how many workers there are
//! or on who is faster. So every item counts its steps apart from the others, and what counts are
//! the items, from the first on, whose steps fit into the deadline together. The result of an item
//! behind these is thrown away, although a worker may have got that far.
//!
//! **Absent.** Work that makes more work: `engine::explore::pool` has that.

use patchlight_budget::{Budget, Cut, Deadline};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// As many workers as the machine has processors.
pub fn n_processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// One item's turn.
#[derive(Debug)]
pub struct Turn {
    /// The item's place among all, from 0 on.
    pub number: usize,
    pub n_all: usize,
    n_workers: usize,
    deadline: Deadline,
}

impl Turn {
    /// When all work ends.
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// An equal piece of what is left, for this item alone. What an item does not need of its piece
    /// is there for those behind it, if time is what is limited.
    pub fn piece(&self) -> Deadline {
        let n_rounds = self.n_left().div_ceil(self.n_workers);
        self.deadline.piece(n_rounds, self.n_all)
    }

    /// How many items have not ended or begun before this one begins, itself among them.
    pub fn n_left(&self) -> usize {
        self.n_all - self.number
    }
}

/// Does `work` with every item, `n_workers` at a time. Results are in the order of the items; those
/// that did not begin before the deadline, or whose steps do not fit, have `Err`.
///
/// `hire` makes what each worker has for itself. It is called first by this thread alone: if that
/// fails, no other begins. The first error, in the order of the items, ends all work.
pub fn in_parallel<I: Sync, W, T: Send, E: Send>(
    n_workers: usize,
    items: &[I],
    deadline: &Deadline,
    hire: impl Fn() -> Result<W, E> + Sync,
    work: impl Fn(&mut W, &I, &Turn) -> Result<T, E> + Sync,
) -> Result<Vec<Result<T, Cut>>, E> {
    if let Some(cut) = deadline.cut() {
        return Ok(items.iter().map(|_| Err(cut)).collect());
    }
    if items.is_empty() {
        return Ok(Vec::new());
    }
    let n_workers = n_workers.clamp(1, items.len());
    let ledger = Ledger::new(deadline, items.len());
    let work_off = |mut worker: W| {
        while let Some(number) = ledger.next() {
            let (n_all, deadline) = (items.len(), ledger.deadline());
            let turn = Turn { number, n_all, n_workers, deadline };
            ledger.enter(number, work(&mut worker, &items[number], &turn), &turn.deadline);
        }
    };
    let first = hire()?;
    std::thread::scope(|scope| {
        let work_off = &work_off;
        let start = || match hire() {
            Ok(worker) => work_off(worker),
            // It says nothing about any item, so an item's own error goes before it.
            Err(error) => ledger.fail(items.len(), error),
        };
        let others: Vec<_> = (1..n_workers).map(|_| scope.spawn(start)).collect();
        work_off(first);
        for other in others {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    ledger.close()
}

/// What is done, and what may still be.
struct Ledger<'d, T, E> {
    whole: &'d Deadline,
    /// The steps that were left in the beginning, if steps are what is limited.
    steps: Option<u64>,
    next: AtomicUsize,
    /// The steps of all items that have ended.
    spent: AtomicU64,
    has_failed: AtomicBool,
    /// By item, with its steps.
    results: Mutex<Vec<Option<(T, u64)>>>,
    /// With the item's number.
    error: Mutex<Option<(usize, E)>>,
}

impl<'d, T, E> Ledger<'d, T, E> {
    fn new(whole: &'d Deadline, n_items: usize) -> Ledger<'d, T, E> {
        let steps = match whole.left() {
            Some(Budget::Steps(steps)) => Some(steps),
            Some(Budget::Time(_)) | None => None,
        };
        Ledger {
            whole,
            steps,
            next: AtomicUsize::new(0),
            spent: AtomicU64::new(0),
            has_failed: AtomicBool::new(false),
            results: Mutex::new((0..n_items).map(|_| None).collect()),
            error: Mutex::new(None),
        }
    }

    /// The item that begins now.
    fn next(&self) -> Option<usize> {
        let are_steps_spent = || {
            // All of them are of items before the next one, which therefore does not fit.
            self.steps.is_some_and(|steps| self.spent.load(Ordering::Relaxed) >= steps)
        };
        if self.has_failed.load(Ordering::Relaxed) || self.whole.is_over() || are_steps_spent() {
            return None;
        }
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        (next < lock(&self.results).len()).then_some(next)
    }

    /// For one item: nobody else spends its steps.
    fn deadline(&self) -> Deadline {
        match self.steps {
            Some(steps) => Deadline::new(Budget::Steps(steps), self.whole.interrupt()),
            None => self.whole.clone(),
        }
    }

    fn enter(&self, number: usize, result: Result<T, E>, deadline: &Deadline) {
        match result {
            Ok(result) => {
                let spent = match (self.steps, deadline.left()) {
                    (Some(steps), Some(Budget::Steps(left))) => steps - left,
                    _ => 0,
                };
                lock(&self.results)[number] = Some((result, spent));
                self.spent.fetch_add(spent, Ordering::Relaxed);
            }
            Err(error) => self.fail(number, error),
        }
    }

    fn fail(&self, number: usize, error: E) {
        self.has_failed.store(true, Ordering::Relaxed);
        let mut first = lock(&self.error);
        if first.as_ref().is_none_or(|(of, _)| number < *of) {
            *first = Some((number, error));
        }
    }

    fn close(self) -> Result<Vec<Result<T, Cut>>, E> {
        if let Some((_, error)) = self.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let cut = self.whole.cut().unwrap_or(Cut::Steps);
        let results = self.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (mut before, mut done) = (0u64, Vec::with_capacity(results.len()));
        for result in results {
            let fits =
                |spent| self.steps.is_none_or(|most| before < most && before + spent <= most);
            let (result, spent) = match result {
                Some((result, spent)) if fits(spent) => (Ok(result), spent),
                Some((_, spent)) => (Err(cut), spent),
                None => (Err(cut), 0),
            };
            done.push(result);
            before = before.saturating_add(spent);
        }
        // What was thrown away depends on who was faster.
        self.whole.spend(before.min(self.steps.unwrap_or(0)));
        Ok(done)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use patchlight_budget::Interrupt;
    use std::time::Duration;

    fn never() -> Deadline {
        Deadline::never(&Interrupt::default())
    }

    fn steps(n: u64) -> Deadline {
        Deadline::new(Budget::Steps(n), &Interrupt::default())
    }

    fn hire() -> Result<(), String> {
        Ok(())
    }

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..200).collect();
        for n_workers in [0, 1, 4, 1000] {
            let work = |_: &mut (), item: &usize, turn: &Turn| {
                assert_eq!((turn.number, turn.n_left()), (*item, 200 - item));
                Ok(item * 2)
            };
            let done = in_parallel(n_workers, &items, &never(), hire, work).unwrap();
            assert!(done.into_iter().eq((0..200).map(|n| Ok(n * 2))));
        }
    }

    #[test]
    fn each_worker_has_its_own() {
        let n_hired = AtomicUsize::new(0);
        let hire = || {
            n_hired.fetch_add(1, Ordering::Relaxed);
            Ok::<_, String>(0)
        };
        let count = |n: &mut usize, _: &(), _: &Turn| {
            *n += 1;
            Ok(*n)
        };
        let done = in_parallel(3, &[(); 50], &never(), hire, count).unwrap();
        let n_firsts = done.iter().filter(|n| **n == Ok(1)).count();
        assert!((1..=3).contains(&n_firsts) && n_hired.into_inner() == 3);
    }

    #[test]
    fn behind_the_deadline_nobody_is_hired() {
        let past = never().within(Budget::Time(Duration::ZERO));
        let hire = || -> Result<(), String> { panic!("nobody is needed") };
        let done = in_parallel(2, &[1, 2], &past, hire, |_, _, _| Ok(())).unwrap();
        assert_eq!(done, [Err(Cut::Time), Err(Cut::Time)]);
        let none: [u8; 0] = [];
        assert_eq!(in_parallel(2, &none, &never(), hire, |_, _, _| Ok(())), Ok(Vec::new()));
    }

    #[test]
    fn an_interrupt_ends_it() {
        let interrupt = Interrupt::default();
        let work = |_: &mut (), item: &u32, _: &Turn| {
            if *item == 3 {
                interrupt.ask(None);
            }
            Ok(*item)
        };
        let items: Vec<u32> = (1..=9).collect();
        let done = in_parallel(1, &items, &Deadline::never(&interrupt), hire, work).unwrap();
        assert_eq!(done[..4], [Ok(1), Ok(2), Ok(3), Err(Cut::Interrupted)]);
        assert_eq!(done[8], Err(Cut::Interrupted));
    }

    /// Items need 1, 2, 3, … steps. Some workers are slow, so that items end in another order.
    #[test]
    fn which_steps_fit_does_not_depend_on_the_workers() {
        let items: Vec<u64> = (1..=40).collect();
        let run = |n_workers, n_steps| {
            let deadline = steps(n_steps);
            let n_hired = AtomicU64::new(0);
            let hire = || Ok::<_, String>(n_hired.fetch_add(1, Ordering::Relaxed));
            let work = |worker: &mut u64, item: &u64, turn: &Turn| {
                if (*worker + item).is_multiple_of(3) {
                    std::thread::yield_now();
                }
                Ok(turn.deadline().take(*item).is_ok().then_some(*item))
            };
            let done = in_parallel(n_workers, &items, &deadline, hire, work).unwrap();
            (done, deadline.left())
        };
        for n_steps in [1, 5, 6, 7, 100, 820, 1000] {
            let expected = run(1, n_steps);
            let n_fit = items.iter().scan(0, |sum, n| {
                *sum += n;
                Some(*sum)
            });
            let n_fit = n_fit.take_while(|sum| *sum <= n_steps).count();
            let n_done = expected.0.iter().filter(|done| matches!(done, Ok(Some(_)))).count();
            assert_eq!(n_done, n_fit, "{n_steps} steps");
            for n_workers in [2, 4, 8] {
                assert_eq!(run(n_workers, n_steps), expected, "{n_workers} workers, {n_steps}");
            }
        }
    }

    #[test]
    fn pieces_of_steps_are_equal() {
        let deadline = steps(100);
        deadline.spend(20);
        let work = |_: &mut (), _: &(), turn: &Turn| Ok(turn.piece().left());
        let done = in_parallel(3, &[(); 4], &deadline, hire, work).unwrap();
        assert_eq!(done, [Ok(Some(Budget::Steps(20))); 4], "of what is left");
    }

    #[test]
    fn an_error_ends_all_and_the_first_one_is_told() {
        let work = |_: &mut (), item: &u32, _: &Turn| match item {
            2.. => Err(format!("{item}")),
            _ => Ok(()),
        };
        let items: Vec<u32> = (0..100).collect();
        assert_eq!(in_parallel(1, &items, &never(), hire, work), Err("2".to_string()));
        let n_hired = AtomicUsize::new(0);
        let some_fail = || match n_hired.fetch_add(1, Ordering::Relaxed) {
            0 => Ok(()),
            _ => Err("no worker".to_string()),
        };
        let all = in_parallel(1, &items, &never(), some_fail, |_, _, _| Ok(()));
        assert_eq!(all.map(|done| done.len()), Ok(100));
    }

    #[test]
    #[should_panic(expected = "an item's own words")]
    fn a_panic_goes_to_the_caller() {
        let work = |_: &mut (), item: &u32, _: &Turn| match item {
            7 => panic!("an item's own words"),
            _ => Ok(()),
        };
        let items: Vec<u32> = (0..100).collect();
        let _ = in_parallel(4, &items, &never(), hire, work);
    }
}
