//! Signals: what the program arranged, what is pending, and how handlers are started.
//!
//! A handler is called through the restorer that libc passes to `rt_sigaction`: a function that
//! takes the handler and its three arguments, calls it, and ends with `rt_sigreturn`, which gives
//! the old mask back. Signals are only ever noticed at system calls, so a program sees them at the
//! same op in every run.
//!
//! **Absent.** Stopping and continuing; alternate stacks are remembered but not used.

use crate::calls::time::Timer;
use crate::fs::node::Time;
use crate::kernel::{Kernel, Layout, Refusal};
use patchlight_engine::PathEnd;
use patchlight_engine::state::FrameMark;
use std::ops::ControlFlow;

pub(crate) const SIGKILL: i32 = 9;
pub(crate) const SIGPIPE: i32 = 13;
pub(crate) const SIGALRM: i32 = 14;
pub(crate) const SIGCHLD: i32 = 17;
pub(crate) const SIGCONT: i32 = 18;
pub(crate) const SIGSTOP: i32 = 19;
const SIGTSTP: i32 = 20;
const SIGTTIN: i32 = 21;
const SIGTTOU: i32 = 22;
const SIGURG: i32 = 23;
const SIGWINCH: i32 = 28;
/// From here on, signals queue instead of merging.
const FIRST_REAL_TIME: i32 = 32;
pub(crate) const N_SIGNALS: i32 = 64;

const SIG_DFL: u64 = 0;
const SIG_IGN: u64 = 1;
const SA_NODEFER: u64 = 0x4000_0000;
const SA_RESETHAND: u64 = 0x8000_0000;

/// Sent with `kill`, by a timer, or with `sigqueue`.
pub(crate) const SI_USER: i32 = 0;
const SI_KERNEL: i32 = 0x80;

#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Action {
    pub(crate) handler: u64,
    pub(crate) flags: u64,
    pub(crate) restorer: u64,
    pub(crate) mask: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pending {
    pub(crate) signal: i32,
    /// `siginfo_t` as the kernel fills it in.
    pub(crate) info: Vec<u8>,
}

/// A handler that is running or about to.
#[derive(Clone, Debug, PartialEq)]
struct Delivery {
    pending: Pending,
    action: Action,
    /// What is blocked while it runs, and again after it.
    mask: u64,
    mask_after: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct Running {
    frame: FrameMark,
    mask_after: u64,
    /// `siginfo_t` and `ucontext_t` in the program's memory.
    objects: [u64; 2],
    /// Handlers that natively lie below this one on the stack, the next one last.
    waiting: Vec<Delivery>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Signals {
    pub(crate) actions: [Action; N_SIGNALS as usize + 1],
    pub(crate) mask: u64,
    pub(crate) pending: Vec<Pending>,
    /// The mask that `sigsuspend` and its like replaced, until the signal is delivered.
    pub(crate) suspended_mask: Option<u64>,
    pub(crate) timer: Timer,
    /// `sigaltstack`: address, flags, size.
    pub(crate) alternate_stack: [u64; 3],
    running: Vec<Running>,
    /// The handler that lies below the one that has just returned, and those below it.
    next_delivery: Option<(Delivery, Vec<Delivery>)>,
}

impl Default for Signals {
    fn default() -> Signals {
        Signals {
            actions: [Action::default(); N_SIGNALS as usize + 1],
            mask: 0,
            pending: Vec::new(),
            suspended_mask: None,
            timer: Timer { at: None, interval: Time::default() },
            alternate_stack: [0, 2, 0],
            running: Vec::new(),
            next_delivery: None,
        }
    }
}

pub(crate) fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

impl Signals {
    /// A signal of the kernel's own.
    pub(crate) fn raise(&mut self, signal: i32) {
        let info = Layout::new(128).u32(0, signal as u32).u32(8, SI_KERNEL as u32).0;
        self.send(Pending { signal, info });
    }

    pub(crate) fn send(&mut self, pending: Pending) {
        let signal = pending.signal;
        let is_pending = self.pending.iter().any(|other| other.signal == signal);
        let blocked = self.mask & bit(signal) != 0;
        if self.is_ignored(signal) && !blocked || is_pending && signal < FIRST_REAL_TIME {
            return;
        }
        self.pending.push(pending);
    }

    pub(crate) fn is_ignored(&self, signal: i32) -> bool {
        match self.actions[signal as usize].handler {
            SIG_IGN => true,
            SIG_DFL => matches!(signal, SIGCHLD | SIGCONT | SIGURG | SIGWINCH),
            _ => false,
        }
    }

    /// Whether a wait ends now.
    pub(crate) fn any_deliverable(&self) -> bool {
        let deliverable = |pending: &Pending| {
            self.mask & bit(pending.signal) == 0 && !self.is_ignored(pending.signal)
        };
        self.pending.iter().any(deliverable)
    }

    /// Takes the pending signal with the smallest number among `set`.
    pub(crate) fn take(&mut self, set: u64) -> Option<Pending> {
        let candidates = self.pending.iter().enumerate();
        let wanted = candidates.filter(|(_, pending)| set & bit(pending.signal) != 0);
        let (n, _) = wanted.min_by_key(|(n, pending)| (pending.signal, *n))?;
        Some(self.pending.remove(n))
    }

    /// Settles everything that can be delivered: the handlers to start, the first one first.
    fn collect(&mut self) -> ControlFlow<Fate, Vec<Delivery>> {
        let mut deliveries = Vec::new();
        while let Some(pending) = self.take(!self.mask) {
            let signal = pending.signal;
            if self.is_ignored(signal) {
                continue;
            }
            let action = self.actions[signal as usize];
            if action.handler == SIG_DFL {
                let stops = matches!(signal, SIGSTOP | SIGTSTP | SIGTTIN | SIGTTOU);
                return ControlFlow::Break(if stops {
                    Fate::Stopped
                } else {
                    Fate::Killed(signal)
                });
            }
            if action.flags & SA_RESETHAND != 0 {
                self.actions[signal as usize].handler = SIG_DFL;
            }
            let mask_after = self.suspended_mask.take().unwrap_or(self.mask);
            let own = if action.flags & SA_NODEFER == 0 { bit(signal) } else { 0 };
            self.mask |= action.mask | own;
            deliveries.push(Delivery { pending, action, mask: self.mask, mask_after });
        }
        if let Some(mask) = self.suspended_mask.take() {
            self.mask = mask;
        }
        ControlFlow::Continue(deliveries)
    }
}

/// What a signal without a handler does.
enum Fate {
    Killed(i32),
    Stopped,
}

impl Kernel<'_> {
    /// Starts the handlers of signals that can be delivered, or ends the program.
    pub(crate) fn deliver_signals(&mut self) -> ControlFlow<PathEnd> {
        if let Some((next, waiting)) = self.os.signals.next_delivery.take() {
            return self.start_handler(next, waiting);
        }
        if self.os.signals.pending.is_empty() && self.os.signals.suspended_mask.is_none() {
            return ControlFlow::Continue(());
        }
        let mut deliveries = match self.os.signals.collect() {
            ControlFlow::Continue(deliveries) => deliveries,
            ControlFlow::Break(Fate::Killed(signal)) => {
                return ControlFlow::Break(PathEnd::Killed(signal));
            }
            ControlFlow::Break(Fate::Stopped) => {
                let what = "a signal that stops the program";
                return ControlFlow::Break(self.state.unsupported(self.program, what));
            }
        };
        // The kernel stacks them up: the last one runs first.
        match deliveries.pop() {
            Some(last) => self.start_handler(last, deliveries),
            None => ControlFlow::Continue(()),
        }
    }

    fn start_handler(
        &mut self,
        delivery: Delivery,
        waiting: Vec<Delivery>,
    ) -> ControlFlow<PathEnd> {
        let Delivery { pending, action, mask, mask_after } = delivery;
        let objects = match self.handler_objects(&pending) {
            Ok(objects) => objects,
            Err(limit) => return ControlFlow::Break(PathEnd::Limit(limit)),
        };
        self.os.signals.mask = mask;
        let args = [action.handler, pending.signal as u64, objects[0], objects[1]];
        if !self.state.interrupt(self.program, action.restorer, &args) {
            let what = "a signal handler without libc's restorer";
            return ControlFlow::Break(self.state.unsupported(self.program, what));
        }
        let frame = self.state.frame_mark();
        self.os.signals.running.push(Running { frame, mask_after, objects, waiting });
        ControlFlow::Continue(())
    }

    fn handler_objects(&mut self, pending: &Pending) -> Result<[u64; 2], patchlight_engine::Limit> {
        let info = self.state.allocate_system("siginfo", 128, 16)?;
        let written = self.state.memory.write(info, &pending.info);
        written.expect("a new object takes its own size");
        let context = self.state.allocate_system("ucontext", 968, 16)?;
        Ok([info, context])
    }

    /// `rt_sigreturn`: the handler has returned.
    pub(crate) fn sigreturn(&mut self) -> Result<u64, Refusal> {
        let Some(mut running) = self.os.signals.running.pop() else {
            return Err(self.unsupported("`rt_sigreturn` outside of a signal handler"));
        };
        self.free_handler_objects(running.objects);
        self.os.signals.mask = running.mask_after;
        self.os.signals.next_delivery = running.waiting.pop().map(|next| (next, running.waiting));
        Ok(0)
    }

    fn free_handler_objects(&mut self, objects: [u64; 2]) {
        for object in objects {
            self.state.memory.free_system(object).expect("the handler's objects are ours");
        }
    }

    /// Forgets handlers that were left by a jump, and those that lie below them. The mask stays as
    /// it is: libc's `siglongjmp` has set it before it jumped, if it was saved.
    pub(crate) fn notice_abandoned_handlers(&mut self) {
        while let Some(running) = self.os.signals.running.last()
            && !self.state.is_live(running.frame)
        {
            let objects = running.objects;
            self.os.signals.running.pop();
            self.free_handler_objects(objects);
        }
    }
}
