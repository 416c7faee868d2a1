//! The binary `patchlight`: one file per subcommand. Arguments, printing and exit codes are here;
//! what commands do is in the crates below.

mod accept;
mod args;
mod cc;
mod clang;
mod doctor;
mod exit;
mod explore;
mod export;
mod history;
mod init;
mod inputs;
mod interact;
mod interrupt;
mod ir;
mod manual;
mod modules;
mod output;
mod reach;
mod record;
mod replay;
mod report;
mod run;
mod setup;
mod shadow;
mod solve;
mod test;
mod unify;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use exit::Exit;

/// Shows what a patch really changes: finds inputs on which the old and the new version differ.
#[derive(Parser)]
#[command(name = "patchlight", version, about, after_help = EXAMPLES, after_long_help = long_help())]
#[command(args_override_self = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  patchlight init                        create patchlight.toml for this project
  patchlight test                        what the working tree changes
  patchlight test HEAD~1..HEAD           what the last commit changes
  patchlight history v1.0..HEAD          what each commit changes
  patchlight run PROGRAM.c -- ARGS       run a program with every memory access checked
  patchlight explore PROGRAM.c --sym-arg 3 --out DIR   explore all its paths

`patchlight COMMAND --help` describes the options of a command.";

fn long_help() -> String {
    format!("{EXAMPLES}\n\n{}", exit::HELP)
}

/// The commands as `--help` shows them. A test sees to it that none is missing.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Everyday commands", &["test", "history", "report", "accept", "export"]),
    ("Building blocks", &["run", "explore", "replay", "reach", "interact", "record"]),
    ("For researchers", &["shadow", "unify", "ir", "solve"]),
    (
        "Set-up and tools",
        &["init", "doctor", "setup", "merge", "cc", "modules", "clang", "completions", "man"],
    ),
];

/// The command line, with a help text that has its commands in groups.
fn command_line() -> clap::Command {
    let command = Cli::command();
    let header = *command.get_styles().get_header();
    let literal = *command.get_styles().get_literal();
    let mut groups = String::new();
    for (heading, names) in GROUPS {
        groups += &format!("{header}{heading}:{header:#}\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            groups += &format!("  {literal}{name:<11}{literal:#}  {about}\n");
        }
        groups.push('\n');
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n\
         {groups}{header}Options:{header:#}\n{{options}}{{after-help}}"
    ))
}

#[derive(Subcommand)]
enum Command {
    /// Find inputs on which a patch changes the program's behaviour
    Test(test::TestArgs),
    /// Test every commit of a range
    History(history::HistoryArgs),
    /// Import the results of other shards of a history
    Merge(history::MergeArgs),
    /// Mark differences as intended, so that they are no longer reported
    Accept(accept::AcceptArgs),
    /// Create patchlight.toml: how to build and test the project
    Init(init::InitArgs),
    /// Check what is installed, what is missing, and how to get it
    Doctor(doctor::DoctorArgs),
    /// Print shell completions
    Completions(manual::CompletionsArgs),
    /// Print the manual page
    Man(manual::ManArgs),
    /// Install the compiler and build libc (done when needed anyway)
    Setup(setup::SetupArgs),
    /// Run a program with every memory access checked
    Run(run::RunArgs),
    /// Explore all paths on symbolic inputs and write a test for each
    Explore(Box<explore::ExploreArgs>),
    /// Run two versions natively in a sandbox and report how they differ
    Replay(Box<replay::ReplayArgs>),
    /// Run two versions together and find inputs on which they diverge
    Shadow(shadow::ShadowArgs),
    /// Find inputs that reach given lines, or lines that a patch changes
    Reach(Box<reach::ReachArgs>),
    /// Find errors that several changes cause only together
    Interact(Box<interact::InteractArgs>),
    /// Merge two versions into one program and show what they share
    Unify(unify::UnifyArgs),
    /// Show the results of a test in any format
    Report(report::ReportArgs),
    /// Run a test suite and record how it calls the programs
    Record(record::RecordArgs),
    /// Export inputs of findings as cases, scripts, tests or for fuzzers
    Export(export::ExportArgs),
    /// Print the intermediate representation of a program
    Ir(ir::IrArgs),
    /// Solve SMT-LIB scripts
    Solve(solve::SolveArgs),
    /// Compile C with your own compiler and capture LLVM IR
    #[command(disable_help_flag = true)]
    Cc(cc::CcArgs),
    /// List the modules captured in files built with `patchlight cc`
    Modules(modules::ModulesArgs),
    /// Run Patchlight's clang with the system's headers
    Clang(clang::ClangArgs),
}

fn main() -> std::process::ExitCode {
    output::guard(command)
}

fn command() -> std::process::ExitCode {
    if let Some(status) = patchlight_replay::serve_if_asked() {
        return status;
    }
    if let Some(args) = cc::arguments() {
        return end(cc::run(args));
    }
    let parsed = command_line().try_get_matches().and_then(|mut matches| {
        Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command_line()))
    });
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            return match error.print() {
                _ if error.use_stderr() => Exit::Usage.into(),
                Ok(()) => Exit::Ok.into(),
                Err(lost) => output::end(&lost).into(),
            };
        }
    };
    let result = match cli.command {
        Command::Test(args) => test::run(&args),
        Command::History(args) => history::run(&args),
        Command::Merge(args) => history::merge(&args),
        Command::Accept(args) => accept::run(&args),
        Command::Init(args) => init::run(&args),
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
        Command::Report(args) => report::run(&args),
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
        cause
            .downcast_ref::<patchlight_patch::PatchError>()
            .is_some_and(|error| error.is_bad_diff())
    });
    match () {
        () if is_bad_diff => Exit::BadDiff,
        () if error.is::<patchlight_project::build::BuildFailed>() => Exit::BuildFailed,
        () if error.is::<patchlight_budget::Interrupted>() => Exit::Killed(libc::SIGINT),
        () => Exit::Usage,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_lists_every_command_once() {
        let command = Cli::command();
        let mut commands: Vec<&str> = command.get_subcommands().map(|one| one.get_name()).collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        commands.sort_unstable();
        listed.sort_unstable();
        assert_eq!(commands, listed);
    }

    #[test]
    fn help_has_the_groups_and_a_line_per_command() {
        let help = command_line().render_help().to_string();
        for (heading, names) in GROUPS {
            assert!(help.contains(&format!("\n{heading}:\n")), "{heading} is not in\n{help}");
            for name in names {
                let start = format!("\n  {name} ");
                assert_eq!(help.matches(&start).count(), 1, "{name} in\n{help}");
            }
        }
        assert!(!help.contains('{'), "{help}");
        let widest = help.lines().max_by_key(|line| line.chars().count());
        assert!(widest.is_some_and(|line| line.chars().count() <= 100), "{widest:?}");
    }

    #[test]
    fn reach_and_interact_say_that_they_take_revisions() {
        for name in ["reach", "interact"] {
            let mut command = command_line();
            let command = command.find_subcommand_mut(name).expect("a command");
            let help = command.render_help().to_string();
            assert!(help.contains("PROGRAM|REV..REV"), "{help}");
        }
    }

    /// Options with the same id would share their values.
    #[test]
    fn arguments_of_a_command_have_ids_of_their_own() {
        for command in Cli::command().get_subcommands() {
            let mut ids: Vec<&str> =
                command.get_arguments().map(|arg| arg.get_id().as_str()).collect();
            ids.sort_unstable();
            let n = ids.len();
            ids.dedup();
            assert_eq!(ids.len(), n, "{}", command.get_name());
        }
    }
}
