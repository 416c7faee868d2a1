//! Errors and warnings of the program under test, for people at a terminal.

use patchlight_engine::{
    Access, BugKind, ObjectDescription, PathEnd, Place, ProgramBug, Warning, WarningKind,
};
use patchlight_load::ENTRY;
use std::fmt::Write;

/// Everything that is worth saying about how a run ended.
pub fn describe_end(end: &PathEnd) -> Option<String> {
    match end {
        PathEnd::Exit(_) | PathEnd::Killed(_) => None,
        PathEnd::Discarded => Some("the program's harness rejected this input\n".to_string()),
        PathEnd::Bug(bug) => Some(describe_bug(bug)),
        PathEnd::Unsupported(gap) => {
            let mut text = format!("unsupported: {}\n", gap.what);
            backtrace(&mut text, &gap.backtrace);
            Some(text)
        }
        PathEnd::Limit(limit) => Some(format!("limit: {limit}\n")),
    }
}

pub fn describe_bug(bug: &ProgramBug) -> String {
    let mut text = format!("error: {}: {}\n", bug.kind.name(), sentence(bug));
    backtrace(&mut text, &bug.backtrace);
    if let Some(object) = &bug.object {
        history(&mut text, object);
    }
    text
}

pub fn describe_warning(warning: &Warning) -> String {
    let access = warning.access;
    let what = match warning.kind {
        WarningKind::UninitialisedRead => "never written",
        WarningKind::WordPastEnd => "the word extends past the end",
    };
    let place = warning.object.as_ref().map_or(String::new(), |object| {
        format!(" at offset {} of {}", object.offset, name(object))
    });
    let mut text = format!(
        "warning: {}: read of {}{place}: {what}\n",
        warning.kind.name(),
        bytes(access.size)
    );
    backtrace(&mut text, &warning.backtrace);
    if let Some(object) = &warning.object {
        history(&mut text, object);
    }
    text
}

fn sentence(bug: &ProgramBug) -> String {
    let object = bug.object.as_ref();
    let access = bug.access.map(verb).unwrap_or_default();
    match (bug.kind, object) {
        (BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite, Some(object)) => {
            let how = if object.offset < 0 { "lies before" } else { "exceeds" };
            format!("{access} at offset {} {how} {}", object.offset, sized(object))
        }
        (BugKind::UseAfterFree, Some(object)) => {
            format!("{access} at offset {} of {}, which was freed", object.offset, sized(object))
        }
        (BugKind::UseAfterReturn, Some(object)) => {
            format!("{access} of {} after its function returned", sized(object))
        }
        (BugKind::WriteToConstant, Some(object)) => {
            format!("{access} at offset {} of {}", object.offset, sized(object))
        }
        (BugKind::DoubleFree, Some(object)) => format!("{} is freed twice", sized(object)),
        (BugKind::InvalidFree, Some(object)) => {
            format!("free of an address at offset {} of {}", object.offset, sized(object))
        }
        (BugKind::OverlappingMemcpy, Some(object)) => {
            format!("memcpy within {}: source and target overlap", sized(object))
        }
        (BugKind::NullDereference, _) if bug.access.is_some() => {
            format!("{access} at {:#x}", bug.access.map_or(0, |access| access.address))
        }
        (BugKind::NullDereference, _) => "call through a null pointer".to_string(),
        (BugKind::WildPointer, _) => format!(
            "{access} at {:#x}, where there is no object",
            bug.access.map_or(0, |access| access.address)
        ),
        (BugKind::DivisionByZero, _) => "the divisor is 0".to_string(),
        (BugKind::DivisionOverflow, _) => "the smallest number divided by -1 overflows".to_string(),
        (BugKind::Unreachable, _) => {
            "execution reached code that is declared unreachable".to_string()
        }
        (BugKind::Trap, _) => "the program stopped itself".to_string(),
        (BugKind::BadCall, Some(object)) => {
            format!("call of an address at offset {} of {}", object.offset, sized(object))
        }
        (BugKind::BadCall, None) => "the called address is not a function".to_string(),
        (BugKind::BadLongjmp, _) => "the function that called setjmp has returned".to_string(),
        (BugKind::StackOverflow, _) => "calls are nested too deeply".to_string(),
        _ => access,
    }
}

fn verb(access: Access) -> String {
    let verb = if access.write { "store" } else { "load" };
    format!("{verb} of {}", bytes(access.size))
}

fn bytes(n: u64) -> String {
    if n == 1 { "1 byte".to_string() } else { format!("{n} bytes") }
}

fn name(object: &ObjectDescription) -> String {
    match (object.name.as_str(), object.what.as_str()) {
        ("heap", what) => format!("an {what}"),
        ("", "string literal") => "a string literal".to_string(),
        ("", what) => format!("an unnamed {what}"),
        (name, _) => format!("`{name}`"),
    }
}

fn sized(object: &ObjectDescription) -> String {
    format!("{} ({})", name(object), bytes(object.size))
}

fn history(text: &mut String, object: &ObjectDescription) {
    for (what, places) in [("allocated", &object.allocated), ("freed", &object.freed)] {
        if !places.is_empty() {
            let _ = writeln!(text, "  {what} by");
            list(text, places, "    ");
        }
    }
}

fn backtrace(text: &mut String, places: &[Place]) {
    list(text, places, "  ");
}

fn list(text: &mut String, places: &[Place], indent: &str) {
    // The function that calls `main` is ours and tells the user nothing.
    for place in places.iter().filter(|place| place.function != ENTRY) {
        let _ = writeln!(text, "{indent}in {place}");
    }
}
