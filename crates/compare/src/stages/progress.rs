//! A line on the terminal for what is being done. Nothing if there is no terminal.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const PERIOD: Duration = Duration::from_millis(100);

pub struct Progress {
    on_terminal: bool,
    /// What is done is worth a line of its own.
    is_verbose: bool,
    shown: Mutex<Option<Instant>>,
}

impl Progress {
    pub fn new(is_verbose: bool) -> Progress {
        let on_terminal = std::io::stderr().is_terminal();
        Progress { on_terminal, is_verbose, shown: Mutex::new(None) }
    }

    pub fn show(&self, what: impl FnOnce() -> String) {
        let mut shown = self.shown.lock().expect("no panic");
        if self.on_terminal && shown.is_none_or(|shown| shown.elapsed() >= PERIOD) {
            *shown = Some(Instant::now());
            // A terminal that went away is no reason to stop.
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", what());
        }
    }

    /// Shows a line that stays, if all is wanted.
    pub fn detail(&self, line: &str) {
        if self.is_verbose {
            self.say(line);
        }
    }

    /// Shows a line that stays.
    pub fn say(&self, line: &str) {
        let mut shown = self.shown.lock().expect("no panic");
        if shown.take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}
