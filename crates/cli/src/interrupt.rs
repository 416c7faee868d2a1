//! Ctrl-C: the first asks for an end with a report of what is known, the second ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on, the first Ctrl-C is only a question.
pub fn listen() {
    extern "C" fn ask(_signal: libc::c_int) {
        ASKED.store(true, Ordering::Relaxed);
    }
    // SAFETY: the structure is valid when it is all zeros, and the handler does nothing but store
    // to an atomic. With SA_RESETHAND the second signal is the system's.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = ask as extern "C" fn(libc::c_int) as usize;
        action.sa_flags = libc::SA_RESETHAND | libc::SA_RESTART;
        libc::sigaction(libc::SIGINT, &action, std::ptr::null_mut());
    }
}

/// Whether an end was asked for.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
