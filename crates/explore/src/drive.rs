//! Drives the workers of an exploration: time, memory, checkpoints.

use super::paths;
use anyhow::{Result, anyhow};
use patchlight_engine::explore::names::PathName;
use patchlight_engine::explore::pool::{self, Event, Gauges, Totals, Wish, Work};
use patchlight_engine::explore::search::Strategy;
use patchlight_posix::Posix;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The shortest time between two checkpoints; a checkpoint that takes long makes it longer.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(2);
/// How often memory is looked at, and the times between two requests to give some back: as long as
/// the requests do not help they become rarer, so that the work goes on.
const LOOK_EVERY: Duration = Duration::from_millis(20);
const SHRINK_EVERY: Duration = Duration::from_millis(100);
const SHRINK_EVERY_AT_MOST: Duration = Duration::from_secs(5);
/// The names of parked paths may take this share of all memory.
const SHARE_OF_NAMES: u64 = 16;

/// How an exploration goes on, and for how long.
#[derive(Default)]
pub struct DriveOptions {
    pub max_time: Option<Duration>,
    /// In MB: beyond it, paths are parked, not lost.
    pub max_memory: Option<u64>,
    /// How many paths run at the same time: as many as there are cores, unless it is said.
    pub jobs: Option<usize>,
    /// Which path runs next, in turn.
    pub search: Vec<Strategy>,
    /// `FILE:LINE` to come near to.
    pub target: Option<String>,
    pub random_seed: u64,
    /// Go on with the exploration that wrote to the same directory.
    pub resume: bool,
}

impl DriveOptions {
    pub fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.unwrap_or_else(cores).max(1)
    }

    /// How many bytes the names of parked paths may take.
    pub fn max_parked_bytes(&self) -> usize {
        self.max_memory.map_or(usize::MAX, |mb| ((mb << 20) / SHARE_OF_NAMES) as usize)
    }

    /// Whether paths must not take any more memory.
    pub fn is_out_of_memory(&self) -> bool {
        self.max_memory.is_some_and(|mb| is_beyond(mb << 20))
    }

    /// When an exploration that starts now has to stop.
    pub fn deadline(&self) -> Option<Instant> {
        self.max_time.and_then(|time| Instant::now().checked_add(time))
    }
}

/// What an exploration reports to: every end, and moments at which all that was reported has to be
/// on disk.
pub trait Sink<T> {
    fn ended(&mut self, ended: T) -> Result<()>;
    fn flush(&mut self) -> Result<()>;
    fn tick(&mut self, gauges: &Gauges) -> Result<()>;
}

/// Runs until all paths have ended or a limit is reached, which is returned by its name.
pub fn run<T: Send>(
    args: &DriveOptions,
    deadline: Option<Instant>,
    out: &Path,
    exploration: &str,
    work: &Work<'_, '_, Posix, T>,
    sink: &mut dyn Sink<T>,
) -> Result<(Totals, Option<&'static str>)> {
    let start = match args.resume {
        true => paths::read(out, exploration)?,
        false => {
            // From now on there is something to resume.
            paths::write(out, exploration, &[Arc::default()])?;
            vec![PathName::default()]
        }
    };
    let mut driver = Driver {
        out,
        exploration,
        sink,
        deadline,
        max_memory: args.max_memory.map(|mb| mb << 20),
        next_look: Instant::now(),
        next_shrink: Instant::now(),
        shrink_every: SHRINK_EVERY,
        next_checkpoint: Instant::now() + CHECKPOINT_EVERY,
        asked_at: None,
        stopped: None,
        error: None,
    };
    let gauges = Gauges::default();
    let totals =
        pool::run(args.jobs(), work, start, &gauges, &mut |event| driver.handle(event, &gauges));
    let totals = totals.map_err(|error| anyhow!("{error}"))?;
    match driver.error {
        Some(error) => Err(error),
        // A limit that is reached with the last path stops nothing.
        None => {
            let stopped = driver.stopped.filter(|_| totals.live > 0);
            Ok((totals, stopped))
        }
    }
}

struct Driver<'a, T> {
    out: &'a Path,
    exploration: &'a str,
    sink: &'a mut dyn Sink<T>,
    deadline: Option<Instant>,
    max_memory: Option<u64>,
    next_look: Instant,
    next_shrink: Instant,
    shrink_every: Duration,
    next_checkpoint: Instant,
    asked_at: Option<Instant>,
    stopped: Option<&'static str>,
    error: Option<anyhow::Error>,
}

impl<T> Driver<'_, T> {
    fn handle(&mut self, event: Event<T>, gauges: &Gauges) -> Wish {
        let done = match event {
            Event::Ended(ended) => self.sink.ended(ended),
            Event::Checkpoint(names) => self.checkpoint(&names),
            Event::Tick => Ok(()),
        };
        let done = done.and_then(|()| self.sink.tick(gauges));
        if let Err(error) = done {
            self.error.get_or_insert(error);
        }
        if self.error.is_some() {
            return Wish::Stop;
        }
        self.wish(gauges)
    }

    /// What was reported is on disk before the paths that are left are.
    fn checkpoint(&mut self, names: &[Arc<PathName>]) -> Result<()> {
        self.sink.flush()?;
        paths::write(self.out, self.exploration, names)?;
        let took = self.asked_at.take().map_or(Duration::ZERO, |asked| asked.elapsed());
        self.next_checkpoint = Instant::now() + CHECKPOINT_EVERY.max(took * 20);
        Ok(())
    }

    fn wish(&mut self, gauges: &Gauges) -> Wish {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.stopped = Some("--max-time");
            return Wish::Stop;
        }
        if now >= self.next_look && gauges.shrinking.load(Ordering::Relaxed) == 0 {
            self.next_look = now + LOOK_EVERY;
            if self.is_too_large(now) {
                return Wish::ShrinkMemory;
            }
        }
        if now >= self.next_checkpoint {
            self.asked_at = Some(now);
            self.next_checkpoint = now + CHECKPOINT_EVERY;
            return Wish::Checkpoint;
        }
        Wish::GoOn
    }
}

impl<T> Driver<'_, T> {
    /// Whether memory should be given back, although it is not used up.
    fn is_too_large(&mut self, now: Instant) -> bool {
        // A fifth is left for what is made before all have heard of it, and for checkpoints.
        if !self.max_memory.is_some_and(|max| is_beyond(max / 5 * 4)) {
            self.shrink_every = SHRINK_EVERY;
            return false;
        }
        // Giving back too often keeps paths from getting anywhere.
        if now < self.next_shrink {
            return false;
        }
        self.next_shrink = now + self.shrink_every;
        self.shrink_every = SHRINK_EVERY_AT_MOST.min(self.shrink_every * 2);
        true
    }
}

/// Whether this process uses more than `limit` bytes, of which none are free ones that the system
/// could have back.
fn is_beyond(limit: u64) -> bool {
    if memory_in_use() <= limit {
        return false;
    }
    // SAFETY: no arguments to get wrong; it returns free memory to the system.
    unsafe { libc::malloc_trim(0) };
    memory_in_use() > limit
}

/// Bytes of this process that are in memory.
fn memory_in_use() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}
