//! What of the host belongs to no project.

/// The directories of the host that make up the system: a sandbox sees them as they are.
pub const SYSTEM: [&str; 11] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix/store",
    "/gnu/store",
];
