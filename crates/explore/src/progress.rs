//! One line on the terminal that says how far the exploration is. Nothing if there is no terminal.

use super::summary::{Summary, peak_memory_mb};
use patchlight_engine::explore::pool::Gauges;
use patchlight_engine::{Place, Program};
use std::io::{IsTerminal, Write};
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const PERIOD: Duration = Duration::from_millis(250);

pub struct Progress {
    on_terminal: bool,
    start: Instant,
    shown: Option<Instant>,
}

impl Progress {
    pub fn new() -> Progress {
        let on_terminal = std::io::stderr().is_terminal();
        Progress { on_terminal, start: Instant::now(), shown: None }
    }

    /// Shows the line anew if it has become old.
    pub fn tick(&mut self, program: &Program, gauges: &Gauges, summary: &Summary) {
        let last = self.shown.unwrap_or(self.start);
        if self.on_terminal && last.elapsed() >= PERIOD {
            self.shown = Some(Instant::now());
            let line = line(program, gauges, summary, self.start.elapsed());
            // A terminal that went away is no reason to stop.
            let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
        }
    }

    /// Takes the line away.
    pub fn finish(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(program: &Program, gauges: &Gauges, summary: &Summary, time: Duration) -> String {
    let gauge = |gauge: &AtomicU64| gauge.load(Ordering::Relaxed);
    let mut line = format!(
        "{:.0} s: {} states, {} parked, {} paths, {} errors, {} tests, {} branches seen, \
         {} queries, {} MB",
        time.as_secs_f64(),
        gauge(&gauges.live),
        gauge(&gauges.parked),
        summary.paths_completed,
        summary.paths_error,
        summary.tests,
        gauge(&gauges.branches),
        gauge(&gauges.questions),
        peak_memory_mb(),
    );
    // Where most time goes, once the solver takes a tenth of it.
    let slowest = *gauges.slowest.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(((func, op), spent)) = slowest
        && spent * 10 > time
    {
        let places = program.places(func, op as usize);
        let place = places.first().map_or_else(String::new, Place::to_string);
        line += &format!(", {:.0} s for {place}", spent.as_secs_f64());
    }
    line
}
