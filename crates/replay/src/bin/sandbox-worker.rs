//! The sandbox's worker alone, for tests and benchmarks of this crate; `patchlight` brings its own.

fn main() -> std::process::ExitCode {
    patchlight_replay::serve()
}
