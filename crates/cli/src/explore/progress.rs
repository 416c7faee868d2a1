//! One line on the terminal that says how far the exploration is. Nothing if there is no terminal.

use super::summary::{Summary, peak_memory_mb};
use patchlight_engine::Place;
use patchlight_engine::explore::{Explorer, System};
use std::io::{IsTerminal, Write};
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
    pub fn tick<S: System>(&mut self, explorer: &Explorer<'_, S>, summary: &Summary) {
        let last = self.shown.unwrap_or(self.start);
        if self.on_terminal && last.elapsed() >= PERIOD {
            self.shown = Some(Instant::now());
            let line = line(explorer, summary, self.start.elapsed());
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

fn line<S: System>(explorer: &Explorer<'_, S>, summary: &Summary, time: Duration) -> String {
    let (reached, questions) = (explorer.coverage.n_visited(), explorer.stats.questions);
    let mut line = format!(
        "{:.0} s: {} states, {} paths, {} errors, {} tests, {reached} branches seen, \
         {questions} queries, {} MB",
        time.as_secs_f64(),
        explorer.n_live(),
        summary.paths_completed,
        summary.paths_error,
        summary.tests,
        peak_memory_mb(),
    );
    // Where most time goes, once the solver takes a tenth of it.
    if let [((func, op), spent), ..] = explorer.stats.query_times.slowest(1)[..]
        && spent * 10 > time
    {
        let places = explorer.program.places(func, op as usize);
        let place = places.first().map_or_else(String::new, Place::to_string);
        line += &format!(", {:.0} s for {place}", spent.as_secs_f64());
    }
    line
}
