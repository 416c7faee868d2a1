//! Modules: functions, globals, and what the text of the program was.

use crate::ids::{ArgsId, BlockId, FileId, FuncId, GlobalId, LocalId, NameId, Reg, TableId};
use crate::op::Op;
use serde::{Deserialize, Serialize};

/// A translation unit, or several that were linked.
#[derive(Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct Module {
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    /// Source files, as the debug information names them.
    pub files: Vec<String>,
    /// What the names of files are relative to, by file, as far as it is known. The text format and
    /// linked modules do without.
    pub directories: Vec<String>,
    /// Strings that ops and locations point to.
    pub names: Vec<String>,
    /// Run before `main` (in this order) and after it (the last first).
    pub constructors: Vec<Structor>,
    pub destructors: Vec<Structor>,
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Structor {
    pub priority: u32,
    pub func: FuncId,
}

/// How a symbol meets others of its name.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub enum Linkage {
    /// Seen by all modules; one definition.
    External,
    /// Seen only in its own module.
    Internal,
    /// Gives way to an external definition; among several the first one stays.
    /// A declaration that is weak may stay undefined: its address is 0.
    Weak,
    /// A tentative definition in C: the largest stays.
    Common,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    pub linkage: Linkage,
    /// Registers `r0` to `r(n_params-1)` hold the parameters on entry, one word each.
    pub n_params: u16,
    pub variadic: bool,
    /// How many registers a call gives back.
    pub n_ret: u8,
    pub kind: FuncKind,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FuncKind {
    Declared,
    Defined(Box<Body>),
    Alias(FuncId),
    /// The function that is meant is what this resolver returns.
    IFunc(FuncId),
}

#[derive(Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    pub n_regs: u16,
    /// The compiler may have moved loads ahead of the decision whether their value is needed: that
    /// a load reads bytes never written says nothing here.
    pub optimised: bool,
    pub ops: Vec<Op>,
    /// The index of each block's first op; a block ends where the next one begins. The first
    /// block is the entry and has no predecessors.
    pub blocks: Vec<u32>,
    /// For each op its place in `locs`.
    pub op_locs: Vec<u32>,
    /// `locs[0]` is the function itself (its line, or line 0 if unknown).
    pub locs: Vec<Loc>,
    pub locals: Vec<Local>,
    pub args: Vec<Reg>,
    pub switches: Vec<SwitchTable>,
    pub branch_tables: Vec<Vec<BlockId>>,
}

/// A place in the source.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
pub struct Loc {
    pub file: FileId,
    /// 0 where the compiler gave none.
    pub line: u32,
    pub column: u32,
    /// The source function: another one than the body's where it was inlined.
    pub function: NameId,
    /// The call that was replaced by inlining, as a place in the same `locs`.
    pub inlined_at: Option<u32>,
}

/// A local variable of the source, or a temporary of the compiler on the stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Local {
    /// Empty for temporaries of the compiler.
    pub name: String,
    pub place: LocalPlace,
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LocalPlace {
    /// A scalar that does not escape, of `width` bits, in consecutive registers from `reg` on.
    Register { reg: Reg, width: u16 },
    /// A stack object; the size is 0 where `alloca.dyn` gives it.
    Memory { size: u64, align: u32 },
}

/// How far apart the addresses of two neighbouring blocks of a function are: programs compute
/// with distances of labels.
pub const BLOCK_ADDRESS_STEP: u64 = 16;

/// Cases sorted by value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SwitchTable {
    pub cases: Vec<(u64, BlockId)>,
    pub default: BlockId,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Global {
    pub name: String,
    pub linkage: Linkage,
    pub size: u64,
    pub align: u32,
    /// Never written (`.rodata`).
    pub constant: bool,
    pub thread_local: bool,
    pub section: Option<String>,
    pub kind: GlobalKind,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GlobalKind {
    Declared,
    Defined(Init),
    Alias { global: GlobalId, offset: u64 },
}

/// The first bytes of a global; the rest of its size is zero.
#[derive(Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub struct Init {
    pub bytes: Vec<u8>,
    /// Sorted by offset, not overlapping; the bytes beneath are 0.
    pub relocs: Vec<Reloc>,
}

/// An address that is known only when the program is loaded.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reloc {
    pub offset: u64,
    pub target: RelocTarget,
    pub addend: i64,
    /// 8 for an address. 4 for a relative pointer: an entry of a table that only
    /// `load.relative` reads.
    pub size: u8,
}

#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum RelocTarget {
    Func(FuncId),
    Global(GlobalId),
    Block(FuncId, BlockId),
}

impl Body {
    pub fn block_range(&self, block: BlockId) -> std::ops::Range<usize> {
        let start = self.blocks[block.index()] as usize;
        let end = self.blocks.get(block.index() + 1).map_or(self.ops.len(), |&next| next as usize);
        start..end
    }

    pub fn block_ops(&self, block: BlockId) -> &[Op] {
        &self.ops[self.block_range(block)]
    }

    /// The block that holds the op at `index`.
    pub fn block_of(&self, index: usize) -> BlockId {
        BlockId::from_index(self.blocks.partition_point(|&start| start as usize <= index) - 1)
    }

    pub fn args(&self, args: ArgsId, n_args: u16) -> &[Reg] {
        &self.args[args.index()..args.index() + usize::from(n_args)]
    }

    pub fn switch(&self, table: TableId) -> &SwitchTable {
        &self.switches[table.index()]
    }

    pub fn local(&self, local: LocalId) -> &Local {
        &self.locals[local.index()]
    }

    pub fn loc(&self, op_index: usize) -> &Loc {
        &self.locs[self.op_locs[op_index] as usize]
    }
}

impl Function {
    pub fn body(&self) -> Option<&Body> {
        match &self.kind {
            FuncKind::Defined(body) => Some(body),
            _ => None,
        }
    }
}

impl Module {
    pub fn name(&self, id: NameId) -> &str {
        &self.names[id.index()]
    }

    pub fn file(&self, id: FileId) -> &str {
        &self.files[id.index()]
    }
}
