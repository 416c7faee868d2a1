//! System V segments, semaphores and queues: what those of this process's IPC namespace take. Nobody
//! needs to have a segment attached, or mapped, for it to exist.

/// What one semaphore takes, in bytes.
pub const SEMAPHORE: u64 = 64;
/// What one message takes besides its text, in bytes.
const MESSAGE: u64 = 64;
/// What one queue may take: the kernel's limit of 16 KiB of text, and as much again for its messages.
pub const QUEUE_KB: u64 = 32;
const PAGE_KB: u64 = 4;

pub struct Queues {
    /// What they take now, in KiB.
    pub kb: u64,
    /// What they may grow to.
    pub most_kb: u64,
}

pub fn queues() -> Queues {
    const SHM_INFO: i32 = 14;
    #[repr(C)]
    #[derive(Default)]
    struct ShmInfo {
        used_ids: i32,
        total: u64,
        resident: u64,
        swapped: u64,
        attempts: u64,
        successes: u64,
    }
    let mut segments = ShmInfo::default();
    // SAFETY: structures of integers, for which zeros are valid.
    let (mut messages, mut semaphores): (libc::msginfo, libc::seminfo) =
        unsafe { (std::mem::zeroed(), std::mem::zeroed()) };
    // SAFETY: each call fills in a structure of the type that it expects.
    unsafe {
        libc::shmctl(0, SHM_INFO, (&raw mut segments).cast());
        libc::msgctl(0, libc::MSG_INFO, (&raw mut messages).cast());
        libc::semctl(0, 0, libc::SEM_INFO, &raw mut semaphores);
    }
    let count = |n: i32| n.max(0) as u64;
    let semaphores_kb = (count(semaphores.semaem) * SEMAPHORE) >> 10;
    let texts_kb = (count(messages.msgtql) + count(messages.msgmap) * MESSAGE) >> 10;
    let pages = segments.resident.saturating_add(segments.swapped);
    Queues {
        kb: pages.saturating_mul(PAGE_KB).saturating_add(semaphores_kb + texts_kb),
        most_kb: segments
            .total
            .saturating_mul(PAGE_KB)
            .saturating_add(semaphores_kb + count(messages.msgpool) * QUEUE_KB),
    }
}
