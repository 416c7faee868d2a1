//! Ctrl-C: the first asks for an end with a report of what is known, the second ends at once.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, LazyLock};

static ASKED: AtomicBool = AtomicBool::new(false);
static TO_PASS_ON: LazyLock<Arc<AtomicI32>> = LazyLock::new(Arc::default);

/// There is nothing to report yet.
#[derive(Debug, thiserror::Error)]
#[error("interrupted before anything is known")]
pub struct Interrupted;

/// From now on, the first Ctrl-C is only a question.
pub fn listen() {
    extern "C" fn ask(
        signal: libc::c_int,
        info: *const libc::siginfo_t,
        _context: *const libc::c_void,
    ) {
        ASKED.store(true, Ordering::Relaxed);
        // SAFETY: the system hands over a valid structure.
        let is_terminals = unsafe { (*info).si_code } == libc::SI_KERNEL;
        if !is_terminals {
            TO_PASS_ON.store(signal, Ordering::Relaxed);
        }
    }
    // The handler must not be the first to use it.
    LazyLock::force(&TO_PASS_ON);
    type Handler = extern "C" fn(libc::c_int, *const libc::siginfo_t, *const libc::c_void);
    // SAFETY: the structure is valid when it is all zeros, and the handler does nothing but store
    // to atomics. With SA_RESETHAND the second signal is the system's.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = ask as Handler as usize;
        action.sa_flags = libc::SA_RESETHAND | libc::SA_RESTART | libc::SA_SIGINFO;
        libc::sigaction(libc::SIGINT, &action, std::ptr::null_mut());
    }
}

/// Whether an end was asked for.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// A signal that programs which this process runs must get too: the terminal's reach them by
/// themselves.
pub fn to_pass_on() -> Arc<AtomicI32> {
    Arc::clone(&TO_PASS_ON)
}
