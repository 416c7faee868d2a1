//! How an execution ends and what it says about the program: four questions, four types.

use std::fmt;

/// Why a path came to its end.
#[derive(Clone, Debug, PartialEq)]
pub enum PathEnd {
    Exit(i32),
    /// Ended by a signal whose default action is to kill.
    Killed(i32),
    Bug(Box<ProgramBug>),
    /// Not a path of the program's: an assumption of its harness does not hold.
    Discarded,
    Unsupported(Unsupported),
    Limit(Limit),
}

/// An error of the program under test.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramBug {
    pub kind: BugKind,
    pub access: Option<Access>,
    pub object: Option<ObjectDescription>,
    /// What the program itself says of it.
    pub message: Option<String>,
    /// The innermost place first.
    pub backtrace: Vec<Place>,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum BugKind {
    OutOfBoundsRead,
    OutOfBoundsWrite,
    UseAfterFree,
    UseAfterReturn,
    DoubleFree,
    InvalidFree,
    NullDereference,
    WildPointer,
    WriteToConstant,
    OverlappingMemcpy,
    DivisionByZero,
    /// The smallest number divided by -1.
    DivisionOverflow,
    Unreachable,
    Trap,
    BadCall,
    BadLongjmp,
    StackOverflow,
    /// The program's harness says so.
    Reported,
}

impl BugKind {
    pub const ALL: [BugKind; 18] = [
        BugKind::OutOfBoundsRead,
        BugKind::OutOfBoundsWrite,
        BugKind::UseAfterFree,
        BugKind::UseAfterReturn,
        BugKind::DoubleFree,
        BugKind::InvalidFree,
        BugKind::NullDereference,
        BugKind::WildPointer,
        BugKind::WriteToConstant,
        BugKind::OverlappingMemcpy,
        BugKind::DivisionByZero,
        BugKind::DivisionOverflow,
        BugKind::Unreachable,
        BugKind::Trap,
        BugKind::BadCall,
        BugKind::BadLongjmp,
        BugKind::StackOverflow,
        BugKind::Reported,
    ];

    pub fn from_name(name: &str) -> Option<BugKind> {
        BugKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name that reports and tests use.
    pub fn name(self) -> &'static str {
        match self {
            BugKind::OutOfBoundsRead => "out-of-bounds-read",
            BugKind::OutOfBoundsWrite => "out-of-bounds-write",
            BugKind::UseAfterFree => "use-after-free",
            BugKind::UseAfterReturn => "use-after-return",
            BugKind::DoubleFree => "double-free",
            BugKind::InvalidFree => "invalid-free",
            BugKind::NullDereference => "null-dereference",
            BugKind::WildPointer => "wild-pointer",
            BugKind::WriteToConstant => "write-to-constant",
            BugKind::OverlappingMemcpy => "overlapping-memcpy",
            BugKind::DivisionByZero => "division-by-zero",
            BugKind::DivisionOverflow => "division-overflow",
            BugKind::Unreachable => "unreachable",
            BugKind::Trap => "trap",
            BugKind::BadCall => "bad-call",
            BugKind::BadLongjmp => "bad-longjmp",
            BugKind::StackOverflow => "stack-overflow",
            BugKind::Reported => "reported",
        }
    }
}

/// A memory access as the program asked for it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Access {
    pub address: u64,
    pub size: u64,
    pub write: bool,
}

/// The object that an address belongs to, or belonged to.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectDescription {
    /// `buf`, or `heap` for an allocated block.
    pub name: String,
    /// "global", "local of `f`", "allocated block", …
    pub what: String,
    pub size: u64,
    /// Where in the object the access begins.
    pub offset: i64,
    pub allocated: Vec<Place>,
    pub freed: Vec<Place>,
}

/// A place in the source, or in a function without source.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub struct Place {
    pub function: String,
    pub file: String,
    /// 0: unknown.
    pub line: u32,
    pub column: u32,
}

/// A gap of ours, never the program's fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsupported {
    pub what: String,
    pub backtrace: Vec<Place>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    /// An object of more than 2 GiB.
    ObjectSize(u64),
    /// All object numbers have been used.
    Objects,
    /// All memory that this execution may have.
    Memory,
    /// The number of ops that the caller allows.
    Ops,
    /// The solver gave up on a question on which the path depends.
    Solver,
}

/// Something suspicious that does not end the path.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    pub kind: WarningKind,
    pub access: Access,
    pub object: Option<ObjectDescription>,
    pub backtrace: Vec<Place>,
}

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum WarningKind {
    /// None of the bytes read was ever written.
    UninitialisedRead,
    /// An aligned word that begins inside of the object and ends outside of it.
    WordPastEnd,
}

impl WarningKind {
    pub fn name(self) -> &'static str {
        match self {
            WarningKind::UninitialisedRead => "uninitialised-read",
            WarningKind::WordPastEnd => "word-past-end",
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return write!(f, "{}", self.function);
        }
        write!(f, "{} at {}:{}", self.function, self.file, self.line)?;
        if self.column > 0 { write!(f, ":{}", self.column) } else { Ok(()) }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::ObjectSize(size) => write!(f, "an object of {size} bytes (the limit is 2 GiB)"),
            Limit::Objects => write!(f, "no object numbers left"),
            Limit::Memory => write!(f, "the memory limit is reached"),
            Limit::Solver => write!(f, "the solver's budget for a question is spent"),
            Limit::Ops => write!(f, "the limit on executed ops is reached"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_bug_has_a_name_of_its_own() {
        for (n, kind) in BugKind::ALL.into_iter().enumerate() {
            assert_eq!((kind as usize, BugKind::from_name(kind.name())), (n, Some(kind)));
        }
        assert_eq!(BugKind::Reported as usize + 1, BugKind::ALL.len(), "it is the last kind");
        assert_eq!(BugKind::from_name("exit 0"), None);
    }
}
