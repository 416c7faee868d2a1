//! The binary `patchlight`: one file a subcommand. Everything that serialises, reads the
//! environment or talks to the user is in this crate.

mod baseline;
mod cache;
mod cc;
mod clang;
mod doctor;
mod exit;
mod explore;
mod export;
mod history;
mod interact;
mod interrupt;
mod ir;
mod left_behind;
mod manual;
mod module_file;
mod modules;
mod patch;
mod program;
mod project;
mod reach;
mod record;
mod replay;
mod report;
mod report_command;
mod reports;
mod results;
mod run;
mod setup;
mod shadow;
mod solve;
mod store;
mod test;
mod toolchain;
mod unify;

use clap::{CommandFactory, Parser, Subcommand};
use exit::Exit;

/// Shows what a patch really changes: finds inputs on which the old and the new version differ.
#[derive(Parser)]
#[command(name = "patchlight", version, about, after_help = EXAMPLES, after_long_help = LONG_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  patchlight init                        make patchlight.toml for this project
  patchlight test                        what the working tree changes
  patchlight test HEAD~1..HEAD           what the last commit changes
  patchlight history v1.0..HEAD          what each commit changes
  patchlight run PROGRAM.c -- ARGS       run a program, every memory access checked
  patchlight explore PROGRAM.c --sym-arg 3 --out DIR   run all its paths

--help says more, also of each command.";

const LONG_HELP: &str = exit::HELP;

#[derive(Subcommand)]
enum Command {
    /// Say what a patch changes: find inputs on which the versions before and after it differ
    Test(test::TestArgs),
    /// Test every commit of a range
    History(history::HistoryArgs),
    /// Take over what other shards of a history found
    Merge(history::MergeArgs),
    /// Accept differences that are meant: they are not reported any more
    Accept(baseline::AcceptArgs),
    /// Make patchlight.toml, which says how the project is built and tested
    Init(project::guess::InitArgs),
    /// Say what is installed, what is missing, and how to get it
    Doctor(doctor::DoctorArgs),
    /// Print completions for a shell
    Completions(manual::CompletionsArgs),
    /// Print the manual page
    Man(manual::ManArgs),
    /// Install the compiler and build libc, once; other commands do it when needed
    Setup(setup::SetupArgs),
    /// Run a program as if natively, with every memory access checked
    Run(run::RunArgs),
    /// Run all paths that symbolic inputs allow, find errors, write a test for each path
    Explore(Box<explore::ExploreArgs>),
    /// Run two versions natively, in a sandbox, and say how they really differ
    Replay(Box<replay::ReplayArgs>),
    /// Run a program that is two versions (see `patchlight.h`), find inputs on which they differ
    Shadow(shadow::ShadowArgs),
    /// Find inputs that lead to given lines of a program
    Reach(Box<reach::ReachArgs>),
    /// Find errors that several changes only make together, and show how changes follow on one another
    Interact(Box<interact::InteractArgs>),
    /// Make one program of two versions: what they share, and what each has for itself
    Unify(unify::UnifyArgs),
    /// Show what a test of a patch found, in any form
    Report(report_command::ReportArgs),
    /// Run a project's own suite and keep what it runs the programs with, as tests
    Record(record::RecordArgs),
    /// The inputs of findings: cases, scripts, tests, inputs for fuzzers
    Export(export::ExportArgs),
    /// Print what a program is lowered to
    Ir(ir::IrArgs),
    /// Decide SMT-LIB scripts
    Solve(solve::SolveArgs),
    /// Compile C as the user's own compiler does, and capture the LLVM text beside it
    #[command(disable_help_flag = true)]
    Cc(cc::CcArgs),
    /// List the modules that a file built with `patchlight cc` leads to
    Modules(modules::ModulesArgs),
    /// Run the clang that Patchlight brings along, with the system's headers
    Clang(clang::ClangArgs),
}

fn main() -> std::process::ExitCode {
    // A panic is a mistake of ours: the hook has told where it was.
    std::panic::catch_unwind(command).unwrap_or_else(|_| {
        eprintln!("patchlight: this is a mistake of Patchlight's, not of the program");
        Exit::Internal.into()
    })
}

fn command() -> std::process::ExitCode {
    if replay::is_worker() {
        return patchlight_replay::serve();
    }
    if let Some(args) = cc::arguments() {
        return end(cc::run(args));
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage.into() } else { Exit::Ok.into() };
        }
    };
    let result = match cli.command {
        Command::Test(args) => test::run(&args),
        Command::History(args) => history::run(&args),
        Command::Merge(args) => history::merge(&args),
        Command::Accept(args) => baseline::run(&args),
        Command::Init(args) => project::guess::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Completions(args) => manual::completions(&args, Cli::command()),
        Command::Man(args) => manual::man(&args, Cli::command()),
        Command::Setup(args) => setup::run(&args).map(|()| Exit::Ok),
        Command::Run(args) => run::run(&args),
        Command::Explore(args) => explore::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Shadow(args) => shadow::run(&args),
        Command::Reach(args) => reach::run(&args),
        Command::Interact(args) => interact::run(&args),
        Command::Unify(args) => unify::execute(&args),
        Command::Report(args) => report_command::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Ir(args) => ir::run(&args).map(|()| Exit::Ok),
        Command::Solve(args) => solve::run(&args),
        Command::Cc(args) => cc::run(args.args),
        Command::Modules(args) => modules::run(&args),
        Command::Clang(args) => clang::run(&args),
    };
    end(result)
}

fn end(result: anyhow::Result<Exit>) -> std::process::ExitCode {
    match result {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("patchlight: {error:#}");
            exit_of(&error).into()
        }
    }
}

/// Errors with an exit code of their own.
fn exit_of(error: &anyhow::Error) -> Exit {
    let is_bad_diff = error.chain().any(|cause| {
        cause.downcast_ref::<patch::PatchError>().is_some_and(|error| error.is_bad_diff())
    });
    match () {
        () if is_bad_diff => Exit::BadDiff,
        () if error.is::<project::build::BuildFailed>() => Exit::BuildFailed,
        () if error.is::<interrupt::Interrupted>() => Exit::Killed(libc::SIGINT),
        () => Exit::Usage,
    }
}
