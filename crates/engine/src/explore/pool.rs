//! Several workers on one exploration.
//!
//! Each worker has an explorer of its own, with its own terms and solver, on a thread of its own.
//! Paths go from one to another by name. Whoever drives the pool hears of every end and can ask for
//! a *checkpoint*: all workers stop for a moment and the names of all paths in progress are taken,
//! so that none is missing and none ended before its end was reported.

use super::names::PathName;
use super::search::DepthFirst;
use super::{Ended, Explorer, Stats, System};
use crate::context::{Context, PinReason};
use patchlight_ir::FuncId;
use patchlight_solver::SolverError;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Batches between two looks at the pool.
const STEPS: usize = 32;
/// How long a driver waits for an event at most.
const TICK: Duration = Duration::from_millis(20);
/// How often a worker asks whether memory runs out: whoever takes memory asks, so that it does not
/// matter when the driver gets its turn.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// How often a worker says how far it is.
const COUNT_EVERY: Duration = Duration::from_millis(50);

/// What a driver is told.
pub enum Event<T> {
    Ended(T),
    /// All paths in progress, at a checkpoint that was asked for or at the end.
    Checkpoint(Vec<Arc<PathName>>),
    /// Nothing happened for a while.
    Tick,
}

/// What a driver wants.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Wish {
    GoOn,
    Checkpoint,
    /// Give back memory: park paths, and if that was not enough, forget all terms.
    ShrinkMemory,
    Stop,
}

/// What the workers did, all together.
#[derive(Default)]
pub struct Totals {
    pub stats: Stats,
    pub pins: BTreeMap<(PinReason, String), u64>,
    pub terms: usize,
    pub live: usize,
}

/// How workers are made and what they hand over.
pub struct Work<'w, 'p, S, T> {
    pub explorer: &'w (dyn Fn(usize) -> Explorer<'p, S> + Sync),
    pub context: &'w (dyn Fn() -> Context + Sync),
    /// How many bytes the names of parked paths may take before workers go depth first.
    pub max_parked_bytes: usize,
    /// Whether memory has to be given back before anything else is done.
    pub is_out_of_memory: &'w (dyn Fn() -> bool + Sync),
    /// Turns an end into what the driver gets.
    pub finish: &'w (dyn Fn(&mut Explorer<'p, S>, Ended<S>) -> T + Sync),
}

/// For a progress line, updated now and then.
#[derive(Default)]
pub struct Gauges {
    pub live: AtomicU64,
    pub parked: AtomicU64,
    /// Workers that have not yet given back the memory that was asked for.
    pub shrinking: AtomicU64,
    pub questions: AtomicU64,
    /// Branches that the worker who saw most has seen.
    pub branches: AtomicU64,
    /// Where most time is spent with the solver.
    pub slowest: Mutex<Option<((FuncId, u32), Duration)>>,
}

#[derive(Default)]
struct Shared {
    /// Paths that nobody is at.
    parked: Vec<Arc<PathName>>,
    /// The bytes of their names.
    parked_bytes: usize,
    n_idle: usize,
    /// Workers that still run.
    n_running: usize,
    stop: bool,
    /// Counts checkpoints that were asked for, and workers that have not delivered to the last.
    checkpoint: u64,
    n_missing: usize,
    collected: Vec<Arc<PathName>>,
    /// Counts requests to give back memory.
    shrink: u64,
    totals: Totals,
}

impl Shared {
    fn park(&mut self, names: Vec<Arc<PathName>>) {
        self.parked_bytes += names.iter().map(|name| name.n_bytes()).sum::<usize>();
        self.parked.extend(names);
    }

    fn unpark(&mut self) -> Option<Arc<PathName>> {
        let name = self.parked.pop()?;
        self.parked_bytes -= name.n_bytes();
        Some(name)
    }
}

struct Pool {
    shared: Mutex<Shared>,
    changed: Condvar,
    /// The explorers' `Limits::calls`.
    calls: Arc<AtomicU64>,
}

impl Pool {
    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the workers look here soon, even those in the middle of hard questions.
    fn call_workers(&self) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Asks all workers to give back memory.
    fn shrink(&self, gauges: &Gauges) {
        let mut shared = self.lock();
        shared.shrink += 1;
        gauges.shrinking.store(shared.n_running as u64, Ordering::Relaxed);
        self.call_workers();
    }
}

/// Explores from the given paths until all have ended or the driver wants to stop.
pub fn run<S: System, T: Send>(
    jobs: usize,
    work: &Work<'_, '_, S, T>,
    start: Vec<PathName>,
    gauges: &Gauges,
    driver: &mut dyn FnMut(Event<T>) -> Wish,
) -> Result<Totals, SolverError> {
    let mut shared = Shared { n_running: jobs, ..Shared::default() };
    shared.park(start.into_iter().map(Arc::new).collect());
    let pool = Pool { shared: Mutex::new(shared), changed: Condvar::new(), calls: Arc::default() };
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let workers: Vec<_> = (0..jobs)
            .map(|n| {
                let sender = sender.clone();
                let pool = &pool;
                scope.spawn(move || {
                    let done = Worker::new(pool, work, gauges, sender, n).run();
                    let mut shared = pool.lock();
                    shared.n_running -= 1;
                    // A worker that failed must not be waited for.
                    shared.stop |= done.is_err();
                    pool.changed.notify_all();
                    done
                })
            })
            .collect();
        drop(sender);
        drive(&pool, &receiver, gauges, driver);
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    let mut shared = pool.lock();
    let names = std::mem::take(&mut shared.parked);
    let mut totals = std::mem::take(&mut shared.totals);
    drop(shared);
    totals.live = names.len();
    driver(Event::Checkpoint(names));
    Ok(totals)
}

fn drive<T>(
    pool: &Pool,
    receiver: &Receiver<T>,
    gauges: &Gauges,
    driver: &mut dyn FnMut(Event<T>) -> Wish,
) {
    loop {
        let event = match receiver.recv_timeout(TICK) {
            Ok(ended) => Event::Ended(ended),
            Err(RecvTimeoutError::Timeout) => Event::Tick,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        match driver(event) {
            Wish::GoOn => {}
            Wish::Stop => {
                pool.lock().stop = true;
                pool.call_workers();
            }
            Wish::ShrinkMemory => pool.shrink(gauges),
            Wish::Checkpoint => {
                if let Some(names) = checkpoint(pool, receiver, driver) {
                    driver(Event::Checkpoint(names));
                }
            }
        }
    }
}

/// Stops all workers for a moment. `None` if they are about to end anyway.
fn checkpoint<T>(
    pool: &Pool,
    receiver: &Receiver<T>,
    driver: &mut dyn FnMut(Event<T>) -> Wish,
) -> Option<Vec<Arc<PathName>>> {
    let mut shared = pool.lock();
    if shared.stop {
        return None;
    }
    shared.checkpoint += 1;
    shared.n_missing = shared.n_running;
    shared.collected.clear();
    pool.call_workers();
    while shared.n_missing > 0 && shared.n_running > 0 && !shared.stop {
        shared = pool.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
    }
    if shared.n_missing > 0 {
        return None;
    }
    let mut names = std::mem::take(&mut shared.collected);
    names.extend(shared.parked.iter().cloned());
    // What ended before the workers stopped is reported before the checkpoint is.
    let ended: Vec<T> = receiver.try_iter().collect();
    drop(shared);
    for end in ended {
        driver(Event::Ended(end));
    }
    pool.lock().checkpoint += 1;
    pool.changed.notify_all();
    Some(names)
}

struct Worker<'w, 'p, S, T> {
    pool: &'w Pool,
    work: &'w Work<'w, 'p, S, T>,
    gauges: &'w Gauges,
    sender: Sender<T>,
    explorer: Explorer<'p, S>,
    /// The last requests that were served.
    checkpoint: u64,
    shrink: u64,
    n_shrinks: u32,
    looked_at: Instant,
    counted: (u64, u64),
    counted_at: Instant,
}

impl<'w, 'p, S: System, T: Send> Worker<'w, 'p, S, T> {
    fn new(
        pool: &'w Pool,
        work: &'w Work<'w, 'p, S, T>,
        gauges: &'w Gauges,
        sender: Sender<T>,
        n: usize,
    ) -> Self {
        let mut explorer = (work.explorer)(n);
        explorer.limits.calls = Arc::clone(&pool.calls);
        let (checkpoint, shrink, n_shrinks) = (0, 0, 0);
        let (looked_at, counted_at) = (Instant::now(), Instant::now());
        let counted = (0, 0);
        Worker {
            pool,
            work,
            gauges,
            sender,
            explorer,
            checkpoint,
            shrink,
            n_shrinks,
            looked_at,
            counted,
            counted_at,
        }
    }

    fn run(mut self) -> Result<(), SolverError> {
        let result = self.run_all();
        let mut shared = self.pool.lock();
        shared.park(self.explorer.names());
        let (totals, stats) = (&mut shared.totals, &self.explorer.stats);
        totals.stats.add(stats);
        totals.stats.solver_queries += self.explorer.context.solver.stats().by_sat;
        totals.terms += self.explorer.context.terms.len();
        for (pin, n) in &self.explorer.context.pins {
            *totals.pins.entry(pin.clone()).or_default() += n;
        }
        result
    }

    fn run_all(&mut self) -> Result<(), SolverError> {
        while self.look_at_pool() {
            for _ in 0..STEPS {
                if self.explorer.n_live() == 0 || self.explorer.is_called() {
                    break;
                }
                if let Some(ended) = self.explorer.step()? {
                    let ended = (self.work.finish)(&mut self.explorer, ended);
                    // A driver that hangs up has asked to stop before.
                    let _ = self.sender.send(ended);
                }
                self.look_at_memory();
            }
            if self.counted_at.elapsed() >= COUNT_EVERY {
                self.counted_at = Instant::now();
                self.count();
            }
        }
        Ok(())
    }

    fn look_at_memory(&mut self) {
        if self.looked_at.elapsed() < LOOK_EVERY {
            return;
        }
        let is_asked = self.gauges.shrinking.load(Ordering::Relaxed) > 0;
        if !is_asked && (self.work.is_out_of_memory)() {
            self.pool.shrink(self.gauges);
        }
        self.looked_at = Instant::now();
    }

    fn count(&mut self) {
        let now = (self.explorer.n_live() as u64, self.explorer.stats.questions);
        let gauges = self.gauges;
        gauges.live.fetch_add(now.0.wrapping_sub(self.counted.0), Ordering::Relaxed);
        gauges.questions.fetch_add(now.1 - self.counted.1, Ordering::Relaxed);
        gauges.branches.fetch_max(self.explorer.coverage.n_visited(), Ordering::Relaxed);
        self.counted = now;
        if let [here, ..] = self.explorer.stats.query_times.slowest(1)[..] {
            let mut slowest = gauges.slowest.lock().unwrap_or_else(PoisonError::into_inner);
            if slowest.is_none_or(|there| there.1 < here.1) {
                *slowest = Some(here);
            }
        }
    }

    /// Does what others wait for and gets something to do. False if there is nothing left.
    fn look_at_pool(&mut self) -> bool {
        let pool = self.pool;
        let mut shared = pool.lock();
        self.explorer.hear();
        if self.explorer.is_over() {
            shared.stop = true;
            pool.call_workers();
        }
        loop {
            if shared.stop {
                return false;
            }
            // Odd: a checkpoint is being taken.
            if shared.checkpoint % 2 == 1 {
                if self.checkpoint != shared.checkpoint {
                    self.checkpoint = shared.checkpoint;
                    shared.collected.extend(self.explorer.names());
                    shared.n_missing -= 1;
                    pool.changed.notify_all();
                }
                shared = pool.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            if self.shrink != shared.shrink {
                self.shrink = shared.shrink;
                self.give_back_memory(&mut shared);
            }
            if self.explorer.n_live() == 0
                && let Some(name) = shared.unpark()
            {
                self.explorer.add(name);
            }
            if self.explorer.n_live() > 0 {
                self.donate(&mut shared);
                self.gauges.parked.store(shared.parked.len() as u64, Ordering::Relaxed);
                return true;
            }
            shared.n_idle += 1;
            if shared.n_idle == shared.n_running {
                // Nobody has a path, so nobody will ever donate one.
                shared.stop = true;
                pool.changed.notify_all();
                return false;
            }
            shared = pool.changed.wait(shared).unwrap_or_else(PoisonError::into_inner);
            shared.n_idle -= 1;
        }
    }

    /// Others wait for work: they get half of ours.
    fn donate(&mut self, shared: &mut Shared) {
        let n = self.explorer.n_live() / 2;
        if shared.n_idle > 0 && shared.parked.is_empty() && n > 0 {
            shared.park(self.explorer.park(n));
            self.pool.changed.notify_all();
        }
    }

    /// Parks paths; every second time all of them, and with them all terms. Once the names of
    /// parked paths take much memory themselves, no more are made than have to be: the worker goes
    /// depth first.
    fn give_back_memory(&mut self, shared: &mut Shared) {
        self.n_shrinks += 1;
        let n = self.explorer.n_live();
        if self.n_shrinks % 2 == 1 {
            shared.park(self.explorer.park(n - n / 4));
        } else {
            shared.park(self.explorer.park(n));
            self.explorer.replace_context((self.work.context)());
        }
        if shared.parked_bytes > self.work.max_parked_bytes {
            self.explorer.set_searcher(Box::<DepthFirst>::default());
        }
        self.gauges.shrinking.fetch_sub(1, Ordering::Relaxed);
        self.pool.changed.notify_all();
    }
}

impl Stats {
    fn add(&mut self, other: &Stats) {
        self.forks += other.forks;
        self.questions += other.questions;
        self.ops += other.ops;
        self.solver_queries += other.solver_queries;
        self.query_times.merge(&other.query_times);
        for (why, n) in &other.not_explored {
            *self.not_explored.entry(why).or_default() += n;
        }
    }
}
