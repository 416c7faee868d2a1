//! Ctrl-C: the first asks for an end with a report of what is known, the second ends at once.

use patchlight_budget::Interrupt;
use std::sync::LazyLock;

static INTERRUPT: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);

/// From now on, the first Ctrl-C is only a question.
pub fn listen() -> Interrupt {
    extern "C" fn ask(
        signal: libc::c_int,
        info: *const libc::siginfo_t,
        _context: *const libc::c_void,
    ) {
        // SAFETY: the system hands over a valid structure.
        let is_terminals = unsafe { (*info).si_code } == libc::SI_KERNEL;
        // The terminal's reach the programs that were started by themselves.
        INTERRUPT.ask((!is_terminals).then_some(signal));
    }
    // The handler must not be the first to use it.
    let interrupt = INTERRUPT.clone();
    type Handler = extern "C" fn(libc::c_int, *const libc::siginfo_t, *const libc::c_void);
    // SAFETY: the structure is valid when it is all zeros, and the handler does nothing but store
    // to atomics. With SA_RESETHAND the second signal is the system's.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = ask as Handler as usize;
        action.sa_flags = libc::SA_RESETHAND | libc::SA_RESTART | libc::SA_SIGINFO;
        libc::sigaction(libc::SIGINT, &action, std::ptr::null_mut());
    }
    interrupt
}
