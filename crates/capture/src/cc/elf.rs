//! Adds a section to an ELF file that a compiler has just written.
//!
//! **Invariants.** Every byte that was there stays where it is, except for the few of the file
//! header that say where the section table is (and, if the section exists, its own entry). New
//! things go to the end, so a file that cannot be extended is cut back to what it was.

use anyhow::{Context, Result, bail, ensure};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

const MAGIC: &[u8] = b"\x7fELF";
const PROGBITS: u64 = 1;
/// In the header: the number or index is in the first section's entry.
const IN_FIRST_ENTRY: u64 = 0xffff;
/// Section numbers from here on do not fit into the header.
const RESERVED_FROM: u64 = 0xff00;

/// Where the fields are: offset and size.
struct Layout {
    header_len: usize,
    table: (usize, usize),
    entry_len: (usize, usize),
    n_entries: (usize, usize),
    names_index: (usize, usize),
    name: (usize, usize),
    kind: (usize, usize),
    offset: (usize, usize),
    size: (usize, usize),
    link: (usize, usize),
    align: (usize, usize),
}

const ELF64: Layout = Layout {
    header_len: 64,
    table: (0x28, 8),
    entry_len: (0x3a, 2),
    n_entries: (0x3c, 2),
    names_index: (0x3e, 2),
    name: (0x00, 4),
    kind: (0x04, 4),
    offset: (0x18, 8),
    size: (0x20, 8),
    link: (0x28, 4),
    align: (0x30, 8),
};

const ELF32: Layout = Layout {
    header_len: 52,
    table: (0x20, 4),
    entry_len: (0x2e, 2),
    n_entries: (0x30, 2),
    names_index: (0x32, 2),
    name: (0x00, 4),
    kind: (0x04, 4),
    offset: (0x10, 4),
    size: (0x14, 4),
    link: (0x18, 4),
    align: (0x20, 4),
};

fn get(bytes: &[u8], (offset, size): (usize, usize)) -> Result<u64> {
    let field = bytes.get(offset..offset + size).context("the ELF file is cut off")?;
    Ok(field.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
}

fn set(bytes: &mut [u8], (offset, size): (usize, usize), value: u64) -> Result<()> {
    let little_endian = value.to_le_bytes();
    ensure!(little_endian[size..].iter().all(|&byte| byte == 0), "the ELF file is too large");
    let field = bytes.get_mut(offset..offset + size).context("the ELF file is cut off")?;
    field.copy_from_slice(&little_endian[..size]);
    Ok(())
}

/// Adds `content` to the end of section `name`, which is made if it is not there.
pub fn add_to_section(path: &Path, name: &str, content: &[u8]) -> Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let Patch { appended, changed } = extend(&bytes, name, content)?;
    let written = write_at(&mut file, bytes.len() as u64, &appended);
    let written = written.and_then(|()| {
        changed.iter().try_for_each(|(offset, bytes)| write_at(&mut file, *offset, bytes))
    });
    if written.is_err() {
        for (offset, new) in &changed {
            let start = *offset as usize;
            let _ = write_at(&mut file, *offset, &bytes[start..start + new.len()]);
        }
        let _ = file.set_len(bytes.len() as u64);
    }
    Ok(written?)
}

fn write_at(file: &mut File, offset: u64, bytes: &[u8]) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    file.write_all(bytes)
}

/// What is added at the end of a file, and what changes in it.
struct Patch {
    appended: Vec<u8>,
    changed: Vec<(u64, Vec<u8>)>,
}

fn extend(bytes: &[u8], name: &str, content: &[u8]) -> Result<Patch> {
    let layout = match bytes.get(..6) {
        Some([.., 2, 1]) if bytes.starts_with(MAGIC) => &ELF64,
        Some([.., 1, 1]) if bytes.starts_with(MAGIC) => &ELF32,
        _ => bail!("not a little-endian ELF file"),
    };
    let table = Table::read(bytes, layout)?;
    match table.find(name)? {
        Some(section) => table.extend_section(section, content),
        None => table.add_section(name, content),
    }
}

/// The section table of a file.
struct Table<'a> {
    bytes: &'a [u8],
    layout: &'static Layout,
    offset: usize,
    entry_len: usize,
    n_entries: usize,
    names_index: usize,
}

impl<'a> Table<'a> {
    fn read(bytes: &'a [u8], layout: &'static Layout) -> Result<Table<'a>> {
        let offset = usize::try_from(get(bytes, layout.table)?)?;
        ensure!(offset != 0, "the ELF file has no sections");
        let entry_len = get(bytes, layout.entry_len)? as usize;
        let first = bytes.get(offset..).context("the ELF file is cut off")?;
        let mut n_entries = get(bytes, layout.n_entries)?;
        if n_entries == 0 {
            n_entries = get(first, layout.size)?;
        }
        let mut names_index = get(bytes, layout.names_index)?;
        if names_index == IN_FIRST_ENTRY {
            names_index = get(first, layout.link)?;
        }
        let (n_entries, names_index) = (usize::try_from(n_entries)?, names_index as usize);
        let len = n_entries.checked_mul(entry_len).context("the ELF file is damaged")?;
        ensure!(first.len() >= len && entry_len >= layout.align.0 + layout.align.1, "damaged");
        ensure!(names_index < n_entries, "the ELF file's sections have no names");
        Ok(Table { bytes, layout, offset, entry_len, n_entries, names_index })
    }

    fn entry(&self, n: usize) -> &'a [u8] {
        let start = self.offset + n * self.entry_len;
        &self.bytes[start..start + self.entry_len]
    }

    fn content(&self, n: usize) -> Result<&'a [u8]> {
        let start = usize::try_from(get(self.entry(n), self.layout.offset)?)?;
        let len = usize::try_from(get(self.entry(n), self.layout.size)?)?;
        let end = start.checked_add(len).context("the ELF file is damaged")?;
        self.bytes.get(start..end).context("the ELF file is cut off")
    }

    fn find(&self, name: &str) -> Result<Option<usize>> {
        let names = self.content(self.names_index)?;
        for n in 1..self.n_entries {
            let start = get(self.entry(n), self.layout.name)? as usize;
            let found = names.get(start..).and_then(|rest| rest.split(|&byte| byte == 0).next());
            if found == Some(name.as_bytes()) {
                return Ok(Some(n));
            }
        }
        Ok(None)
    }

    /// The section moves to the end of the file.
    fn extend_section(&self, section: usize, content: &[u8]) -> Result<Patch> {
        let mut appended = self.content(section)?.to_vec();
        appended.extend(content);
        let mut entry = self.entry(section).to_vec();
        set(&mut entry, self.layout.offset, self.bytes.len() as u64)?;
        set(&mut entry, self.layout.size, appended.len() as u64)?;
        let place = self.offset + section * self.entry_len;
        Ok(Patch { appended, changed: vec![(place as u64, entry)] })
    }

    /// The section, the names and the table are written anew at the end of the file.
    fn add_section(&self, name: &str, content: &[u8]) -> Result<Patch> {
        let (layout, end) = (self.layout, self.bytes.len());
        let mut appended = content.to_vec();
        let mut names = self.content(self.names_index)?.to_vec();
        let (names_start, name_start) = (end + appended.len(), names.len());
        names.extend(name.as_bytes());
        names.push(0);
        appended.extend(&names);
        while !(end + appended.len()).is_multiple_of(8) {
            appended.push(0);
        }
        let table_start = end + appended.len();
        let mut table = self.bytes[self.offset..][..self.n_entries * self.entry_len].to_vec();
        let names_entry = &mut table[self.names_index * self.entry_len..];
        set(names_entry, layout.offset, names_start as u64)?;
        set(names_entry, layout.size, names.len() as u64)?;
        let mut entry = vec![0; self.entry_len];
        set(&mut entry, layout.name, name_start as u64)?;
        set(&mut entry, layout.kind, PROGBITS)?;
        set(&mut entry, layout.offset, end as u64)?;
        set(&mut entry, layout.size, content.len() as u64)?;
        set(&mut entry, layout.align, 1)?;
        table.extend(entry);
        let mut header = self.bytes[..layout.header_len].to_vec();
        set(&mut header, layout.table, table_start as u64)?;
        let n_entries = self.n_entries as u64 + 1;
        if n_entries < RESERVED_FROM {
            set(&mut header, layout.n_entries, n_entries)?;
        } else {
            set(&mut header, layout.n_entries, 0)?;
            set(&mut table, layout.size, n_entries)?;
        }
        appended.extend(table);
        Ok(Patch { appended, changed: vec![(0, header)] })
    }
}
