//! Signals that would end the recording before the programs are back.

use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

/// From now on these signals end nothing. What is sent to this process alone is left in the result,
/// to be passed on to the suite; the terminal's keys reach the suite by themselves.
///
/// To be called before there are threads: they inherit the mask. Programs that are started do not.
pub fn hold() -> Result<Arc<AtomicI32>> {
    let stop = Arc::new(AtomicI32::new(0));
    // SAFETY: the set is made by `sigemptyset` before it is used.
    let set = unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut set);
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT] {
            libc::sigaddset(&mut set, signal);
        }
        if libc::pthread_sigmask(libc::SIG_BLOCK, &set, std::ptr::null_mut()) != 0 {
            return Err(std::io::Error::last_os_error().into());
        }
        set
    };
    let to_pass_on = Arc::clone(&stop);
    std::thread::spawn(move || {
        loop {
            // SAFETY: zeros are a valid value of this structure, which the call fills.
            let (signal, info) = unsafe {
                let mut info: libc::siginfo_t = std::mem::zeroed();
                (libc::sigwaitinfo(&set, &mut info), info)
            };
            if signal > 0 && info.si_code != libc::SI_KERNEL {
                to_pass_on.store(signal, Ordering::SeqCst);
            }
        }
    });
    Ok(stop)
}
