//! Reading and writing through descriptors, and moving in files.

use crate::data::Data;
use crate::descriptors::{O_APPEND, O_NONBLOCK, O_PATH, OpenId};
use crate::fs::node::{NodeId, NodeKind, S_IFMT, S_IFREG};
use crate::kernel::{Answer, Kernel, Refusal};
use crate::signals::SIGPIPE;
use crate::streams::Stream;
use rustix::io::Errno;

/// As much as the kernel moves in one call.
const MAX_RW: u64 = 0x7fff_f000;
const MAX_IOV: u64 = 1024;
const PIPE_CAPACITY: usize = 65536;

const SEEK_SET: u64 = 0;
const SEEK_CUR: u64 = 1;
const SEEK_END: u64 = 2;
const SEEK_DATA: u64 = 3;
const SEEK_HOLE: u64 = 4;

/// The character devices that the model knows, by `rdev`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Device {
    Null,
    Zero,
    Full,
    Random,
}

impl Device {
    pub(crate) fn from_rdev(rdev: u64) -> Option<Device> {
        match rdev {
            0x103 => Some(Device::Null),
            0x105 => Some(Device::Zero),
            0x107 => Some(Device::Full),
            0x108 | 0x109 => Some(Device::Random),
            _ => None,
        }
    }
}

impl Kernel<'_> {
    pub(crate) fn read(&mut self, fd: i32, buffer: u64, len: u64) -> Answer {
        let open = self.os.descriptors.open_id(fd)?;
        let data = self.read_open(open, len.min(MAX_RW), None)?;
        self.write_data(buffer, &data)?;
        Ok(data.len() as u64)
    }

    pub(crate) fn pread(&mut self, fd: i32, buffer: u64, len: u64, offset: i64) -> Answer {
        let open = self.os.descriptors.open_id(fd)?;
        let offset = u64::try_from(offset).map_err(|_| Errno::INVAL)?;
        let data = self.read_open(open, len.min(MAX_RW), Some(offset))?;
        self.write_data(buffer, &data)?;
        Ok(data.len() as u64)
    }

    pub(crate) fn write(&mut self, fd: i32, buffer: u64, len: u64) -> Answer {
        let open = self.os.descriptors.open_id(fd)?;
        let data = self.read_output(buffer, len.min(MAX_RW))?;
        self.write_open(open, &data, None)
    }

    pub(crate) fn pwrite(&mut self, fd: i32, buffer: u64, len: u64, offset: i64) -> Answer {
        let open = self.os.descriptors.open_id(fd)?;
        let offset = u64::try_from(offset).map_err(|_| Errno::INVAL)?;
        let data = self.read_output(buffer, len.min(MAX_RW))?;
        self.write_open(open, &data, Some(offset))
    }

    /// `readv` and, with an offset, `preadv`.
    pub(crate) fn readv(&mut self, fd: i32, iov: u64, n: u64, offset: Option<i64>) -> Answer {
        let open = self.os.descriptors.open_id(fd)?;
        let offset = offset.map(u64::try_from).transpose().map_err(|_| Errno::INVAL)?;
        let pieces = self.io_vector(iov, n)?;
        let total = pieces.iter().map(|&(_, len)| len).fold(0, u64::saturating_add);
        let data = self.read_open(open, total.min(MAX_RW), offset)?;
        let mut start = 0;
        for (address, len) in pieces {
            let end = data.len().min(start + len as usize);
            self.write_data(address, &data.slice(start..end))?;
            start = end;
        }
        Ok(data.len() as u64)
    }

    /// `writev` and, with an offset, `pwritev`.
    pub(crate) fn writev(&mut self, fd: i32, iov: u64, n: u64, offset: Option<i64>) -> Answer {
        let open = self.os.descriptors.open_id(fd)?;
        let offset = offset.map(u64::try_from).transpose().map_err(|_| Errno::INVAL)?;
        let mut data = Data::default();
        for (address, len) in self.io_vector(iov, n)? {
            data.append(&self.read_output(address, len)?);
        }
        self.write_open(open, &data, offset)
    }

    fn io_vector(&mut self, iov: u64, n: u64) -> Result<Vec<(u64, u64)>, Refusal> {
        if n > MAX_IOV {
            return Err(Errno::INVAL.into());
        }
        let words = self.read_words(iov, 2 * n)?;
        let pieces: Vec<_> = words.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        let wrong = pieces.iter().any(|&(_, len)| i64::try_from(len).is_err());
        if wrong { Err(Errno::INVAL.into()) } else { Ok(pieces) }
    }

    /// At most `len` bytes from the file's position or from `at`.
    pub(crate) fn read_open(
        &mut self,
        open: OpenId,
        len: u64,
        at: Option<u64>,
    ) -> Result<Data, Refusal> {
        let file = self.os.descriptors.file(open);
        if !file.readable() {
            return Err(Errno::BADF.into());
        }
        let (id, flags, offset) = (file.node, file.flags, at.unwrap_or(file.offset));
        let node = self.os.fs.node(id);
        match &node.kind {
            NodeKind::File(_) => {
                let all = self.os.fs.data(id);
                let start = all.len().min(offset as usize);
                let end = all.len().min(start.saturating_add(len as usize));
                let data = all.slice(start..end);
                if at.is_none() {
                    self.os.descriptors.file_mut(open).offset += data.len() as u64;
                }
                Ok(data)
            }
            NodeKind::Dir(_) => Err(Errno::ISDIR.into()),
            NodeKind::Device => match Device::from_rdev(node.meta.rdev) {
                Some(Device::Null) => Ok(Data::default()),
                Some(Device::Zero | Device::Full) => Ok(vec![0; len as usize].into()),
                Some(Device::Random) => Ok(self.random_bytes(len.min(1 << 25) as usize).into()),
                None => Err(Errno::IO.into()),
            },
            _ if at.is_some() => Err(Errno::SPIPE.into()),
            NodeKind::Stream(_) => Ok(self.os.stdin.read(len as usize)?),
            NodeKind::Pipe(pipe) => {
                if !pipe.bytes.is_empty() || pipe.n_writers == 0 || len == 0 {
                    return Ok(self.drain_pipe(id, len as usize));
                }
                if flags & O_NONBLOCK != 0 {
                    return Err(Errno::AGAIN.into());
                }
                Err(self.unsupported("`read` from an empty pipe, which waits for ever"))
            }
            _ => Err(Errno::INVAL.into()),
        }
    }

    fn drain_pipe(&mut self, id: NodeId, len: usize) -> Data {
        match &mut self.fs().node_mut(id).kind {
            NodeKind::Pipe(pipe) => pipe.bytes.take_front(len),
            _ => Data::default(),
        }
    }

    /// Writes to the file's position, its end, or to `at`; returns how many bytes were taken.
    pub(crate) fn write_open(&mut self, open: OpenId, data: &Data, at: Option<u64>) -> Answer {
        let file = self.os.descriptors.file(open);
        if !file.writable() {
            return Err(Errno::BADF.into());
        }
        let (id, flags, position) = (file.node, file.flags, file.offset);
        let node = self.os.fs.node(id);
        let len = data.len() as u64;
        match &node.kind {
            NodeKind::File(_) if data.is_empty() => Ok(0),
            NodeKind::File(_) => {
                let end = node.meta.size;
                let offset = if flags & O_APPEND != 0 { end } else { at.unwrap_or(position) };
                let now = self.now();
                self.fs().write_at(id, offset, data, now)?;
                if at.is_none() {
                    self.os.descriptors.file_mut(open).offset = offset + len;
                }
                Ok(len)
            }
            NodeKind::Device => match Device::from_rdev(node.meta.rdev) {
                Some(Device::Full) if len > 0 => Err(Errno::NOSPC.into()),
                _ => Ok(len),
            },
            _ if at.is_some() => Err(Errno::SPIPE.into()),
            NodeKind::Stream(stream) => {
                let stream = if *stream == Stream::In { Stream::Out } else { *stream };
                self.write_stream(stream, data)
            }
            NodeKind::Pipe(pipe) => {
                let (n_readers, room) = (pipe.n_readers, PIPE_CAPACITY - pipe.bytes.len());
                self.write_pipe(id, data, n_readers, room, flags)
            }
            _ => Err(Errno::INVAL.into()),
        }
    }

    fn write_stream(&mut self, stream: Stream, data: &Data) -> Answer {
        if let Some(errno) = self.os.output_error(stream) {
            if errno == Errno::PIPE {
                self.os.signals.raise(SIGPIPE);
            }
            return Err(errno.into());
        }
        self.os.write_output(stream, data);
        Ok(data.len() as u64)
    }

    fn write_pipe(
        &mut self,
        id: NodeId,
        data: &Data,
        n_readers: u32,
        room: usize,
        flags: u32,
    ) -> Answer {
        if n_readers == 0 {
            self.os.signals.raise(SIGPIPE);
            return Err(Errno::PIPE.into());
        }
        // Up to 4096 bytes are written as a whole or not at all.
        let whole = data.len() <= 4096;
        let n = if data.len() <= room || !whole { data.len().min(room) } else { 0 };
        if n < data.len() && flags & O_NONBLOCK == 0 {
            return Err(self.unsupported("`write` to a full pipe, which waits for ever"));
        }
        if n == 0 && !data.is_empty() {
            return Err(Errno::AGAIN.into());
        }
        if let NodeKind::Pipe(pipe) = &mut self.fs().node_mut(id).kind {
            pipe.bytes.append(&data.slice(0..n));
        }
        Ok(n as u64)
    }

    pub(crate) fn lseek(&mut self, fd: i32, offset: i64, whence: u64) -> Answer {
        let file = self.os.descriptors.get(fd)?;
        if file.flags & O_PATH != 0 {
            return Err(Errno::BADF.into());
        }
        let node = self.os.fs.node(file.node);
        let size = match node.kind {
            NodeKind::File(_) => node.meta.size as i64,
            NodeKind::Dir(_) => i64::MAX,
            NodeKind::Device => return Ok(0),
            _ => return Err(Errno::SPIPE.into()),
        };
        let position = file.offset as i64;
        let outside = !(0..size).contains(&offset);
        let target = match whence {
            SEEK_SET => Some(offset),
            SEEK_CUR => position.checked_add(offset),
            SEEK_END => size.checked_add(offset),
            SEEK_DATA | SEEK_HOLE if outside => return Err(Errno::NXIO.into()),
            SEEK_DATA => Some(offset),
            SEEK_HOLE => Some(size),
            _ => return Err(Errno::INVAL.into()),
        };
        let target = match target {
            Some(target) if target >= 0 => target,
            Some(_) => return Err(Errno::INVAL.into()),
            None => return Err(Errno::OVERFLOW.into()),
        };
        let file = self.os.descriptors.get_mut(fd)?;
        if target == 0 {
            file.listing = None;
        }
        file.offset = target as u64;
        Ok(target as u64)
    }

    pub(crate) fn ftruncate(&mut self, fd: i32, len: i64) -> Answer {
        let file = self.os.descriptors.get(fd)?;
        let (id, writable, is_path) = (file.node, file.writable(), file.flags & O_PATH != 0);
        if is_path {
            return Err(Errno::BADF.into());
        }
        let len = u64::try_from(len).map_err(|_| Errno::INVAL)?;
        let is_file = self.os.fs.node(id).meta.mode & S_IFMT == S_IFREG;
        if !is_file || !writable {
            return Err(Errno::INVAL.into());
        }
        let now = self.now();
        self.fs().set_len(id, len, now)?;
        Ok(0)
    }

    pub(crate) fn fallocate(&mut self, fd: i32, mode: u64, offset: i64, len: i64) -> Answer {
        const KEEP_SIZE: u64 = 1;
        let file = self.os.descriptors.get(fd)?;
        let (id, writable) = (file.node, file.writable());
        if offset < 0 || len <= 0 {
            return Err(Errno::INVAL.into());
        }
        if !writable {
            return Err(Errno::BADF.into());
        }
        if mode & !KEEP_SIZE != 0 {
            return Err(Errno::OPNOTSUPP.into());
        }
        match self.os.fs.node(id).kind {
            NodeKind::File(_) => {}
            NodeKind::Pipe(_) | NodeKind::Stream(_) => return Err(Errno::SPIPE.into()),
            _ => return Err(Errno::NODEV.into()),
        }
        let end = offset.checked_add(len).ok_or(Errno::FBIG)? as u64;
        if mode & KEEP_SIZE == 0 && end > self.os.fs.node(id).meta.size {
            let now = self.now();
            self.fs().set_len(id, end, now)?;
        }
        Ok(0)
    }

    /// `sendfile` and `copy_file_range`: bytes from one open file to another, without a buffer of
    /// the program's. A null offset means the file's own position.
    pub(crate) fn copy_range(
        &mut self,
        (from, from_offset): (i32, u64),
        (to, to_offset): (i32, u64),
        len: u64,
    ) -> Answer {
        let (source, target) =
            (self.os.descriptors.open_id(from)?, self.os.descriptors.open_id(to)?);
        if !self.os.descriptors.file(target).writable() {
            return Err(Errno::BADF.into());
        }
        let read_at = self.optional_word(from_offset)?;
        let write_at = self.optional_word(to_offset)?;
        let data = self.read_open(source, len.min(MAX_RW), read_at)?;
        let n = self.write_open(target, &data, write_at)?;
        if let Some(at) = read_at {
            self.write_words(from_offset, &[at + n])?;
        }
        if let Some(at) = write_at {
            self.write_words(to_offset, &[at + n])?;
        }
        Ok(n)
    }

    fn optional_word(&mut self, address: u64) -> Result<Option<u64>, Refusal> {
        if address == 0 {
            return Ok(None);
        }
        Ok(Some(self.read_words(address, 1)?[0]))
    }

    /// `copy_file_range` is for regular files only.
    pub(crate) fn copy_file_range(&mut self, args: [u64; 6]) -> Answer {
        let [from, from_offset, to, to_offset, len, flags] = args;
        for fd in [from as i32, to as i32] {
            let node = self.os.descriptors.get(fd)?.node;
            match self.os.fs.node(node).kind {
                NodeKind::File(_) => {}
                NodeKind::Dir(_) => return Err(Errno::ISDIR.into()),
                _ => return Err(Errno::INVAL.into()),
            }
        }
        if flags != 0 {
            return Err(Errno::INVAL.into());
        }
        self.copy_range((from as i32, from_offset), (to as i32, to_offset), len)
    }
}
