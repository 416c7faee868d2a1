//! Types of an LLVM module, interned: two equal types have the same `TypeId`.
//!
//! Named structs (`%struct.foo`) are nominal: `Type::Named` points to an entry of the table whose
//! body may come later in the text or never (an opaque type). `TypeTable::get` never returns
//! `Type::Named` for a type with a body; it looks through the name.
//!
//! Absent on purpose: sizes and alignments. They depend on the data layout, which the lowering knows.

use std::collections::HashMap;
use std::fmt;
use std::hash::BuildHasherDefault;

use crate::hash::FastHasher;

/// An interned type.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct TypeId(pub(crate) u32);

/// A named struct type, `%name` or `%7`.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct NamedTypeId(pub(crate) u32);

/// A run of `TypeId`s in the table's list pool.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct TypeList {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// The shape of a type.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Type {
    Void,
    Label,
    Token,
    Metadata,
    Half,
    BFloat,
    Float,
    Double,
    X86Fp80,
    Fp128,
    PpcFp128,
    X86Amx,
    X86Mmx,
    /// `iN`, 1 ≤ N < 2^23.
    Int(u32),
    Ptr {
        addr_space: u32,
    },
    Array {
        elem: TypeId,
        len: u64,
    },
    /// `<N x T>`; `<vscale x N x T>` has `scalable` set, and nothing else supports it.
    Vector {
        elem: TypeId,
        len: u32,
        scalable: bool,
    },
    Struct {
        fields: TypeList,
        packed: bool,
    },
    /// A named struct. `TypeTable::get` returns this only if the type is opaque.
    Named(NamedTypeId),
    Function {
        ret: TypeId,
        params: TypeList,
        varargs: bool,
    },
    /// `target("…", …)`: opaque to us.
    Target,
}

impl TypeId {
    pub const VOID: TypeId = TypeId(0);
    pub const LABEL: TypeId = TypeId(1);
    pub const TOKEN: TypeId = TypeId(2);
    pub const METADATA: TypeId = TypeId(3);
    pub const HALF: TypeId = TypeId(4);
    pub const BFLOAT: TypeId = TypeId(5);
    pub const FLOAT: TypeId = TypeId(6);
    pub const DOUBLE: TypeId = TypeId(7);
    pub const X86_FP80: TypeId = TypeId(8);
    pub const FP128: TypeId = TypeId(9);
    pub const PPC_FP128: TypeId = TypeId(10);
    pub const X86_AMX: TypeId = TypeId(11);
    pub const X86_MMX: TypeId = TypeId(12);
    pub const TARGET: TypeId = TypeId(13);
    /// `ptr` in address space 0.
    pub const PTR: TypeId = TypeId(14);
    pub const I1: TypeId = TypeId(15);
    pub const I8: TypeId = TypeId(16);
    pub const I16: TypeId = TypeId(17);
    pub const I32: TypeId = TypeId(18);
    pub const I64: TypeId = TypeId(19);
    pub const I128: TypeId = TypeId(20);

    /// A dense index, for side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// In the order of the constants of `TypeId`.
const FIXED: [Type; 21] = [
    Type::Void,
    Type::Label,
    Type::Token,
    Type::Metadata,
    Type::Half,
    Type::BFloat,
    Type::Float,
    Type::Double,
    Type::X86Fp80,
    Type::Fp128,
    Type::PpcFp128,
    Type::X86Amx,
    Type::X86Mmx,
    Type::Target,
    Type::Ptr { addr_space: 0 },
    Type::Int(1),
    Type::Int(8),
    Type::Int(16),
    Type::Int(32),
    Type::Int(64),
    Type::Int(128),
];

impl fmt::Debug for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// A named struct: its name as written (without `%` and quotes), and its body once known.
#[derive(Clone, Debug)]
pub struct NamedType<'a> {
    pub name: &'a str,
    /// `None`: opaque.
    pub body: Option<TypeId>,
    /// `type` line seen; a type that is only used is an error at the end of the module.
    pub(crate) declared: bool,
}

/// All types of a module.
#[derive(Debug)]
pub struct TypeTable<'a> {
    types: Vec<Type>,
    lists: Vec<TypeId>,
    pub(crate) named: Vec<NamedType<'a>>,
    interned: HashMap<Type, TypeId, BuildHasherDefault<FastHasher>>,
    interned_lists: HashMap<Box<[TypeId]>, TypeList, BuildHasherDefault<FastHasher>>,
}

impl Default for TypeTable<'_> {
    fn default() -> Self {
        let mut table = TypeTable {
            types: Vec::new(),
            lists: Vec::new(),
            named: Vec::new(),
            interned: HashMap::default(),
            interned_lists: HashMap::default(),
        };
        for ty in FIXED {
            table.intern(ty);
        }
        table
    }
}

impl<'a> TypeTable<'a> {
    /// The shape of a type; a named struct with a body gives the body's shape.
    pub fn get(&self, id: TypeId) -> Type {
        match self.types[id.index()] {
            Type::Named(named) => match self.named[named.0 as usize].body {
                Some(body) => self.types[body.index()],
                None => Type::Named(named),
            },
            ty => ty,
        }
    }

    /// The shape as written: a named struct gives `Type::Named`.
    pub fn get_nominal(&self, id: TypeId) -> Type {
        self.types[id.index()]
    }

    /// The types in a list: a struct's fields or a function's parameters.
    pub fn list(&self, list: TypeList) -> &[TypeId] {
        &self.lists[list.start as usize..][..list.len as usize]
    }

    pub fn named(&self, id: NamedTypeId) -> &NamedType<'a> {
        &self.named[id.0 as usize]
    }

    /// How many types there are: ids are below this.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    pub fn intern(&mut self, ty: Type) -> TypeId {
        let next = TypeId(self.types.len() as u32);
        let id = *self.interned.entry(ty).or_insert(next);
        if id == next {
            self.types.push(ty);
        }
        id
    }

    pub fn intern_list(&mut self, items: &[TypeId]) -> TypeList {
        if let Some(&list) = self.interned_lists.get(items) {
            return list;
        }
        let list = TypeList { start: self.lists.len() as u32, len: items.len() as u32 };
        self.lists.extend_from_slice(items);
        self.interned_lists.insert(items.into(), list);
        list
    }

    pub fn int(&mut self, bits: u32) -> TypeId {
        match bits {
            1 => TypeId::I1,
            8 => TypeId::I8,
            16 => TypeId::I16,
            32 => TypeId::I32,
            64 => TypeId::I64,
            _ => self.intern(Type::Int(bits)),
        }
    }

    /// Prints a type the way LLVM does.
    pub fn display(&self, id: TypeId) -> impl fmt::Display + '_ {
        TypeDisplay { table: self, id }
    }
}

struct TypeDisplay<'t, 'a> {
    table: &'t TypeTable<'a>,
    id: TypeId,
}

impl TypeDisplay<'_, '_> {
    fn at(&self, id: TypeId) -> TypeDisplay<'_, '_> {
        TypeDisplay { table: self.table, id }
    }

    fn list(&self, f: &mut fmt::Formatter<'_>, list: TypeList) -> fmt::Result {
        for (i, &ty) in self.table.list(list).iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{}", self.at(ty))?;
        }
        Ok(())
    }
}

impl fmt::Display for TypeDisplay<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.table.get_nominal(self.id) {
            Type::Void => f.write_str("void"),
            Type::Label => f.write_str("label"),
            Type::Token => f.write_str("token"),
            Type::Metadata => f.write_str("metadata"),
            Type::Half => f.write_str("half"),
            Type::BFloat => f.write_str("bfloat"),
            Type::Float => f.write_str("float"),
            Type::Double => f.write_str("double"),
            Type::X86Fp80 => f.write_str("x86_fp80"),
            Type::Fp128 => f.write_str("fp128"),
            Type::PpcFp128 => f.write_str("ppc_fp128"),
            Type::X86Amx => f.write_str("x86_amx"),
            Type::X86Mmx => f.write_str("x86_mmx"),
            Type::Target => f.write_str("target(…)"),
            Type::Int(bits) => write!(f, "i{bits}"),
            Type::Ptr { addr_space: 0 } => f.write_str("ptr"),
            Type::Ptr { addr_space } => write!(f, "ptr addrspace({addr_space})"),
            Type::Array { elem, len } => write!(f, "[{len} x {}]", self.at(elem)),
            Type::Vector { elem, len, scalable: false } => write!(f, "<{len} x {}>", self.at(elem)),
            Type::Vector { elem, len, scalable: true } => {
                write!(f, "<vscale x {len} x {}>", self.at(elem))
            }
            Type::Struct { fields, packed } => {
                let (open, close) = match (packed, fields.len) {
                    (false, 0) => ("{", "}"),
                    (true, 0) => ("<{", "}>"),
                    (false, _) => ("{ ", " }"),
                    (true, _) => ("<{ ", " }>"),
                };
                f.write_str(open)?;
                self.list(f, fields)?;
                f.write_str(close)
            }
            Type::Named(named) => write!(f, "%{}", self.table.named(named).name),
            Type::Function { ret, params, varargs } => {
                write!(f, "{} (", self.at(ret))?;
                self.list(f, params)?;
                match (varargs, params.len) {
                    (true, 0) => f.write_str("...)"),
                    (true, _) => f.write_str(", ...)"),
                    (false, _) => f.write_str(")"),
                }
            }
        }
    }
}
