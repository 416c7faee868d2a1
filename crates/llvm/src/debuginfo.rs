//! Debug info, read from the text on demand: source locations, functions, variables.
//!
//! The parser only notes where each `!7 = …` node starts. A query reads the fields it needs of the
//! nodes on its way; scopes, files and functions are remembered. Metadata that is missing, of
//! another kind or circular gives `None`, never an error: debug info may be stripped or wrong.
//!
//! Absent: types and expressions, beyond the ids of their nodes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use memchr::{memchr, memchr2};

use crate::ast::{MetadataId, Module};
use crate::hash::FastHasher;
use crate::parse::decode_str;

/// Scopes nest at most this deep; a longer chain is taken for a cycle.
const MAX_SCOPES: usize = 256;

/// A source file: an index into `DebugInfo::files`.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct SourceFileId(pub u32);

/// A source function: an index into `DebugInfo::subprograms`.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct SubprogramId(pub u32);

/// `DIFile`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile<'a> {
    pub name: Cow<'a, str>,
    pub directory: Cow<'a, str>,
}

/// `DISubprogram`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subprogram<'a> {
    pub name: Cow<'a, str>,
    /// The symbol's name, if it is another (C++, Rust).
    pub linkage_name: Option<Cow<'a, str>>,
    pub file: Option<SourceFileId>,
    pub line: u32,
}

/// `DILocation`, with file and function looked up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub file: Option<SourceFileId>,
    /// 0: made by the compiler.
    pub line: u32,
    pub column: u32,
    pub function: Option<SubprogramId>,
    pub scope: Option<MetadataId>,
    /// The `DILocation` of the call that was inlined.
    pub inlined_at: Option<MetadataId>,
}

/// `DILocalVariable`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalVariable<'a> {
    pub name: Cow<'a, str>,
    /// From 1; 0: not a parameter.
    pub arg: u32,
    pub line: u32,
    pub file: Option<SourceFileId>,
    pub scope: Option<MetadataId>,
    pub ty: Option<MetadataId>,
}

/// `DIGlobalVariable`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalVariable<'a> {
    pub name: Cow<'a, str>,
    pub linkage_name: Option<Cow<'a, str>>,
    pub line: u32,
    pub file: Option<SourceFileId>,
    /// For a static in a function: the function.
    pub scope: Option<MetadataId>,
    pub ty: Option<MetadataId>,
}

#[derive(Copy, Clone, Default)]
struct Scope {
    file: Option<SourceFileId>,
    function: Option<SubprogramId>,
}

type Cache<T> = HashMap<MetadataId, T, BuildHasherDefault<FastHasher>>;

/// Answers questions about a module's debug info.
pub struct DebugInfo<'m, 'a> {
    module: &'m Module<'a>,
    files: Vec<SourceFile<'a>>,
    subprograms: Vec<Subprogram<'a>>,
    file_ids: Cache<Option<SourceFileId>>,
    subprogram_ids: Cache<Option<SubprogramId>>,
    scopes: Cache<Scope>,
}

impl<'m, 'a> DebugInfo<'m, 'a> {
    pub fn new(module: &'m Module<'a>) -> DebugInfo<'m, 'a> {
        DebugInfo {
            module,
            files: Vec::new(),
            subprograms: Vec::new(),
            file_ids: Cache::default(),
            subprogram_ids: Cache::default(),
            scopes: Cache::default(),
        }
    }

    /// The files met so far.
    pub fn files(&self) -> &[SourceFile<'a>] {
        &self.files
    }

    /// The functions met so far.
    pub fn subprograms(&self) -> &[Subprogram<'a>] {
        &self.subprograms
    }

    /// What a `!dbg` attachment of an instruction says.
    pub fn location(&mut self, id: MetadataId) -> Option<Location> {
        let node = self.node(id, "DILocation")?;
        let mut location = Location {
            file: None,
            line: 0,
            column: 0,
            function: None,
            scope: None,
            inlined_at: None,
        };
        for field in node {
            match field.key {
                "line" => location.line = field.number(),
                "column" => location.column = field.number(),
                "scope" => location.scope = field.node(),
                "inlinedAt" => location.inlined_at = field.node(),
                _ => {}
            }
        }
        if let Some(scope) = location.scope {
            let Scope { file, function } = self.scope(scope);
            (location.file, location.function) = (file, function);
        }
        Some(location)
    }

    /// What a `!dbg` attachment of a function says.
    pub fn subprogram(&mut self, id: MetadataId) -> Option<SubprogramId> {
        if let Some(&known) = self.subprogram_ids.get(&id) {
            return known;
        }
        let subprogram = self.read_subprogram(id).map(|subprogram| {
            self.subprograms.push(subprogram);
            SubprogramId(self.subprograms.len() as u32 - 1)
        });
        self.subprogram_ids.insert(id, subprogram);
        subprogram
    }

    fn read_subprogram(&mut self, id: MetadataId) -> Option<Subprogram<'a>> {
        let mut subprogram =
            Subprogram { name: Cow::Borrowed(""), linkage_name: None, file: None, line: 0 };
        for field in self.node(id, "DISubprogram")? {
            match field.key {
                "name" => subprogram.name = field.string(),
                "linkageName" => subprogram.linkage_name = Some(field.string()),
                "file" => subprogram.file = field.node().and_then(|file| self.file(file)),
                "line" => subprogram.line = field.number(),
                _ => {}
            }
        }
        Some(subprogram)
    }

    /// The `DILocalVariable` of a debug record.
    pub fn local_variable(&mut self, id: MetadataId) -> Option<LocalVariable<'a>> {
        let mut variable = LocalVariable {
            name: Cow::Borrowed(""),
            arg: 0,
            line: 0,
            file: None,
            scope: None,
            ty: None,
        };
        for field in self.node(id, "DILocalVariable")? {
            match field.key {
                "name" => variable.name = field.string(),
                "arg" => variable.arg = field.number(),
                "line" => variable.line = field.number(),
                "file" => variable.file = field.node().and_then(|file| self.file(file)),
                "scope" => variable.scope = field.node(),
                "type" => variable.ty = field.node(),
                _ => {}
            }
        }
        Some(variable)
    }

    /// What a `!dbg` attachment of a global says; also takes the `DIGlobalVariable` itself.
    pub fn global_variable(&mut self, id: MetadataId) -> Option<GlobalVariable<'a>> {
        let id = match self.node(id, "DIGlobalVariableExpression") {
            Some(mut fields) => fields.find(|field| field.key == "var")?.node()?,
            None => id,
        };
        let mut variable = GlobalVariable {
            name: Cow::Borrowed(""),
            linkage_name: None,
            line: 0,
            file: None,
            scope: None,
            ty: None,
        };
        for field in self.node(id, "DIGlobalVariable")? {
            match field.key {
                "name" => variable.name = field.string(),
                "linkageName" => variable.linkage_name = Some(field.string()),
                "line" => variable.line = field.number(),
                "file" => variable.file = field.node().and_then(|file| self.file(file)),
                "scope" => variable.scope = field.node(),
                "type" => variable.ty = field.node(),
                _ => {}
            }
        }
        Some(variable)
    }

    /// A `DIFile`.
    pub fn file(&mut self, id: MetadataId) -> Option<SourceFileId> {
        if let Some(&known) = self.file_ids.get(&id) {
            return known;
        }
        let file = self.read_file(id).map(|file| {
            // Several nodes may describe one file.
            let known = self.files.iter().position(|other| *other == file);
            let index = known.unwrap_or_else(|| {
                self.files.push(file);
                self.files.len() - 1
            });
            SourceFileId(index as u32)
        });
        self.file_ids.insert(id, file);
        file
    }

    fn read_file(&self, id: MetadataId) -> Option<SourceFile<'a>> {
        let mut file = SourceFile { name: Cow::Borrowed(""), directory: Cow::Borrowed("") };
        for field in self.node(id, "DIFile")? {
            match field.key {
                "filename" => file.name = field.string(),
                "directory" => file.directory = field.string(),
                _ => {}
            }
        }
        Some(file)
    }

    /// The function that a scope lies in.
    pub fn scope_function(&mut self, scope: MetadataId) -> Option<SubprogramId> {
        self.scope(scope).function
    }

    /// The file and function of a scope: those of the nearest node outwards that has one.
    fn scope(&mut self, id: MetadataId) -> Scope {
        if let Some(&known) = self.scopes.get(&id) {
            return known;
        }
        let mut scope = Scope::default();
        let mut next = Some(id);
        for _ in 0..MAX_SCOPES {
            let Some(current) = next else { break };
            let Some((kind, fields)) = self.any_node(current) else { break };
            next = None;
            for field in fields {
                match field.key {
                    "file" if scope.file.is_none() => {
                        scope.file = field.node().and_then(|file| self.file(file));
                    }
                    "scope" => next = field.node(),
                    _ => {}
                }
            }
            if kind == "DISubprogram" {
                scope.function = self.subprogram(current);
                break;
            }
        }
        self.scopes.insert(id, scope);
        scope
    }

    /// The fields of a node, if it is of this kind.
    fn node(&self, id: MetadataId, kind: &str) -> Option<Fields<'a>> {
        let (found, fields) = self.any_node(id)?;
        (found == kind).then_some(fields)
    }

    /// The kind and fields of a node `!Kind(…)`.
    fn any_node(&self, id: MetadataId) -> Option<(&'a str, Fields<'a>)> {
        let offset = self.module.metadata_offset(id)?;
        let text = self.module.text;
        let node = text.get(offset..)?;
        let node = node.strip_prefix("distinct").map_or(node, str::trim_start);
        let node = node.strip_prefix('!')?;
        let open = memchr2(b'(', b'\n', node.as_bytes())?;
        let kind = node.get(..open)?;
        let rest = node.get(open..)?.strip_prefix('(')?;
        Some((kind, Fields { text, pos: text.len() - rest.len() }))
    }
}

/// The fields of a node, `key: value, …)`.
struct Fields<'a> {
    text: &'a str,
    pos: usize,
}

struct Field<'a> {
    key: &'a str,
    value: &'a str,
    /// Where the value starts in the text.
    offset: usize,
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        let rest = self.text.get(self.pos..)?;
        let key_start =
            self.pos + rest.len() - rest.trim_start_matches([' ', ',', '\n', '\t', '\r']).len();
        let rest = self.text.get(key_start..)?;
        let colon = memchr2(b':', b')', rest.as_bytes())?;
        let key = rest.get(..colon)?;
        let value = rest.get(colon..)?.strip_prefix(':')?.trim_start();
        let offset = self.text.len() - value.len();
        let len = value_len(value.as_bytes())?;
        self.pos = offset + len;
        Some(Field { key, value: value.get(..len)?, offset })
    }
}

/// The length of a value: up to a comma or closing parenthesis outside of brackets and strings.
fn value_len(value: &[u8]) -> Option<usize> {
    let mut depth = 0u32;
    let mut pos = 0;
    loop {
        match value.get(pos)? {
            b'"' => pos += 1 + memchr(b'"', value.get(pos + 1..)?)?,
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' if depth > 0 => depth -= 1,
            b')' => return Some(pos),
            b',' if depth == 0 => return Some(pos),
            _ => {}
        }
        pos += 1;
    }
}

impl<'a> Field<'a> {
    /// 0 if it is not a number that fits.
    fn number(&self) -> u32 {
        self.value.parse().unwrap_or(0)
    }

    fn string(&self) -> Cow<'a, str> {
        decode_str(self.value.trim_matches('"'))
    }

    /// `!7`, or a node in place.
    fn node(&self) -> Option<MetadataId> {
        let name = self.value.strip_prefix('!')?;
        match name.bytes().next()? {
            b'0'..=b'9' => MetadataId::numbered(name.trim_end().parse().ok()?),
            _ => MetadataId::inline(u32::try_from(self.offset).ok()?),
        }
    }
}
