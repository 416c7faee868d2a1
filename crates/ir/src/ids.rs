//! Typed ids. `Display` and `Debug` print what the text format prints.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($repr:ty) = $prefix:literal) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
        pub struct $name(pub $repr);

        impl $name {
            pub const PREFIX: &'static str = $prefix;

            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// Panics if `index` does not fit: our own tables are never that large.
            pub fn from_index(index: usize) -> Self {
                Self(<$repr>::try_from(index).expect(concat!(stringify!($name), " overflows")))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

id!(
    /// One 64-bit word of a frame. A value wider than 64 bits takes consecutive registers,
    /// low word first.
    Reg(u16) = "r"
);
id!(BlockId(u32) = "b");
id!(
    /// A function of the module, defined or declared.
    FuncId(u32) = "f"
);
id!(GlobalId(u32) = "g");
id!(
    /// A string of the module's name table.
    NameId(u32) = "n"
);
id!(FileId(u32) = "file");
id!(
    /// Where a call's arguments begin in the body's argument pool.
    ArgsId(u32) = "args"
);
id!(
    /// A switch or branch table of the body.
    TableId(u32) = "t"
);
id!(
    /// A named local of the body: a register or a stack object.
    LocalId(u32) = "l"
);
